package compare

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"drawbridge/tools/hdf5file"
)

// Place is where something is in a field.
type Place struct {
	Cell     []int       `json:"cell"`               // counted from 1, fastest first: x, y, z (, variable)
	Position *[3]float64 `json:"position,omitempty"` // of the cell's centre, m; snapshots only
	Rank     *int        `json:"rank,omitempty"`     // MPI rank whose block holds it, from 0
	Block    *[6]int     `json:"block,omitempty"`    // that block: x1 x2 y1 y2 z1 z2

	Reference Value `json:"reference,omitempty"` // the values there, of numbers
	New       Value `json:"new,omitempty"`
}

// RankText is the MPI rank in whose block the place lies, "" where the file keeps none.
func (p *Place) RankText() string {
	if p == nil || p.Rank == nil {
		return ""
	}
	return fmt.Sprint(*p.Rank)
}

// ULPText prints a small count of units in the last place as it is: 1 and 2 mean something, the rest is a size.
func ULPText(n uint64) string {
	if n < 10000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%.1e", float64(n))
}

// Owner names the block that holds the place, "" where the file keeps none.
func (p *Place) Owner() string {
	if p == nil || p.Rank == nil {
		return ""
	}
	b := p.Block
	return fmt.Sprintf("rank %d, block %d:%d,%d:%d,%d:%d", *p.Rank, b[0], b[1], b[2], b[3], b[4], b[5])
}

func (p *Place) String() string {
	if p == nil || len(p.Cell) == 0 {
		return ""
	}
	return "(" + strings.ReplaceAll(strings.Trim(fmt.Sprint(p.Cell), "[]"), " ", ",") + ")"
}

// Field is the verdict on one dataset.
type Field struct {
	Path    string `json:"path"`
	NewPath string `json:"new_path,omitempty"` // where it is named otherwise
	Unit    string `json:"unit,omitempty"`
	Type    string `json:"type"`
	Shape   []int  `json:"shape"`
	Differences
	Tolerance Tolerance `json:"tolerance"`
	Where     *Place    `json:"where,omitempty"`     // of the largest difference
	FirstNaN  *Place    `json:"first_nan,omitempty"` // of the first pair that no tolerance covers
	Worst     []Cell    `json:"worst,omitempty"`     // the pairs that differ most, as many as were asked for
	Same      bool      `json:"same"`
	Reason    string    `json:"reason,omitempty"` // why not, or what a reader must know

	Numbers  bool    `json:"-"` // real ones, which can be drawn
	roundOff float64 // the largest relative difference that is round-off between these types
}

// pair is two datasets to compare and the boxes they are compared in.
type pair struct {
	ref, new *hdf5file.Dataset
	sides    [2]side // where they hold numbers
	options  *Options
	tiles    tiling
	report   func(elements int)
	peaks    peaks
}

func newPair(ref, new *hdf5file.Dataset, o *Options, report func(int)) (*pair, error) {
	p := &pair{ref: ref, new: new, options: o, report: report}
	held := max(1, 8*pieceElements/max(8, ref.Type.Size, new.Type.Size))
	if countable(ref.Type) && countable(new.Type) {
		p.sides = [2]side{sideOf(ref), sideOf(new)}
		if p.sides[0].kind == flat && p.sides[1].kind == flat {
			held = flatElements
		}
	}
	if o.elementsHeld > 0 {
		held = o.elementsHeld
	}
	chunk := ref.Chunk
	if chunk == nil && len(new.Shape) == len(ref.Shape) {
		chunk = new.Chunk
	}
	region, err := whole(ref.Path, ref.Shape, o.Halo)
	p.tiles = region.tiles(held, chunk)
	return p, err
}

