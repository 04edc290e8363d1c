package kernelset

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// Kinds of arguments of a nest's kernel.
const (
	Number = iota + 1 // the caller gives it by its name
	Field             // an array: the address of the point's own element
	Stride            // of a field along an axis, in elements
	Index             // where the point is along an axis
)

// Component is the axis of a field's components; 0 to 2 are x, y and z.
const Component = 3

// Role is what an argument of a nest's kernel is.
type Role struct {
	Kind        int
	Of          string // the field of a stride
	Axis        int    // of a stride or an index
	Times       int64  // components that a stride passes over
	Low         int64  // of an index: its value at the first point of the grid
	Count       int64  // components of a field
	Extent      string // the number by which they are multiplied; "": none
	Read, Write bool
	Reach       [3][2]int64 // how far a field is read from the point along x, y and z
	Along       [3]bool     // axes along which the field extends
}

// Expression is an assignment of a nest as an expression of Drawbridge.
type Expression struct {
	Field   string   `json:"field"`
	Text    string   `json:"text"`
	Numbers []string `json:"numbers,omitempty"`
}

// Nest is a loop nest that a library runs over the points of fields: a kernel of one point that reads neighbours.
type Nest struct {
	Name        string
	Routine     *translate.Routine
	Of          *tree.Procedure // the routine that has the loops
	Line        int
	Dims        int    // axes of the loops
	Roles       []Role // of the arguments of the routine
	Expressions []Expression
}

// Loops are the loop nests of the files: those that are kernels, and the routines whose loops are not.
type Loops struct {
	Nests   []*Nest
	Without []LoopsWithout
}

// LoopsWithout is a routine whose loops cannot be loaded.
type LoopsWithout struct {
	Of     *tree.Procedure
	Reason string
}

// has tells whether the loops of a routine are kernels, or why they are not.
func (l Loops) has(p *tree.Procedure) (is bool, reason string) {
	for _, w := range l.Without {
		if translate.Name(w.Of) == translate.Name(p) {
			return true, w.Reason
		}
	}
	return slices.ContainsFunc(l.Nests, func(n *Nest) bool { return translate.Name(n.Of) == translate.Name(p) }), ""
}

// runs tells whether a routine is the kernel of one of the nests.
func (l Loops) runs(r *translate.Routine) bool {
	return slices.ContainsFunc(l.Nests, func(n *Nest) bool { return n.Routine == r })
}

// Of answers the routines of a list that a set is made of: those of the files, by their names, from the translations that have
// the kernels of the nests, and these.
func (l Loops) Of(files, translations []*translate.Routine) []*translate.Routine {
	if translations == nil {
		return files
	}
	var list []*translate.Routine
	for _, r := range translations {
		name := translate.Name(r.Procedure)
		if l.runs(r) || slices.ContainsFunc(files, func(f *translate.Routine) bool { return translate.Name(f.Procedure) == name }) {
			list = append(list, r)
		}
	}
	return list
}

// arguments are those of the kernel's description, with their places among its arrays, by the arguments of the routine.
func (n *Nest) arguments() (list []Argument, reads, writes []int) {
	counted := map[string]bool{}
	for _, r := range n.Roles {
		counted[r.Extent] = true
	}
	read := 0
	for i, r := range n.Roles {
		reads, writes = append(reads, -1), append(writes, -1)
		if r.Kind == Stride {
			continue
		}
		x := n.Routine.Procedure.Arguments[i]
		a := Argument{Name: x.Name, Type: x.Type.String(), Read: r.Kind != Field || r.Read, Write: r.Write, Extent: counted[x.Name], Number: r.Kind == Number}
		switch r.Kind {
		case Field:
			a.Reach, a.Along = &r.Reach, &r.Along
		case Index:
			a.Index, a.Low = r.Axis+1, r.Low
		}
		list = append(list, a)
		if a.Read {
			reads[i] = read
			read++
		}
	}
	for i, r := range n.Roles {
		if r.Write {
			writes[i] = read
			read++
		}
	}
	return list, reads, writes
}

// describe is the nest in the description of the set.
func (n *Nest) describe() Kernel {
	list, _, _ := n.arguments()
	return Kernel{Name: n.Name, Symbol: n.symbol(), From: fmt.Sprintf("%s:%d", filepath.Base(n.Of.Unit.Path), n.Line), Arguments: list, Dims: n.Dims, Expressions: n.Expressions}
}

func (n *Nest) symbol() string { return translate.Name(n.Routine.Procedure) }

