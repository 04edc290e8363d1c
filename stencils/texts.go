package stencils

import (
	"fmt"
	"strconv"

	"drawbridge/device"
	"drawbridge/kernels/stencils/gpu"
)

// threads of a block where a variant has no wish.
const threads = 256

// mostBlocks is how many blocks a launch may have along y and z.
const mostBlocks = 65535

// textual makes a sweep one of a text for a GPU. width is the points of a thread along x; it goes length points
// along the axis of the shape's length: 0: none.
func textual(w device.Sweep, name, call string, shape gpu.Shape, width, axis int) device.Sweep {
	if shape.Threads == 0 {
		shape.Threads = threads
	}
	w.Program = device.Program{Name: name, Set: builtIn, Symbol: gpu.Symbol,
		Variants: []device.Variant{{Name: name, Unit: gpu.Text(shape, call), Launch: device.Geometry{Shared: w.Shared}}}}
	w.Threads = shape.Threads
	rows, planes := max(shape.Rows, 1)*shape.Threads/shape.Across, 1
	switch axis {
	case 1:
		rows *= shape.Length
	case 2:
		planes = shape.Length
	}
	w.Blocks = [3]int{above(w.Extent[0], shape.Across*width), min(above(w.Extent[1], rows), mostBlocks), min(above(w.Extent[2], planes), mostBlocks)}
	return w
}

// textual makes a sweep of a request one of a text, which defines what is the caller's own.
func (r *request) textual(w device.Sweep, name, call string, shape gpu.Shape, width, axis int) device.Sweep {
	shape.Own, shape.Fused, shape.Cells = r.ownText(), r.behind != nil, r.cells
	return textual(w, name, call, shape, width, axis)
}

func above(n, unit int) int { return (n + unit - 1) / unit }

// quadWidth is the points of 16 bytes.
func (r *request) quadWidth() int { return 16 / r.writes[0].Bytes }

// width is the points that a thread computes at once: a quad, or one.
func (r *request) width(quads bool) int {
	if quads {
		return r.quadWidth()
	}
	return 1
}

// operation is the type of the request's operator in kernels/stencils; past: outputs go past the caches.
func (r *request) operation(past bool) string { return r.values(past).Fill(r.op.Kernel) }

// texts are the ways to run a request on a GPU.
func (s *Stencils) texts(r *request) []variant {
	if r.op.Relaxes() {
		return s.relaxationTexts(r)
	}
	if r.op.gpu("strips") && r.steps > 1 {
		return []variant{s.strips(64), s.strips(128), s.strips(256)}
	}
	if f := r.writes[0]; max(f.Shape[1], f.Shape[2]) > mostBlocks {
		return []variant{s.plain("quad:64", 64, true, true), s.plain("point:64", 64, false, false)} // the others make no second round of rows
	}
	list := []variant{s.plain("quad:32", 32, true, true), s.plain("quad:64", 64, true, false), s.plain("point:64", 64, false, false), s.plain("point:256", 256, false, false)}
	if r.op.gpu("strips") {
		list = append(list, s.strips(128))
	}
	if r.op.gpu("shared") {
		list = append(list, s.shared(true), s.shared(false))
	}
	if r.op.gpu("window") {
		list = append(list, s.windows(r)...)
	}
	if r.op.gpu("rows") {
		list = append(list, s.rows(2, 64), s.rows(4, 64), s.rows(4, 32))
	}
	if r.writes[0].Dims == 3 && r.op.gpu("march") {
		list = append(list, s.marches(r)...)
	}
	return list
}

// plain is an operator as it is, one point or one quad a thread.
func (s *Stencils) plain(name string, across int, quads, past bool) variant {
	return variant{name: name, sweeps: func(r *request) []device.Sweep {
		w := s.sweep("", r)
		r.setAxis(&w)
		return []device.Sweep{r.textual(w, r.op.Name+" "+name, r.gpuCall("points", quads, past, false), gpu.Shape{Across: across}, r.width(quads), 0)}
	}}
}

// named makes a variant's name of its numbers.
func named(name string, quads bool, numbers ...int) string {
	if !quads {
		name += "_point"
	}
	for _, n := range numbers {
		name += ":" + strconv.Itoa(n)
	}
	return name
}

// rows is an operator as it is, a quad of m rows a thread.
func (s *Stencils) rows(m, across int) variant {
	return variant{name: named("rows", true, m, across), sweeps: func(r *request) []device.Sweep {
		w := s.sweep("", r)
		r.setAxis(&w)
		return []device.Sweep{r.textual(w, r.op.Name+" rows", r.gpuCall("rows", true, true, false), gpu.Shape{Across: across, Rows: m}, r.quadWidth(), 0)}
	}}
}

// shared is one step from a tile in shared memory.
func (s *Stencils) shared(interleaved bool) variant {
	name := "shared_planar"
	if interleaved {
		name = "shared_interleaved"
	}
	return variant{name: name, byName: true, sweeps: func(r *request) []device.Sweep {
		w := s.sweep("", r)
		w.Shared = 2 * (32 + 2) * (threads/32 + 2) * r.writes[0].Bytes
		return []device.Sweep{r.textual(w, r.op.Name+" "+name, r.gpuCall("shared", false, true, interleaved), gpu.Shape{Across: 32}, 1, 0)}
	}}
}

// strips is several steps in registers, a warp per strip of columns, n rows long.
func (s *Stencils) strips(n int) variant {
	return variant{name: fmt.Sprintf("strips:%d", n), sweeps: func(r *request) []device.Sweep {
		width := r.quadWidth()
		w := textual(s.sweep("", r), r.op.Name+" strips", r.gpuCall("strips", true, true, false), gpu.Shape{Across: 32, Length: n, Steps: r.steps}, width, 1)
		useful := (32 - 2*above(r.steps, width)) * width * threads / 32 // columns of a block
		w.Blocks = [3]int{above(w.Extent[0], useful), above(w.Extent[1], n), 1}
		return []device.Sweep{w}
	}}
}

// compiled gives a sweep of the host its text, where the device compiles: operators without variants.
func (s *Stencils) compiled(w device.Sweep, name, call string) device.Sweep {
	if !s.about.Compiles {
		return w
	}
	across := 64
	if w.Extent[0] < 32 {
		across = 8
	}
	return textual(w, name, call, gpu.Shape{Across: across}, 1, 0)
}
