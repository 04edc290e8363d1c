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
	seam := regexp.MustCompile(`"\s*(?:\+\s*)?f?"`)
	var sources strings.Builder
	for _, room := range []string{"bridge", "frame", "properties", "stencils", "views", "device", "settings", "status", "mpi", "snapshot", "port", "cmd", "python", "fortran"} {
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
	for _, message := range quoted {
		if !strings.Contains(sources.String(), message[1]) {
			t.Errorf("docs/messages.md quotes `%s`, which no message has", message[1])
		}
	}
}
