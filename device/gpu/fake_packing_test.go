package gpu

import (
	"math"
	"math/rand"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"drawbridge/device"
)

// Copies that are put off are packed at Start, whatever lies between them; arrays may change after it.
func TestAStripeOfManyViewsIsPackedAtStart(t *testing.T) {
	for _, lazy := range []string{"0", "1"} {
		plant(t, "LAZY", lazy)
		d := open(t)
		pinned, back := ramp(700, -5)
		if err := d.Pin(uintptr(unsafe.Pointer(&pinned[0])), 8*700); err != nil {
			t.Fatal(err)
		}
		queues, err := d.Queues()
		if err != nil {
			t.Fatal(err)
		}
		defer d.Rest()
		for run := range 6 {
			q := queues[run%len(queues)]
			var memories []device.Memory
			var ins, outs [][]float64
			for i := range 9 {
				in, out := ramp(700, 1000*run+i)
				if i == 4 {
					in, out = pinned, back // goes without packing, between others that do not
				}
				memories, ins, outs = append(memories, allocate(t, q, "view", 700)), append(ins, in), append(outs, out)
				if err := q.CopyIn(memories[i], line(in)); err != nil {
					t.Fatal(err)
				}
			}
			if err := q.Start(); err != nil {
				t.Fatal(err)
			}
			want := make([][]float64, len(ins))
			for i, in := range ins {
				want[i] = append([]float64(nil), in...)
				for k := range in {
					if i != 4 {
						in[k] = math.NaN()
					}
				}
			}
			for i, m := range memories {
				if err := q.CopyOut(m, line(outs[i])); err != nil {
					t.Fatal(err)
				}
			}
			done, err := q.Finish()
			if err != nil || len(done) != 18 {
				t.Fatalf("%d pieces are told of, %v", len(done), err)
			}
			for i := range memories {
				same(t, outs[i], want[i])
				if packs := done[i].Packing > 0 && done[9+i].Packing > 0; packs != (i != 4) {
					t.Errorf("view %d: packing %g in, %g out", i, done[i].Packing, done[9+i].Packing)
				}
			}
		}
	}
}

func same(t *testing.T, got, want []float64) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("element %d is %g, %g expected", i, got[i], want[i])
		}
	}
}

// A memory that is written again while its copy out is put off goes out as it was.
func TestACopyOutComesBeforeTheNextCopyIn(t *testing.T) {
	for _, lazy := range []string{"0", "1"} {
		plant(t, "LAZY", lazy)
		d := open(t)
		queues, err := d.Queues()
		if err != nil {
			t.Fatal(err)
		}
		q, m := queues[0], allocate(t, d, "view", 500)
		first, out := ramp(500, 10)
		second, again := ramp(500, 7000)
		for _, step := range []error{q.CopyIn(m, line(first)), q.CopyOut(m, line(out)), q.CopyIn(m, line(second)), q.CopyOut(m, line(again))} {
			if step != nil {
				t.Fatal(step)
			}
		}
		if _, err := q.Finish(); err != nil {
			t.Fatal(err)
		}
		same(t, out, first)
		same(t, again, second)
	}
}

// randomBox is a box of an array with a halo, in a memory whose rows have gaps where `halo` is above 0.
func randomBox(r *rand.Rand, large bool) (b device.Box, array, memory int) {
	n := [3]int{1 + r.Intn(40), 1 + r.Intn(30), 1 + r.Intn(20)}
	components := 1 + r.Intn(3)
	if large { // more than one half of pinned memory
		n, components = [3]int{150 + r.Intn(40), 100 + r.Intn(20), 140 + r.Intn(10)}, 2
	}
	halo, around := r.Intn(3), r.Intn(3)
	row, host := n[0]+2*halo, n[0]+2*around
	plane, hostPlane := row*(n[1]+2*halo), host*(n[1]+2*around)
	component, hostComponent := plane*(n[2]+2*halo), hostPlane*(n[2]+2*around)
	b = device.Box{Bytes: []int{4, 8}[r.Intn(2)], Extent: [4]int{n[0], n[1], n[2], components},
		HostStride: [4]int{1, host, hostPlane, hostComponent}, Offset: halo * (1 + row + plane), Stride: [4]int{1, row, plane, component}}
	b.Host = uintptr(around * (1 + host + hostPlane) * b.Bytes) // from the array's first byte
	return b, hostComponent * components * b.Bytes, component * components * b.Bytes
}

// Whatever the form of a box, its elements come back and nothing else changes.
func TestBoxesComeBack(t *testing.T) {
	for _, lazy := range []string{"0", "1"} {
		plant(t, "LAZY", lazy)
		r := rand.New(rand.NewSource(4))
		for trial := range 30 {
			d := open(t)
			b, bytes, held := randomBox(r, trial%15 == 0)
			m, err := d.AllocateField("field u", held)
			if err != nil {
				t.Fatal(err)
			}
			from, to := make([]byte, bytes), make([]byte, bytes)
			r.Read(from)
			want := slices.Clone(to)
			first := int(b.Host)
			for e := range b.Elements() / b.Extent[0] {
				y, z, k := e%b.Extent[1], e/b.Extent[1]%b.Extent[2], e/b.Extent[1]/b.Extent[2]
				at := first + (y*b.HostStride[1]+z*b.HostStride[2]+k*b.HostStride[3])*b.Bytes
				copy(want[at:at+b.Extent[0]*b.Bytes], from[at:])
			}
			b.Host = uintptr(unsafe.Pointer(&from[0])) + uintptr(first)
			if err := d.CopyIn(m, []device.Box{b}); err != nil {
				t.Fatal(err)
			}
			clear(from) // it may be changed afterwards
			b.Host = uintptr(unsafe.Pointer(&to[0])) + uintptr(first)
			if err := d.CopyOut(m, []device.Box{b}); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(to, want) {
				t.Fatalf("lazy %s: box %d did not come back: %+v", lazy, trial, b)
			}
			runtime.KeepAlive(from)
			d.Release(m)
			d.Close()
		}
	}
}

