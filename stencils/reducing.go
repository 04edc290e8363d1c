package stencils

import (
	"slices"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/views"
)

// reducing is a reduction of a list, and the number that it becomes. Behind operators a host makes it on their tiles while those are in the
// cache, and a GPU in their kernel.
type reducing struct {
	*reduction
	cell int
}

// size is how many entries of a sequence a group has.
func (g *group) size() int { return len(g.requests) + len(g.ends) }

// whole says that a reduction is of all points of the interior.
func (r *reduction) whole() bool {
	return len(r.areas) == 1 && r.areas[0].area == area{extent: r.fields[0].Shape}
}

// totals are the sums at the end of a group that its program adds up. Those of floats, and extremes, go over the fields behind it.
func (g *group) totals() (list []*reducing) {
	for _, e := range g.ends {
		if e.fields[0].Bytes == 8 && slices.Contains([]string{"sum", "norm1", "norm2", "dot"}, e.what) {
			list = append(list, e)
		}
	}
	return list
}

// squares tells that the terms of a sum are squares.
func (r *reduction) squares() bool {
	return r.what == "norm2" || r.what == "dot" && r.fields[0] == r.fields[1]
}

// readsAtPoint counts where the term of a sum names a field.
func (r *reduction) readsAtPoint(f *views.Field) (n int) {
	for i, other := range r.fields {
		if other == f && (i == 0 || !r.squares()) {
			n++
		}
	}
	return n
}

// summand is what a sum adds up at a point.
func (m *merging) summand(e *reducing) *term {
	x := m.read(e.fields[0])
	switch {
	case e.squares():
		return &term{op: "power", value: 2, args: []*term{x}}
	case e.what == "dot":
		return &term{op: "*", args: []*term{x, m.read(e.fields[1])}}
	case e.what == "norm1":
		return &term{op: "abs", args: []*term{x}}
	}
	return x
}

// link is the reduction as a sweep of a group's chain. Each tile gives a state of its own.
func (e *reducing) link(g *group) (l device.Link, inSecond []bool, err error) {
	if err := e.makeRoom(g.way.tiles.Count(e.fields[0].Shape)); err != nil {
		return l, nil, err
	}
	l = device.Link{Sweep: e.partials()[0], State: 1, StateBytes: 8 * kernels.StatePlaces}
	l.Option[kernels.OptionTile] = int64(g.way.tiles.Rows * g.way.tiles.Depth)
	for _, f := range e.fields {
		inSecond = append(inSecond, slices.Contains(g.renewed, f) && g.writes(f))
	}
	return l, inSecond, nil
}

// bind gives a link its fields as they lie now.
func (e *reducing) bind(fields []device.Array, inSecond []bool) {
	fields[1] = e.stateArray(0, true)
	for i, f := range e.fields {
		at := i
		if i > 0 {
			at = i + 1 // behind the states
		}
		fields[at] = f.Argument(false)
		if inSecond[i] {
			fields[at].Memory = f.SecondMemory()
		}
	}
}

// statesOfEnd are how many states the group has made for a reduction; 0: none, because its way makes the operators alone.
func (g *group) statesOfEnd(e *reducing) int {
	switch {
	case g.way.sums:
		return e.items
	case g.kernel == nil && !g.way.merged:
		return g.way.tiles.Count(e.fields[0].Shape)
	case g.way.merged && slices.Contains(g.merged.totals, e):
		if len(g.way.sweeps) == 0 { // it did not start
			return e.items
		}
		return g.way.sweeps[0].Items
	}
	return 0
}

// finishEnds makes the numbers of a group's reductions: of what its tiles, its program or its kernel have added up or, where they have not, of
// the fields. failure: why that is not there, which other ranks are told where a number is theirs too.
func (q *Sequence) finishEnds(g *group, failure error, to device.Stream) error {
	for i, e := range g.ends {
		states := g.statesOfEnd(e)
		if states == 0 {
			if states = e.items; failure == nil {
				failure = e.startPartials(to)
			}
		}
		finish := q.finishEnd
		if g.trying {
			finish = q.dropEnd
		}
		if err := finish(e, states, failure, to); err != nil {
			for _, later := range g.ends[i:] { // a kernel has added to the states of all
				later.stale = e.s.about.Compiles
			}
			return err
		}
	}
	return failure
}

// finishEnd makes the number of so many states. A GPU keeps it, and nobody waits.
func (q *Sequence) finishEnd(e *reducing, states int, failure error, to device.Stream) error {
	if e.s.about.Compiles {
		return e.finish(states, failure, q.cells.memory, e.cell, to)
	}
	if err := e.finish(states, failure, e.states, e.answer(), to); err != nil {
		return err
	}
	value, err := e.answered()
	if err == nil {
		q.assign(e.cell, value)
	}
	return err
}

// dropEnd ends a reduction of a trial, whose number nobody asks for. The state of a GPU is that of no points afterwards.
func (q *Sequence) dropEnd(e *reducing, states int, failure error, to device.Stream) error {
	if failure == nil && e.s.about.Compiles {
		failure = to.Sweep(e.end(states, e.states, e.answer()))
	}
	e.stale = failure != nil && e.s.about.Compiles
	return failure
}

// try makes a reduction of a trial from its fields.
func (q *Sequence) try(e *reducing, to device.Stream) error {
	return q.dropEnd(e, e.items, e.startPartials(to), to)
}
