package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
)

// orderRate is one line of bench_orders.
type orderRate struct {
	Bench   string  `json:"bench"`
	Species int     `json:"species"`
	Points  int     `json:"points"`
	Order   string  `json:"order"`
	Kind    string  `json:"kind"` // real(8), real(4), or scaled: real(8) in units of their own
	Threads int     `json:"threads"`
	Ns      float64 `json:"ns"`       // per point
	OfUsual float64 `json:"of_usual"` // time over that of real(8) arrays i,j,k,var
}

func benchOrdersCommand() *cobra.Command {
	return benchmark(&cobra.Command{
		Use:   "orders [-- ARGUMENTS]",
		Short: "Plans on arrays of other orders, precisions and units, compared with the common order",
		Long: `Measure plans of the thermal set of 13 outputs on arrays of several orders, of real(4), and with scales, from the
solver's arrays to the solver's arrays. The reference, real(8) arrays q(i,j,k,var), is timed in the same run.
Arguments after -- go to the benchmark program: species=1,5,20 cells=32 threads=1 repeat=15.`,
		Example: "  drawbridge bench orders --device host\n  drawbridge bench orders -- species=5 cells=64",
	}, "bench_orders", parseOrderRate, printOrderRates)
}

func parseOrderRate(line []byte) (r orderRate, err error) {
	err = json.Unmarshal(line, &r)
	return r, err
}

func printOrderRates(c *console.Console, results []orderRate) {
	t := c.Table(2, "species", "points", "order", "elements", "ns per point", "of i,j,k,var")
	for _, r := range results {
		t.Row(fmt.Sprint(r.Species), fmt.Sprint(r.Points), r.Order, r.Kind, fmt.Sprintf("%.2f", r.Ns), fmt.Sprintf("%.2fx", r.OfUsual))
	}
	t.Render()
}
