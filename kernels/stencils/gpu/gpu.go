// Package gpu makes the stencils' texts for a GPU: loops of their own, one text per variant, round the operators
// of the package above.
//
//	../../gpu/gpu.h what differs between vendors
//	loop.h         operators as they are, one point or a quad a thread
//	expression.h   what users' expressions compute with
//	behind.h       operators of one point behind another one, in one kernel
//	march.h        columns that keep planes in registers
//	planes.h       columns whose planes come ahead of them into shared memory
//	shell.h        all halo cells at once
//	reduce.h       reductions, a warp for some rows
//	summed.h       reductions behind operators, in one kernel
//	exchange.h     halos between processes
//
// Loops that belong to one operator stand in its file, ../operators/NAME.h.
//
// Here lives which points a thread visits, in which order. Never here: a choice between variants.
package gpu

import (
	"cmp"
	"fmt"
)

// Symbol is the name of every kernel in what is compiled.
const Symbol = "stencil"

// Shape is what a text is specialised by: threads of a block, how many of them lie side by side along x, how
// many rows it takes at once and how far it goes, the steps that it makes at once, and how many planes come ahead.
// Unroll is how many planes of a column are written out (0: 2), a power of two: of a loop with barriers NVRTC 13.0 leaves out
// what remains for 3, 5 or 9, and the column goes on beyond its end. Blocks is how many blocks a multiprocessor must have
// room for (0: the compiler's choice). Own is text of the caller's, that defines what a call needs; Fused: also what happens to a result.
// Numbers of Cells are taken from there when the kernel starts.
type Shape struct {
	Threads, Across, Rows, Length, Steps, Ahead, Unroll, Blocks int
	Own                                                         string
	Fused                                                       bool
	Cells                                                       []int // numbers whose value is the index of a cell
}

// Headers are what a text may include, by their names in Sources of the package above: the loops come before the operators.
var Headers = []string{"sweep.h", "gpu.h", "dialect.h", "gpu/loop.h", "gpu/expression.h", "gpu/behind.h", "gpu/march.h",
	"gpu/planes.h", "operators.h", "multigrid.h", "gpu/shell.h", "exact.h", "gpu/reduce.h", "gpu/summed.h"}

// rounded are the sums of users' expressions. Without a rounding of its own, ptxas may join an addition to the product before it, as of an
// operator in the same kernel whose result stays in a register: then a fused kernel had other bits than two.
const rounded = `template <class T> function T plus(T a, T b) { return sizeof(T) == 8 ? (T)__dadd_rn(a, b) : (T)__fadd_rn((float)a, (float)b); }
template <class T> function T minus(T a, T b) { return sizeof(T) == 8 ? (T)__dsub_rn(a, b) : (T)__fsub_rn((float)a, (float)b); }
`

// Text is a unit whose kernel is one call, such as points<laplacian<float, true, false>, float>(s).
func Text(shape Shape, call string) string {
	text := fmt.Sprintf("#define THREADS %d\n#define TX %d\n#define ROWS %d\n#define LENGTH %d\n#define STEPS %d\n#define AHEAD %d\n#define UNROLL %d\n",
		shape.Threads, shape.Across, max(shape.Rows, 1), shape.Length, max(shape.Steps, 1), max(shape.Ahead, 1), cmp.Or(shape.Unroll, 2))
	if shape.Fused {
		text = "#define FUSED\n" + text
	}
	for _, name := range Headers {
		text += "#include \"" + name + "\"\n"
	}
	bounds := "THREADS"
	if shape.Blocks > 0 {
		bounds = fmt.Sprintf("THREADS, %d", shape.Blocks)
	}
	given, cells := "s", ""
	if len(shape.Cells) > 0 {
		given, cells = "given", "sweep s = given; "
		for _, k := range shape.Cells {
			cells += fmt.Sprintf("s.number[%d] = given.cells[(int)given.number[%d]]; s.single[%d] = (float)s.number[%d]; ", k, k, k, k)
		}
	}
	if shape.Own != "" {
		text += rounded
	}
	return text + shape.Own + "extern \"C\" __global__ void __launch_bounds__(" + bounds + ") " + Symbol + "(const __grid_constant__ sweep " + given + ") { " + cells + call + "; }\n"
}
