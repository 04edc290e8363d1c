//go:build hdf5

package series

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file/oddfile"
)

func TestNumbersOfNames(t *testing.T) {
	for name, want := range map[string]numbered{
		"run_0000400.h5": {"run_", 400}, "s10.h5": {"s", 10}, "7.h5": {"", 7}, "out.0001.h5": {"out.", 1}, "v2_a_3.h5": {"v2_a_", 3}, "case2-0005.h5": {"case2-", 5},
		"r_1e5.h5": {number: -1}, "r_1.5.h5": {number: -1}, "r_1e-5.h5": {number: -1}, "r_0x10.h5": {number: -1}, "v2_a.h5": {number: -1}, "mean.h5": {number: -1},
		"s99999999999999999999.h5": {number: -1}, "t1.5.h5": {number: -1}, "t1.05.h5": {number: -1}, "t1,5.h5": {number: -1}, "1e5.h5": {number: -1},
		"r_2.5e5.h5": {number: -1}, "r_1e-005.h5": {number: -1}, "r-1d05.h5": {number: -1}, "t.5e5.h5": {number: -1},
		"jet2d0001.h5": {"jet2d", 1}, "box3D0100.h5": {"box3D", 100}, "jet2d-0005.h5": {"jet2d-", 5}, "box_3D0100.h5": {"box_3D0", 100}, "jet2d10.h5": {"jet2d", 10},
		"re1.0002.h5": {"re1.000", 2}, "re1.1000.h5": {number: -1}, "v2.0005.h5": {"v2.000", 5}, "v2.010.h5": {"v2.0", 10}, "v2.000.h5": {"v2.000", 0}, "mesh2x0004.h5": {"mesh2x", 4},
	} {
		if got := numberOf(filepath.Join("f1", name)); got != want {
			t.Errorf("%s: %+v, expected %+v", name, got, want)
		}
	}
}

// other is a file of another program; step may be nil, a number or a text.
type other struct {
	name string
	step any
	rho  float64
}

