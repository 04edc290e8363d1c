package frame

import (
	"runtime"
	"unsafe"

	"drawbridge/device"
	"drawbridge/mpi"
	"drawbridge/stencils"
)

// carry moves packed messages of so many bytes to the neighbours and theirs here, each by its transport.
func (l *line) carry(bytes int) error {
	for _, t := range l.frame.allTransports() {
		var sides []int
		for side, by := range l.by {
			if by == t && l.ways[side] == stencils.Packed {
				sides = append(sides, side)
			}
		}
		if len(sides) == 0 {
			continue
		}
		if err := t.carry(l, sides, bytes); err != nil {
			return err
		}
	}
	return nil
}

// messages are those of some sides, of n values each: they lie one after the other in the room, first those that go out, by side.
func (l *line) messages(sides []int, n int) (list []mpi.Message) {
	for _, side := range sides {
		list = append(list, mpi.Message{Peer: l.ranks[1+side], Sends: true, Way: side, From: side * n, Count: n},
			mpi.Message{Peer: l.ranks[1+side], Way: 1 - side, From: (2 + side) * n, Count: n})
	}
	return list
}

// unpacking is the second half of an exchange whose faces were carried: kernels have done the other sides.
func unpacking(f *stencils.Faces) *stencils.Faces {
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
