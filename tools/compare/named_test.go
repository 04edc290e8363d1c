//go:build hdf5

package compare

import (
	"path/filepath"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/hdf5file/oddfile"
	"drawbridge/tools/snapshottest"
)

// foreign is a file of another program with a time of some name; notes are attributes of the root.
func foreign(t *testing.T, timeName string, time float64, notes map[string]any) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "f.h5")
	if err := oddfile.MakeForeign(path, timeName, time, 0); err != nil {
		t.Fatal(err)
	}
	for name, value := range notes {
		if err := oddfile.Note(path, name, value); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// The caller names the time: a dataset or an attribute; where it differs the two are not the same, and where it is absent there is
// no verdict.
func TestTimeThatTheCallerNames(t *testing.T) {
	set := func(time float64) string { return foreign(t, "grid/clock", time, nil) }
	note := func(time float64) string { return foreign(t, "", 0, map[string]any{"clock": time}) }
	named := func(name string) Options { return Options{TimeName: name} }
	for what, c := range map[string]struct {
		a, b string
		o    Options
		same bool
		want string // in the summary or the error
	}{
		"attributes, not named":      {note(1), note(2), Options{}, true, "agree within tolerance"},
		"attributes":                 {note(1), note(2), named("clock"), false, "times differ: 1 s against 2 s"},
		"attributes, @":              {note(1), note(2), named("/@clock"), false, "times differ"},
		"equal attributes":           {note(2), note(2), named("@clock"), true, "agree within tolerance"},
		"attributes, left out":       {note(1), note(2), Options{TimeName: "clock", Exclude: []string{"time"}}, true, "1 left out"},
		"attributes, a tolerance":    {note(1), note(2), Options{TimeName: "clock", PerField: map[string]Tolerance{"time": {Absolute: 1}}}, true, "agree within tolerance"},
		"attributes, too small one":  {note(1), note(2), Options{TimeName: "clock", PerField: map[string]Tolerance{"time": {Absolute: .9}}}, false, "times differ"},
		"datasets":                   {set(1), set(2), named("/grid/clock"), false, "1 of 4 fields (clock)"},
		"datasets, left out":         {set(1), set(2), Options{TimeName: "grid/clock", Exclude: []string{"time"}}, true, "left out"},
		"of another field alone":     {set(1), set(2), Options{TimeName: "grid/clock", Include: []string{"rho"}}, false, "times differ"},
		"absent in one":              {note(1), set(1), named("clock"), false, `"clock" is neither a dataset nor an attribute`},
		"a field of several numbers": {note(1), note(1), named("rho"), false, `"rho" is neither`},
		"a group that is not there":  {note(1), note(1), named("/none/time"), false, `"/none/time" is neither`},
	} {
		r, err := Files(c.a, c.b, c.o)
		text := ""
		switch {
		case err != nil:
			text = err.Error()
			if c.same {
				t.Errorf("%s: %v", what, err)
			}
		default:
			text = r.Summary
			if r.Same != c.same {
				t.Errorf("%s: same %v, %q", what, r.Same, r.Summary)
			}
		}
		if !strings.Contains(text, c.want) {
			t.Errorf("%s: %q, expected %q", what, text, c.want)
		}
	}
}

// A unit that one side lacks may be ignored; two that differ never are.
func TestUnitsThatOneSideLacks(t *testing.T) {
	lacking := Options{IgnoreUnits: true}
	a, none, other := unit(t, "K"), unit(t, ""), unit(t, "C")
	for what, c := range map[string]struct {
		a, b string
		o    Options
		same bool
	}{"lacking": {a, none, Options{}, false}, "lacking, ignored": {a, none, lacking, true}, "the other way": {none, a, lacking, true},
		"another one": {a, other, lacking, false}, "equal": {a, a, lacking, true}, "none": {none, none, lacking, true}} {
		r := run(t, c.a, c.b, c.o)
		if ignored := strings.Contains(r.Summary, "1 unit missing in one file ignored"); r.Same != c.same || ignored != (c.same && c.a != c.b) {
			t.Errorf("%s: same %v, %q", what, r.Same, r.Summary)
		}
	}
}

// unit writes a field of the given unit, or of none.
func unit(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "u.h5")
	g := snapshot.Grid{Cells: [3]int{2, 1, 1}, Spacing: [3]float64{1, 1, 1}}
	if err := snapshottest.Save(path, g, []snapshottest.Field{{Name: "T", Unit: name, Values: []float64{1, 2}}}); err != nil {
		t.Fatal(err)
	}
	return path
}

// A unit that is there and is no text is not lacking.
func TestUnitThatIsNoText(t *testing.T) {
	a, b := foreign(t, "", 0, nil), foreign(t, "", 0, nil)
	for path, value := range map[string]any{a: "K", b: 3.5} {
		if err := oddfile.NoteOf(path, "axis", "units", value); err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range []Options{{}, {IgnoreUnits: true}} {
		if r := run(t, a, b, o); r.Same {
			t.Errorf("%+v: %s", o, r.Summary)
		}
	}
	if r := run(t, a, foreign(t, "", 0, nil), Options{IgnoreUnits: true}); !r.Same {
		t.Errorf("lacking: %s", r.Summary)
	}
}
