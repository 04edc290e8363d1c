package series

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"drawbridge/status"
	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/picture"
)

// conclude finds the first pair beyond tolerance and forms the verdict in one sentence. A comparison of less than
// everything is never SAME.
func (r *Result) conclude() {
	var parts []string
	for _, group := range []struct {
		pairs []*compare.Result
		name  string
	}{{r.Steps, "step"}, {r.Files, "file"}} {
		var first *First
		different := 0
		for _, one := range group.pairs {
			if one.Same {
				continue
			}
			if different++; first == nil {
				first = firstOf(one)
			}
		}
		if different > 0 {
			parts = append(parts, fmt.Sprintf("%d of %s, the first is %s", different, status.Count(len(group.pairs), group.name), first))
		}
		if r.First == nil {
			r.First = first
		}
	}
	alone := func(what, names string, counts bool) {
		if counts {
			parts = append(parts, what+": "+names)
		}
	}
	alone("steps missing in the new series", list(r.Missing), len(r.Missing) > 0)
	alone("files missing in the new folder", list(r.MissingFiles), len(r.MissingFiles) > 0)
	alone("steps in the new series alone", list(r.Extra), len(r.Extra) > 0 && !r.extraIgnored)
	alone("files in the new folder alone", list(r.ExtraFiles), len(r.ExtraFiles) > 0 && !r.extraIgnored)
	if n := r.uncompared(); n > 0 {
		parts = append(parts, fmt.Sprintf("%d not compared", n))
	}
	r.Hint = r.hint(len(parts))
	if r.Same = len(parts) == 0; r.Same {
		parts = append(parts, compare.Agree(r.counts(), len(r.All())))
	}
	r.Summary = strings.Join(append(parts, r.asides()...), "; ")
}

// Undecided says that parts of pairs could not be read and nothing else parts the two: then there is no verdict.
func (r *Result) Undecided() bool {
	if len(r.Missing)+len(r.MissingFiles) > 0 || len(r.Extra)+len(r.ExtraFiles) > 0 && !r.extraIgnored {
		return false
	}
	pairs := slices.DeleteFunc(r.All(), func(one *compare.Result) bool { return one.Same })
	return len(pairs) > 0 && !slices.ContainsFunc(pairs, func(one *compare.Result) bool { return !one.Undecided() })
}

// FirstDifferent is the first pair that is not the same, nil where all are.
func (r *Result) FirstDifferent() *compare.Result {
	all := r.All()
	if at := slices.IndexFunc(all, func(one *compare.Result) bool { return !one.Same }); at >= 0 {
		return all[at]
	}
	return nil
}

// hint joins those of the pairs, where nothing but differing pairs parts the two and one tolerance, or one option, is enough
// for all. parts counts what parts them.
func (r *Result) hint(parts int) string {
	times, largest, groups := 0, compare.Figure(0), 0
	for _, pairs := range [][]*compare.Result{r.Steps, r.Files} {
		different := false
		for _, one := range pairs {
			switch {
			case one.Same:
				continue
			case one.TimesAlone:
				times++
			case one.RoundOff > 0:
				largest = max(largest, one.RoundOff)
			default:
				return ""
			}
			different = true
		}
		if different {
			groups++
		}
	}
	switch {
	case parts != groups || times > 0 && largest > 0:
		return ""
	case times > 0:
		return compare.TimesHint
	case largest > 0:
		return compare.RoundOffHint(float64(largest))
	}
	return ""
}

// uncompared counts what the folders hold beside the pairs.
func (r *Result) uncompared() (n int) {
	for _, s := range r.Skipped {
		if s.Counts {
			n++
		}
	}
	return n
}

