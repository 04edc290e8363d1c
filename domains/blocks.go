package domains

import (
	"fmt"
	"slices"

	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/views"
)

// MostBlocks is how many blocks a rank may have: each sends two messages along an axis and gets as many.
const MostBlocks = 64

// own gives all blocks to their ranks; those of a rank follow each other, in the order of the ranks.
func (d *Domain) own(owner []int) {
	d.Owner, d.begin = owner, nil
	for block, rank := range owner {
		for len(d.begin) <= rank {
			d.begin = append(d.begin, block)
		}
	}
	d.begin = append(d.begin, len(owner))
}

// blocks are those of this rank, from one on and before another.
func (d *Domain) blocks() (from, to int) { return d.begin[d.rank()], d.begin[d.rank()+1] }

// several tells whether a rank has several blocks.
func (d *Domain) several() bool { return len(d.Owner) > d.Owner[len(d.Owner)-1]+1 }

// numberOf is the number of a block among those of its rank, counted from 0.
func (d *Domain) numberOf(block int) int { return block - d.begin[d.Owner[block]] }

// blockOf names a block in messages.
func (d *Domain) blockOf(block int) string {
	if !d.several() {
		return fmt.Sprintf("the box of rank %d", d.Owner[block])
	}
	return fmt.Sprintf("block %d of rank %d", d.numberOf(block)+1, d.Owner[block])
}

// Block is the place of a block of this rank, counted from 1, and the ranks beyond its faces.
func (d *Domain) Block(number int) (box Part, beyond [3][2]int, err error) {
	from, to := d.blocks()
	if number < 1 || number > to-from {
		return box, beyond, status.Errorf(status.Argument, "domain: block %d of this rank, 1 to %d expected", number, to-from)
	}
	beyond = d.Neighbours[number-1]
	for axis, sides := range beyond {
		for side, next := range sides {
			if next >= 0 {
				beyond[axis][side] = d.Owner[next]
			}
		}
	}
	return d.Boxes[from+number-1], beyond, nil
}

// beyondFaces are the ranks beyond the faces of a block of this rank, counted from 0, as fields know them.
func (d *Domain) beyondFaces(number int) (ranks [3][2]int) {
	from, _ := d.blocks()
	for axis, sides := range d.Neighbours[number] {
		for side, next := range sides {
			switch {
			case next < 0:
				ranks[axis][side] = views.Outside
			case next == from+number:
				ranks[axis][side] = views.Around
			default:
				ranks[axis][side] = d.Owner[next]
			}
		}
	}
	return ranks
}

// takes is the block of this rank, counted from 0, on which a field lies.
func (d *Domain) takes(u *views.Field) (number int, err error) {
	from, to := d.blocks()
	number = slices.Index(d.Boxes[from:to], Part{u.First, u.Shape})
	if number < 0 || u.Dims != d.Dims {
		return number, status.Errorf(status.Shape, "%s", d.otherBox(u))
	}
	return number, nil
}

// otherBox tells where a field lies that does not lie on the domain.
func (d *Domain) otherBox(u *views.Field) string {
	from, to := d.blocks()
	if to-from > 1 {
		return fmt.Sprintf("it has %v points from %v, and the blocks of this rank have %v", u.Shape[:u.Dims], u.First[:u.Dims], d.Boxes[from:to])
	}
	return fmt.Sprintf("it has %v points from %v, this rank's box of the domain has %v", u.Shape[:u.Dims], u.First[:u.Dims], d.Boxes[from])
}

// pair is two faces that meet: the high one of a block and the low one of another, or of the same.
type pair struct{ low, high int }

// pairs are those along an axis that concern this rank. All ranks have them in one order: in it two ranks wait for each other in no circle.
// Every second one comes first, so that waiting does not run along the whole axis.
func (d *Domain) pairs(axis int) (list []pair) {
	var planes []int // where blocks end
	for _, b := range d.Boxes {
		planes = append(planes, b.First[axis]+b.Extents[axis])
	}
	slices.Sort(planes)
	planes = slices.Compact(planes)
	from, _ := d.blocks()
	for number := range d.Neighbours {
		block := from + number
		if next := d.Neighbours[number][axis][1]; next >= 0 {
			list = append(list, pair{block, next})
		}
		if before := d.Neighbours[number][axis][0]; before >= 0 && d.Owner[before] != d.rank() {
			list = append(list, pair{before, block})
		}
	}
	turn := func(p pair) int {
		b := d.Boxes[p.low]
		at, _ := slices.BinarySearch(planes, b.First[axis]+b.Extents[axis])
		if at == len(planes)-1 && at%2 == 0 {
			return 2 // the last of an odd number, around an axis
		}
		return at % 2
	}
	slices.SortFunc(list, func(p, q pair) int {
		if turn(p) != turn(q) {
			return turn(p) - turn(q)
		}
		return p.low - q.low
	})
	return list
}

