package domains

import (
	"fmt"
	"hash/fnv"
	"math"
	"runtime"
	"slices"
	"strings"
	"unsafe"

	"drawbridge/device"
	"drawbridge/mpi"
	"drawbridge/settings"
	"drawbridge/status"
	"drawbridge/stencils"
	"drawbridge/views"
)

// exchange is an entry of a list: the halos of fields get what the neighbours have in their interiors.
type exchange struct {
	domain   *Domain
	stencils *stencils.Stencils
	fields   []*views.Field   // of all blocks of this rank
	blocks   [][]*views.Field // of each
	layers   int
	from, to int       // the axes that it goes along: from one on, and before another
	own      []float64 // for a domain without ranks
	turn     int       // runs so far
	made     [][]hop   // along each axis, of a device that runs kernels, as they were in epoch madeIn of the Frame
	madeIn   int
}

// Append adds an exchange of halos to a sequence. layers 0: all that each field has.
func (f *Domains) Append(q *stencils.Sequence, d *Domain, names string, layers int) error {
	if f.Ranks != nil && f.Ranks.Size() > 1 {
		q.Among(f.Ranks.Agree)
	}
	return f.appendAlong(q, &exchange{domain: d, layers: layers, to: d.Dims}, names)
}

// appendAlong adds an exchange along some axes.
func (f *Domains) appendAlong(q *stencils.Sequence, x *exchange, names string) error {
	s, err := f.Operators()
	if err != nil {
		return err
	}
	x.stencils = s
	if err := x.take(s.Fields(), names); err != nil {
		return q.Wrap("exchange", err)
	}
	return q.Append("exchange", x, x.accesses(), nil, 0, x.bytes())
}

// onDevice tells that kernels exchange, and no host.
func (x *exchange) onDevice() bool { return x.domain.all.Device.About().Compiles && !x.domain.mixed }

// Prepare meets the neighbours. A graph keeps an exchange in which no host takes part.
func (x *exchange) Prepare() (kept bool, err error) {
	if !x.onDevice() {
		return false, nil
	}
	return x.prepare()
}

// Ready changes its epoch when mailboxes do.
func (x *exchange) Ready() (int, error) { return x.domain.all.epoch, x.judge() }

// Run exchanges.
func (x *exchange) Run(to device.Stream) error {
	if x.onDevice() {
		return x.byAxes(to)
	}
	if err := x.stencils.Finish(); err != nil {
		return err
	}
	return x.run(x.stencils.Fields())
}

// Done asks what kernels have told.
func (x *exchange) Done(_ int, failed bool) error {
	switch {
	case failed:
		x.giveUp()
	case x.onDevice():
		return x.judge()
	}
	return nil
}

// Close has nothing to give back: the domain's channels stay.
func (x *exchange) Close() {}

// accesses are the halos beyond which a block lies, along the axes of the exchange.
func (x *exchange) accesses() (list []views.Access) {
	for number, fields := range x.blocks {
		for _, u := range fields {
			h := views.Access{Field: u, Mode: views.Exchanges}
			for axis := x.from; axis < x.to; axis++ {
				for side, next := range x.domain.Neighbours[number][axis] {
					if next >= 0 {
						h.Layers[axis][side] = x.of(u)
					}
				}
			}
			list = append(list, h)
		}
	}
	return list
}

// giveUp tells the neighbours that this rank's list has failed: none of them waits for what does not come any more.
func (x *exchange) giveUp() {
	d := x.domain
	if d.all.Ranks == nil || d.all.Ranks.Size() == 1 {
		return
	}
	for _, l := range d.channels() {
		l.abandon()
	}
	d.all.capabilities.close()
	d.all.Ranks.Abandon()
}

// take finds the fields and refuses those that do not lie on the domain.
func (x *exchange) take(fields *views.Fields, names string) error {
	d := x.domain
	list := settings.Words(names)
	if len(list) == 0 {
		return status.Errorf(status.Argument, "exchange: no field is named")
	}
	from, to := d.blocks()
	x.blocks = make([][]*views.Field, to-from)
	for _, name := range list {
		set, err := fields.OnBlocks(name)
		if err != nil {
			return status.Wrap(err, "exchange: %v", err)
		}
		for number, u := range set {
			block, err := d.takes(u)
			switch {
			case err != nil:
				return status.Errorf(status.Shape, "exchange: field %s: %v; create the field with the extents and first of the domain", name, err)
			case block != number || len(set) != len(x.blocks):
				return status.Errorf(status.Shape, "exchange: field %s lies on block %d of this rank, which has %d; name a field that domain%%create_field has made on all of them", name, block+1, len(x.blocks))
			}
			if x.layers < 0 {
				return status.Errorf(status.Argument, "exchange: %d layers of field %s, 1 or more expected", x.layers, name)
			}
			if err := (views.Access{Field: u, Mode: views.Exchanges, Layers: u.AllAround(max(1, x.layers))}).Check("exchange"); err != nil {
				return err
			}
			if least, block, axis := d.thinnest(); least > 0 && x.of(u) > least {
				return status.Errorf(status.Shape, "exchange: %d layers of field %s, and %s has %d points along %c; take fewer layers or ranks", x.of(u), name, d.blockOf(block), least, "xyz"[axis])
			}
			x.blocks[number] = append(x.blocks[number], u)
			d.join(number, u)
		}
	}
	x.fields = slices.Concat(x.blocks...)
	return stencils.Lasting("exchange", x.fields)
}

