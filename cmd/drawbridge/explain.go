package main

import (
	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/tools/explain"
)

func explainCommand() *cobra.Command {
	return printsJSON(&cobra.Command{
		Use:   "explain FILE",
		Short: "Find the options or units that explain the differences from your own routine",
		Long: `Read the file that a run with DRAWBRIDGE_CHECK=compare writes, and look for the reasons of the differences between
each plan and your own routine. The collection runs again at those points, on host cores, with one change after the
other: options, units of inputs and outputs, the zero of the energy, mole fractions. The change that removes a difference is
named, with the call that makes it, or up to three that do so together. The search takes seconds to minutes.`,
		Example: "  DRAWBRIDGE_CHECK=compare ./solver\n  drawbridge explain drawbridge_compare.json",
		Args:    exactly(1, "FILE"),
		RunE: speak(func(c *console.Console, arguments []string) error {
			lines, err := explain.File(arguments[0])
			if err != nil {
				return err
			}
			if c.AsJSON {
				return c.JSON(lines)
			}
			for _, line := range lines {
				c.Printf("%s", line)
			}
			return nil
		}),
	})
}
