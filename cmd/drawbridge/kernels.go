package main

import (
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/kernels"
)

// kernelLine is one kernel as JSON shows it.
type kernelLine struct {
	Name   string   `json:"name"`
	Reads  []string `json:"reads"`
	Writes []string `json:"writes"`
}

func kernelsCommand() *cobra.Command {
	asJSON := false
	command := &cobra.Command{
		Use:     "kernels",
		Short:   "List the kernels with what they read and write",
		Long:    "List the built-in kernels. A name with [ns] has one value per species; a name on both sides\nis read as a first guess and written.",
		Example: "  drawbridge kernels\n  drawbridge kernels --json",
		Args:    exactly(0, "none"),
		RunE: func(command *cobra.Command, _ []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			lines := kernelLines()
			if asJSON {
				return c.JSON(lines)
			}
			t := c.Table(3, "kernel", "reads", "writes")
			for _, l := range lines {
				t.Row(l.Name, strings.Join(l.Reads, " "), strings.Join(l.Writes, " "))
			}
			t.Render()
			return nil
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return command
}

func kernelLines() []kernelLine {
	var lines []kernelLine
	for _, k := range kernels.BuiltIn().Kernels() {
		lines = append(lines, kernelLine{k.Name, argumentNames(k.Reads), argumentNames(k.Writes)})
	}
	return lines
}

func argumentNames(list []kernels.Argument) []string {
	names := []string{}
	for _, a := range list {
		if a.PerSpecies {
			names = append(names, a.Name+"[ns]")
			continue
		}
		names = append(names, a.Name)
	}
	return names
}
