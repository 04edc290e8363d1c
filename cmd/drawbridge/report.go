package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/account"
	"drawbridge/cmd/drawbridge/internal/console"
)

func reportCommand() *cobra.Command {
	return printsJSON(&cobra.Command{
		Use:   "report FILE...",
		Short: "Print the times of runs with and without Drawbridge side by side",
		Long: `Print a table with the time of a step with the solver's own property routines and through Drawbridge, then the
library's report: the time of each kernel and each copy. The files are the timings of the example solver and the reports of the library
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
	if len(a.Pairs) > 0 {
		t := c.Table(1, "ms per step", "Fortran", "Drawbridge", "ratio")
		for _, p := range a.Pairs {
			t.Row(p.Name, milliseconds(p.Reference), milliseconds(p.Bridge), ratioCell(c, p.Ratio))
		}
		t.Render()
	}
	if a.Library != nil {
		c.Printf("%s", c.Lines(strings.TrimRight(a.Library.Text(), "\n")))
	}
}

func milliseconds(s float64) string {
	if s == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", 1e3*s)
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
