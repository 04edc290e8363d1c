package tree

import (
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
)

// Called answers the procedure that a name calls, or nil.
func (p *Procedure) Called(w *Program, name string) *Procedure {
	if module, specific, is := strings.Cut(name, "::"); is {
		return w.specific(module, specific)
	}
	x := p.Scope.Known(name)
	switch {
	case p.IsIntrinsic(name):
		return nil
	case x == nil:
		return w.external(p, name)
	case x.Procedure != nil:
		return x.Procedure
	case x.Bad != nil:
		return nil
	case x.Type.Base == Character: // a function whose result is text is never ported; name(1:2) is a part of a variable
		return nil
	case x.Argument || x.Array() || x.Parameter || x.Intrinsic || x.Generic || x.Def != nil || x.OfModule():
		return nil
	}
	return w.external(p, name) // a declared type does not hide an external function
}

// external answers the procedure outside of modules that a name means; of several, the one whose file is nearest.
func (w *Program) external(p *Procedure, name string) (nearest *Procedure) {
	best := -1
	for _, q := range w.externals[name] {
		if n := sharedFolders(p.Unit.Path, q.Unit.Path); n > best {
			nearest, best = q, n
		}
	}
	return nearest
}

// sharedFolders counts the folders that two paths have in common; a file is nearer to itself than to any other.
func sharedFolders(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	if a == b {
		n++
	}
	return n
}

// Each calls f for every statement, also those in blocks.
func Each(list []*syntax.Stmt, f func(*syntax.Stmt)) {
	for _, s := range list {
		f(s)
		for _, b := range s.Blocks {
			Each(b.Body, f)
		}
	}
}

// EachExpr calls f for every expression of a list of statements, and for all that is in it.
func EachExpr(list []*syntax.Stmt, f func(s *syntax.Stmt, y *syntax.Expr)) {
	Each(list, func(s *syntax.Stmt) {
		for _, e := range s.Exprs() {
			e.Walk(func(y *syntax.Expr) bool { f(s, y); return true })
		}
	})
}

// EachCall calls f for every procedure of the files that statements call, with its arguments.
func (p *Procedure) EachCall(w *Program, list []*syntax.Stmt, f func(s *syntax.Stmt, q *Procedure, actual []*syntax.Expr)) {
	Each(list, func(s *syntax.Stmt) {
		if s.Action == syntax.CallOf {
			if q := p.Called(w, s.Target); q != nil {
				f(s, q, s.On)
			}
		}
		EachExpr([]*syntax.Stmt{{On: s.Exprs()}}, func(_ *syntax.Stmt, y *syntax.Expr) {
			if q := p.CalledIn(w, y); q != nil {
				f(s, q, y.Of)
			}
		})
	})
}

// CalledIn answers the procedure that an expression itself calls, or nil.
func (p *Procedure) CalledIn(w *Program, y *syntax.Expr) *Procedure {
	if y.Kind != syntax.Call {
		return nil
	}
	return p.Called(w, y.Text)
}

// Root answers the name whose memory an expression is, or "".
func Root(e *syntax.Expr) string {
	for e.Kind == syntax.Component {
		e = e.Of[0]
	}
	if e.Named() {
		return e.Text
	}
	return ""
}

// Actual pairs the actual arguments of a call with the dummy ones; bad says why they do not fit.
func (q *Procedure) Actual(list []*syntax.Expr) (paired []*syntax.Expr, bad *syntax.Trouble) {
	paired = make([]*syntax.Expr, len(q.Arguments))
	for i, a := range list {
		k := i
		if a.Kind == syntax.Keyword {
			k = slices.IndexFunc(q.Arguments, func(d *Symbol) bool { return d.Name == a.Text })
			a = a.Of[0]
		}
		if k < 0 || k >= len(paired) || paired[k] != nil {
			return nil, trouble("correct the call", "the arguments of the call of %s", q.Name)
		}
		paired[k] = a
	}
	for i, d := range q.Arguments {
		if paired[i] == nil && !d.Optional && !(q.Filled && i == len(paired)-1) {
			return nil, trouble("correct the call", "the call of %s without the argument %s", q.Name, d.Name)
		}
	}
	return paired, nil
}

