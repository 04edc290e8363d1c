package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
)

func benchReductionsCommand() *cobra.Command {
	return benchmark(&cobra.Command{
		Use:   "reductions [-- ARGUMENTS]",
		Short: "Sums and extremes of fields in rows of 16 to 512 points against plain Fortran loops",
		Long: `Measure sum, dot, norm2 and max of fields of n^3 points, n from 16 to 512, next to plain Fortran loops (gfortran -O3 -march=native)
that take turns with them. Times are ns per point of the fastest round. The ratio is the library's time over Fortran's. The next column
leaves out the time of an entry of a list, measured on fields of one point. The last column is that time over that of
rows of 128 points. For one thread: DRAWBRIDGE_THREADS=1. Arguments after -- go to the benchmark program: rounds=40,
kind=sum|dot|norm2|max, row=16|29|53|128|512.`,
		Example: "  DRAWBRIDGE_THREADS=1 drawbridge bench reductions --device host\n  drawbridge bench reductions -- kind=dot row=16",
	}, "bench_reductions", measure.ParseReduction, printReductions)
}

func printReductions(c *console.Console, results []measure.Reduction) {
	t := c.Table(2, "reduction", "row", "Fortran ns", "library ns", "ratio", "without entry", "over rows of 128")
	for _, r := range results {
		over := "-"
		if share := measure.OverRowsOf128(r, results); share > 0 {
			over = fmt.Sprintf("%.2f", share)
		}
		t.Row(r.Kind, fmt.Sprint(r.Row), fmt.Sprintf("%.3f", r.Plain), fmt.Sprintf("%.3f", r.Ours), fmt.Sprintf("%.2f", r.Ratio), fmt.Sprintf("%.3f", r.Kernel), over)
	}
	t.Render()
}
