package tree

import (
	"slices"

	"drawbridge/tools/port/syntax"
)

// forgotten names the plain local variables of the block that a later call, which skips it, may read: they have no value then.
func (m *memo) forgotten() (names []string) {
	for name := range m.scalars {
		f := &flow{world: m.world, p: m.p, name: name, at: map[string]state{}, skip: m.block}
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
	if x.Overlay == nil {
		return m.untouched(x.Name)
	}
	for _, y := range x.Overlay.Members {
		if !m.untouched(y.Name) {
			return false
		}
	}
	return true
}

// untouched says whether the statements before the block do not name a variable.
func (m *memo) untouched(name string) bool {
	found := false
	Each(m.front, func(s *syntax.Stmt) {
		found = found || s.Target == name
		for _, e := range s.Exprs() {
			e.Walk(func(y *syntax.Expr) bool { found = found || y.Text == name; return true })
		}
	})
	return !found
}