// effects finds out who calls whom, and what each procedure writes.
func (w *Program) effects() {
	type passed struct {
		q    *Procedure
		list []*syntax.Expr
	}
	passedBy := map[*Procedure][]passed{}
	everyone := w.Within()
	for _, p := range everyone {
		Each(p.Unit.Body, func(s *syntax.Stmt) {
			switch s.Action {
			case syntax.Assign, syntax.Point:
				p.Written[Root(s.On[0])] = true
			case syntax.Do, syntax.AssignLabel:
				p.Written[s.Target] = true
			}
		})
		p.EachCall(w, p.Unit.Body, func(s *syntax.Stmt, q *Procedure, list []*syntax.Expr) {
			if w.End(s) != "" {
				return
			}
			if _, known := p.Calls[q]; !known {
				p.Calls[q] = s.Line
			}
			if paired, bad := q.Actual(list); bad == nil {
				passedBy[p] = append(passedBy[p], passed{q, paired})
			}
		})
	}
	graph := callsOf(everyone)
	for changed := true; changed; {
		changed = false
		for _, q := range w.internal {
			for name := range q.Written {
				if x := q.Scope.Known(name); x != nil && x.Home == q.Host.Scope && !q.Host.Written[name] {
					q.Host.Written[name], changed = true, true
				}
			}
		}
		for _, p := range graph.order {
			for _, c := range passedBy[p] {
				for i, a := range c.list {
					if a == nil || !c.q.Writes(i) {
						continue
					}
					if name := Root(a); name != "" && !p.Written[name] {
						p.Written[name], changed = true, true
					}
				}
			}
		}
	}
	for _, q := range w.internal {
		for inner, line := range q.Calls {
			if _, known := q.Host.Calls[inner]; !known && inner.Host == nil {
				q.Host.Calls[inner] = line
			}
		}
	}
	graph = callsOf(everyone) // with what internal procedures call
	for _, p := range everyone {
		if line, cycle := graph.circle(p); cycle {
			p.note(line, trouble("write a loop", "recursion"))
		}
	}
}

// Writes says whether a procedure may write its argument i.
func (p *Procedure) Writes(i int) bool {
	x := p.Arguments[i]
	return x.Intent == "out" || x.Intent == "inout" || x.Intent == "" && p.Written[x.Name]
}

// Effects says whether a function changes its arguments, or variables of the routine that contains it.
func (p *Procedure) Effects() bool {
	for i := range p.Arguments {
		if p.Writes(i) && !(p.Filled && i == len(p.Arguments)-1) {
			return true
		}
	}
	for name := range p.Written {
		if x := p.Scope.Known(name); p.Host != nil && x != nil && x.Home == p.Host.Scope {
			return true
		}
	}
	return false
}

// Reached is a procedure and all that it calls, directly or not.
func (p *Procedure) Reached() map[*Procedure]bool {
	all := map[*Procedure]bool{}
	var take func(p *Procedure)
	take = func(p *Procedure) {
		if !all[p] {
			all[p] = true
			for q := range p.Calls {
				take(q)
			}
		}
	}
	take(p)
	return all
}

// calls is the graph of calls, taken apart into groups of procedures that call each other (Tarjan).
type calls struct {
	order []*Procedure // what a procedure calls stands in front of it, unless they call each other
	group map[*Procedure]int
	at    map[*Procedure]int
	low   map[*Procedure]int
	stack []*Procedure
	n     int
}

func callsOf(list []*Procedure) *calls {
	c := &calls{group: map[*Procedure]int{}, at: map[*Procedure]int{}, low: map[*Procedure]int{}}
	for _, p := range list {
		if c.at[p] == 0 {
			c.visit(p)
		}
	}
	return c
}

func (c *calls) visit(p *Procedure) {
	c.n++
	c.at[p], c.low[p] = c.n, c.n
	c.stack = append(c.stack, p)
	for q := range p.Calls {
		if c.at[q] == 0 {
			c.visit(q)
			c.low[p] = min(c.low[p], c.low[q])
		} else if c.group[q] == 0 {
			c.low[p] = min(c.low[p], c.at[q])
		}
	}
	if c.low[p] < c.at[p] {
		return
	}
	for {
		last := len(c.stack) - 1
		q := c.stack[last]
		c.stack = c.stack[:last]
		c.group[q] = c.at[p]
		c.order = append(c.order, q)
		if q == p {
			return
		}
	}
}

// circle says whether the procedure calls itself, directly or not, and in which line.
func (c *calls) circle(p *Procedure) (line int, cycle bool) {
	for q, at := range p.Calls {
		if c.group[q] == c.group[p] && (!cycle || at < line) {
			line, cycle = at, true
		}
	}
	return line, cycle
}