func filled(t *testing.T, files ...other) string {
	t.Helper()
	folder := t.TempDir()
	for _, f := range files {
		path := filepath.Join(folder, f.name)
		if err := oddfile.MakeForeign(path, "", 0, f.rho); err != nil {
			t.Fatal(err)
		}
		if f.step == nil {
			continue
		}
		if err := oddfile.Note(path, "step", f.step); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// Files that may be different things are no pair, however their numbers look.
func TestPairsThatAreNone(t *testing.T) {
	first := other{"s1.h5", nil, 1} // a pair, so that there is a verdict
	for what, c := range map[string]struct {
		a, b other
		want string
	}{
		"powers of ten":       {other{"r_1e5.h5", nil, 1}, other{"r_2e5.h5", nil, 1}, "files missing in the new folder: r_1e5.h5; files in the new folder alone: r_2e5.h5"},
		"versions":            {other{"v2_a.h5", nil, 1}, other{"v2_b.h5", nil, 1}, "files missing in the new folder: v2_a.h5; files in the new folder alone: v2_b.h5"},
		"decimals":            {other{"t1.5.h5", nil, 1}, other{"t2.5.h5", nil, 1}, "files missing in the new folder: t1.5.h5"},
		"longer decimals":     {other{"t1.005.h5", nil, 1}, other{"t1.0005.h5", nil, 1}, "files missing in the new folder: t1.005.h5; files in the new folder alone: t1.0005.h5"},
		"Reynolds numbers":    {other{"re1e5.h5", nil, 1}, other{"re2e5.h5", nil, 1}, "files missing in the new folder: re1e5.h5; files in the new folder alone: re2e5.h5"},
		"other words":         {other{"a_5.h5", nil, 1}, other{"b_5.h5", nil, 1}, "files missing in the new folder: a_5.h5; files in the new folder alone: b_5.h5"},
		"attribute and name":  {other{"a_5.h5", int64(5), 1}, other{"b_5.h5", nil, 1}, "files missing in the new folder: a_5.h5; files in the new folder alone: b_5.h5"},
		"other steps":         {other{"a_5.h5", int64(5), 1}, other{"a_5.h5", int64(6), 1}, "steps missing in the new series: 5; steps in the new series alone: 6"},
		"a step of 1.4":       {other{"a_5.h5", 1.4, 1}, other{"a_5.h5", 1.6, 1}, "1 not compared"},
		"1.4 and no step":     {other{"a_5.h5", 1.4, 1}, other{"a_5.h5", nil, 1}, "1 not compared"},
		"a step of NaN":       {other{"a.h5", math.NaN(), 1}, other{"a.h5", int64(1 << 40), 1}, "1 not compared"},
		"a negative step":     {other{"a_5.h5", int64(-4), 1}, other{"a_5.h5", int64(-5), 1}, "1 not compared"},
		"1.4 and a step of 1": {other{"s.h5", 1.4, 1}, other{"s.h5", int64(3), 1}, "1 not compared"},
	} {
		r := folders(t, filled(t, first, c.a), filled(t, first, c.b), compare.Options{})
		if r.Same || !strings.HasPrefix(r.Summary, c.want) || !strings.Contains(string(r.JUnit()), "<failure") {
			t.Errorf("%s: same %v, %q, expected %q", what, r.Same, r.Summary, c.want)
		}
		if _, err := Folders(filled(t, c.a), filled(t, c.b), compare.Options{}); err == nil || !strings.Contains(err.Error(), "no step in common") {
			t.Errorf("%s alone: %v", what, err)
		}
	}
	for what, c := range map[string]struct{ a, b other }{
		"two dimensions":   {other{"jet2d0003.h5", nil, 1}, other{"jet2d003.h5", nil, 1}},
		"one attribute":    {other{"a_5.h5", int64(7), 1}, other{"a_5.h5", nil, 1}},
		"other attribute":  {other{"a.h5", nil, 1}, other{"a.h5", 4., 1}},
		"dates":            {other{"a_5.h5", "2026-11-22", 1}, other{"a_005.h5", "2026-11-23", 1}},
		"dates of no step": {other{"a.h5", "2026-11-22", 1}, other{"a.h5", "2026-11-23", 1}},
		"a date and none":  {other{"a_5.h5", "2026-11-22", 1}, other{"a_5.h5", nil, 1}},
		"a date and 5":     {other{"a_5.h5", "2026-11-22", 1}, other{"a_5.h5", int64(5), 1}},
		"a version":        {other{"v2.0005.h5", nil, 1}, other{"v2.0005.h5", nil, 1}},
		"zeros":            {other{"a_5.h5", nil, 1}, other{"a_005.h5", nil, 1}},
		"powers of ten":    {other{"r_1e5.h5", nil, 1}, other{"r_1e5.h5", nil, 1}},
		"attributes":       {other{"a.h5", int64(5), 1}, other{"b.h5", int64(5), 1}},
		"a step of 5.0":    {other{"a.h5", 5., 1}, other{"b.h5", int64(5), 1}},
		"a length of step": {other{"a_5.h5", 1.4, 1}, other{"a_5.h5", 1.4, 1}},
	} {
		if r := folders(t, filled(t, first, c.a), filled(t, first, c.b), compare.Options{}); !r.Same || len(r.All()) != 2 {
			t.Errorf("%s: %q", what, r.Summary)
		}
	}
}

// A step that one file of a pair alone tells is said.
func TestAttributeOfOneFileAlone(t *testing.T) {
	r := folders(t, filled(t, other{"a_5.h5", int64(7), 1}), filled(t, other{"a_5.h5", nil, 2}), compare.Options{})
	const want = "1 of 1 file, the first is a_5.h5, worst in axis by 3.33e-01 of its norm at cell (1); 1 paired by name: one file alone has an attribute step"
	if r.Same || r.Summary != want {
		t.Errorf("%q, expected %q", r.Summary, want)
	}
	if r := folders(t, filled(t, other{"a.h5", "2026-11-22", 1}), filled(t, other{"a.h5", nil, 1}), compare.Options{}); strings.Contains(r.Summary, "alone") {
		t.Errorf("a text is no step: %q", r.Summary)
	}
}

// Files of one folder whose names give the same step are no series, and are compared by their names.
func TestNamesOfOneStep(t *testing.T) {
	write := func(changed float64) string {
		return filled(t, other{"t_0.000.h5", nil, 1}, other{"t_0.500.h5", nil, 1}, other{"t_1.000.h5", nil, changed}, other{"t_2.000.h5", nil, 1}, other{"a_7.h5", nil, 1}, other{"b.h5", int64(7), 1})
	}
	if r := folders(t, write(1), write(1), compare.Options{}); !r.Same || len(r.Steps) != 1 || len(r.Files) != 5 {
		t.Errorf("same: %q", r.Summary)
	}
	if r := folders(t, write(1), write(2), compare.Options{}); r.Same || !strings.HasPrefix(r.Summary, "1 of 5 files, the first is t_1.000.h5") {
		t.Errorf("one differs: %q", r.Summary)
	}
}
