package nests

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/tools/port/check"
	"drawbridge/tools/port/kernelset"
	"drawbridge/tools/port/translate"
)

// Row is the line of one nest in nests.list; x, the innermost index, comes first.
func (n *Nest) Row() string {
	var indices []string
	for i := len(n.Indices) - 1; i >= 0; i-- {
		x := n.Indices[i]
		indices = append(indices, fmt.Sprintf("%s=%s:%s", x.Name, plain(x.Low.String()), plain(x.High.String())))
	}
	words := []string{"nest " + translate.Name(n.Kernel.Procedure), "of " + translate.Name(n.Of), "point " + strings.Join(indices, ",")}
	for _, a := range n.Accesses {
		word := "reads"
		if a.Written {
			word = "writes"
		}
		var reach []string
		for i := len(a.Offsets) - 1; i >= 0; i-- {
			switch o := a.Offsets[i]; {
			case !o.Used:
				reach = append(reach, "*")
			case o.Low == 0 && o.High == 0:
				reach = append(reach, "0")
			default:
				reach = append(reach, fmt.Sprintf("%d:%+d", o.Low, o.High))
			}
		}
		words = append(words, fmt.Sprintf("%s %s[%s]", word, a.Array, strings.Join(reach, ",")))
	}
	return strings.Join(words, "; ")
}

// plain writes {a+b} as (a+b).
func plain(text string) string {
	return strings.NewReplacer("{", "(", "}", ")").Replace(text)
}

// List is nests.list: for each nest a line with its reach, and the line of its kernel.
func List(list []*Nest) string {
	text := "# nest KERNEL; of ROUTINE; point INDEX=LOW:HIGH,...; reads ARRAY[REACH,...]; writes ARRAY[0,...]. x comes first; * means that the index is not a subscript.\n"
	for _, n := range list {
		text += n.Row() + "\n" + kernelset.Line(n.Kernel) + "\n"
	}
	return text
}

// Done answers the nests that have a kernel, and Refused those that have none.
func Done(list []*Routine) (done, refused []*Nest) {
	for _, r := range list {
		for _, n := range r.Nests {
			if r.Whole != nil {
				done = append(done, n)
			} else if n.Fault != nil {
				refused = append(refused, n)
			}
		}
	}
	return done, refused
}

// Text is nests.cpp: the kernels and what they call, and for a GPU a launch over a box for each.
func Text(list []*Routine) string {
	done, _ := Done(list)
	var kernels []*translate.Routine
	for _, n := range done {
		kernels = append(kernels, n.Kernel)
	}
	all := kernels
	if len(list) > 0 {
		all = list[0].all
	}
	var b strings.Builder
	routines := translate.Needed(kernels, all)
	b.WriteString(translate.Text(routines))
	hosts := translate.OnHosts(routines)
	b.WriteString("\n// Points low to low + count - 1 of each index, x first, one for each thread.\n#ifdef __CUDACC_RTC__\n")
	for _, n := range done {
		written := func(a *Access) bool { return a.Written && n.Of.Scope.Known(a.Array).OfModule() }
		if !hosts[n.Kernel.Procedure] && !slices.ContainsFunc(n.Accesses, written) { // those run on fields
			b.WriteString(launch(n))
		}
	}
	b.WriteString("#endif\n")
	return b.String()
}

// launch writes the function that a GPU launches.
func launch(n *Nest) string {
	p := n.Kernel.Procedure
	own := len(p.Arguments) - len(n.Indices)
	signature := n.Kernel.Signature
	open := strings.Index(signature, "(")
	parts := strings.Split(signature[open+1:len(signature)-1], ", ")
	parts = parts[:len(parts)-len(n.Indices)]
	var names []string
	for _, x := range parts {
		names = append(names, strings.TrimLeft(x[strings.LastIndex(x, " ")+1:], "*"))
	}
	total, body := "1", ""
	for k := len(n.Indices) - 1; k >= 0; k-- {
		x := n.Indices[k]
		parts = append(parts, "long low_"+x.Name, "long count_"+x.Name)
		t := translate.CType(p.Arguments[own+k].Type)
		body += fmt.Sprintf("  %s i_%s = (%s)(low_%s + at %% count_%s);\n  at /= count_%s;\n", t, x.Name, t, x.Name, x.Name, x.Name)
		total += "*count_" + x.Name
	}
	for _, x := range n.Indices {
		names = append(names, "&i_"+x.Name)
	}
	return fmt.Sprintf("extern \"C\" __global__ void launch_%s(%s)\n{\n  long at = blockIdx.x*(long)blockDim.x + threadIdx.x;\n  if (at >= %s) return;\n%s  %s(%s);\n}\n",
		translate.Name(p), strings.Join(parts, ", "), strings.TrimPrefix(total, "1*"), body, translate.Name(p), strings.Join(names, ", "))
}

// Compared answers the routines for a comparison with the Fortran: those with turned loops, and what they call.
func Compared(list []*Routine) []*translate.Routine {
	var wholes, found []*translate.Routine
	seen := map[*translate.Routine]bool{}
	for _, r := range list {
		if r.Whole == nil {
			continue
		}
		for _, n := range r.Nests {
			for _, x := range translate.Needed([]*translate.Routine{n.Kernel}, r.all) {
				if x != n.Kernel && !seen[x] {
					seen[x] = true
					found = append(found, x)
				}
			}
		}
		wholes = append(wholes, r.Whole)
	}
	return append(found, wholes...)
}

// Results keeps the comparisons of routines that consist of nests.
func Results(list []*Routine, results []check.Result) []check.Result {
	last := 0
	for _, r := range list {
		if r.Whole != nil {
			last++
		}
	}
	return results[len(results)-last:]
}
