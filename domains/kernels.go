package domains

import (
	"slices"

	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/views"
)

// An exchange on devices that run kernels: hops along channels.

// groups are the fields of a block as kernels take them, a few at a time.
func (x *exchange) groups(number int) [][]*views.Field {
	return slices.Collect(slices.Chunk(x.blocks[number], mostExchanged))
}

func (x *exchange) layersOf(fields []*views.Field) (list []int) {
	for _, u := range fields {
		list = append(list, x.of(u))
	}
	return list
}

// hops are those along the axes, whose channels have room for the largest group of fields.
func (x *exchange) hops() (list [][]hop, err error) {
	if x.made != nil && x.madeIn == x.domain.all.epoch {
		return x.made, nil
	}
	list = make([][]hop, x.domain.Dims)
	for axis := range list {
		for _, h := range x.domain.hops[axis] {
			most := 0
			for _, fields := range x.groups(h.number) {
				most = max(most, messageBytes(fields, x.layersOf(fields), axis))
			}
			if h.channel, err = x.domain.channelOf(h, axis, most); err != nil {
				return nil, err
			}
			list[axis] = append(list[axis], h)
		}
	}
	x.made, x.madeIn = list, x.domain.all.epoch
	return list, nil
}

// prepare makes the hops. kept: no host takes part.
func (x *exchange) prepare() (kept bool, err error) {
	if ranks := x.domain.all.Ranks; ranks != nil && ranks.Size() > 1 {
		if err := x.domain.all.exchangeCapabilities(); err != nil {
			return false, err
		}
	}
	hops, err := x.hops()
	return err == nil && !sends(hops), err
}

// sends tells that the host takes part: messages of some hops are packed, and others carry them.
func sends(hops [][]hop) bool {
	return slices.ContainsFunc(slices.Concat(hops...), func(h hop) bool { return h.next < 0 && h.channel.through(packed) })
}

// judge asks what kernels have told since.
func (x *exchange) judge() error {
	for _, l := range x.domain.channels() {
		if err := l.judge(); err != nil {
			x.giveUp()
			return err
		}
	}
	return nil
}

// byAxes exchanges by kernels along one axis after the other.
func (x *exchange) byAxes(stream device.Stream) error {
	hops, err := x.hops()
	switch {
	case err != nil:
		return err
	case stream.Keeps() && sends(hops): // a channel that was made anew goes another way than the one for which the list was prepared
		return status.Errorf(status.NotAvailable, "exchange: messages that the host sends, in a graph")
	}
	x.turn++
	for axis := x.from; axis < x.to; axis++ {
		for _, h := range hops[axis] {
			for group := range x.groups(h.number) {
				if err := x.hop(h, group, axis, stream); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// begins says that the halos of fields will be written.
func (x *exchange) begins(fields []*views.Field) {
	for _, u := range fields {
		x.stencils.Fields().HaloChanges(u.Whole())
	}
}

// hop exchanges a group of fields along a channel, and sends by messages what kernels cannot.
func (x *exchange) hop(h hop, group, axis int, stream device.Stream) error {
	l, fields := h.channel, x.groups(h.number)[group]
	if h.next >= 0 {
		x.begins(fields)
		x.begins(x.groups(h.next)[group])
		return x.within(h, fields, x.groups(h.next)[group], stream)
	}
	if l.ways == [2]way{} {
		return nil // no neighbour along it
	}
	if err := l.judge(); err != nil {
		return err
	}
	x.begins(fields)
	f := l.faces(fields, x.layersOf(fields))
	f.Signature, f.Run = x.signatureOf(fields, axis), x.turn
	if err := l.pass(f, stream, l.send, messageBytes(fields, f.Layers, axis)); err != nil {
		return status.Wrap(err, "exchange along %c: %v", "xyz"[axis], err)
	}
	return nil
}
