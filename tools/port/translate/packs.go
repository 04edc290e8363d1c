package translate

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// This file writes what differs where a routine runs as packs (packing.go): f_real, f_whole and f_mask hold a number of each lane
// (packs.h), f_on is the lanes that run the statement at hand, and f_off those that have left a loop or the routine.

// kindOf is the C++ type of a number, or in packs of one for each lane.
func (e *emitter) kindOf(t tree.Type, lanes bool) string {
	switch {
	case e.packs == nil || !lanes:
		return CType(t)
	case t.Base == tree.Real:
		return "f_real"
	case t.Base == tree.Integer:
		return "f_whole"
	}
	return "f_mask"
}

// varies says whether an expression has a value for each lane in packs.
func (e *emitter) varies(list ...*syntax.Expr) bool {
	return e.packs != nil && e.packs.varies(e.p, list...)
}

// holds is the C++ type of a variable.
func (e *emitter) holds(x *tree.Symbol) string {
	return e.kindOf(x.Type, e.packs != nil && e.packs.differs(x))
}

// shadowed says whether a procedure works on a copy of a scalar argument, which it gives back when it ends if it writes it. The
// compiler knows that stores to other arguments do not change a copy: equal functions of it are computed once.
func (e *emitter) shadowed(a *tree.Symbol) bool {
	return e.packs != nil && slices.Contains(e.p.Arguments, a) && !a.Array() && !a.Optional && e.packs.differs(a)
}

// giveBack writes the copies of scalar arguments back, in the lanes that called the procedure.
func (e *emitter) giveBack() (list []string) {
	for i, a := range e.p.Arguments {
		if e.shadowed(a) && e.p.Writes(i) {
			list = append(list, fmt.Sprintf("f_set(f_in, *a_%s, h_%s);", a.Name, a.Name))
		}
	}
	return list
}

// store assigns to a variable or an element; lanes that are not here keep theirs.
func (e *emitter) store(target *syntax.Expr, left, right string) string {
	x := e.p.Scope.Known(tree.Root(target))
	inside, apart := strings.CutPrefix(left, "f_at(")
	switch {
	case e.packs == nil || x == nil || !e.packs.differs(x), (!x.Argument || e.shadowed(x)) && e.masked == 0 && !e.packs.early[e.p] && !apart:
		return fmt.Sprintf("%s = %s;", left, right)
	case apart:
		return fmt.Sprintf("f_put(%s, %s);", inside[:len(inside)-1], right)
	}
	return fmt.Sprintf("f_set(f_on, %s, %s);", left, right)
}

// lanesHold refuses to compute with what a lane does not hold. An element of a table is a number of a lane as it is.
func (e *emitter) lanesHold(t tree.Type, x *syntax.Expr) {
	if e.packs == nil || t.Base == tree.Logical || t == integer4 || t == real8 || e.designates(x) {
		return
	}
	if x.Kind != syntax.Bracket && e.varies(x) {
		e.fail("", "the %s %s, which differs from point to point", t, x)
	}
}

func (e *emitter) convertLanes(v value, t tree.Type) value {
	return value{t: t, code: fmt.Sprintf("f_as%s%d(%s)", map[bool]string{true: "Real", false: "Whole"}[t.Base == tree.Real], t.Kind, v.code), open: v.open}
}

// oneExtent refuses sections whose bounds differ from lane to lane.
func (e *emitter) oneExtent(list ...*syntax.Expr) {
	for _, x := range list {
		if e.packs != nil && e.ranges(x) {
			e.fail("", "the section %s, whose bounds differ from point to point", x)
		}
	}
}

// ranges says whether an expression has a section whose bounds differ from lane to lane.
func (e *emitter) ranges(x *syntax.Expr) bool {
	found := false
	x.Walk(func(y *syntax.Expr) bool {
		if y.Kind == syntax.Call && y != x && slices.Contains(reductions, y.Text) {
			return false
		}
		if y.Kind == syntax.Range {
			found = found || e.varies(y.Of...)
		}
		return !found
	})
	return found
}

