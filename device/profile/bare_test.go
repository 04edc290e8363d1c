package profile

import (
	"strings"
	"testing"
)

// The loader looks for a bare name elsewhere than in the folder of the program; the message says so.
func TestBareName(t *testing.T) {
	const advice = "a name without / is looked for on the loader's path only: write ./tool.so for one in the current folder"
	if _, err := Open("tool.so", "off", "host"); err == nil || !strings.Contains(err.Error(), advice) {
		t.Errorf("%v, expected %q", err, advice)
	}
	if _, err := Open("/nowhere/tool.so", "off", "host"); err == nil || strings.Contains(err.Error(), "./") {
		t.Errorf("with a path: %v", err)
	}
}
