package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/account"
	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/report"
)

func reportCommand() *cobra.Command {
	return printsJSON(&cobra.Command{
		Use:   "report FILE...",
		Short: "Print the times of runs with and without Drawbridge side by side",
		Long: `Print a table with the time of a step with the solver's own property routines and through Drawbridge, then the
time of each kernel and each copy. The files are the timings of the example solver and the reports of the library
(DRAWBRIDGE_REPORT=FILE.json), in any order. Each may be left out.`,
		Example: `  drawbridge report fortran.json bridge.json bridge_report.json
  drawbridge report bridge_report.json --json`,
		Args: func(command *cobra.Command, arguments []string) error {
			if len(arguments) == 0 {
				return fmt.Errorf("no file given; see %s --help", command.CommandPath())
			}
			return nil
		},
		RunE: speak(func(c *console.Console, arguments []string) error {
			a, err := account.Read(arguments...)
			if err != nil {
				return err
			}
			if c.AsJSON {
				return c.JSON(a)
			}
			printAccount(c, a)
			return nil
		}),
	})
}

func printAccount(c *console.Console, a *account.Account) {
	for _, r := range []*account.Run{a.Reference, a.Bridge} {
		if r != nil {
			c.Printf("%d cells, %d ranks, %d species (%s)", r.Cells, r.Ranks, len(r.Species), strings.Join(r.Species, " "))
			break
		}
	}
	printParts(c, partsOf(c, a))
	if a.Library != nil {
		printRanks(c, a.Library)
		for _, note := range a.Library.Notes {
			c.Printf("%s", note)
		}
	}
}

// part is lines of a table below the names of its columns.
type part struct {
	header []string
	rows   [][]string
}

// partsOf are those of a report that have lines.
func partsOf(c *console.Console, a *account.Account) (list []part) {
	add := func(p part) {
		if len(p.rows) > 0 {
			list = append(list, p)
		}
	}
	steps := part{header: []string{"ms per step", "Fortran", "Drawbridge", "", "ratio"}}
	for _, p := range a.Pairs {
		steps.rows = append(steps.rows, []string{p.Name, milliseconds(p.Reference), milliseconds(p.Bridge), "", ratioCell(c, p.Ratio)})
	}
	add(steps)
	if a.Library == nil {
		return list
	}
	add(lines("kernel on "+a.Library.Device, "ns/point", a.Library.Kernels, func(l *report.Line) string { return quotient(1e9*l.Seconds, float64(l.Points), "%.1f") }))
	add(lines("copy", "MB", a.Library.Copies, func(l *report.Line) string { return fmt.Sprintf("%.1f", float64(l.Bytes)/1e6) }))
	flags := part{header: []string{"flagged points", "points", "", "", ""}}
	for _, f := range a.Library.Flags {
		flags.rows = append(flags.rows, []string{f.Name, fmt.Sprint(f.Points), "", "", ""})
	}
	add(flags)
	return list
}

// printParts prints parts as one table, whose columns have new names in each.
func printParts(c *console.Console, parts []part) {
	if len(parts) == 0 {
		return
	}
	t := c.Table(1, parts[0].header...)
	for i, p := range parts {
		if i > 0 {
			t.Section(p.header...)
		}
		for _, row := range p.rows {
			t.Row(row...)
		}
	}
	t.Render()
}

// printRanks prints how kernels and copies lie over the ranks, and where the ranks are.
func printRanks(c *console.Console, r *report.Report) {
	if len(r.Ranks) < 2 {
		return
	}
	t := c.Table(1, fmt.Sprintf("over %d ranks", len(r.Ranks)), "min ms", "mean ms", "max ms", "slowest")
	for _, l := range append(r.Kernels, r.Copies...) {
		if s := l.Ranks; s != nil {
			t.Row(l.Name, fmt.Sprintf("%.2f", 1e3*s.Min), fmt.Sprintf("%.2f", 1e3*s.Mean), fmt.Sprintf("%.2f", 1e3*s.Max), fmt.Sprintf("rank %d", s.Slowest))
		}
	}
	t.Section("rank", "host", "threads", "CPUs", "device")
	for _, p := range r.Ranks {
		t.Row(fmt.Sprint(p.Rank), p.Host, fmt.Sprint(p.Threads), report.Ranges(p.CPUs), p.Device)
	}
	t.Render()
	for _, line := range r.Shared {
		c.Printf("%s", line)
	}
}

// lines are the kernels or copies of the library's report, summed over the ranks and the run.
func lines(title, unit string, list []*report.Line, size func(*report.Line) string) part {
	p := part{header: []string{title, "calls", "ms in all", unit, "GB/s"}}
	for _, l := range list {
		p.rows = append(p.rows, []string{l.Name, fmt.Sprint(l.Calls), fmt.Sprintf("%.2f", 1e3*l.Seconds), size(l), quotient(float64(l.Bytes)/1e9, l.Seconds, "%.2f")})
	}
	return p
}

func milliseconds(s float64) string {
	if s == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", 1e3*s)
}

func quotient(a, b float64, format string) string {
	if a == 0 || b == 0 {
		return "-"
	}
	return fmt.Sprintf(format, a/b)
}

func ratioCell(c *console.Console, ratio float64) string {
	text := fmt.Sprintf("%.2fx", ratio)
	switch {
	case ratio == 0:
		return "-"
	case ratio > 1.02:
		return c.Good(text)
	case ratio < 0.98:
		return c.Bad(text)
	}
	return text
}
