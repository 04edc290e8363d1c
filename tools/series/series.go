// Package series compares two folders of snapshots step by step and says where they part: the error
// of each field against time, and the first step beyond tolerance.
//
// Here lives how steps are matched. Never here: what a difference is (compare), drawing.
package series

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"drawbridge/tools/compare"
)

// Result is what was found along two series: pairs of one step, and pairs of one name where there is no step.
// Whatever has no partner is a difference too.
type Result struct {
	Reference    string            `json:"reference"`
	New          string            `json:"new"`
	Same         bool              `json:"same"`
	Summary      string            `json:"summary"`
	Steps        []*compare.Result `json:"steps"`
	Files        []*compare.Result `json:"files,omitempty"`         // pairs of one name without a step
	Missing      []int64           `json:"missing,omitempty"`       // steps of the reference alone
	Extra        []int64           `json:"extra,omitempty"`         // steps of the new series alone
	MissingFiles []string          `json:"missing_files,omitempty"` // names of the reference alone
	ExtraFiles   []string          `json:"extra_files,omitempty"`   // names of the new folder alone
	Skipped      []compare.Skip    `json:"skipped,omitempty"`       // what a folder holds that was not compared
	First        *First            `json:"first,omitempty"`         // where it went wrong; nil where nothing did

	Hint string `json:"hint,omitempty"` // what would make the two the same, where that is sure

	LeftOut []string `json:"left_out,omitempty"`       // folders that the options leave out
	OneStep int      `json:"paired_by_name,omitempty"` // pairs of one name of which one file alone has an attribute step

	extraIgnored bool
	halo         int // layers left out
}

// First is the first pair beyond tolerance, its worst field and the place in it.
type First struct {
	File  string          `json:"file,omitempty"` // of a pair without a step
	Step  int64           `json:"step"`
	Time  *compare.Figure `json:"time,omitempty"` // s; nil where the reference keeps none
	Field string          `json:"field"`          // "" where no field is to blame
	Note  string          `json:"note,omitempty"` // how the times differ
	Where *compare.Place  `json:"where,omitempty"`
	Error compare.Figure  `json:"norm_linf"`     // max|new - ref| / max|ref| of that field
	NaN   bool            `json:"nan,omitempty"` // nothing but NaN and infinities parts the two
}

// All are the pairs that were compared: the steps in their order, then the files without one.
func (r *Result) All() []*compare.Result {
	return append(append([]*compare.Result{}, r.Steps...), r.Files...)
}

// Folders compares the snapshots of two folders.
func Folders(reference, new string, o compare.Options) (*Result, error) {
	r := &Result{Reference: reference, New: new, extraIgnored: o.IgnoreExtra, halo: o.Halo}
	refs, err := look(reference, o)
	if err != nil {
		return nil, err
	}
	news, err := look(new, o)
	if err != nil {
		return nil, err
	}
	r.Skipped, r.LeftOut = append(refs.skipped, news.skipped...), append(refs.leftOut, news.leftOut...)
	pairs := r.match(refs, news)
	if len(pairs) == 0 {
		return nil, r.noPairs()
	}
	if err := r.checkNames(o, pairs); err != nil {
		return nil, err
	}
	o.UnusedNames = true // a field may come later or go
	var failed error
	for _, p := range pairs {
		one, err := compare.Files(p.ref, p.new, o)
		if err != nil {
			failed = cmp.Or(failed, err)
			r.skip(p.blamed(err), err)
			continue
		}
		for _, f := range one.Fields {
			if f.Same {
				f.Worst = nil // a long series keeps the cells of what is beyond tolerance alone
			}
		}
		if one.File, one.Step = p.name, p.step; p.name == "" {
			r.Steps = append(r.Steps, one)
		} else {
			r.Files = append(r.Files, one)
		}
	}
	if len(r.Steps)+len(r.Files) == 0 {
		return nil, failed
	}
	r.conclude()
	return r, nil
}