// numbers declares what is the same at all points: each number as n_NAME, taken from its array.
func (n *Nest) numbers(array func(i int) string) string {
	var b strings.Builder
	_, reads, _ := n.arguments()
	for i, r := range n.Roles {
		if x := n.Routine.Procedure.Arguments[i]; r.Kind == Number {
			fmt.Fprintf(&b, "  %s n_%s;\n  f_take%s(%s.at ? %s.at[0] : F_NOTHING, n_%s);\n", translate.CType(x.Type), x.Name, logical(x), array(reads[i]), array(reads[i]), x.Name)
		}
	}
	return b.String()
}

// array is the number of the array that a field's element comes from: the one that is written, if one is.
func (n *Nest) array(field string) int {
	_, reads, writes := n.arguments()
	for i, x := range n.Routine.Procedure.Arguments {
		if x.Name == field && writes[i] >= 0 {
			return writes[i]
		}
		if x.Name == field {
			return reads[i]
		}
	}
	return -1
}

// strideOf is the stride of an array that a role names.
func strideOf(r Role, array string) string {
	text := array + "." + [...]string{"point", "row", "plane", "component"}[r.Axis]
	if r.Times > 1 {
		text = fmt.Sprintf("%d*%s", r.Times, text)
	}
	return text
}

// call is the call of the kernel at one point, from what `numbers` declares. at answers the address of a field's own element,
// stride a stride, and index the value of an index.
func (n *Nest) call(at func(name string) string, stride func(r Role) string, index func(i int, r Role) string) string {
	var b strings.Builder
	var actual []string
	for i, r := range n.Roles {
		x := n.Routine.Procedure.Arguments[i]
		switch r.Kind {
		case Number:
			fmt.Fprintf(&b, "    %s v_%s = n_%s;\n", translate.CType(x.Type), x.Name, x.Name)
			actual = append(actual, "&v_"+x.Name)
		case Field:
			actual = append(actual, at(x.Name))
		case Stride:
			fmt.Fprintf(&b, "    long v_%s = %s;\n", x.Name, stride(r))
			actual = append(actual, "&v_"+x.Name)
		case Index:
			fmt.Fprintf(&b, "    %s v_%s = (%s)(%s);\n", translate.CType(x.Type), x.Name, translate.CType(x.Type), index(i, r))
			actual = append(actual, "&v_"+x.Name)
		}
	}
	fmt.Fprintf(&b, "    %s(%s);\n", n.symbol(), strings.Join(actual, ", "))
	return b.String()
}

// sizes writes the function that answers how many values each argument of the description has.
func (n *Nest) sizes() string {
	var b strings.Builder
	fmt.Fprintf(&b, "extern \"C\" void sizes_%s(const double *numbers, long *counts)\n{\n  (void)numbers;\n", n.symbol())
	places := map[string]int{}
	at := 0
	for i, r := range n.Roles {
		if r.Kind != Stride {
			places[n.Routine.Procedure.Arguments[i].Name] = at
			at++
		}
	}
	for i, r := range n.Roles {
		if r.Kind == Stride {
			continue
		}
		count := fmt.Sprint(max(1, r.Count))
		if r.Extent != "" {
			count += fmt.Sprintf("*(long)numbers[%d]", places[r.Extent])
		}
		fmt.Fprintf(&b, "  counts[%d] = %s;\n", places[n.Routine.Procedure.Arguments[i].Name], count)
	}
	b.WriteString("}\n")
	return b.String()
}

