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

	"drawbridge/snapshot/compare"
)

// endings of files that may be steps of a series.
var endings = []string{".h5", ".hdf5", ".hdf", ".he5", ".vtkhdf"}

// contents are the files of a folder.
type contents struct {
	steps   map[int64]member  // by step
	named   map[string]member // by name, those without a step
	skipped []compare.Skip    // what may hold data and is not compared
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

// Steps finds the snapshots of a folder by their steps; files without a step are passed over.
func Steps(folder string) (map[int64]string, error) {
	c, _, err := snapshots(folder, nil)
	if err != nil {
		return nil, err
	}
	if len(c.steps) == 0 {
		return nil, fmt.Errorf("%s holds no snapshot (%v) with an attribute step or with a number of its own at the end of its name", folder, endings)
	}
	paths := map[int64]string{}
	for step, m := range c.steps {
		paths[step] = m.path
	}
	return paths, nil
}

// look lists a folder: its HDF5 files by step, or by name where they have none, and what else may hold data.
func look(folder string, progress Progress) (*contents, error) {
	c, others, err := snapshots(folder, progress)
	if err != nil {
		return nil, err
	}
	s := search{root: folder, progress: progress}
	for _, path := range others {
		if err := c.pass(path, &s); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// snapshots reads the steps of a folder's snapshots and lists what else there is.
func snapshots(folder string, progress Progress) (c *contents, others []string, err error) {
	entries, err := entriesOf(folder)
	if err != nil {
		return nil, nil, err
	}
	c = &contents{steps: map[int64]member{}, named: map[string]member{}}
	for i, name := range entries {
		path := filepath.Join(folder, name)
		if !endsLikeHDF5(path) || isFolder(path) {
			others = append(others, path)
		} else if err := c.add(path); err != nil {
			return nil, nil, err
		}
		progress.tell("reading the steps of "+folder, i+1, len(entries))
	}
	if len(c.steps)+len(c.named) == 0 {
		return nil, nil, fmt.Errorf("%s holds no snapshot: no file whose name ends in one of %v", folder, endings)
	}
	return c, others, nil
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

func (c *contents) add(path string) error {
	m, err := memberOf(path)
	if err != nil {
		return err
	}
	if m.step < 0 {
		c.named[filepath.Base(path)] = m
		return nil
	}
	if other, taken := c.steps[m.step]; taken {
		return fmt.Errorf("%s and %s are both step %d: put one run into one folder", other.path, path, m.step)
	}
	c.steps[m.step] = m
	return nil
}

func sorted[K cmp.Ordered, V any](files map[K]V) []K { return slices.Sorted(maps.Keys(files)) }

// byWorst lists the paths by their values, the largest first.
func byWorst(worst map[string]float64) []string {
	var paths []string
	for path := range worst {
		paths = append(paths, path)
	}
	slices.SortFunc(paths, func(a, b string) int {
		if worst[a] != worst[b] {
			return cmp.Compare(worst[b], worst[a])
		}
		return cmp.Compare(a, b)
	})
	return paths
}

func name(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
