package kernelset

import (
	"fmt"
	"strings"

	"drawbridge/tools/port/translate"
)

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
	var some []*translate.Routine
	for _, n := range s.nests {
		some = append(some, n.Routine)
	}
	for _, r := range s.kernels {
		if r.Procedure.Owns {
			some = append(some, r)
		}
	}
	if len(some) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n#define F_ALONE __restrict__\n#pragma GCC optimize(\"O3\")\n#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n")
	for _, r := range translate.Needed(some, s.all) {
		b.WriteString("\n" + strings.ReplaceAll(r.Text, "F_PORT ", "static inline "))
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
		fmt.Fprintf(&b, "  %s v%d;\n  f_take%s(numbers[%d], v%d);\n", translate.CType(a.Type), k, logical(a), k, k)
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
		b.WriteString(launchHead(name))
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