// entry writes the function of a host: rows of points, by code that a compiler can vectorise where points lie side by side.
func (n *Nest) entry() string {
	var b strings.Builder
	_, reads, writes := n.arguments()
	name := n.symbol()
	var parameters, actual, fixed []string
	add := func(parameter, argument string) {
		parameters, actual = append(parameters, parameter), append(actual, argument)
	}
	for i, r := range n.Roles {
		x := n.Routine.Procedure.Arguments[i]
		switch r.Kind {
		case Number:
			add("const "+translate.CType(x.Type)+" n_"+x.Name, "n_"+x.Name)
		case Field:
			k := n.array(x.Name)
			constant := "const "
			if r.Write {
				constant = ""
			}
			add(constant+"double *F_ALONE r_"+x.Name, fmt.Sprintf("a[%d].at + f_own(a[%d], p)", k, k))
			add("const f_array &a_"+x.Name, fmt.Sprintf("a[%d]", k))
			if r.Along[0] {
				fixed = append(fixed, fmt.Sprintf("a[%d].point == 1", k))
			}
		case Index:
			add("const long i_"+x.Name, fmt.Sprintf("(long)a[%d].at[0] + %s", reads[i], [...]string{"p.x", "p.y", "p.z"}[r.Axis]))
		}
	}
	fmt.Fprintf(&b, "template <long step> static void row_%s(const long n%s)\n{\n  for (long x = 0; x < n; x++) {\n", name, prefixed(", ", parameters))
	step := map[string]string{} // of each field along x
	for i, r := range n.Roles {
		if name := n.Routine.Procedure.Arguments[i].Name; r.Kind == Field {
			step[name] = "a_" + name + ".point"
			if r.Along[0] {
				step[name] = "(step ? step : " + step[name] + ")"
			}
		}
	}
	b.WriteString(n.call(func(field string) string { return fmt.Sprintf("(double *)r_%s + x*%s", field, step[field]) },
		func(r Role) string {
			if r.Axis == 0 {
				return step[r.Of]
			}
			return strideOf(r, "a_"+r.Of)
		},
		func(i int, r Role) string {
			text := "i_" + n.Routine.Procedure.Arguments[i].Name
			if r.Axis == 0 {
				text += " + x"
			}
			return text
		}))
	b.WriteString("  }\n}\n")
	fmt.Fprintf(&b, "extern \"C\" long points_%s(const f_array *a, const double *, const f_region *region, long begin, long end)\n{\n", name)
	b.WriteString(n.numbers(func(i int) string { return fmt.Sprintf("a[%d]", i) }))
	fixed = append(fixed, "true")
	fmt.Fprintf(&b, "  const bool beside = %s;\n  const f_floats floats;\n  for (long t = begin, n; t < end; t += n) {\n    const f_place p = f_at(region, t);\n", strings.Join(fixed, " && "))
	b.WriteString("    n = region && region->points - p.x < end - t ? region->points - p.x : end - t;\n")
	for i, r := range n.Roles {
		if r.Kind == Field && r.Read && r.Write { // it is read where it is written
			fmt.Fprintf(&b, "    f_same(a[%d], a[%d], p, n, %s);\n", reads[i], writes[i], n.counts(r))
		}
	}
	fmt.Fprintf(&b, "    if (beside) row_%s<1>(n%s);\n    else row_%s<0>(n%s);\n  }\n  return 0;\n}\n", name, prefixed(", ", actual), name, prefixed(", ", actual))
	return b.String()
}

// counts is the number of a field's components, from what `numbers` declares.
func (n *Nest) counts(r Role) string {
	if r.Extent != "" {
		return fmt.Sprintf("%d*(long)n_%s", r.Count, r.Extent)
	}
	return fmt.Sprint(r.Count)
}

func prefixed(sign string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return sign + strings.Join(list, sign)
}

// launchHead begins the kernel of a GPU that runs over points.
func launchHead(name string) string {
	return fmt.Sprintf("\n#ifdef LAUNCH_%s\nextern \"C\" __global__ void __launch_bounds__(F_BOUNDS) launch_%s(const __grid_constant__ launch l)\n{\n", name, name) +
		"  long t = blockIdx.x * (long)THREADS + threadIdx.x;\n  f_flags = l.flags;\n  F_EACH(t, l.n) {\n    const f_place p = f_at(l, t);\n"
}

// launch writes the function of a GPU.
func (n *Nest) launch() string {
	var b strings.Builder
	_, reads, writes := n.arguments()
	b.WriteString(launchHead(n.symbol()))
	view := func(i int) string { return fmt.Sprintf("f_view(l, %d)", i) }
	b.WriteString(n.numbers(view))
	for i, r := range n.Roles {
		if r.Kind == Field && r.Read && r.Write {
			fmt.Fprintf(&b, "    f_same(f_view(l, %d), f_view(l, %d), p, 1, %s);\n", reads[i], writes[i], n.counts(r))
		}
	}
	b.WriteString(n.call(func(field string) string {
		return fmt.Sprintf("l.data[%d] + f_own(f_view(l, %d), p)", n.array(field), n.array(field))
	}, func(r Role) string { return strideOf(r, view(n.array(r.Of))) },
		func(i int, r Role) string {
			return fmt.Sprintf("(long)l.data[%d][0] + %s", reads[i], [...]string{"p.x", "p.y", "p.z"}[r.Axis])
		}))
	b.WriteString("  }\n}\n#endif\n")
	return b.String()
}
