package domains

import (
	"fmt"
	"slices"

	"drawbridge/device"
)

// nccl sends messages in the order of the device's queue, within a node and across nodes. One communicator of all ranks serves all domains
// of a Frame.
type nccl struct{ all *Domains }

func (nccl) name() string                { return "nccl" }
func (nccl) words() string               { return "NCCL" }
func (nccl) inKernels() bool             { return false }
func (nccl) prepare(*channel, int) error { return nil }

func (n nccl) offers(*channel, int) error { return n.all.capabilities.noNCCL }

func (nccl) abandon(*channel, int) {} // giveUp closes the communicator

// send starts all messages at a time. Between the same two ranks they have no names: of two, that to the low side goes first, and it comes
// in at the neighbour's high side.
func (n nccl) send(l *channel, sides []int, bytes int) error {
	var list []device.Message
	message := func(side, turn int) device.Message {
		return device.Message{Peer: l.ranks[1+side], Sends: turn == 0, Memory: l.mailbox, At: slotAt(l.slot, side, turn), Bytes: bytes}
	}
	for _, side := range sides {
		list = append(list, message(side, 0))
	}
	for _, side := range slices.Backward(sides) {
		list = append(list, message(side, 1))
	}
	return n.all.capabilities.channel.Start(l.waitsFor(sides), list, l.wait)
}

// waitsFor names an exchange and its neighbours in an error.
func (l *channel) waitsFor(sides []int) string {
	peers := fmt.Sprintf("rank %d", l.ranks[1+sides[0]])
	if len(sides) == 2 && l.ranks[1] != l.ranks[2] {
		peers = fmt.Sprintf("ranks %d and %d", l.ranks[1], l.ranks[2])
	}
	return fmt.Sprintf("exchange along %c with %s by NCCL", "xyz"[l.axis], peers)
}