// A long row has no second one: its strides along y and z may be anything.
func TestALongRowWithoutStrides(t *testing.T) {
	d := open(t)
	values, back := make([]float64, mostHalf/8+1), make([]float64, mostHalf/8+1)
	for i := range values {
		values[i] = float64(i)
	}
	m, err := d.Allocate("flags", len(values))
	if err != nil {
		t.Fatal(err)
	}
	for _, stride := range [][4]int{{1, 0, 0, 0}, {1, 1, 1, 1}, {1, 7, 3, 5}} {
		clear(back)
		for _, step := range []struct {
			at   []float64
			copy func(device.Memory, []device.Box) error
		}{{values, d.CopyIn}, {back, d.CopyOut}} {
			b := device.Row(8, len(values), uintptr(unsafe.Pointer(&step.at[0])))
			b.Stride, b.HostStride = stride, stride
			if err := step.copy(m, []device.Box{b}); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(values, back) {
			t.Errorf("strides %v: it did not come back", stride)
		}
	}
}

// adds is a text of a stencil: d(i) = u(i) + number 0.
var adds = device.Program{Name: "add", Symbol: "stencil", Set: sweeps,
	Variants: []device.Variant{{Name: "only", Unit: `#include "sweep.h"
#include "asynchronous.h"
extern "C" __global__ void __launch_bounds__(64) stencil(const __grid_constant__ sweep s) {
    for (long i = threadIdx.x; i < s.extent[0]; i += 64) ((double *)s.field[1])[i] = ((double *)s.field[0])[i] + s.number[0];
    __syncthreads();
}`}}}

// newGraph is a graph of a launch and a copy of so many bytes.
func newGraph(d *Device, w device.Sweep, to, from device.Memory, bytes int) (device.Graph, error) {
	g, err := d.NewGraph()
	if err == nil {
		err = g.Sweep(w)
	}
	if err == nil {
		err = g.CopyMemory(to, from, bytes)
	}
	if err == nil {
		err = g.End()
	}
	return g, err
}

// A graph starts nothing while it is made; each start does all of it in its order, with the numbers that the sweeps have at Renew.
func TestGraphs(t *testing.T) {
	for _, lazy := range []string{"0", "1"} {
		plant(t, "LAZY", lazy)
		d := open(t)
		const n = 40
		u, v := field(t, d, n), field(t, d, n)
		numbers := []float64{1}
		add := device.Sweep{Program: adds, Fields: []device.Array{{Memory: u, Bytes: 8, Row: n}, {Memory: v, Bytes: 8, Row: n, Output: true}},
			Extent: [3]int{n, 1, 1}, Blocks: [3]int{1, 1, 1}, Threads: 64, Number: numbers}
		r, err := newGraph(d, add, u, v, 8*n)
		if err != nil {
			t.Fatal(err)
		}
		if r.Launches() != 2 {
			t.Errorf("%d launches, 2 expected", r.Launches())
		}
		expect := func(want float64) {
			t.Helper()
			b, back := plane(n, 1, func(int) float64 { return -1 })
			if err := d.CopyOut(u, back); err != nil || b[0] != want || b[n/2] != want {
				t.Fatalf("%v and %v, expected %v; %v", b[0], b[n/2], want, err)
			}
		}
		expect(0)
		for range 3 {
			if err := r.Start(); err != nil {
				t.Fatal(err)
			}
		}
		expect(3)
		numbers[0] = 10
		if err := r.Start(); err != nil {
			t.Fatal(err)
		}
		expect(4) // as added
		if err := r.Renew(); err != nil {
			t.Fatal(err)
		}
		if err := r.Start(); err != nil {
			t.Fatal(err)
		}
		expect(14)
		r.Close()
		r.Close()
		if err := d.Sweep(add); err != nil { // the device has none of it
			t.Fatal(err)
		}
		expect(14)
	}
}

// What fails while a graph is made, started or renewed is told, and takes nothing with it.
func TestGraphsThatFail(t *testing.T) {
	for _, call := range []string{"cuGraphCreate", "cuGraphAddKernelNode", "cuGraphAddMemcpyNode", "cuGraphInstantiateWithFlags"} {
		d := open(t)
		u, v := field(t, d, 64), field(t, d, 64)
		plant(t, "FAIL", call+":1")
		_, err := newGraph(d, device.Sweep{Program: adds, Fields: []device.Array{{Memory: u, Bytes: 8}, {Memory: v, Bytes: 8}}, Extent: [3]int{8, 1, 1}, Blocks: [3]int{1, 1, 1}, Threads: 64}, u, v, 64)
		if err == nil || len(d.graphs) != 0 {
			t.Errorf("%s: %v, %d graphs", call, err, len(d.graphs))
		}
		plant(t, "FAIL", "")
	}
}
