package frame

import (
	"fmt"
	"hash/fnv"
	"math"
	"runtime"
	"slices"
	"strings"
	"unsafe"

	"drawbridge/mpi"
	"drawbridge/status"
	"drawbridge/stencils"
	"drawbridge/views"
)

// exchange is an entry of a list: the halos of fields get what the neighbours have in their interiors.
type exchange struct {
	domain   *Domain
	stencils *stencils.Stencils
	fields   []*views.Field
	layers   int
	from, to int       // the axes that it goes along: from one on, and before another
	own      []float64 // for a domain without ranks
	turn     int       // runs so far
	made     []*line   // of a device that runs kernels, as they were in epoch madeIn of the Frame
	madeIn   int
}

// AppendExchange adds an exchange of halos to a sequence. layers 0: all that each field has.
func (f *Frame) AppendExchange(q *stencils.Sequence, d *Domain, names string, layers int) error {
	return f.appendAlong(q, &exchange{domain: d, layers: layers, to: d.Dims}, names)
}

// appendAlong adds an exchange along some axes.
func (f *Frame) appendAlong(q *stencils.Sequence, x *exchange, names string) error {
	s, err := f.operators()
	if err != nil {
		return err
	}
	d := x.domain
	x.stencils = s
	if err := x.take(s.Fields(), names); err != nil {
		return q.Wrap("exchange", err)
	}
	w := &stencils.Work{Name: "exchange", Fields: x.fields, Halo: true, Bytes: x.bytes(), Forget: x.giveUp}
	w.Run = func() error {
		if err := s.Finish(); err != nil {
			return err
		}
		return x.run(s.Fields())
	}
	if f.device.About().Compiles && !d.mixed {
		w.Run, w.Done = x.start, func(int) error { return x.judge() }
		w.Prepare = func() error {
			if err := x.prepare(); err != nil {
				return err
			}
			w.Ready, w.Beside = nil, nil
			if x.byKernels() {
				w.Ready = x.epoch
				if x.to-x.from == d.Dims {
					w.Beside = x.beside
				}
			}
			return nil
		}
	}
	q.Append(w)
	return nil
}

