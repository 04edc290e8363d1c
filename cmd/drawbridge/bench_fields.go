package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
)

// fieldRate is one line of bench_fields.
type fieldRate struct {
	Bench    string  `json:"bench"`
	Species  int     `json:"species"`
	Row      int     `json:"row"` // interior points
	Points   int     `json:"points"`
	Halo     int     `json:"halo"`
	Threads  int     `json:"threads"`
	ViewsNs  float64 `json:"views_ns"` // ns per point
	FieldsNs float64 `json:"fields_ns"`
	Speed    float64 `json:"speed"` // of fields, relative to views
	Worst    float64 `json:"worst"` // largest relative difference of the density
}

// fieldGoal is the least speed of fields relative to views, where rows have leastGoalRow points or more.
const (
	fieldGoal    = 0.95
	leastGoalRow = 64
)

func benchFieldsCommand() *cobra.Command {
	return benchmark(&cobra.Command{
		Use:   "fields [-- ARGUMENTS]",
		Short: "Property kernels on fields with halos, compared with stripe views",
		Long: `Measure the thermal set of 13 outputs on fields, in rows of several lengths, and on stripe views of as many points,
in the same run. All data are on the device already. The last columns are the speed on fields relative to views, and
the largest relative difference of the density. Arguments after -- go to the benchmark program: species=5,20,50
rows=16,64,128,500 points=65536 halo=4 threads=1 repeat=15.`,
		Example: "  drawbridge bench fields --device host\n  drawbridge bench fields --device cuda -- points=2097152",
	}, "bench_fields", parseFieldRate, printFieldRates)
}

func parseFieldRate(line []byte) (r fieldRate, err error) {
	err = json.Unmarshal(line, &r)
	return r, err
}

func printFieldRates(c *console.Console, results []fieldRate) {
	t := c.Table(0, "species", "row", "points", "halo", "views, ns", "fields, ns", "speed", "goal", "", "difference")
	for _, r := range results {
		goal, reached := "", ""
		if r.Row >= leastGoalRow {
			goal, reached = fmt.Sprintf(">= %.0f %%", 100*fieldGoal), met(c, fieldGoal, r.Speed >= fieldGoal)
		}
		t.Row(fmt.Sprint(r.Species), fmt.Sprint(r.Row), fmt.Sprint(r.Points), fmt.Sprint(r.Halo), fmt.Sprintf("%.3f", r.ViewsNs),
			fmt.Sprintf("%.3f", r.FieldsNs), fmt.Sprintf("%.1f %%", 100*r.Speed), goal, reached, fmt.Sprintf("%.0e", r.Worst))
	}
	t.Render()
}
