package domains

import (
	"fmt"
	"strings"
	"time"
	"unsafe"

	"drawbridge/status"
	"drawbridge/tuning"
	"drawbridge/views"
)

// handleBytes is the size of what opens a mailbox in another process.
const handleBytes = 64

// verdict is what is known of a transport at the two sides of a channel. Both ranks of a pair come to the same.
type verdict struct {
	transport
	open   [2]bool         // it works
	why    [2]error        // why it does not
	trials [2]tuning.Trial // of exchanges, the slower rank's
}

func (v *verdict) any() bool { return v.open != [2]bool{} }

// reject says why a side does not go this way.
func (v *verdict) reject(side int, why error) { v.open[side], v.why[side] = false, why }

// connect settles with the neighbours how halos pass along a channel, and tests it. Every rank of a pair comes to the same answer.
func (d *Domain) connect(l *channel) error {
	for side, peer := range l.ranks[1:] {
		if peer == l.ranks[0] {
			l.ways[side] = wraps
		}
	}
	if len(l.peers()) == 0 {
		return nil
	}
	if err := l.allocate(); err != nil {
		l.all.Ranks.Abandon() // no neighbour waits for an offer
		return err
	}
	list, err := l.meet()
	for i := range list {
		if err == nil {
			err = l.try(list[i])
		}
	}
	if err == nil && len(list) > 1 {
		err = l.compare(list)
	}
	if err == nil {
		err = l.settle(list)
	}
	for side, mailbox := range l.neighbours {
		if err != nil && mailbox != nil { // a kernel there may wait for this rank
			mailboxes{l.all}.abandon(l, side)
		}
	}
	return err
}

// allocate gives the channel its mailbox: one that other processes may open, where the device can and the setting admits it.
func (l *channel) allocate() (err error) {
	about, bytes := l.all.Device.About(), mailboxBytes(l.slot)
	if about.Sharing == nil {
		return status.Errorf(status.Internal, "device %s has no word that kernels may write", about.Name)
	}
	if l.notice, err = about.Sharing.Notice(); err != nil {
		return err
	}
	if l.all.admits((mailboxes{}).name()) {
		if l.mailbox, l.handle, l.unshared = about.Sharing.Share("mailbox of halos", bytes); l.unshared == nil {
			l.shared = true
			return nil
		}
	}
	l.mailbox, err = about.Fields.AllocateField("buffer of halos", bytes)
	return err
}

// meet tells the neighbours which transports this rank offers and hears theirs: of each side the bytes of a message, a word for each
// transport, and the handle of the mailbox.
func (l *channel) meet() (list []*verdict, err error) {
	var mine [2][]float64
	for _, t := range l.all.wantedTransports() {
		v := &verdict{transport: t}
		for _, side := range l.peers() {
			v.why[side] = t.offers(l, side)
			v.open[side] = v.why[side] == nil
		}
		list = append(list, v)
	}
	for _, side := range l.peers() {
		mine[side] = append([]float64{float64(l.slot)}, make([]float64, len(list))...)
		for i, v := range list {
			mine[side][1+i] = truth(v.open[side])
		}
		mine[side] = append(mine[side], wordsOf(l.handle)...)
	}
	theirs, err := l.swap(l.all.Ranks, mine, 1+len(list)+handleBytes/8)
	if err != nil {
		return nil, err
	}
	for _, side := range l.peers() {
		if bytes := int(theirs[side][0]); bytes != l.slot {
			l.all.Ranks.Abandon() // the neighbour at the other side knows nothing of it
			return nil, status.Errorf(status.Argument, "rank %d sends messages of %d bytes, this rank %d; the lists of all ranks must be the same", l.ranks[1+side], bytes, l.slot)
		}
		l.theirs[side] = bytesOf(theirs[side][1+len(list):])
		for i, v := range list {
			if v.open[side] && theirs[side][1+i] == 0 {
				v.reject(side, fmt.Errorf("rank %d cannot", l.ranks[1+side]))
			}
		}
	}
	return list, nil
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func wordsOf(handle []byte) []float64 {
	words := make([]float64, handleBytes/8)
	if handle != nil {
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), handleBytes), handle)
	}
	return words
}

func bytesOf(words []float64) []byte {
	return append([]byte(nil), unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), handleBytes)...)
}

