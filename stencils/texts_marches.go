package stencils

import (
	"fmt"

	"drawbridge/device"
	"drawbridge/kernels/stencils/gpu"
)

// mostShared is the shared memory that a block can have on any GPU; smaller ones refuse some variants.
const mostShared = 227 << 10

// marches tells an operator that may go along z with its planes.
func (r *request) marches() bool {
	k := r.op.kernel
	return r.writes[0].Dims == 3 && (k == "laplacian" || k == "stencil7" || k == "stencil27" || k == "laplacian_high")
}

// marches are the ways along z. The first is the one that is right without measuring.
func (s *Stencils) marches(r *request) []variant {
	var list []variant
	for _, rows := range []int{1, 2, 4} {
		list = append(list, s.march(8, 32, rows, true), s.march(16, 32, rows, true), s.march(8, 64, rows, true), s.march(64, 32, rows, true))
	}
	list = append(list, s.march(32, 64, 1, false))
	if r.reachesByInt() {
		for _, p := range [][5]int{{256, 2, 64, 2, 32}, {512, 2, 64, 2, 32}, {512, 2, 128, 2, 32}, {256, 4, 128, 2, 32}, {256, 4, 256, 2, 32},
			{512, 2, 128, 2, 64}, {256, 4, 128, 2, 64}, {512, 4, 128, 2, 64}, {512, 2, 128, 2, 128}} {
			if v := s.planes(p[0], p[1], p[2], p[3], p[4]); v.sweeps(r)[0].Shared <= mostShared {
				list = append(list, v)
			}
		}
	}
	if r.op.kernel == "laplacian" {
		for _, rows := range []int{2, 4, 8} {
			list = append(list, s.tile(rows, false), s.tile(rows, true))
		}
	}
	return list
}

// reachesByInt tells that a plane's elements are counted by 32 bits.
func (r *request) reachesByInt() bool {
	for _, f := range r.all() {
		if a := f.Argument(false); a.Plane >= 1<<31 {
			return false
		}
	}
	return true
}

// march goes along z, n planes a thread and so many rows at once, with the planes in registers.
func (s *Stencils) march(n, across, rows int, quads bool) variant {
	return variant{name: named("march", quads, n, across, rows), sweeps: func(r *request) []device.Sweep {
		t := r.writes[0].Precision()
		v, width := value(r, quads)
		call := fmt.Sprintf("march<%s, %d, %s, true>(s, star_of_%s<%s>(s))", t, r.radius, v, r.op.kernel, t)
		switch r.op.kernel {
		case "stencil27":
			call = fmt.Sprintf("march27<%s, %s, true>(s)", t, v)
		case "laplacian_high":
			call = fmt.Sprintf("march<%s, %d, %s, true>(s, star_of_laplacian_high<%s, %d>(s))", t, r.radius, v, t, r.radius)
		}
		return []device.Sweep{textual(s.sweep("", r), r.op.Name+" march", call, gpu.Shape{Across: across, Rows: rows, Length: n}, width, 2)}
	}}
}

// planes goes along z, n planes a block of so many quads across, with planes that come ahead of it into shared memory.
func (s *Stencils) planes(threads, rows, n, ahead, across int) variant {
	return variant{name: named("planes", true, threads, rows, n, ahead, across), sweeps: func(r *request) []device.Sweep {
		t, width := r.writes[0].Precision(), r.quadWidth()
		call, live := fmt.Sprintf("star_planes<%s, %d>(s, star_of_%s<%s>(s))", t, r.radius, r.op.kernel, t), r.radius+1
		switch r.op.kernel {
		case "stencil27":
			call, live = fmt.Sprintf("planes27<%s>(s)", t), 1
		case "laplacian_high":
			call = fmt.Sprintf("star_planes<%s, %d>(s, star_of_laplacian_high<%s, %d>(s))", t, r.radius, t, r.radius)
		}
		w := s.sweep("", r)
		wide, high := across*width+2*width*above(r.radius, width), threads/across*rows+2*r.radius
		w.Shared = (live + ahead) * wide * high * r.writes[0].Bytes
		return []device.Sweep{textual(w, r.op.Name+" planes", call, gpu.Shape{Threads: threads, Across: across, Rows: rows, Length: n, Ahead: ahead}, width, 2)}
	}}
}

// tile is the Laplacian of m rows by one thread, a point each.
func (s *Stencils) tile(m int, reordered bool) variant {
	name := "tiled"
	if reordered {
		name = "reordered"
	}
	return variant{name: named(name, true, m), sweeps: func(r *request) []device.Sweep {
		call := fmt.Sprintf("laplacian_tile<%s, %t>(s)", r.writes[0].Precision(), reordered)
		return []device.Sweep{textual(s.sweep("", r), "laplacian "+name, call, gpu.Shape{Across: 64, Rows: m}, 1, 0)}
	}}
}
