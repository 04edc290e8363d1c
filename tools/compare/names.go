package compare

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"drawbridge/status/nearest"
	"drawbridge/tools/hdf5file"
)

// paths are what the datasets of a file are called, those that could not be followed included.
type paths map[string]bool

// namesNothing are the names in the options that mean no dataset, each with the sentence that says
// so: a mistyped name would otherwise change the verdict in silence.
func (o *Options) namesNothing(ref, new paths) map[string]string {
	complaints := map[string]string{}
	check := func(what string, patterns []string, among ...paths) {
		for _, pattern := range patterns {
			if !slices.ContainsFunc(among, func(p paths) bool { return p.named(pattern) }) {
				complaints[what+pattern] = fmt.Sprintf("%s %q names no dataset; %s", what, pattern, nearest.Sentence(path.Base(pattern), names(among...)))
			}
		}
	}
	check("the field", o.Include, ref, new)
	check("the exclusion", o.Exclude, ref, new)
	check("the tolerance of", slices.Collect(maps.Keys(o.PerField)), ref)
	check("the renamed field", slices.Collect(maps.Keys(o.Rename)), ref)
	for from, to := range o.Rename {
		if !new.named(to) {
			complaints["to "+to] = fmt.Sprintf("%s is renamed to %q, which names no dataset of the new file; %s", from, to, nearest.Sentence(path.Base(to), names(new)))
		} else if _, too := o.Rename[to]; !too && o.comparesToo(ref, to) {
			complaints["twice "+to] = fmt.Sprintf("%s is renamed to %q, which the reference has, too: it would be compared twice; rename that one as well, or leave it out by --exclude", from, to)
		}
	}
	return complaints
}

// comparesToo says whether a name of the new file is also one of the reference that is compared.
func (o *Options) comparesToo(ref paths, name string) bool {
	return ref.some(func(dataset string) bool { return matches(name, dataset) && o.wants(dataset) })
}

func (p paths) some(is func(dataset string) bool) bool {
	for dataset := range p {
		if is(dataset) {
			return true
		}
	}
	return false
}

func (p paths) named(pattern string) bool {
	return p.some(func(dataset string) bool { return matches(pattern, dataset) })
}

// names are the last parts of the paths, each once.
func names(among ...paths) []string {
	set := map[string]bool{}
	for _, p := range among {
		for dataset := range p {
			set[path.Base(dataset)] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// pathsOf lists what a file holds.
func (o *Options) pathsOf(f *hdf5file.File) (paths, error) {
	list, skipped, err := f.Walk()
	all := paths{}
	for _, d := range list {
		all[d.Path] = d.Path != hdf5file.Blocks
	}
	for _, s := range skipped {
		all[s.Path] = true
	}
	if t, _ := o.timeOf(f); t != nil {
		all[t.Path], all[timeNames[1]] = true, true
	}
	maps.DeleteFunc(all, func(_ string, counts bool) bool { return !counts })
	return all, err
}

// CheckNames refuses names in the options that mean no dataset of any of the pairs of files; the
// first pair that can be read usually settles it.
func (o *Options) CheckNames(pairs [][2]string) error {
	if o.UnusedNames || len(o.Include)+len(o.Exclude)+len(o.PerField)+len(o.Rename) == 0 {
		return nil
	}
	var left map[string]string
	var failed error
	for _, pair := range pairs {
		complaints, err := o.complaintsOf(pair)
		if err != nil { // another pair may be whole
			failed = cmp.Or(failed, err)
			continue
		}
		if left == nil {
			left = complaints
		}
		maps.DeleteFunc(left, func(name, _ string) bool { return complaints[name] == "" })
		if len(left) == 0 {
			return nil
		}
	}
	if left == nil {
		return failed
	}
	return fmt.Errorf("%s", strings.Join(slices.Sorted(maps.Values(left)), "; "))
}

func (o *Options) complaintsOf(pair [2]string) (map[string]string, error) {
	var found [2]paths
	for i, name := range pair {
		f, err := hdf5file.Open(name)
		if err != nil {
			return nil, err
		}
		found[i], err = o.pathsOf(f)
		_ = f.Close()
		if err != nil {
			return nil, err
		}
	}
	return o.namesNothing(found[0], found[1]), nil
}
