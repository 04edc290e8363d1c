package frame

import (
	"fmt"
	"math"
	"unsafe"

	"drawbridge/mpi"
	"drawbridge/status"
	"drawbridge/stencils"
	"drawbridge/views"
)

// offerWords is what neighbours tell each other before they exchange: bytes of a message, whether the mailbox may be opened, its handle.
const offerWords = 2 + 8

// connect settles with the neighbours how halos pass along a line, and proves it. Every rank of a pair comes to the same answer.
func (d *Domain) connect(l *line) error {
	f := d.frame
	for side, peer := range l.ranks[1:] {
		if peer == l.ranks[0] {
			l.ways[side] = stencils.Wraps
		}
	}
	if len(l.peers()) == 0 {
		return nil
	}
	handle, why, err := l.allocate(f, d.wanted() != "staging")
	if err != nil {
		f.ranks.Abandon() // no neighbour waits for an offer
		return err
	}
	var mine [2][]float64
	for _, side := range l.peers() {
		mine[side] = offer(l.slot, handle)
	}
	theirs, err := l.swap(f.ranks, mine, offerWords)
	if err != nil {
		return err
	}
	open := [2]bool{}
	for _, side := range l.peers() {
		if bytes := int(theirs[side][0]); bytes != l.slot {
			return status.Errorf(status.Argument, "rank %d sends messages of %d bytes, this rank %d; the lists of all ranks must be the same", l.ranks[1+side], bytes, l.slot)
		}
		open[side], why[side] = l.reach(f, d, side, handle, theirs[side], why[side])
	}
	if open, err = l.both(f.ranks, open); err != nil {
		return err
	}
	if open, err = d.proveMail(l, open, &why); err != nil {
		return err
	}
	return d.settle(l, open, why)
}

// allocate gives the line its mailbox: one that other processes may open, where the device can and somebody wants that.
func (l *line) allocate(f *Frame, wanted bool) (handle []byte, why [2]string, err error) {
	sharing, bytes := f.device.About().Sharing, stencils.MailboxBytes(l.slot)
	switch {
	case !wanted:
		why = [2]string{"DRAWBRIDGE_TRANSPORT", "DRAWBRIDGE_TRANSPORT"}
	case sharing == nil:
		why = [2]string{"the device shares no memory", "the device shares no memory"}
	default:
		l.notice, err = sharing.Notice()
		if err == nil {
			l.mailbox, handle, err = sharing.Share("mailbox of halos", bytes)
		}
		if err == nil {
			l.shared = true
			return handle, why, nil
		}
		why = [2]string{err.Error(), err.Error()}
	}
	l.mailbox, err = f.device.About().Fields.AllocateField("buffer of halos", bytes)
	return nil, why, err
}

func offer(slot int, handle []byte) []float64 {
	words := make([]float64, offerWords)
	words[0] = float64(slot)
	if handle == nil {
		return words
	}
	words[1] = 1
	for i := range 8 {
		words[2+i] = *(*float64)(unsafe.Pointer(&handle[8*i]))
	}
	return words
}

// reach opens the neighbour's mailbox, where both have offered one.
func (l *line) reach(f *Frame, d *Domain, side int, handle []byte, theirs []float64, why string) (bool, string) {
	peer := l.ranks[1+side]
	switch {
	case d.hosts[peer] != d.hosts[l.ranks[0]]:
		return false, "it runs on another node"
	case handle == nil:
		return false, why
	case theirs[1] == 0:
		return false, "it shares no memory"
	case side == 1 && peer == l.ranks[1] && l.neighbours[0] != nil:
		l.neighbours[1] = l.neighbours[0]
		return true, ""
	}
	bytes := make([]byte, 64)
	for i := range 8 {
		*(*float64)(unsafe.Pointer(&bytes[8*i])) = theirs[2+i]
	}
	m, err := f.device.About().Sharing.Reach(fmt.Sprintf("mailbox of rank %d", peer), bytes)
	if err != nil {
		return false, err.Error()
	}
	l.neighbours[side] = m
	return true, ""
}

// both leaves those sides of which both ends say yes.
func (l *line) both(ranks mpi.Ranks, mine [2]bool) (agreed [2]bool, err error) {
	var send [2][]float64
	for side, yes := range mine {
		send[side] = []float64{0}
		if yes {
			send[side][0] = 1
		}
	}
	got, err := l.swap(ranks, send, 1)
	for _, side := range l.peers() {
		agreed[side] = err == nil && mine[side] && got[side][0] == 1
	}
	return agreed, err
}

