package words

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// text is one paragraph, one cell of a table or one string of a program that a user may read.
type text struct{ file, words string }

// notForUsers are folders and files whose texts only those who change Drawbridge read, or that are diaries by intent.
var notForUsers = []string{"build", "tests", "bench", "CHANGELOG.md", "CONTRIBUTING.md"}

// publicComments are the files whose comments document calls.
var publicComments = []string{"fortran/drawbridge.f90", "bridge/entry.h", "device/profile/drawbridge_tool.h"}

// userTexts reads every text that a user may read: pages, strings of the programs, comments of the public interfaces.
func userTexts(t *testing.T) (texts []text) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		if slices.Contains(notForUsers, name) || d.IsDir() && name != "." && strings.HasPrefix(d.Name(), ".") {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if d.IsDir() || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "/testdata/") {
			return nil
		}
		read := reader(name)
		if read == nil {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, words := range read(string(content)) {
			texts = append(texts, text{name, words})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// reader gives what reads the texts of a file; nil where it has none.
func reader(name string) func(string) []string {
	public := slices.Contains(publicComments, name)
	switch filepath.Ext(name) {
	case ".md":
		return markdown
	case ".go":
		return goStrings
	case ".py":
		return python
	case ".html":
		return page
	case ".c", ".cpp", ".h":
		if public {
			return func(s string) []string { return append(comments(s, "//", "/*"), strings_(s, '"')...) }
		}
		return func(s string) []string { return strings_(s, '"') }
	case ".f90":
		if public {
			return func(s string) []string { return append(comments(s, "!", ""), strings_(s, '\'')...) }
		}
		return func(s string) []string { return strings_(s, '\'') }
	case ".cmake", ".sh", ".txt", ".in":
		return func(s string) []string { return strings_(s, '"') }
	}
	return nil
}
