package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"drawbridge/files"
	"drawbridge/frame"
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
			c, err := talk(command)
			if err != nil {
				return err
			}
			if err := os.MkdirAll(arguments[0], 0o755); err != nil {
				return err
			}
			if err := writePages(command.Root(), arguments[0]); err != nil {
				return err
			}
			c.Printf("%s", arguments[0])
			return nil
		},
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
