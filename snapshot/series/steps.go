package series

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"drawbridge/files"
	"drawbridge/snapshot/compare"
	"drawbridge/snapshot/hdf5file"
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
	maps.DeleteFunc(c.steps, func(_ int64, other member) bool { return other.path == m.path })
}

// Steps finds the snapshots of a folder by their steps; files without a step are passed over.
func Steps(folder string) (map[int64]string, error) {
	c, err := look(folder)
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
func look(folder string) (*contents, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	c := &contents{steps: map[int64]member{}, named: map[string]member{}}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if slices.Contains(endings, strings.ToLower(filepath.Ext(path))) {
			err = c.add(path)
		} else {
			err = c.pass(path)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(c.steps)+len(c.named) == 0 {
		return nil, fmt.Errorf("%s holds no snapshot: no file whose name ends in one of %v", folder, endings)
	}
	return c, nil
}

func (c *contents) add(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return c.pass(path)
	}
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

// pass notes what is no file of a series and may hold data nevertheless: HDF5 files of other endings, folders with HDF5 files.
func (c *contents) pass(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist): // a link to nothing, a file that has just gone
	case err != nil:
		c.skipped = append(c.skipped, compare.Skip{Path: path, Reason: fmt.Sprintf("it cannot be looked at: %v", err), Counts: true})
	case info.IsDir():
		if holdsHDF5(path) {
			c.skipped = append(c.skipped, compare.Skip{Path: path, Reason: "a folder that holds HDF5 files, or may hold some and cannot be read; compare it by itself", Counts: true})
		}
	case !files.IsTemporary(filepath.Base(path)) && unreadable(path):
		c.skipped = append(c.skipped, compare.Skip{Path: path, Reason: "a file that cannot be read; it may be HDF5", Counts: true})
	case !files.IsTemporary(filepath.Base(path)) && hdf5file.Signed(path):
		c.skipped = append(c.skipped, compare.Skip{Path: path, Reason: fmt.Sprintf("an HDF5 file whose name ends in none of %v; rename it, or compare it by itself", endings), Counts: true})
	}
	return nil
}

// mostInside is how many entries of a folder are looked at for HDF5 files.
const mostInside = 100_000

// holdsHDF5 says whether a folder holds an HDF5 file, by its name or its signature, at any depth; links to folders are
// followed, each folder once, but not back to the series. A folder too large to look through may hold one.
func holdsHDF5(folder string) bool {
	seen, entries := map[string]bool{}, 0
	if own, err := filepath.EvalSymlinks(filepath.Dir(folder)); err == nil {
		seen[own] = true // the folder of the series: its files are compared
	}
	var look func(folder string) bool
	look = func(folder string) (found bool) {
		real, err := filepath.EvalSymlinks(folder)
		if err != nil || seen[real] {
			return err != nil && !errors.Is(err, fs.ErrNotExist)
		}
		_ = filepath.WalkDir(real, func(path string, entry os.DirEntry, err error) error {
			if entries++; entries > mostInside {
				found = true
				return filepath.SkipAll
			}
			if err != nil {
				found = !errors.Is(err, fs.ErrNotExist) // it has just gone, or what it holds cannot be seen
				return after(found)
			}
			if entry.IsDir() {
				if seen[path] {
					return filepath.SkipDir
				}
				seen[path] = true
				return nil
			}
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				found = look(path)
			} else {
				found = mayBeHDF5(path)
			}
			return after(found)
		})
		return found
	}
	return look(folder)
}

// mayBeHDF5 goes by the name of a file, else by its signature; a file that is being written is none.
func mayBeHDF5(path string) bool {
	return slices.Contains(endings, strings.ToLower(filepath.Ext(path))) ||
		!files.IsTemporary(filepath.Base(path)) && (unreadable(path) || hdf5file.Signed(path))
}

// after ends a walk once something was found.
func after(found bool) error {
	if found {
		return filepath.SkipAll
	}
	return nil
}

// unreadable says whether a regular file is there that this user may not read.
func unreadable(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return errors.Is(err, fs.ErrPermission)
	}
	f, err := os.Open(path)
	if err == nil {
		_ = f.Close()
	}
	return errors.Is(err, fs.ErrPermission)
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