// apart says whether a scalar argument cannot go by its address: it is one number for all lanes and the procedure takes one of
// each, or its element differs from lane to lane.
func (e *emitter) apart(q *tree.Procedure, i int, a *syntax.Expr) bool {
	d := q.Arguments[i]
	x := e.p.Scope.Known(tree.Root(a))
	gathers := a.Kind == syntax.Call && e.varies(a.Of...)
	same := x != nil && e.packs.differs(x) == e.packs.differs(d)
	if (!same || gathers) && q.Writes(i) {
		e.fail("", "%s for the argument %s of %s, which writes it", a, d.Name, q.Name)
	}
	return !same || gathers
}

// spread says whether an array argument needs a copy with a number for each lane, as those of modules do.
func (e *emitter) spread(d *tree.Symbol, q *tree.Procedure, a *syntax.Expr, written bool) bool {
	if e.packs == nil {
		return false
	}
	e.oneExtent(a)
	x := e.p.Scope.Known(tree.Root(a))
	if x != nil && !e.packs.differs(x) && e.packs.differs(d) && !written && e.rank(a) > 0 {
		if at, _ := e.designator(a); at.t == d.Type {
			return true
		}
	}
	if x == nil || e.packs.differs(x) != e.packs.differs(d) {
		e.fail("", "the array %s for the argument %s of %s, which takes numbers of each point", a, d.Name, q.Name)
	}
	for _, s := range a.Of {
		if a.Kind == syntax.Call && s.Kind != syntax.Range && e.varies(s) {
			e.fail("", "the array %s, whose place differs from point to point", a)
		}
	}
	return false
}

// reduceLanes is reduce in packs. The section may end elsewhere in each lane.
func (e *emitter) reduceLanes(name string, array, mask *syntax.Expr) value {
	index := e.indices(e.rank(array))
	v := e.with(index, array)
	if mask != nil {
		e.fail("", "%s with a mask", name)
	}
	extents := e.extents(array)
	open, closing := e.loops(index, extents)
	lanes := "f_all()"
	if e.ranges(array) {
		if len(index) != 1 {
			e.fail("", "the section %s, whose bounds differ from point to point", array)
		}
		lanes = fmt.Sprintf("(f_on && (f_whole(%s) < f_whole(%s)))", index[0], extents[0])
		open, closing = fmt.Sprintf("for (long %s = 0; f_some(%s); %s++) { ", index[0], lanes, index[0]), " }"
	}
	if name == "maxval" || name == "minval" {
		if v.t.Base != tree.Real {
			e.fail("", "%s of a %s", name, v.t)
		}
		t, seen := e.temporary(v.t, true), e.temporary(integer4, true)
		e.before("f_%s_begin(%s, %s); %sf_%s_next(%s, %s, %s, %s);%s f_%s_end(%s, %s);", name, t, seen, open, name, lanes, t, seen, v.code, closing, name, t, seen)
		return value{t: v.t, code: t}
	}
	answer, r := v.t, sums[name]
	if name == "count" {
		answer = integer4
	}
	t := e.temporary(answer, true)
	e.before("%s = %s; %s%s%s", t, r.first, open, fmt.Sprintf(r.lanes, t, v.code, lanes), closing)
	return value{t: answer, code: t}
}

// parts says whether the lanes of an if part.
func (e *emitter) parts(s *syntax.Stmt) bool {
	return slices.ContainsFunc(s.Blocks, func(b *syntax.Block) bool { return e.varies(b.Tests...) })
}

// lanesPart is an if whose branches run under masks.
func (e *emitter) lanesPart(s *syntax.Stmt) {
	e.lanesBranch(s, func(b *syntax.Block) string { return e.condition(b.Tests[0]) })
}

// lanesBranch writes the branches of a statement; test is the condition of one.
func (e *emitter) lanesBranch(s *syntax.Stmt, test func(b *syntax.Block) string) {
	e.masked++
	var otherwise *syntax.Block
	var closings []string
	for _, b := range s.Blocks {
		e.line = b.Line
		if b.Tests == nil {
			otherwise = b
			continue
		}
		id := e.next()
		e.emit("{ const f_mask m_%d = f_on;", id)
		code := test(b)
		e.emit("const f_mask b_%d = %s;", id, code)
		e.emit("f_on = m_%d && b_%d;", id, id)
		e.emit("if (f_some(f_on)) {")
		e.block(b)
		e.emit("}")
		e.emit("f_on = m_%d && !b_%d && !f_off;", id, id)
		e.emit("if (f_some(f_on)) {")
		closings = append(closings, fmt.Sprintf("} f_on = m_%d && !f_off; }", id))
	}
	if otherwise != nil {
		e.block(otherwise)
	}
	for _, closing := range slices.Backward(closings) {
		e.emit("%s", closing)
	}
	e.masked--
}

