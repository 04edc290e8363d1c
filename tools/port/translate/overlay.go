package translate

import (
	"fmt"
	"slices"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// restarts says whether a variable that keeps its value gets its first value in every call: see Procedure.Memo.
func (e *emitter) restarts(x *tree.Symbol) bool {
	return x.Saved && !x.Argument && !x.OfModule() && x.Home == e.p.Scope && (x.Init != nil || x.Data != nil) && e.p.WritesOverlay(x) && e.p.Memo(e.world)
}

// firstValues writes the assignments of DATA or of a first value, which a restarted variable needs.
func (e *emitter) firstValues(x *tree.Symbol) []string {
	if x.Init == nil && x.Data == nil || x.Overlay == nil && !e.restarts(x) {
		return nil
	}
	if !x.Array() {
		v, ok := e.scalarConstant(x)
		if !ok {
			e.fail("write the value out", "the first value of %s", x.Name)
		}
		name := "v_" + x.Name
		if x.Overlay != nil {
			name = "(*" + name + ")"
		}
		return []string{fmt.Sprintf("%s = %s;", name, literal(v))}
	}
	values, ok := x.Values()
	if !ok {
		e.fail("write the values out", "the first values of %s", x.Name)
	}
	var list []string
	for i, v := range values {
		if x.Init == nil && x.Data[i] == nil { // DATA gives no value here; another variable may
			continue
		}
		list = append(list, fmt.Sprintf("v_%s[%d] = %s;", x.Name, i, literal(v)))
	}
	return list
}

// overlay declares the memory that variables share by EQUIVALENCE, and all of them.
func (e *emitter) overlay(x *tree.Symbol) {
	o := x.Overlay
	if slices.Contains(e.overlays, o) {
		return
	}
	e.overlays = append(e.overlays, o)
	if x.Keeping() && e.p.WritesOverlay(x) && !e.p.Memo(e.world) {
		e.fail("pass it as an argument, set it by an assignment, or use --per-point", "the variable %s, which keeps its value from call to call (SAVE)", x.Name)
	}
	e.warn("memory has several types (EQUIVALENCE): compile without strict aliasing")
	name := fmt.Sprintf("q_%d", len(e.overlays))
	e.shared = append(e.shared, fmt.Sprintf("F_OVERLAY(%s, %d);", name, o.Bytes))
	if x.Keeping() {
		e.shared = append(e.shared, fmt.Sprintf("for (long k = 0; k < %d; k++) %s[k] = 0;", o.Bytes, name))
	}
	for _, m := range o.Members {
		e.shared = append(e.shared, fmt.Sprintf("%s *const v_%s = (%s *)(%s + %d);", CType(m.Type), m.Name, CType(m.Type), name, m.Offset))
	}
	for _, m := range o.Members {
		e.shared = append(e.shared, e.firstValues(m)...)
	}
}

// overlaid says whether the memory of a target has other names, by which the source may read it.
func (e *emitter) overlaid(target *syntax.Expr) bool {
	x := e.p.Scope.Known(tree.Root(target))
	return x != nil && x.Overlay != nil
}
