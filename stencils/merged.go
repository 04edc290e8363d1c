package stencils

import (
	"math"
	"slices"

	"drawbridge/device"
	"drawbridge/views"
)

// merged is a group as one program of a host: what one operator computes is in a register, or in the nearest cache, when the next one
// reads it. kernels/stencils/expression_stencils.h has the instructions that only such programs have.
type merged struct {
	words   []uint64
	fields  []placed // of the sweep; those that are read come first
	numbers []float64
	stacks  bool        // a stencil of it computes four planes at once
	beside  bool        // neighbours are read
	totals  []*reducing // sums that the program adds up
}

// mostStencils bounds what a program keeps on a thread's stack.
const mostStencils = 4

// merging is such a program in the making.
type merging struct {
	program
	g          *group
	slots      []placed
	fetched    int                    // of them: those that are read
	value      map[*views.Field]*term // what a field holds at the point, where an operator has written it
	stencils   []uint64
	statements []statement
	kept       int
	result     merged
	unfit      bool // an operator, or its fields, are not for a program
}

// statement is a term that is computed by itself. keeps: several others read it.
type statement struct {
	term  *term
	keeps bool
}

// mergedOf is the program of a group; nil where there is none.
func mergedOf(g *group) *merged {
	m := &merging{g: g, value: map[*views.Field]*term{}}
	m.e, m.needs = &expression{}, map[*term]int{}
	m.result.totals = g.totals()
	if len(g.requests)+len(m.result.totals) < 2 {
		return nil
	}
	m.findSlots()
	for i, r := range g.requests {
		m.add(i, r)
	}
	for k, e := range m.result.totals {
		m.statements = append(m.statements, statement{term: &term{op: "total", args: []*term{m.summand(e)}, index: k}})
	}
	if m.unfit || len(m.slots)+len(m.result.totals) >= device.MostFields || len(m.e.places()) > fieldPlaces || len(m.result.numbers) > device.MostNumbers || len(m.stencils) > mostStencils {
		return nil
	}
	if !m.compileAll() {
		return nil
	}
	return &m.result
}

// findSlots gives the fields their places: what is read from memory first, then what is only stored.
func (m *merging) findSlots() {
	g := m.g
	for i, r := range g.requests {
		for _, f := range r.reads {
			if !g.writtenBefore(f, i) || slices.Contains(r.reaching(), f) {
				m.slot(placed{field: f})
			}
		}
	}
	for _, e := range m.result.totals {
		for _, f := range e.fields {
			if !g.writes(f) {
				m.slot(placed{field: f})
			}
		}
	}
	m.fetched = len(m.slots)
	for i, r := range g.requests {
		if f := r.writes[0]; m.lasts(i) {
			m.slots[m.slot(placed{field: f, second: slices.Contains(g.renewed, f)})].output = true
		}
		m.unfit = m.unfit || len(r.writes) != 1
	}
}

// slot is the place of a field's memory among those of the sweep.
func (m *merging) slot(p placed) int {
	for i, other := range m.slots {
		if other.field == p.field && other.second == p.second {
			return i
		}
	}
	m.slots = append(m.slots, p)
	return len(m.slots) - 1
}

// lasts tells that what the i-th operator writes is stored: it outlives the group, and no later one overwrites it.
func (m *merging) lasts(i int) bool {
	f := m.g.requests[i].writes[0]
	return !slices.Contains(m.g.passing, f) && !slices.ContainsFunc(m.g.requests[i+1:], func(r *request) bool { return slices.Contains(r.writes, f) })
}

// reads are how often the operators behind the i-th read at the point what it writes, and whether only the next one does.
func (m *merging) reads(i int) (times int, next bool) {
	f := m.g.requests[i].writes[0]
	next = true
	for k, r := range m.g.requests[i+1:] {
		n := r.readsAtPoint(f)
		times += n
		next = next && (n == 0 || k == 0)
		if slices.Contains(r.writes, f) {
			return times, next
		}
	}
	for k, e := range m.result.totals {
		n := e.readsAtPoint(f)
		times += n
		next = next && (n == 0 || k == 0 && i+1 == len(m.g.requests))
	}
	return times, next
}

