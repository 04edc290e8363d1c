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

// Same tells that contents lie in the same memories, that the same halos are equal and unknown, and the same faces joined: what fills reach
// follows from these.
func (a Standing) Same(b Standing) bool {
	for i := range a {
		if a[i].memory.Memory != b[i].memory.Memory || a[i].second.Memory != b[i].second.Memory || a[i].joined != b[i].joined {
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

// Passage is how the standing of some fields follows from the one before it, whichever numbers their halos have then.
type Passage struct {
	after Standing
	from  []int // of each halo, the place of the one before that it is equal to; unknown; or, from fresh on, a new one
	fresh int
	news  int
}

// unknownHalo is the place of a halo that nobody knows.
const unknownHalo = -1

// NewPassage is the way from a standing to another one of the same fields.
func NewPassage(before, after Standing) Passage {
	p := Passage{after: after, fresh: 2 * len(before)}
	places := map[uint64]int{0: unknownHalo}
	for i := range 2 * len(before) {
		if _, known := places[before.halo(i)]; !known {
			places[before.halo(i)] = i
		}
	}
	for i := range 2 * len(after) {
		at, known := places[after.halo(i)]
		if !known {
			at = p.fresh + p.news
			p.news++
			places[after.halo(i)] = at
		}
		p.from = append(p.from, at)
	}
	return p
}

// Advance gives fields, which stand now as they stood before a passage, the standing behind it: halos that were written on the way
// are new ones.
func (s *Fields) Advance(list []*Field, now Standing, p Passage) {
	halo := func(i int) uint64 {
		switch at := p.from[i]; {
		case at == unknownHalo:
			return 0
		case at >= p.fresh:
			return s.states + uint64(at-p.fresh) + 1
		default:
			return now.halo(at)
		}
	}
	for i, f := range list {
		*f.held = p.after[i]
		f.memory.halo, f.second.halo = halo(2*i), halo(2*i+1)
	}
	s.states += uint64(p.news)
}
