package rules

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The page that helps by message quotes messages that exist.
func TestQuotedMessagesExist(t *testing.T) {
	quoted := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(read(t, "docs", "messages.md"), -1)
	if len(quoted) < 25 {
		t.Fatalf("only %d messages are quoted", len(quoted))
	}
	text := messageTexts(t, "bridge", "frame", "domains", "properties", "stencils", "views", "device", "settings", "status", "mpi", "snapshot", "tools", "cmd", "python", "fortran")
	for _, message := range quoted {
		if !strings.Contains(text, message[1]) {
			t.Errorf("docs/messages.md quotes `%s`, which no message has", message[1])
		}
	}
}

// messageTexts are the sources of rooms, with the seams of texts left out.
func messageTexts(t *testing.T, rooms ...string) string {
	t.Helper()
	seam := regexp.MustCompile(`"\s*(?:\+\s*)?f?"`)
	var sources strings.Builder
	for _, room := range rooms {
		err := filepath.WalkDir(filepath.Join("..", "..", room), func(path string, d fs.DirEntry, err error) error {
			if name := d.Name(); err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") || !slices.Contains([]string{".go", ".py", ".f90"}, filepath.Ext(name)) {
				return err
			}
			text, err := os.ReadFile(path)
			sources.WriteString(seam.ReplaceAllString(string(text), ""))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return sources.String()
}

// Every error of drawbridge port, of load_kernels and of the kernels that it loads has a row there.
func TestMessagesOfPortedKernelsAreQuoted(t *testing.T) {
	page := read(t, "docs", "messages.md")
	begin, end := strings.Index(page, "## drawbridge port"), strings.Index(page, "## Python")
	if begin < 0 || end < begin {
		t.Fatal("docs/messages.md has no part about drawbridge port before that about Python")
	}
	var rows []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(page[begin:end], -1) {
		rows = append(rows, row[1])
	}
	name := regexp.MustCompile(`" \+ [\w.()]+ \+ "`)
	literal := regexp.MustCompile(`(?:Errorf\((?:status\.\w+, )?|errors\.New\(|f\.no\(|return |Reason: fmt\.Sprintf\(|c\.Printf\()"((?:[^"\\]|\\.)* (?:[^"\\]|\\.)*)"`)
	found := 0
	for _, pattern := range []string{"cmd/drawbridge/port*.go", "tools/port/check/run.go", "tools/port/survey/profile.go", "tools/port/survey/survey.go", "tools/port/kernelset/points.go", "tools/port/nests/find.go", "tools/port/nests/field*.go",
		"properties/owners/*.go", "properties/own*.go", "frame/kernels.go"} {
		paths, err := filepath.Glob(filepath.Join("..", "..", pattern))
		if err != nil || paths == nil {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			for _, m := range literal.FindAllStringSubmatch(name.ReplaceAllString(read(t, path[len("../../"):]), "%s"), -1) {
				if !strings.Contains(m[1], " ") || slices.Contains(noTrouble, m[1]) {
					continue
				}
				found++
				if !slices.ContainsFunc(rows, func(row string) bool { return strings.Contains(m[1], row) }) {
					t.Errorf("%s: docs/messages.md has no row for %q", path, m[1])
				}
			}
		}
	}
	if found < 80 {
		t.Errorf("only %d messages were found", found)
	}
}

// noTrouble are lines that say what was done, and parts of other messages.
var noTrouble = []string{"written: %s", "kernels to load: %s", "a library to load: %s", "%v; %s", "it exports nothing", "; ", " ("}
