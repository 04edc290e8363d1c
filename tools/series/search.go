package series

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"drawbridge/files"
	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file"
)

// The most entries of a folder, or of all that its subfolders hold, and of what one subfolder holds: each of those is
// opened. A test lowers them.
var mostEntries, mostInside = 100_000, 20_000

// mostDeep is how many subfolders may lie in each other.
const mostDeep = 32

// search looks for HDF5 files beside the snapshots of a folder.
type search struct {
	entries  int // so far, in all subfolders
	inside   int // so far, in this subfolder
	excluded []string
}

// pass notes what is no file of a series and may hold data nevertheless: HDF5 files of other endings, folders with HDF5 files.
func (c *contents) pass(path string, s *search) {
	info, err := os.Stat(path)
	skip := func(format string, values ...any) {
		c.skipped = append(c.skipped, compare.Skip{Path: path, Reason: fmt.Sprintf(format, values...), Counts: true})
	}
	switch {
	case errors.Is(err, fs.ErrNotExist): // a link to nothing, a file that has just gone
	case err != nil:
		skip("it cannot be looked at: %v", err)
	case info.IsDir() && s.excludes(path):
		c.leftOut = append(c.leftOut, path)
	case info.IsDir():
		found, err := s.holdsHDF5(path)
		if err != nil {
			skip("%v; leave it out by --exclude %s, or compare it by itself", err, filepath.Base(path))
		} else if found {
			skip("a folder that holds HDF5 files, or may hold some and cannot be read; compare it by itself, or leave it out by --exclude %s", filepath.Base(path))
		}
	case files.IsTemporary(filepath.Base(path)):
		c.skipped = append(c.skipped, compare.Skip{Path: path, Reason: "a snapshot that was never finished, or is still being written"})
	case unreadable(path):
		skip("a file that cannot be read; it may be HDF5")
	case hdf5file.Signed(path):
		skip("an HDF5 file whose name ends in none of %v; rename it, or compare it by itself", endings)
	}
}

// excludes says whether a subfolder is left out: by its name or path, not by a pattern, which may be meant for fields.
func (s *search) excludes(folder string) bool {
	return slices.ContainsFunc(s.excluded, func(name string) bool { return names(name, folder) })
}

// names says whether a name or a path means a folder.
func names(name, folder string) bool {
	clean := filepath.Clean(name)
	return clean == filepath.Base(folder) || clean == filepath.Clean(folder)
}

// holdsHDF5 says whether a folder holds an HDF5 file, by its name or its signature, at any depth; links to folders are
// followed, each folder once, but not back to the series. A folder too large to look through is an error.
func (s *search) holdsHDF5(folder string) (bool, error) {
	s.inside = 0
	seen := map[string]bool{}
	if own, err := filepath.EvalSymlinks(filepath.Dir(folder)); err == nil {
		seen[own] = true // the folder of the series: its files are compared
	}
	return s.look(folder, 1, seen)
}

// look walks one folder; links in it that lead to folders are walked in turn.
func (s *search) look(folder string, depth int, seen map[string]bool) (found bool, err error) {
	real, err := filepath.EvalSymlinks(folder)
	if err != nil || seen[real] {
		return err != nil && !errors.Is(err, fs.ErrNotExist), nil
	}
	err = filepath.WalkDir(real, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			found = !errors.Is(err, fs.ErrNotExist) // it has just gone, or what it holds cannot be seen
			return after(found)
		}
		deep := depth + strings.Count(path[len(real):], string(filepath.Separator))
		if err := s.count(deep); err != nil {
			return err
		}
		if entry.IsDir() {
			if seen[path] {
				return filepath.SkipDir
			}
			seen[path] = true
			return nil
		}
		if isFolder(path) {
			if found, err = s.look(path, deep, seen); err != nil {
				return err
			}
		} else {
			found = mayBeHDF5(path)
		}
		return after(found)
	})
	return found, err
}

// count refuses to go on where a folder has more, or is deeper, than a comparison looks through.
func (s *search) count(deep int) error {
	s.entries++
	s.inside++
	switch {
	case s.inside > mostInside:
		return fmt.Errorf("a folder of more than %d entries, in which HDF5 files are not looked for", mostInside)
	case s.entries > mostEntries:
		return fmt.Errorf("one of several folders that have more than %d entries together, in which HDF5 files are not looked for", mostEntries)
	case deep > mostDeep:
		return fmt.Errorf("a folder of more than %d folders in each other, in which HDF5 files are not looked for", mostDeep)
	}
	return nil
}

// mayBeHDF5 goes by the name of a file, else by its signature; a file that is being written is none.
func mayBeHDF5(path string) bool {
	return endsLikeHDF5(path) || !files.IsTemporary(filepath.Base(path)) && (unreadable(path) || hdf5file.Signed(path))
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
