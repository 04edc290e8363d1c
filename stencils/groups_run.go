package stencils

import (
	"slices"
	"time"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/views"
)

// runPart runs one part of a sequence; last: no further run of the sequence follows.
func (q *Sequence) runPart(p part, last bool, to device.Stream) error {
	g := p.group
	if g == nil {
		return q.run(&q.entries[p.first], to)
	}
	if !g.settled {
		err := q.stencils.mayMeasure(to)
		if err == nil {
			err = q.settle(p)
		}
		if err != nil {
			return err
		}
	}
	return q.runGroup(p, last, to)
}

func (q *Sequence) runGroup(p part, last bool, to device.Stream) error {
	g, s := p.group, q.stencils
	if g.apart || !s.haveSeconds(g) {
		return q.runApart(p, to)
	}
	begin := time.Now()
	err := g.refresh()
	if err == nil {
		err = s.runTogether(g, to)
	}
	if err == nil {
		err = q.renewGroup(p, last, to)
	}
	if err := q.finishEnds(g, err, to); err != nil {
		return err
	}
	if s.about.Compiles {
		return nil // it has only started: sequences are timed as a whole
	}
	s.account.Kernel(g.title(), int64(len(g.requests))*int64(g.requests[0].points()), g.bytes(), time.Since(begin).Seconds())
	return nil
}

// runApart runs the entries of a group one by one.
func (q *Sequence) runApart(p part, to device.Stream) (err error) {
	for i := p.first; i < q.end(p) && err == nil; i++ {
		if e := &q.entries[i]; p.group.trying && e.kind == aReduction {
			err = q.try(e.reduces, to)
		} else {
			err = q.run(e, to)
		}
	}
	return err
}

// renewGroup makes the second memories that a group has written the fields'.
func (q *Sequence) renewGroup(p part, last bool, to device.Stream) error {
	for _, u := range p.group.renewed {
		if !q.forgetsHalos && !q.refills(u, p.first+p.group.size(), last) {
			if err := q.stencils.copyHalo(u, u.SecondMemory(), to); err != nil {
				return err
			}
		}
		u.Exchange()
	}
	return nil
}

// haveSeconds tells that there is memory for the second memories that a group needs; where there is not, none is kept.
func (s *Stencils) haveSeconds(g *group) bool {
	var made []*views.Field
	for _, f := range g.renewed {
		there := f.HasSecond()
		if _, err := s.fields.Second(f); err != nil {
			for _, other := range made {
				s.fields.ReleaseSecond(other)
			}
			return false
		}
		if !there {
			made = append(made, f)
		}
	}
	return true
}

// refills tells that the next entry to run, from one on, writes all halo cells of a field, so that nobody can read them before.
func (q *Sequence) refills(u *views.Field, from int, last bool) bool {
	if from == len(q.entries) && last {
		return false
	}
	f := q.entries[from%len(q.entries)].fill
	return f != nil && f.request.writes[0] == u && len(f.faces) == 2*u.Dims && f.layers == u.Halo
}

// runTogether runs a group in its way.
func (s *Stencils) runTogether(g *group, to device.Stream) error {
	if g.way.merged {
		return s.startMerged(g, to)
	}
	if g.kernel == nil {
		return s.chain(g)
	}
	g.gather()
	return start(s.made(g.running(), g.way.variant), to)
}

// running is the group's kernel of a GPU, with the reductions where its way makes them.
func (g *group) running() *request {
	if g.way.sums {
		return g.summed
	}
	return g.kernel
}

// gather gives that kernel the numbers of all operators as they are now.
func (g *group) gather() { g.running().gather() }

// chain runs a group in its tiles.
func (s *Stencils) chain(g *group) error {
	if g.way.chains == nil {
		areas := g.requests[0].areas
		if areas == nil {
			areas = []area{g.requests[0].where()}
		}
		for _, a := range areas {
			if err := s.link(g, a); err != nil {
				return err
			}
		}
	}
	for _, links := range g.way.chains {
		for i, l := range links {
			if i < len(g.requests) {
				g.requests[i].bind(l.Fields, g.way.inSecond[i])
			} else {
				g.ends[i-len(g.requests)].bind(l.Fields, g.way.inSecond[i])
			}
		}
		if err := s.about.Chainer.Chain(links, g.way.tiles); err != nil {
			return err
		}
	}
	return nil
}

// link makes the sweeps of a group over an area. Each gets one item as large as a tile.
func (s *Stencils) link(g *group, a area) error {
	var links []device.Link
	var inSecond [][]bool
	for i, r := range g.requests {
		if err := s.load(r); err != nil {
			return err
		}
		past := g.way.past && !a.narrow && !slices.ContainsFunc(r.writes, func(f *views.Field) bool { return g.readLater(f, i) || slices.Contains(g.passing, f) })
		v := s.tiled(1, 0, past && r.op.streams())
		if r.expression != nil {
			v = s.interpreted("blocks", past)
		}
		l := device.Link{Sweep: v.sweeps(r.on(a))[0]}
		renewed := make([]bool, len(r.all()))
		l.Option[kernels.OptionWidth], l.Option[kernels.OptionTile], l.Option[kernels.OptionPlanes] = 0, int64(g.way.tiles.Rows), int64(g.way.tiles.Depth)
		for k, f := range r.all() {
			if slices.Contains(g.passing, f) {
				l.Passing |= 1 << k
			}
			renewed[k] = slices.Contains(g.renewed, f) && (k >= len(r.reads) || g.writtenBefore(f, i))
		}
		links, inSecond = append(links, l), append(inSecond, renewed)
	}
	for _, e := range g.ends {
		l, renewed, err := e.link(g)
		if err != nil {
			return err
		}
		links, inSecond = append(links, l), append(inSecond, renewed)
	}
	g.way.chains, g.way.inSecond = append(g.way.chains, links), inSecond
	return nil
}
