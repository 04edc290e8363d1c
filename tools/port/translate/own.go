package translate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"drawbridge/tools/port/tree"
)

// Routines whose points have variables for themselves (tree.Owner.PerPoint) are written twice: o_NAME takes the variables
// behind a pointer, as all that it calls do, and NAME is what others call. It makes the variables and gives them their first values.

// own answers the name of a variable of the point: a pointer for an array, memory for a scalar.
func own(x *tree.Symbol) string {
	if !x.Common {
		return "own->" + member(x)
	}
	code := fmt.Sprintf("((%s *)(own->b%s + %d))", CType(x.Type), blockName(x), x.Offset)
	if x.Array() {
		return code
	}
	return "(*" + code + ")"
}

// member is the name of a variable among those of a point.
func member(x *tree.Symbol) string {
	if x.OfModule() {
		return "m_" + x.Module + "_" + x.Name
	}
	return "s_" + x.Home.Module + "_" + x.Home.Unit.Name + "_" + x.Name
}

// owning is whether a procedure is called with the variables of the point.
func owning(q *tree.Procedure) bool { return q.Owns && q.Host == nil }

// owned notes that the procedure at hand uses a variable of the point.
func (e *emitter) owned(x *tree.Symbol) {
	if x.Array() && Size(x) == 0 || x.Type.Base == tree.Character {
		e.fail("give it constant extents", "the extents of %s, which each point has for itself", x.Name)
	}
	if _, known := x.Values(); !x.OfModule() && !known && (x.Init != nil || x.Data != nil) {
		e.fail("write the values out", "the first values of %s", x.Name)
	}
	e.owns()
	if !slices.Contains(e.result.Own, x) {
		e.result.Own = append(e.result.Own, x)
	}
}

func (e *emitter) owns() {
	for at := e; at != nil; at = at.outer {
		at.p.Owns = true
	}
}

// entrance writes the two functions of a routine whose points have variables for themselves.
func (e *emitter) entrance(definition string) string {
	name := Name(e.p)
	inner := strings.Replace(e.result.Signature, name+"(", "o_"+name+"(f_kept *own, ", 1)
	inner = strings.Replace(inner, ", )", ")", 1)
	text := "F_HELP " + inner + "\n{\n" + definition + "}\n"
	text += "F_PORT " + e.result.Signature + "\n{\n  f_kept all, *const own = &all;\n"
	for _, x := range e.all() {
		text += firstOwn(x)
	}
	answer := ""
	if e.p.Result != nil {
		answer = "return "
	}
	return text + fmt.Sprintf("  %so_%s(%s);\n}\n", answer, name, strings.Join(append([]string{"own"}, parameters(e.result.Signature)...), ", "))
}

// parameters are the names of the parameters of a signature.
func parameters(signature string) (names []string) {
	list := signature[strings.Index(signature, "(")+1 : len(signature)-1]
	for _, p := range strings.Split(list, ", ") {
		if words := strings.Fields(p); len(words) > 1 {
			names = append(names, strings.TrimLeft(words[len(words)-1], "*"))
		}
	}
	return names
}

// all are the variables of the point that the routine and what it calls use.
func (e *emitter) all() []*tree.Symbol {
	list := slices.Clone(e.result.Own)
	for q := range e.p.Calls {
		if r := e.done[q]; r != nil {
			for _, x := range r.Own {
				if !slices.Contains(list, x) {
					list = append(list, x)
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b *tree.Symbol) int {
		return strings.Compare(own(a)+CType(a.Type), own(b)+CType(b.Type))
	})
	e.result.Own = list
	return list
}

// firstOwn writes the first value of a variable of the point: that of the host program, or that of SAVE.
func firstOwn(x *tree.Symbol) string {
	from, to := "", own(x)
	if x.OfModule() {
		from = Variable(x)
	}
	n := Size(x)
	if x.OfModule() {
		if x.Array() {
			return fmt.Sprintf("  for (long k = 0; k < %d; k++) %s[k] = %s[k];\n", n, to, from)
		}
		return fmt.Sprintf("  %s = %s;\n", to, from)
	}
	values, known := x.Values()
	text := fmt.Sprintf("  for (long k = 0; k < %d; k++) %s[k] = 0;\n", n, to)
	if !x.Array() {
		text = fmt.Sprintf("  %s = 0;\n", to)
		if known && len(values) > 0 {
			text = fmt.Sprintf("  %s = %s;\n", to, literal(values[0]))
		}
		return text
	}
	for i := range values {
		if first := literal(values[i]); known && first != "0" {
			text += fmt.Sprintf("  %s[%d] = %s;\n", to, i, first)
		}
	}
	return text
}

// OwnStructure declares the variables that a point has for itself; "" if there are none.
func OwnStructure(list []*Routine) string {
	blocks, members := map[string]int64{}, map[string]string{}
	for _, r := range list {
		for _, x := range r.Own {
			size := Size(x)
			if x.Common {
				blocks[blockName(x)] = max(blocks[blockName(x)], x.Offset+size*int64(x.Type.Kind))
				continue
			}
			extent := ""
			if x.Array() {
				extent = fmt.Sprintf("[%d]", max(1, size))
			}
			members[member(x)] = fmt.Sprintf("  %s %s%s;\n", CType(x.Type), member(x), extent)
		}
	}
	if len(blocks)+len(members) == 0 {
		return ""
	}
	text := "struct f_kept { // what each point has for itself\n"
	for _, name := range slices.Sorted(maps.Keys(blocks)) {
		text += fmt.Sprintf("  alignas(16) char b%s[%d];\n", name, blocks[name])
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		text += members[name]
	}
	return text + "};\n"
}
