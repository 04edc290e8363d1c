package stencils

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"runtime"
	"slices"
	"unsafe"

	"drawbridge/status"
	"drawbridge/views"
)

// Visit is a call on single interior points of a field (1-based). Of a field on a domain they are points of the global grid, and all ranks
// give the same.
type Visit struct {
	Field   string
	Points  [][3]int
	Values  []float64
	Read    bool  // into Values: receivers; otherwise they are added: sources
	Refused error // what was wrong with the call before it came here
}

// VisitPoints adds values to single points, or reads them.
func (s *Stencils) VisitPoints(v Visit) error {
	if v.Read {
		return s.sample(v)
	}
	return s.addAt(v)
}

func (s *Stencils) addAt(v Visit) error {
	points, values := v.Points, v.Values
	add := func(i int, now float64) (float64, bool) { return now + values[i], true }
	blocks, d, err := s.visited("add_at", v)
	switch {
	case err != nil && d == nil:
		return err
	case d == nil:
		return s.visit(here(blocks[0], points), add)
	}
	mine, _ := d.owned(points, blocks)
	if _, err := d.Numbers(sameCall("add_at", blocks[0], points, values), nil, err); err != nil {
		return err
	}
	return s.visit(mine, add)
}

// sample gives every rank the values of all.
func (s *Stencils) sample(v Visit) error {
	points, values := v.Points, v.Values
	blocks, d, err := s.visited("sample", v)
	read := func(i int, now float64) (float64, bool) {
		values[i] = now
		return 0, false
	}
	switch {
	case err != nil && d == nil:
		return err
	case d == nil:
		return s.visit(here(blocks[0], points), read)
	}
	mine, owners := d.owned(points, blocks)
	if err == nil {
		err = s.visit(mine, read)
	}
	var bits []int64
	for _, p := range mine {
		bits = append(bits, int64(math.Float64bits(values[p.number])))
	}
	all, err := d.Numbers(sameCall("sample", blocks[0], points, nil), bits, err)
	if err != nil {
		return err
	}
	next := make([]int, len(all))
	for i, rank := range owners {
		if next[rank] == len(all[rank]) {
			return status.Errorf(status.Internal, "sample: rank %d sent too few values", rank)
		}
		values[i] = math.Float64frombits(uint64(all[rank][next[rank]]))
		next[rank]++
	}
	return nil
}

// mostPoints is how many points a call on a domain takes: the ranks tell each other their values.
const mostPoints = 1 << 20

// visited finds the field of a call on single points, on each of its blocks, and its division where ranks or blocks have parts of it. A
// division that is answered beside an error is for telling the other ranks.
func (s *Stencils) visited(call string, v Visit) (blocks []*views.Field, d *Division, err error) {
	err = s.fields.EachBlock(func() error {
		f, err := s.fields.Single(v.Field)
		blocks = append(blocks, f)
		return err
	})
	if err != nil {
		return nil, nil, status.Wrap(err, "%s: %v", call, err)
	}
	f := blocks[0]
	if d, err = s.divisionOf(f, nil); err != nil {
		return nil, nil, status.Wrap(err, "%s: %v", call, err)
	}
	within, what := f.Shape, f.Describe()
	if d != nil {
		within, what = d.Cells, fmt.Sprintf("the global grid %v of field %s", d.Cells[:f.Dims], f.Set())
		if f.Blocks != len(blocks) {
			return blocks, d, status.Errorf(status.Argument, "%s: field %s is on one of %d blocks of this rank; points of a domain are those of all: name %s", call, f.Name, f.Blocks, f.Set())
		}
		if len(v.Points) > mostPoints {
			return blocks, d, status.Errorf(status.Argument, "%s: %d points of a field on a domain, at most %d expected", call, len(v.Points), mostPoints)
		}
	}
	if v.Refused != nil {
		return blocks, d, status.Wrap(v.Refused, "%s: %v", call, v.Refused)
	}
	for i, p := range v.Points {
		for axis, n := range p {
			if n < 1 || n > within[axis] {
				return blocks, d, status.Errorf(status.Shape, "%s: point %d is %v, not within %s", call, i+1, p, what)
			}
		}
	}
	return blocks, d, nil
}

// spot is a point of a list, by its number there: an interior point of a field (1-based).
type spot struct {
	number int
	field  *views.Field
	point  [3]int
}

// owned are the points of this rank, on its blocks, and the rank of each point; one that no rank has has no owner.
func (d *Division) owned(points [][3]int, blocks []*views.Field) (mine []spot, owners []int) {
	first := slices.Index(d.Owner, d.Rank)
	for i, p := range points {
		box := slices.IndexFunc(d.Boxes, func(b views.Box) bool {
			for axis, n := range p {
				if n <= b.At[axis] || n > b.At[axis]+b.Extent[axis] {
					return false
				}
			}
			return true
		})
		if box < 0 {
			continue
		}
		owners = append(owners, d.Owner[box])
		if d.Owner[box] != d.Rank || box-first >= len(blocks) {
			continue
		}
		for axis := range p {
			p[axis] -= d.Boxes[box].At[axis]
		}
		mine = append(mine, spot{i, blocks[box-first], p})
	}
	return mine, owners
}

// here are all points of a list, of a field that is whole.
func here(f *views.Field, points [][3]int) (list []spot) {
	for i, p := range points {
		list = append(list, spot{i, f, p})
	}
	return list
}

// sameCall names a call on points, with a number that points or values change.
func sameCall(call string, f *views.Field, points [][3]int, values []float64) string {
	bytes := make([]byte, 0, 8*(3*len(points)+len(values)))
	for _, p := range points {
		for _, n := range p {
			bytes = binary.LittleEndian.AppendUint64(bytes, uint64(n))
		}
	}
	for _, v := range values {
		bytes = binary.LittleEndian.AppendUint64(bytes, math.Float64bits(v))
	}
	return fmt.Sprintf("%s\n%s, %s, digest of points and values %08x", call, f.Set(), status.Count(len(points), "point"), crc32.ChecksumIEEE(bytes))
}

// visit goes to single points; do is given what is there and may answer what shall be there.
func (s *Stencils) visit(places []spot, do func(i int, now float64) (float64, bool)) error {
	var cell element
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&cell)
	for _, p := range places {
		if err := s.fields.Element(p.field, p.point, uintptr(unsafe.Pointer(&cell)), true); err != nil {
			return err
		}
		next, put := do(p.number, cell.value(p.field))
		if !put {
			continue
		}
		cell.set(p.field, next)
		if err := s.fields.Element(p.field, p.point, uintptr(unsafe.Pointer(&cell)), false); err != nil {
			return err
		}
	}
	return nil
}

// element is room for one value of either precision.
type element struct{ bits [1]float64 }

func (e *element) value(f *views.Field) float64 {
	if f.Bytes == 4 {
		return float64(*(*float32)(unsafe.Pointer(e)))
	}
	return e.bits[0]
}

func (e *element) set(f *views.Field, v float64) {
	if f.Bytes == 4 {
		*(*float32)(unsafe.Pointer(e)) = float32(v)
		return
	}
	e.bits[0] = v
}
