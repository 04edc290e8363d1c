package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	assertion = regexp.MustCompile(`\.\((?:\*?(?:gpu|host|memcheck)\.\w+|device\.\w+|interface\b.*)\)`)
	byName    = regexp.MustCompile(`Prefix\(\w+, "(?:cuda|hip)|HasPrefix\(\w*[dD]ev(?:ice)?\.About\(\)\.Name|About\(\)\.Name [!=]=`)
)

// What a device is and can do stands in device.About: the rooms above ask no device for its type or its name.
func TestDevicesAreAskedForNoTypeAndNoName(t *testing.T) {
	seen := 0
	for _, room := range []string{"frame", "domains", "views", "properties", "stencils", "device", "bridge", "cmd"} {
		err := filepath.WalkDir(filepath.Join("..", "..", room), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			seen++
			for i, line := range strings.Split(string(text), "\n") {
				if assertion.MatchString(line) || byName.MatchString(line) {
					t.Errorf("%s:%d: %s: ask About() for what you need to know", path, i+1, strings.TrimSpace(line))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 100 {
		t.Fatalf("%d files seen", seen)
	}
	for _, line := range []string{"d, ok := f.device.(device.Pinner)", "f.device.(*gpu.Device)", "d.(interface{ Unit() string })", `strings.HasPrefix(dev.About().Name, "cuda")`, `strings.HasPrefix(word, "cuda")`} {
		if !assertion.MatchString(line) && !byName.MatchString(line) {
			t.Errorf("not seen: %s", line)
		}
	}
}
