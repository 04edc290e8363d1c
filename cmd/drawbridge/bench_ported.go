package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
)

// portedRate is one line of bench_ported.
type portedRate struct {
	Bench    string  `json:"bench"`
	Source   string  `json:"source"` // textbook or production
	Species  int     `json:"species"`
	Points   int     `json:"points"`
	Threads  int     `json:"threads"`
	ByHandNs float64 `json:"by_hand_ns"` // ns per point
	PortedNs float64 `json:"ported_ns"`
	Speed    float64 `json:"speed"`       // of the ported kernel, relative to the other
	PacksNs  float64 `json:"packs_ns"`    // the ported kernel as packs; on a GPU it is the same kernel
	Packs    float64 `json:"packs_speed"` // of packs, relative to the ported kernel
	Worst    float64 `json:"worst"`       // largest relative difference of the density
	Apart    float64 `json:"packs_worst"` // the same of packs
}

func benchPortedCommand() *cobra.Command {
	return benchmark(&cobra.Command{
		Use:   "ported [-- ARGUMENTS]",
		Short: "A ported Fortran routine, compared with the kernel written by hand",
		Long: `Measure the thermal set of 13 outputs as drawbridge port makes it from two sources, and the built-in kernel, on
the same fields in the same run. The textbook sums over pairs of species, with a square root for each. The production
source has no pairs, and one square root for each species. On a host the ported kernel is the compiled Fortran (-O2), and packs are
the same with --packs. The speed is that of the ported kernel relative to the built-in one. The last columns are the
largest relative differences of the density. It runs from the build tree. Arguments after -- go to the benchmark program: species=5,20,50 points=65536 threads=1
repeat=15.`,
		Example: "  drawbridge bench ported --device host\n  drawbridge bench ported --device cuda -- points=2097152",
	}, "bench_ported", parsePortedRate, printPortedRates)
}

func parsePortedRate(line []byte) (r portedRate, err error) {
	err = json.Unmarshal(line, &r)
	return r, err
}

func printPortedRates(c *console.Console, results []portedRate) {
	t := c.Table(1, "source", "species", "points", "by hand, ns", "ported, ns", "speed", "packs, ns", "packs over ported", "difference", "of packs")
	for _, r := range results {
		t.Row(r.Source, fmt.Sprint(r.Species), fmt.Sprint(r.Points), fmt.Sprintf("%.3f", r.ByHandNs), fmt.Sprintf("%.3f", r.PortedNs),
			fmt.Sprintf("%.1f %%", 100*r.Speed), fmt.Sprintf("%.3f", r.PacksNs), fmt.Sprintf("%.2f", r.Packs), fmt.Sprintf("%.0e", r.Worst),
			fmt.Sprintf("%.0e", r.Apart))
	}
	t.Render()
}
