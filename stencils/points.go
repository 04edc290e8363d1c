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

// AddAt adds values to single interior points (1-based): sources. Of a field on a domain they are points of the global grid, and all ranks
// give the same.
func (s *Stencils) AddAt(name string, points [][3]int, values []float64) error {
	add := func(i int, now float64) (float64, bool) { return now + values[i], true }
	f, d, err := s.visited("add_at", name, points)
	switch {
	case err != nil && d == nil:
		return err
	case d == nil:
		return s.visit(f, points, allOf(points), [3]int{}, add)
	}
	mine, _ := d.owned(points)
	if _, err := d.Numbers(sameCall("add_at", f, points, values), nil, err); err != nil {
		return err
	}
	return s.visit(f, points, mine, d.Boxes[d.Rank].At, add)
}

// Sample reads single interior points (1-based): receivers. Of a field on a domain they are points of the global grid, and every rank gets
// the values of all.
func (s *Stencils) Sample(name string, points [][3]int, values []float64) error {
	f, d, err := s.visited("sample", name, points)
	read := func(i int, now float64) (float64, bool) {
		values[i] = now
		return 0, false
	}
	switch {
	case err != nil && d == nil:
		return err
	case d == nil:
		return s.visit(f, points, allOf(points), [3]int{}, read)
	}
	mine, owners := d.owned(points)
	if err == nil {
		err = s.visit(f, points, mine, d.Boxes[d.Rank].At, read)
	}
	var bits []int64
	for _, i := range mine {
		bits = append(bits, int64(math.Float64bits(values[i])))
	}
	all, err := d.Numbers(sameCall("sample", f, points, nil), bits, err)
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

// visited finds the field of a call on single points, and its division where ranks have parts of it. A division that is answered beside an
// error is for telling the other ranks.
func (s *Stencils) visited(call, name string, points [][3]int) (f *views.Field, d *Division, err error) {
	if f, err = s.fields.Single(name); err != nil {
		return nil, nil, status.Wrap(err, "%s: %v", call, err)
	}
	if d, err = s.divisionOf(f, nil); err != nil {
		return nil, nil, status.Wrap(err, "%s: %v", call, err)
	}
	within, what := f.Shape, f.Describe()
	if d != nil {
		within, what = d.Cells, fmt.Sprintf("the global grid %v of field %s", d.Cells[:f.Dims], f.Name)
		if len(points) > mostPoints {
			return f, d, status.Errorf(status.Argument, "%s: %d points of a field on a domain, at most %d expected", call, len(points), mostPoints)
		}
	}
	for i, p := range points {
		for axis, n := range p {
			if n < 1 || n > within[axis] {
				return f, d, status.Errorf(status.Shape, "%s: point %d is %v, not within %s", call, i+1, p, what)
			}
		}
	}
	return f, d, nil
}

// owned are the points of this rank, by their place in the list, and the rank of each; a point that no rank has has no owner.
func (d *Division) owned(points [][3]int) (mine, owners []int) {
	for i, p := range points {
		rank := slices.IndexFunc(d.Boxes, func(b views.Box) bool {
			for axis, n := range p {
				if n <= b.At[axis] || n > b.At[axis]+b.Extent[axis] {
					return false
				}
			}
			return true
		})
		if rank < 0 {
			continue
		}
		owners = append(owners, rank)
		if rank == d.Rank {
			mine = append(mine, i)
		}
	}
	return mine, owners
}

// allOf are the places of a list.
func allOf(points [][3]int) []int {
	list := make([]int, len(points))
	for i := range list {
		list[i] = i
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
	return fmt.Sprintf("%s %s, %s, digest of points and values %08x", call, f.Name, status.Count(len(points), "point"), crc32.ChecksumIEEE(bytes))
}

// visit goes to single points; do is given what is there and may answer what shall be there. chosen: these of the list alone, whose
// places are counted from another point.
func (s *Stencils) visit(f *views.Field, points [][3]int, chosen []int, from [3]int, do func(i int, now float64) (float64, bool)) error {
	var cell element
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&cell)
	for _, i := range chosen {
		p := points[i]
		for axis := range p {
			p[axis] -= from[axis]
		}
		if err := s.fields.Element(f, p, uintptr(unsafe.Pointer(&cell)), true); err != nil {
			return err
		}
		next, put := do(i, cell.value(f))
		if !put {
			continue
		}
		cell.set(f, next)
		if err := s.fields.Element(f, p, uintptr(unsafe.Pointer(&cell)), false); err != nil {
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
