package frame

import (
	"runtime"
	"unsafe"

	"drawbridge/device"
	"drawbridge/mpi"
	"drawbridge/stencils"
)

// carry takes packed faces out of a mailbox, exchanges them with the neighbours by messages of MPI, and puts theirs into it. A message begins
// with a stamp, which judge compares with the one that is expected.
func (d *Domain) carry(l *line, bytes int, stamp float64, judge func(got, want float64, peer int) error) error {
	n := 1 + bytes/8
	room, err := d.frame.ranks.Room(4 * n)
	if err != nil {
		return err
	}
	var messages []mpi.Message
	for _, side := range l.sides(stencils.Packed) {
		room[side*n] = stamp
		if err := d.frame.copyDoubles(l.mailbox, stencils.SlotAt(l.slot, side, 0)/8, room[side*n+1:(side+1)*n], true); err != nil {
			return err
		}
		messages = append(messages, mpi.Message{Peer: l.ranks[1+side], Sends: true, Way: side, From: side * n, Count: n},
			mpi.Message{Peer: l.ranks[1+side], Way: 1 - side, From: (2 + side) * n, Count: n})
	}
	if err := d.frame.ranks.Swap(messages); err != nil {
		return err
	}
	for _, side := range l.sides(stencils.Packed) {
		come := room[(2+side)*n : (3+side)*n]
		if err := judge(come[0], stamp, l.ranks[1+side]); err != nil {
			return err
		}
		if err := d.frame.copyDoubles(l.mailbox, stencils.SlotAt(l.slot, side, 1)/8, come[1:], false); err != nil {
			return err
		}
	}
	return nil
}

// unpacking is the second half of an exchange whose faces were carried: kernels have done the other sides.
func (l *line) unpacking(f *stencils.Faces) *stencils.Faces {
	second := *f
	for side, way := range f.Ways {
		second.Ways[side] = stencils.Nothing
		if way == stencils.Packed {
			second.Ways[side] = stencils.Unpacked
		}
	}
	return &second
}

// copyDoubles copies values between memory of the device, from one of its elements on, and the host.
func (f *Frame) copyDoubles(m device.Memory, at int, values []float64, toHost bool) error {
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&values[0])
	box := device.Row(8, len(values), uintptr(unsafe.Pointer(&values[0])))
	box.Offset = at
	if toHost {
		return f.device.CopyOut(m, []device.Box{box})
	}
	return f.device.CopyIn(m, []device.Box{box})
}
