package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// No word of --help is lost on its way into the manual pages, and what is indented there keeps its lines.
func TestManualPagesHaveEveryWord(t *testing.T) {
	folder := t.TempDir()
	expect(t, 0, folder, "", "man", folder)
	roff := strings.NewReplacer(`\fB`, "", `\fI`, "", `\fP`, "", `\fR`, "", `\-`, "-", `\&`, "", `\(ha`, "^", `\\`, `\`, `\e`, `\`)
	words := 0
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		content, err := os.ReadFile(filepath.Join(folder, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"))
		if err != nil {
			t.Fatal(err)
		}
		page := roff.Replace(string(content))
		texts := []string{long(c), c.Example}
		c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Deprecated == "" {
				texts = append(texts, f.Usage)
			}
		})
		for _, word := range strings.Fields(strings.ReplaceAll(strings.Join(texts, " "), "`", "")) {
			words++
			if !strings.Contains(page, word) {
				t.Errorf("%s: the manual page has lost %s", c.CommandPath(), word)
			}
		}
		for _, block := range regexp.MustCompile(`(?m)(?:^  .*\n)+`).FindAllString(c.Long, -1) {
			lines := strings.Split(strings.TrimRight(block, "\n"), "\n")
			if at := strings.Index(page, strings.TrimSpace(lines[0])); at < 0 || strings.LastIndex(page[:at], ".EX") <= strings.LastIndex(page[:at], ".EE") {
				t.Errorf("%s: these lines run into each other:\n%s", c.CommandPath(), block)
			}
		}
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				walk(sub)
			}
		}
	}
	walk(rootCommand())
	if words < 3000 {
		t.Errorf("only %d words", words)
	}
}
