package series

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"drawbridge/tools/compare"
)

// endings of files that may be steps of a series.
var endings = []string{".h5", ".hdf5", ".hdf", ".he5", ".vtkhdf"}

// contents are the files of a folder.
type contents struct {
	folder  string
	steps   map[int64]member  // by step
	named   map[string]member // by name, those without a step
	skipped []compare.Skip    // what may hold data and is not compared
	leftOut []string          // folders that the options leave out
	broken  map[string]error  // by name, what cannot be read
}

// byName lists all files by their names.
func (c *contents) byName() map[string]member {
	all := maps.Clone(c.named)
	for _, m := range c.steps {
		all[filepath.Base(m.path)] = m
	}
	return all
}

// forget takes a file out.
func (c *contents) forget(m member) {
	delete(c.named, filepath.Base(m.path))
	if c.steps[m.step].path == m.path {
		delete(c.steps, m.step)
	}
}

// look lists a folder: its HDF5 files by step, or by name where they have none, and what else may hold data. Subfolders
// that are excluded are left out.
func look(folder string, o compare.Options) (*contents, error) {
	entries, err := entriesOf(folder)
	if err != nil {
		return nil, err
	}
	c := &contents{folder: folder, steps: map[int64]member{}, named: map[string]member{}, broken: map[string]error{}}
	var members []member
	var others []string
	for _, name := range entries {
		path := filepath.Join(folder, name)
		if !endsLikeHDF5(path) || isFolder(path) {
			others = append(others, path)
		} else if m, err := memberOf(path, o.StepName); err != nil {
			c.broken[name] = err
		} else {
			members = append(members, m)
		}
	}
	if len(members)+len(c.broken) == 0 {
		return nil, fmt.Errorf("%s holds no snapshot: no file whose name ends in one of %v", folder, endings)
	}
	if err := c.sort(members); err != nil {
		return nil, err
	}
	s := search{excluded: o.Exclude}
	for _, path := range others {
		c.pass(path, &s)
	}
	return c, nil
}

// entriesOf lists a folder of a bounded number of entries.
func entriesOf(folder string) ([]string, error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(mostEntries + 1)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if len(names) > mostEntries {
		return nil, fmt.Errorf("%s has more than %d entries; put the snapshots to compare into a folder of their own, or compare them one by one", folder, mostEntries)
	}
	slices.Sort(names)
	return names, nil
}

func endsLikeHDF5(path string) bool {
	return slices.Contains(endings, strings.ToLower(filepath.Ext(path)))
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// sort puts files to their steps or names. Of files of one step those that are not told it by an attribute go by name.
func (c *contents) sort(members []member) error {
	groups := map[int64][]member{}
	for _, m := range members {
		groups[m.step] = append(groups[m.step], m)
	}
	for _, step := range sorted(groups) {
		group := groups[step]
		for _, m := range group {
			if first, taken := c.steps[step]; taken && m.told {
				return fmt.Errorf("%s and %s are both step %d: put one run into one folder", first.path, m.path, step)
			}
			if step >= 0 && (m.told || len(group) == 1) {
				c.steps[step] = m
				continue
			}
			m.step, m.numbered = -1, numbered{number: -1}
			c.named[filepath.Base(m.path)] = m
		}
	}
	return nil
}

func sorted[K cmp.Ordered, V any](files map[K]V) []K { return slices.Sorted(maps.Keys(files)) }
