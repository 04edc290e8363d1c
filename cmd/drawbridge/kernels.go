package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	kernels "drawbridge/kernels/set"
	"drawbridge/properties"
	"drawbridge/status/nearest"
	"drawbridge/views"
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
	return printsJSON(&cobra.Command{
		Use:               "kernels [NAME]",
		Short:             "List the kernels with what they read and write",
		Long:              "List the built-in kernels: collections, and the building blocks under them. plan%create takes\nthe name of either. A name with [ns] has one value per species; a name on both sides is read as a\nfirst guess and written. With a NAME: its views, with their units and meanings.",
		Example:           "  drawbridge kernels\n  drawbridge kernels preosThermalProperties\n  drawbridge kernels --json",
		Args:              between(0, 1, "one NAME or none"),
		ValidArgsFunction: offer(kernelNames),
		RunE: speak(func(c *console.Console, arguments []string) error {
			lines := kernelLines()
			if len(arguments) == 1 {
				return oneKernel(c, lines, arguments[0])
			}
			if c.AsJSON {
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
		}),
	})
}

func kernelNames() []string {
	return namesOf(slices.Concat(properties.Collections, properties.Blocks), func(c properties.Collection) string { return c.Name })
}

// kernelViews is one kernel with the units and meanings of its views, as JSON shows it.
type kernelViews struct {
	kernelLine
	Needs string       `json:"needs"`
	Views []kernelView `json:"views"`
}

type kernelView struct {
	Name    string `json:"name"`
	Use     string `json:"use"` // read, written, or read and written
	Unit    string `json:"unit"`
	Meaning string `json:"meaning"`
}

// oneKernel prints one kernel with its views.
func oneKernel(c *console.Console, lines []kernelLine, name string) error {
	at := slices.IndexFunc(lines, func(l kernelLine) bool { return strings.EqualFold(l.Name, name) })
	if at < 0 {
		return fmt.Errorf("kernel '%s' is not known; drawbridge kernels lists them%s", name, nearest.Question(name, kernelNames()))
	}
	k, _ := kernels.BuiltIn().Kernel(lines[at].Name)
	one := kernelViews{kernelLine: lines[at], Needs: k.Needs}
	declared := properties.Declarations(1, 1)
	add := func(use string, arguments []kernels.Argument) {
		for _, a := range arguments {
			if i := slices.IndexFunc(one.Views, func(v kernelView) bool { return v.Name == a.Name || v.Name == a.Name+"[ns]" }); i >= 0 {
				one.Views[i].Use = "read and written"
				continue
			}
			v := kernelView{Name: argumentNames([]kernels.Argument{a})[0], Use: use}
			if d := slices.IndexFunc(declared, func(d views.Declaration) bool { return d.Name == a.Name }); d >= 0 {
				v.Unit, v.Meaning = declared[d].Unit, declared[d].Meaning
			}
			one.Views = append(one.Views, v)
		}
	}
	add("read", k.Reads)
	add("written", k.Writes)
	if c.AsJSON {
		return c.JSON(one)
	}
	c.Printf("%s: %s (%s)", one.Name, one.Meaning, one.Kind)
	c.Printf("needs before it runs: %s", one.Needs)
	t := c.Table(4, "view", "use", "unit", "meaning")
	for _, v := range one.Views {
		t.Row(v.Name, v.Use, v.Unit, v.Meaning)
	}
	t.Render()
	return nil
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
	for kind, list := range map[string][]properties.Collection{"collection": properties.Collections, "block": properties.Blocks} {
		if at := slices.IndexFunc(list, func(c properties.Collection) bool { return c.Kernel == kernel }); at >= 0 {
			return kind, list[at].Meaning
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
