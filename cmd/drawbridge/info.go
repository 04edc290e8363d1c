package main

import (
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/probe"
	"drawbridge/frame"
	"drawbridge/report"
)

func infoCommand() *cobra.Command {
	asJSON := false
	command := &cobra.Command{
		Use:     "info",
		Short:   "Tell what this machine has, what is missing, and how to get it",
		Long:    "Tell which devices, instruction sets and CPUs a run would use here, which MPI and HDF5 there are,\nand how to get what is missing.",
		Example: "  drawbridge info\n  drawbridge info --json\n  mpirun -np 1 --bind-to core drawbridge info",
		Args:    exactly(0, "none"),
		RunE: func(command *cobra.Command, _ []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			m := probe.Look()
			if asJSON {
				return c.JSON(m)
			}
			printMachine(c, m)
			return nil
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return command
}

func printMachine(c *console.Console, m probe.Machine) {
	c.Printf("drawbridge %s on %s", frame.Version, m.CPU)
	c.Printf("instruction sets of the kernels, best first: %s", strings.Join(m.ISAs, " "))
	c.Printf("CPUs of this process: %s (%d, and as many threads by default)\n", report.Ranges(m.CPUs), len(m.CPUs))
	t := c.Table(4, "device", "here", "", "for")
	items(c, t, m.Devices)
	t.Section("part", "here", "", "for")
	items(c, t, m.Parts)
	t.Render()
	for _, i := range append(m.Devices, m.Parts...) {
		if i.Advice != "" {
			c.Printf("%s: %s", i.Name, i.Advice)
		}
	}
}

func items(c *console.Console, t *console.Table, list []probe.Item) {
	for _, i := range list {
		word := c.Good("yes")
		if !i.Found {
			word = c.Bad("no")
		}
		t.Row(i.Name, word, i.What, c.Faint(i.Purpose))
	}
}
