// Package survey looks at a whole source tree: which routines can be ported now, what the others need, and, with a profile,
// how much of the run time each holds. It translates to find out, and keeps no translation.
package survey

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"drawbridge/tools/port/nests"
	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// endings of Fortran files.
var endings = []string{".f", ".for", ".ftn", ".f77", ".fpp", ".f90", ".f95", ".f03", ".f08"}

// mostFiles is the largest number of files of a tree.
const mostFiles = 20000

// Unread is a file that is not read as Fortran, and why.
type Unread struct{ Path, Reason string }

// Entry is a routine of the tree.
type Entry struct {
	Procedure *tree.Procedure
	Outside   string      // what puts the routine out of reach: complex numbers, procedure arguments or ENTRY; or ""
	Loops     *tree.Fault // why its loops over a grid are no kernels; nil where they are, or where it has none
	Kernels   bool        // it is refused, and its loops, which write arrays of modules, are kernels
	Share     float64     // of the run time, in percent; below zero: the profile does not have it
}

// Survey is what a tree holds.
type Survey struct {
	Folder    string
	Files     int
	Unread    []Unread
	Twins     []tree.Twin // modules that are not counted
	Entries   []Entry
	Profile   bool
	Undefined []string // names that the preprocessor asks for and nothing defines
	Unknown   float64  // percent of the run time in routines that the tree does not have
}

// Of reads a folder with all folders in it. Times are those of a profile by linker name, or nil; says is what the owner
// states, and flags what those of gfortran say for a file.
func Of(folder string, times map[string]float64, says tree.Owner, flags func(path string) (*source.Flags, error)) (*Survey, error) {
	s := &Survey{Folder: folder, Profile: times != nil}
	files, err := s.read(folder, flags)
	if err != nil {
		return nil, err
	}
	world := tree.ResolveTree(files, says)
	if left := world.Unfound(); len(left) > 0 {
		return nil, fmt.Errorf("each point cannot have %s for itself: no such variable is written there", strings.Join(left, ", "))
	}
	s.Twins = world.Twins
	translate.All(world)
	left := map[string]bool{}
	for name := range times {
		left[name] = true
	}
	reach, loops, onModules := newReach(world), nests.Refused(world), nests.OnModules(world)
	for _, p := range world.Procedures {
		e := Entry{Procedure: p, Outside: reach.of(p), Loops: loops[p], Kernels: onModules[p], Share: -1}
		for _, name := range []string{p.Linker(), p.Name} {
			if share, known := times[name]; known && left[name] {
				e.Share = share
				delete(left, name)
				break
			}
		}
		s.Entries = append(s.Entries, e)
	}
	for name := range left {
		s.Unknown += times[name]
	}
	return s, nil
}

// read finds the files of the tree; links to folders are not followed.
func (s *Survey) read(folder string, flags func(string) (*source.Flags, error)) ([]*source.File, error) {
	var files []*source.File
	included := map[string]bool{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		ending := strings.ToLower(filepath.Ext(path))
		if entry.IsDir() || !entry.Type().IsRegular() || !slices.Contains(endings, ending) {
			return nil
		}
		if s.Files++; s.Files > mostFiles {
			return fmt.Errorf("%s holds more than %d Fortran files; name a folder inside of it", folder, mostFiles)
		}
		var f *source.File
		given, err := flags(path)
		if err == nil {
			its := *given
			its.Automatic = true
			f, err = source.Read(path, &its)
		}
		if err != nil {
			s.Unread = append(s.Unread, Unread{path, err.Error()})
			return nil
		}
		files = append(files, f)
		for _, name := range f.Included {
			included[name] = true
		}
		s.Undefined = append(s.Undefined, f.Undefined...)
		return nil
	})
	files = slices.DeleteFunc(files, func(f *source.File) bool { return included[f.Path] }) // they are a part of others
	slices.Sort(s.Undefined)
	s.Undefined = slices.Compact(s.Undefined)
	if err == nil && s.Files == 0 {
		err = fmt.Errorf("%s holds no Fortran file (%s)", folder, strings.Join(endings, " "))
	}
	return files, err
}

func (e Entry) ported() bool { return e.Procedure.Fault == nil || e.Kernels }

// Counts are the routines of a tree by their state. Loops are those among the ported ones whose loops over a grid are refused.
type Counts struct{ All, Ported, Loops, Outside, Eligible int }

// Counts counts the routines. Eligible are those that are not out of reach; all that are ported are.
func (s *Survey) Counts() Counts {
	c := Counts{All: len(s.Entries)}
	for _, e := range s.Entries {
		switch {
		case e.ported():
			c.Ported++
			if e.Loops != nil {
				c.Loops++
			}
			c.Eligible++
		case e.Outside != "":
			c.Outside++
		default:
			c.Eligible++
		}
	}
	return c
}
