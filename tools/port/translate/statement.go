package translate

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// findLabels notes which list of statements each label stands in, and which labels are jumped to.
func (e *emitter) findLabels(list []*syntax.Stmt, id int) {
	for _, s := range list {
		if s.Label != "" {
			if _, twice := e.labels[s.Label]; twice {
				e.line = s.Line
				e.fail("give it another number", "the label %s twice", s.Label)
			}
			e.labels[s.Label] = id
		}
		for _, l := range s.Labels {
			e.jumps[l] = true
		}
		for _, b := range s.Blocks {
			e.findLabels(b.Body, e.listID(b))
		}
	}
}

// listID numbers a block by its place in memory of this run; 0 is the routine's own list.
func (e *emitter) listID(b *syntax.Block) int {
	if e.result.lists == nil {
		e.result.lists = map[*syntax.Block]int{}
	}
	if n, known := e.result.lists[b]; known {
		return n
	}
	n := len(e.result.lists) + 1
	e.result.lists[b] = n
	return n
}

func (e *emitter) block(b *syntax.Block) { e.statements(b.Body, e.listID(b)) }

func (e *emitter) statements(list []*syntax.Stmt, id int) {
	e.lists = append(e.lists, id)
	lanes := e.lanesList(list)
	for _, s := range list {
		e.line = s.Line
		lanes.ahead(s)
		if !e.attempt(func() { e.statement(s) }) {
			e.within(s)
		}
		lanes.behind(s)
	}
	lanes.end()
	e.lists = e.lists[:len(e.lists)-1]
}

func (e *emitter) statement(s *syntax.Stmt) {
	if s.Label != "" && e.jumps[s.Label] && (e.packs == nil || !e.packs.jumped[s]) {
		e.emit("L%s:;", s.Label)
	}
	if what := e.p.End(e.world, s); what != "" {
		e.warn(what + " ends the launch with an error on a GPU; on a host your Fortran itself runs")
		e.emit("F_END(%q);", what)
		return
	}
	switch s.Action {
	case syntax.Unknown:
		panic(s.Bad)
	case syntax.Assign:
		e.assign(s.On[0], s.On[1], nil)
	case syntax.Point:
		e.point(s.On[0], s.On[1])
	case syntax.If:
		e.construct(s, map[bool]func(*syntax.Stmt){true: e.lanesPart, false: e.conditional}[e.packs != nil && e.parts(s)])
	case syntax.Do, syntax.While, syntax.Forever:
		if e.packs != nil && (e.packs.varies(e.p, s.On...) || e.packs.ragged[s] || s.Action == syntax.Do && e.packs.vary[e.p.Scope.Known(s.Target)]) {
			e.lanesLoop(s)
			return
		}
		e.loop(s)
	case syntax.Select:
		e.construct(s, map[bool]func(*syntax.Stmt){true: e.lanesChoose, false: e.choice}[e.packs != nil && e.packs.varies(e.p, s.On[0])])
	case syntax.Where:
		e.where(s)
	case syntax.Goto:
		if e.lanesJump(s) {
			return
		}
		e.emit("F_TICK(); goto %s;", e.jump(s.Labels[0]))
	case syntax.Computed:
		v := e.integer(s.On[0])
		cases := ""
		for i, l := range s.Labels {
			cases += fmt.Sprintf("case %d: goto %s; ", i+1, e.jump(l))
		}
		e.flush(func() { e.emit("F_TICK(); switch (%s) { %s}", v.code, cases) })
	case syntax.Arithmetic:
		v := e.scalar(s.On[0])
		if v.t.Base > tree.Real {
			e.fail(arithmetic, "an arithmetic if of a %s", v.t)
		}
		t := e.temporary(v.t, e.varies(s.On[0]))
		e.flush(func() {
			e.emit("F_TICK(); %s = %s; if (%s < 0) goto %s; else if (%s == 0) goto %s; else goto %s;", t, v.code, t, e.jump(s.Labels[0]), t,
				e.jump(s.Labels[1]), e.jump(s.Labels[2]))
		})
	case syntax.AssignLabel:
		e.writable(s.Target)
		e.emit("%s = %s;", e.labelVariable(s.Target), s.Labels[0])
	case syntax.GotoAssigned:
		cases := ""
		for _, l := range tree.Assigned(e.p.Unit.Body, s.Target) {
			if part := fmt.Sprintf("case %s: goto %s; ", l, e.jump(l)); !strings.Contains(cases, part) {
				cases += part
			}
		}
		e.emit("F_TICK(); switch (%s) { %s}", e.labelVariable(s.Target), cases)
	case syntax.CallOf:
		e.subroutine(s)
	case syntax.Return:
		if e.packs != nil && e.packs.early[e.p] {
			e.left = -1
			e.emit("f_off = f_off || f_on; f_on = f_none();")
			return
		}
		for _, l := range e.giveBack() {
			e.emit("%s", l)
		}
		if e.p.Result != nil {
			e.emit("return v_%s;", e.p.Result.Name)
		} else {
			e.emit("return;")
		}
	case syntax.Continue:
		e.emit(";")
	case syntax.Exit, syntax.Cycle:
		e.leave(s)
	}
}

