package snapshot

import (
	"runtime"
	"sort"
	"strings"

	"drawbridge/status"
	"drawbridge/views"
)

// Grid is the uniform grid of a snapshot and the moment it shows.
type Grid struct {
	Cells   [3]int     // in x, y, z, without a halo
	Origin  [3]float64 // of the first cell's lower corner, m
	Spacing [3]float64 // m
	Time    float64    // s
	Step    int
	Case    string // the caller's name of the run; may be empty
}

// Option changes how a snapshot is written.
type Option func(*Writer)

// Deflate compresses the fields: level 1 (fast) to 9 (small). Without it they lie flat, which is
// what parallel readers and memory maps like best.
func Deflate(level int) Option { return func(w *Writer) { w.deflate = level } }

// Writer is one snapshot that is being written. Its methods may be called from any thread, one at
// a time.
type Writer struct {
	grid    Grid
	path    string // the name asked
	file    *pending
	handle  handle
	deflate int
	fields  map[string]bool
	given   map[string]bool // attributes of the root
	broken  error           // the first failure of HDF5; only Abandon and Close follow
	closed  bool
	blocked bool // the decomposition is written
}

// Create begins a snapshot under a temporary name beside path. Errors: status.NotAvailable (no
// HDF5), status.File (folder missing or not writable), status.Shape, status.Argument.
func Create(path string, g Grid, options ...Option) (*Writer, error) {
	w := &Writer{grid: g, path: path, fields: map[string]bool{}, given: map[string]bool{}}
	for _, set := range options {
		set(w)
	}
	if w.deflate < 0 || w.deflate > 9 {
		return nil, status.Errorf(status.Argument, "snapshot %s: compression level %d, expected 0 to 9", path, w.deflate)
	}
	if err := g.checkNew(path); err != nil {
		return nil, err
	}
	mutex.Lock()
	defer mutex.Unlock()
	if err := bind(); err != nil {
		return nil, err
	}
	var err error
	if w.file, err = reserve(path); err != nil {
		return nil, err
	}
	if w.handle, err = createFile(w.file.temporary); err != nil {
		w.file.remove()
		return nil, w.about("", err)
	}
	if err = w.header(); err != nil {
		w.discard()
		return nil, w.about("", err)
	}
	return w, nil
}

// header writes the groups and attributes that VTKHDF asks for, and the moment.
func (w *Writer) header() error {
	g, h := w.grid, w.handle
	extent := []int64{0, int64(g.Cells[0]), 0, int64(g.Cells[1]), 0, int64(g.Cells[2])}
	for _, write := range []func() error{
		func() error { return h.group("/VTKHDF") },
		func() error { return h.group("/VTKHDF/CellData") },
		func() error { return h.ints("/VTKHDF", "Version", 2, 0) },
		func() error { return h.text("/VTKHDF", "Type", "ImageData", true) },
		func() error { return h.ints("/VTKHDF", "WholeExtent", extent...) },
		func() error { return h.doubles("/VTKHDF", "Origin", g.Origin[:]...) },
		func() error { return h.doubles("/VTKHDF", "Spacing", g.Spacing[:]...) },
		func() error { return h.doubles("/VTKHDF", "Direction", 1, 0, 0, 0, 1, 0, 0, 0, 1) },
		func() error { return w.attribute("time", g.Time) },
		func() error { return w.attribute("time_units", "s") },
		func() error { return w.attribute("step", g.Step) },
		func() error { return w.attribute("case", g.Case) },
		func() error { return w.attribute("hdf5_version", bound.Version) },
	} {
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// Field writes the interior of one variable of a halo-padded array of doubles. HDF5 reads the array
// in place: it must not change during the call. A refused array leaves the snapshot as it was.
func (w *Writer) Field(name, unit string, source views.HostArray) error {
	mutex.Lock()
	defer mutex.Unlock()
	if err := w.ready("field " + name); err != nil {
		return err
	}
	if err := w.refuse(name, unit, source); err != nil {
		return w.about("field "+name, err)
	}
	usual, values := source.Rearranged(true)
	err := w.handle.field(name, w.grid.Cells, usual, w.deflate)
	runtime.KeepAlive(values)
	if err == nil {
		err = w.handle.text(folder+name, "units", unit, false)
	}
	if err != nil {
		w.broken = w.about("field "+name, err)
		return w.broken
	}
	w.fields[name] = true
	return nil
}

// Fits refuses an array of a field that does not fit itself or the grid.
func (w *Writer) Fits(name string, source views.HostArray) error {
	return w.about("field "+name, w.grid.checkSource(source))
}

// Holds tells whether a field is in the file.
func (w *Writer) Holds(field string) bool { return w.fields[field] }

// refuse says what is wrong with a field before anything is written.
func (w *Writer) refuse(name, unit string, source views.HostArray) error {
	if err := checkField(name, unit); err != nil {
		return err
	}
	if w.fields[name] {
		return status.Errorf(status.Order, "given twice; so far: %s", strings.Join(sorted(w.fields), " "))
	}
	return w.grid.checkSource(source)
}

// Attribute adds a value to the file's root: string, bool, int, int32, int64, float64, and lists
// of int, int64 and float64. Options and versions of the caller belong here.
func (w *Writer) Attribute(name string, value any) error {
	mutex.Lock()
	defer mutex.Unlock()
	if err := w.ready("attribute " + name); err != nil {
		return err
	}
	if err := checkAttribute(name, value); err != nil {
		return w.about("attribute "+name, err)
	}
	if w.given[name] {
		return w.about("attribute "+name, status.Errorf(status.Order, "given twice"))
	}
	err := w.attribute(name, value)
	if status.CodeOf(err) == status.File {
		w.broken = w.about("attribute "+name, err)
		return w.broken
	}
	return w.about("attribute "+name, err)
}

// ready refuses a writer that is closed or broken.
func (w *Writer) ready(what string) error {
	switch {
	case w.closed:
		return w.about(what, status.Errorf(status.Order, "the snapshot is closed already"))
	case w.broken != nil:
		return w.about(what, status.Errorf(status.Order, "the snapshot failed before: %v", w.broken))
	}
	return nil
}

func (w *Writer) about(what string, err error) error { return about(w.path, what, err) }

// about names the file (and the thing in it) in front of an error.
func about(path, what string, err error) error {
	if err == nil {
		return nil
	}
	name := "snapshot " + path
	if what != "" {
		name += ", " + what
	}
	return status.Wrap(err, "%s: %v", name, err)
}

func sorted(set map[string]bool) []string {
	list := make([]string, 0, len(set))
	for name := range set {
		list = append(list, name)
	}
	sort.Strings(list)
	return list
}
