package kernelset

import (
	"fmt"
	"strings"

	"drawbridge/port/translate"
	"drawbridge/port/tree"
)

// Intent answers in, out or inout; without a declaration, it is what the routine does.
func Intent(p *tree.Procedure, i int) string {
	a := p.Arguments[i]
	switch {
	case a.Intent != "":
		return a.Intent
	case p.Writes(i):
		return "inout"
	}
	return "in"
}

// shape writes the extents of an array as (7,ns).
func shape(x *tree.Symbol) string {
	if !x.Array() {
		return ""
	}
	var list []string
	for _, d := range x.Dims {
		switch {
		case d.Assumed:
			list = append(list, ":")
		case d.Star:
			list = append(list, "*")
		case d.Low != nil:
			list = append(list, d.Low.String()+":"+d.High.String())
		default:
			list = append(list, d.High.String())
		}
	}
	return "(" + strings.Join(list, ",") + ")"
}

// Line is the line of one kernel.
func Line(r *translate.Routine) string {
	p := r.Procedure
	words := []string{"kernel " + translate.Name(p)}
	for i, a := range p.Arguments {
		word := Intent(p, i) + " " + a.Name + ":" + a.Type.String() + shape(a)
		if a.Optional {
			word += "?"
		}
		words = append(words, word)
	}
	if p.Result != nil {
		words = append(words, "result :"+p.Result.Type.String())
	}
	for _, x := range r.Modules {
		words = append(words, "shared "+x.Module+"%"+x.Name+":"+x.Type.String()+shape(x))
	}
	return strings.Join(words, "; ")
}

// List is the lines of all kernels.
func List(list []*translate.Routine) string {
	text := "# kernel NAME; INTENT ARGUMENT:TYPE(EXTENTS); result :TYPE; shared MODULE%VARIABLE:TYPE(EXTENTS). A ? marks an optional argument.\n"
	for _, r := range list {
		text += Line(r) + "\n"
	}
	return text
}

// NoEntry says why a routine gets no entry over points; "" when it gets one.
func NoEntry(p *tree.Procedure) string {
	for _, a := range p.Arguments {
		switch {
		case a.Type.Base == tree.Derived:
			return "the argument " + a.Name + " is of a derived type"
		case a.Array() && a.Dims[0].Assumed:
			return "the argument " + a.Name + " has an assumed shape"
		case a.Array() && a.Dims[len(a.Dims)-1].Star:
			return "the argument " + a.Name + " has an assumed size"
		}
	}
	return ""
}

// Entries writes C++ that runs the owner's compiled Fortran over points: number j of argument k at point i is
// at[k][i*point[k] + j*component[k]]. at[k] is null for an optional argument that is absent.
func Entries(list []*translate.Routine) string {
	var b strings.Builder
	b.WriteString("// Written by drawbridge port. Each points_NAME calls the Fortran routine once for each point from begin to end-1.\n")
	b.WriteString("// Value j of argument k at point i is at[k][i*point[k] + j*component[k]], in elements of its type.\n")
	b.WriteString("// Link it with the object files of the Fortran code.\n#include \"port.h\"\n#include <vector>\n" + translate.Header(list))
	for _, r := range list {
		if reason := NoEntry(r.Procedure); reason != "" {
			fmt.Fprintf(&b, "\n// %s has no entry: %s.\n", translate.Name(r.Procedure), reason)
			continue
		}
		b.WriteString("\n" + r.Sizes + entry(r))
	}
	return b.String()
}

func entry(r *translate.Routine) string {
	p := r.Procedure
	var b strings.Builder
	var types, actual, pointers []string
	for k, a := range p.Arguments {
		t := translate.CType(a.Type)
		types = append(types, t+" *")
		actual = append(actual, fmt.Sprintf("at[%d] ? v%d.data() : nullptr", k, k))
		pointers = append(pointers, fmt.Sprintf("v%d.data()", k))
	}
	answer := "void"
	last := len(p.Arguments)
	if p.Result != nil {
		answer = translate.CType(p.Result.Type)
	}
	fmt.Fprintf(&b, "extern \"C\" %s %s(%s);\n", answer, p.Linker(), strings.Join(types, ", "))
	fmt.Fprintf(&b, "extern \"C\" void points_%s(long begin, long end, void *const *at, const long *point, const long *component)\n{\n", translate.Name(p))
	fmt.Fprintf(&b, "  long sizes[%d];\n", max(1, 2*last))
	for k, a := range p.Arguments {
		fmt.Fprintf(&b, "  std::vector<%s> v%d(1);\n", translate.CType(a.Type), k)
	}
	b.WriteString("  for (long i = begin; i < end; i++) {\n")
	load := func(k int, a *tree.Symbol, count string) {
		fmt.Fprintf(&b, "    if (at[%d]) for (long j = 0; j < %s; j++) v%d[j] = ((const %s *)at[%d])[i*point[%d] + j*component[%d]];\n", k, count, k, translate.CType(a.Type), k, k, k)
	}
	for k, a := range p.Arguments {
		if !a.Array() {
			load(k, a, "1")
		}
	}
	fmt.Fprintf(&b, "    z_%s(%s);\n", translate.Name(p), strings.Join(append(pointers, "sizes"), ", "))
	for k, a := range p.Arguments {
		if a.Array() {
			fmt.Fprintf(&b, "    v%d.resize(sizes[%d] > 0 ? sizes[%d] : 1);\n", k, 2*k, 2*k)
			load(k, a, fmt.Sprintf("sizes[%d]", 2*k))
		}
	}
	call := fmt.Sprintf("%s(%s);", p.Linker(), strings.Join(actual, ", "))
	if p.Result != nil {
		call = fmt.Sprintf("((%s *)at[%d])[i*point[%d]] = %s", answer, last, last, call)
	}
	b.WriteString("    " + call + "\n")
	for k, a := range p.Arguments {
		if p.Writes(k) {
			fmt.Fprintf(&b, "    if (at[%d]) for (long j = 0; j < sizes[%d]; j++) ((%s *)at[%d])[i*point[%d] + j*component[%d]] = v%d[j];\n", k, 2*k, translate.CType(a.Type), k, k, k, k)
		}
	}
	b.WriteString("  }\n}\n")
	return b.String()
}
