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
	"architecture":     oneOf("sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"),
	"collection":       collectionNames,
	"color":            oneOf("auto", "always", "never"),
	"colors":           oneOf(picture.Maps...),
	"device":           oneOf("host", "memcheck", "cuda", "cuda:0"),
	"format":           oneOf("table", "json", "solver"),
	"line":             oneOf("x", "y", "z"),
	"missing-critical": oneOf("estimate", "refuse"),
	"normal":           oneOf("x", "y", "z"),
	"species":          speciesNames,
}

func oneOf(list ...string) func() []string { return func() []string { return list } }

func collectionNames() []string {
	var names []string
	for _, c := range properties.Collections {
		names = append(names, c.Name)
	}
	return names
}

func speciesNames() []string {
	table, err := species.Table()
	if err != nil {
		return nil
	}
	var names []string
	for _, s := range table {
		names = append(names, s.Name)
	}
	return names
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