// labelVariable answers the variable of ASSIGN and GOTO, which nothing else may use: it holds a label here, and an address there.
func (e *emitter) labelVariable(name string) string {
	const cure = "use select case"
	at := e.variable(name)
	if at.symbol.Home != e.p.Scope || at.symbol.Argument || at.symbol.Saved || at.dims != nil || at.t != integer4 || len(e.p.Internal) > 0 {
		e.fail(cure, "an assigned GOTO by %s, which is not a plain local integer", name)
	}
	tree.Each(e.p.Unit.Body, func(s *syntax.Stmt) {
		if s.Action == syntax.Do && s.Target == name || slices.ContainsFunc(s.Exprs(), func(x *syntax.Expr) bool {
			return x.Any(func(y *syntax.Expr) bool { return y.Kind == syntax.Variable && y.Text == name })
		}) {
			e.fail(cure, "an assigned GOTO by %s, which is a number elsewhere", name)
		}
	})
	return at.code
}

func (e *emitter) jump(label string) string {
	id, known := e.labels[label]
	if !known {
		e.fail("correct the label", "a jump to the label %s, which no statement has", label)
	}
	if !slices.Contains(e.lists, id) {
		e.fail("move the label out of the block", "a jump to the label %s inside of another block", label)
	}
	return "L" + label
}

func (e *emitter) subroutine(s *syntax.Stmt) {
	q := e.p.Called(e.world, s.Target)
	if q == nil {
		e.unknown(s.Target)
	}
	if q.Result != nil || q.Filled {
		e.fail("use its value", "the function %s, which is called as a subroutine", q.Name)
	}
	for _, a := range s.On {
		if e.rank(a.Value()) > 0 && q.Unit.Has("elemental") {
			e.fail("write a loop", "an elemental subroutine with an array")
		}
	}
	code := e.invoke(q, s.On, false)
	e.flush(func() { e.emit("%s;", code) })
}

// condition translates a test; what must run before it runs before, and the answer is kept.
func (e *emitter) condition(x *syntax.Expr) string {
	v := e.logical(x)
	if e.rank(x) > 0 {
		e.fail("use any or all", "an array as a condition")
	}
	if len(e.pre) == 0 {
		return v.code
	}
	t := e.temporary(logical4, e.varies(x))
	e.flush(func() { e.emit("%s = %s;", t, v.code) })
	return t
}

// construct writes an if or a select case, which exit may leave.
func (e *emitter) construct(s *syntax.Stmt, write func(*syntax.Stmt)) {
	f := &frame{name: s.Name, id: e.next(), mask: e.packs != nil && e.packs.ragged[s]}
	e.frames = append(e.frames, f)
	if f.mask {
		e.enter(f)
	}
	write(s)
	if f.mask {
		e.comeBack(f)
	}
	e.frames = e.frames[:len(e.frames)-1]
	if f.left {
		e.emit("X%d:;", f.id)
	}
}

func (e *emitter) conditional(s *syntax.Stmt) {
	open := 0
	for i, b := range s.Blocks {
		e.line = b.Line
		if b.Tests == nil {
			e.emit("{ // otherwise")
		} else {
			if i > 0 {
				e.emit("{")
				open++
			}
			code := e.condition(b.Tests[0])
			e.emit("if (F_IF(%d, %s)) {", e.firstIf+len(e.branches), code)
			e.branches = append(e.branches, b.Line)
		}
		e.block(b)
		e.emit("}")
		if i < len(s.Blocks)-1 {
			e.emit("else")
		}
	}
	e.emit("%s", strings.Repeat("}", open))
}

func (e *emitter) loop(s *syntax.Stmt) {
	f := &frame{name: s.Name, loop: true, id: e.next()}
	e.frames = append(e.frames, f)
	closing := "}"
	switch s.Action {
	case syntax.Forever:
		e.emit("for (;;) { F_TICK();")
	case syntax.While:
		e.emit("for (;;) { F_TICK();")
		code := e.condition(s.On[0])
		e.emit("if (!(%s)) break;", code)
	default:
		at, from, to, step := e.counted(s)
		t := CType(at.t)
		last, by, first, n := e.temporary(at.t, false), e.temporary(at.t, false), e.temporary(at.t, false), e.counter()
		e.flush(func() {
			e.emit("%s = %s; %s = %s; %s = %s; %s = %s; %s = f_trips<%s>(%s, %s, F_NZ(%s));", first, from.code, last, to.code, by, step.code, at.code, first, n, t, first, last, by)
		})
		e.emit("for (; %s != 0; --%s) { F_TICK();", n, n)
		closing = fmt.Sprintf("%s = (%s)((unsigned long)%s + (unsigned long)%s); }", at.code, t, at.code, by)
	}
	e.block(s.Blocks[0])
	if f.again {
		e.emit("C%d:;", f.id)
	}
	e.emit("%s", closing)
	e.frames = e.frames[:len(e.frames)-1]
	if f.left {
		e.emit("X%d:;", f.id)
	}
}

