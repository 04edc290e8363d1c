package stencils

import (
	"cmp"
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

// ExchangeText makes a sweep one of the kernel that exchanges halos along an axis (kernels/stencils/gpu/exchange.h), in so many blocks.
func ExchangeText(w device.Sweep, axis, blocks int) device.Sweep {
	own := fmt.Sprintf("#define AXIS %d\n#include \"gpu/exchange.h\"\n", axis)
	w = textual(w, "exchange along "+string("xyz"[axis]), "exchange(s)", gpu.Shape{Across: 32, Own: own}, 1, 0)
	w.Blocks = [3]int{blocks, 1, 1}
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

// lanes of the device, for texts whose warps share work.
func (s *Stencils) lanes() int { return cmp.Or(s.about.Lanes, 32) }

// strips is several steps in registers, a warp per strip of columns, n rows long.
func (s *Stencils) strips(n int) variant {
	return variant{name: fmt.Sprintf("strips:%d", n), sweeps: func(r *request) []device.Sweep {
		width := r.quadWidth()
		w := textual(s.sweep("", r), r.op.Name+" strips", r.gpuCall("strips", true, true, false), gpu.Shape{Across: 32, Length: n, Steps: r.steps}, width, 1)
		useful := (s.lanes() - 2*above(r.steps, width)) * width * threads / s.lanes() // columns of a block
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

// column is how threads go along an axis with what they read in registers: length points each, across threads side by
// side along x, rows at once, threads a block (0: the usual number), unroll points written out (0: 2), and as many
// blocks as a multiprocessor must have room for (0: the compiler's choice).
type column struct{ length, across, rows, threads, unroll, blocks int }

func (c column) blockThreads() int { return cmp.Or(c.threads, threads) }

func (c column) shape() gpu.Shape {
	return gpu.Shape{Threads: c.threads, Across: c.across, Rows: c.rows, Length: c.length, Unroll: c.unroll, Blocks: c.blocks}
}

// named makes a variant's name: length, threads across, rows, threads of a block, then :uN and :bN where they are not the default.
func (c column) named(name string, quads bool) string {
	name = named(name, quads, c.length, c.across, max(c.rows, 1), c.blockThreads())
	if c.unroll > 0 {
		name += ":u" + strconv.Itoa(c.unroll)
	}
	if c.blocks > 0 {
		name += ":b" + strconv.Itoa(c.blocks)
	}
	return name
}

// windows are the ways along the axis of an operator that reads along it alone.
func (s *Stencils) windows(r *request) []variant {
	var list []variant
	for _, n := range []int{4, 8, 16} {
		list = append(list, s.window(column{length: n, across: 32, unroll: 8}, true), s.window(column{length: n, across: 128, unroll: 8}, true))
	}
	list = append(list, s.window(column{length: 16, across: 64, unroll: 8}, false))
	if r.op.Axis == 3 {
		list = append(list, s.window(column{length: 12, across: 32, rows: 2, threads: 64}, true), s.window(column{length: 12, across: 32, rows: 2, threads: 128}, true),
			s.window(column{length: 12, across: 32, rows: 2, threads: 128, unroll: 4, blocks: 1}, true), s.window(column{length: 64, across: 64, unroll: 8}, true))
	}
	return list
}

// window goes along the operator's axis.
func (s *Stencils) window(c column, quads bool) variant {
	return variant{name: c.named("window", quads), sweeps: func(r *request) []device.Sweep {
		return []device.Sweep{r.textual(s.sweep("", r), r.op.Name+" window", r.gpuCall("window", quads, true, false), c.shape(), r.width(quads), r.op.Axis-1)}
	}}
}

// mostShared is the shared memory that a block can have.
func (s *Stencils) mostShared() int { return cmp.Or(s.about.Shared, 227<<10) }

// marches are the ways along z. The first is the one that is right without measuring.
func (s *Stencils) marches(r *request) []variant {
	var list []variant
	for _, c := range columnsAlongZ(r.radius) {
		list = append(list, s.march(c, true))
	}
	list = append(list, s.march(column{length: 32, across: 64}, false))
	if r.behind != nil {
		for _, c := range columnsWithOthers {
			list = append(list, s.march(c, true))
		}
	}
	if r.op.gpu("planes") {
		list = append(list, s.planesOf(r)...)
	}
	return list
}

// columnsAlongZ were the fastest on an H200 in double or float, of some hundred (docs/stencils.md).
func columnsAlongZ(radius int) []column {
	if radius > 1 {
		return []column{{length: 8, across: 32, rows: 2}, {length: 64, across: 32, rows: 2}, {length: 8, across: 32, rows: 4, threads: 128, blocks: 1}}
	}
	return []column{{length: 6, across: 32, rows: 2}, {length: 64, across: 32, rows: 2},
		{length: 6, across: 32, rows: 2, threads: 128, blocks: 5}, {length: 8, across: 32, rows: 2, threads: 128, blocks: 5},
		{length: 6, across: 32, rows: 4, threads: 128, blocks: 1}, {length: 5, across: 32, rows: 4, threads: 128, unroll: 1, blocks: 1}}
}

// columnsWithOthers are further ways of an operator that has others behind it: what they read is in registers too. On an H200 the first
// was the fastest of 21 further ones at 512^3, radius 4 (docs/notes/stencils.md).
var columnsWithOthers = []column{{length: 64, across: 32}, {length: 64, across: 64}, {length: 32, across: 64, threads: 128}}

// planesOf are those ways through shared memory for which a block has enough of it.
func (s *Stencils) planesOf(r *request) (list []variant) {
	if !r.reachesByInt() {
		return nil
	}
	for _, c := range []column{{length: 64, across: 32, rows: 2}, {length: 128, across: 32, rows: 4}, {length: 256, across: 32, rows: 4},
		{length: 256, across: 16, rows: 4, blocks: 1}} {
		for _, ahead := range []int{2, 3} {
			if v := s.planes(c, ahead); v.sweeps(r)[0].Shared <= s.mostShared() {
				list = append(list, v)
			}
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

// march goes along z with the planes in registers.
func (s *Stencils) march(c column, quads bool) variant {
	return variant{name: c.named("march", quads), byName: !quads, sweeps: func(r *request) []device.Sweep {
		return []device.Sweep{r.textual(s.sweep("", r), r.op.Name+" march", r.gpuCall("march", quads, true, false), c.shape(), r.width(quads), 2)}
	}}
}

// planes goes along z with planes that come so many ahead into shared memory.
func (s *Stencils) planes(c column, ahead int) variant {
	return variant{name: c.named("planes", true) + ":a" + strconv.Itoa(ahead), sweeps: func(r *request) []device.Sweep {
		width, shape := r.quadWidth(), c.shape()
		shape.Ahead = ahead
		w := s.sweep("", r)
		wide, high := c.across*width+2*width*above(r.radius, width), c.blockThreads()/c.across*c.rows+2*r.radius
		w.Shared = (r.radius + 1 + ahead) * wide * high * r.writes[0].Bytes
		return []device.Sweep{r.textual(w, r.op.Name+" planes", r.gpuCall("planes", true, true, false), shape, width, 2)}
	}}
}

// leastFused is the number of points from which both colours in one pass pay: below it a launch is what costs.
const leastFused = 1 << 20

// relaxationTexts are sweeps of one colour after the other, and of both in one pass, which takes a second memory.
func (s *Stencils) relaxationTexts(r *request) []variant {
	passes := func(name string, across int) variant {
		one := s.plain(name, across, false, false)
		return variant{name: name, sweeps: func(r *request) []device.Sweep {
			var list []device.Sweep
			for _, c := range r.op.Colours {
				w := one.sweeps(r)[0]
				w.Option[0] = int64(c)
				list = append(list, w)
			}
			return list
		}}
	}
	list := []variant{passes("point:64", 64), passes("point:32", 32)}
	if !r.op.gpu("fused") || r.writes[0].Dims != 3 {
		return list
	}
	var fused []variant
	for _, c := range []column{{length: 64}, {length: 128}, {length: 86}, {length: 24}, {length: 86, threads: 512}} {
		c.across, c.rows, c.unroll = 32, 2, 4
		if e := r.writes[0].Shape; above(e[1], s.fusedRows(c)) <= mostBlocks && above(e[2], c.length) <= mostBlocks { // a pass has no second round
			fused = append(fused, s.fusedColours(c))
		}
	}
	if r.writes[0].Points() >= leastFused {
		return append(fused, list...)
	}
	return append(list, fused...)
}

// fusedRows is how many rows a block of the fused pass answers for: two on either side are recomputed.
func (s *Stencils) fusedRows(c column) int { return c.blockThreads()/s.lanes()*c.rows - 4 }

// fusedColours is both colours in one pass, black one plane behind red, into a second memory of the field.
func (s *Stencils) fusedColours(c column) variant {
	return variant{name: c.named("fused", true), exchanges: true, sweeps: func(r *request) []device.Sweep {
		w := s.sweep("", r)
		w.Shared = 4 * c.blockThreads() * 2 * 16
		w.Fields = append(w.Fields, w.Fields[1]) // the second memory, from who launches
		w = textual(w, r.op.Name+" fused", r.gpuCall("fused", true, true, false), c.shape(), r.quadWidth(), 2)
		w.Blocks[0], w.Blocks[1] = above(w.Extent[0], (s.lanes()-2)*r.quadWidth()), above(w.Extent[1], s.fusedRows(c))
		return []device.Sweep{w}
	}}
}
