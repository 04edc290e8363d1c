package rules

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// handWrap is an error that is made from another one's code: its cause would be lost.
var handWrap = regexp.MustCompile(`\bErrorf\(\s*(?:status\.)?CodeOf\(|\bError\{\s*Code:\s*(?:status\.)?CodeOf\(`)

// Errors that add words to another one are made by status.Wrap, which keeps code and cause.
func TestErrorsAreWrappedByStatus(t *testing.T) {
	root := filepath.Join("..", "..")
	wraps := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && (name == "build" || name == "status" || strings.HasPrefix(name, ".") && path != root) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "wraps_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		wraps += strings.Count(string(text), "status.Wrap(")
		for _, at := range handWrap.FindAllIndex(text, -1) {
			t.Errorf("%s:%d: an error made by hand from another one's code; use status.Wrap", path, 1+strings.Count(string(text[:at[0]]), "\n"))
		}
		return nil
	})
	if err != nil || wraps < 20 {
		t.Fatalf("%d uses of status.Wrap, %v", wraps, err)
	}
}

func TestAWrapByHandIsFound(t *testing.T) {
	for text, found := range map[string]bool{
		`return status.Errorf(status.CodeOf(err), "copy: %v", err)`: true,
		"return Errorf(CodeOf(broken[0]), \"x\")":                   true,
		`return status.Wrap(err, "copy: %v", err)`:                  false,
		`return status.Errorf(status.Argument, "%d", n)`:            false,
	} {
		if handWrap.MatchString(text) != found {
			t.Errorf("%s: found %t", text, !found)
		}
	}
}
