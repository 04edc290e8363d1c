//go:build hdf5

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/snapshottest"
)

// obeyed are the bytes that a terminal acts on.
const obeyed = "\x1b\x07\x08\r\u009b\u202e"

// Whatever a file names its fields, units and case, a terminal obeys none of it, and a page shows it.
func TestEscapesOfFilesAreShown(t *testing.T) {
	folder := t.TempDir()
	save := func(name string, value float64) string {
		path := filepath.Join(folder, name)
		g := snapshot.Grid{Cells: [3]int{2, 2, 1}, Spacing: [3]float64{1, 1, 1}, Case: "name \x1b]0;title\x07 ESCAPES", Step: 1}
		if err := snapshottest.Save(path, g, []snapshottest.Field{{Name: "density-UNSEEN", Unit: "k\x1bg\u009b31m", Values: []float64{value, 2, 3, 4}}}); err != nil {
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

// A line break in a name is shown as \n, so that a name stays on its line.
func TestNamesStayOnTheirLine(t *testing.T) {
	folder := t.TempDir()
	save := func(name string, value float64) string {
		path := filepath.Join(folder, name)
		g := snapshot.Grid{Cells: [3]int{2, 2, 1}, Spacing: [3]float64{1, 1, 1}, Step: 1}
		if err := snapshottest.Save(path, g, []snapshottest.Field{{Name: "density", Unit: "kg_m3", Values: []float64{value, 2, 3, 4}}}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text = []byte(strings.NewReplacer("density", "den\ns\tt", "kg_m3", "kg\nm3").Replace(string(text)))
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a, b := save("a.h5", 1), save("b.h5", 2)
	one, other := filepath.Join(folder, "one"), filepath.Join(folder, "other")
	for run, path := range map[string]string{one: a, other: b} {
		if err := errors.Join(os.Mkdir(run, 0o755), os.Link(path, filepath.Join(run, "s\n1.h5"))); err != nil {
			t.Fatal(err)
		}
	}
	written := func(name string) string { return filepath.Join(folder, name) }
	for what, arguments := range map[string][]string{
		"table": {"compare", a, b}, "series": {"compare", one, other}, "junit": {"compare", a, b, "--junit", written("junit")},
		"junit of a series": {"compare", one, other, "--junit", written("junit")}, "page": {"compare", a, b, "--report", written("page")},
		"page of a series": {"compare", one, other, "--report", written("page")}, "unknown name": {"compare", a, b, "--field", "none"},
		"unknown field": {"plot", a, "--field", "none"}, "halo": {"compare", a, b, "--halo", "1"}, "a file that is none": {"compare", a, written("no\nne.h5")},
		"plot": {"plot", a, "-o", written("plot.svg")}, "line": {"plot", a, "--line", "x", "-o", written("plot.svg")},
		"picture": {"compare", a, b, "--png", written("plot.svg")},
	} {
		_, out, complaint := say(arguments...)
		for _, name := range []string{"junit", "page", "plot.svg"} {
			if text, err := os.ReadFile(written(name)); err == nil {
				out += string(text)
			}
			_ = os.Remove(written(name))
		}
		for _, raw := range []string{"den\ns", "den&#xA;s", "den&#10;s", "s\tt", "s&#x9;t", ">den<", "s\n1.h5", "kg\nm3", "no\nne", "den s t", "no ne"} {
			if strings.Contains(out+complaint, raw) {
				t.Errorf("%s: %q in %.2000s%s", what, raw, out, complaint)
			}
		}
		if !strings.Contains(out+complaint, `den\ns\tt`) && !strings.Contains(complaint, `no\nne`) {
			t.Errorf("%s: the name is not shown: %.2000s%s", what, out, complaint)
		}
	}
}
