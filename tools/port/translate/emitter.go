// Package translate writes a resolved procedure as plain C++ of scalars and loops, which g++ and NVRTC read. It keeps the
// arithmetic of gfortran -O0 -ffp-contract=off bit for bit, and refuses what it does not know for certain.
package translate

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// emitter writes one procedure.
type emitter struct {
	world     *tree.Program
	p         *tree.Procedure
	line      int
	out       []string                // statements
	pre       []string                // what runs before the statement at hand
	post      []string                // what runs behind it
	top       []string                // declarations of temporaries
	entry     []string                // extents, which are fixed at entry
	declared  map[string]bool         // variables in use
	order     []*tree.Symbol          // the same in their order
	shapes    map[string][]dim        // of arrays in use
	shadow    map[string]value        // dummy arguments of a statement function
	functions map[string]*syntax.Stmt // statement functions
	inside    int                     // depth in statement functions
	index     []string                // of the element at hand in an array expression
	n         int                     // of temporaries
	frames    []*frame
	labels    map[string]int // label -> the list of statements that has it
	lists     []int          // the lists around the statement at hand
	jumps     map[string]bool
	branches  []int // line of each if that is counted
	firstIf   int
	result    *Routine
	signed    string       // the C++ signature
	alone     *syntax.Expr // the function reference that is all of an assignment's right side
	results   map[*syntax.Expr]filling
	assigned  []*syntax.Expr // both sides of the assignment of a number at hand
	outer     *emitter       // of the host of an internal procedure
	inner     []string       // internal procedures, as lambdas
	overlays  []*tree.Overlay
	shared    []string                     // their declarations
	done      map[*tree.Procedure]*Routine // those that it may call
	packs     *packing                     // nil: one point
	masked    int                          // branches and loops around whose lanes part
	left      int                          // how many frames are around those that lanes may have left; -1: the routine
	aims      map[string]bool              // labels that jumps go to, in packs
}

// frame is a construct around the statement at hand.
type frame struct {
	name        string
	label       string // the frame is what lies ahead of a label
	loop        bool
	id          int
	mask        bool // lanes leave it one by one
	left, again bool // exit, cycle are used
}

func (e *emitter) fail(cure, format string, values ...any) {
	panic(syntax.NewTrouble(cure, format, values...))
}

const arithmetic = "write it with numbers of one kind that are declared"

func (e *emitter) check(bad *syntax.Trouble) {
	if bad != nil {
		panic(bad)
	}
}

func (e *emitter) next() int { e.n++; return e.n }

func (e *emitter) emit(format string, values ...any) {
	e.out = append(e.out, fmt.Sprintf(format, values...))
}

// before adds a statement to what runs before the one at hand.
func (e *emitter) before(format string, values ...any) {
	if e.inside > 0 {
		e.fail("write it out", "a statement function with an array expression")
	}
	e.pre = append(e.pre, fmt.Sprintf(format, values...))
}

// temporary declares a scalar at the top of the routine; lanes: in packs, with a value for each lane.
func (e *emitter) temporary(t tree.Type, lanes bool) string {
	name := fmt.Sprintf("t_%d", e.next())
	e.top = append(e.top, fmt.Sprintf("%s %s;", e.kindOf(t, lanes), name))
	return name
}

// counter declares a number of elements or of steps.
func (e *emitter) counter() string { return e.temporary(tree.Type{Base: tree.Integer, Kind: 8}, false) }

func (e *emitter) warn(text string) {
	if !slices.Contains(e.result.Warnings, text) {
		e.result.Warnings = append(e.result.Warnings, text)
	}
}

// CType is the C++ type of a Fortran type.
func CType(t tree.Type) string {
	switch t.Base {
	case tree.Real:
		return map[int]string{4: "float", 8: "double"}[t.Kind]
	case tree.Integer:
		return map[int]string{4: "int", 8: "long"}[t.Kind]
	case tree.Logical:
		return map[int]string{1: "signed char", 4: "int"}[t.Kind]
	case tree.Character:
		return "f_text"
	}
	return structName(t.Def)
}

func structName(d *tree.Definition) string { return "s_" + d.Module + "_" + d.Name }

// Routine is one procedure as C++.
type Routine struct {
	Procedure *tree.Procedure
	World     *tree.Program
	Text      string // the definition
	Sizes     string // a function z_NAME, which answers the number of elements of each array argument, 0 where the caller knows
	Signature string // without the semicolon
	Warnings  []string
	Unsettled []string // where compilers are known to differ; each is among the warnings, too
	Branches  []int    // line of each counted if, from First on
	First     int
	Matmul    bool
	Follows   bool           // it reads what allocatable or pointer components lead to
	Modules   []*tree.Symbol // variables of modules in use
	Own       []*tree.Symbol // variables that each point has for itself, with those of the routines that it calls
	Types     []*tree.Definition
	Restored  bool // the original is compared as in its first call
	lists     map[*syntax.Block]int
}

