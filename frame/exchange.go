package frame

import (
	"fmt"
	"hash/fnv"
	"runtime"
	"strings"
	"unsafe"

	"drawbridge/mpi"
	"drawbridge/status"
	"drawbridge/stencils"
	"drawbridge/views"
)

// exchange is an entry of a list: the halos of fields get what the neighbours have in their interiors.
type exchange struct {
	domain *Domain
	fields []*views.Field
	layers int
	own    []float64 // for a domain without ranks
}

// AppendExchange adds an exchange of halos to a sequence. layers 0: all that each field has.
func (f *Frame) AppendExchange(q *stencils.Sequence, d *Domain, names string, layers int) error {
	s, err := f.operators()
	if err != nil {
		return err
	}
	x := &exchange{domain: d, layers: layers}
	if err := x.take(s.Fields(), names); err != nil {
		return q.Wrap("exchange", err)
	}
	w := &stencils.Work{Name: "exchange", Fields: x.fields, Halo: true, Bytes: x.bytes(), Run: func() error {
		if err := s.Finish(); err != nil {
			return err
		}
		return x.run(s.Fields())
	}}
	q.Append(w)
	return nil
}

// take finds the fields and refuses those that do not lie on the domain.
func (x *exchange) take(fields *views.Fields, names string) error {
	d, box := x.domain, x.domain.Box()
	list := strings.Fields(names)
	if len(list) == 0 {
		return status.Errorf(status.Argument, "exchange: no field is named")
	}
	for _, name := range list {
		u, err := fields.Find(name)
		if err != nil {
			return status.Wrap(err, "exchange: %v", err)
		}
		if u.Dims != d.Dims || u.Shape != box.Extents || u.First != box.First {
			return status.Errorf(status.Shape, "exchange: field %s has %v points from %v, this rank's box of the domain has %v; create the field with the extents and first of the domain",
				name, u.Shape[:u.Dims], u.First[:u.Dims], box)
		}
		if layers := x.of(u); layers < 1 || layers > u.Halo {
			return status.Errorf(status.Shape, "exchange: %d layers of field %s, which has a halo of %d", layers, name, u.Halo)
		}
		if least, rank, axis := d.thinnest(); least > 0 && x.of(u) > least {
			return status.Errorf(status.Shape, "exchange: %d layers of field %s, and the box of rank %d has %d points along %c; take fewer layers or ranks", x.of(u), name, rank, least, "xyz"[axis])
		}
		x.fields = append(x.fields, u)
	}
	return stencils.Lasting("exchange", x.fields)
}

// of is how many layers of a field travel.
func (x *exchange) of(u *views.Field) int {
	if x.layers == 0 {
		return u.Halo
	}
	return x.layers
}

// values is how many float64 a face of all fields takes in a message: what it holds, as one number, and the elements.
func (x *exchange) values(axis int) (n int) {
	n = 1
	for _, u := range x.fields {
		n += words(u.FaceBytes(views.Face{Axis: axis, Layers: x.of(u)}))
	}
	return n
}

func words(bytes int) int { return (bytes + 7) / 8 }

// signature tells what a message holds, so that ranks that exchange different things are found.
func (x *exchange) signature(axis int) float64 {
	h := fnv.New32a()
	for _, u := range x.fields {
		fmt.Fprintln(h, u.Name, u.Bytes, u.Components, u.Halo, x.of(u), axis)
	}
	return float64(h.Sum32())
}

func (x *exchange) bytes() (n int64) {
	for axis := range x.domain.Dims {
		for _, peer := range x.domain.Neighbours[axis] {
			if peer >= 0 {
				n += 2 * 8 * int64(x.values(axis))
			}
		}
	}
	return n
}

// run exchanges one axis after the other: the later ones carry the halos of the earlier ones, and so edges and corners.
func (x *exchange) run(fields *views.Fields) error {
	most := 0
	for axis := range x.domain.Dims {
		most = max(most, x.values(axis))
	}
	room, err := x.room(4 * most)
	if err != nil {
		return err
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	if x.own != nil {
		pin.Pin(&x.own[0])
	}
	for axis := range x.domain.Dims {
		if err := x.along(fields, room, axis); err != nil {
			return err
		}
	}
	return nil
}

// room is memory for the messages: faces that go to the low and the high neighbour, and those that come from them.
func (x *exchange) room(n int) ([]float64, error) {
	if ranks := x.domain.frame.ranks; ranks != nil {
		return ranks.Room(n)
	}
	if len(x.own) < n {
		x.own = make([]float64, n)
	}
	return x.own, nil
}

func (x *exchange) along(fields *views.Fields, room []float64, axis int) error {
	n, peers, me := x.values(axis), x.domain.Neighbours[axis], x.domain.rank()
	var messages []mpi.Message
	for side, peer := range peers {
		if peer < 0 {
			continue
		}
		if err := x.copy(fields, room[side*n+1:], views.Face{Axis: axis, Side: side, Inside: true}, true); err != nil {
			return err
		}
		room[side*n] = x.signature(axis)
		if peer != me { // what goes to the low side has way 0, on both ranks
			messages = append(messages, mpi.Message{Peer: peer, Sends: true, Way: side, From: side * n, Count: n},
				mpi.Message{Peer: peer, Way: 1 - side, From: (2 + side) * n, Count: n})
		}
	}
	if len(messages) > 0 {
		if err := x.domain.frame.ranks.Swap(messages); err != nil {
			return status.Wrap(err, "exchange along %c: %v", "xyz"[axis], err)
		}
	}
	for side, peer := range peers {
		from := (2 + side) * n
		if peer == me { // periodic: what goes out at the other end comes in here
			from = (1 - side) * n
		}
		if peer < 0 {
			continue
		}
		if room[from] != x.signature(axis) {
			return status.Errorf(status.Argument, "exchange along %c: rank %d sends other fields, components, precisions, halos or layers than this rank exchanges (%s); the lists of all ranks must be the same",
				"xyz"[axis], peer, x.names())
		}
		if err := x.copy(fields, room[from+1:], views.Face{Axis: axis, Side: side}, false); err != nil {
			return err
		}
	}
	return nil
}

func (x *exchange) names() string {
	var names []string
	for _, u := range x.fields {
		names = append(names, u.Name)
	}
	return strings.Join(names, " ")
}

// copy packs the faces of all fields into the room, or unpacks them.
func (x *exchange) copy(fields *views.Fields, room []float64, face views.Face, toHost bool) error {
	at := 0
	for _, u := range x.fields {
		face.Layers = x.of(u)
		if err := fields.CopyFace(u, face, uintptr(unsafe.Pointer(&room[at])), toHost); err != nil {
			return err
		}
		at += words(u.FaceBytes(face))
	}
	return nil
}
