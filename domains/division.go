package domains

import (
	"slices"
	"unsafe"

	"drawbridge/mpi"
	"drawbridge/stencils"
	"drawbridge/views"
)

// divisionOf tells how blocks divide the grid of a domain; nil: one has all of it.
func (f *Domains) divisionOf(domain int) (*stencils.Division, error) {
	d, err := f.Domain(domain)
	if err != nil || len(d.Boxes) == 1 {
		return nil, err
	}
	division := &stencils.Division{Owner: d.Owner, Rank: d.rank(), Cells: d.Global, Level: d.level, Numbers: f.shareNumbers}
	division.Trade, division.OneBox = f.trade, d.oneBox
	if f.Ranks != nil {
		division.Share, division.Agree, division.Abandon = f.Ranks.Share, f.Ranks.Agree, f.Ranks.Abandon
		division.ToAll, division.Kernels = f.toAll, f.Device.About().Compiles && !d.mixed
	} else { // blocks of one rank
		division.Share = func(_ string, record []byte) ([][]byte, error) { return [][]byte{record}, nil }
		division.Agree, division.Abandon = func(_ string, failure error) error { return failure }, func() {}
	}
	division.Boxes = d.viewBoxes()
	return division, nil
}

// viewBoxes are the boxes of all blocks, counted from 0.
func (d *Domain) viewBoxes() (list []views.Box) {
	for _, b := range d.Boxes {
		box := views.Box{Extent: b.Extents}
		for i, n := range b.First {
			box.At[i] = n - 1
		}
		list = append(list, box)
	}
	return list
}

// oneBox makes a domain of the same grid with a box for each rank; collective.
func (d *Domain) oneBox() (boxes []views.Box, put func(name string) error, remove func(), err error) {
	f := d.all
	handle, err := f.New(d.Global[:d.Dims], d.Periodic[:d.Dims], nil, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	put = func(name string) error { return f.Put(name, handle) }
	return f.domains[handle].viewBoxes(), put, func() { _ = f.Destroy(handle) }, nil
}

// trade sends every rank what this one has for it, one after the other, and gives what the others had for this one.
func (f *Domains) trade(send [][]byte, lengths []int) ([][]byte, error) {
	got := make([][]byte, len(send))
	if f.Ranks == nil {
		return send, nil
	}
	me, size := f.Ranks.Rank(), f.Ranks.Size()
	got[me] = send[me]
	for distance := 1; distance < size; distance++ {
		to, from := (me+distance)%size, (me-distance+size)%size
		out, in := words(len(send[to])), words(lengths[from])
		if out+in == 0 {
			continue
		}
		room, err := f.Ranks.Room(out + in)
		if err != nil {
			return nil, err
		}
		bytes := unsafe.Slice((*byte)(unsafe.Pointer(&room[0])), 8*(out+in))
		copy(bytes, send[to])
		var messages []mpi.Message
		if out > 0 {
			messages = append(messages, mpi.Message{Peer: to, Sends: true, Count: out})
		}
		if in > 0 {
			messages = append(messages, mpi.Message{Peer: from, From: out, Count: in})
		}
		if err := f.Ranks.Swap("poisson", messages); err != nil {
			return nil, err
		}
		got[from] = slices.Clone(bytes[8*out:][:lengths[from]])
	}
	return got, nil
}

// levelOfDomain is a grid of other cells on the same ranks.
type levelOfDomain struct{ *Domain }

// level divides a grid of other cells among the ranks of the domain. No rank tells another: all have the same boxes.
func (d *Domain) level(cells [3]int, boxes []views.Box, periodic bool) (stencils.Halos, error) {
	l := *d
	l.Global, l.Boxes = cells, nil
	for _, b := range boxes {
		l.Boxes = append(l.Boxes, Part{First: [3]int{b.At[0] + 1, b.At[1] + 1, b.At[2] + 1}, Extents: b.Extent})
	}
	for i := range l.Dims {
		l.Periodic[i] = periodic
	}
	return levelOfDomain{&l}, l.meet()
}

// Exchange appends an exchange of some layers along the axes from one on and before another.
func (l levelOfDomain) Exchange(q *stencils.Sequence, field string, layers, from, to int) error {
	return l.all.appendAlong(q, &exchange{domain: l.Domain, layers: layers, from: from, to: to}, field)
}

// Open tells whether no rank lies beyond a face.
func (l levelOfDomain) Open(axis, side int) bool { return l.Neighbours[0][axis][side] < 0 }

// Judge asks what kernels that exchange have told.
func (l levelOfDomain) Judge() error { return (&exchange{domain: l.Domain}).judge() }

// mostDirect is how many ranks send their records to each other; of more ranks one collects them.
const mostDirect = 16

// toAll gives every rank the records of all, of lengths that all know.
func (f *Domains) toAll(record []byte, lengths []int) ([][]byte, error) {
	ranks, me := f.Ranks, f.Ranks.Rank()
	if ranks.Size() > mostDirect {
		return ranks.Share("poisson", record)
	}
	places := []int{0}
	for _, n := range lengths {
		places = append(places, places[len(places)-1]+words(n))
	}
	room, err := ranks.Room(max(1, places[len(lengths)]))
	if err != nil {
		return nil, err
	}
	bytesOf := func(rank int) []byte {
		at := min(places[rank], len(room)-1)
		return unsafe.Slice((*byte)(unsafe.Pointer(&room[at])), lengths[rank])
	}
	copy(bytesOf(me), record)
	var messages []mpi.Message
	for rank := range lengths {
		if rank != me && lengths[me] > 0 {
			messages = append(messages, mpi.Message{Peer: rank, Sends: true, From: places[me], Count: words(lengths[me])})
		}
		if rank != me && lengths[rank] > 0 {
			messages = append(messages, mpi.Message{Peer: rank, From: places[rank], Count: words(lengths[rank])})
		}
	}
	if err := ranks.Swap("poisson", messages); err != nil {
		return nil, err
	}
	records := make([][]byte, len(lengths))
	for rank := range records {
		records[rank] = bytesOf(rank)
	}
	return records, nil
}
