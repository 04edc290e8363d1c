package page

import (
	"cmp"
	"fmt"
	"path"
	"sort"
	"strings"

	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file"
)

// caption says in one line how large and where.
func caption(f *compare.Field) string {
	parts := []string{}
	if f.Where != nil && f.MaxAbs != 0 {
		unit := ""
		if f.Unit != "" && f.Unit != "1" {
			unit = " " + f.Unit
		}
		parts = append(parts, fmt.Sprintf("largest difference %s%s at cell %s", f.MaxAbs, unit, f.Where))
	} else if f.FirstNaN != nil {
		parts = append(parts, "first at cell "+f.FirstNaN.String())
	}
	if owner := cmp.Or(f.Where, f.FirstNaN).Owner(); owner != "" {
		parts = append(parts, "of "+owner)
	}
	return strings.Join(parts, ", ")
}

// tolerance says what was asked, common first.
func tolerance(r *compare.Result) string {
	groups := map[compare.Tolerance][]string{}
	for _, f := range r.Fields {
		groups[f.Tolerance] = append(groups[f.Tolerance], path.Base(f.Path))
	}
	var lines []string
	for t, names := range groups {
		who := strings.Join(names, ", ")
		if len(groups) == 1 {
			who = "all fields"
		}
		lines = append(lines, fmt.Sprintf("%s: %s", who, words(t)))
	}
	sort.Strings(lines)
	return "Same where |new - ref| <= abs + rel max(|ref|,|new|) + rtol |ref| + norm max|ref|. " + strings.Join(lines, "; ") + "."
}

func words(t compare.Tolerance) string {
	var parts []string
	for _, p := range []struct {
		name  string
		value float64
	}{{"abs", t.Absolute}, {"rel", t.Relative}, {"rtol", t.OfReference}, {"norm", t.Norm}} {
		if p.value != 0 {
			parts = append(parts, fmt.Sprintf("%s %g", p.name, p.value))
		}
	}
	if len(parts) == 0 {
		return "equal numbers"
	}
	return strings.Join(parts, ", ")
}

// moment names case, step and time of a snapshot.
func moment(r *compare.Result) string {
	if r.Case == "" && r.Step == 0 && r.Time == nil {
		return ""
	}
	text := r.Name() + ", " + hdf5file.Moment((*float64)(r.Time))
	if r.Case != "" {
		text = r.Case + ", " + text
	}
	return text
}
