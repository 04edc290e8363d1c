//go:build hdf5

package hdf5file

/*
#include <stdlib.h>
#include "inspect.h"
*/
import "C"

import (
	"path"
	"sort"
	"unsafe"

	"gonum.org/v1/hdf5"
)

// mostObjects bounds a walk, so that a hostile file ends in a message instead of in the memory.
const mostObjects = 1_000_000

// walker collects the datasets below a group, each group once: links may form circles.
type walker struct {
	file     *File
	seen     map[[2]C.ulonglong]string // the path of the first visit
	number   C.ulonglong               // of the file
	objects  int
	datasets []*Dataset
	skipped  []Skipped
}

// Walk lists all datasets by path, in the order of their paths, and what could not be followed.
func (f *File) Walk() ([]*Dataset, []Skipped, error) {
	f.groups = []string{"/"}
	w := &walker{file: f, seen: map[[2]C.ulonglong]string{}}
	err := f.alone(f.path, func() error {
		_, identity, err := f.look(&f.file.CommonFG, "/")
		if err != nil {
			return err
		}
		w.seen[identity] = "/"
		f.places = map[string]C.haddr_t{"/": C.haddr_t(identity[1])}
		w.number = identity[0]
		return w.group("/", &f.file.CommonFG)
	})
	sort.Slice(w.datasets, func(i, k int) bool { return w.datasets[i].Path < w.datasets[k].Path })
	return w.datasets, w.skipped, err
}

// kind of object.
type kind int

const (
	isOther kind = iota
	isGroup
	isDataset
)

// Groups lists the groups that Walk has found, each by one path, the root first.
func (f *File) Groups() []string { return f.groups }

// look says what lies at a path from a group and who it is. Links are followed. HDF5 takes the time of the cube of a path's
// parts to open it from the root, so that a walk asks from group to group.
func (f *File) look(from *hdf5.CommonFG, name string) (kind, [2]C.ulonglong, error) {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	var group, set C.int
	var identity [2]C.ulonglong
	var text [C.REASON]C.char
	if C.inspect_object(C.hid_t(from.ID()), c, &group, &set, &identity[0], &text[0]) < 0 {
		return isOther, identity, refusal("%s", C.GoString(&text[0]))
	}
	switch {
	case group != 0:
		return isGroup, identity, nil
	case set != 0:
		return isDataset, identity, nil
	}
	return isOther, identity, nil
}

// isDataset says whether there is a dataset at a path.
func (f *File) isDataset(path string) bool {
	what := isOther
	if f.exists(path) {
		_ = f.alone(f.path+": "+path, func() (err error) {
			what, _, err = f.look(&f.file.CommonFG, path)
			return err
		})
	}
	return what == isDataset
}

// dangles says whether a path ends in a link whose target is not there, or is the link itself by way of others.
func (f *File) dangles(from *hdf5.CommonFG, name string) bool {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	return C.inspect_dangles(C.hid_t(from.ID()), c) > 0
}

// damaged skips what HDF5 refuses.
func (w *walker) damaged(at string, err error) {
	w.file.hurt = true
	w.skip(at, err.Error(), false)
}

// skip notes what is not described; empty: it holds no data.
func (w *walker) skip(at, reason string, empty bool) {
	w.skipped = append(w.skipped, Skipped{Path: at, Reason: reason, Empty: empty})
}

func (w *walker) group(at string, g *hdf5.CommonFG) error {
	count, err := g.NumObjects()
	if err != nil {
		return err
	}
	for i := range count {
		if w.objects++; w.objects > mostObjects {
			return refusal("more than %d objects", mostObjects)
		}
		name, err := g.ObjectNameByIndex(i)
		if err != nil {
			w.skip(at, "an entry without a readable name", false)
			continue
		}
		w.entry(g, name, path.Join(at, name))
	}
	return nil
}

func (w *walker) entry(g *hdf5.CommonFG, name, at string) {
	what, identity, err := w.file.look(g, name)
	if err != nil && w.file.dangles(g, name) {
		w.skip(at, "a link that leads nowhere, or in a circle", true)
		return
	}
	if err != nil {
		w.damaged(at, err)
		return
	}
	if identity[0] == w.number {
		w.file.places[at] = C.haddr_t(identity[1])
	}
	switch what {
	case isGroup:
		w.enter(g, name, at, identity)
	case isDataset:
		d, err := w.file.describe(g, name, at)
		if err != nil {
			w.damaged(at, err)
			return
		}
		w.datasets = append(w.datasets, d)
	default:
		w.skip(at, "a named type: no data", true)
	}
}

func (w *walker) enter(g *hdf5.CommonFG, name, at string, identity [2]C.ulonglong) {
	if first := w.seen[identity]; first != "" {
		w.skip(at, "a link back to the group "+first+", which is listed already", true)
		return
	}
	w.seen[identity] = at
	w.file.groups = append(w.file.groups, at)
	group, err := g.OpenGroup(name)
	if err == nil {
		err = w.group(at, &group.CommonFG)
		_ = group.Close()
	}
	if err != nil {
		w.damaged(at, err)
	}
}
