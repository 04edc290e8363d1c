package kernelset

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

//go:embed points.h
var pointsHeader string

// PointsHeader answers what the entries include, as points.h.
func PointsHeader() string { return pointsHeader }

// mostArrays is how many arrays a launch takes (device/gpu/driver.h).
const mostArrays = 32

// tooMany says that a kernel has more arrays than a launch takes; "" when it has not.
func tooMany(arrays int) string {
	if arrays <= mostArrays {
		return ""
	}
	return fmt.Sprintf("it reads and writes %d arguments together, at most %d are possible (those that are read and written count twice)", arrays, mostArrays)
}

// noNest says why a loop nest cannot run on fields; "" when it can.
func (s *Set) noNest(n *Nest) string {
	list, _, _ := n.arguments()
	arrays := 0
	for _, a := range list {
		for _, is := range []bool{a.Read, a.Write} {
			if is {
				arrays++
			}
		}
	}
	if reason := tooMany(arrays); reason != "" {
		return reason
	}
	return s.shares(n.Routine.Procedure)
}

// noEntry says why a routine cannot be called over points; "" when it can.
func (s *Set) noEntry(p *tree.Procedure) string {
	if p.Private {
		return "the routine is private in its module"
	}
	if p.Result != nil && p.Result.Type.Kind == 1 {
		return "its result is logical(1)"
	}
	if p.Filled {
		return "its result is an array; write a subroutine with an argument for it"
	}
	arrays := 0
	for _, v := range valuesOf(p) {
		arrays = max(arrays, v.read+1, v.write+1)
	}
	if reason := tooMany(arrays); reason != "" {
		return reason
	}
	if !slices.ContainsFunc(valuesOf(p), func(v value) bool { return v.write >= 0 }) {
		return "it writes none of its arguments"
	}
	for _, a := range p.Arguments {
		switch {
		case a.Class:
			return "the argument " + a.Name + " is of a class; declare it with type"
		case a.Type.Base == tree.Derived:
			if reason := noParts(a); reason != "" {
				return reason
			}
		case a.Type.Kind == 1 && a.Type.Base == tree.Logical:
			return "the argument " + a.Name + " is logical(1)"
		case a.Type.Base == tree.Character:
			return "the argument " + a.Name + " is text"
		case slices.ContainsFunc(a.Bounds(), func(x *syntax.Expr) bool {
			return x.Any(func(y *syntax.Expr) bool { return y.Kind == syntax.Component })
		}):
			return "an extent of the argument " + a.Name + " is a component"
		case a.Array() && a.Dims[0].Assumed:
			return "the argument " + a.Name + " has an assumed shape; declare it with an extent, such as " + a.Name + "(n)"
		case a.Array() && a.Dims[len(a.Dims)-1].Star:
			return "the argument " + a.Name + " has an assumed size; declare it with an extent, such as " + a.Name + "(n)"
		}
	}
	return s.shares(p)
}

// shares says why several threads cannot run a routine at once, or why a library cannot read its variables.
func (s *Set) shares(p *tree.Procedure) string {
	for _, q := range inOrder(p.Reached()) {
		if r := s.of[q]; p.Owns && r != nil && strings.Contains(r.Text, "F_END(") {
			return "its points have variables for themselves, so that hosts run the C++, and in " + q.Name + " a point may end, which only Fortran can report"
		}
		if name, in := q.Keeps(); in != nil && !p.Owns {
			return "the variable " + name + " of " + in.Name + " has SAVE, and threads would share it; if each point has it for itself, say --per-point " + in.Name
		}
		if r := s.of[q]; r != nil && r.Follows {
			return q.Name + " reads what an allocatable or pointer component leads to, and a GPU does not know its memory"
		} else if r != nil {
			for _, x := range r.Modules {
				if x.Deferred != "" {
					return "the variable " + x.Module + "%" + x.Name + " of a module is " + x.Deferred + ", and a GPU does not know its memory; loops over a grid take it as a field"
				}
				if x.Type.Base == tree.Character {
					return "the variable " + x.Module + "%" + x.Name + " of a module is text"
				}
				if x.Private {
					return "the variable " + x.Module + "%" + x.Name + " is private in its module"
				}
			}
		}
	}
	return ""
}

// inOrder are procedures in the order of their files and lines.
func inOrder(all map[*tree.Procedure]bool) []*tree.Procedure {
	return slices.SortedFunc(maps.Keys(all), func(p, q *tree.Procedure) int {
		return cmp.Or(strings.Compare(p.Unit.Path, q.Unit.Path), p.Unit.Line-q.Unit.Line, strings.Compare(p.Name, q.Name))
	})
}

