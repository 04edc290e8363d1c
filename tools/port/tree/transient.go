package tree

import (
	"drawbridge/tools/port/syntax"
	"slices"
)

// Transient says whether a saved scalar is set before it is read in every call, so that nothing stays from call to call.
func (p *Procedure) Transient(w *Program, x *Symbol) bool {
	if x.Array() || x.Init != nil || x.Data != nil || x.Home != p.Scope || len(p.Internal) > 0 || p.Host != nil || x.OfModule() || x.Overlay != nil {
		return false
	}
	if x.Type.Base != Integer && x.Type.Base != Real && x.Type.Base != Logical {
		return false
	}
	read, _ := p.used(w, x.Name)
	return !read
}

// ReadsFirst says whether the procedure may read a scalar before it sets it.
func (p *Procedure) ReadsFirst(w *Program, name string) bool {
	read, _ := p.used(w, name)
	return read
}

// usage is what a procedure does with a scalar: whether it may read it before it is set, and whether it is set at each return.
type usage struct{ read, set bool }

// used follows all paths through a procedure for one scalar.
func (p *Procedure) used(w *Program, name string) (read, set bool) {
	if u, known := p.usages[name]; known {
		return u.read, u.set
	}
	if p.usages == nil {
		p.usages = map[string]usage{}
	}
	p.usages[name] = usage{true, false} // the answer for a procedure that calls itself
	f := newFlow(w, p, name)
	u := usage{f.reads(p.Unit.Body), f.end == isSet}
	p.usages[name] = u
	return u.read, u.set
}

// state is what is known of the scalar at a point; the order is that of less and less knowledge.
type state int

const (
	unreached state = iota
	isSet
	unset
)

// flow is one pass over the statements.
type flow struct {
	world   *Program
	p       *Procedure
	name    string
	at      map[string]state // of the jumps to each label
	exits   []*exit
	read    bool
	end     state
	changed bool
	skip    *syntax.Stmt // a statement that does not run
	own     bool         // the name is an array, and an element of it is always the same one
}

func newFlow(w *Program, p *Procedure, name string) *flow {
	return &flow{world: w, p: p, name: name, at: map[string]state{}}
}

// exit is a construct that exit or cycle may name.
type exit struct {
	name string
	loop bool
	to   state
}

func (f *flow) leave(s state) { f.end = max(f.end, s) }

func (f *flow) jump(label string, s state) {
	if s > f.at[label] {
		f.at[label], f.changed = s, true
	}
}

// look notes reads in expressions.
func (f *flow) look(s state, list ...*syntax.Expr) {
	for _, e := range list {
		if s == unset {
			f.lookAt(e, s)
		}
	}
}

func (f *flow) lookAt(e *syntax.Expr, s state) {
	e.Walk(func(y *syntax.Expr) bool {
		switch y.Kind {
		case syntax.Variable:
			f.read = f.read || y.Text == f.name
		case syntax.Call:
			f.read = f.read || f.own && y.Text == f.name
			if q := f.p.Called(f.world, y.Text); q != nil {
				f.passed(q, y.Of, s) // a function may not be called at all, so that what it sets does not count
				return false
			}
		}
		return true
	})
}

// passed looks at a call of a procedure; it answers the state behind it.
func (f *flow) passed(q *Procedure, list []*syntax.Expr, s state) state {
	if s != unset {
		return s
	}
	paired, bad := q.Actual(list)
	if bad != nil {
		paired = nil
		for _, a := range list {
			f.read = f.read || a.Mentions(f.name)
		}
	}
	times, sets := 0, false
	for i, a := range paired {
		if a == nil {
			continue
		}
		if a.Kind != syntax.Variable || a.Text != f.name {
			f.look(s, a)
			continue
		}
		times++
		d := q.Arguments[i]
		if d.Array() || q.Scope == nil || d.Home != q.Scope || len(q.Internal) > 0 {
			f.read = true
			continue
		}
		read, set := q.used(f.world, d.Name)
		f.read = f.read || read
		sets = sets || set
	}
	if times == 1 && sets {
		return isSet
	}
	return s
}

func (f *flow) list(body []*syntax.Stmt, s state) state {
	for _, x := range body {
		if x.Label != "" {
			s = max(s, f.at[x.Label])
		}
		if x == f.skip {
			continue
		}
		s = f.statement(x, s)
	}
	return s
}

func (f *flow) statement(x *syntax.Stmt, s state) state {
	if f.world.End(x) != "" {
		return unreached
	}
	switch x.Action {
	case syntax.Assign:
		f.look(s, x.On[1])
		if x.On[0].Named() && x.On[0].Text == f.name && (f.own || x.On[0].Kind == syntax.Variable) {
			f.look(s, x.On[0].Of...)
			return min(s, isSet)
		}
		f.look(s, x.On[0].Of...)
		return s
	case syntax.CallOf:
		q := f.p.Called(f.world, x.Target)
		if q == nil {
			f.look(s, x.On...)
			return s
		}
		return f.passed(q, x.On, s)
	case syntax.Goto, syntax.Arithmetic, syntax.Computed, syntax.GotoAssigned:
		f.look(s, x.On...)
		labels := x.Labels
		if x.Action == syntax.GotoAssigned {
			f.read = f.read || x.Target == f.name
			labels = Assigned(f.p.Unit.Body, x.Target)
		}
		for _, l := range labels {
			f.jump(l, s)
		}
		if x.Action == syntax.Computed {
			return s
		}
		return unreached
	case syntax.Point:
		f.look(s, x.On[1])
		return s
	case syntax.AssignLabel:
		f.read = f.read || x.Target == f.name // its value is a label, not a number
		return s
	case syntax.Return:
		f.leave(s)
		return unreached
	case syntax.Exit, syntax.Cycle:
		for _, c := range slices.Backward(f.exits) {
			if c.name == x.Target || x.Target == "" && c.loop {
				if x.Action == syntax.Exit {
					c.to = max(c.to, s)
				}
				break
			}
		}
		return unreached
	case syntax.Unknown:
		f.read = true
		return s
	}
	return f.construct(x, s)
}

// construct follows a statement that has blocks.
func (f *flow) construct(x *syntax.Stmt, s state) state {
	here := &exit{name: x.Name, loop: x.Loops()}
	if here.name == "" {
		here.name = " "
	}
	f.exits = append(f.exits, here)
	f.look(s, x.On...)
	after := unreached
	switch x.Action {
	case syntax.Do, syntax.While, syntax.Forever:
		if x.Action == syntax.Do && x.Target == f.name {
			s = min(s, isSet)
		}
		f.list(x.Blocks[0].Body, s) // a further trip begins with no less than the first
		if x.Action != syntax.Forever {
			after = s
		}
	default: // if, select and where
		whole := false
		for _, b := range x.Blocks {
			f.look(s, b.Tests...)
			whole = whole || b.Tests == nil
			after = max(after, f.list(b.Body, s))
		}
		if !whole {
			after = max(after, s)
		}
	}
	f.exits = f.exits[:len(f.exits)-1]
	return max(after, here.to)
}

// Overwrites says whether statements set the own element of an array on each path before they read it.
func (p *Procedure) Overwrites(w *Program, list []*syntax.Stmt, name string) bool {
	f := newFlow(w, p, name)
	f.own = true
	return !f.reads(list) && f.end <= isSet
}

// Assigned answers the labels that ASSIGN gives a variable.
func Assigned(body []*syntax.Stmt, name string) []string {
	var list []string
	Each(body, func(s *syntax.Stmt) {
		if s.Action == syntax.AssignLabel && s.Target == name {
			list = append(list, s.Labels[0])
		}
	})
	return list
}
