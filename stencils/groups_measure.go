package stencils

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/device"
	"drawbridge/views"
)

// tilings are the ways to run a group that are worth a trial, the one that is right without measuring first.
func (s *Stencils) tilings(u *views.Field) []tiling {
	var list []tiling
	for _, past := range []bool{false, true} {
		for _, points := range []int{8192, 4096, 16384} {
			rows := min(max(points/u.Shape[0], 1), u.Shape[1])
			depth := min(max(points/(u.Shape[0]*rows), 1), u.Shape[2])
			t := s.tilingOf(u, 0, rows, depth, past)
			if !slices.ContainsFunc(list, func(other tiling) bool { return other.name == t.name }) {
				list = append(list, t)
			}
		}
		if u.Shape[0] > 128 && u.Shape[2] > 1 {
			list = append(list, s.tilingOf(u, 128, min(32, u.Shape[1]), min(2, u.Shape[2]), past))
		}
	}
	return list
}

// tilingOf gives every worker 16 parts.
func (s *Stencils) tilingOf(u *views.Field, width, rows, depth int, past bool) tiling {
	word, across := "tiles", 1
	if past {
		word = "streaming"
	}
	if width > 0 {
		across = above(u.Shape[0], width)
	}
	parts := above(16*s.workers, across*above(u.Shape[1], rows))
	planes := above(above(u.Shape[2], parts), depth) * depth
	return tiling{fmt.Sprintf("%s:%d:%d:%d", word, width, rows, depth), device.Tiles{Width: width, Rows: rows, Depth: depth, Planes: planes}, past}
}

// settle chooses how a group runs: the first tiling, or the fastest of all and of one operator after the other. Trials run the part as
// it is, because what a step writes is what the next one reads; then all fields hold again what they held.
func (q *Sequence) settle(p part) error {
	g, s := p.group, q.stencils
	u := g.requests[0].writes[0]
	list := s.tilings(u)
	g.tiles, g.settled = list[0], true
	if !s.measures || u.Points() < measuredFrom {
		return nil
	}
	key := g.key()
	if name, known := s.chosenTiles[key]; known {
		g.take(list, name)
		return nil
	}
	fresh := slices.DeleteFunc(slices.Clone(g.renewed), (*views.Field).HasSecond)
	if !s.haveSeconds(g) {
		return nil
	}
	restore, err := s.fields.Saved(g.rewritten())
	if err != nil {
		return nil // no memory for a trial
	}
	account := s.account
	s.account = unheard{account}
	best, text, err := s.fastest(g.variants(list), func(v variant) error {
		g.take(list, v.name)
		return q.runGroup(p, false)
	})
	s.account = account
	if failed := restore(); err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	g.take(list, best.name)
	s.chosenTiles[key] = best.name
	for _, f := range fresh {
		if g.apart {
			s.fields.ReleaseSecond(f)
		}
	}
	account.Note("%s, %s %v: %s", g.title(), u.Precision(), u.Shape[:u.Dims], text)
	return nil
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
	u := g.requests[0].writes[0]
	fmt.Fprint(&key, u.Precision(), u.Shape, u.Dims)
	return key.String()
}

// unheard is an account that leaves trials out.
type unheard struct{ Account }

func (unheard) Kernel(string, int64, int64, float64) {}

const oneByOne = "one by one"

// variants are the names of the tilings, and of running one by one, for a trial.
func (g *group) variants(list []tiling) []variant {
	all := []variant{{name: oneByOne}}
	for _, t := range list {
		all = append(all, variant{name: t.name})
	}
	return all
}

func (g *group) take(list []tiling, name string) {
	if g.apart = name == oneByOne; g.apart {
		return
	}
	for _, t := range list {
		if t.name == name && (t != g.tiles || g.links == nil) {
			g.tiles, g.links = t, nil
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
