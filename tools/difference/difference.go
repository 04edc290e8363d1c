// Package difference writes what parts two files as a snapshot of its own, new - reference for each field, which ParaView opens.
//
// Here lives which fields fit one grid. Never here: what a difference means (compare), how a snapshot is
// written (snapshot).
package difference

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"drawbridge/files"
	"drawbridge/snapshot"
	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file"
	"drawbridge/views"
)

// endings of the file.
var endings = []string{".h5", ".hdf5", ".hdf", ".vtkhdf"}

// Written says what Write has made.
type Written struct {
	File    string
	Fields  []string
	LeftOut []compare.Skip // fields that differ and have no place in it
}

// Check refuses a name that Write would refuse: of another ending, or of a file that is there.
func Check(path string) error {
	if !slices.Contains(endings, filepath.Ext(path)) {
		return fmt.Errorf("%s: a file of differences ends in one of %v", path, endings)
	}
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists and is not overwritten: remove it, or choose another name", path)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// ErrNothing says that no field has differences that can be written.
var ErrNothing = errors.New("no field of numbers with at most three dimensions differs")

// Write writes new - reference of every field that differs and has the shape of most of them.
func Write(r *compare.Result, path string) (*Written, error) {
	if err := Check(path); err != nil {
		return nil, err
	}
	w := &Written{File: path}
	fields, cells := w.choose(r)
	if len(fields) == 0 {
		return nil, ErrNothing
	}
	s, err := open(r)
	if err != nil {
		return nil, err
	}
	defer func() { _, _ = s.ref.Close(), s.new.Close() }()
	file, err := snapshot.Create(path, s.grid(r, cells))
	if err != nil {
		return nil, err
	}
	defer file.Abandon()
	for _, f := range fields {
		if err := s.field(file, f, w.name(f), cells); err != nil {
			return nil, err
		}
	}
	for name, text := range map[string]string{"difference_reference": r.Reference, "difference_new": r.New} {
		if err := file.Attribute(name, text); err != nil {
			return nil, err
		}
	}
	if err := Check(path); err != nil { // while the fields were written another program may have come
		return nil, err
	}
	return w, file.Close()
}

// choose takes the fields that differ in the shape that most of them have.
func (w *Written) choose(r *compare.Result) (chosen []*compare.Field, cells [3]int) {
	groups := map[[3]int][]*compare.Field{}
	for _, f := range r.Fields {
		if f.Unequal == 0 {
			continue
		}
		shape, fits := cellsOf(f.Shape)
		switch {
		case !f.Numbers:
			w.skip(f, "its elements are no real numbers")
		case !fits:
			w.skip(f, fmt.Sprintf("its shape %v has more than three dimensions", f.Shape))
		case shape[0]*shape[1] > mostPlane:
			w.skip(f, fmt.Sprintf("its planes have %d cells, at most %d fit the memory", shape[0]*shape[1], mostPlane))
		case files.OneLine(f.Path) != f.Path:
			w.skip(f, "its name has characters that a snapshot does not take")
		default:
			groups[shape] = append(groups[shape], f)
		}
	}
	for shape, group := range groups {
		order := cmp.Or(cmp.Compare(len(group), len(chosen)), slices.Compare(shape[:], cells[:]))
		if order > 0 {
			chosen, cells = group, shape
		}
	}
	for shape, group := range groups {
		for _, f := range group {
			if shape != cells {
				w.skip(f, fmt.Sprintf("its shape is %v, and one file holds fields of one shape", f.Shape))
			}
		}
	}
	slices.SortFunc(w.LeftOut, func(a, b compare.Skip) int { return strings.Compare(a.Path, b.Path) })
	return chosen, cells
}

func (w *Written) skip(f *compare.Field, why string) {
	w.LeftOut = append(w.LeftOut, compare.Skip{Path: f.Path, Reason: why})
}

// mostPlane is the most cells of a plane, which is held at once; a test lowers it.
var mostPlane = 1 << 25

// cellsOf is a shape, slowest dimension first, as cells in x, y and z.
func cellsOf(shape []int) (cells [3]int, fits bool) {
	cells = [3]int{1, 1, 1}
	if len(shape) > 3 {
		return cells, false
	}
	for d, n := range shape {
		cells[len(shape)-1-d] = n
	}
	return cells, true
}

// longest is the most bytes of a field's name in a snapshot.
const longest = 255

// name finds a name that no other field has.
func (w *Written) name(f *compare.Field) string {
	const ending = "_difference"
	name := f.Path[strings.LastIndexByte(f.Path, '/')+1:]
	if len(name) > longest-len(ending)-8 {
		name = strings.ToValidUTF8(name[:longest-len(ending)-8], "") // the cut may be within a character
	}
	full := name + ending
	for k := 2; slices.Contains(w.Fields, full); k++ {
		full = fmt.Sprintf("%s_%d%s", name, k, ending)
	}
	w.Fields = append(w.Fields, full)
	return full
}

// sources are both files.
type sources struct{ ref, new *hdf5file.File }

func open(r *compare.Result) (s sources, err error) {
	if s.ref, err = hdf5file.Open(r.Reference); err != nil {
		return s, err
	}
	if s.new, err = hdf5file.Open(r.New); err != nil {
		_ = s.ref.Close()
	}
	return s, err
}

// grid is that of the reference where it is a snapshot of these cells, else one of cells of size 1.
func (s *sources) grid(r *compare.Result, cells [3]int) snapshot.Grid {
	g := snapshot.Grid{Cells: cells, Spacing: [3]float64{1, 1, 1}, Step: int(r.Step), Case: "new - reference"}
	if image, err := s.ref.Image(); err == nil && image.Cells == cells && placed(image) {
		g.Origin, g.Spacing = image.Origin, image.Spacing
	}
	if t := (*float64)(r.Time); t != nil && *t-*t == 0 { // a finite number
		g.Time = *t
	}
	return g
}

// placed says whether a grid can be drawn.
func placed(image *hdf5file.Image) bool {
	for d := range 3 {
		if o, s := image.Origin[d], image.Spacing[d]; o-o != 0 || s-s != 0 || s <= 0 {
			return false
		}
	}
	return true
}

// field writes one field slab by slab.
func (s *sources) field(file *snapshot.Writer, f *compare.Field, name string, cells [3]int) error {
	a, err := s.ref.Dataset(f.Path)
	if err != nil {
		return err
	}
	b, err := s.new.Dataset(cmp.Or(f.NewPath, f.Path))
	if err != nil {
		return err
	}
	if !slices.Equal(a.Shape, f.Shape) || !slices.Equal(b.Shape, f.Shape) {
		return fmt.Errorf("%s: its shape has changed since it was compared", f.Path)
	}
	var stand float64 // the values come slab by slab; no array holds them
	source := views.HostArray{Address: uintptr(unsafe.Pointer(&stand)), Var: 1, Width: 1, Shape: [4]int{cells[0], cells[1], cells[2], 1},
		Interior: [6]int{1, cells[0], 1, cells[1], 1, cells[2]}}
	plane := cells[0] * cells[1]
	return file.Stream(name, f.Unit, source, func(points int, put func(int, []float64) error) error {
		for z, step := 0, max(1, points/plane); z < cells[2]; z += step {
			values, err := slab(a, b, z, min(step, cells[2]-z))
			if err != nil {
				return err
			}
			if err := put(z*plane, values); err != nil {
				return err
			}
		}
		return nil
	})
}

// slab is new - reference of some planes; below three dimensions there is one.
func slab(a, b *hdf5file.Dataset, z, planes int) ([]float64, error) {
	start, count := make([]int, len(a.Shape)), slices.Clone(a.Shape)
	if len(count) == 3 {
		start[0], count[0] = z, planes
	}
	return compare.Subtract(a, b, start, count)
}
