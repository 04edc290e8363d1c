package measure

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func near(t *testing.T, what string, got any, want float64) {
	t.Helper()
	if x, is := got.(float64); !is || math.Abs(x-want) > 1e-9*math.Abs(want) {
		t.Errorf("%s is %v, expected %g", what, got, want)
	}
}

func TestCells(t *testing.T) {
	l := Line{"a": 3., "b": 2., "zero": 0., "word": "one_by_one", "shape": []any{1., 2., 3.}}
	got := l.Cells([]string{"a", "r|a/b|%.2f", "|a*10/b|%.0f", "a/zero", "none", "word", "shape", "share|b/a|%"})
	if want := []string{"3", "1.50", "15", "", "", "one by one", "1 x 2 x 3", "66.7 %"}; !slices.Equal(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
}

func TestDerived(t *testing.T) {
	lines := []Line{{"operator": "x", "precision": "d", "variant": "plain Fortran", "ms": 4.}, {"operator": "x", "precision": "d", "variant": "rows", "ms": 2.}}
	if err := OfPlain(lines); err != nil {
		t.Error(err)
	}
	near(t, "of_plain", lines[1]["of_plain"], 2)
	if OfPlain(lines[:1]) == nil {
		t.Error("plain loops alone count as measured")
	}
	folder := t.TempDir()
	report := `{"device":"cuda:0","kernels":[],"copies":[{"name":"in","packing_seconds":0.002}],"ceilings":{"in":1e9,"out":2e9}}`
	if err := os.WriteFile(filepath.Join(folder, "packed.json"), []byte(report), 0o600); err != nil {
		t.Fatal(err)
	}
	l := Line{"transport": "packed", "bytes_in": 1e6, "bytes_out": 4e6, "ms": 5., "runs": 2.}
	if err := OfLink([]Line{l}, folder); err != nil {
		t.Fatal(err)
	}
	near(t, "rate", l["rate"], 4e6/5e-3)
	near(t, "link", l["link_ms"], 1e3*4e6/2e9)
	near(t, "packing", l["pack_ms"], 1)
	if OfLink([]Line{{"transport": "none"}}, folder) == nil {
		t.Error("a report that is absent")
	}
}

// A wave of 10 ms on one rank has its share of it on two; an exchange takes what a second one in a list adds.
func TestEfficiency(t *testing.T) {
	wave := func(ranks, weak, ms float64) Line {
		return Line{"case": "wave", "transport": "auto", "ranks": ranks, "weak": weak, "first_ms": ms}
	}
	lines := []Line{wave(1, 1, 10), wave(1, 0, 10), wave(2, 1, 12.5), wave(2, 0, 8), {"case": "exchange", "ranks": 2., "first_ms": 9., "second_ms": 10.5}}
	Scale(lines)
	near(t, "weak efficiency", lines[2]["efficiency"], .8)
	near(t, "strong efficiency", lines[3]["efficiency"], 10./16)
	near(t, "exchange", lines[4]["marginal_ms"], 1.5)
}
