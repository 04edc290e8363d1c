package tree

import (
	"slices"

	"drawbridge/tools/port/syntax"
)

// forgotten names the plain local variables of the block that a later call, which skips it, may read: they have no value then.
func (m *memo) forgotten() (names []string) {
	for name := range m.scalars {
		f := newFlow(m.world, m.p, name)
		f.skip = m.block
		if f.reads(m.p.Unit.Body) {
			names = append(names, name)
		}
	}
	for _, x := range m.arrays {
		front := m.front
		m.front = slices.Concat(front, m.back)
		if !m.overlaysUntouched(x) && !slices.Contains(names, x.Name) {
			names = append(names, x.Name)
		}
		m.front = front
	}
	slices.Sort(names)
	return names
}

// overlaysUntouched is untouched for a local array, or for all variables that share its memory.
func (m *memo) overlaysUntouched(x *Symbol) bool {
	return !slices.ContainsFunc(x.sharing(), func(y *Symbol) bool { return !m.untouched(y.Name) })
}

// untouched says whether the statements before the block do not name a variable.
func (m *memo) untouched(name string) bool {
	found := false
	Each(m.front, func(s *syntax.Stmt) {
		found = found || s.Target == name || slices.ContainsFunc(s.Exprs(), func(e *syntax.Expr) bool { return e.Mentions(name) })
	})
	return !found
}