// compare fills the verdict. An error is trouble with a file, not a difference.
func (p *pair) compare(f *Field) error {
	if p.ref.Len() == 0 {
		f.Same = true
		f.Reason = "empty in both"
		return nil
	}
	if f.Numbers = p.ref.Type.Number(); !countable(p.ref.Type) {
		return p.parts(f)
	}
	f.Reason, f.roundOff = rounded(p.ref.Type, p.new.Type), roundOffOf(p.ref.Type, p.new.Type)
	s, counts, err := p.numbers(f)
	if err != nil {
		return err
	}
	if f.Differences = differences(&s, counts); !f.Numbers {
		f.Correlation = Figure(math.NaN())
	}
	f.Same = f.Beyond == 0
	f.Where, f.FirstNaN = p.place(s.worst), p.place(s.firstNaN)
	if err := p.worst(f); err != nil {
		return err
	}
	if s.nevers > 0 {
		f.Reason = f.nevers(s.nevers) + fmt.Sprintf(", first at %s", f.FirstNaN)
	}
	if f.Same && f.Tolerance == (Tolerance{}) && rounded(p.ref.Type, p.new.Type) != "" {
		return p.digits(f, float64(s.Reference))
	}
	return nil
}

// digits judges numbers that are equal as float64 and have more digits, where no tolerance was given.
func (p *pair) digits(f *Field, largest float64) error {
	const exact = 1 << 53 // up to here float64 holds every integer
	a, b := p.ref.Type, p.new.Type
	switch count := f.Count; {
	case a == b:
		err := p.bytes(f)
		if f.Count = count; !f.Same {
			f.Reason = "equal as float64, different byte by byte; a tolerance would make them the same"
		}
		return err
	case max(a.Size, b.Size) > 8 || largest >= exact:
		f.Same, f.Reason = false, f.Reason+", where they are equal; a tolerance would make them the same"
	}
	return nil
}

// nevers says which of the pairs that no tolerance covers there are; NaN in both is one where the options say so.
func (f *Field) nevers(count int64) string {
	both := count - f.OneNaN - f.Infinite
	var parts []string
	if one := count - both; one > 0 {
		parts = append(parts, fmt.Sprintf("NaN or infinite in one of them at %d points", one))
	}
	if both > 0 {
		parts = append(parts, fmt.Sprintf("NaN in both at %d points", both))
	}
	return strings.Join(parts, ", ")
}

// countable says whether elements are numbers, real or complex.
func countable(t hdf5file.Type) bool { return t.Number() || t.Complex }

// rounded says where a comparison as float64 may lose digits.
func rounded(a, b hdf5file.Type) string {
	if a.Complex || a.Class == hdf5file.Integer && b.Class == hdf5file.Integer {
		return ""
	}
	for _, t := range []hdf5file.Type{a, b} {
		if t.Size > 8 || (t.Class == hdf5file.Integer && t.Size == 8) {
			return fmt.Sprintf("%s against %s, compared as float64", a, b)
		}
	}
	return ""
}

func (p *pair) place(at int64) *Place {
	if at < 0 {
		return nil
	}
	index := p.tiles.index(at)
	place := &Place{Cell: make([]int, len(index))}
	for i, k := range index {
		place.Cell[len(index)-1-i] = k + 1
	}
	return place
}

// parts compares elements that are no numbers. Equal bytes mean the same only where both types give them the same names.
func (p *pair) parts(f *Field) error {
	if p.ref.Type.Class == hdf5file.Other {
		same, why, err := p.ref.SameForm(p.new)
		if err != nil {
			return err
		}
		if !same {
			f.Reason = why
			return nil
		}
	}
	return p.bytes(f)
}

// bytes compares elements that are no numbers as they are stored.
func (p *pair) bytes(f *Field) error {
	size := p.ref.Type.Size
	first := int64(-1)
	var a, b []byte
	for k := range p.tiles.count {
		box := p.tiles.at(k)
		n := box.elements()
		a, b = grow(a, n*size), grow(b, n*size)
		if err := p.ref.ReadBytes(box.start, box.count, a); err != nil {
			return err
		}
		if err := p.new.ReadBytes(box.start, box.count, b); err != nil {
			return err
		}
		for i := range n {
			if !bytes.Equal(a[i*size:(i+1)*size], b[i*size:(i+1)*size]) {
				f.Unequal++
				if first < 0 {
					first = int64(k)<<boxBits + int64(i)
				}
			}
		}
		f.Count += int64(n)
		p.report(n)
	}
	f.Beyond, f.Same = f.Unequal, f.Unequal == 0
	f.Where = p.place(first)
	f.Reason = "compared byte by byte"
	return nil
}
