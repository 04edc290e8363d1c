// Package gpu holds the stencils' texts for a GPU: loops of their own, one text per variant, round the operators
// of the package above.
//
//	loop.h        operators as they are, one point or a quad a thread
//	march.h       columns that keep planes in registers
//	gray_scott.h  several steps in registers, a warp per strip
//	reduce.h      a warp per row
//
// Here lives which points a thread visits, in which order. Never here: a choice between variants.
package gpu

import (
	_ "embed"
	"fmt"
)

//go:embed loop.h
var loopText string

//go:embed march.h
var marchText string

//go:embed gray_scott.h
var grayScottText string

//go:embed reduce.h
var reduceText string

// Symbol is the name of every kernel in what is compiled.
const Symbol = "stencil"

// Shape is what a text is specialised by: threads of a block, how many of them lie side by side along x, how
// many rows it takes at once and how far it goes, and the steps that it makes at once.
type Shape struct{ Threads, Across, Rows, Length, Steps int }

// Text is a unit whose kernel is one call, such as points<laplacian<float, true, false>, float>(s).
func Text(shape Shape, call string) string {
	return fmt.Sprintf("#define THREADS %d\n#define TX %d\n#define ROWS %d\n#define LENGTH %d\n#define STEPS %d\n", shape.Threads, shape.Across, max(shape.Rows, 1), shape.Length, max(shape.Steps, 1)) +
		"#include \"sweep.h\"\n#include \"dialect.h\"\n#include \"operators.h\"\n#include \"pointwise.h\"\n#include \"relax.h\"\n#include \"boundary.h\"\n#include \"multigrid.h\"\n" +
		loopText + marchText + grayScottText + reduceText +
		"extern \"C\" __global__ void __launch_bounds__(THREADS) " + Symbol + "(const __grid_constant__ sweep s) { " + call + "; }\n"
}
