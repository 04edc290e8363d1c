package domains

import (
	"time"

	"drawbridge/device"
	"drawbridge/mpi"
	"drawbridge/status"
)

// channel is how halos pass between this rank and its neighbours along one axis, on a device that runs kernels: where both reach each
// other's memory by kernels alone, else through messages of MPI. Domains with the same neighbours share it: their keys are the same where all ranks have the same neighbours, so that both ranks of a pair know.
type channel struct {
	all        *Domains
	axis       int
	slot       int // bytes of a message, at most
	blocks     int
	ways       [2]way
	by         [2]transport // of the sides whose halo comes from another rank
	away       [2]bool      // the neighbour runs on another node
	ranks      [3]int       // this one, the low and the high neighbour
	mailbox    device.Memory
	shared     bool      // mailbox is one that others may open
	handle     []byte    // by which they do
	theirs     [2][]byte // the neighbours' ones
	unshared   error     // why there is none
	neighbours [2]device.Memory
	notice     *uint64
	patience   time.Duration
	wait       time.Duration // the part of it that an exchange waits now: all, or less in a self-test
}

// channelOf gives the channel of a hop along an axis with room for messages of so many bytes. Where it must be made or made larger, this rank and
// its neighbours do so together.
func (d *Domain) channelOf(h hop, axis, bytes int) (*channel, error) {
	key := h.key
	l := d.all.channels[key]
	if l != nil && l.slot >= bytes {
		return l, nil
	}
	if l != nil {
		if err := d.all.Device.About().Fields.Finish(); err != nil { // exchanges may be under way
			return nil, err
		}
		l.leave(d.all)
	}
	next := &channel{all: d.all, axis: axis, slot: (bytes + 255) / 256 * 256, ranks: h.ranks, patience: d.all.Patience}
	next.wait = next.patience
	next.blocks = min(max(bytes/4096, 1), mostBlocks)
	for _, side := range next.peers() {
		next.away[side] = d.hosts[next.ranks[1+side]] != d.hosts[d.rank()]
	}
	if len(next.peers()) > 0 { // blocks wait for each other: those of all ranks on a device must have room there at a time
		next.blocks = max(min(next.blocks, mostWaiting)/max(d.sharers, 1), 1)
	}
	delete(d.all.channels, key)
	d.all.epoch++ // whoever holds the former channel asks anew, also where there is none then
	err := error(nil)
	if h.next < 0 {
		err = d.connect(next)
	} else { // between blocks of this rank
		next.mailbox, err = d.all.Device.About().Fields.AllocateField("buffer of halos", mailboxBytes(next.slot))
	}
	if l != nil { // the neighbours have left it, or never will
		l.close(d.all)
	}
	if err != nil {
		next.leave(d.all)
		next.close(d.all)
		return nil, status.Wrap(err, "exchange along %c: %v", "xyz"[axis], err)
	}
	d.all.channels[key] = next
	return next, nil
}

// Blocks of a launch: enough to fill a GPU, and those that wait.
const (
	mostBlocks  = 1024
	mostWaiting = mostMail * 3 / 4
)

// peers are the sides whose halo comes from another rank.
func (l *channel) peers() (sides []int) {
	for side, peer := range l.ranks[1:] {
		if peer >= 0 && peer != l.ranks[0] {
			sides = append(sides, side)
		}
	}
	return sides
}

// through tells whether a side goes a certain way.
func (l *channel) through(way way) bool { return l.ways[0] == way || l.ways[1] == way }

// abandon tells neighbours that nothing comes any more.
func (l *channel) abandon() {
	for side, t := range l.by {
		if t != nil {
			t.abandon(l, side)
		}
	}
}

// leave gives back what other ranks share.
func (l *channel) leave(f *Domains) {
	for side, m := range l.neighbours {
		if m != nil && (side == 0 || m != l.neighbours[0]) {
			f.Device.About().Sharing.Leave(m)
		}
	}
	l.neighbours = [2]device.Memory{}
}

// close gives back what this rank has; the others have left it.
func (l *channel) close(f *Domains) {
	if l.mailbox != nil && l.shared {
		f.Device.About().Sharing.Leave(l.mailbox)
	} else if l.mailbox != nil {
		f.Device.Release(l.mailbox)
	}
	if l.notice != nil {
		f.Device.About().Sharing.Forgo(l.notice)
	}
	l.mailbox, l.notice = nil, nil
}

// Close gives back what all channels have. Of nil it has nothing to do.
func (f *Domains) Close() {
	if f == nil {
		return
	}
	f.Leave()
	f.capabilities.close()
	for _, l := range f.channels {
		l.close(f)
	}
}

// Leave leaves the memory of other ranks, before they may give it back.
func (f *Domains) Leave() {
	if f == nil || len(f.channels) == 0 {
		return
	}
	_ = f.Device.About().Fields.Finish() // an exchange may be under way; whoever asks for its result has the error
	for _, l := range f.channels {
		l.leave(f)
	}
}

// swap sends every neighbour of the channel as many words and gets as many of each: by side.
func (l *channel) swap(ranks mpi.Ranks, send [2][]float64, n int) (got [2][]float64, err error) {
	room, err := ranks.Room(4 * n)
	if err != nil {
		return got, err
	}
	for _, side := range l.peers() {
		copy(room[side*n:(side+1)*n], send[side])
	}
	if err := ranks.Swap("exchange", l.messages(l.peers(), n)); err != nil {
		return got, err
	}
	for _, side := range l.peers() {
		got[side] = append([]float64(nil), room[(2+side)*n:(3+side)*n]...)
	}
	return got, nil
}