// readsAtPoint counts where an operator names a field at the point.
func (r *request) readsAtPoint(f *views.Field) (n int) {
	if r.expression == nil {
		for _, other := range r.reads {
			if other == f {
				n++
			}
		}
		return n
	}
	var count func(t *term)
	count = func(t *term) {
		if t.op == "field" && r.reads[r.expression.accesses[t.index].field] == f {
			n++
		}
		for _, a := range t.args {
			count(a)
		}
	}
	count(r.expression.term)
	return n
}

// add computes an operator's result: at once, or where the only one to read it does.
func (m *merging) add(i int, r *request) {
	t := m.termOf(r, len(m.result.numbers))
	m.result.numbers = append(m.result.numbers, r.numbers...)
	if t == nil {
		m.unfit = true
		return
	}
	f := r.writes[0]
	times, next := m.reads(i)
	var stored *term
	if m.lasts(i) {
		slot := m.slot(placed{field: f, second: slices.Contains(m.g.renewed, f)})
		stored = m.access(slot, [3]int{})
		t = &term{op: "put", args: []*term{t}, index: stored.index, logical: slot >= m.fetched && times <= 1}
	}
	switch {
	case times == 1 && next:
		m.value[f] = t
		return
	case times > 0 && stored == nil:
		m.statements = append(m.statements, statement{t, true})
		m.value[f] = &term{op: "kept", index: m.kept}
		m.kept++
		return
	}
	m.statements = append(m.statements, statement{term: t})
	m.value[f] = stored
}

// access is the term of a field's value at a distance from the point.
func (m *merging) access(slot int, at [3]int) *term {
	a := access{field: slot, at: at}
	same := func(other access) bool { return other.field == slot && other.at == at }
	i := slices.IndexFunc(m.e.accesses, same)
	if i < 0 {
		i = len(m.e.accesses)
		m.e.accesses = append(m.e.accesses, a)
	}
	return &term{op: "field", index: i}
}

// read is what a field holds at the point.
func (m *merging) read(f *views.Field) *term {
	if t := m.value[f]; t != nil {
		return t
	}
	return m.access(m.slot(placed{field: f}), [3]int{})
}

// compileAll writes the program.
func (m *merging) compileAll() bool {
	var arrays []device.Array
	u := m.g.requests[0].writes[0]
	for _, p := range m.slots {
		arrays = append(arrays, p.argument(u))
	}
	s := stridesOf(arrays, u.Shape[2])
	all := m.e.places()
	for i, a := range all {
		m.addAccess(i, a.field, s)
	}
	for _, word := range m.stencils {
		m.unfit = m.unfit || s.apart>>(word&0xffff)&1 != 0
	}
	m.named = len(m.result.numbers)
	for _, s := range m.statements {
		m.compile(s.term)
		if s.keeps {
			m.keep()
		}
	}
	if end := m.statements[len(m.statements)-1]; m.unfit || m.refusal != nil || end.term.op != "put" && end.term.op != "total" {
		return false
	}
	m.code[len(m.code)-2] += uint64(len(forms))
	m.result.stacks = m.result.stacks && m.apart == 0 && m.splat == 0
	m.result.fields = m.slots
	m.result.words = append([]uint64{words(m.named, len(m.constants), m.most, len(all)), words(s.home, len(m.stencils), m.fetched, len(m.result.totals)), m.apart, m.splat}, accessWords(all)...)
	m.result.words = append(m.result.words, m.stencils...)
	for _, c := range m.constants {
		m.result.words = append(m.result.words, math.Float64bits(c))
	}
	m.result.words = append(m.result.words, m.code...)
	return true
}

func accessWords(all []access) (list []uint64) {
	for _, a := range all {
		list = append(list, words(a.field, a.at[0], a.at[1], a.at[2]))
	}
	return list
}
