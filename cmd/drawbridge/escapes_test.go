//go:build hdf5

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/snapshot/trial"
)

// obeyed are the bytes that a terminal acts on.
const obeyed = "\x1b\x07\x08\r\u009b\u202e"

// Whatever a file names its fields, units and case, a terminal obeys none of it, and a page shows it.
func TestEscapesOfFilesAreShown(t *testing.T) {
	folder := t.TempDir()
	save := func(name string, value float64) string {
		path := filepath.Join(folder, name)
		g := snapshot.Grid{Cells: [3]int{2, 2, 1}, Spacing: [3]float64{1, 1, 1}, Case: "name \x1b]0;title\x07 ESCAPES", Step: 1}
		if err := trial.Save(path, g, []trial.Field{{Name: "density-UNSEEN", Unit: "k\x1bg\u009b31m", Values: []float64{value, 2, 3, 4}}}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		// the writer refuses such names; another program would not
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(text), "density-UNSEEN", "den\x1b[2J\u202etyn-")), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a, b := save("a.h5", 1), save("b.h5", 2)
	report := filepath.Join(folder, "r.html")
	for _, arguments := range [][]string{
		{"compare", a, b}, {"compare", a, b, "--json"}, {"compare", a, b, "--report", report}, {"compare", a, b, "--field", "none"},
		{"compare", a, b, "--color", "always"}, {"plot", a, "--field", "none"}, {"compare", a, filepath.Join(folder, "\x1b[2Jnone.h5")},
		{"report", filepath.Join(folder, "\x1b[2Jnone.json")},
	} {
		_, out, complaint := say(arguments...)
		if arguments[len(arguments)-1] == "always" {
			out = strings.NewReplacer("\x1b[0m", "", "\x1b[1m", "", "\x1b[31;1m", "", "\x1b[32;1m", "", "\x1b[2m", "").Replace(out)
		}
		if strings.ContainsAny(out+complaint, obeyed) || out+complaint == "" {
			t.Errorf("drawbridge %s: %q %q", strings.Join(arguments, " "), out, complaint)
		}
	}
	if text, err := os.ReadFile(report); err != nil || strings.ContainsAny(string(text), obeyed) || !strings.Contains(string(text), `den\x1b[2J`) {
		t.Errorf("the page: %v, obeyed %v", err, strings.ContainsAny(string(text), obeyed))
	}
}
