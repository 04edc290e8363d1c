package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "write docs/command_line.md")

const commandsHead = `# The command line

` + "`drawbridge COMMAND --help`" + ` prints these texts.
Flags may come before or after the arguments. ` + "`--flag value`" + ` and ` + "`--flag=value`" + ` are the same.
All commands know ` + "`--help`" + ` and ` + "`--color auto|always|never`" + `.

<!-- go test ./cmd/drawbridge -run TestThePageOfCommands -update writes this page. -->
`

// The page has each command and each flag, with the texts of --help.
func TestThePageOfCommands(t *testing.T) {
	t.Setenv("TMPDIR", "/tmp") // the default of a flag
	var b strings.Builder
	b.WriteString(commandsHead)
	document(&b, rootCommand())
	path := filepath.Join("..", "..", "docs", "command_line.md")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(page) != b.String() {
		t.Error("docs/command_line.md is not what --help says: run go test ./cmd/drawbridge -run TestThePageOfCommands -update")
	}
	if n := strings.Count(b.String(), "\n## "); n < 30 {
		t.Errorf("only %d commands", n)
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

// document writes a command and its subcommands.
func document(b *strings.Builder, command *cobra.Command) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n    %s\n", command.CommandPath(), markdown(long(command)), use(command))
	var rows []string
	command.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" && !f.Hidden && f.Deprecated == "" {
			rows = append(rows, row(f))
		}
	})
	if len(rows) > 0 {
		fmt.Fprintf(b, "\n| flag | default | meaning |\n|---|---|---|\n%s", strings.Join(rows, ""))
	}
	if command.Example != "" {
		fmt.Fprintf(b, "\n```text\n%s\n```\n", unindented(command.Example))
	}
	for _, sub := range command.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "completion" {
			document(b, sub)
		}
	}
}

// use is the line that shows how to call a command.
func use(command *cobra.Command) string {
	if command.HasAvailableSubCommands() {
		return command.CommandPath() + " COMMAND"
	}
	return command.UseLine()
}

func row(f *pflag.Flag) string {
	kind, meaning := pflag.UnquoteUsage(f)
	name := "--" + f.Name
	if kind != "" {
		name += " " + kind
	}
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	standard := f.DefValue
	switch standard {
	case "", "[]", "false", "0", "0s":
		standard = ""
	default:
		standard = "`" + standard + "`"
	}
	cell := strings.NewReplacer("|", `\|`, "\n", " ").Replace
	return fmt.Sprintf("| `%s` | %s | %s |\n", cell(name), cell(standard), cell(literal.Replace(meaning)))
}

// unindented takes the two blanks of an example's lines away.
func unindented(example string) string {
	lines := strings.Split(strings.Trim(example, "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], "  ")
	}
	return strings.Join(lines, "\n")
}
