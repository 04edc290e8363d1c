package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/account"
	"drawbridge/cmd/drawbridge/internal/console"
)

func reportCommand() *cobra.Command {
	return printsJSON(&cobra.Command{
		Use:   "report FILE...",
		Short: "Print the times of a run, or of two runs side by side",
		Long: `Print the library's report of a run: the time of each kernel and each copy. A solver writes it with
DRAWBRIDGE_REPORT=FILE.json. With two such reports, of any solver, print the times of both and their ratio.
The timings of the example solver, with its own routines and through Drawbridge, give a table of a step as well. Give the files in any order.`,
		Example: `  drawbridge report before.json after.json
  drawbridge report fortran.json bridge.json bridge_report.json
  drawbridge report bridge_report.json --json`,
		Args: between(1, math.MaxInt, "FILE..."),
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
	if len(a.Lines) > 0 {
		t := c.Table(1, "ms in all", a.Files[0], a.Files[1], "ratio")
		for _, p := range a.Lines {
			t.Row(p.Name, milliseconds(p.Reference), milliseconds(p.Bridge), ratioCell(c, p.Ratio))
		}
		t.Render()
		return
	}
	if a.Second != nil {
		c.Printf("%s and %s have no times of kernels or copies", a.Files[0], a.Files[1])
		return
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
