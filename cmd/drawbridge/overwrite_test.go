//go:build hdf5

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is read is never written over.
func TestOutputsSpareTheInputs(t *testing.T) {
	a, b := save(t, 0), save(t, 1)
	before, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.png")
	if err := os.Symlink(a, link); err != nil {
		t.Fatal(err)
	}
	for _, arguments := range [][]string{{"compare", a, b, "--report", a}, {"compare", b, a, "--junit", a}, {"compare", a, b, "--png", link}, {"plot", a, "-o", link}} {
		var said bytes.Buffer
		if code := run(arguments, &said, &said); code != trouble || !strings.Contains(said.String(), "is read: give what is written another name") {
			t.Errorf("%v: exit %d, %s", arguments, code, said.String())
		}
	}
	if after, err := os.ReadFile(a); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the reference was written: %v", err)
	}
}
