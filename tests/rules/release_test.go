package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"drawbridge/frame"
)

func TestTheReleaseIsTheSameEverywhere(t *testing.T) {
	for file, pattern := range map[string]string{
		"CMakeLists.txt":                `project\(drawbridge VERSION (\S+) `,
		"python/drawbridge/__init__.py": `__version__ = "(.*)"`,
		"python/pyproject.toml":         `(?m)^version = "(.*)"`,
		"mkdocs.yml":                    `(?m)^copyright: Pages of release (\d+\.\d+\.\d+)`,
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		if found := regexp.MustCompile(pattern).FindSubmatch(text); found == nil || string(found[1]) != frame.Version {
			t.Errorf("%s: release %s, expected %s as in frame/version.go", file, found, frame.Version)
		}
	}
}