// giveUp tells the neighbours that this rank's list has failed: none of them waits for what does not come any more.
func (x *exchange) giveUp() {
	d := x.domain
	if d.frame.ranks == nil || len(d.Boxes) == 1 {
		return
	}
	for axis := range d.Dims {
		if l := d.frame.lines[d.keys[axis]]; l != nil {
			l.abandon()
		}
	}
	d.frame.meeting.close()
	d.frame.ranks.Abandon()
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

// signatureOf tells what a message holds, so that ranks that exchange different things are found.
func (x *exchange) signatureOf(fields []*views.Field, axis int) uint32 {
	h := fnv.New32a()
	for _, u := range fields {
		fmt.Fprintln(h, u.Name, u.Bytes, u.Components, u.Halo, x.of(u), axis)
	}
	return h.Sum32()
}

// turnsOfStamp is how many runs a message tells apart; 2^32 signatures of each fit into a float64.
const turnsOfStamp = 1 << 20

// stamp begins a message of the host: what it holds, and the run that it belongs to. So one that is lost is no other one's.
func (x *exchange) stamp(fields []*views.Field, axis int) float64 {
	return float64(x.signatureOf(fields, axis)) + float64(x.turn%turnsOfStamp)*(1<<32)
}

// judgeStamp refuses a message that is not the one expected.
func (x *exchange) judgeStamp(got, want float64, peer int) error {
	switch {
	case got == want:
		return nil
	case uint64(got)&math.MaxUint32 == uint64(want)&math.MaxUint32:
		return status.Errorf(status.Device, "a message of rank %d is lost, or came twice: it is of another run of the list", peer)
	}
	return status.Errorf(status.Argument, "rank %d sends other fields, components, precisions, halos or layers than this rank exchanges (%s); the lists of all ranks must be the same", peer, x.names())
}

func (x *exchange) bytes() (n int64) {
	for axis := x.from; axis < x.to; axis++ {
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
	x.turn++
	for axis := x.from; axis < x.to; axis++ {
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
		room[side*n] = x.stamp(x.fields, axis)
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
		if err := x.judgeStamp(room[from], x.stamp(x.fields, axis), peer); err != nil {
			return status.Wrap(err, "exchange along %c: %v", "xyz"[axis], err)
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

// groups are the fields as kernels take them, a few at a time.
func (x *exchange) groups() [][]*views.Field {
	return slices.Collect(slices.Chunk(x.fields, stencils.MostExchanged))
}

func (x *exchange) layersOf(fields []*views.Field) (list []int) {
	for _, u := range fields {
		list = append(list, x.of(u))
	}
	return list
}

// lines are those of the axes, with room for the largest group of fields.
func (x *exchange) lines() (list []*line, err error) {
	if x.made != nil && x.madeIn == x.domain.frame.epoch {
		return x.made, nil
	}
	for axis := range x.domain.Dims {
		most := 0
		for _, fields := range x.groups() {
			most = max(most, stencils.MessageBytes(fields, x.layersOf(fields), axis))
		}
		l, err := x.domain.lineOf(axis, most)
		if err != nil {
			return nil, err
		}
		list = append(list, l)
	}
	x.made, x.madeIn = list, x.domain.frame.epoch
	return list, nil
}

func (x *exchange) prepare() error {
	if len(x.domain.Boxes) > 1 {
		if err := x.domain.frame.meetRanks(); err != nil {
			return err
		}
	}
	_, err := x.lines()
	return err
}

// byKernels tells that no host takes part.
func (x *exchange) byKernels() bool {
	lines, err := x.lines()
	return err == nil && !slices.ContainsFunc(lines, func(l *line) bool { return l.through(stencils.Packed) })
}

// epoch changes when mailboxes do.
func (x *exchange) epoch() (int, error) { return x.domain.frame.epoch, x.judge() }

// judge asks what kernels have told since.
func (x *exchange) judge() error {
	for axis := range x.domain.Dims {
		if l := x.domain.frame.lines[x.domain.keys[axis]]; l != nil {
			if err := l.judge(); err != nil {
				x.giveUp()
				return err
			}
		}
	}
	return nil
}

// beside parts an exchange by kernels: axes within this rank come first, as long as they do; the others may go beside operators.
func (x *exchange) beside() (early, rest func() error, late [3][2]bool) {
	lines, err := x.lines()
	first := slices.IndexFunc(lines, func(l *line) bool { return l.through(stencils.Mailed) })
	if err != nil || first < 0 {
		return nil, nil, late
	}
	for axis, l := range lines[first:] {
		for side, way := range l.ways {
			late[first+axis][side] = way != stencils.Nothing
		}
	}
	return func() error { return x.byAxes(0, first) }, func() error { return x.byAxes(first, len(lines)) }, late
}

func (x *exchange) start() error {
	x.turn++
	return x.byAxes(x.from, x.to)
}

// byAxes exchanges by kernels along some axes, one after the other, and carries by messages what they cannot.
func (x *exchange) byAxes(from, to int) error {
	lines, err := x.lines()
	if err != nil {
		return err
	}
	for axis := from; axis < to; axis++ {
		l := lines[axis]
		if l.ways == [2]stencils.Way{} {
			continue // no neighbour along it
		}
		if err := l.judge(); err != nil {
			return err
		}
		for _, fields := range x.groups() {
			f := l.faces(fields, x.layersOf(fields))
			f.Signature, f.Run = x.signatureOf(fields, axis), x.turn
			if err := l.pass(x.stencils, f, l.carry, stencils.MessageBytes(fields, f.Layers, axis)); err != nil {
				return status.Wrap(err, "exchange along %c: %v", "xyz"[axis], err)
			}
		}
	}
	return nil
}
