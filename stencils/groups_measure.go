package stencils

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"drawbridge/device"
	"drawbridge/views"
)

// ways are those to run a group that are worth a trial, the one that is right without measuring first.
func (s *Stencils) ways(g *group) (list []way) {
	if g.kernel == nil {
		u := g.requests[0].writes[0]
		if g.merged == nil {
			return s.tilings(u, 8192, 4096, 16384)
		}
		return append(s.mergedWays(g), s.tilings(u, 8192)...)
	}
	if len(g.ends) > 0 {
		list = s.summedWays()
	}
	if len(g.requests) > 1 || len(g.ends) == 0 {
		for _, v := range measurable(s.texts(g.kernel)) {
			list = append(list, way{variant: v})
		}
	}
	return list
}

// tilings are the ways of a host in tiles of about so many points.
func (s *Stencils) tilings(u *views.Field, sizes ...int) (list []way) {
	for _, past := range []bool{false, true} {
		for _, points := range sizes {
			rows := min(max(points/u.Shape[0], 1), u.Shape[1])
			depth := min(max(points/(u.Shape[0]*rows), 1), u.Shape[2])
			t := s.tilingOf(u, rows, depth, past)
			if !slices.ContainsFunc(list, func(other way) bool { return other.name == t.name }) {
				list = append(list, t)
			}
		}
	}
	return list
}

// tilingOf gives every worker 16 parts.
func (s *Stencils) tilingOf(u *views.Field, rows, depth int, past bool) way {
	word := "tiles"
	if past {
		word = "streaming"
	}
	parts := above(16*s.about.Threads, above(u.Shape[1], rows))
	planes := above(above(u.Shape[2], parts), depth) * depth
	return way{variant: variant{name: fmt.Sprintf("%s:%d:%d", word, rows, depth)}, tiles: device.Tiles{Rows: rows, Depth: depth, Planes: planes}, past: past}
}

// settle chooses how a group runs: the first way, or the fastest of all and of one operator after the other.
func (q *Sequence) settle(p part) error {
	g, s := p.group, q.stencils
	u := g.requests[0].writes[0]
	list := s.ways(g)
	g.way, g.settled = &list[0], true
	if !s.measures || g.requests[0].points() < measuredFrom {
		return nil
	}
	key := g.key()
	if name, known := s.chosenWays[key]; known {
		g.take(list, name)
		return nil
	}
	best, text, err := q.trial(p, key, list)
	if errors.Is(err, errNoTrial) {
		return nil
	}
	if err != nil {
		return err
	}
	g.take(list, best.name)
	s.chosenWays[key] = best.name
	s.account.Note("%s, %s %v%s", g.title(), u.Precision(), u.Shape[:u.Dims], text)
	return nil
}

// trial measures all ways of a part; none where there is no memory for it. It runs the part as it is, because what a step writes is what
// the next one reads; then all fields hold again what they held.
func (q *Sequence) trial(p part, key string, list []way) (best variant, text string, err error) {
	g, s, account := p.group, q.stencils, q.stencils.account
	fresh := slices.DeleteFunc(slices.Clone(g.renewed), (*views.Field).HasSecond)
	restore := func() error { return nil }
	prepare := func() (err error) {
		if !s.haveSeconds(g) {
			return errNoTrial
		}
		saved, err := s.fields.Saved(g.rewritten())
		if err != nil {
			return errNoTrial
		}
		// What a trial does is not the user's work: the report shall not count it. The account is changed for its duration alone.
		restore, s.account, g.trying = saved, unheard{account}, true
		return nil
	}
	best, text, err = s.tuned("together", key, variantsOf(list), prepare, func(v variant) error {
		g.take(list, v.name)
		return q.runGroup(p, false, s.device)
	})
	s.account, g.trying = account, false
	if failed := restore(); err == nil {
		err = failed
	}
	for _, f := range fresh {
		if best.name == oneByOne {
			s.fields.ReleaseSecond(f)
		}
	}
	return best, text, err
}

// key tells groups apart that may run best in different tiles: by their operators, which fields are the same, and their form.
func (g *group) key() string {
	var fields []*views.Field
	var key strings.Builder
	for _, r := range g.requests {
		fmt.Fprint(&key, r.op.Name, " ", r.radius, " ", r.ownText())
		for _, f := range r.all() {
			place := slices.Index(fields, f)
			if place < 0 {
				place = len(fields)
				fields = append(fields, f)
			}
			fmt.Fprint(&key, " ", place, slices.Contains(g.passing, f))
		}
		fmt.Fprintln(&key)
	}
	for _, e := range g.ends {
		fmt.Fprint(&key, e.what)
		for _, f := range e.fields {
			fmt.Fprint(&key, " ", slices.Index(fields, f))
		}
		fmt.Fprintln(&key)
	}
	u := g.requests[0].writes[0]
	fmt.Fprint(&key, u.Precision(), u.Shape, u.Dims, g.requests[0].areaWord())
	return key.String()
}

// unheard is an account that leaves trials out.
type unheard struct{ Account }

func (unheard) Kernel(string, int64, int64, float64) {}

const oneByOne = "one by one"

// variantsOf are ways for a trial, and running one by one.
func variantsOf(list []way) (all []variant) {
	for _, t := range list {
		all = append(all, t.variant)
	}
	return append(all, variant{name: oneByOne})
}

func (g *group) take(list []way, name string) {
	if g.apart = name == oneByOne; g.apart {
		return
	}
	for i := range list {
		if list[i].name == name {
			g.way = &list[i]
		}
	}
}

// rewritten are the fields that a group reads before it writes them.
func (g *group) rewritten() (list []*views.Field) {
	for _, r := range g.requests {
		for _, f := range r.writes {
			if !g.writesFirst(f) && !slices.Contains(list, f.Whole()) {
				list = append(list, f.Whole())
			}
		}
	}
	return list
}
