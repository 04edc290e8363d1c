package main

import (
	"cmp"
	"fmt"
	"os"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/tools/compare"
	"drawbridge/tools/series"
)

// folder says whether an argument names a folder, and so a series.
func folder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// folders says whether both arguments name folders; one folder and something else cannot be compared.
func folders(reference, new string) (bool, error) {
	a, b := folder(reference), folder(new)
	if a == b {
		return a, nil
	}
	if _, err := os.Stat(map[bool]string{true: new, false: reference}[a]); err != nil {
		return false, err
	}
	kind := map[bool]string{true: "folder", false: "file"}
	return false, fmt.Errorf("%s is a %s and %s is a %s, expected two files or two folders", reference, kind[a], new, kind[b])
}

func runSeries(c *console.Console, reference, new string, o compare.Options, f *compareFlags) error {
	update, end := c.Bar("comparing the files of each step:")
	o.Progress = update
	r, err := series.Folders(reference, new, o)
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
		printSeries(c, r, f)
	}
	return codeOf(err, r.Same, r.Undecided())
}

func printSeries(c *console.Console, r *series.Result, f *compareFlags) {
	if !f.quiet {
		printSteps(c, r)
		if first := r.FirstDifferent(); first != nil && f.listed {
			c.Printf("%s, the first that differs:", first.Name())
			printWorst(c, first)
		}
		for _, lone := range append(r.Lacking(), r.Surplus()...) {
			c.Printf("%s %s is %s", c.Bad("!"), lone[0], lone[1])
		}
		printSkips(c, r.Skipped)
		printAttributes(c, r)
	}
	conclude(c, r.Same, r.Undecided(), r.Summary, r.Hint, f.quiet)
}

func printSteps(c *console.Console, r *series.Result) {
	printTable(c, 0, r.Table(), "step", "time [s]", "beyond", "worst field", "max abs", "norm", "largest at (x,y,z)", "rank", "verdict")
	for _, one := range r.All() {
		reasons := one.Reasons()
		for _, why := range reasons[:min(len(reasons), mostReasons)] {
			c.Printf("%s %s: %s", c.Bad("!"), one.Name(), why)
		}
		if more := len(reasons) - mostReasons; more > 0 {
			c.Printf("%s %s: and %d more; compare these two files to see all", c.Bad("!"), one.Name(), more)
		}
	}
}

// The most reasons of a step, and the most attributes of a series, that are printed.
const mostReasons, mostShown = 8, 40

// printAttributes tells once of each attribute that differs along a series.
func printAttributes(c *console.Console, r *series.Result) {
	list := r.Attributes()
	for _, a := range list[:min(len(list), mostShown)] {
		more := ""
		if a.More > 0 {
			more = fmt.Sprintf(", and in %d more", a.More)
		}
		c.Printf("%s", c.Faint(fmt.Sprintf("attribute %s@%s: %s | %s%s", a.Object, a.Name, cmp.Or(a.Reference, "(absent)"), cmp.Or(a.New, "(absent)"), more)))
	}
	if more := len(list) - mostShown; more > 0 {
		c.Printf("%s", c.Faint(fmt.Sprintf("%d more attributes differ", more)))
	}
}
