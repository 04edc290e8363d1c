package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
)

func benchExpressionsCommand() *cobra.Command {
	return benchmark(&cobra.Command{
		Use:   "expressions [-- ARGUMENTS]",
		Short: "Expressions of fields against plain Fortran loops, one core",
		Long: `Measure seven expressions (pointwise), one with neighbours, on fields of five shapes in both precisions, next to plain Fortran loops
(gfortran -O3 -march=native) that take turns with them. Times are ns per point of the fastest round. The ratio is the
library's time over Fortran's. The last column leaves out the time of an entry of a list, measured on fields of one
point. For one thread: DRAWBRIDGE_THREADS=1. Arguments after -- go to the benchmark program: rounds=40, only=1..7,
precision=float|double, shape=16|29|48|128|512, halo=1.`,
		Example: "  DRAWBRIDGE_THREADS=1 drawbridge bench expressions --device host\n  drawbridge bench expressions --json -- shape=16 rounds=100",
	}, "bench_expressions", measure.ParseExpression, printExpressions)
}

func printExpressions(c *console.Console, results []measure.Expression) {
	t := c.Table(2, "expression", "precision", "shape", "Fortran ns", "library ns", "ratio", "goal", "", "without entry")
	for _, e := range results {
		shape := strings.Trim(strings.ReplaceAll(fmt.Sprint(e.Shape), " ", " x "), "[]")
		t.Row(e.Expression, e.Precision, shape, fmt.Sprintf("%.3f", e.Plain), fmt.Sprintf("%.3f", e.Ours),
			fmt.Sprintf("%.2f", e.Ratio), fmt.Sprintf("<= %.2f", e.Goal), met(c, e.Goal, e.Met()), fmt.Sprintf("%.2f", e.Kernel))
	}
	t.Render()
}
