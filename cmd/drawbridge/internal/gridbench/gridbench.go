// Package gridbench measures the variants of kernels/gridpoint on a GPU, against the device's own copy in
// the same run, and checks what each wrote.
package gridbench

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"runtime"
	"time"
	"unsafe"

	"drawbridge/cmd/drawbridge/internal/measure"
	"drawbridge/device"
	"drawbridge/device/gpu"
	"drawbridge/kernels/gridpoint"
)

const checked = 200 // entries of each result

type rig struct {
	d        *gpu.Device
	n, ld    int
	inputs   [4][]float64
	memories [5]device.Memory
}

var set = device.NewKernelSet("gridpoint", gridpoint.Sources(), "")

// Run measures all variants on n points, a multiple of 256. Bytes count each input read once and each output written once.
func Run(word string, n int, o gpu.Options) (measure.Line, error) {
	d, err := gpu.Open(word, 0, o)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	bytes := 8 * float64(n) * (gridpoint.Species*gridpoint.Species + 4*gridpoint.Species)
	r := measure.Line{"bench": "gridpoint", "date": time.Now().UTC().Format(time.RFC3339), "device": d.About().Description, "points": n, "species": gridpoint.Species, "bytes": bytes}
	r["driver"], r["compiler"] = d.Versions()
	copied, err := d.CopyRate(min(1<<28, n*gridpoint.Species*16))
	if err != nil {
		return nil, err
	}
	g := &rig{d: d, n: n, ld: ((n+7)/8 | 1) * 8}
	if err := g.fill(); err != nil {
		return nil, err
	}
	var results []measure.Line
	for i, l := range gridpoint.Variants() {
		result := measure.Line{"variant": l.Name, "meaning": l.Meaning, "threads": l.Threads}
		if m, err := g.measure(i, l); err != nil {
			result["not_measured"] = err.Error()
		} else {
			rate := 1e-6 * bytes / m.Milliseconds
			result["ms"], result["registers"], result["local_bytes"], result["gb_per_s"], result["share_of_copy"] = m.Milliseconds, m.Registers, m.Spills, rate, rate/copied
		}
		results = append(results, result)
	}
	r["copy_gb_per_s"], r["results"] = copied, results
	return r, nil
}

func (g *rig) fill() (err error) {
	random := rand.New(rand.NewSource(1))
	size := g.ld * gridpoint.Species
	for v := range g.memories {
		if v == 4 {
			size = g.ld * gridpoint.Species * gridpoint.Species
		}
		if g.memories[v], err = g.d.Allocate(fmt.Sprintf("gridpoint view %d", v), size); err != nil {
			return err
		}
		if v == 4 {
			return nil
		}
		g.inputs[v] = make([]float64, size)
		for k := range g.inputs[v] {
			g.inputs[v][k] = random.Float64()
		}
		if err := g.d.CopyIn(g.memories[v], []device.Box{box(g.inputs[v], 0)}); err != nil {
			return err
		}
	}
	return nil
}

// box is a row of elements from an offset of a memory on.
func box(values []float64, offset int) device.Box {
	return device.Box{Bytes: 8, Extent: [4]int{len(values), 1, 1, 1}, Host: uintptr(unsafe.Pointer(unsafe.SliceData(values))), HostStride: [4]int{1, 1, 1, 1},
		Offset: offset, Stride: [4]int{1, 1, 1, 1}}
}

func (g *rig) measure(number int, l gridpoint.Variant) (m gpu.Measured, err error) {
	if l.Hopper && g.d.ComputeCapability() < 90 {
		return m, errors.New("needs compute capability 9.0")
	}
	arguments := make([]device.Array, len(g.memories))
	for v, m := range g.memories {
		arguments[v] = device.Array{Memory: m, Bytes: 8, Point: 1, Component: g.ld}
	}
	p := device.Program{Name: "gridpoint_" + l.Name, Set: set, Symbol: gridpoint.Symbol}
	v := device.Variant{Name: l.Name, Unit: l.Unit, Launch: device.Geometry{Threads: l.Threads, Points: l.Points, Resident: l.Resident, Shared: l.Shared}}
	if m, err = g.d.Measure(p, v, arguments, g.n); err == nil {
		err = g.check(number, l)
	}
	return m, err
}

// check compares random entries of the matrix with what they should be.
func (g *rig) check(number int, l gridpoint.Variant) error {
	random := rand.New(rand.NewSource(int64(number)))
	const s = gridpoint.Species
	var pin runtime.Pinner
	defer pin.Unpin()
	got := make([]float64, 1)
	pin.Pin(&got[0])
	for range checked {
		t, i, j := random.Intn(g.n), random.Intn(s), random.Intn(s)
		at, row, column := (i*s+j)*g.ld+t, i*g.ld+t, j*g.ld+t
		if l.Right {
			at, row, column = (t*s+i)*s+j, t*s+i, t*s+j
		}
		if err := g.d.CopyOut(g.memories[4], []device.Box{box(got, at)}); err != nil {
			return err
		}
		want := gridpoint.Scale(number) * (g.inputs[0][row]*g.inputs[1][column] + g.inputs[2][row]*g.inputs[3][column])
		if math.Abs(got[0]-want) > 1e-14 {
			return fmt.Errorf("wrong: entry (%d,%d) of point %d is %g, not %g", i, j, t, got[0], want)
		}
	}
	return nil
}