// Name is the name of the C++ function.
func Name(p *tree.Procedure) string {
	if p.Host != nil {
		return "i_" + p.Name
	}
	if p.Module != "" {
		return "p_" + p.Module + "_" + p.Name
	}
	return "p_" + p.Name
}

func newEmitter(w *tree.Program, p *tree.Procedure, first int, r *Routine) *emitter {
	return &emitter{world: w, p: p, line: p.Unit.Line, declared: map[string]bool{}, shapes: map[string][]dim{}, shadow: map[string]value{},
		functions: map[string]*syntax.Stmt{}, labels: map[string]int{}, jumps: map[string]bool{}, firstIf: first, result: r}
}

// routine translates one procedure; its fault stays with it.
func routine(w *tree.Program, p *tree.Procedure, first int, done map[*tree.Procedure]*Routine) (r *Routine) {
	e := newEmitter(w, p, first, &Routine{Procedure: p, World: w, First: first})
	e.done = done
	e.attempt(e.write)
	if p.Fault != nil {
		return nil
	}
	return e.result
}

// reasons looks for more reasons against a procedure that is refused before its statements are looked at.
func reasons(w *tree.Program, p *tree.Procedure, done map[*tree.Procedure]*Routine) {
	defer func() { _ = recover() }() // what is not read may leave things unset
	routine(w, p, 0, done)
}

// attempt translates a part, and keeps the reason against the routine where that is refused; it says whether it is translated.
func (e *emitter) attempt(part func()) (good bool) {
	frames, lists, index, shadow, inside, line := e.frames, e.lists, e.index, e.shadow, e.inside, e.line
	defer func() {
		x := recover()
		if x == nil {
			return
		}
		bad, ours := x.(*syntax.Trouble)
		call, calls := x.(refusedCall)
		switch {
		case e.packs != nil || !ours && !calls:
			panic(x)
		case calls:
			e.result.Procedure.RefuseCall(e.line, call.of)
		default:
			e.result.Procedure.Refuse(e.line, bad)
		}
		e.frames, e.lists, e.index, e.shadow, e.inside, e.line = frames, lists, index, shadow, inside, line
		e.pre, e.post, e.alone, e.assigned = nil, nil, nil, nil
		good = false
	}()
	part()
	return true
}

// within looks for reasons in the blocks of a statement that is refused itself.
func (e *emitter) within(s *syntax.Stmt) {
	e.frames = append(e.frames, &frame{name: s.Name, loop: s.Loops()})
	for _, b := range s.Blocks {
		e.block(b)
	}
	e.frames = e.frames[:len(e.frames)-1]
}

func (e *emitter) write() {
	e.body()
	if e.p.Fault != nil {
		return
	}
	e.signature()
	definition := e.definition()
	if !e.p.Owns && e.p.Memo(e.world) && len(e.p.Forgotten) > 0 {
		e.result.Restored = true
		e.warn(strings.Join(e.p.Forgotten, ", ") + " has no value after the first call, though later ones read it: here every call is a first one")
	}
	if e.p.Owns {
		e.result.Text = e.entrance(definition)
		e.result.Restored = true
	} else {
		e.result.Text = "F_PORT " + e.result.Signature + "\n{\n" + definition + "}\n"
	}
	e.sizes()
	e.result.Branches = e.branches
}

// internal writes the procedures that the routine contains as lambdas, which see its variables.
func (e *emitter) internal() {
	done := map[*tree.Procedure]bool{}
	var visit func(q *tree.Procedure)
	visit = func(q *tree.Procedure) {
		if done[q] {
			return
		}
		done[q] = true
		for _, other := range e.p.Internal {
			if _, calls := q.Calls[other]; calls {
				visit(other)
			}
		}
		in := newEmitter(e.world, q, e.firstIf+len(e.branches), e.result)
		in.outer = e
		in.line = e.line
		defer func() { e.line = in.line }()
		in.body()
		if e.p.Fault != nil {
			return
		}
		in.signature()
		open := strings.Index(in.signed, "(")
		answer := strings.TrimSpace(strings.TrimSuffix(in.signed[:open], Name(q)))
		e.inner = append(e.inner, fmt.Sprintf("auto %s = [&]%s -> %s {", Name(q), in.signed[open:], answer))
		e.inner = append(e.inner, strings.Split(strings.TrimSuffix(in.definition(), "\n"), "\n")...)
		e.inner = append(e.inner, "};")
		e.branches = append(e.branches, in.branches...)
	}
	for _, q := range e.p.Internal {
		visit(q)
	}
}

