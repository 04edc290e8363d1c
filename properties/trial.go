package properties

import (
	"runtime"

	"drawbridge/device"
	kernels "drawbridge/kernels/set"
	"drawbridge/status"
	"drawbridge/views"
)

// Trial runs the shortest kernel on one point, so that a GPU nobody asked for is taken only where the whole path
// works: compiler, driver, the texts of the kernels on this chip, and the way back.
func Trial(dev device.Device) error {
	answer, err := trial(dev)
	if err == nil && answer != 42 {
		err = status.Errorf(status.Device, "%s: a kernel that adds 40 and 2 wrote %g", dev.About().Name, answer)
	}
	return err
}

// CompileTrial makes a device that only compiles compile the kernel of Trial.
func CompileTrial(dev device.Device) error {
	_, err := trial(dev)
	return err
}

func trial(dev device.Device) (float64, error) {
	const kernel = "totalenthalpy" // h + ke
	store := views.NewStore(dev, 1, views.Left, nil)
	k, _ := kernels.BuiltIn().Kernel(kernel)
	var arguments []device.Array
	for i, a := range append(append([]kernels.Argument{}, k.Reads...), k.Writes...) {
		m, err := dev.Allocate("trial", 1)
		if err != nil {
			return 0, err
		}
		defer dev.Release(m)
		arguments = append(arguments, device.Array{Name: a.Name, Memory: m, Bytes: 8, Point: 1, Component: 1, Components: 1, Output: i >= len(k.Reads)})
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	values := []float64{40, 2, 0}
	for i := range k.Reads {
		if err := dev.CopyIn(arguments[i].Memory, []device.Box{flat(values[i:i+1], &pin)}); err != nil {
			return 0, err
		}
	}
	program := newPrograms(dev, store, "", 1).get(kernel, kernels.Given{}, arguments, 1)
	if _, err := dev.Launch(program, arguments, nil, device.Line(1)); err != nil {
		return 0, err
	}
	err := dev.CopyOut(arguments[2].Memory, []device.Box{flat(values[2:], &pin)})
	return values[2], err
}
