package survey

import (
	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
	"maps"
	"slices"
)

// reach finds what puts routines out of reach, in themselves or in what they call.
type reach struct {
	world *tree.Program
	known map[*tree.Procedure]string
}

func newReach(w *tree.Program) *reach { return &reach{w, map[*tree.Procedure]string{}} }

func (r *reach) of(p *tree.Procedure) string {
	if text, known := r.known[p]; known {
		return text
	}
	r.known[p] = "" // while what it calls is looked at: it may call itself
	text := own(p)
	for q := range p.Calls {
		if text == "" {
			text = r.of(q)
		}
	}
	r.known[p] = text
	return text
}

// own looks at one routine.
func own(p *tree.Procedure) string {
	if complexSpec(p.Unit.Type) || slices.ContainsFunc(p.Unit.Declarations, func(d *syntax.Declaration) bool {
		return complexSpec(d.Spec) || slices.ContainsFunc(slices.Collect(maps.Values(d.Letters)), complexSpec)
	}) {
		return "complex numbers"
	}
	text := ""
	if slices.ContainsFunc(p.Arguments, func(x *tree.Symbol) bool { return x != nil && x.External }) {
		text = "procedure arguments"
	}
	call := func(name string, list []*syntax.Expr) {
		if procedureArgument(p, name) || slices.ContainsFunc(list, func(a *syntax.Expr) bool { return passesProcedure(p, a) }) {
			text = "procedure arguments"
		}
	}
	tree.Each(p.Unit.Body, func(s *syntax.Stmt) {
		if s.Action == syntax.Unknown && s.Bad != nil && s.Bad.Reason == "ENTRY" {
			text = "ENTRY"
		}
		if s.Action == syntax.CallOf {
			call(s.Target, s.On)
		}
		tree.EachExpr([]*syntax.Stmt{{On: s.Exprs()}}, func(_ *syntax.Stmt, y *syntax.Expr) {
			if y.Kind == syntax.Call {
				call(y.Text, y.Of)
			}
		})
	})
	return text
}

func complexSpec(s *syntax.TypeSpec) bool { return s != nil && s.Base == "complex" }

// procedureArgument says whether a name that is called is an argument and no array.
func procedureArgument(p *tree.Procedure, name string) bool {
	x := p.Scope.Known(name)
	return x != nil && x.Argument && !x.Array() && x.Type.Base != tree.Other
}

// passesProcedure says whether an actual argument is a procedure.
func passesProcedure(p *tree.Procedure, a *syntax.Expr) bool {
	a = a.Value()
	if a == nil || a.Kind != syntax.Variable {
		return false
	}
	x := p.Scope.Known(a.Text)
	return x != nil && (x.External || x.Procedure != nil && x != p.Result)
}
