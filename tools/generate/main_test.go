package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is checked in is what the tables say.
func TestGeneratedFilesFollowTheTables(t *testing.T) {
	root, made := filepath.Join("..", ".."), 0
	for _, part := range parts {
		files, err := part(root)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range files {
			made++
			got, err := os.ReadFile(filepath.Join(root, name))
			if err != nil || string(got) != want {
				t.Errorf("%s is not what the tables say; run `make generate` (%v)", name, err)
			}
			if name == "docs/all_messages.md" && strings.Count(want, "\n| `") < 700 {
				t.Errorf("%s: few messages were found", name)
			}
		}
	}
	if made != 13 {
		t.Errorf("%d files are made, 13 expected", made)
	}
}
