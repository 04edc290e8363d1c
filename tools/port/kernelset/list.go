package kernelset

import (
	"strings"

	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
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
