package stencils

import (
	"slices"

	"drawbridge/views"
)

// overlap is an exchange, the fills behind it and the operator or group after them, which goes over the points that wait for no halo while
// the halos travel, and over the others afterwards. Both have the bits of the whole.
type overlap struct {
	early, beside func() error
	fills         []entry
	next          part
	core, rim     *request // of the operator, or of the group's kernel
}

// overlapping is an exchange at the first of some parts that can go beside what follows; n is how many parts that are, nil where there
// is none.
func (q *Sequence) overlapping(parts []part) (o *overlap, n int) {
	s := q.stencils
	first := q.entries[parts[0].first]
	if first.work == nil || s.about.Beside == nil || s.Overlap != "always" || first.work.Beside == nil {
		return nil, 0
	}
	early, beside, late := first.work.Beside()
	if late == ([3][2]bool{}) {
		return nil, 0
	}
	o = &overlap{early: early, beside: beside}
	for n = 1; n < len(parts); n++ {
		e := q.entries[parts[n].first]
		if e.fill == nil {
			break
		}
		for _, f := range e.fill.faces {
			late[f.axis][f.side] = true
		}
		o.fills = append(o.fills, e)
	}
	if n == len(parts) || q.entries[parts[n].first].records != first.records {
		return nil, 0
	}
	o.next = parts[n]
	r := q.headOf(o.next)
	if r == nil || r.partial() || r.steps != 1 || r.op.Relaxes() || q.disturbs(o, first) {
		return nil, 0
	}
	core, rim := dividedAt(r.writes[0], r.radius, late, s.lineOf(r))
	if core.points() == 0 {
		return nil, 0
	}
	var edges []area
	for _, a := range rim {
		edges = append(edges, s.cutAlong(a, r)...)
	}
	o.core, o.rim = r.onAreas(s.cutAlong(core, r)), r.onAreas(edges)
	s.account.Note("sequence %s: the exchange goes beside %s on a core of %v points; %d points of the rim follow", q.name, q.titleOf(o.next), core.extent[:r.writes[0].Dims],
		r.writes[0].Points()-core.points())
	return o, n + 1
}

// titleOf names a part in the report.
func (q *Sequence) titleOf(p part) string {
	if p.group != nil {
		return p.group.title()
	}
	return q.entries[p.first].name
}

// headOf is the request whose launches make a part on a device that compiles.
func (q *Sequence) headOf(p part) *request {
	if p.group != nil {
		return p.group.kernel
	}
	return q.entries[p.first].request
}

// disturbs tells whether a part writes what the exchange or the fills before it read or write, while they do.
func (q *Sequence) disturbs(o *overlap, exchange entry) bool {
	var busy []*views.Field
	for _, e := range append([]entry{exchange}, o.fills...) {
		for _, f := range e.fields {
			busy = append(busy, f.Whole())
		}
	}
	writes := q.entries[o.next.first].request.writes
	if g := o.next.group; g != nil {
		writes = nil
		for _, r := range g.requests {
			for _, f := range r.writes {
				if !slices.Contains(g.renewed, f) { // those go to second memory
					writes = append(writes, f)
				}
			}
		}
	}
	return slices.ContainsFunc(writes, func(f *views.Field) bool { return slices.Contains(busy, f.Whole()) })
}

// lineOf is how many points along x lie in a cache line: a rim is a multiple of that wide, so that the core's rows begin as rows do.
func (s *Stencils) lineOf(r *request) int { return 128 / r.writes[0].Bytes }

// dividedAt cuts the points off that are at most width away from a late face.
func dividedAt(f *views.Field, width int, late [3][2]bool, line int) (core area, rim []area) {
	core = area{extent: f.Shape}
	for axis := f.Dims - 1; axis >= 0; axis-- {
		w := width
		if axis == 0 {
			w = above(width, line) * line
		}
		for side, is := range late[axis] {
			n := min(w, core.extent[axis])
			if !is || n == 0 || core.points() == 0 {
				continue
			}
			cut := core
			cut.extent[axis] = n
			core.extent[axis] -= n
			if side == 0 {
				core.at[axis] += n
			} else {
				cut.at[axis] = core.at[axis] + core.extent[axis]
			}
			rim = append(rim, cut)
		}
	}
	return core, rim
}

// runOverlap starts the exchange beside the core, and the rim when both are done.
func (q *Sequence) runOverlap(o *overlap, last bool) error {
	s, g := q.stencils, o.next.group
	v, together, err := q.variantOf(o)
	if err != nil {
		return err
	}
	if !together {
		return q.inTurn(o, last)
	}
	if err := o.early(); err != nil {
		return err
	}
	err = s.about.Beside.Aside(o.beside)
	if err == nil {
		err = s.start(s.made(o.core, v))
	}
	if joined := s.about.Beside.Join(); err == nil {
		err = joined
	}
	for _, e := range o.fills {
		if err == nil {
			err = e.run()
		}
	}
	if err == nil {
		err = s.start(s.made(o.rim, v))
	}
	if err != nil || g == nil {
		return err
	}
	return q.renewGroup(o.next, last)
}

// variantOf is the variant of the whole, which core and rim use; false: what runs is not one kernel, or it exchanges memories.
func (q *Sequence) variantOf(o *overlap) (v variant, together bool, err error) {
	s, g := q.stencils, o.next.group
	if g == nil {
		v, err = s.choose(q.entries[o.next.first].request)
		return v, !v.exchanges && v.sweeps != nil, err
	}
	if !g.settled {
		if err := q.settle(o.next); err != nil {
			return v, false, err
		}
	}
	if g.apart || !s.haveSeconds(g) {
		return v, false, nil
	}
	g.gather()
	return g.way.variant, true, nil
}

// inTurn runs the parts one after the other.
func (q *Sequence) inTurn(o *overlap, last bool) error {
	if err := o.early(); err != nil {
		return err
	}
	if err := o.beside(); err != nil {
		return err
	}
	for _, e := range o.fills {
		if err := e.run(); err != nil {
			return err
		}
	}
	return q.runPart(o.next, last)
}
