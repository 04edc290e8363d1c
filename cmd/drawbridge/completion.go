package main

import (
	"drawbridge/properties"
	"drawbridge/properties/species"
	"drawbridge/tools/picture"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagValues are the words that a shell offers for a flag, by its name.
var flagValues = map[string]func() []string{
	"architecture":     oneOf("sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120", "gfx90a", "gfx942", "gfx1100"),
	"collection":       collectionNames,
	"color":            oneOf("auto", "always", "never"),
	"colors":           oneOf(picture.Maps...),
	"device":           oneOf("host", "memcheck", "cuda", "cuda:0", "hip", "gpu"),
	"format":           oneOf("table", "json", "solver"),
	"line":             oneOf("x", "y", "z"),
	"missing-critical": oneOf("estimate", "refuse"),
	"normal":           oneOf("x", "y", "z"),
	"species":          speciesNames,
}

func oneOf(list ...string) func() []string { return func() []string { return list } }

// namesOf are the names of a list.
func namesOf[T any](list []T, name func(T) string) (names []string) {
	for _, one := range list {
		names = append(names, name(one))
	}
	return names
}

func collectionNames() []string {
	return namesOf(properties.Collections, func(c properties.Collection) string { return c.Name })
}

func speciesNames() []string {
	table, _ := species.Table()
	return namesOf(table, func(s species.Species) string { return s.Name })
}

// offerValues makes the completions of a command, and of those below it, offer the values of its flags.
func offerValues(command *cobra.Command) {
	command.Flags().VisitAll(func(f *pflag.Flag) {
		if values := flagValues[f.Name]; values != nil {
			_ = command.RegisterFlagCompletionFunc(f.Name, offer(values)) // fails only where it is registered already
		}
	})
	for _, sub := range command.Commands() {
		offerValues(sub)
	}
}

func offer(values func() []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	}
}
