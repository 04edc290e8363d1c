package main

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
	"drawbridge/tools/picture"
)

// printGrowth says how the cost grows with the species, and whether that is as it should be.
func printGrowth(c *console.Console, list []measure.Growth) {
	if len(list) == 0 {
		return
	}
	t := c.Table(2, fmt.Sprintf("cost from %d species on", measure.GrowthFrom), "collection", "states", "kernel, ns", "goal", "Fortran", "steepest step", "")
	for _, g := range list {
		goal := ""
		if g.AtMost > 0 {
			goal = fmt.Sprintf("<= %g", g.AtMost)
		}
		t.Row(g.ISA, g.Collection, g.States, fmt.Sprintf("%.3g species^%.2f", g.Factor, g.Exponent), goal, fmt.Sprintf("^%.2f", g.Textbook),
			fmt.Sprintf("^%.2f, %d to %d", g.Steepest, g.Between[0], g.Between[1]), met(c, g.AtMost, g.Met()))
	}
	t.Render()
}

// drawGrowth draws cost against species, both logarithmic, with the fits dashed.
func drawGrowth(path string, list []measure.Growth) error {
	chart := picture.Chart{Title: "Cost of a grid point", X: "species", Y: "ns per point", LogX: true, LogY: true, Width: 16, Height: 10}
	if len(list) == 0 {
		return fmt.Errorf("--output: nothing to draw: at least three counts of species from %d on are needed, in rising order", measure.GrowthFrom)
	}
	for _, g := range list {
		var x, fit, at []float64
		for _, s := range g.Species {
			x = append(x, float64(s))
			if s >= measure.GrowthFrom {
				at, fit = append(at, float64(s)), append(fit, g.Factor*math.Pow(float64(s), g.Exponent))
			}
		}
		name := g.Collection
		if g.States != "" {
			name += ", " + g.States
		}
		chart.Lines = append(chart.Lines, picture.Series{Name: name + " states, Fortran", X: x, Y: g.Reference, Points: true},
			picture.Series{Name: fmt.Sprintf("%s states, kernel (%s)", name, g.ISA), X: x, Y: g.Kernel, Points: true},
			picture.Series{Name: fmt.Sprintf("fit: species^%.2f", g.Exponent), X: at, Y: fit, Dashed: true})
	}
	for _, s := range list[0].Species {
		chart.XTicks = append(chart.XTicks, plot.Tick{Value: float64(s), Label: fmt.Sprint(s)})
	}
	return chart.Save(path)
}
