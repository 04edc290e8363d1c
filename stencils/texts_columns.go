package stencils

import (
	"cmp"
	"fmt"
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

// value is what a thread of a column holds: a quad, or one point.
func value(r *request, quads bool) (name string, width int) {
	if quads {
		return "quad<" + r.writes[0].Precision() + ">", r.quadWidth()
	}
	return r.writes[0].Precision(), 1
}

// window goes along the derivative's axis.
func (s *Stencils) window(c column, quads bool) variant {
	return variant{name: c.named("window", quads), sweeps: func(r *request) []device.Sweep {
		v, width := value(r, quads)
		call := fmt.Sprintf("window<%s, %d, %s, %d, true>(s)", r.writes[0].Precision(), r.radius, v, r.axis())
		return []device.Sweep{r.textual(s.sweep("", r), r.op.Name+" window", call, c.shape(), width, r.axis())}
	}}
}
