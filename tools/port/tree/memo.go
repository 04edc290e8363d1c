package tree

import (
	"slices"

	"drawbridge/tools/port/syntax"
)

// Memo says whether all that a procedure keeps from call to call is computed by its first call from constants alone, as in
//
//	if (first) then
//	  first = .false.
//	  eps = ...
//	end if
//
// Then every call may begin with the first values and compute them again: the results are the same.
func (p *Procedure) Memo(w *Program) bool {
	if !p.memoKnown {
		p.memoKnown = true
		m := &memo{world: w, p: p}
		points := false
		Each(p.Unit.Body, func(s *syntax.Stmt) { points = points || s.Action == syntax.Point })
		if p.memo = len(p.Internal) == 0 && p.Host == nil && !points && m.holds(); p.memo {
			Each(m.block.Blocks[0].Body, func(s *syntax.Stmt) { p.first = append(p.first, s) })
			p.Forgotten = m.forgotten()
		}
	}
	return p.memo
}

// End says what a statement of the procedure is at which a point ends with an error: Program.End, or an assignment to a
// variable of COMMON in the first call. All calls run that, so that either all of them end there or none does.
func (p *Procedure) End(w *Program, s *syntax.Stmt) string {
	if what := w.End(s); what != "" {
		return what
	}
	if x := p.common(s); x != nil && slices.Contains(p.first, s) && p.Memo(w) {
		return "the assignment to " + x.Name + " of COMMON"
	}
	return ""
}

// common answers the variable of COMMON that an assignment writes, or nil.
func (p *Procedure) common(s *syntax.Stmt) *Symbol {
	if s.Action != syntax.Assign {
		return nil
	}
	if x := p.Scope.Known(Root(s.On[0])); x != nil && x.Common && !x.PerPoint {
		return x
	}
	return nil
}

// ends says whether a point ends at a statement of the block.
func (m *memo) ends(s *syntax.Stmt) bool { return m.world.End(s) != "" || m.p.common(s) != nil }

// alive are the statements of a list, and of their blocks, without those behind one where a point ends.
func (m *memo) alive(list []*syntax.Stmt) (all []*syntax.Stmt) {
	for _, s := range list {
		all = append(all, s)
		for _, b := range s.Blocks {
			all = append(all, m.alive(b.Body)...)
		}
		if m.ends(s) {
			break
		}
	}
	return all
}

// memo looks at one procedure.
type memo struct {
	world   *Program
	p       *Procedure
	guard   string          // the variable that the first call changes
	block   *syntax.Stmt    // if (guard) then ... end if
	after   bool            // the statement behind the block changes the guard
	front   []*syntax.Stmt  // before the block
	back    []*syntax.Stmt  // behind it
	scalars map[string]bool // plain local variables in the block
	arrays  []*Symbol       // local arrays in it, and variables that share memory
}

// kept says whether a name is a variable that keeps its value and is written.
func (m *memo) kept(name string) bool {
	x := m.p.Scope.Known(name)
	return x != nil && x.Home == m.p.Scope && !x.OfModule() && !x.Argument && !x.Parameter && x.Procedure == nil && x.Keeping() && m.p.WritesOverlay(x)
}

func (m *memo) holds() bool {
	body := m.p.Unit.Body
	for i, s := range body {
		if m.opens(s, body[i+1:]) {
			m.block, m.front, m.back = s, body[:i], body[i+1:]
			if m.after {
				m.back = m.back[1:]
			}
			return m.inside(s.Blocks[0].Body) && m.outside(m.front, true) && m.outside(m.back, false)
		}
	}
	return false
}

// opens says whether a statement is the if of the first call: it runs once, since it changes its own test, or the statement behind it does.
func (m *memo) opens(s *syntax.Stmt, behind []*syntax.Stmt) bool {
	if s.Action != syntax.If || s.OneLine || len(s.Blocks) != 1 || s.Blocks[0].Tests == nil || s.Label != "" || len(s.Blocks[0].Body) == 0 {
		return false
	}
	test := s.Blocks[0].Tests[0]
	guard := ""
	plain := true
	test.Walk(func(y *syntax.Expr) bool {
		switch {
		case y.Kind == syntax.Variable && (guard == "" || guard == y.Text) && m.kept(y.Text):
			guard = y.Text
		case y.Kind == syntax.Variable || y.Kind == syntax.Call || y.Kind == syntax.Component:
			plain = false
		}
		return true
	})
	if guard == "" || !plain {
		return false
	}
	x := m.p.Scope.Known(guard)
	first := x.Init
	if first == nil && len(x.Data) == 1 {
		first = x.Data[0]
	}
	list := s.Blocks[0].Body
	last := list[len(list)-1]
	sets := []*syntax.Stmt{list[0], last}
	if len(behind) > 0 && behind[0].Label == "" {
		sets = append(sets, behind[0])
	}
	for i, set := range sets {
		m.after = i == 2
		if set.Action == syntax.Assign && set.On[0].Kind == syntax.Variable && set.On[0].Text == guard {
			m.guard = guard
			return m.is(test, first, true) && m.is(test, set.On[1], false) && m.closes(list, test)
		}
	}
	return false
}

// is says whether a test has a value where a constant stands for the guard.
func (m *memo) is(test, constant *syntax.Expr, wanted bool) bool {
	if constant == nil {
		return false
	}
	v, ok := m.p.Scope.Constant(replaced(test, m.guard, constant))
	return ok && v.Type.Base == Logical && (v.I == 1) == wanted
}

// replaced puts an expression in the place of a variable.
func replaced(e *syntax.Expr, name string, by *syntax.Expr) *syntax.Expr {
	switch {
	case e == nil:
		return nil
	case e.Kind == syntax.Variable && e.Text == name:
		return &syntax.Expr{Kind: syntax.Bracket, Of: []*syntax.Expr{by}}
	}
	return e.With(func(y *syntax.Expr) *syntax.Expr { return replaced(y, name, by) })
}

