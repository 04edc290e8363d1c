// Package nests finds loops over a grid that write their own point only, and makes a kernel of one point of each.
// A kernel is a routine of its own, with the indices of the point after the arguments. What is not certain is refused.
//
// Inside, the analysis of a nest is left by a panic with a *syntax.Trouble, as in port/syntax; attempt and formulas turn it into a
// refusal, so that no panic of its own leaves the package. Only the command uses it; no library that a host links holds it.
package nests

import (
	"fmt"
	"slices"

	"drawbridge/tools/port/kernelset"
	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// Index is one loop of a nest.
type Index struct {
	Name      string
	Low, High *syntax.Expr
}

// Nest is one loop nest, with its kernel.
type Nest struct {
	Of       *tree.Procedure // the routine that has the loops
	Name     string
	Line     int
	Indices  []Index // outermost first
	Accesses []*Access
	Kernel   *translate.Routine // of one point; nil where it is refused
	Formulas []Formula          // the same as expressions of Drawbridge
	Plain    string             // why there are none
	Fault    *tree.Fault
	Loadable *kernelset.Nest // for a library, on fields; nil: it cannot be loaded, because of
	Apart    string
	onFields *fielded
	before   []*syntax.Stmt // what is computed before the loops
	body     []*syntax.Stmt // what a point does
	chain    []*syntax.Stmt // all loops inside each other
	unit     *syntax.Unit
	moved    map[string]place // scalars that are an index and a number
}

// Routine is a subroutine whose work is loop nests.
type Routine struct {
	Of    *tree.Procedure
	Nests []*Nest
	Whole *translate.Routine // the routine with its loops turned round, which calls the kernels; nil where a nest is refused
	whole *syntax.Unit
	sets  []*syntax.Stmt       // scalar arguments that are set outside of the loops
	all   []*translate.Routine // of all files
}

// Loadable answers the kernels for a library of the routines whose nests can all be loaded, and why others cannot. The
// translations, which the kernels may call, stand for those of the files.
func Loadable(list []*Routine) (loops kernelset.Loops, translations []*translate.Routine) {
	for _, r := range list {
		translations = r.all
		if f := r.Fault(); f != nil {
			loops.Without = append(loops.Without, kernelset.LoopsWithout{Of: r.Of, Reason: fmt.Sprintf("its loops in line %d are refused: %s%s", f.Line, f.Reason, r.Nests[0].OrAsPoint())})
			continue
		}
		var mine []*kernelset.Nest
		for _, n := range r.Nests {
			if n.Loadable != nil {
				mine = append(mine, n.Loadable)
				continue
			}
			loops.Without = append(loops.Without, kernelset.LoopsWithout{Of: r.Of, Reason: fmt.Sprintf("its loops in line %d cannot run on fields: %s", n.Line, n.Apart)})
			mine = nil
			break
		}
		loops.Nests = append(loops.Nests, mine...)
	}
	return loops, translations
}

// Fault answers the first reason against the routine, or nil.
func (r *Routine) Fault() *tree.Fault {
	for _, n := range r.Nests {
		if n.Fault != nil {
			return n.Fault
		}
	}
	return nil
}

func trouble(cure, format string, values ...any) *syntax.Trouble {
	return syntax.NewTrouble(cure, format, values...)
}

// refuse keeps the first reason against a nest.
func (n *Nest) refuse(line int, bad *syntax.Trouble) {
	if n.Fault == nil && bad != nil {
		n.Fault = &tree.Fault{Path: n.Of.Unit.Path, Line: line, Reason: bad.Reason, Cure: bad.Cure}
	}
}

// attempt runs a part of the analysis and keeps the trouble that it meets.
func (n *Nest) attempt(f func(line *int)) {
	line := n.Line
	n.refuse(line, syntax.Try(func() { f(&line) }))
}

// Find answers the routines whose work is loop nests, and notes on others with loops. It adds the kernels of the nests to the
// units, and translates both.
func Find(units []*syntax.Unit, says ...tree.Owner) (list []*Routine, notes []Note) {
	world := tree.ResolveUnits(units, says...)
	for _, p := range world.Procedures {
		if p.Fault != nil || p.Unit.Kind != "subroutine" || world.OnePoint(p) {
			continue
		}
		r := split(world, p)
		switch {
		case r == nil:
		case slices.ContainsFunc(r.Nests, (*Nest).onGrid):
			if len(r.sets) > 0 && r.Fault() == nil {
				r.Nests[0].refuse(r.sets[0].Line, trouble("set it in the caller", "the argument %s, which is set outside of the loops", r.sets[0].On[0]))
			}
			list = append(list, r)
		default:
			notes = append(notes, r.notes()...)
		}
	}
	if len(list) == 0 {
		return nil, notes
	}
	world = tree.ResolveUnits(extended(world, units, list), says...)
	done := map[string]*translate.Routine{}
	all := translate.All(world)
	for _, r := range all {
		done[translate.Name(r.Procedure)] = r
	}
	for _, r := range list {
		r.all = all
		r.finish(world, done)
	}
	return list, notes
}

// notes says where a routine of one point has loops that may have been meant to run over a grid: one note at most.
func (r *Routine) notes() []Note {
	for _, n := range r.Nests {
		if text := n.looks().note(); text != "" {
			return []Note{{r.Of, n.Line, text}}
		}
	}
	return nil
}

// split cuts a routine into statements that compute numbers and loops; nil: it is no such routine.
func split(w *tree.Program, p *tree.Procedure) *Routine {
	if len(p.Internal) > 0 || p.Overlaid() || p.TakesText() {
		return nil
	}
	r := &Routine{Of: p}
	var before []*syntax.Stmt
	for i, s := range p.Unit.Body {
		switch {
		case s.Action == syntax.Continue, s.Action == syntax.Return && i == len(p.Unit.Body)-1:
		case s.Action == syntax.Assign && s.On[0].Kind == syntax.Variable && local(p, s.On[0].Text) && p.StatementFunction(s) == nil:
			before = append(before, s)
		case s.Action == syntax.Assign && s.On[0].Kind == syntax.Variable && p.StatementFunction(s) == nil && scalarArgument(p, s.On[0].Text):
			r.sets = append(r.sets, s)
		case s.Action == syntax.Do:
			n := &Nest{Of: p, Line: s.Line, before: append([]*syntax.Stmt{}, before...)}
			n.Name = fmt.Sprintf("%s_nest%d", p.Name, len(r.Nests)+1)
			n.attempt(func(line *int) { n.open(w, s, line) })
			if n.Fault == nil {
				n.attempt(func(line *int) { n.analyse(w, line) })
			}
			r.Nests = append(r.Nests, n)
		default:
			return nil
		}
	}
	return r
}

// scalarArgument says whether a name is an argument that is one number.
func scalarArgument(p *tree.Procedure, name string) bool {
	x, bad := p.Scope.Lookup(name)
	return bad == nil && x.Argument && !x.Array() && x.Procedure == nil && x.Type.Base < tree.Derived
}

// local says whether a name is a plain scalar of the routine.
func local(p *tree.Procedure, name string) bool {
	x, bad := p.Scope.Lookup(name)
	return bad == nil && x.Home == p.Scope && !x.Argument && !x.Parameter && !x.Array() && x.Procedure == nil && x.Type.Base < tree.Derived
}

// open takes the loops apart: indices, bounds, and the statements of a point.
func (n *Nest) open(w *tree.Program, s *syntax.Stmt, line *int) {
	var levels [][]*syntax.Stmt // what stands in front of the inner loop
	for {
		n.chain = append(n.chain, s)
		inner, front := inside(n.Of, s.Blocks[0].Body)
		if inner == nil {
			break
		}
		levels = append(levels, front)
		s = inner
	}
	loops, body := n.chain, s.Blocks[0].Body
	depth := n.depth(w, loops, body)
	if depth == 0 {
		n.shared(body, line)
	}
	for _, l := range loops[:depth] {
		n.Indices = append(n.Indices, Index{l.Target, l.On[0], l.On[1]})
	}
	for k, l := range loops[:depth] {
		*line = l.Line
		if !local(n.Of, l.Target) {
			panic(trouble("count with a local integer", "the loop variable %s", l.Target))
		}
		if l.On[2] != nil {
			if v, ok := n.Of.Scope.Constant(l.On[2]); !ok || v.I != 1 {
				panic(trouble("count upwards by one", "the step %s of a loop over a grid", l.On[2]))
			}
		}
		if k < depth-1 {
			n.body = append(n.body, levels[k]...)
		}
	}
	n.body = append(n.body, loops[depth-1].Blocks[0].Body...)
	n.bounds(w, loops[:depth], line)
	for k := range depth - 1 { // a number that is set outside of a loop must not change inside of it
		for name := range writes(w, n.Of, levels[k]) {
			if writes(w, n.Of, loops[k+1].Blocks[0].Body)[name] {
				*line = loops[k+1].Line
				panic(trouble("set it in the innermost loop only", "%s, which goes from point to point", name))
			}
		}
	}
	inNest := writes(w, n.Of, []*syntax.Stmt{loops[0]})
	for name := range writes(w, n.Of, n.before) {
		if inNest[name] {
			panic(trouble("set it in the innermost loop only", "%s, which goes from point to point", name))
		}
	}
}

// inside answers the one loop in a body and the numbers that are set in front of it; nil: there is none.
func inside(p *tree.Procedure, body []*syntax.Stmt) (loop *syntax.Stmt, front []*syntax.Stmt) {
	for _, s := range body {
		switch {
		case s.Action == syntax.Continue:
		case loop == nil && s.Action == syntax.Assign && s.On[0].Kind == syntax.Variable && local(p, s.On[0].Text):
			front = append(front, s)
		case loop == nil && s.Action == syntax.Do:
			loop = s
		default:
			return nil, nil
		}
	}
	return loop, front
}

// depth answers how many loops count the points: those whose indices stand in an array that is written; 0: none.
func (n *Nest) depth(w *tree.Program, loops []*syntax.Stmt, body []*syntax.Stmt) int {
	used := map[string]bool{}
	tree.Each(body, func(s *syntax.Stmt) {
		targets := s.On
		switch s.Action {
		case syntax.Assign:
			targets = s.On[:1]
		case syntax.CallOf:
			changed := writes(w, n.Of, []*syntax.Stmt{s})
			targets = slices.DeleteFunc(slices.Clone(s.On), func(e *syntax.Expr) bool { return !changed[tree.Root(e)] })
		default:
			return
		}
		for _, target := range targets {
			if target.Kind != syntax.Call {
				continue
			}
			for _, sub := range target.Of {
				sub.Walk(func(y *syntax.Expr) bool {
					if y.Kind == syntax.Variable {
						used[y.Text] = true
					}
					return true
				})
			}
		}
	})
	depth := 0
	for k, l := range loops {
		if used[l.Target] {
			depth = k + 1
		}
	}
	return depth
}

// bounds refuses loops whose extents depend on data, on other indices, or on what the nest writes.
func (n *Nest) bounds(w *tree.Program, loops []*syntax.Stmt, line *int) {
	const cure = "compute the bounds from arguments before the loops"
	inNest := writes(w, n.Of, loops[:1])
	for _, l := range loops {
		*line = l.Line
		for _, e := range l.On[:2] {
			e.Walk(func(y *syntax.Expr) bool {
				switch y.Kind {
				case syntax.Variable:
					if inNest[y.Text] {
						panic(trouble(cure, "the bound %s, which depends on %s", e, y.Text))
					}
				case syntax.Call:
					if x := n.Of.Scope.Known(y.Text); !n.Of.IsIntrinsic(y.Text) || x != nil && x.Array() {
						panic(trouble(cure, "the bound %s, which depends on data", e))
					}
				case syntax.Component:
					panic(trouble(cure, "the bound %s, which depends on data", e))
				}
				return true
			})
		}
	}
}
