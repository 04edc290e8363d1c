package lists

import (
	"strings"
	"testing"

	"drawbridge/device"
	"drawbridge/device/host"
	"drawbridge/device/memcheck"
	kernels "drawbridge/kernels/stencils/set"
)

// A sweep that says that it writes at its points alone, and writes beside them, is found out.
func TestMemcheckFindsWhoWritesOutsideOfItsPoints(t *testing.T) {
	isa := kernels.ISAs()[0]
	inner, err := host.Open(1, isa)
	if err != nil {
		t.Fatal(err)
	}
	d := memcheck.Wrap(inner)
	defer d.Close()
	for kernel, bytes := range map[string]int{"fill_double_faces": 8, "fill_float_faces": 4} {
		m, err := d.AllocateField("u", 64*bytes)
		if err != nil {
			t.Fatal(err)
		}
		u := device.Array{Name: "u", Memory: m, Bytes: bytes, Base: 9, Point: 1, Row: 8, Plane: 64, Components: 1, Output: true}
		for first, allowed := range map[int64]bool{0: true, -1: false, 1: false} { // the constant 7 goes to three points of a row, from here on
			s := device.Sweep{Program: device.Program{Name: kernel, Host: kernels.Functions(isa)[kernel]}, Fields: []device.Array{u, u}, Extent: [3]int{3, 1, 1},
				Number: []float64{7, 3}, Items: 1, Confined: true}
			s.Option[0], s.Option[2], s.Option[3], s.Option[kernels.OptionTile], s.Option[kernels.OptionPlanes] = 1, 4, first, 1, 1 // a face along y
			err := d.Sweep(s)
			if allowed && err != nil || !allowed && (err == nil || !strings.Contains(err.Error(), "wrote outside of its points")) {
				t.Errorf("%s from %d on: %v", kernel, first, err)
			}
			s.Confined = false
			if err := d.Sweep(s); err != nil {
				t.Errorf("%s from %d on, where it may: %v", kernel, first, err)
			}
		}
		d.Release(m)
	}
}
