package cuda

import (
	"embed"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// trial writes one number: what compiles, loads and runs it can run the rest.
const trial = `struct launch { double *data[32]; long point[32], component[32]; const double *parameters; long n; unsigned long long *flagged; };
extern "C" __global__ void launch_trial(const __grid_constant__ launch l) { l.data[0][0] = 42.0; }
`

// Try runs a kernel of one line, so that a GPU nobody asked for by name is taken only where the whole road
// works: compiler, driver, chip and the way back.
func (d *Device) Try() error {
	p := device.Program{Name: "trial", Symbol: "launch_trial", Source: embed.FS{}, Once: true,
		Variants: []device.Variant{{Name: "one", Unit: trial, Launch: device.Geometry{Threads: 1, Points: 1}}}}
	m, err := d.Allocate("trial", 1)
	if err != nil {
		return err
	}
	defer d.Release(m)
	if _, err := d.Launch(p, []device.Argument{{Name: "answer", Memory: m, Point: 1, Output: true}}, nil, 1); err != nil {
		return err
	}
	answer := make([]float64, 1)
	box := device.Box{Extent: [4]int{1, 1, 1, 1}, Host: uintptr(unsafe.Pointer(&answer[0])), HostStride: [4]int{1, 1, 1, 1}, Stride: [4]int{1, 1, 1, 1}}
	if err := d.CopyOut(m, []device.Box{box}); err != nil {
		return err
	}
	if answer[0] != 42 {
		return status.Errorf(status.Device, "GPU %d: a kernel that writes 42 wrote %g", d.ordinal, answer[0])
	}
	return nil
}