// join tells a field, which may be on no domain by itself, beyond which faces of its block others lie.
func (d *Domain) join(number int, u *views.Field) {
	var faces [3][2]bool
	for axis, sides := range d.Neighbours[number] {
		for side, next := range sides {
			faces[axis][side] = next >= 0
		}
	}
	u.Join(d.Global, faces)
}

// of is how many layers of a field travel.
func (x *exchange) of(u *views.Field) int {
	if x.layers == 0 {
		return u.Halo
	}
	return x.layers
}

// values is how many float64 a face of all fields of a block takes in a message: what it holds, as one number, and the elements.
func (x *exchange) values(number, axis int) (n int) {
	n = 1
	for _, u := range x.blocks[number] {
		n += words(u.FaceBytes(views.Face{Axis: axis, Layers: x.of(u)}))
	}
	return n
}

func words(bytes int) int { return (bytes + 7) / 8 }

// signatureOf tells what a message holds, so that ranks that exchange different things are found.
func (x *exchange) signatureOf(fields []*views.Field, axis int) uint32 {
	h := fnv.New32a()
	for _, u := range fields {
		fmt.Fprintln(h, u.Set(), u.Bytes, u.Components, u.Halo, x.of(u), axis)
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
		for number, sides := range x.domain.Neighbours {
			for _, next := range sides[axis] {
				if next >= 0 {
					n += 2 * 8 * int64(x.values(number, axis))
				}
			}
		}
	}
	return n
}

// run exchanges one axis after the other: the later ones send the halos of the earlier ones, and so edges and corners.
func (x *exchange) run(fields *views.Fields) error {
	passings, most := make([][]passing, x.to), 1
	for axis := x.from; axis < x.to; axis++ {
		n := 0
		passings[axis], n = x.passings(axis)
		most = max(most, n)
	}
	room, err := x.room(most)
	if err != nil {
		return err
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	if x.own != nil {
		pin.Pin(&x.own[0])
	}
	if x.turn++; x.turn == 1 {
		x.tell(passings)
	}
	for axis := x.from; axis < x.to; axis++ {
		if err := x.along(fields, room, axis, passings[axis]); err != nil {
			return status.Wrap(err, "exchange along %c: %v", "xyz"[axis], err)
		}
	}
	return nil
}

// tell says that halos go by host memory, once for each neighbour along an axis.
func (x *exchange) tell(passings [][]passing) {
	d := x.domain
	why := "host threads and MPI"
	if d.mixed {
		why = "host memory and MPI, because a rank of the domain has no GPU"
	}
	for axis := x.from; axis < x.to; axis++ {
		for _, p := range passings[axis] {
			where := fmt.Sprintf("halos along %c to rank %d", "xyz"[axis], d.Owner[p.next])
			if d.Owner[p.next] != d.rank() && d.all.told[where] == "" {
				d.all.told[where] = why
				d.all.Report.NoteOnce("%s: %s (%.3g MB)", where, why, 8e-6*float64(p.values))
			}
		}
	}
}

// room is memory for the messages: faces that go to the low and the high neighbour, and those that come from them.
func (x *exchange) room(n int) ([]float64, error) {
	if ranks := x.domain.all.Ranks; ranks != nil {
		return ranks.Room(n)
	}
	if len(x.own) < n {
		x.own = make([]float64, n)
	}
	return x.own, nil
}

func (x *exchange) along(fields *views.Fields, room []float64, axis int, passings []passing) error {
	d := x.domain
	var messages []mpi.Message
	for _, p := range passings {
		if err := x.copy(fields, p.number, room[p.to+1:], views.Face{Axis: axis, Side: p.side, Inside: true}, true); err != nil {
			return err
		}
		room[p.to] = x.stamp(x.blocks[p.number], axis)
		if peer := d.Owner[p.next]; peer != d.rank() { // the way of a message tells the block and the side that it goes from
			messages = append(messages, mpi.Message{Peer: peer, Sends: true, Way: 2*p.number + p.side, From: p.to, Count: p.values},
				mpi.Message{Peer: peer, Way: 2*d.numberOf(p.next) + 1 - p.side, From: p.from, Count: p.values})
		}
	}
	if len(messages) > 0 {
		if err := d.all.Ranks.Swap("exchange "+x.names(), messages); err != nil {
			return err
		}
	}
	for _, p := range passings {
		if err := x.judgeStamp(room[p.from], x.stamp(x.blocks[p.number], axis), d.Owner[p.next]); err != nil {
			return err
		}
		if err := x.copy(fields, p.number, room[p.from+1:], views.Face{Axis: axis, Side: p.side}, false); err != nil {
			return err
		}
	}
	return nil
}

func (x *exchange) names() string {
	var names []string
	for _, u := range x.blocks[0] {
		names = append(names, u.Set())
	}
	return strings.Join(names, " ")
}

// copy packs the faces of all fields of a block into the room, or unpacks them.
func (x *exchange) copy(fields *views.Fields, number int, room []float64, face views.Face, toHost bool) error {
	at := 0
	for _, u := range x.blocks[number] {
		face.Layers = x.of(u)
		if err := fields.CopyFace(u, face, uintptr(unsafe.Pointer(&room[at])), toHost); err != nil {
			return err
		}
		at += words(u.FaceBytes(face))
	}
	return nil
}