// passing is one face of a block of this rank beyond which another one lies.
type passing struct {
	number, side int // of the block and of its face
	next         int // the block beyond
	to, from     int // where the face lies in the room that goes there, and the one that comes from there
	values       int
}

// passings are those along an axis, and how many values they have.
func (x *exchange) passings(axis int) (list []passing, at int) {
	d := x.domain
	first, _ := d.blocks()
	for number, sides := range d.Neighbours {
		n := x.values(number, axis)
		for side, next := range sides[axis] {
			if next >= 0 {
				list = append(list, passing{number, side, next, at, at + n, n})
				at += 2 * n
			}
		}
	}
	for i, p := range list {
		if d.Owner[p.next] == d.rank() { // what goes out there comes in here
			other := slices.IndexFunc(list, func(q passing) bool { return first+q.number == p.next && q.side != p.side && q.next == first+p.number })
			list[i].from = list[other].to
		}
	}
	return list, at
}

// hop is faces that pass along an axis on a device that runs kernels: both of a block, which may be the only one of its rank, or the two of
// a pair.
type hop struct {
	key     string // of its channel
	channel *channel
	number  int    // of the block of this rank, counted from 0
	next    int    // that of this rank whose low face meets the high one; -1: none, the neighbours are other ranks or the block itself
	ranks   [3]int // this one, and those beyond the low and the high face; -1: none
}

// hopsAlong are those along an axis, in the order in which they go, without their channels. Where each rank has one block, both of its faces
// go at a time. Of ranks with several, each pair of faces goes by itself.
func (d *Domain) hopsAlong(axis int) (list []hop) {
	me := d.rank()
	first, _ := d.blocks()
	if !d.several() {
		h := hop{key: d.keys[axis], next: -1, ranks: [3]int{me, -1, -1}}
		for side, next := range d.Neighbours[0][axis] {
			if next >= 0 {
				h.ranks[1+side] = d.Owner[next]
			}
		}
		return []hop{h}
	}
	for _, p := range d.pairs(axis) {
		h := hop{key: fmt.Sprint(d.keys[axis], " ", p.low), number: p.low - first, next: -1, ranks: [3]int{me, -1, -1}}
		switch low, high := d.Owner[p.low], d.Owner[p.high]; {
		case p.low == p.high:
			h.ranks = [3]int{me, me, me}
		case low == high:
			h.next = p.high - first
		case low == me:
			h.ranks[2] = high
		default:
			h.number, h.ranks[1] = p.high-first, low
		}
		list = append(list, h)
	}
	return list
}

// channels are those that there are of the domain's hops.
func (d *Domain) channels() (list []*channel) {
	for axis := range d.Dims {
		for _, h := range d.hops[axis] {
			if l := d.all.channels[h.key]; l != nil {
				list = append(list, l)
			}
		}
	}
	return list
}

// within copies the faces of a pair of blocks of this rank, through a buffer: that of the first block lies in its slot 2, that of the other
// in slot 3 (slotAt).
func (x *exchange) within(h hop, fields, next []*views.Field, stream device.Stream) error {
	packs, unpacks := packed, unpacked
	for _, f := range []struct {
		fields  []*views.Field
		ways    [2]way
		skipped int
	}{{fields, [2]way{0, packs}, 0}, {next, [2]way{packs, 0}, 3}, {next, [2]way{unpacks, 0}, 1}, {fields, [2]way{0, unpacks}, 0}} {
		faces := h.channel.faces(f.fields, x.layersOf(f.fields))
		faces.Ways, faces.Skipped = f.ways, f.skipped
		if err := stream.Sweep(faces.sweep()); err != nil {
			return err
		}
	}
	return nil
}