// lanesChoose is a select case whose lanes part.
func (e *emitter) lanesChoose(s *syntax.Stmt) {
	v := e.scalar(s.On[0])
	t := e.temporary(v.t, true)
	e.flush(func() { e.emit("%s = %s;", t, v.code) })
	e.lanesBranch(s, func(b *syntax.Block) string { return e.caseTests(t, v.t, b.Tests, "(", ")") })
}

// lanesLoop is a loop that lanes leave one by one, or enter differently.
func (e *emitter) lanesLoop(s *syntax.Stmt) {
	f := &frame{name: s.Name, loop: true, mask: true, id: e.next()}
	e.emit("{ const f_mask m_%d = f_on; f_mask x_%d = f_none(), c_%d = f_none(), d_%d = f_none();", f.id, f.id, f.id, f.id)
	here := fmt.Sprintf("f_on = m_%d && !f_off && !d_%d;", f.id, f.id)
	closing := ""
	e.masked++
	e.frames = append(e.frames, f)
	switch s.Action {
	case syntax.Forever, syntax.While:
		e.emit("for (;;) { %s", here)
		if s.Action == syntax.While {
			code := e.condition(s.On[0])
			e.emit("{ const f_mask b_%d = %s; d_%d = d_%d || (f_on && !b_%d); f_on = f_on && b_%d; }", f.id, code, f.id, f.id, f.id, f.id)
		}
	default:
		at, from, to, step := e.counted(s)
		n := e.temporary(integer4, true)
		one := !e.packs.differs(at.symbol)
		first, by := e.temporary(at.t, !one), e.temporary(at.t, !one)
		e.flush(func() {
			e.emit("%s = %s; %s = %s; %s = f_tripsOf(%s, %s, %s);", first, from.code, by, step.code, n, first, to.code, by)
		})
		if one {
			e.emit("%s = %s;", at.code, first)
			closing = fmt.Sprintf("%s = %s + %s; %s = %s - 1;", at.code, at.code, by, n, n)
		} else {
			e.emit("f_set(f_on, %s, %s);", at.code, first)
			closing = fmt.Sprintf("f_set(f_on, %s, %s + %s); %s = %s - 1;", at.code, at.code, by, n, n)
		}
		e.emit("for (;;) { d_%d = %s <= 0; %s", f.id, n, here)
	}
	e.emit("if (!f_some(f_on)) break;")
	e.block(s.Blocks[0])
	e.emit("f_off = f_off && !c_%d; c_%d = f_none(); %s", f.id, f.id, here)
	e.emit("%s }", closing)
	e.emit("f_off = f_off && !x_%d; f_on = m_%d && !f_off; }", f.id, f.id)
	e.frames = e.frames[:len(e.frames)-1]
	e.masked--
}

//go:embed packs.h
var packsHeader string

// PacksHeader answers what packs include, as packs.h.
func PacksHeader() string { return packsHeader }

// Pack is a routine and all that it calls as packs: a text, and the name of the function that takes a mask and then pointers to
// numbers of each lane, or to one number where Lanes is false.
type Pack struct {
	Text, Name string
	Lanes      []bool
	Reason     string // why there is no text
}

// Packs translates a routine for packs.
func Packs(w *tree.Program, root *tree.Procedure) (answer *Pack) {
	answer = &Pack{Name: packName(root)}
	k, bad := newPacking(w, root)
	if bad != nil {
		answer.Reason = bad.Reason
		return answer
	}
	bad = syntax.Try(func() {
		for _, p := range k.all {
			e := newEmitter(w, p, 0, &Routine{Procedure: p})
			e.packs, e.aims, e.left = k, aims(p.Unit.Body), noneLeft
			e.body()
			e.signature()
			signature := strings.Replace(e.signed, Name(p)+"(", packName(p)+"(", 1)
			answer.Text += "static " + signature + "\n{\n" + e.definition() + "}\n"
		}
	})
	if bad != nil {
		answer.Reason, answer.Text = bad.Reason, ""
		return answer
	}
	for _, a := range root.Arguments {
		answer.Lanes = append(answer.Lanes, k.differs(a))
	}
	return answer
}
