package memcheck_test

import (
	"math"
	"strings"
	"testing"
	"unsafe"

	"drawbridge/device"
	"drawbridge/device/devicetest"
	"drawbridge/device/host"
	"drawbridge/device/memcheck"
)

const points = 1000

func open(t *testing.T, threads int) map[string]device.Device {
	t.Helper()
	devices := map[string]device.Device{}
	for _, name := range []string{"host", "memcheck"} {
		h, err := host.Open(threads, "test")
		if err != nil {
			t.Fatal(err)
		}
		devices[name] = h
		if name == "memcheck" {
			devices[name] = memcheck.Wrap(h)
		}
		t.Cleanup(h.Close)
	}
	return devices
}

var keep [][]float64 // arrays whose address a device is given must not lie on Go's moving stack

func hostArray(n int) []float64 {
	a := make([]float64, n)
	keep = append(keep, a)
	return a
}

// run launches a program on memory of `size` points and gives back the outputs.
func run(t *testing.T, d device.Device, program string, size, n int) ([]float64, int, error) {
	t.Helper()
	in, err := d.Allocate("in", size)
	if err != nil {
		t.Fatal(err)
	}
	out, err := d.Allocate("out", size)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Release(in)
	defer d.Release(out)
	data := hostArray(size)
	for i := range data {
		data[i] = float64(i) + 0.5
	}
	box := device.Box{Bytes: 8, Extent: [4]int{size, 1, 1, 1}, Host: uintptr(unsafe.Pointer(&data[0])), HostStride: [4]int{1, 0, 0, 0}, Stride: [4]int{1, 0, 0, 0}}
	if err := d.CopyIn(in, []device.Box{box}); err != nil {
		t.Fatal(err)
	}
	arguments := []device.Array{{Name: "in", Memory: in, Bytes: 8, Point: 1, Components: 1}, {Name: "out", Memory: out, Bytes: 8, Point: 1, Components: 1, Output: true}}
	flagged, launchError := d.Launch(devicetest.Programs()[program], arguments, nil, device.Line(n))
	if err := d.CopyOut(out, []device.Box{box}); err != nil && launchError == nil {
		t.Fatal(err)
	}
	return data, flagged, launchError
}

func TestAGoodKernelPassesOnEveryDeviceAndThreadCount(t *testing.T) {
	for _, threads := range []int{1, 2, 5} {
		for name, d := range open(t, threads) {
			out, flagged, err := run(t, d, "double", points, points)
			if err != nil || flagged != 0 {
				t.Fatalf("%s: %v, %d flagged", name, err, flagged)
			}
			for i, v := range out {
				if v != 2*float64(i)+1 {
					t.Fatalf("%s, %d threads: point %d is %g", name, threads, i, v)
				}
			}
		}
	}
}

func TestFlaggedPointsAreCountedOverChunksAndThreads(t *testing.T) {
	for name, d := range open(t, 3) {
		if _, flagged, err := run(t, d, "flagging", 5001, 5000); err != nil || flagged != 5000 {
			t.Errorf("%s: %d flagged, %v", name, flagged, err)
		}
	}
}

func TestPlantedFaultsAreCaught(t *testing.T) {
	for fault, sentence := range map[string]string{
		"unwritten": "left output out unwritten at point 501",
		"input":     "changed input in",
		"beyond":    "beyond the last point of output out",
	} {
		_, _, err := run(t, open(t, 1)["memcheck"], fault, points+1, points)
		if err == nil || !strings.Contains(err.Error(), sentence) || !strings.Contains(err.Error(), fault) {
			t.Errorf("%s: got %v", fault, err)
		}
	}
	if _, _, err := run(t, open(t, 1)["memcheck"], "beyond", points, points); err == nil || !strings.Contains(err.Error(), "beyond the ends of out") {
		t.Errorf("guard: got %v", err)
	}
}

func TestFreshMemoryIsNaN(t *testing.T) {
	d := open(t, 1)["memcheck"]
	m, err := d.Allocate("fresh", 3)
	if err != nil {
		t.Fatal(err)
	}
	out := hostArray(3)
	box := device.Box{Bytes: 8, Extent: [4]int{3, 1, 1, 1}, Host: uintptr(unsafe.Pointer(&out[0])), HostStride: [4]int{1, 0, 0, 0}, Stride: [4]int{1, 0, 0, 0}}
	if err := d.CopyOut(m, []device.Box{box}); err != nil {
		t.Fatal(err)
	}
	for _, v := range out {
		if !math.IsNaN(v) {
			t.Errorf("got %g", v)
		}
	}
}

func TestMemoryThatIsNotThereIsNamed(t *testing.T) {
	_, err := open(t, 1)["host"].Allocate("view Yi", 1<<50)
	if err == nil || !strings.Contains(err.Error(), "view Yi") || !strings.Contains(err.Error(), "free") {
		t.Errorf("got %v", err)
	}
}
