package domains

import (
	"runtime"
	"unsafe"

	"drawbridge/device"
	"drawbridge/mpi"
)

// send moves packed messages of so many bytes to the neighbours and theirs here, each by its transport.
func (l *channel) send(bytes int) error {
	for _, t := range l.all.allTransports() {
		var sides []int
		for side, by := range l.by {
			if by == t && l.ways[side] == packed {
				sides = append(sides, side)
			}
		}
		if len(sides) == 0 {
			continue
		}
		if err := t.send(l, sides, bytes); err != nil {
			return err
		}
	}
	return nil
}

// messages are those of some sides, of n values each: they lie one after the other in the room, first those that go out, by side.
func (l *channel) messages(sides []int, n int) (list []mpi.Message) {
	for _, side := range sides {
		list = append(list, mpi.Message{Peer: l.ranks[1+side], Sends: true, Way: side, From: side * n, Count: n},
			mpi.Message{Peer: l.ranks[1+side], Way: 1 - side, From: (2 + side) * n, Count: n})
	}
	return list
}

// unpacking is the second half of an exchange whose faces were carried: kernels have done the other sides.
func unpacking(f *faces) *faces {
	second := *f
	for side, way := range f.Ways {
		second.Ways[side] = nothing
		if way == packed {
			second.Ways[side] = unpacked
		}
	}
	return &second
}

// copyDoubles copies values between memory of the device, from one of its elements on, and the host.
func (f *Domains) copyDoubles(m device.Memory, at int, values []float64, toHost bool) error {
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&values[0])
	box := device.Row(8, len(values), uintptr(unsafe.Pointer(&values[0])))
	box.Offset = at
	if toHost {
		return f.Device.CopyOut(m, []device.Box{box})
	}
	return f.Device.CopyIn(m, []device.Box{box})
}
