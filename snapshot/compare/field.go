package compare

import (
	"bytes"
	"fmt"

	"drawbridge/snapshot/hdf5file"
)

// Place is where something is in a field.
type Place struct {
	Cell     []int       `json:"cell"`               // counted from 1, fastest first: x, y, z (, variable)
	Position *[3]float64 `json:"position,omitempty"` // of the cell's centre, m; snapshots only
	Rank     *int        `json:"rank,omitempty"`     // MPI rank whose block holds it, from 0
	Block    *[6]int     `json:"block,omitempty"`    // that block: x1 x2 y1 y2 z1 z2
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
	if p == nil {
		return ""
	}
	text := fmt.Sprint(p.Cell[0])
	for _, n := range p.Cell[1:] {
		text += fmt.Sprintf(",%d", n)
	}
	return "(" + text + ")"
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
	Same      bool      `json:"same"`
	Reason    string    `json:"reason,omitempty"` // why not, or what a reader must know
}

// pair is two datasets to compare and the pieces they are compared in.
type pair struct {
	ref, new *hdf5file.Dataset
	options  *Options
	region   region
	pieces   []region
	report   func(elements int)
}

func newPair(ref, new *hdf5file.Dataset, o *Options, report func(int)) *pair {
	held := o.elementsHeld
	if held == 0 {
		held = pieceElements
	}
	p := &pair{ref: ref, new: new, options: o, region: whole(ref.Shape, o.Halo), report: report}
	chunk := ref.Chunk
	if chunk == nil && len(new.Shape) == len(ref.Shape) {
		chunk = new.Chunk
	}
	p.pieces = p.region.pieces(held, chunk)
	return p
}

// compare fills the verdict. An error is trouble with a file, not a difference.
func (p *pair) compare(f *Field) error {
	if p.ref.Len() == 0 {
		f.Same = true
		f.Reason = "empty in both"
		return nil
	}
	j := &judge{limit: f.Tolerance, strictNaN: p.options.StrictNaN, worst: -1, firstNaN: -1}
	var err error
	switch a, b := p.ref.Type, p.new.Type; {
	case !a.Number():
		return p.bytes(f)
	case a.Class == hdf5file.Integer && b.Class == hdf5file.Integer && wide(a) == wide(b):
		j.whole = true
		read := readIntegers
		if wide(a) {
			read = readLarge
		}
		err = p.numbers(j, read)
	default:
		j.narrow = a.Class == hdf5file.Float && a == b && a.Size == 4
		f.Reason = rounded(a, b)
		err = p.numbers(j, readFloats)
	}
	if err != nil {
		return err
	}
	f.Differences = j.finish()
	f.Same = f.Beyond == 0
	f.Where, f.FirstNaN = p.place(j.worst), p.place(j.firstNaN)
	if j.nevers > 0 {
		f.Reason = fmt.Sprintf("NaN or infinite in one of them at %d points, first at %s", j.nevers, f.FirstNaN)
	}
	return nil
}

// wide integers do not fit int64.
func wide(t hdf5file.Type) bool { return t.Unsigned && t.Size == 8 }

// rounded says where a comparison as float64 may lose digits.
func rounded(a, b hdf5file.Type) string {
	for _, t := range []hdf5file.Type{a, b} {
		if t.Size > 8 || (t.Class == hdf5file.Integer && t.Size == 8) {
			return fmt.Sprintf("%s against %s, compared as float64", a, b)
		}
	}
	return ""
}

func (p *pair) place(at int64) *Place {
	if at < 0 || len(p.region.count) == 0 {
		return nil
	}
	index := p.region.index(at)
	place := &Place{Cell: make([]int, len(index))}
	for i, k := range index {
		place.Cell[len(index)-1-i] = k + 1
	}
	return place
}

// bytes compares elements that are no numbers as they are stored.
func (p *pair) bytes(f *Field) error {
	size := p.ref.Type.Size
	f.Same = true
	var first int64
	worst := int64(-1)
	var a, b []byte
	for _, piece := range p.pieces {
		n := piece.elements()
		a, b = grow(a, n*size), grow(b, n*size)
		if err := p.ref.ReadBytes(piece.start, piece.count, a); err != nil {
			return err
		}
		if err := p.new.ReadBytes(piece.start, piece.count, b); err != nil {
			return err
		}
		for i := range n {
			if !bytes.Equal(a[i*size:(i+1)*size], b[i*size:(i+1)*size]) {
				f.Unequal++
				if worst < 0 {
					worst = first + int64(i)
				}
			}
		}
		first += int64(n)
		p.report(n)
	}
	f.Count, f.Beyond = first, f.Unequal
	f.Same = f.Unequal == 0
	f.Where = p.place(worst)
	f.Reason = "compared byte by byte"
	return nil
}

func grow[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	return list[:n]
}
