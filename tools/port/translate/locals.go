package translate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drawbridge/tools/port/tree"
)

// locals declares the variables in use.
func (e *emitter) locals() []string {
	var list []string
	for _, x := range e.order {
		if x.Argument {
			continue
		}
		switch {
		case x.Follows():
			list = append(list, fmt.Sprintf("%s *v_%s = nullptr;", CType(x.Type), x.Name))
		case e.constant(x):
			values, ok := x.Values()
			if !ok {
				e.fail("write the values out", "the constant table %s", x.Name)
			}
			texts := make([]string, len(values))
			for i, v := range values {
				texts[i] = literal(v)
			}
			list = append(list, fmt.Sprintf("static const %s %s[%d] = {%s};", CType(x.Type), e.base(x), max(1, len(values)), strings.Join(texts, ", ")))
		case x.Array():
			var extents []string
			for _, d := range e.dims(x) {
				extents = append(extents, d.extent)
			}
			size := product(extents...)
			if n, err := strconv.ParseInt(strings.TrimSuffix(size, "L"), 10, 64); err == nil && n > mostLocal {
				e.fail("pass it as an argument", "the local array %s of %d values", x.Name, n)
			}
			list = append(list, local(e.holds(x), "v_"+x.Name, size))
			list = append(list, e.firstValues(x)...)
		case e.restarts(x):
			list = append(list, fmt.Sprintf("%s v_%s;", CType(x.Type), x.Name))
			list = append(list, e.firstValues(x)...)
		case x.Type.Base == tree.Character:
			list = append(list, fmt.Sprintf("F_TEXT(v_%s, %d);", x.Name, x.Type.Kind))
		case e.packs != nil:
			list = append(list, fmt.Sprintf("%s v_%s{};", e.holds(x), x.Name))
		default:
			list = append(list, fmt.Sprintf("F_VARIABLE(%s, v_%s);", CType(x.Type), x.Name))
		}
	}
	return list
}

// product writes the number of elements of some extents.
func product(extents ...string) string {
	all := "1"
	for _, b := range extents {
		x, err1 := strconv.ParseInt(strings.TrimSuffix(all, "L"), 10, 64)
		y, err2 := strconv.ParseInt(strings.TrimSuffix(b, "L"), 10, 64)
		switch {
		case all == "1":
			all = b
		case b == "1":
		case err1 == nil && err2 == nil && (x == 0 || y <= math.MaxInt64/x): // int would overflow
			all = wide(x * y)
		default:
			all += "*" + b
		}
	}
	return all
}

// wide writes a number of elements, as long where int could not hold it.
func wide(n int64) string {
	if n > math.MaxInt32 {
		return fmt.Sprintf("%dL", n)
	}
	return fmt.Sprint(n)
}

// mostLocal is the largest number of values of a local array of constant size: more would not fit on a stack.
const mostLocal = 1 << 20

// constant says whether an array is a table: a parameter, or one with values that nothing writes.
func (e *emitter) constant(x *tree.Symbol) bool {
	if e.outer != nil && x.Home == e.outer.p.Scope {
		return e.outer.constant(x)
	}
	return x.Parameter || (x.Init != nil || x.Data != nil) && !x.OfModule() && !e.p.Written[x.Name] && x.Overlay == nil
}

// touch notes that a variable is in use, and refuses those that keep values from call to call.
func (e *emitter) touch(x *tree.Symbol) {
	if x.Type.Base == tree.Derived {
		e.define(x.Type.Def)
	}
	if e.outer != nil && x.Home == e.outer.p.Scope {
		e.outer.touch(x)
		return
	}
	key := x.Name
	if x.OfModule() || x.Parameter && x.Home != e.p.Scope {
		key = x.Module + "%" + key
	}
	if e.declared[key] {
		return
	}
	e.declared[key] = true
	if x.PerPoint {
		e.owned(x)
	}
	if x.OfModule() {
		if x.Saved && x.Type.Base == tree.None {
			e.fail("declare it", "the module variable %s", x.Name)
		}
		e.result.Modules = append(e.result.Modules, x)
		return
	}
	if x.PerPoint {
		return
	}
	if x.Overlay != nil {
		e.overlay(x)
		return
	}
	if x.Saved && !x.Argument && !e.p.Transient(e.world, x) && !(e.p.Written[x.Name] && e.p.Memo(e.world)) {
		if e.p.Written[x.Name] {
			e.fail("pass it as an argument, set it by an assignment, or use --per-point", "the variable %s, which keeps its value from call to call (SAVE)", x.Name)
		}
		if x.Init == nil && x.Data == nil {
			e.fail("give it a value", "the saved variable %s, which nothing sets", x.Name)
		}
	}
	e.order = append(e.order, x)
}

func (e *emitter) define(d *tree.Definition) {
	if d.Trouble() != nil || slices.Contains(e.result.Types, d) { // one that is refused may hold itself
		return
	}
	for _, f := range d.Fields {
		if f.Type.Base == tree.Derived && f.Bad == nil {
			e.define(f.Type.Def)
		}
	}
	if slices.Contains(e.result.Types, d) {
		return
	}
	e.result.Types = append(e.result.Types, d)
	for _, f := range d.Fields {
		if f.Type.Base == tree.Derived && f.Deferred != "" { // which may lead to this one
			e.define(f.Type.Def)
		}
	}
}
