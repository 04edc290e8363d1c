package stencils

import (
	"cmp"
	"strconv"

	"drawbridge/device"
	"drawbridge/kernels/stencils/gpu"
)

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
