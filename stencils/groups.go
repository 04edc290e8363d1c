package stencils

import (
	"slices"
	"strings"

	"drawbridge/device"
	"drawbridge/views"
)

// part is entries of a sequence that follow each other: one that runs by itself, or a group of operators.
type part struct {
	first int // of the entries
	group *group
}

// group is operators that run together, tile by tile, so that what one writes is in the cache when the next one reads it. No
// operator reads beside a point what an earlier one has written. So the order of tiles changes no bit.
type group struct {
	requests []*request
	renewed  []*views.Field // read beside the point and written: the result goes to the second memory, which then is the field's
	passing  []*views.Field // temporary, and read by nobody else: not kept
	settled  bool
	apart    bool // one by one is faster, or there is no memory for second ones
	way      *way
	kernel   *request    // of a GPU: all operators as one
	summed   *request    // the same with the reductions at the end
	merged   *merged     // of a host: all operators as one program; nil: not possible
	name     string      // in the report
	ends     []*reducing // reductions at the end
	trying   bool        // its ways are measured: nobody asks for its numbers
}

// mostTogether is how many operators a group has at most: caches do not hold the fields of more.
const mostTogether = 32

// way is one way to run a group: a variant of its first operator on a GPU, tiles on a host.
type way struct {
	variant
	tiles device.Tiles
	past  bool // what nobody reads again in the group goes past the caches
	sums  bool // on a GPU: the kernel makes the reductions too
	// On a host: the group is one program, in which stencils may compute four planes at once.
	merged, stacked bool
	sweeps          []device.Sweep  // of the program, one for each area, once made
	chains          [][]device.Link // of tiles, for each area, once made
	inSecond        [][]bool        // of each link: which of its fields lie in their second memory by then
}

// divided are the parts that the entries run in.
func (q *Sequence) divided() []part {
	s := q.stencils
	var parts []part
	var g *group
	for i, e := range q.entries {
		reason := ""
		switch {
		case e.kind == anOperator:
			if reason = s.whyAlone(e.request); reason == "" && g != nil {
				if reason = s.whyApart(g, e.request); reason == "" {
					g.add(e.request)
					continue
				}
			}
		case e.kind == aReduction && g != nil:
			if reason = s.whyNoEnd(g, e.reduces); reason == "" {
				g.ends = append(g.ends, e.reduces)
				continue
			}
		}
		if i > 0 && reason != "" && (q.entries[i-1].kind == anOperator || q.entries[i-1].kind == aReduction) {
			q.unfused(q.entries[i-1], e, reason)
		}
		if g = nil; e.kind == anOperator && s.whyAlone(e.request) == "" {
			g = &group{}
			g.add(e.request)
		}
		parts = append(parts, part{i, g})
	}
	for i := range parts {
		if g := parts[i].group; g != nil {
			if g.size() == 1 || g.onComponents() {
				parts[i].group = nil
				continue
			}
			g.findPassing(q.entries)
			if s.about.Compiles {
				g.kernel = g.fused(nil)
				if len(g.ends) > 0 {
					g.summed = g.fused(g.ends)
				}
			} else {
				g.merged = mergedOf(g)
			}
		}
	}
	return q.complete(parts)
}

// complete gives every entry of a group that was given up a part of its own.
func (q *Sequence) complete(parts []part) []part {
	var all []part
	for i, p := range parts {
		end := len(q.entries)
		if i+1 < len(parts) {
			end = parts[i+1].first
		}
		all = append(all, p)
		for n := p.first + 1; p.group == nil && n < end; n++ {
			all = append(all, part{n, nil})
		}
	}
	return all
}

func (g *group) add(r *request) {
	for _, f := range r.writes {
		if g.reaches(f) && !slices.Contains(g.renewed, f) {
			g.renewed = append(g.renewed, f)
		}
	}
	g.requests = append(g.requests, r)
}

func (g *group) any(has func(r *request) bool) bool { return slices.ContainsFunc(g.requests, has) }
func (g *group) writes(f *views.Field) bool {
	return g.any(func(r *request) bool { return slices.Contains(r.writes, f) })
}
func (g *group) touches(f *views.Field) bool {
	return g.any(func(r *request) bool { return slices.Contains(r.all(), f) })
}
func (g *group) reaches(f *views.Field) bool {
	return g.any(func(r *request) bool { return slices.Contains(r.reaching(), f) })
}

// onComponents tells that a component would have to exchange the memory of its whole field.
func (g *group) onComponents() bool {
	return slices.ContainsFunc(g.renewed, func(f *views.Field) bool { return f.Whole() != f })
}

// findPassing finds the temporary fields that no entry but those of the group touches.
func (g *group) findPassing(entries []entry) {
	for _, r := range g.requests {
		for _, f := range r.writes {
			used := func(e entry) bool {
				return (e.kind != anOperator || !slices.Contains(g.requests, e.request)) && e.touches(f)
			}
			if f.Temporary && f.Whole() == f && g.writesFirst(f) && !g.reaches(f) && !slices.Contains(g.passing, f) && !slices.ContainsFunc(entries, used) {
				g.passing = append(g.passing, f)
			}
		}
	}
}

// writesFirst tells that no operator reads a field before one has written it.
func (g *group) writesFirst(f *views.Field) bool {
	for _, r := range g.requests {
		if slices.Contains(r.reads, f) {
			return false
		}
		if slices.Contains(r.writes, f) {
			return true
		}
	}
	return false
}

// readLater tells whether a field is read by an operator of the group behind the i-th.
func (g *group) readLater(f *views.Field, i int) bool {
	return slices.ContainsFunc(g.requests[i+1:], func(r *request) bool { return slices.Contains(r.reads, f) })
}

// bytes are the least that the group must move: what it reads before it writes it and what it keeps, once each. Fields with one point along
// an axis are small beside the others.
func (g *group) bytes() int64 {
	var moved, written []*views.Field
	u := g.requests[0].writes[0]
	for _, r := range g.requests {
		for _, f := range r.reads {
			if !slices.Contains(written, f) && !slices.Contains(moved, f) && !f.Spread(u) {
				moved = append(moved, f)
			}
		}
		written = append(written, r.writes...)
	}
	for _, e := range g.ends {
		for _, f := range e.fields {
			if !slices.Contains(written, f) && !slices.Contains(moved, f) {
				moved = append(moved, f)
			}
		}
	}
	n := len(moved)
	for i, f := range written {
		if !slices.Contains(written[:i], f) && !slices.Contains(g.passing, f) {
			n++
		}
	}
	return int64(n) * int64(g.requests[0].points()) * int64(u.Bytes)
}

// writtenBefore tells whether a field is written by an operator of the group before the i-th.
func (g *group) writtenBefore(f *views.Field, i int) bool {
	return slices.ContainsFunc(g.requests[:i], func(r *request) bool { return slices.Contains(r.writes, f) })
}

// bind gives a sweep of the request its fields as they lie now: in their second memory where inSecond says so.
func (r *request) bind(fields []device.Array, inSecond []bool) {
	for k, f := range r.all() {
		fields[k] = f.Over(r.writes[0], k >= len(r.reads))
		if inSecond[k] {
			fields[k].Memory = f.SecondMemory()
		}
	}
}

// title names the group in the report.
func (g *group) title() string {
	if g.name == "" {
		var names []string
		for _, r := range g.requests {
			names = append(names, r.called())
		}
		for _, e := range g.ends {
			names = append(names, "reduce "+e.what)
		}
		g.name = "together " + strings.Join(names, " + ")
	}
	return g.name
}
