//go:build hdf5

package series

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot/compare"
	"drawbridge/snapshot/hdf5file/oddfile"
)

func TestNumbersOfNames(t *testing.T) {
	for name, want := range map[string]numbered{
		"run_0000400.h5": {"run_", 400}, "s10.h5": {"s", 10}, "7.h5": {"", 7}, "out.0001.h5": {"out.", 1}, "v2_a_3.h5": {"v2_a_", 3}, "case2-0005.h5": {"case2-", 5},
		"r_1e5.h5": {number: -1}, "r_1.5.h5": {number: -1}, "r_1e-5.h5": {number: -1}, "r_0x10.h5": {number: -1}, "v2_a.h5": {number: -1}, "mean.h5": {number: -1},
		"s99999999999999999999.h5": {number: -1},
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
		if _, err := Folders(filled(t, c.a), filled(t, c.b), compare.Options{}, nil); err == nil || !strings.Contains(err.Error(), "no step in common") {
			t.Errorf("%s alone: %v", what, err)
		}
	}
	for what, c := range map[string]struct{ a, b other }{
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
