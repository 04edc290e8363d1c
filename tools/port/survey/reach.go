package survey

import (
	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
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
	if complexSpec(p.Unit.Type) {
		return "complex numbers"
	}
	for _, d := range p.Unit.Declarations {
		if complexSpec(d.Spec) {
			return "complex numbers"
		}
		for _, t := range d.Letters {
			if complexSpec(t) {
				return "complex numbers"
			}
		}
	}
	text := ""
	look := func(e *syntax.Expr) {
		e.Walk(func(y *syntax.Expr) bool {
			if y.Kind == syntax.Call {
				if procedureArgument(p, y.Text) {
					text = "procedure arguments"
				}
				for _, a := range y.Of {
					if passesProcedure(p, a) {
						text = "procedure arguments"
					}
				}
			}
			return true
		})
	}
	for _, x := range p.Arguments {
		if x != nil && x.External {
			text = "procedure arguments"
		}
	}
	tree.Each(p.Unit.Body, func(s *syntax.Stmt) {
		if s.Action == syntax.Unknown && s.Bad != nil && s.Bad.Reason == "ENTRY" {
			text = "ENTRY"
		}
		if s.Action == syntax.CallOf {
			if procedureArgument(p, s.Target) {
				text = "procedure arguments"
			}
			for _, a := range s.On {
				if passesProcedure(p, a) {
					text = "procedure arguments"
				}
			}
		}
		for _, e := range s.Exprs() {
			look(e)
		}
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
	if a != nil && a.Kind == syntax.Keyword {
		a = a.Of[0]
	}
	if a == nil || a.Kind != syntax.Variable {
		return false
	}
	x := p.Scope.Known(a.Text)
	return x != nil && (x.External || x.Procedure != nil && x != p.Result)
}
