package tree

import (
	"slices"

	"drawbridge/tools/port/syntax"
)

// resolve makes the scope of a procedure.
func (p *Procedure) resolve(w *Program, host *Scope) {
	p.Written, p.Calls = map[string]bool{}, map[*Procedure]int{}
	s := newScope(p.Unit, p.Module, host)
	p.Scope = s
	for _, f := range p.Unit.Bad {
		p.Refuse(f.Line, f.Trouble)
	}
	if p.Unit.Has("module") {
		p.Refuse(0, trouble("write a module procedure", "a procedure of a submodule"))
	}
	for _, a := range p.Unit.Arguments {
		s.own(a).Argument = true
	}
	if p.Unit.Kind == "function" {
		s.own(p.Unit.Result)
	}
	s.declare(w, p.Refuse)
	p.saved()
	for _, u := range p.Unit.Contains {
		if u.Kind == "subroutine" || u.Kind == "function" {
			q := &Procedure{Name: u.Name, Module: p.Module, Unit: u, Host: p}
			s.own(u.Name).Procedure = q
			p.Internal = append(p.Internal, q)
		}
	}
	for _, a := range p.Unit.Arguments {
		x := s.names[a]
		if x.External || x.Generic {
			p.Refuse(0, trouble("call the procedure by its name", "the procedure argument %s", a))
		}
		if p.Unit.Bind != "" && (x.Type.Base == Character || x.Array() && x.Dims[0].Assumed) {
			p.Refuse(0, trouble("leave bind(c) out", "BIND(C) with the argument %s, which is text or has an assumed shape", a))
		}
		p.Arguments = append(p.Arguments, x)
	}
	if p.Unit.Kind == "function" {
		p.result(s)
	}
	for _, a := range p.Unit.Arguments {
		if _, bad := s.Lookup(a); bad != nil {
			p.Refuse(0, bad)
		}
	}
	for _, q := range p.Internal {
		q.resolve(w, s)
		if len(q.Unit.Contains) > 0 {
			q.Refuse(0, trouble("move them into the module", "internal procedures of an internal procedure"))
		}
		p.inherits(q)
		w.internal = append(w.internal, q)
	}
}

// inherits refuses a procedure for what one that it contains is refused for.
func (p *Procedure) inherits(q *Procedure) {
	p.unkept = p.unkept || q.unkept
	for _, f := range q.Faults() {
		if p.Fault == nil {
			p.Fault = f
		} else if !slices.ContainsFunc(p.Faults(), func(g *Fault) bool { return g.Reason == f.Reason }) {
			p.more = append(p.more, f)
		}
	}
}

func (p *Procedure) result(s *Scope) {
	x := s.own(p.Unit.Result)
	if p.Unit.Type != nil {
		t, bad := s.typeOf(p.Unit.Type)
		if bad != nil {
			p.Refuse(0, bad)
		}
		x.Type, x.Declared = t, true
	}
	p.Result = x
	if _, bad := s.Lookup(x.Name); bad != nil {
		p.Refuse(0, bad)
		return
	}
	if x.Array() {
		p.fills(x)
	}
	if x.Type.Base == Character {
		p.Refuse(0, trouble(cureOf("character"), "a function whose result is text"))
	}
	if x.Type.Base == Derived {
		p.Refuse(0, trouble("write a subroutine with an argument for the result", "a function whose result is a derived type"))
	}
}

// saved marks variables whose values stay from call to call: those with a first value, with DATA, or with SAVE.
func (p *Procedure) saved() {
	all := p.Scope.names["*save"] != nil
	for n, x := range p.Scope.names {
		if x.Home != p.Scope || x.Argument || x.Parameter || n == "*save" {
			continue
		}
		if x.Init != nil || x.Data != nil || all && x.Procedure == nil {
			x.Saved = true
		}
	}
}

// fills makes an argument of a result that is an array.
func (p *Procedure) fills(x *Symbol) {
	open := func(d Dim) bool { return d.Star || d.Assumed }
	if slices.ContainsFunc(x.Dims, open) || x.Type.Base > Logical || p.Host != nil || p.Unit.Bind != "" {
		p.Refuse(0, trouble("write a subroutine with an argument for the result", "a function whose result is an array"))
		return
	}
	p.Result, p.Filled, x.Argument, x.Intent = nil, true, true, "out"
	p.Arguments = append(p.Arguments, x)
}

// Label names the procedure as module::name.
func (p *Procedure) Label() string {
	if p.Module != "" {
		return p.Module + "::" + p.Name
	}
	return p.Name
}

// Named tells whether a name, in small letters, means the procedure: its own, or module::name.
func (p *Procedure) Named(name string) bool { return name == p.Name || name == p.Label() }

// Keeps names the first variable of the procedure, or of one inside it, that is written and keeps its memory from call to call, and
// the procedure that has it; "" if none.
func (p *Procedure) Keeps() (name string, in *Procedure) {
	var kept []string
	for n, x := range p.Scope.names {
		if x.Home == p.Scope && x.Saved && !x.Argument && !x.Parameter && p.Written[n] {
			kept = append(kept, n)
		}
	}
	if kept != nil {
		return p.firstOf(kept), p
	}
	for _, q := range p.Internal {
		if name, in := q.Keeps(); in != nil {
			return name, in
		}
	}
	return "", nil
}

// KeepsAny tells whether there is such a variable.
func (p *Procedure) KeepsAny() bool {
	_, in := p.Keeps()
	return in != nil
}

// firstOf is the one of some names that the text of the procedure sets first; where only the order of the alphabet decides, that.
func (p *Procedure) firstOf(names []string) string {
	slices.Sort(names)
	first := ""
	Each(p.Unit.Body, func(s *syntax.Stmt) {
		set := []string{s.Target}
		for i, e := range s.On {
			if e != nil && (i == 0 || s.Action != syntax.Assign) {
				set = append(set, Root(e))
			}
		}
		for _, name := range set {
			if first == "" && slices.Contains(names, name) {
				first = name
			}
		}
	})
	if first == "" {
		first = names[0]
	}
	return first
}

// StatementFunction answers the dummy names of a statement function that the assignment defines, or nil.
func (p *Procedure) StatementFunction(s *syntax.Stmt) []string {
	if s.Action != syntax.Assign || s.On[0].Kind != syntax.Call || s.Label != "" {
		return nil
	}
	if x := p.Scope.Known(s.On[0].Text); x != nil && (x.Array() || x.Procedure != nil && x.Home == p.Scope || x.Argument) {
		return nil
	}
	names := []string{}
	for _, a := range s.On[0].Of {
		if a.Kind != syntax.Variable {
			return nil
		}
		names = append(names, a.Text)
	}
	return names
}
