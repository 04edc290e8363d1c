package nests

import (
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// extended answers the units with the kernels and the routines that call them, each beside the routine that it is of.
func extended(w *tree.Program, units []*syntax.Unit, list []*Routine) []*syntax.Unit {
	more, last := map[string][]*syntax.Unit{}, map[string][]*syntax.Unit{}
	for _, r := range list {
		if r.Fault() != nil {
			continue
		}
		for _, n := range r.Nests {
			n.unit = n.kernel()
			more[r.Of.Module] = append(more[r.Of.Module], n.unit)
			f, bad := n.fielded(w, r)
			if bad != nil {
				n.Apart = bad.Reason
				continue
			}
			n.onFields = f
			last[r.Of.Module] = append(last[r.Of.Module], f.unit)
		}
		r.whole = r.turned()
		more[r.Of.Module] = append(more[r.Of.Module], r.whole)
	}
	for module, units := range last { // behind the routines that are compared, whose branches are counted together
		more[module] = append(more[module], units...)
	}
	var all []*syntax.Unit
	for _, u := range units {
		if u.Kind == "module" && more[u.Name] != nil {
			with := *u
			with.Contains = append(slices.Clone(u.Contains), more[u.Name]...)
			u = &with
		}
		all = append(all, u)
	}
	return append(all, more[""]...)
}

// kernel writes the routine of one point: what is computed before the loops, and their body. The indices are arguments.
func (n *Nest) kernel() *syntax.Unit {
	u := *n.Of.Unit
	u.Name, u.Line, u.Contains, u.OverGrid = n.Name, n.Line, nil, true
	u.Arguments = slices.Clone(u.Arguments)
	for _, x := range n.Indices {
		u.Arguments = append(u.Arguments, x.Name)
	}
	u.Body = append(slices.Clone(n.before), ended(n.body, false)...)
	return &u
}

// ended makes a return of each cycle that goes on with the next point.
func ended(list []*syntax.Stmt, inLoop bool) []*syntax.Stmt {
	var all []*syntax.Stmt
	for _, s := range list {
		c := *s
		if c.Action == syntax.Cycle && !inLoop {
			c.Action = syntax.Return
		}
		c.Blocks = nil
		for _, b := range s.Blocks {
			d := *b
			d.Body = ended(b.Body, inLoop || s.Loops())
			c.Blocks = append(c.Blocks, &d)
		}
		all = append(all, &c)
	}
	return all
}

// turned writes the routine with all loops turned round and downwards, so that a comparison sees what one point leaves to another.
func (r *Routine) turned() *syntax.Unit {
	u := *r.Of.Unit
	u.Name, u.Contains, u.Body = u.Name+"_nests", nil, nil
	at := 0
	for _, s := range r.Of.Unit.Body {
		switch s.Action {
		case syntax.Assign:
			u.Body = append(u.Body, s)
		case syntax.Do:
			u.Body = append(u.Body, r.Nests[at].loops())
			at++
		}
	}
	return &u
}

func (n *Nest) loops() *syntax.Stmt {
	call := &syntax.Stmt{Action: syntax.CallOf, Line: n.Line, Target: n.Name}
	for _, a := range n.Of.Unit.Arguments {
		call.On = append(call.On, &syntax.Expr{Kind: syntax.Variable, Text: a})
	}
	for _, x := range n.Indices {
		call.On = append(call.On, &syntax.Expr{Kind: syntax.Variable, Text: x.Name})
	}
	down := &syntax.Expr{Kind: syntax.Unary, Text: "-", Of: []*syntax.Expr{{Kind: syntax.Constant, Text: "1"}}}
	inner := call
	for _, x := range n.Indices { // the outermost index becomes the innermost one
		inner = &syntax.Stmt{Action: syntax.Do, Line: n.Line, Target: x.Name, On: []*syntax.Expr{x.High, x.Low, down},
			Blocks: []*syntax.Block{{Line: n.Line, Body: []*syntax.Stmt{inner}}}}
	}
	return inner
}

// finish takes the translations, and refuses kernels with values that go from point to point.
func (r *Routine) finish(w *tree.Program, done map[string]*translate.Routine) {
	if r.Fault() != nil {
		return
	}
	for _, n := range r.Nests {
		q := find(w, n.unit)
		n.attempt(func(line *int) { n.privates(w, q, line) })
		if q.Fault != nil && n.Fault == nil {
			n.Fault = q.Fault
		}
		if n.Fault == nil {
			n.attempt(func(line *int) { n.onHosts(q, done) })
		}
		if n.Fault == nil {
			n.Kernel = done[translate.Name(q)]
			n.formulas(q)
			n.settle(w, done, len(r.Nests) == 1)
		}
	}
	q := find(w, r.whole)
	if q.Fault != nil {
		r.Nests[0].refuse(q.Fault.Line, &syntax.Trouble{Reason: q.Fault.Reason, Cure: q.Fault.Cure})
	}
	if r.Fault() == nil {
		r.Whole = r.joined(done[translate.Name(q)])
	}
}

// settle takes the translation of the kernel for fields.
func (n *Nest) settle(w *tree.Program, done map[string]*translate.Routine, alone bool) {
	if n.onFields == nil {
		return
	}
	q := find(w, n.onFields.unit)
	if q.Fault != nil {
		n.Apart = q.Fault.Reason
		return
	}
	name := n.Of.Name
	if !alone {
		name = strings.Replace(n.Name, "_nest", "_", 1)
	}
	n.Loadable = n.onFields.loadable(done[translate.Name(q)], name)
}

// onHosts refuses what the owner's statements allow and loops have not: hosts run a nest as C++, in any order and by rows.
func (n *Nest) onHosts(q *tree.Procedure, done map[string]*translate.Routine) {
	if q.Owns {
		panic(trouble("call the routine at each point instead of in loops", "variables that each point has for itself (--per-point)"))
	}
	for inner := range q.Reached() {
		if r := done[translate.Name(inner)]; r != nil && strings.Contains(r.Text, "F_END(") {
			panic(trouble("return a status argument", "a point that ends (--end-at)"))
		}
	}
}

func find(w *tree.Program, u *syntax.Unit) *tree.Procedure {
	for _, p := range w.Procedures {
		if p.Unit == u {
			return p
		}
	}
	return nil
}

// privates refuses scalars that a point leaves to another: arguments that are set, and variables that are read first.
func (n *Nest) privates(w *tree.Program, q *tree.Procedure, line *int) {
	seen := map[string]bool{}
	look := func(name string) {
		x := q.Scope.Known(name)
		if x == nil || seen[name] || x.Home != q.Scope || x.Procedure != nil || x.Parameter {
			return
		}
		seen[name] = true
		isIndex := slices.ContainsFunc(n.Indices, func(i Index) bool { return i.Name == name })
		switch {
		case x.Array() && !x.Argument && q.Written[name]:
			panic(trouble("pass it as an argument with an extent for each point", "the array %s of the routine itself, which is written", name))
		case x.Array() || isIndex:
		case x.Argument && q.Written[name]:
			panic(trouble(sumCure, "the argument %s, which all points write (a reduction)", name))
		case x.Argument || x.Init != nil || x.Data != nil:
		case q.ReadsFirst(w, name):
			panic(trouble("set it in the loop before it is read; for a sum use reduce of Drawbridge", "the value of %s goes from point to point", name))
		}
	}
	tree.Each(q.Unit.Body, func(s *syntax.Stmt) {
		*line = s.Line
		for _, e := range s.Exprs() {
			e.Walk(func(y *syntax.Expr) bool {
				if y.Kind == syntax.Variable || y.Kind == syntax.Call {
					look(y.Text)
				}
				return true
			})
		}
		if s.Action == syntax.Do {
			look(s.Target)
		}
	})
}

// joined makes one routine of the loops and their kernels, with the name of the original, which it is compared with.
func (r *Routine) joined(whole *translate.Routine) *translate.Routine {
	name, own := translate.Name(whole.Procedure), translate.Name(r.Of)
	all := *whole
	all.Procedure = r.Of
	text := ""
	last := whole.First + len(whole.Branches)
	for _, n := range r.Nests {
		text += "static " + strings.TrimPrefix(n.Kernel.Text, "F_PORT ")
		all.First = min(all.First, n.Kernel.First)
		last = max(last, n.Kernel.First+len(n.Kernel.Branches))
		all.Matmul = all.Matmul || n.Kernel.Matmul
		for _, x := range n.Kernel.Modules {
			if !slices.Contains(all.Modules, x) {
				all.Modules = append(all.Modules, x)
			}
		}
		for _, d := range n.Kernel.Types {
			if !slices.Contains(all.Types, d) {
				all.Types = append(all.Types, d)
			}
		}
	}
	all.Branches = make([]int, last-all.First)
	for _, n := range r.Nests {
		copy(all.Branches[n.Kernel.First-all.First:], n.Kernel.Branches)
	}
	all.Text = text + strings.ReplaceAll(whole.Text, name+"(", own+"(")
	all.Signature = strings.ReplaceAll(whole.Signature, name+"(", own+"(")
	all.Sizes = strings.ReplaceAll(whole.Sizes, name+"(", own+"(")
	return &all
}
