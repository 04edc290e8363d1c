package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"drawbridge/files"
	"drawbridge/frame"
	"drawbridge/properties"
	"drawbridge/properties/species"
	"drawbridge/tools/picture"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write the manual pages of this command into a folder",
		Long: `Write one manual page for the command and one for each of its subcommands. make install does this;
by hand, read one with man -l FOLDER/drawbridge-compare.1.`,
		Example: "  drawbridge man ~/.local/share/man/man1",
		Args:    exactly(1, "FOLDER"),
		RunE: func(command *cobra.Command, arguments []string) error {
			if err := os.MkdirAll(arguments[0], 0o755); err != nil {
				return err
			}
			escape(command.Root())
			if err := writePages(command.Root(), arguments[0]); err != nil {
				return err
			}
			_, err := fmt.Fprintln(command.OutOrStdout(), files.OneLine(arguments[0]))
			return err
		},
	}
}

// literal keeps signs of a text that Markdown would take for its own.
var literal = strings.NewReplacer("<", `\<`, "*", `\*`, "_", `\_`)

// long is the text that explains a command.
func long(command *cobra.Command) string {
	if command.Long == "" {
		return command.Short + "."
	}
	return command.Long
}

// markdown makes Markdown of a text that is written for a terminal: lines that are indented there are blocks of their own.
func markdown(text string) string {
	var b strings.Builder
	block, before := false, ""
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if indented := strings.HasPrefix(line, "  "); line != "" && indented != block {
			if before != "" {
				b.WriteString("\n")
			}
			block = indented
		}
		before = line
		if block {
			line = "  " + line
		} else {
			line = literal.Replace(line)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return strings.TrimSpace(b.String())
}

// escape makes the texts of a command and of its subcommands Markdown, of which cobra makes manual pages.
func escape(command *cobra.Command) {
	command.Long = markdown(long(command))
	for _, flags := range []*pflag.FlagSet{command.LocalNonPersistentFlags(), command.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) { f.Usage = literal.Replace(f.Usage) })
	}
	for _, sub := range command.Commands() {
		escape(sub)
	}
}

// writePages writes the page of a command and those of its subcommands, each as a whole.
func writePages(command *cobra.Command, folder string) error {
	command.DisableAutoGenTag = true
	for _, sub := range command.Commands() {
		if sub.IsAvailableCommand() {
			if err := writePages(sub, folder); err != nil {
				return err
			}
		}
	}
	date := released
	header := doc.GenManHeader{Section: "1", Source: "Drawbridge " + frame.Version, Manual: "Drawbridge", Date: &date}
	var page bytes.Buffer
	if err := doc.GenMan(command, &header, &page); err != nil {
		return err
	}
	return files.Write(filepath.Join(folder, strings.ReplaceAll(command.CommandPath(), " ", "-")+".1"), page.Bytes())
}

// released dates the manual pages, so that the same source makes the same pages.
var released = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

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
