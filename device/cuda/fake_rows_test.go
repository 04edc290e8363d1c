package cuda

import (
	"math/rand"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"drawbridge/device"
)

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