// counted is the variable of a loop, its first and last value, and its step.
func (e *emitter) counted(s *syntax.Stmt) (at place, from, to, step value) {
	at = e.variable(s.Target)
	if at.t.Base != tree.Integer || at.dims != nil {
		e.fail("count with an integer", "the loop variable %s", s.Target)
	}
	e.writable(s.Target)
	if at.behind {
		e.fail("count with a variable of the routine itself", "the pointer %s counts a loop: what it leads to is written", s.Target)
	}
	from, to, step = e.convert(e.integer(s.On[0]), at.t), e.convert(e.integer(s.On[1]), at.t), value{t: at.t, code: "1"}
	if s.On[2] != nil {
		step = e.convert(e.integer(s.On[2]), at.t)
		if step.folded != nil && step.folded.I == 0 {
			e.fail("correct the step", "a step of zero")
		}
	}
	return at, from, to, step
}

func (e *emitter) leave(s *syntax.Stmt) {
	for i, f := range slices.Backward(e.frames) {
		switch exits := s.Action == syntax.Exit; {
		case s.Target != "" && f.name != s.Target || s.Target == "" && !f.loop:
			continue
		case f.mask: // out of it, or until the end of the turn
			e.away(i, map[bool]string{true: "x_", false: "c_"}[exits])
			return
		case exits:
			f.left = true
			e.emit("goto X%d;", f.id)
			return
		case f.loop:
			f.again = true
			e.emit("goto C%d;", f.id)
			return
		}
		break
	}
	e.fail("name a loop around it", "exit or cycle without its loop")
}

func (e *emitter) choice(s *syntax.Stmt) {
	v := e.scalar(s.On[0])
	if v.t.Base != tree.Integer && v.t.Base != tree.Logical && (v.t.Base != tree.Character || e.packs != nil) {
		e.fail("use if", "select case of a %s", v.t)
	}
	t := e.temporary(v.t, false)
	e.flush(func() { e.emit("%s = %s;", t, v.code) })
	var otherwise *syntax.Block
	parts := 0
	for _, b := range s.Blocks {
		if b.Tests == nil {
			if otherwise != nil {
				e.fail("leave one of them out", "two default cases")
			}
			otherwise = b
			continue
		}
		head := "if"
		if parts > 0 {
			head = "else if"
		}
		parts++
		e.emit("%s (F_IF(%d, %s)) {", head, e.firstIf+len(e.branches), e.caseTests(t, v.t, b.Tests, "", ""))
		e.branches = append(e.branches, b.Line)
		e.block(b)
		e.emit("}")
	}
	if otherwise != nil {
		if parts > 0 {
			e.emit("else")
		}
		e.emit("{")
		e.block(otherwise)
		e.emit("}")
	}
}

// caseTests is the test of a case, of which each value is one.
func (e *emitter) caseTests(t string, want tree.Type, list []*syntax.Expr, open, closing string) string {
	var tests []string
	for _, x := range list {
		tests = append(tests, open+e.caseTest(t, want, x)+closing)
	}
	return strings.Join(tests, " || ")
}

func (e *emitter) caseTest(t string, want tree.Type, x *syntax.Expr) string {
	number := func(y *syntax.Expr) string {
		v, ok := e.p.Scope.Constant(y)
		if !ok || v.Type.Base != want.Base {
			e.fail("write a number", "the case %s", y)
		}
		return literal(v)
	}
	if want.Base == tree.Character {
		v := e.scalar(x)
		if v.t.Base != want.Base || x.Kind == syntax.Range {
			e.fail("write the text", "the case %s", x)
		}
		return fmt.Sprintf("f_sameText(%s, %s)", t, v.code)
	}
	if x.Kind != syntax.Range {
		return fmt.Sprintf("%s == %s", t, number(x))
	}
	var tests []string
	if x.Of[0] != nil {
		tests = append(tests, fmt.Sprintf("%s >= %s", t, number(x.Of[0])))
	}
	if x.Of[1] != nil {
		tests = append(tests, fmt.Sprintf("%s <= %s", t, number(x.Of[1])))
	}
	if len(tests) == 0 || x.Of[2] != nil {
		e.fail("write low:high", "the case %s", x)
	}
	return "(" + strings.Join(tests, " && ") + ")"
}
