package compare

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"drawbridge/tools/hdf5file"
)

// Result is what was found. Same is the verdict that a script may trust.
type Result struct {
	Reference  string      `json:"reference"`
	New        string      `json:"new"`
	Case       string      `json:"case,omitempty"` // of the reference, where it is a snapshot
	File       string      `json:"file,omitempty"` // what both are called in two folders, where they keep no step
	Step       int64       `json:"step"`
	Time       *Figure     `json:"time,omitempty"`     // s; nil where the reference keeps none
	NewTime    *Figure     `json:"new_time,omitempty"` // s; nil where the new file keeps none
	Same       bool        `json:"same"`
	Summary    string      `json:"summary"`
	Fields     []*Field    `json:"fields"`
	Missing    []string    `json:"missing,omitempty"`  // in the reference alone
	Extra      []string    `json:"extra,omitempty"`    // in the new file alone
	LeftOut    []string    `json:"left_out,omitempty"` // what the options leave out
	Skipped    []Skip      `json:"skipped,omitempty"`  // what could not be compared
	Attributes []Attribute `json:"attributes,omitempty"`

	UnitsIgnored int `json:"units_ignored,omitempty"` // units that one file alone keeps and that do not count

	TimesDiffer bool   `json:"times_differ,omitempty"` // then the two are not the same
	TimeNote    string `json:"time_note,omitempty"`    // how the times differ, or which file keeps none

	Hint       string `json:"hint,omitempty"`      // what would make the two the same, where that is sure
	RoundOff   Figure `json:"round_off,omitempty"` // the largest relative difference, where nothing but round-off parts the two
	TimesAlone bool   `json:"-"`                   // nothing but the times differs

	extraIgnored bool
	differs      bool // in what could be read
}

// Skip is something that was not compared, and why. It counts where it may hold data: then the verdict
// is not SAME, for less than everything was compared.
type Skip struct {
	Path       string `json:"path"`
	Reason     string `json:"reason"`
	Counts     bool   `json:"counts"`
	Unreadable bool   `json:"unreadable,omitempty"` // HDF5 could not read it: no verdict is possible
}

// comparison is one run over two open files.
type comparison struct {
	options  *Options
	ref, new *hdf5file.File
	refTime  *hdf5file.Time // nil where the file keeps none
	newTime  *hdf5file.Time
	image    *hdf5file.Image // of the reference; nil where it is no snapshot
	blocks   *hdf5file.Image // the snapshot whose decomposition counts: the new one's, else the reference's
	result   *Result
	sets     [2]int      // datasets of both
	unread   [2][]string // what could not be read in either file
	done     int64
	total    int64
}

// Files compares two files. An error means that no verdict is possible: a file cannot be read, or
// nothing in them could be compared.
func Files(reference, new string, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if err := o.CheckNames([][2]string{{reference, new}}); err != nil {
		return nil, err
	}
	c := &comparison{result: &Result{Reference: reference, New: new, extraIgnored: o.IgnoreExtra}}
	var err error
	if c.ref, err = hdf5file.Open(reference); err != nil {
		return nil, err
	}
	defer c.ref.Close()
	if c.new, err = hdf5file.Open(new); err != nil {
		return nil, err
	}
	defer c.new.Close()
	c.image, _ = c.ref.Image()
	if c.blocks, _ = c.new.Image(); c.blocks == nil || c.blocks.Blocks == nil {
		c.blocks = c.image
	}
	if c.image != nil {
		c.result.Case, c.result.Step = c.image.Case, c.image.Step
	}
	if c.refTime, err = o.timeOf(c.ref); err != nil {
		return nil, fmt.Errorf("the time of %s: %w", reference, err)
	}
	if c.newTime, err = o.timeOf(c.new); err != nil {
		return nil, fmt.Errorf("the time of %s: %w", new, err)
	}
	c.result.Time, c.result.NewTime = figureOf(c.refTime), figureOf(c.newTime)
	c.options = o.called(c.refTime, c.newTime)
	if err := c.run(); err != nil {
		return nil, err
	}
	return c.result, nil
}

// run matches the datasets, compares each pair, and sums up.
func (c *comparison) run() error {
	refs, err := c.list(c.ref)
	if err != nil {
		return err
	}
	news, err := c.list(c.new)
	if err != nil {
		return err
	}
	c.sets = [2]int{len(refs), len(news)}
	wanted, taken, err := c.match(refs, news)
	if err != nil {
		return err
	}
	c.times(wanted)
	for _, w := range wanted {
		if err := c.field(w); err != nil {
			return err
		}
	}
	var unread []string // of the reference, by their names in the new file
	for _, path := range c.unread[0] {
		unread = append(unread, c.options.renamed(path))
	}
	for _, path := range slices.Sorted(maps.Keys(news)) {
		if !taken[path] && c.options.wants(path) && !within(unread, path) {
			c.result.Extra = append(c.result.Extra, path)
		}
	}
	c.leftOut(refs, news)
	c.skips()
	c.attributes()
	if err := c.conclude(); err != nil {
		return err
	}
	c.hint()
	return nil
}

