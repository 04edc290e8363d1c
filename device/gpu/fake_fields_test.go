package gpu

import (
	"strings"
	"testing"
	"testing/fstest"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
)

// sweeps are the texts that the kernels of these tests include.
var sweeps = device.NewKernelSet("sweeps", fstest.MapFS{"sweep.h": {Data: []byte(`
struct sweep { void *field[8]; long row[8], plane[8], extent[3], first[3], option[16]; double number[64]; float single[64]; };`)},
	"asynchronous.h": {Data: []byte(`extern __shared__ __align__(128) unsigned char block_memory[];`)}}, "")

// shifts is a text of a stencil whose threads wait for each other: d(i) = u(i+1), read through memory that they share.
var shifts = device.Program{Name: "shift", Symbol: "stencil", Set: sweeps,
	Variants: []device.Variant{{Name: "only", Unit: `#include "sweep.h"
#include "asynchronous.h"
extern "C" __global__ void __launch_bounds__(64) stencil(const __grid_constant__ sweep s) {
    double *shared = (double *)block_memory;
    const long x = threadIdx.x, y = blockIdx.y;
    for (long i = x; i < s.extent[0] + 1; i += 64) shared[i] = ((double *)s.field[0])[y * s.row[0] + i];
    __syncthreads();
    for (long i = x; i < s.extent[0]; i += 64) ((double *)s.field[1])[y * s.row[1] + i] = shared[i + 1];
}`}}}

// plane is a host array of nx by ny, and the box that it is.
func plane(nx, ny int, value func(i int) float64) ([]float64, []device.Box) {
	a := make([]float64, nx*ny)
	for i := range a {
		a[i] = value(i)
	}
	b := device.Row(8, nx, uintptr(unsafe.Pointer(&a[0])))
	b.Extent[1] = ny
	return a, []device.Box{b}
}

