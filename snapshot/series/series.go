package series

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"drawbridge/snapshot/compare"
)

// Result is what was found along two series. Steps that only one of them has are differences too.
type Result struct {
	Reference string            `json:"reference"`
	New       string            `json:"new"`
	Same      bool              `json:"same"`
	Summary   string            `json:"summary"`
	Steps     []*compare.Result `json:"steps"`
	Missing   []int64           `json:"missing,omitempty"` // steps of the reference alone
	Extra     []int64           `json:"extra,omitempty"`   // steps of the new series alone
	Skipped   []compare.Skip    `json:"skipped,omitempty"` // files that are no step of a series
	First     *First            `json:"first,omitempty"`   // where it went wrong; nil where nothing did

	extraIgnored bool
}

// First is the first step beyond tolerance, its worst field and the place in it.
type First struct {
	Step  int64          `json:"step"`
	Time  float64        `json:"time"` // s
	Field string         `json:"field"`
	Where *compare.Place `json:"where,omitempty"`
	Error compare.Figure `json:"norm_linf"` // max|new - ref| / max|ref| of that field
}

// Folders compares the snapshots of two folders. progress is told how many steps are done.
func Folders(reference, new string, o compare.Options, progress func(done, total int64)) (*Result, error) {
	r := &Result{Reference: reference, New: new, extraIgnored: o.IgnoreExtra}
	refs, err := r.list(reference)
	if err != nil {
		return nil, err
	}
	news, err := r.list(new)
	if err != nil {
		return nil, err
	}
	var steps []int64
	for _, step := range sorted(refs) {
		if news[step] == "" {
			r.Missing = append(r.Missing, step)
			continue
		}
		steps = append(steps, step)
	}
	for _, step := range sorted(news) {
		if refs[step] == "" {
			r.Extra = append(r.Extra, step)
		}
	}
	if len(steps) == 0 {
		return nil, fmt.Errorf("%s and %s have no step in common: %s against %s", reference, new, list(r.Missing), list(r.Extra))
	}
	var pairs [][2]string
	for _, step := range steps {
		pairs = append(pairs, [2]string{refs[step], news[step]})
	}
	if err := o.CheckNames(pairs); err != nil {
		return nil, err
	}
	o.UnusedNames = true // a field may come later or go
	for i, step := range steps {
		one, err := compare.Files(refs[step], news[step], o)
		if err != nil {
			return nil, err
		}
		one.Step = step
		r.Steps = append(r.Steps, one)
		if progress != nil {
			progress(int64(i+1), int64(len(steps)))
		}
	}
	r.conclude()
	return r, nil
}

// conclude finds the first step beyond tolerance and forms the verdict in one sentence.
func (r *Result) conclude() {
	different := 0
	for _, one := range r.Steps {
		if one.Same {
			continue
		}
		different++
		if r.First == nil {
			r.First = first(one)
		}
	}
	var parts []string
	if different > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d steps different, the first is %s", different, len(r.Steps), r.First))
	}
	if len(r.Missing) > 0 {
		parts = append(parts, fmt.Sprintf("steps missing in the new series: %s", list(r.Missing)))
	}
	if len(r.Extra) > 0 && !r.extraIgnored {
		parts = append(parts, fmt.Sprintf("steps in the new series alone: %s", list(r.Extra)))
	}
	if r.Same = len(parts) == 0; r.Same {
		parts = append(parts, fmt.Sprintf("%d steps the same within tolerance", len(r.Steps)))
	}
	r.Summary = strings.Join(parts, "; ")
}

func first(one *compare.Result) *First {
	f := &First{Step: one.Step, Time: one.Time}
	if worst := Worst(one); worst != nil {
		f.Field, f.Where, f.Error = worst.Path[strings.LastIndexByte(worst.Path, '/')+1:], worst.Where, worst.Linf
		if f.Where == nil {
			f.Where = worst.FirstNaN
		}
	}
	return f
}

func (f *First) String() string {
	text := fmt.Sprintf("step %d (t = %.6g s)", f.Step, f.Time)
	if f.Field != "" {
		text += fmt.Sprintf(", worst in %s by %.2e of its norm", f.Field, float64(f.Error))
	}
	if f.Where != nil {
		text += " at cell " + f.Where.String()
	}
	if owner := f.Where.Owner(); owner != "" {
		text += ", " + owner
	}
	return text
}

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
	holds := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(fields, func(a, b *compare.Field) int {
		return cmp.Or(holds(a.Same)-holds(b.Same), holds(b.Unequal > 0)-holds(a.Unequal > 0), cmp.Compare(b.Linf, a.Linf))
	})
	return fields
}

// JUnit gives the verdicts as a test suite: a case for each dataset of each step.
func (r *Result) JUnit() []byte {
	lone := map[string]string{}
	for _, step := range r.Missing {
		lone[fmt.Sprintf("step %d", step)] = "missing in " + r.New
	}
	if !r.extraIgnored {
		for _, step := range r.Extra {
			lone[fmt.Sprintf("step %d", step)] = "not in " + r.Reference
		}
	}
	return compare.JUnitSeries("drawbridge compare "+r.Reference+" "+r.New, r.Steps, lone)
}

// list prints a few numbers, the ends of many.
func list(steps []int64) string {
	if len(steps) == 0 {
		return "none"
	}
	var parts []string
	for i, s := range steps {
		if len(steps) > 10 && i >= 5 && i < len(steps)-2 {
			if i == 5 {
				parts = append(parts, "...")
			}
			continue
		}
		parts = append(parts, fmt.Sprint(s))
	}
	return strings.Join(parts, " ")
}