func (c *comparison) list(f *hdf5file.File) (map[string]*hdf5file.Dataset, error) {
	list, skipped, err := f.Walk()
	if err != nil {
		return nil, err
	}
	for _, s := range skipped {
		if c.options.wants(s.Path) {
			skip := Skip{Path: s.Path, Reason: s.Reason, Counts: !s.Empty, Unreadable: !s.Empty}
			if skip.Unreadable {
				skip.Reason = "cannot be read: " + s.Reason
				c.unread[c.side(f)] = append(c.unread[c.side(f)], s.Path)
			}
			c.result.Skipped = append(c.result.Skipped, skip)
		} else {
			c.result.LeftOut = append(c.result.LeftOut, s.Path)
		}
	}
	table := map[string]*hdf5file.Dataset{}
	for _, d := range list {
		if d.Path != hdf5file.Blocks { // how a run was cut is no part of its state
			table[d.Path] = d
		}
	}
	return table, nil
}

func (c *comparison) side(f *hdf5file.File) int {
	if f == c.new {
		return 1
	}
	return 0
}

// within says whether a path is one of the objects, or lies in one that is a group.
func within(objects []string, path string) bool {
	return slices.ContainsFunc(objects, func(o string) bool { return path == o || strings.HasPrefix(path, strings.TrimSuffix(o, "/")+"/") })
}

// Undecided says that something could not be read and all that was read is the same: then there is no verdict.
func (r *Result) Undecided() bool {
	return !r.differs && slices.ContainsFunc(r.Skipped, func(s Skip) bool { return s.Unreadable })
}

// match answers the pairs in the order of their paths and which of the new datasets they use.
func (c *comparison) match(refs, news map[string]*hdf5file.Dataset) ([]*pair, map[string]bool, error) {
	taken := map[string]bool{}
	var pairs []*pair
	for _, path := range slices.Sorted(maps.Keys(refs)) {
		if !c.options.wants(path) {
			continue
		}
		to := c.options.renamed(path)
		if news[to] == nil {
			if !within(c.unread[1], to) {
				c.result.Missing = append(c.result.Missing, to)
			}
			continue
		}
		taken[to] = true
		p, err := newPair(refs[path], news[to], c.options, c.advance)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", c.result.Reference, err)
		}
		pairs = append(pairs, p)
		c.total += int64(p.tiles.region.elements())
	}
	return pairs, taken, nil
}

func (c *comparison) advance(elements int) {
	c.done += int64(elements)
	if c.options.Progress != nil {
		c.options.Progress(c.done, c.total)
	}
}

// field judges one pair: kind and shape first, then the numbers.
func (c *comparison) field(p *pair) error {
	a, b := p.ref, p.new
	f := &Field{Path: a.Path, Shape: a.Shape, Type: a.Type.String(), Unit: c.ref.Unit(a.Path),
		Tolerance: c.options.tolerance(a.Path)}
	if b.Path != a.Path {
		f.NewPath = b.Path
	}
	if a.Type != b.Type {
		f.Type += " / " + b.Type.String()
	}
	switch {
	case !slices.Equal(a.Shape, b.Shape) || a.Null != b.Null:
		f.Reason = fmt.Sprintf("shape %v against %v (slowest first)", a.Shape, b.Shape)
	case a.Type.Number() != b.Type.Number() || (!a.Type.Number() && a.Type != b.Type):
		f.Reason = fmt.Sprintf("%s against %s", a.Type, b.Type)
	case a.Type.Class == hdf5file.Loose || a.Type.Size == 0:
		c.result.Skipped = append(c.result.Skipped, Skip{Path: a.Path, Reason: "holds " + a.Type.String() + " of varying length", Counts: true})
		return nil
	default:
		if err := p.compare(f); err != nil {
			return err
		}
		c.locate(f)
	}
	c.unit(f, b.Path)
	c.result.Fields = append(c.result.Fields, f)
	return nil
}

// unit compares the units of a field; one that cannot be read is none that is the same.
func (c *comparison) unit(f *Field, other string) {
	a, errA := c.ref.UnitOf(f.Path)
	b, errB := c.new.UnitOf(other)
	if err := errors.Join(errA, errB); err != nil {
		f.Same, f.Reason = false, "its unit cannot be read: "+strings.ReplaceAll(err.Error(), "\n", "; ")
	} else if a != b && c.options.IgnoreUnits && (c.ref.LacksUnit(f.Path) || c.new.LacksUnit(other)) {
		c.result.UnitsIgnored++
	} else if a != b {
		f.Same, f.Reason = false, fmt.Sprintf("unit %q against %q", a, b)
	}
}

// locate adds coordinates to the places of a field of cells.
func (c *comparison) locate(f *Field) {
	if c.image == nil || !strings.HasPrefix(f.Path, hdf5file.CellData) {
		return
	}
	places := []*Place{f.Where, f.FirstNaN}
	for i := range f.Worst {
		places = append(places, &f.Worst[i].Place)
	}
	for _, p := range places {
		if p != nil && len(p.Cell) == 3 {
			at := c.image.Centre([3]int(p.Cell))
			p.Position = &at
			if rank, block := c.blocks.Owner([3]int(p.Cell)); block != nil {
				p.Rank, p.Block = &rank, block
			}
		}
	}
}
