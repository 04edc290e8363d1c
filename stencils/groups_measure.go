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

// settle chooses how a group runs: the first tiling, or the fastest of all and of one operator after the other.
func (s *Stencils) settle(g *group) error {
	if g.settled {
		return nil
	}
	u := g.requests[0].writes[0]
	list := s.tilings(u)
	g.tiles, g.settled = list[0], true
	if !s.measures || u.Points() < measuredFrom {
		return nil
	}
	had := slices.IndexFunc(g.renewed, (*views.Field).HasSecond) >= 0
	if !s.haveSeconds(g) {
		return nil
	}
	undo, err := s.saved(g.changed())
	if err != nil {
		return nil // no memory for a trial
	}
	best, text, err := s.fastest(g.variants(list), func(v variant) error { return s.try(g, list, v.name) })
	if restored := undo(); err == nil {
		err = restored
	}
	if err != nil {
		return err
	}
	g.take(list, best.name)
	for _, f := range g.renewed {
		if g.apart && !had {
			s.fields.ReleaseSecond(f)
		}
	}
	var names []string
	for _, r := range g.requests {
		names = append(names, r.op.Name)
	}
	s.account.Note("%s together, %s %v: %s", strings.Join(names, ", "), u.Precision(), u.Shape[:u.Dims], text)
	return nil
}

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
	g.apart, g.links = name == oneByOne, nil
	for _, t := range list {
		if t.name == name {
			g.tiles = t
		}
	}
}

// try runs a group for a trial: what is renewed is written to the second memory and stays there.
func (s *Stencils) try(g *group, list []tiling, name string) error {
	if g.take(list, name); !g.apart {
		return s.chain(g)
	}
	for i, r := range g.requests {
		v, err := s.trialOf(g, r)
		if err != nil {
			return err
		}
		launches := r.made(v)
		for _, w := range launches {
			g.bind(i, w.Fields)
		}
		if err := s.start(launches); err != nil {
			return err
		}
	}
	return nil
}

// trialOf is the variant of an operator in a trial. One that writes a renewed field is not measured by itself: that would change what
// the group reads.
func (s *Stencils) trialOf(g *group, r *request) (variant, error) {
	if slices.ContainsFunc(r.writes, func(f *views.Field) bool { return slices.Contains(g.renewed, f) }) {
		return s.variants(r)[0], s.load(r)
	}
	return s.choose(r)
}

// changed are the fields that a group reads and then writes where they are.
func (g *group) changed() (list []*views.Field) {
	for i, r := range g.requests {
		for _, f := range r.writes {
			read := slices.ContainsFunc(g.requests[:i+1], func(before *request) bool { return slices.Contains(before.reads, f) })
			if f = f.Whole(); read && !slices.Contains(g.renewed, f) && !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	return list
}

// saved keeps fields in their second memories until undo.
func (s *Stencils) saved(list []*views.Field) (undo func() error, err error) {
	var had []bool
	undo = func() error {
		var failure error
		for i, f := range list[:len(had)] {
			if err := s.fields.RestoreFromSecond(f); err != nil {
				failure = err
			}
			if !had[i] {
				s.fields.ReleaseSecond(f)
			}
		}
		return failure
	}
	for _, f := range list {
		there := f.HasSecond()
		if _, err = s.fields.Second(f); err != nil {
			break
		}
		if err = s.fields.CopyToSecond(f); err != nil {
			break
		}
		had = append(had, there)
	}
	if err != nil {
		_ = undo()
	}
	return undo, err
}