// proveMail sends a pattern through the mailboxes in both turns. Where one byte is wrong or missing, no side of this rank uses them. All
// ranks go through as many rounds, also those that have no mailbox to prove: neighbours wait for their word.
func (d *Domain) proveMail(l *line, open [2]bool, why *[2]string) ([2]bool, error) {
	s, err := d.frame.operators()
	if err != nil {
		return open, err
	}
	x := l.faces(nil, nil)
	x.Proves, x.Ways = true, [2]stencils.Way{}
	for range 3 { // the first only compiles: no rank waits in a kernel for that
		var failure error
		if open != [2]bool{} {
			failure = l.proof(s, x)
		}
		for side := range open {
			if failure != nil && open[side] {
				open[side], why[side] = false, "the proof failed: "+failure.Error()
			}
		}
		if open, err = l.both(d.frame.ranks, open); err != nil {
			return open, err
		}
		for side, yes := range open {
			if x.Ways[side] = stencils.Nothing; yes {
				x.Ways[side] = stencils.Mailed
			}
		}
	}
	return open, nil
}

// proof is one launch of it.
func (l *line) proof(s *stencils.Stencils, x *stencils.Faces) error {
	err := s.StartFaces(x)
	if lost := s.Finish(); err == nil {
		err = lost
	}
	if err == nil {
		err = l.judge()
	}
	return err
}

// settle fixes the ways, refuses what the setting forbids, proves the messages, and says once what was taken.
func (d *Domain) settle(l *line, open [2]bool, why [2]string) error {
	f := d.frame
	for _, side := range l.peers() {
		peer := l.ranks[1+side]
		l.ways[side] = stencils.Packed
		taken := "host memory and MPI"
		if open[side] {
			l.ways[side] = stencils.Mailed
			taken, why[side] = "CUDA IPC", "both ranks reach each other's memory"
		}
		if why[side] == "" {
			why[side] = "the other rank cannot use CUDA IPC"
		}
		if d.wanted() == "ipc" && !open[side] {
			return status.Errorf(status.NotAvailable, "DRAWBRIDGE_TRANSPORT=ipc, and halos cannot go to rank %d by CUDA IPC: %s; use auto to let Drawbridge choose", peer, why[side])
		}
		f.report.NoteOnce("halos along %c to rank %d: %s (%s)", "xyz"[l.axis], peer, taken, why[side])
	}
	if !l.through(stencils.Packed) {
		return nil
	}
	return d.proveMessages(l)
}

// proveMessages sends a pattern of the size of a message through MPI as values go later.
func (d *Domain) proveMessages(l *line) error {
	n := l.slot / 8
	pattern := func(from, way int) []float64 {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(i*7+way) + float64(from)*0.5
		}
		return values
	}
	for _, side := range l.sides(stencils.Packed) {
		if err := d.frame.copyDoubles(l.mailbox, stencils.SlotAt(l.slot, side, 0)/8, pattern(l.ranks[0], side), false); err != nil {
			return err
		}
	}
	if err := d.carry(l, l.slot, 0, new(exchange).judgeStamp); err != nil {
		return err
	}
	for _, side := range l.sides(stencils.Packed) {
		got, want := make([]float64, n), pattern(l.ranks[1+side], 1-side)
		if err := d.frame.copyDoubles(l.mailbox, stencils.SlotAt(l.slot, side, 1)/8, got, true); err != nil {
			return err
		}
		for i := range want {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
				return status.Errorf(status.Device, "value %d of a pattern from rank %d came as %g, %g expected: this way to exchange halos loses data; set DRAWBRIDGE_TRANSPORT to another one", i+1, l.ranks[1+side], got[i], want[i])
			}
		}
	}
	return nil
}

// sides are those that go a certain way.
func (l *line) sides(way stencils.Way) (list []int) {
	for side, w := range l.ways {
		if w == way {
			list = append(list, side)
		}
	}
	return list
}

// wanted is the setting that says how halos pass.
func (d *Domain) wanted() string { return d.frame.values["transport"] }

// judge reads what kernels have told, as an error.
func (l *line) judge() error {
	if l.notice == nil || *l.notice == 0 {
		return nil
	}
	why, side, axis := stencils.ReadNotice(*l.notice)
	peer := l.ranks[1+side]
	switch why {
	case stencils.Late:
		return status.Errorf(status.Order, "exchange along %c: rank %d did not come within %g s (DRAWBRIDGE_PATIENCE)", "xyz"[axis], peer, l.patience.Seconds())
	case stencils.Gone:
		return status.Errorf(status.Order, "exchange along %c: rank %d has failed and exchanges no more", "xyz"[axis], peer)
	case stencils.Other:
		return status.Errorf(status.Argument, "exchange along %c: rank %d sends other fields, components, precisions, halos or layers than this rank exchanges; the lists of all ranks must be the same", "xyz"[axis], peer)
	}
	return status.Errorf(status.Device, "exchange along %c: bytes of rank %d are wrong or missing", "xyz"[axis], peer)
}

// faces is an exchange of fields along the line; none: of one that only proves.
func (l *line) faces(fields []*views.Field, layers []int) *stencils.Faces {
	x := &stencils.Faces{Axis: l.axis, Fields: fields, Layers: layers, Ways: l.ways, Mailbox: l.mailbox, Neighbours: l.neighbours, Ranks: l.ranks,
		Slot: l.slot, Blocks: l.blocks, Patience: l.patience}
	if l.notice != nil {
		x.Notice = uintptr(unsafe.Pointer(l.notice))
	}
	return x
}