// body translates the declarations and the statements.
func (e *emitter) body() {
	for _, a := range e.p.Arguments {
		e.touch(a)
		if a.Array() {
			e.dims(a)
		}
	}
	if e.p.Result != nil {
		e.touch(e.p.Result)
	}
	e.findLabels(e.p.Unit.Body, 0)
	body := e.p.Unit.Body
	for len(body) > 0 {
		names := e.p.StatementFunction(body[0])
		if names == nil {
			break
		}
		e.line = body[0].Line
		if e.functions[body[0].On[0].Text] != nil || e.p.IsIntrinsic(body[0].On[0].Text) && e.p.Scope.Known(body[0].On[0].Text) == nil {
			e.fail("give it a name of its own", "the statement function %s", body[0].On[0].Text)
		}
		e.functions[body[0].On[0].Text] = body[0]
		body = body[1:]
	}
	e.statements(body, 0)
	e.internal()
	e.line = e.p.Unit.Line
}

// definition is what stands between the braces.
func (e *emitter) definition() string {
	var b strings.Builder
	if e.packs != nil {
		b.WriteString("  f_mask f_on = f_in, f_off = f_none();\n")
		for _, a := range e.p.Arguments {
			if e.shadowed(a) {
				fmt.Fprintf(&b, "  %s h_%s = *a_%s, *const v_%s = &h_%s;\n", e.holds(a), a.Name, a.Name, a.Name, a.Name)
			}
		}
	}
	for _, list := range [][]string{e.entry, e.locals(), e.shared, e.top, e.inner, e.out, e.giveBack()} {
		for _, l := range list {
			b.WriteString("  " + l + "\n")
		}
	}
	if e.p.Result != nil {
		b.WriteString("  return v_" + e.p.Result.Name + ";\n")
	}
	return b.String()
}

// signature writes the C++ function: pointers to the arguments, and the extents of those of assumed shape.
func (e *emitter) signature() {
	var list []string
	if e.packs != nil {
		list = append(list, "const f_mask &f_in")
	}
	for _, a := range e.p.Arguments {
		if a.Type.Base == tree.Character {
			list = append(list, "f_text v_"+a.Name)
			continue
		}
		list = append(list, e.holds(a)+" *"+map[bool]string{true: "a_", false: "v_"}[e.shadowed(a)]+a.Name)
		for i, d := range a.Dims {
			if d.Assumed {
				list = append(list, fmt.Sprintf("const long e_%s_%d", a.Name, i+1))
			}
		}
	}
	answer := "void"
	if e.p.Result != nil {
		answer = e.holds(e.p.Result)
	}
	e.signed = fmt.Sprintf("%s %s(%s)", answer, Name(e.p), strings.Join(list, ", "))
	if e.outer == nil {
		e.result.Signature = e.signed
	}
}

// sizes writes the function that computes the sizes of the arguments from the numbers among them.
func (e *emitter) sizes() {
	open := strings.Index(e.result.Signature, "(")
	list := e.result.Signature[open+1 : len(e.result.Signature)-1]
	if list != "" {
		list += ", "
	}
	text := fmt.Sprintf("extern \"C\" void z_%s(%slong *sizes)\n{\n", Name(e.p), list)
	for _, l := range e.entry {
		if strings.Contains(l, "own->") {
			e.fail("give the extent as an argument", "an extent that depends on a variable which each point has for itself")
		}
		text += "  " + l + "\n"
	}
	for i, a := range e.p.Arguments {
		size, unknown := "1", "0"
		for _, d := range e.shapes[e.base(a)] {
			if d.unknown || a.Argument && len(a.Dims) == 1 && d.extent == "1" {
				unknown = "1"
				continue
			}
			size = product(size, d.extent)
		}
		text += fmt.Sprintf("  sizes[%d] = %s; sizes[%d] = %s;\n", 2*i, size, 2*i+1, unknown)
	}
	if n := len(e.p.Arguments); e.p.Filled { // behind them the extents of the result
		for i, d := range e.shapes[e.base(e.p.Arguments[n-1])] {
			text += fmt.Sprintf("  sizes[%d] = %s;\n", 2*n+i, d.extent)
		}
	}
	e.result.Sizes = text + "}\n"
}