// skip notes a file that could not be compared.
func (r *Result) skip(path string, err error) {
	r.Skipped = append(r.Skipped, compare.Skip{Path: path, Reason: strings.TrimPrefix(err.Error(), path+": "), Counts: true})
}

// blamed is the file of a pair that an error names.
func (p pair) blamed(err error) string {
	if strings.Contains(err.Error(), p.ref) && !strings.Contains(err.Error(), p.new) {
		return p.ref
	}
	return p.new
}

// unread notes the files of a folder that cannot be read. A file of the same name in the other folder, still without a
// partner, is not compared either.
func (r *Result) unread(c, other *contents) {
	partners := other.byName()
	for _, name := range sorted(c.broken) {
		r.skip(filepath.Join(c.folder, name), c.broken[name])
		if partner, found := partners[name]; found {
			other.forget(partner)
		}
	}
}

// checkNames refuses names in the options that mean nothing; some mean folders.
func (r *Result) checkNames(o compare.Options, pairs []pair) error {
	o.Exclude = slices.DeleteFunc(slices.Clone(o.Exclude), func(name string) bool {
		return slices.ContainsFunc(r.LeftOut, func(folder string) bool { return names(name, folder) })
	})
	var list [][2]string
	for _, p := range pairs {
		list = append(list, [2]string{p.ref, p.new})
	}
	return o.CheckNames(list)
}

// pair is two files to compare: of one step, or of one name where at least one of them has no step, or none as an attribute.
type pair struct {
	ref, new, name string
	step           int64
}

// match finds the partners and notes what has none.
func (r *Result) match(refs, news *contents) (pairs []pair) {
	take := func(ref, new member, p pair) {
		p.ref, p.new = ref.path, new.path
		pairs = append(pairs, p)
		refs.forget(ref)
		news.forget(new)
	}
	for _, step := range sorted(refs.steps) {
		if ref, new := refs.steps[step], news.steps[step]; new.path != "" && ref.sameStep(new) {
			take(ref, new, pair{step: step})
		}
	}
	others := news.byName()
	byName := refs.byName()
	for _, name := range sorted(byName) {
		ref := byName[name]
		new := others[name]
		if why := ref.oddly(new); new.path != "" && why != "" {
			r.Skipped = append(r.Skipped, compare.Skip{Path: ref.path, Reason: why, Counts: true})
			refs.forget(ref)
			news.forget(new)
		} else if new.path != "" && (ref.step < 0 || new.step < 0 || ref.told != new.told) {
			take(ref, new, pair{name: name})
			if ref.told != new.told {
				r.OneStep++
			}
		}
	}
	r.unread(refs, news)
	r.unread(news, refs)
	r.Missing, r.MissingFiles = refs.rest(news)
	r.Extra, r.ExtraFiles = news.rest(refs)
	return pairs
}

// noPairs says what the folders hold where nothing in them belongs together.
func (r *Result) noPairs() error {
	text := fmt.Sprintf("%s and %s have no step in common and no file of the same name: steps %s against %s, files %s against %s",
		r.Reference, r.New, list(r.Missing), list(r.Extra), list(r.MissingFiles), list(r.ExtraFiles))
	if len(r.MissingFiles) > 0 && len(r.ExtraFiles) > 0 {
		text += "; files without an attribute step need the same name but for leading zeros of the step at its end: rename those of one folder"
	}
	for _, s := range r.Skipped[:min(1, len(r.Skipped))] {
		text += "; " + s.Path + ": " + s.Reason
	}
	return errors.New(text)
}

// rest lists what has no partner: steps, and the names of files without one. A step that both sides have, in files whose
// names differ in more than the step, goes by its name.
func (c *contents) rest(other *contents) (steps []int64, names []string) {
	names = sorted(c.named)
	for _, step := range sorted(c.steps) {
		if _, both := other.steps[step]; both {
			names = append(names, filepath.Base(c.steps[step].path))
		} else {
			steps = append(steps, step)
		}
	}
	slices.Sort(names)
	return steps, names
}