// asides say what the verdict does not rest on.
func (r *Result) asides() (parts []string) {
	if n := len(r.Extra) + len(r.ExtraFiles); n > 0 && r.extraIgnored {
		parts = append(parts, fmt.Sprintf("%d extra ignored", n))
	}
	left, untimed := map[string]bool{}, 0
	for _, one := range r.All() {
		if one.TimeNote != "" && !one.TimesDiffer {
			untimed++
		}
		for _, name := range one.LeftOut {
			left[name] = true
		}
	}
	if r.OneStep > 0 {
		parts = append(parts, fmt.Sprintf("%d paired by name: one file alone has an attribute step", r.OneStep))
	}
	if untimed > 0 {
		parts = append(parts, fmt.Sprintf("times of %d not compared: one file keeps none", untimed))
	}
	if len(left) > 0 {
		parts = append(parts, status.Count(len(left), "field")+" left out by name")
	}
	if len(r.LeftOut) > 0 {
		folders := map[string]bool{}
		for _, name := range r.LeftOut {
			folders[filepath.Base(name)] = true
		}
		parts = append(parts, "folders left out by name: "+list(sorted(folders)))
	}
	unfinished, units := len(r.Skipped)-r.uncompared(), 0
	for _, one := range r.All() {
		units += one.UnitsIgnored
	}
	for _, ignored := range []struct {
		n          int
		word, what string
	}{{unfinished, "unfinished file", "ignored"}, {units, "unit", "missing in one file ignored"}} {
		if ignored.n > 0 {
			parts = append(parts, status.Count(ignored.n, ignored.word)+" "+ignored.what)
		}
	}
	if r.halo > 0 {
		parts = append(parts, fmt.Sprintf("%d layers of halo left out", r.halo))
	}
	return parts
}

// Differing is an attribute that differs in some pairs: its values in the first of them, and how many pairs follow.
type Differing struct {
	compare.Attribute
	More int
}

// Attributes are those that differ in any pair, in the order in which they are met.
func (r *Result) Attributes() []*Differing {
	var list []*Differing
	known := map[[2]string]*Differing{}
	for _, one := range r.All() {
		for _, a := range one.Attributes {
			key := [2]string{a.Object, a.Name}
			if known[key] != nil {
				known[key].More++
				continue
			}
			known[key] = &Differing{Attribute: a}
			list = append(list, known[key])
		}
	}
	return list
}

// counts words how many pairs there are.
func (r *Result) counts() string {
	files, steps := status.Count(len(r.Files), "file"), status.Count(len(r.Steps), "step")
	switch {
	case len(r.Files) == 0:
		return steps
	case len(r.Steps) == 0:
		return files
	}
	return steps + " and " + files
}

// Table is that of the pairs.
func (r *Result) Table() compare.Table {
	t := compare.Table{Title: "Steps", Columns: []string{"step", "verdict", "time [s]", "beyond", "worst field", "max abs", "norm", "largest at (x,y,z)", "rank", "MPI block"}}
	for _, one := range r.All() {
		time, beyond := "no time", 0
		if one.Time != nil {
			time = fmt.Sprintf("%.4g", float64(*one.Time))
		}
		for _, f := range one.Fields {
			if !f.Same {
				beyond++
			}
		}
		cells := []string{"-", "0", "0", "", "", ""}
		if f := Worst(one); f != nil && f.Unequal > 0 {
			figures, place := f.Figures(f.MaxAbs, f.Linf), f.Place()
			cells = []string{path.Base(f.Path), figures[0], figures[1], place.String(), place.RankText(), place.Owner()}
		}
		t.Add(strings.TrimPrefix(one.Name(), "step "), one.Same, append([]string{time, fmt.Sprintf("%d of %d", beyond, len(one.Fields))}, cells...)...)
	}
	return t
}

func firstOf(one *compare.Result) *First {
	f := &First{File: one.File, Step: one.Step, Time: one.Time}
	if one.TimesDiffer {
		f.Note = one.TimeNote
	}
	if worst := Worst(one); worst != nil && !worst.Same {
		f.Field, f.Where, f.Error = path.Base(worst.Path), worst.Where, worst.Linf
		if f.Where == nil {
			f.Where = worst.FirstNaN
		}
		if f.NaN = worst.OnlyNaN(); f.NaN {
			f.Where = worst.FirstNaN
		}
	}
	return f
}

func (f *First) String() string {
	text := f.File
	if text == "" {
		text = fmt.Sprintf("step %d (%s)", f.Step, hdf5file.Moment((*float64)(f.Time)))
	}
	if f.Note != "" {
		text += ", " + f.Note
	}
	switch {
	case f.Field != "" && f.NaN:
		text += fmt.Sprintf(", worst in %s by NaN or infinity", f.Field)
	case f.Field != "":
		text += fmt.Sprintf(", worst in %s by %.2e of its norm", f.Field, float64(f.Error))
	}
	if f.Where != nil && len(f.Where.Cell) > 0 {
		text += " at cell " + f.Where.String()
	}
	if owner := f.Where.Owner(); owner != "" {
		text += ", " + owner
	}
	return text
}

