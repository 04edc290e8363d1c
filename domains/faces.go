package domains

import (
	"slices"
	"time"

	"drawbridge/device"
	"drawbridge/stencils"
	"drawbridge/views"
)

// way is what happens at one side of an axis in an exchange of halos by kernels, in the order of kernels/stencils/gpu/exchange.h.
type way int64

// What a side does.
const (
	nothing  way = iota
	wraps        // the halo is the interior at the other end
	mailed       // faces go through mailboxes: the neighbour's, and this one's
	packed       // the face goes into this mailbox, for others to send
	unpacked     // the halo comes out of it
)

// faces is an exchange of the halos of some fields along one axis, as kernels make it.
type faces struct {
	Axis       int
	Fields     []*views.Field // at most mostExchanged
	Layers     []int
	Ways       [2]way
	Mailbox    device.Memory // nil where both sides wrap
	Neighbours [2]device.Memory
	Ranks      [3]int // this one, the low and the high neighbour
	Slot       int    // bytes
	Skipped    int    // slots that all of the mailbox's own are behind where they would be
	Blocks     int
	Patience   time.Duration
	Notice     uintptr // of a word that tells why it failed
	Signature  uint32  // of what is exchanged: neighbours must agree
	Run        int     // of the list, or of the self-test: messages that others send say it
	SelfTest   bool    // a pattern goes through the mailboxes and is judged; fields stay as they are
}

// mostExchanged is how many fields one launch exchanges.
const mostExchanged = device.MostFields - 3

// Places of a mailbox, in bytes: the words of its state, those of its blocks, and where the slots begin.
const (
	mailWords = 4096
	wordBytes = 32
	mostMail  = 256 // blocks
	mailSlots = mailWords + 2*mostMail*wordBytes
)

// headBytes begin a message that others send: what it holds, and the run that it belongs to.
const headBytes = 16

// mailboxBytes is the size of a mailbox with slots of so many bytes; slotAt is where one begins.
func mailboxBytes(slot int) int       { return mailSlots + 4*slot }
func slotAt(slot, side, turn int) int { return mailSlots + (2*side+turn)*slot }

// mailWordsOf tells where the words of a side lie, and how many bytes they have, for launches of so many blocks.
func mailWordsOf(side, blocks int) (at, bytes int) {
	return mailWords + side*blocks*wordBytes, blocks * wordBytes
}

// messageBytes is how many bytes a message takes: its head, and the faces of some fields, each from a multiple of 8 on.
func messageBytes(fields []*views.Field, layers []int, axis int) int {
	return headBytes + faceBytes(fields, layers, axis)
}

func faceBytes(fields []*views.Field, layers []int, axis int) (n int) {
	for i, u := range fields {
		n += (u.FaceBytes(views.Face{Axis: axis, Layers: layers[i]}) + 7) / 8 * 8
	}
	return n
}

// Notices that a kernel gives.
const (
	late  = 1 // the neighbour did not come within the patience
	gone  = 2 // it has failed, and said so
	wrong = 3 // a byte of the pattern is wrong or missing
	other = 4 // it exchanges something else
	lost  = 5 // its message is of another run of the list
)

// readNotice tells what a kernel wrote.
func readNotice(word uint64) (why, side, axis int) {
	return int(word & 255), int(word >> 8 & 255), int(word >> 16 & 255)
}

// sweep is the launch that exchanges along one axis. Who starts it counts the halos as written (exchange.begins).
func (x *faces) sweep() device.Sweep {
	var w device.Sweep
	at := headBytes
	for i, u := range x.Fields {
		a := u.Argument(true)
		w.Extent = u.Shape
		w.Fields = append(w.Fields, a)
		w.Number = append(w.Number, float64(a.Components), float64(a.Component), float64(x.Layers[i]), float64(u.Halo), float64(u.Bytes), float64(at), float64(u.Carried(x.Axis)), 0)
		at += faceBytes(x.Fields[i:i+1], x.Layers[i:i+1], x.Axis)
	}
	fields, selfTest := int64(len(x.Fields)), int64(0)
	if x.SelfTest { // one field of one layer, whose face fills a slot
		fields, selfTest = 1, 1
		w.Number = []float64{1, 0, 1, 0, 8, 0, 0, 0}
		w.Extent = [][3]int{{1, 32, x.Slot / 256}, {32, 1, x.Slot / 256}, {32, x.Slot / 256, 1}}[x.Axis]
	}
	w.Fields = slices.Concat(x.boxes(), w.Fields)
	w.Option = [16]int64{int64(x.Axis), fields, int64(x.Ways[0]), int64(x.Ways[1]), int64(x.Slot), int64(x.Patience), int64(x.Notice), selfTest,
		int64(x.Ranks[0]), int64(x.Ranks[1]), int64(x.Ranks[2]), mailWords, mailSlots, int64(x.Signature), int64(x.Run)}
	return stencils.ExchangeText(w, x.Axis, x.Blocks)
}

// boxes are the three mailboxes of a launch. One that is not there is never touched, and has the address of another memory.
func (x *faces) boxes() []device.Array {
	list := make([]device.Array, 3)
	for i, m := range []device.Memory{x.Mailbox, x.Neighbours[0], x.Neighbours[1]} {
		if m == nil {
			m = x.Mailbox
		}
		if m == nil {
			m = x.Fields[0].Argument(true).Memory
		}
		list[i] = device.Array{Memory: m, Bytes: 8, Point: 1, Components: 1, Output: true}
	}
	list[0].Base = x.Skipped * x.Slot / list[0].Bytes
	return list
}