// both leaves those sides of a transport of which both ranks say that they are open.
func (l *channel) both(v *verdict) error {
	var send [2][]float64
	for _, side := range l.peers() {
		send[side] = []float64{truth(v.open[side])}
	}
	got, err := l.swap(l.all.Ranks, send, 1)
	if err != nil {
		return err
	}
	for _, side := range l.peers() {
		if v.open[side] && got[side][0] == 0 {
			v.reject(side, fmt.Errorf("rank %d cannot", l.ranks[1+side]))
		}
	}
	return nil
}

// settle takes the fastest transport for each side, refuses what the setting forbids, and says what was taken.
func (l *channel) settle(list []*verdict) error {
	for _, side := range l.peers() {
		var best *verdict
		var others []string
		var trials []tuning.Trial
		for _, v := range list {
			if v.open[side] {
				trials = append(trials, v.trials[side])
			}
		}
		if len(trials) > 0 {
			best = list[tuning.Best(trials).Place]
		}
		peer := l.ranks[1+side]
		for _, v := range list {
			switch {
			case v == best:
			case v.open[side]:
				others = append(others, fmt.Sprintf("%s %.3g ms", v.words(), 1e3*v.trials[side].Least))
			default:
				others = append(others, fmt.Sprintf("not %s: %v", v.words(), v.why[side]))
			}
		}
		if best == nil {
			return status.Errorf(status.NotAvailable, "DRAWBRIDGE_TRANSPORT=%s, and halos cannot go to rank %d by it: %s; use auto to let Drawbridge choose", l.all.Settings["transport"], peer, strings.Join(others, "; "))
		}
		l.by[side], l.ways[side] = best.transport, packed
		if best.inKernels() {
			l.ways[side] = mailed
		}
		l.tell(side, best, others)
	}
	return nil
}

// tell says which transport a side has got, once and where it changes.
func (l *channel) tell(side int, best *verdict, others []string) {
	f, peer := l.all, l.ranks[1+side]
	where := fmt.Sprintf("halos along %c to rank %d", "xyz"[l.axis], peer)
	if f.told[where] == best.name() {
		return
	}
	f.told[where] = best.name()
	figures := "DRAWBRIDGE_TRANSPORT=" + best.name()
	if f.Settings["transport"] == auto {
		figures = strings.Join(append([]string{fmt.Sprintf("%.3g ms for %.3g MB", 1e3*best.trials[side].Least, 1e-6*float64(l.slot))}, others...), "; ")
	}
	f.Report.NoteOnce("%s: %s (%s)", where, best.words(), figures)
}

// judge reads what kernels have told, as an error.
func (l *channel) judge() error {
	if l.notice == nil || *l.notice == 0 {
		return nil
	}
	why, side, axis := readNotice(*l.notice)
	err := l.noticed(why, l.ranks[1+side])
	return status.Wrap(err, "exchange along %c: %v", "xyz"[axis], err)
}

func (l *channel) noticed(why, peer int) error {
	switch why {
	case late:
		return status.Errorf(status.Order, "rank %d did not come within %g s (DRAWBRIDGE_PATIENCE)", peer, l.patience.Seconds())
	case gone:
		return status.Errorf(status.Order, "rank %d has failed and exchanges no more", peer)
	case other:
		return status.Errorf(status.Argument, "rank %d sends other fields, components, precisions, halos or layers than this rank exchanges; the lists of all ranks must be the same", peer)
	case lost:
		if err := l.hearsSoon(); err != nil {
			return err
		}
		return status.Errorf(status.Device, "a message of rank %d is lost, or came twice: it is of another run of the list", peer)
	}
	return status.Errorf(status.Device, "bytes of rank %d are wrong or missing", peer)
}

// hearsSoon waits a moment for the word of a rank that has given up: messages of NCCL end before it comes, and nothing is in them.
func (l *channel) hearsSoon() error {
	for range 200 {
		if err := l.all.Ranks.Heard(); err != nil {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil
}

// faces is an exchange of fields along the channel; none: of a self-test.
func (l *channel) faces(fields []*views.Field, layers []int) *faces {
	x := &faces{Axis: l.axis, Fields: fields, Layers: layers, Ways: l.ways, Mailbox: l.mailbox, Neighbours: l.neighbours, Ranks: l.ranks,
		Slot: l.slot, Blocks: l.blocks, Patience: l.patience}
	if l.notice != nil {
		x.Notice = uintptr(unsafe.Pointer(l.notice))
	}
	return x
}
