package main

import (
	"fmt"
	"os"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/snapshot/compare"
	"drawbridge/snapshot/series"
)

// folder says whether an argument names a folder, and so a series.
func folder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func runSeries(c *console.Console, reference, new string, o compare.Options, f *compareFlags) error {
	update, end := c.Bar("comparing steps")
	r, err := series.Folders(reference, new, o, update)
	end()
	if err != nil {
		return err
	}
	if err := f.outputs.ofSeries(c, r); err != nil {
		return err
	}
	if f.asJSON {
		err = c.JSON(r)
	} else {
		printSeries(c, r, f.quiet)
	}
	if err == nil && !r.Same {
		return verdict(1)
	}
	return err
}

func printSeries(c *console.Console, r *series.Result, quiet bool) {
	if !quiet {
		printSteps(c, r)
		for _, s := range r.Skipped {
			c.Printf("%s", c.Faint(fmt.Sprintf("not compared: %s: %s", s.Path, s.Reason)))
		}
	}
	conclude(c, r.Same, r.Summary)
}

func printSteps(c *console.Console, r *series.Result) {
	t := c.Table(0, "step", "time [s]", "beyond", "worst field", "max abs", "norm", "largest at (x,y,z)", "rank", "")
	for _, one := range r.Steps {
		word := c.Good("same")
		if !one.Same {
			word = c.Bad("different")
		}
		beyond := 0
		for _, f := range one.Fields {
			if !f.Same {
				beyond++
			}
		}
		cells := []string{"-", "0", "0", "", ""}
		if f := series.Worst(one); f != nil && f.Unequal > 0 {
			cells = []string{name(f.Path), figure(f.MaxAbs), figure(f.Linf), f.Where.String(), rank(f.Where)}
		}
		t.Row(append(append([]string{fmt.Sprint(one.Step), fmt.Sprintf("%.4g", one.Time), fmt.Sprintf("%d of %d", beyond, len(one.Fields))}, cells...), word)...)
	}
	t.Render()
}
