package views

import "drawbridge/device"

// Standing is where the contents of some fields lie, and which of their halos are equal.
type Standing []held

// Standing tells it of whole fields; to has room for the answer.
func (s *Fields) Standing(list []*Field, to Standing) Standing {
	to = to[:0]
	for _, f := range list {
		to = append(to, *f.held)
	}
	return to
}

// Keep is a copy that lasts.
func (a Standing) Keep() Standing { return append(Standing(nil), a...) }

// Same tells that contents lie in the same memories, and that the same halos are equal and unknown.
func (a Standing) Same(b Standing) bool {
	for i := range a {
		if a[i].memory.Memory != b[i].memory.Memory || a[i].second.Memory != b[i].second.Memory {
			return false
		}
	}
	for i := range 2 * len(a) {
		if (a.halo(i) == 0) != (b.halo(i) == 0) {
			return false
		}
		for k := range i {
			if (a.halo(i) == a.halo(k)) != (b.halo(i) == b.halo(k)) {
				return false
			}
		}
	}
	return true
}

// halo is the state of the halo of the i-th contents: a field's memory, its second one, the next field's memory.
func (a Standing) halo(i int) uint64 {
	if i%2 == 0 {
		return a[i/2].memory.halo
	}
	return a[i/2].second.halo
}

// PutBack gives fields the standing that they had, and releases memories that they got since; it tells whether there were any.
func (s *Fields) PutBack(list []*Field, as Standing) (fresh bool) {
	had := map[device.Memory]bool{nil: true}
	for _, h := range as {
		had[h.memory.Memory], had[h.second.Memory] = true, true
	}
	for i, f := range list {
		for _, m := range []device.Memory{f.memory.Memory, f.second.Memory} {
			if !had[m] {
				had[m], fresh = true, true
				s.device.Release(m)
			}
		}
		*f.held = as[i]
	}
	return fresh
}

// Advance gives fields, which stand as they did before, the standing that came after it then: halos that were written then are new ones.
func (s *Fields) Advance(list []*Field, before, after Standing) {
	now := s.Standing(list, nil)
	fresh := map[uint64]uint64{0: 0}
	for i := range 2 * len(list) {
		fresh[before.halo(i)] = now.halo(i)
	}
	of := func(c contents) contents {
		if _, known := fresh[c.halo]; !known {
			s.states++
			fresh[c.halo] = s.states
		}
		c.halo = fresh[c.halo]
		return c
	}
	for i, f := range list {
		*f.held = held{memory: of(after[i].memory), second: of(after[i].second)}
	}
}