func field(t *testing.T, d *Device, n int) device.Memory {
	t.Helper()
	m, err := d.AllocateField("field u", 8*n)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func shift(u, v device.Memory, nx, ny int) device.Sweep {
	return device.Sweep{Program: shifts, Fields: []device.Array{{Memory: u, Bytes: 8, Row: nx, Plane: nx * ny}, {Memory: v, Bytes: 8, Row: nx, Plane: nx * ny, Output: true}},
		Extent: [3]int{nx - 1, ny, 1}, Blocks: [3]int{1, ny, 1}, Threads: 64}
}

func TestAFieldIsZeroAndComesBack(t *testing.T) {
	for _, lazy := range []string{"0", "1"} {
		plant(t, "LAZY", lazy)
		d := open(t)
		const nx, ny = 100, 7
		u, v := field(t, d, nx*ny), field(t, d, nx*ny)
		a, box := plane(nx, ny, func(i int) float64 { return float64(i) })
		b, back := plane(nx, ny, func(int) float64 { return -1 })
		if err := d.CopyOut(u, back); err != nil || b[0] != 0 || b[nx*ny-1] != 0 {
			t.Fatalf("a new field holds %g and %g, %v", b[0], b[nx*ny-1], err)
		}
		if err := d.CopyIn(u, box); err != nil {
			t.Fatal(err)
		}
		if err := d.Sweep(shift(u, v, nx, ny)); err != nil {
			t.Fatal(err)
		}
		if err := d.CopyOut(v, back); err != nil {
			t.Fatal(err)
		}
		for i := range b {
			if want := a[i] + 1; i%nx < nx-1 && b[i] != want || i%nx == nx-1 && b[i] != 0 {
				t.Fatalf("lazy %s: point %d is %g", lazy, i, b[i])
			}
		}
	}
}

// A box that is more than fits into pinned memory goes through it in parts, rows or planes.
func TestABoxInParts(t *testing.T) {
	b := device.Box{Bytes: 4, Extent: [4]int{10, 6, 5, 1}, HostStride: [4]int{1, 12, 12 * 8, 0}, Offset: 3, Stride: [4]int{1, 32, 32 * 9, 0}}
	for _, most := range []int{3, 16, 40, 100, 240, 500, 5000} {
		seen := map[[2]int]bool{}
		for _, p := range split(b, most) {
			if size := p.Extent[0] * p.Extent[1] * p.Extent[2] * 4; size > max(most, 4) {
				t.Errorf("%d bytes in one part, at most %d expected", size, most)
			}
			for z := range p.Extent[2] {
				for y := range p.Extent[1] {
					host, here := int(p.Host)/4+y*p.HostStride[1]+z*p.HostStride[2], p.Offset-3+y*p.Stride[1]+z*p.Stride[2]
					for x := range p.Extent[0] {
						if (host+x)/96*288+(host+x)%96/12*32+(host+x)%12 != here+x || (host+x)%12 >= 10 || seen[[2]int{host + x, here + x}] {
							t.Fatalf("element %d of the host goes to %d", host+x, here+x)
						}
						seen[[2]int{host + x, here + x}] = true
					}
				}
			}
		}
		if len(seen) != 300 {
			t.Errorf("%d elements of 300", len(seen))
		}
	}
}

func TestGridsThatFail(t *testing.T) {
	for _, c := range []struct {
		fail, what string
		words      []string
	}{
		{"cuMemsetD8Async:1", "allocate", []string{"cuMemsetD8Async", "field u"}},
		{"cuMemcpy2DAsync_v2:1", "copy", []string{"copy in", "cuMemcpy2DAsync_v2"}},
		{"cuLaunchKernel:1", "sweep", []string{"kernel shift", "cuLaunchKernel"}},
		{"cuModuleLoadData:1", "sweep", []string{"kernel shift", "cuModuleLoadData"}},
		{"cuStreamSynchronize:719", "finish", []string{"CUDA_ERROR_LAUNCH_FAILED"}},
	} {
		d := open(t)
		const nx, ny = 40, 3
		u, v := field(t, d, nx*ny), field(t, d, nx*ny)
		_, box := plane(nx, ny, func(i int) float64 { return 1 })
		box[0].Extent[0]-- // with gaps, as a field with a halo
		plant(t, "FAIL", c.fail)
		var err error
		switch c.what {
		case "allocate":
			_, err = d.AllocateField("field u", 8000)
		case "copy":
			err = d.CopyIn(u, box)
		case "sweep":
			err = d.Sweep(shift(u, v, nx, ny))
		case "finish":
			if err = d.Sweep(shift(u, v, nx, ny)); err == nil {
				err = d.CopyOut(v, box)
			}
		}
		refused(t, err, status.CodeOf(err), c.words...)
		plant(t, "FAIL", "")
	}
}

// Without pinned memory to spare fields are copied as they lie; without device memory the field is named.
func TestGridsWithoutMemory(t *testing.T) {
	d := open(t)
	u := field(t, d, 4000)
	a, box := plane(100, 40, func(i int) float64 { return float64(i) })
	plant(t, "FAIL", "cuMemHostAlloc:2")
	plant(t, "PAGEABLE", "1")
	b, back := plane(100, 40, func(int) float64 { return -1 })
	for _, err := range []error{d.CopyIn(u, box), d.CopyOut(u, back)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if a[3999] != b[3999] {
		t.Errorf("%g came back", b[3999])
	}
	plant(t, "FAIL", "")
	plant(t, "MEMORY", "1000")
	_, err := d.AllocateField("field w", 80000)
	refused(t, err, status.OutOfMemory, "field w")
}

// A lost context fails every later call, and none of them ends the process.
func TestGridsOfALostContext(t *testing.T) {
	d := open(t)
	const nx, ny = 40, 3
	u, v := field(t, d, nx*ny), field(t, d, nx*ny)
	_, box := plane(nx, ny, func(i int) float64 { return 1 })
	plant(t, "FAIL", "cuLaunchKernel:700")
	refused(t, d.Sweep(shift(u, v, nx, ny)), status.Device, "kernel shift", "CUDA_ERROR_ILLEGAL_ADDRESS")
	for i, err := range []error{d.Sweep(shift(u, v, nx, ny)), d.CopyIn(u, box), d.CopyOut(u, box), d.CopyMemory(v, u, 800), d.Finish()} {
		if err == nil || !strings.Contains(err.Error(), "CUDA_ERROR_ILLEGAL_ADDRESS") {
			t.Errorf("call %d after the loss: %v", i, err)
		}
	}
	if _, err := d.AllocateField("field w", 8000); err == nil {
		t.Error("a field after the loss")
	}
}

// What one run measured the next one reads; a failure is kept by nobody.
func TestAChoiceIsKept(t *testing.T) {
	o := options(t)
	o.Cache = t.TempDir()
	calls := 0
	ask := func(key string, fails error) (string, bool, error) {
		d, err := Open(word, 0, o)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		return d.Choices(sweeps)("stencil_laplacian", key, func() (string, error) { calls++; return "quad:32", fails })
	}
	if _, _, err := ask("512", status.Errorf(status.Device, "planted")); err == nil {
		t.Error("a measurement that failed")
	}
	for run := range 3 {
		name, measured, err := ask("512", nil)
		if err != nil || name != "quad:32" || measured != (run == 0) {
			t.Errorf("run %d: %s, measured %t, %v", run, name, measured, err)
		}
	}
	if _, measured, _ := ask("256", nil); !measured || calls != 3 {
		t.Errorf("another size: measured %t, %d measurements", measured, calls)
	}
}

// lanesOf is a text whose warps add, shift and mirror their lanes; counted counts threads by the first lane of those that run.
const lanesOf = `#include "sweep.h"
#include "gpu.h"
extern __shared__ __align__(128) unsigned char block_memory[];
extern "C" __global__ void __launch_bounds__(128) stencil(const __grid_constant__ sweep s) {
    double *shared = (double *)block_memory;
    const int lane = lane_here(), warp = threadIdx.x / LANES;
    double sum = threadIdx.x;
    for (int by = LANES / 2; by > 0; by /= 2) sum += from_other(sum, by);
    shared[warp * LANES + lane] = threadIdx.x;
    __syncthreads();
    ((double *)s.field[0])[threadIdx.x] = sum + 1e4 * from_below((double)threadIdx.x, 1) + 1e7 * shared[warp * LANES + LANES - 1 - lane];
}`

const counted = `#include "gpu.h"
struct launch { double *data[32]; long point[32], row[32], plane[32], component[32]; const double *parameters; long n, extent[2]; unsigned long long *flags; };
extern "C" __global__ void launch_twice(const __grid_constant__ launch l) {
    const lane_mask here = active_lanes() & ~(lane_mask)0;
    if (lane_here() == first_lane(lanes_where(here, true))) atomicAdd(l.flags, (unsigned long long)count_lanes(here));
}`

// Whole waves work together, and a text that counts 32 lanes is wrong where there are 64.
func TestLanes(t *testing.T) {
	d := open(t)
	lanes := d.About().Lanes
	right := func(unit string) bool {
		p := shifts
		p.Variants = []device.Variant{{Name: "lanes", Unit: unit}}
		u := field(t, d, 128)
		if err := d.Sweep(device.Sweep{Program: p, Fields: []device.Array{{Memory: u, Bytes: 8, Row: 128, Plane: 128, Output: true}}, Extent: [3]int{128, 1, 1}, Blocks: [3]int{1, 1, 1}, Threads: 128}); err != nil {
			t.Fatal(err)
		}
		a, box := plane(128, 1, func(int) float64 { return -1 })
		if err := d.CopyOut(u, box); err != nil {
			t.Fatal(err)
		}
		good := true
		for x, got := range a {
			first := x / lanes * lanes
			below := max(x-1, first)
			good = good && got == float64(lanes*first+lanes*(lanes-1)/2)+1e4*float64(below)+1e7*float64(first+lanes-1-(x-first))
		}
		return good
	}
	count := func(unit string) int {
		p := twice
		p.Set = sweeps
		p.Variants = []device.Variant{{Name: "counted", Unit: unit, Launch: device.Geometry{Threads: 128, Points: 128}}}
		flagged, err := d.Launch(p, nil, nil, device.Line(128))
		if err != nil {
			t.Fatal(err)
		}
		return flagged
	}
	if !right(lanesOf) || count(counted) != 128 {
		t.Fatalf("%d lanes: a right text is wrong", lanes)
	}
	for _, planted := range []struct{ text, old, wrong string }{
		{lanesOf, "int by = LANES / 2", "int by = 16"}, {lanesOf, "lane = lane_here(), warp = threadIdx.x / LANES", "lane = threadIdx.x % 32, warp = threadIdx.x / LANES"},
		{lanesOf, "shared[warp * LANES + lane]", "shared[warp * LANES + lane % 32]"},
		{counted, "const lane_mask here", "const unsigned here"}, {counted, "& ~(lane_mask)0", "& 0xffffffffu"},
	} {
		unit := strings.Replace(planted.text, planted.old, planted.wrong, 1)
		found := unit != planted.text && (planted.text == counted && count(unit) != 128 || planted.text == lanesOf && !right(unit))
		if found != (lanes == 64) {
			t.Errorf("%d lanes, %s: found is %v", lanes, planted.wrong, found)
		}
	}
}