// JUnit gives the verdicts as a test suite: a case for each dataset of each pair, one for whatever has no partner or
// was not compared.
func (r *Result) JUnit() []byte {
	lone := map[string]string{}
	for _, one := range r.Lacking() {
		lone[one[0]] = one[1]
	}
	for _, one := range r.Surplus() {
		if !r.extraIgnored {
			lone[one[0]] = one[1]
		}
	}
	for _, s := range r.Skipped {
		if s.Counts {
			lone[s.Path] = "not compared: " + s.Reason
		}
	}
	return compare.JUnitSeries("drawbridge compare "+r.Reference+" "+r.New, r.All(), lone)
}

// Lacking are the steps and files of the reference alone, Surplus those of the new series alone, each with what is said of it.
func (r *Result) Lacking() [][2]string { return said(r.Missing, r.MissingFiles, "missing in "+r.New) }

// Surplus is said with Lacking.
func (r *Result) Surplus() [][2]string { return said(r.Extra, r.ExtraFiles, "in "+r.New+" alone") }

func said(steps []int64, names []string, what string) (list [][2]string) {
	for _, step := range steps {
		list = append(list, [2]string{fmt.Sprintf("step %d", step), what})
	}
	for _, name := range names {
		list = append(list, [2]string{name, what})
	}
	return list
}

// list prints a few numbers or names, the ends of many.
func list[T any](all []T) string { return cmp.Or(hdf5file.Ends(all, "%v"), "none") }

// Worst is the field that differs most for its size; nil where there is none.
func Worst(one *compare.Result) *compare.Field {
	if fields := WorstFirst(one); len(fields) > 0 {
		return fields[0]
	}
	return nil
}

// WorstFirst orders the fields: those beyond tolerance first, of these the ones whose values differ (and not their unit
// or type alone), then by the largest normalised difference.
func WorstFirst(one *compare.Result) []*compare.Field {
	fields := slices.Clone(one.Fields)
	holds := map[bool]int{true: 1}
	slices.SortStableFunc(fields, func(a, b *compare.Field) int {
		return cmp.Or(holds[a.Same]-holds[b.Same], holds[b.Unequal > 0]-holds[a.Unequal > 0], cmp.Compare(b.Linf, a.Linf))
	})
	return fields
}

// mostLines is how many fields a chart of growth shows: those that differ most in the end.
const mostLines = 7

// Growth charts the normalised error of the fields against time, or against the step where the
// series keeps no times; nil where nothing ever differs.
func (r *Result) Growth() *picture.Chart {
	across, at := "t [s]", make([]float64, len(r.Steps))
	for i, one := range r.Steps {
		if one.Time == nil || math.IsNaN(float64(*one.Time)) || math.IsInf(float64(*one.Time), 0) || i > 0 && !(float64(*one.Time) > at[i-1]) {
			across = "step"
			break
		}
		at[i] = float64(*one.Time)
	}
	if across == "step" {
		for i, one := range r.Steps {
			at[i] = float64(one.Step)
		}
	}
	lines := r.lines(at)
	if len(lines) == 0 {
		return nil
	}
	h := &picture.Chart{Title: "Where the runs part", X: across, Y: "max |new - ref| / max |ref|", LogY: true, Lines: lines, Width: 24, Height: 10}
	if r.First != nil && r.First.File == "" {
		mark := float64(r.First.Step)
		if across != "step" {
			mark = float64(*r.First.Time)
		}
		h.MarkX, h.MarkName = []float64{mark}, []string{fmt.Sprintf("beyond tolerance from step %d", r.First.Step)}
	}
	return h
}

// lines holds one for each field that differs at some step, the worst first.
func (r *Result) lines(at []float64) []picture.Series {
	worst := map[string]float64{}
	values := map[string][]float64{}
	for i, one := range r.Steps {
		for _, f := range one.Fields {
			if values[f.Path] == nil {
				values[f.Path] = make([]float64, len(r.Steps))
			}
			values[f.Path][i] = float64(f.Linf)
			if v := float64(f.Linf); v > worst[f.Path] {
				worst[f.Path] = v
			}
		}
	}
	paths := slices.SortedFunc(maps.Keys(worst), func(a, b string) int { return cmp.Or(cmp.Compare(worst[b], worst[a]), cmp.Compare(a, b)) })
	var lines []picture.Series
	for _, name := range paths[:min(len(paths), mostLines)] {
		lines = append(lines, picture.Series{Name: path.Base(name), X: at, Y: values[name], Points: true})
	}
	return lines
}
