package domains

import (
	"fmt"

	"drawbridge/status"
)

// transport is a way by which halos go between two ranks whose devices run kernels. The two ranks of a pair ask it at the same time.
// A channel tests every transport with data before it is used (selftest.go).
type transport interface {
	// name is how the setting transport calls it, words how the report does.
	name() string
	words() string
	// inKernels tells that kernels move the faces themselves, so that a graph keeps a list with them. Elsewhere kernels pack and unpack
	// messages, send moves them between, and a graph keeps a list up to the exchange and after it.
	inKernels() bool
	// offers tells why a side of a channel cannot go this way, as far as this rank alone can say.
	offers(l *channel, side int) error
	// prepare makes a side ready that both ranks offer.
	prepare(l *channel, side int) error
	// send moves messages of so many bytes out of the slots of some sides and into those that come in. What is started on the device
	// afterwards finds them there.
	send(l *channel, sides []int, bytes int) error
	// abandon tells the neighbour at a side that nothing comes any more, where it could wait for this rank without hearing it from MPI.
	abandon(l *channel, side int)
}

// auto is the value of the setting transport that leaves the choice to Drawbridge.
const auto = "auto"

// allTransports are the transports in the order in which they send. Those that do not wait come first, and the order is the same on all ranks: so
// no rank waits in one for a neighbour that waits in another.
func (f *Domains) allTransports() []transport {
	return []transport{mailboxes{f}, nccl{f}, deviceMPI{f}, staging{f}}
}

// wantedTransports are those that the setting admits.
func (f *Domains) wantedTransports() (list []transport) {
	for _, t := range f.allTransports() {
		if f.admits(t.name()) {
			list = append(list, t)
		}
	}
	return list
}

// mailboxes are memory of each rank that its neighbours open, of one node: kernels store faces there, and wait for each other by words in it.
type mailboxes struct{ all *Domains }

func (mailboxes) name() string    { return "ipc" }
func (mailboxes) words() string   { return "CUDA IPC" }
func (mailboxes) inKernels() bool { return true }

func (mailboxes) offers(l *channel, side int) error {
	switch {
	case l.away[side]:
		return fmt.Errorf("it runs on another node")
	case l.handle == nil:
		return l.unshared
	}
	return nil
}

func (m mailboxes) prepare(l *channel, side int) (err error) {
	if side == 1 && l.ranks[2] == l.ranks[1] && l.neighbours[0] != nil {
		l.neighbours[1] = l.neighbours[0]
		return nil
	}
	l.neighbours[side], err = m.all.Device.About().Sharing.Reach(fmt.Sprintf("mailbox of rank %d", l.ranks[1+side]), l.theirs[side])
	return err
}

func (mailboxes) send(*channel, []int, int) error {
	return status.Errorf(status.Internal, "a message for CUDA IPC to carry")
}

func (m mailboxes) abandon(l *channel, side int) {
	at, bytes := mailWordsOf(1-side, l.blocks)
	m.all.Device.About().Sharing.Spoil(l.neighbours[side], at, bytes)
}

// staging copies messages to the host and sends them by MPI, which works everywhere.
type staging struct{ all *Domains }

func (staging) name() string                { return "staging" }
func (staging) words() string               { return "host memory and MPI" }
func (staging) inKernels() bool             { return false }
func (staging) offers(*channel, int) error  { return nil }
func (staging) prepare(*channel, int) error { return nil }
func (staging) abandon(*channel, int)       {} // Abandon of the ranks tells it

func (s staging) send(l *channel, sides []int, bytes int) error {
	n := bytes / 8
	room, err := s.all.Ranks.Room(4 * n)
	if err != nil {
		return err
	}
	for _, side := range sides {
		if err := s.all.copyDoubles(l.mailbox, slotAt(l.slot, side, 0)/8, room[side*n:(side+1)*n], true); err != nil {
			return err
		}
	}
	if err := s.all.Ranks.Swap("exchange", l.messages(sides, n)); err != nil {
		return err
	}
	for _, side := range sides {
		if err := s.all.copyDoubles(l.mailbox, slotAt(l.slot, side, 1)/8, room[(2+side)*n:(3+side)*n], false); err != nil {
			return err
		}
	}
	return nil
}
