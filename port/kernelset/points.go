package kernelset

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"drawbridge/port/syntax"
	"drawbridge/port/translate"
	"drawbridge/port/tree"
)

//go:embed points.h
var pointsHeader string

// PointsHeader answers what the entries include, as points.h.
func PointsHeader() string { return pointsHeader }

// mostArrays is how many arrays a launch takes (device/cuda/driver.h).
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
		case a.Type.Base == tree.Derived:
			if reason := noParts(a); reason != "" {
				return reason
			}
		case a.Type.Base == tree.Character:
			return "the argument " + a.Name + " is text"
		case slices.ContainsFunc(a.Dims, ofComponent):
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
	for _, q := range inOrder(called(p)) {
		if r := s.of[q]; p.Owns && r != nil && strings.Contains(r.Text, "F_END(") {
			return "its points have variables for themselves, so that hosts run the C++, and in " + q.Name + " a point may end, which only Fortran can report"
		}
		if name, in := q.Keeps(); in != nil && !p.Owns {
			return "the variable " + name + " of " + in.Name + " has SAVE, and threads would share it; if each point has it for itself, say --per-point " + in.Name
		}
		if r := s.of[q]; r != nil {
			for _, x := range r.Modules {
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

// called is a procedure and all that it calls, directly or not.
func called(p *tree.Procedure) map[*tree.Procedure]bool {
	all := map[*tree.Procedure]bool{}
	var take func(p *tree.Procedure)
	take = func(p *tree.Procedure) {
		if !all[p] {
			all[p] = true
			for q := range p.Calls {
				take(q)
			}
		}
	}
	take(p)
	return all
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
	extents := map[string]bool{}
	for _, a := range p.Arguments {
		for _, d := range a.Dims {
			for _, x := range []*syntax.Expr{d.Low, d.High} {
				if x != nil {
					x.Walk(func(y *syntax.Expr) bool { extents[y.Text] = true; return true })
				}
			}
		}
	}
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

// ofComponent tells whether an extent depends on a component of a derived type.
func ofComponent(d tree.Dim) bool {
	found := false
	for _, x := range []*syntax.Expr{d.Low, d.High} {
		x.Walk(func(y *syntax.Expr) bool {
			found = found || y.Kind == syntax.Component
			return true
		})
	}
	return found
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
		if f.Type.Base == tree.Derived || f.Type.Base == tree.Character {
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

// Entries writes C++ that runs the owner's compiled Fortran over points: points_NAME calls a routine once for each point from
// begin to end-1, sizes_NAME answers how many values each argument has.
func (s *Set) Entries() string {
	var b strings.Builder
	b.WriteString("// Written by drawbridge port. Each points_NAME calls the Fortran routine once for each point from begin to end-1.\n")
	b.WriteString("// Its arrays are those that the routine reads, and behind them those that it writes, as doubles (points.h).\n")
	b.WriteString("// Link it with the object files of the Fortran code.\n#include \"port.h\"\n#include \"points.h\"\n" + translate.Header(s.all))
	for _, w := range s.without {
		fmt.Fprintf(&b, "\n// %s has no entry: %s.\n", w.Name, w.Reason)
	}
	b.WriteString(s.translated())
	b.WriteString(s.packsAhead())
	for _, r := range s.kernels {
		b.WriteString("\n" + r.Sizes + sizesOf(r) + s.entry(r))
	}
	b.WriteString(s.nestEntries())
	b.WriteString(s.packEntries())
	return b.String()
}

// translated are the routines that hosts run as C++: kernels of one point of loop nests, routines whose points have variables for
// themselves (the Fortran has each of them once, for all threads), and all that they call.
func (s *Set) translated() string {
	needed := map[*tree.Procedure]bool{}
	for _, n := range s.nests {
		for p := range called(n.Routine.Procedure) {
			needed[p] = true
		}
	}
	for _, r := range s.kernels {
		if r.Procedure.Owns {
			for p := range called(r.Procedure) {
				needed[p] = true
			}
		}
	}
	if len(needed) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n#define F_ALONE __restrict__\n#pragma GCC optimize(\"O3\")\n#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n")
	for _, r := range s.all {
		if needed[r.Procedure] {
			b.WriteString("\n" + strings.ReplaceAll(r.Text, "F_PORT ", "static inline "))
		}
	}
	return b.String()
}

// nestEntries are the entries of loop nests, in rows of points.
func (s *Set) nestEntries() string {
	var b strings.Builder
	for _, n := range s.nests {
		b.WriteString("\n" + n.sizes() + n.entry())
	}
	return b.String()
}

// sizesOf writes the function that answers the sizes of the arguments, from the values of those that are numbers.
func sizesOf(r *translate.Routine) string {
	var b strings.Builder
	name, p := translate.Name(r.Procedure), r.Procedure
	fmt.Fprintf(&b, "extern \"C\" void sizes_%s(const double *numbers, long *counts)\n{\n  (void)numbers; (void)counts;\n", name)
	var pointers []string
	values := valuesOf(p)
	for k, v := range values {
		a := v.symbol
		switch {
		case v.result:
			continue
		case v.part && k > 0 && values[k-1].of == v.of:
			continue
		case v.part || a.Array():
			pointers = append(pointers, "nullptr")
			continue
		}
		take := "f_take"
		if a.Type.Base == tree.Logical {
			take = "f_takeLogical"
		}
		fmt.Fprintf(&b, "  %s v%d;\n  %s(numbers[%d], v%d);\n", translate.CType(a.Type), k, take, k, k)
		pointers = append(pointers, fmt.Sprintf("&v%d", k))
	}
	fmt.Fprintf(&b, "  long sizes[%d];\n  z_%s(%s);\n", max(1, 2*len(p.Arguments)), name, strings.Join(append(pointers, "sizes"), ", "))
	for k, v := range values {
		switch {
		case v.part:
			fmt.Fprintf(&b, "  counts[%d] = %d;\n", k, max(1, translate.Size(v.symbol)))
		case !v.result:
			fmt.Fprintf(&b, "  counts[%d] = sizes[%d];\n", k, 2*v.of)
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// countsOf writes how many values each argument has at a point, s<k>, from those that all points share.
func countsOf(r *translate.Routine) string {
	var b strings.Builder
	p, name := r.Procedure, translate.Name(r.Procedure)
	values := valuesOf(p)
	n := max(1, len(values))
	fmt.Fprintf(&b, "  double numbers[%d] = {};\n  long counts[%d];\n", n, n)
	for k, v := range values {
		if v.extent && v.read >= 0 {
			fmt.Fprintf(&b, "  if (a[%d].at) numbers[%d] = a[%d].at[0];\n", v.read, k, v.read)
		}
	}
	fmt.Fprintf(&b, "  sizes_%s(numbers, counts);\n", name)
	for k, v := range values {
		if !v.result {
			fmt.Fprintf(&b, "  const long s%d = counts[%d] > 0 ? counts[%d] : 1;\n", k, k, k)
		}
	}
	return b.String()
}

func (s *Set) entry(r *translate.Routine) string {
	p := r.Procedure
	name := translate.Name(p)
	var b strings.Builder
	var types []string
	for _, a := range p.Arguments {
		types = append(types, translate.CType(a.Type)+" *")
	}
	answer := "void"
	if p.Result != nil {
		answer = translate.CType(p.Result.Type)
	}
	callee := p.Linker()
	if p.Owns {
		callee = name
	} else {
		fmt.Fprintf(&b, "extern \"C\" %s %s(%s) noexcept;\n", answer, callee, strings.Join(types, ", "))
	}
	fmt.Fprintf(&b, "extern \"C\" long points_%s(const f_array *a, const double *, const f_region *region, long begin, long end)\n{\n", name)
	b.WriteString(s.toPacks(r))
	b.WriteString(countsOf(r))
	b.WriteString("  const f_floats floats;\n  f_place p = f_at(region, begin);\n  for (long t = begin; t < end; t++, f_next(region, p)) {\n")
	b.WriteString(onePoint(r, callee))
	b.WriteString("  }\n  return 0;\n}\n")
	return b.String()
}

// launches writes the kernels of a GPU around the translated routines. A text that includes it defines LAUNCH_NAME for the
// kernel that it wants, THREADS, and S_<k>, how many values argument k has.
func (s *Set) launches() string {
	var b strings.Builder
	for _, r := range s.kernels {
		name := translate.Name(r.Procedure)
		fmt.Fprintf(&b, "\n#ifdef LAUNCH_%s\nextern \"C\" __global__ void __launch_bounds__(THREADS) launch_%s(const __grid_constant__ launch l)\n{\n", name, name)
		b.WriteString("  long t = blockIdx.x * (long)THREADS + threadIdx.x;\n  f_flags = l.flags;\n  F_EACH(t, l.n) {\n    const f_place p = f_at(l, t);\n")
		for k, v := range valuesOf(r.Procedure) {
			if !v.result {
				fmt.Fprintf(&b, "    constexpr long s%d = S_%d;\n", k, k)
			}
		}
		b.WriteString(onePoint(r, name))
		b.WriteString("  }\n}\n#endif\n")
	}
	for _, n := range s.nests {
		b.WriteString(n.launch())
	}
	return b.String()
}
