package translate

import (
	"slices"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// packScan goes through the statements of one procedure.
type packScan struct {
	*packing
	p      *tree.Procedure
	aims   map[string]bool // labels that jumps go to
	around []*scanned
}

// scanned is a construct around the statement at hand, or the part of a list of statements ahead of a label; inner: a branch that
// varies lies between.
type scanned struct {
	s     *syntax.Stmt
	label bool
	inner bool
}

// parts says whether lanes leave it one by one.
func (k *packing) parts(l *scanned) bool {
	if l.label {
		return k.jumped[l.s]
	}
	return k.ragged[l.s]
}

// is says whether an exit, a cycle or a jump leaves it.
func (l *scanned) is(x *syntax.Stmt) bool {
	switch {
	case l.label || x.Action == syntax.Goto:
		return l.label && x.Action == syntax.Goto && l.s.Label == x.Labels[0]
	case x.Target != "":
		return l.s.Name == x.Target
	}
	return l.s.Action != syntax.If && l.s.Action != syntax.Select
}

func (s *packScan) symbol(name string) *tree.Symbol {
	x, bad := s.p.Scope.Lookup(name)
	if bad != nil {
		return nil
	}
	return x
}

// list goes through statements; those ahead of a label lie in a part of the list that jumps to it leave.
func (s *packScan) list(body []*syntax.Stmt, under bool) {
	outer := len(s.around)
	for _, x := range slices.Backward(body) {
		if s.aims[x.Label] {
			s.around = append(s.around, &scanned{s: x, label: true})
		}
	}
	for _, x := range body {
		if s.aims[x.Label] {
			s.around = s.around[:len(s.around)-1]
		}
		s.statement(x, under || slices.ContainsFunc(s.around[outer:], s.parts))
	}
}

// calls passes what varies to the procedures that an expression calls.
func (s *packScan) calls(e *syntax.Expr, under bool) {
	e.Walk(func(y *syntax.Expr) bool {
		if y.Kind == syntax.Call {
			s.call(s.p.Called(s.world, y.Text), y.Of, under)
		}
		return true
	})
}

func (s *packScan) call(q *tree.Procedure, list []*syntax.Expr, under bool) {
	if q == nil {
		return
	}
	paired, bad := q.Actual(list)
	if bad != nil {
		return
	}
	if q.Result != nil {
		s.mark(q.Result)
	}
	for i, a := range paired {
		d := q.Arguments[i]
		if a == nil || d.Type.Base == tree.Real {
			continue
		}
		if s.varies(s.p, a) || under && q.Writes(i) {
			s.mark(d)
		}
		if q.Writes(i) && s.vary[d] {
			s.mark(s.symbol(tree.Root(a)))
		}
	}
}

// rag notes that lanes leave the constructs from one on inwards, one by one.
func (s *packScan) rag(from int) {
	for _, l := range s.around[from:] {
		if s.parts(l) {
			continue
		}
		if s.grew = true; l.label {
			s.jumped[l.s] = true
		} else {
			s.ragged[l.s] = true
		}
	}
}

func (s *packScan) statement(x *syntax.Stmt, under bool) {
	for _, e := range x.Exprs() {
		s.calls(e, under)
	}
	switch x.Action {
	case syntax.Assign:
		target := s.symbol(tree.Root(x.On[0]))
		if under || s.varies(s.p, x.On[1]) || s.varies(s.p, x.On[0].Of...) {
			s.mark(target)
		}
	case syntax.CallOf:
		s.call(s.p.Called(s.world, x.Target), x.On, under)
	case syntax.If, syntax.Select:
		varies := x.Action == syntax.Select && s.varies(s.p, x.On[0]) ||
			slices.ContainsFunc(x.Blocks, func(b *syntax.Block) bool { return s.varies(s.p, b.Tests...) })
		s.around = append(s.around, &scanned{s: x})
		was := s.inner(varies)
		for _, b := range x.Blocks {
			s.list(b.Body, under || varies || s.ragged[x])
		}
		s.restore(was)
		s.around = s.around[:len(s.around)-1]
	case syntax.Do, syntax.While, syntax.Forever:
		s.loop(x, under)
	case syntax.Exit, syntax.Cycle, syntax.Goto:
		s.leave(x)
	case syntax.Return:
		varies := s.early[s.p] || under || slices.ContainsFunc(s.around, s.parts)
		if varies {
			s.rag(0)
			if !s.early[s.p] {
				s.early[s.p], s.grew = true, true
			}
		}
	}
}

// leave notes whether lanes leave a construct one by one, and then those within it, too.
func (s *packScan) leave(x *syntax.Stmt) {
	for i, l := range slices.Backward(s.around) {
		if !l.is(x) {
			continue
		}
		if l.inner || slices.ContainsFunc(s.around[i:], s.parts) {
			s.rag(i)
		}
		return
	}
}

// inner notes a branch that varies within all that lies around.
func (s *packScan) inner(varies bool) (was []bool) {
	for _, l := range s.around {
		was = append(was, l.inner)
		l.inner = l.inner || varies
	}
	return was
}

func (s *packScan) restore(was []bool) {
	for i, l := range s.around {
		l.inner = was[i]
	}
}

func (s *packScan) loop(x *syntax.Stmt, under bool) {
	varies := s.varies(s.p, x.On...)
	if x.Action == syntax.Do && !s.counts(s.p, x, under) {
		s.mark(s.symbol(x.Target))
	}
	was := s.inner(varies)
	s.around = append(s.around, &scanned{s: x})
	s.list(x.Blocks[0].Body, under || varies || s.ragged[x])
	s.around = s.around[:len(s.around)-1]
	s.restore(was)
}

// aims are the labels that jumps of a list of statements go to.
func aims(body []*syntax.Stmt) map[string]bool {
	list := map[string]bool{}
	tree.Each(body, func(s *syntax.Stmt) {
		if s.Action == syntax.Goto {
			list[s.Labels[0]] = true
		}
	})
	return list
}

// goesBack says whether a jump goes to a statement ahead of it.
func goesBack(body []*syntax.Stmt) bool {
	for i, s := range body {
		if s.Label != "" && aims(body[i:])[s.Label] {
			return true
		}
		for _, b := range s.Blocks {
			if goesBack(b.Body) {
				return true
			}
		}
	}
	return false
}
