package main

import (
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/kernels"
	"drawbridge/properties"
)

// kernelLine is one kernel as JSON shows it. A collection is one fused kernel of many properties, a
// block is a building block under them; both are names that plan%create takes.
type kernelLine struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind"` // collection or block
	Meaning  string   `json:"meaning"`
	Reads    []string `json:"reads"`
	Writes   []string `json:"writes"`
	Variants []string `json:"variants"` // of a GPU, first the one taken where nothing is measured
}

func kernelsCommand() *cobra.Command {
	asJSON := false
	command := &cobra.Command{
		Use:     "kernels",
		Short:   "List the kernels with what they read and write",
		Long:    "List the built-in kernels: collections, and the building blocks under them. plan%create takes\nthe name of either. A name with [ns] has one value per species; a name on both sides is read as a\nfirst guess and written.",
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
			t := c.Table(4, "kernel", "kind", "reads", "writes")
			for _, l := range lines {
				t.Row(l.Name, l.Kind, strings.Join(l.Reads, " "), strings.Join(l.Writes, " "))
			}
			t.Render()
			c.Printf("layouts of views: left, right (DRAWBRIDGE_LAYOUT)")
			c.Printf("variants on a GPU, measured at the first launch (DRAWBRIDGE_TUNE): %s", strings.Join(lines[0].Variants, " "))
			return nil
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return command
}

func kernelLines() []kernelLine {
	var lines []kernelLine
	for _, k := range kernels.BuiltIn().Kernels() {
		kind, meaning := describe(k.Name)
		lines = append(lines, kernelLine{k.Name, kind, meaning, argumentNames(k.Reads), argumentNames(k.Writes), variantNames(k.Name)})
	}
	return lines
}

func variantNames(kernel string) []string {
	var names []string
	for _, text := range kernels.BuiltIn().Texts(kernel, kernels.Constants{Species: 1, UnitPoints: true}) {
		names = append(names, text.Variant)
	}
	return names
}

// describe finds what a kernel is known as.
func describe(kernel string) (kind, meaning string) {
	for _, c := range properties.Collections {
		if c.Kernel == kernel {
			return "collection", c.Meaning
		}
	}
	for _, b := range properties.Blocks {
		if b.Kernel == kernel {
			return "block", b.Meaning
		}
	}
	return "", ""
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
