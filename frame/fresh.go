package frame

import (
	"drawbridge/device/hostmemory"
	"drawbridge/status"
	"drawbridge/views"
)

// sight is what the memory of one array looks like at this call. The fingerprint is read from what malloc keeps before a block,
// because nothing else tells a reallocated array: its old memory stays mapped, and a run would write into the data of another array.
// It costs two system calls for each array and run; docs/fortran.md says what it cannot see.
type sight struct {
	address     uintptr
	bytes       int64
	right       hostmemory.Right
	verdict     hostmemory.Verdict
	fingerprint uint64
}

// look asks the system about an array, once a call.
func look(a views.HostArray, right hostmemory.Right, seen *[]sight) sight {
	bytes := a.Bytes()
	for _, s := range *seen {
		if s.address == a.Address && s.bytes == bytes && s.right == right {
			return s
		}
	}
	s := sight{address: a.Address, bytes: bytes, right: right, verdict: hostmemory.Judge(a.Address, bytes, right)}
	if s.verdict == hostmemory.Good {
		s.fingerprint = hostmemory.Fingerprint(a.Address, bytes)
	}
	*seen = append(*seen, s)
	return s
}

// fresh refuses an array that is not the one that was bound.
func (p *Plan) fresh(b *binding, right hostmemory.Right, seen *[]sight) error {
	a := b.array
	if [3]int(a.Shape[:3]) != p.shape || a.Interior != p.interior {
		now := views.HostArray{Interior: p.interior, Shift: a.Shift}
		return status.Errorf(status.Shape, "plan of %s: the array of %s has interior %s of extents %s, the plan now has %s of %s; bind it too", p.collection, b.name, a.Bounds(), commas(a.Shape[:3]), now.Bounds(), commas(p.shape[:]))
	}
	if a.Device {
		return p.lookOnDevice("plan of "+p.collection+", array of "+b.name, b)
	}
	now := look(a, right, seen)
	switch now.verdict {
	case hostmemory.Forbidden:
		return status.Errorf(status.StaleArray, "plan of %s: the array of %s at 0x%x (%d bytes) can no longer be %s; bind the plan to an array that can", p.collection, b.name, a.Address, a.Bytes(), right)
	case hostmemory.Absent:
		return status.Errorf(status.StaleArray, "plan of %s: the array of %s is not at 0x%x any more: it was deallocated; bind the plan to the new array", p.collection, b.name, a.Address)
	}
	if b.rebound {
		b.fingerprint, b.rebound = now.fingerprint, false
	}
	if b.fingerprint != 0 && now.fingerprint != b.fingerprint {
		return status.Errorf(status.StaleArray, "plan of %s: the array of %s at 0x%x was deallocated or reallocated; bind the plan to the new array", p.collection, b.name, a.Address)
	}
	return nil
}

// rebind notes that a view is bound to the very array and points it has, as a solver does that binds before
// every run. False: it has others.
func (p *Plan) rebind(list []*binding, address uintptr, extents []int, interior *[6]int) bool {
	if interior != nil && *interior != p.interior {
		return false
	}
	for _, b := range list {
		a := b.array
		now, err := arranged("", extents, a)
		if err != nil || a.Address != address || a.Shape != now.Shape || a.Interior != p.interior || [3]int(a.Shape[:3]) != p.shape {
			return false
		}
		b.rebound = true
	}
	return true
}