// value is one argument, a component of one, or the result of a kernel, with its places among the kernel's arrays: first all that
// are read, then all that are written; -1 where it is not among them.
type value struct {
	symbol      *tree.Symbol
	name        string // of a component: ARGUMENT%COMPONENT
	of          int    // the argument
	part        bool   // it is a component of that
	read, write int
	extent      bool // extents of arrays depend on it
	result      bool
}

// valuesOf numbers the arrays of a kernel.
func valuesOf(p *tree.Procedure) (list []value) {
	extents := p.Extents()
	reads := 0
	for i, a := range p.Arguments {
		parts := []value{{symbol: a, name: a.Name, extent: extents[a.Name] && !a.Array()}}
		if a.Type.Base == tree.Derived {
			parts = nil
			for _, f := range a.Type.Def.Fields {
				parts = append(parts, value{symbol: f, name: a.Name + "%" + f.Name, part: true})
			}
		}
		for _, v := range parts {
			v.of, v.read, v.write = i, -1, -1
			if Intent(p, i) != "out" {
				v.read = reads
				reads++
			}
			list = append(list, v)
		}
	}
	writes := reads
	for i := range list {
		if p.Writes(list[i].of) {
			list[i].write = writes
			writes++
		}
	}
	if p.Result != nil {
		list = append(list, value{symbol: p.Result, name: p.Result.Name, of: len(p.Arguments), read: -1, write: writes, result: true})
	}
	return list
}

// noParts says why the components of an argument cannot be taken one by one; "": they can.
func noParts(a *tree.Symbol) string {
	switch {
	case a.Array():
		return "the argument " + a.Name + " is an array of a derived type"
	case a.Optional:
		return "the argument " + a.Name + " is optional and of a derived type"
	}
	for _, f := range a.Type.Def.Fields {
		if f.Type.Base == tree.Derived || f.Type.Base == tree.Character || f.Bad != nil {
			return "the component " + a.Name + "%" + f.Name + " is " + f.Type.String()
		}
	}
	return ""
}

// logical is what the names of functions end with that take and give a logical value.
func logical(x *tree.Symbol) string {
	if x.Type.Base == tree.Logical {
		return "Logical"
	}
	return ""
}

// there asks whether an optional argument is given.
func there(v value) string {
	var list []string
	for _, i := range []int{v.read, v.write} {
		if i >= 0 {
			list = append(list, fmt.Sprintf("F_THERE(%d)", i))
		}
	}
	return strings.Join(list, " || ")
}

// onePoint writes what a kernel does at point p: values of k are v<k>, their count is s<k>.
func onePoint(r *translate.Routine, callee string) string {
	var b strings.Builder
	p := r.Procedure
	var actual []string
	values := valuesOf(p)
	for k, v := range values {
		x := v.symbol
		t := translate.CType(x.Type)
		if v.result {
			fmt.Fprintf(&b, "    const %s v%d = %s(%s);\n", t, k, callee, strings.Join(actual, ", "))
			fmt.Fprintf(&b, "    if (F_THERE(%d)) F_PUT(%d, 0, f_give%s(v%d));\n", v.write, v.write, logical(x), k)
			continue
		}
		switch {
		case !v.part:
			fmt.Fprintf(&b, "    %s v%d[s%d];\n", t, k, k)
		default: // the components lie in one structure
			if k == 0 || values[k-1].of != v.of {
				fmt.Fprintf(&b, "    %s d%d;\n", translate.CType(p.Arguments[v.of].Type), v.of)
			}
			address := map[bool]string{true: "", false: "&"}[x.Array()]
			fmt.Fprintf(&b, "    %s *const v%d = %sd%d.v_%s;\n", t, k, address, v.of, x.Name)
		}
		if v.read >= 0 {
			fmt.Fprintf(&b, "    if (F_THERE(%d)) for (long j = 0; j < s%d; j++) f_take%s(F_GET(%d, j), v%d[j]);\n", v.read, k, logical(x), v.read, k)
		} else {
			fmt.Fprintf(&b, "    for (long j = 0; j < s%d; j++) f_take(F_NOTHING, v%d[j]);\n", k, k)
		}
		given := fmt.Sprintf("v%d", k)
		if v.part {
			given = fmt.Sprintf("&d%d", v.of)
		} else if x.Optional {
			given = fmt.Sprintf("%s ? v%d : nullptr", there(v), k)
		}
		if !v.part || k == 0 || values[k-1].of != v.of {
			actual = append(actual, given)
		}
	}
	if p.Result == nil {
		fmt.Fprintf(&b, "    %s(%s);\n", callee, strings.Join(actual, ", "))
	}
	for k, v := range values {
		if v.write >= 0 && !v.result {
			fmt.Fprintf(&b, "    if (F_THERE(%d)) for (long j = 0; j < s%d; j++) F_PUT(%d, j, f_give%s(v%d[j]));\n", v.write, k, v.write, logical(v.symbol), k)
		}
	}
	return b.String()
}
