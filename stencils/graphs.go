package stencils

import (
	"slices"

	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/views"
)

// segment is parts of a list that follow each other. A device that makes graphs starts those whose entries may be kept by one call, once
// they have run before in the same standing of their fields.
type segment struct {
	parts    []part
	kept     bool
	fields   []*views.Field // whole ones
	made     []*replay
	now      views.Standing
	launches int   // of one run, once a graph was made
	tasks    []int // entries that say of themselves whether they are ready
	epochs   []int // of theirs, in which the graphs were made
}

// replay is one run of a segment, or several, from a standing of its fields.
type replay struct {
	runs   int
	before views.Standing
	after  views.Standing // nil: there is no graph yet
	views.Passage
	last  bool // no further run of the list followed
	never bool // it was tried: nothing is kept
	epoch int  // of the list's numbers
	device.Graph
}

// mostReplays is how many standings of a segment are kept, of one run and of several. Two fields that swap have two; each second memory
// doubles them.
const mostReplays = 16

// mostLaunches is how many launches and copies a graph of several runs has at most. A driver keeps some KB for each, and one call for so
// many costs next to nothing for each.
const mostLaunches = 512

// segmented are the parts as graphs may keep them.
func (q *Sequence) segmented() (list []*segment) {
	can := q.stencils.about.Grapher != nil && !q.stencils.unrecorded && !q.unrecorded
	for _, p := range q.parts {
		kept := can
		for _, e := range q.entries[p.first:q.end(p)] {
			kept = kept && e.kept
		}
		if len(list) == 0 || list[len(list)-1].kept != kept {
			list = append(list, &segment{kept: kept})
		}
		g := list[len(list)-1]
		g.parts = append(g.parts, p)
		for i := p.first; i < q.end(p); i++ {
			e := &q.entries[i]
			if e.kind == aTask && e.kept {
				g.tasks, g.epochs = append(g.tasks, i), append(g.epochs, 0)
			}
			for _, f := range e.all() {
				if f = f.Whole(); !slices.Contains(g.fields, f) {
					g.fields = append(g.fields, f)
				}
			}
		}
	}
	return list
}

// several starts the next runs of those that are left by one call. started is false where they have to go one by one: the host has work
// between the entries, or there is no graph of these runs yet. n is how many they are.
func (q *Sequence) several(left int) (n int, started bool, err error) {
	if left < 2 || len(q.segments) != 1 || !q.segments[0].kept {
		return 1, false, nil
	}
	g := q.segments[0]
	if err := q.ready(g); err != nil {
		return 1, false, err
	}
	if n = g.runsOfOne(q.stencils.fields, left); n < 2 {
		return 1, false, nil
	}
	started, err = q.replay(g, n, n == left)
	return n, started, err
}

// runsOfOne is how many runs one graph takes: all that are left, or as many whole periods of the standings as there is room for, so that
// the next graph begins where this one did.
func (g *segment) runsOfOne(fields *views.Fields, left int) int {
	if g.launches == 0 {
		return 0
	}
	most := mostLaunches / g.launches
	if left <= most {
		return left
	}
	period := g.period(fields.Standing(g.fields, g.now))
	if period == 0 {
		return 0
	}
	return most / period * period
}

// period is after how many runs the fields stand as they do now: two fields that swap come back after two. 0: that is not known yet,
// or they never do.
func (g *segment) period(now views.Standing) int {
	at := now
	for n := range mostReplays {
		r := g.find(at, 1, false)
		if r == nil || r.after == nil {
			return 0
		}
		if at = r.after; at.Same(now) {
			return n + 1
		}
	}
	return 0
}

// runSegment runs a segment directly, or its graph.
func (q *Sequence) runSegment(g *segment, last bool) error {
	if err := q.ready(g); err != nil {
		return err
	}
	if g.kept {
		if started, err := q.replay(g, 1, last); started || err != nil {
			return err
		}
	}
	q.direct = true // it may compile, measure, take memory and give it back: what was started before must be over
	if err := q.stencils.Settle(); err != nil {
		return err
	}
	return q.runParts(g.parts, last, q.stencils.device)
}

// runParts runs parts one after the other.
func (q *Sequence) runParts(parts []part, last bool, to device.Stream) error {
	for _, p := range parts {
		if err := q.runPart(p, last, to); err != nil {
			return q.wentWrong(p.first, err)
		}
	}
	return nil
}

