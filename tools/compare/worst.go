package compare

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// MostWorst is the most cells that a comparison lists of a field.
const MostWorst = 1000

// Cell is one of the cells that differ most.
type Cell struct {
	Place
	Absolute Figure `json:"absolute"` // |new - ref|
	Relative Figure `json:"relative"` // of the larger magnitude of both
}

// Value is an element of a file with all its digits, as Go and JSON write numbers.
type Value string

// MarshalJSON writes a number as it is, and anything else, such as "nan" and "1+2i", as text.
func (v Value) MarshalJSON() ([]byte, error) {
	if x, err := strconv.ParseFloat(string(v), 64); err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return []byte(strconv.Quote(string(v))), nil
	}
	return []byte(v), nil
}

// peaks are the boxes that hold the worst pairs: the `most` largest differences lie in the boxes of the `most` largest maxima.
type peaks struct {
	most   int
	nevers []int // the first boxes with pairs that no tolerance covers
	large  []peak
}

type peak struct {
	box  int
	size float64 // the largest difference in it
}

// add takes the figures of the next box.
func (p *peaks) add(box int, s *sums) {
	if s.nevers > 0 && len(p.nevers) < p.most {
		p.nevers = append(p.nevers, box)
	}
	if size := float64(s.MaxAbs); size > 0 && (len(p.large) < p.most || size > p.large[len(p.large)-1].size) {
		at, _ := slices.BinarySearchFunc(p.large, size, func(q peak, size float64) int { return cmp.Or(cmp.Compare(size, q.size), -1) })
		p.large = slices.Insert(p.large, at, peak{box, size})
		p.large = p.large[:min(len(p.large), p.most)]
	}
}

// boxes are those to read again, in their order.
func (p *peaks) boxes() []int {
	list := slices.Clone(p.nevers)
	for _, q := range p.large {
		list = append(list, q.box)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// found is one pair that differs.
type found struct {
	at         int64 // its number
	diff, size float64
	ref, new   Value
}

// worst reads the boxes of the worst pairs again and notes these: what no tolerance covers in the order of the cells, then the largest
// differences.
func (p *pair) worst(f *Field) error {
	var nevers, large []found
	var buffers [2][]byte
	for _, k := range p.peaks.boxes() {
		box := p.tiles.at(k)
		for i, s := range p.sides {
			var err error
			if buffers[i], err = s.read(box, buffers[i]); err != nil {
				return err
			}
		}
		from := int64(k) << boxBits
		nevers, large = p.scan(from, box.elements(), buffers, nevers, large)
		for _, list := range [][]found{nevers, large} {
			for i := range list {
				if c := &list[i]; c.at>>boxBits == int64(k) {
					at := int(c.at - from)
					c.ref, c.new = elements[p.sides[0].code].text(buffers[0], at), elements[p.sides[1].code].text(buffers[1], at)
				}
			}
		}
	}
	if len(nevers) > 0 && f.FirstNaN != nil { // nil: the file has changed since
		f.FirstNaN.Reference, f.FirstNaN.New = nevers[0].ref, nevers[0].new
	}
	if len(large) > 0 && f.Where != nil {
		f.Where.Reference, f.Where.New = large[0].ref, large[0].new
	}
	list := append(nevers, large...)
	for _, c := range list[:min(len(list), p.options.Worst)] {
		cell := Cell{*p.place(c.at), Figure(c.diff), Figure(c.diff / c.size)}
		cell.Reference, cell.New = c.ref, c.new
		f.Worst = append(f.Worst, cell)
	}
	return nil
}

// scan adds the worst pairs of a box of n pairs to those of the boxes before.
func (p *pair) scan(from int64, n int, buffers [2][]byte, nevers, large []found) ([]found, []found) {
	floor, most := 0.0, p.peaks.most
	var run doubles
	for first := 0; first < n; first += spreadPairs {
		run.of(p.sides[0].code, p.sides[1].code, buffers[0][first*p.sides[0].size:], buffers[1][first*p.sides[1].size:], min(spreadPairs, n-first))
		for i := range run.ref {
			a, b, at := run.ref[i], run.new[i], from+int64(first+i)
			d := math.Abs(run.diff[i])
			switch {
			case d > floor && finite(a) && finite(b):
				large = append(large, found{at: at, diff: d, size: max(math.Abs(a), math.Abs(b))})
				if len(large) >= 4*most {
					large = largest(large, most)
					floor = large[len(large)-1].diff
				}
			case finite(a) && finite(b), a == b, len(nevers) == most:
			case math.IsNaN(a) && math.IsNaN(b) && !p.options.StrictNaN:
			default:
				nevers = append(nevers, found{at: at, diff: math.NaN(), size: 1})
			}
		}
	}
	return nevers, largest(large, most)
}

func finite(v float64) bool { return v-v == 0 }

// largest keeps the `most` largest differences, the first cell of equal ones first.
func largest(list []found, most int) []found {
	slices.SortFunc(list, func(a, b found) int { return cmp.Or(cmp.Compare(b.diff, a.diff), cmp.Compare(a.at, b.at)) })
	return list[:min(len(list), most)]
}

// realNumber writes a number with the fewest digits that read back as it.
func realNumber(v float64, bits int) Value {
	return Value(strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(v, 'g', -1, bits), "+")))
}

// complexNumber writes both parts, such as 1-2i.
func complexNumber(v complex128) Value {
	re, im := realNumber(real(v), 64), realNumber(imag(v), 64)
	if im[0] != '-' {
		im = "+" + im
	}
	return re + im + "i"
}