// closes says whether all assignments to the guard make the test false, apart from those where a point ends.
func (m *memo) closes(list []*syntax.Stmt, test *syntax.Expr) bool {
	for _, s := range list {
		if m.ends(s) {
			return true
		}
	}
	for _, s := range list {
		if s.Action == syntax.Assign && Root(s.On[0]) == m.guard && !m.is(test, s.On[1], false) {
			return false
		}
		for _, b := range s.Blocks {
			if !m.closes(b.Body, test) {
				return false
			}
		}
	}
	return true
}

// inside says whether the block computes from constants alone, and runs to its end.
func (m *memo) inside(list []*syntax.Stmt) bool {
	good := true
	labels := map[string]bool{}
	alive := m.alive(list)
	for _, s := range alive {
		labels[s.Label] = true
	}
	scalars := map[string]bool{}
	see := func(e *syntax.Expr) { good = good && m.constant(e, scalars) }
	for _, s := range alive {
		switch s.Action {
		case syntax.Return, syntax.AssignLabel, syntax.GotoAssigned, syntax.Where:
			good = false
		case syntax.Unknown:
			good = good && m.ends(s)
		case syntax.CallOf:
			if !m.ends(s) {
				good = good && m.determined(m.p.Called(m.world, s.Target), nil)
			}
		case syntax.Do:
			see(&syntax.Expr{Kind: syntax.Variable, Text: s.Target})
		}
		for _, l := range s.Labels {
			good = good && labels[l]
		}
		if m.ends(s) {
			continue
		}
		for _, e := range s.Exprs() {
			see(e)
		}
	}
	m.scalars = scalars
	for name := range scalars {
		good = good && !newFlow(m.world, m.p, name).reads(list)
	}
	return good
}

// reads says whether the statements may read the scalar before they set it.
func (f *flow) reads(list []*syntax.Stmt) bool {
	for f.changed = true; f.changed; {
		f.changed, f.read, f.end = false, false, unreached
		f.leave(f.list(list, unset))
	}
	return f.read
}

// constant says whether an expression is made of constants, kept variables and local scalars, which are collected.
func (m *memo) constant(e *syntax.Expr, scalars map[string]bool) bool {
	good := true
	e.Walk(func(y *syntax.Expr) bool {
		if y.Kind == syntax.Component {
			good = false
		}
		if y.Kind != syntax.Variable && y.Kind != syntax.Call {
			return good
		}
		x := m.p.Scope.Known(y.Text)
		if y.Kind == syntax.Call && (x == nil || !x.Array()) {
			if q := m.p.Called(m.world, y.Text); q != nil {
				good = good && m.determined(q, nil)
			} else {
				good = good && m.p.IsIntrinsic(y.Text)
			}
			return good
		}
		if x, bad := m.p.Scope.Lookup(y.Text); bad != nil {
			good = false
		} else {
			switch {
			case x.Parameter || m.kept(y.Text) || x.Keeping() && !x.OfModule() && !m.p.WritesOverlay(x):
			case x.Home == m.p.Scope && !x.Argument && !x.Array() && x.Overlay == nil && x != m.p.Result && x.Type.Base <= Logical && !x.OfModule():
				scalars[y.Text] = true
			case x.Home == m.p.Scope && !x.Argument && x != m.p.Result && x.Type.Base <= Logical && !x.OfModule() && !x.Keeping() && m.overlaysUntouched(x):
				m.arrays = append(m.arrays, x)
			default:
				good = false
			}
		}
		return good
	})
	return good
}

// determined says whether a procedure gives the same results for the same arguments: it reads no variable of a module, and
// keeps nothing but what its own first call computes.
func (m *memo) determined(q *Procedure, around []*Procedure) bool {
	if q == nil || slices.Contains(around, q) || q.KeepsAny() && !q.Memo(m.world) || len(q.Internal) > 0 || q.Host != nil {
		return false
	}
	good := true
	EachExpr(q.Unit.Body, func(_ *syntax.Stmt, y *syntax.Expr) {
		x := q.Scope.Known(y.Text)
		good = good && !(y.Named() && x != nil && x.OfModule())
	})
	for inner := range q.Calls {
		good = good && m.determined(inner, append(around, q))
	}
	return good
}

// outside looks at the statements before or behind the block: they write nothing that is kept, those before do not read it
// either, and none jumps back to a label before the block.
func (m *memo) outside(list []*syntax.Stmt, before bool) bool {
	good := true
	Each(list, func(s *syntax.Stmt) {
		switch {
		case m.world.End(s) != "":
			return
		case s.Action == syntax.Assign:
			good = good && !m.kept(Root(s.On[0]))
		case s.Action == syntax.Do || s.Action == syntax.AssignLabel:
			good = good && !m.kept(s.Target)
		}
		good = good && !(before && s.Label != "")
	})
	EachExpr(list, func(s *syntax.Stmt, y *syntax.Expr) {
		good = good && !(before && y.Named() && m.world.End(s) == "" && m.kept(y.Text))
	})
	m.p.EachCall(m.world, list, func(s *syntax.Stmt, q *Procedure, actual []*syntax.Expr) {
		good = good && (m.world.End(s) != "" || m.passes(q, actual))
	})
	return good
}

// passes says whether a call leaves alone what is kept.
func (m *memo) passes(q *Procedure, list []*syntax.Expr) bool {
	paired, bad := q.Actual(list)
	if bad != nil {
		return false
	}
	for i, a := range paired {
		if a != nil && m.kept(Root(a)) && q.Writes(i) {
			return false
		}
	}
	return true
}