// replay starts the graph of so many runs of a segment from the standing of its fields. It makes one when a standing is met for the second
// time. false: nothing was started.
func (q *Sequence) replay(g *segment, runs int, last bool) (started bool, err error) {
	fields := q.stencils.fields
	g.now = fields.Standing(g.fields, g.now)
	r := g.find(g.now, runs, last)
	if r == nil {
		g.remember(&replay{before: g.now.Keep(), runs: runs, last: last})
		return false, nil
	}
	if r.Graph == nil && (r.never || !q.keep(g, r)) {
		return false, nil
	}
	if err := q.renew(g, r); err != nil {
		return false, err
	}
	if err := r.Start(); err != nil {
		return false, err
	}
	fields.Advance(g.fields, g.now, r.Passage)
	return true, nil
}

func (g *segment) find(at views.Standing, runs int, last bool) *replay {
	for _, r := range g.made {
		if r.runs == runs && r.last == last && r.before.Same(at) {
			return r
		}
	}
	return nil
}

// ready asks the tasks, and forgets graphs of another epoch.
func (q *Sequence) ready(g *segment) error {
	for i, at := range g.tasks {
		epoch, err := q.entries[at].task.Ready()
		if err != nil {
			return q.wentWrong(at, err)
		}
		if epoch != g.epochs[i] {
			g.epochs[i] = epoch
			g.forget()
		}
	}
	return nil
}

// remember keeps a replay, and ends the oldest one of its kind where there are too many: those of one run do not push each other out
// with those of several.
func (g *segment) remember(r *replay) {
	alike := func(other *replay) bool { return (other.runs == 1) == (r.runs == 1) }
	n := 0
	for _, other := range g.made {
		if alike(other) {
			n++
		}
	}
	if n >= mostReplays {
		oldest := slices.IndexFunc(g.made, alike) // a graph that still runs goes when it is over
		g.made[oldest].close()
		g.made = slices.Delete(g.made, oldest, oldest+1)
	}
	g.made = append(g.made, r)
}

// keep makes the graph of a replay, and puts the fields back as they stood. false: there is none, now or, where the device cannot or one
// run between others has no two launches, ever. A graph that needed memory of its own is none: that memory may go before the next run.
func (q *Sequence) keep(g *segment, r *replay) bool {
	fields := q.stencils.fields
	before := g.now.Keep()
	graph, err := q.graphOf(g, r)
	after := fields.Standing(g.fields, nil)
	fresh := fields.PutBack(g.fields, before)
	least := 2
	if len(q.segments) == 1 {
		least = 1
	}
	switch {
	case err != nil && r.runs > 1:
		r.never = true
		return false
	case err != nil:
		g.kept = status.CodeOf(err) != status.NotAvailable
		return false
	case fresh:
		graph.Close()
		return false
	case graph.Launches() < least:
		r.never = true
		graph.Close()
		return false
	}
	if r.runs == 1 {
		g.launches = graph.Launches()
		q.reportReplayed(g)
	}
	r.Graph, r.epoch, r.before, r.after, r.Passage = graph, q.epoch, before, after, views.NewPassage(before, after)
	return true
}

// graphOf adds the runs of a replay to a graph.
func (q *Sequence) graphOf(g *segment, r *replay) (device.Graph, error) {
	graph, err := q.stencils.about.Grapher.NewGraph()
	if err != nil {
		return nil, err
	}
	first := q.turn
	for n := range r.runs {
		if err == nil {
			q.turn = first + n
			err = q.runParts(g.parts, r.last && n+1 == r.runs, graph)
		}
	}
	q.turn = first
	if err == nil {
		err = graph.End()
	}
	if err != nil {
		graph.Close()
	}
	return graph, err
}

// renew gives a graph the numbers that were set since.
func (q *Sequence) renew(g *segment, r *replay) error {
	if r.epoch == q.epoch {
		return nil
	}
	for _, p := range g.parts {
		if p.group != nil && p.group.kernel != nil {
			p.group.gather()
		}
	}
	err := r.Renew()
	if err == nil {
		r.epoch = q.epoch
	}
	return err
}

// reportReplayed says once in the report that a whole list is replayed.
func (q *Sequence) reportReplayed(g *segment) {
	if len(q.segments) == 1 {
		q.stencils.noteOnce("%s: replayed, %d launches and copies a run", q.title(), g.launches)
	}
}

func (r *replay) close() {
	if r.Graph != nil {
		r.Graph.Close()
	}
}

func (g *segment) forget() {
	for _, r := range g.made {
		r.close()
	}
	g.made, g.launches = nil, 0
}
