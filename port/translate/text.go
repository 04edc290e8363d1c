package translate

import (
	_ "embed"
	"fmt"
	"sort"
	"strings"

	"drawbridge/port/tree"
)

//go:embed prelude.h
var prelude string

// Prelude answers the functions that every translation includes, as port.h.
func Prelude() string { return prelude }

// All translates every procedure that can be, in the order of their calls: a refused one refuses its callers.
func All(w *tree.Program) []*Routine {
	w.Order()
	var done []*Routine
	seen := map[*tree.Procedure]bool{}
	branches := 0
	var visit func(p *tree.Procedure)
	visit = func(p *tree.Procedure) {
		if seen[p] {
			return
		}
		seen[p] = true
		var first []*tree.Procedure
		for q := range p.Calls {
			if q.Host == nil {
				first = append(first, q)
			}
		}
		sort.Slice(first, func(i, j int) bool { return Name(first[i]) < Name(first[j]) })
		for _, q := range first {
			visit(q)
		}
		if p.Fault != nil {
			return
		}
		if r := routine(w, p, branches); r != nil {
			branches += len(r.Branches)
			done = append(done, r)
			for q := range p.Calls {
				for _, other := range done {
					r.Matmul = r.Matmul || other.Procedure == q && other.Matmul
				}
			}
		}
	}
	for _, p := range w.Procedures {
		visit(p)
	}
	return done
}

// Text writes a set of routines as one C++ file, which includes port.h.
func Text(list []*Routine) string {
	var b strings.Builder
	b.WriteString("// Written by drawbridge port. Do not edit: change the Fortran, and run it again.\n#include \"port.h\"\n\n")
	b.WriteString(Header(list))
	for _, r := range list {
		b.WriteString("F_PORT " + r.Signature + ";\n")
	}
	for _, r := range list {
		fmt.Fprintf(&b, "\n// %s:%d\n%s", r.Procedure.Unit.Path, r.Procedure.Unit.Line, r.Text)
	}
	return b.String()
}

// Header writes the derived types and the variables of modules that the routines use.
func Header(list []*Routine) string {
	var b strings.Builder
	types := map[*tree.Definition]bool{}
	for _, r := range list {
		for _, d := range r.Types {
			if !types[d] {
				types[d] = true
				b.WriteString(structure(d))
			}
		}
	}
	b.WriteString(Variables(list))
	return b.String()
}

// structure writes a derived type; its components lie as gfortran lays them.
func structure(d *tree.Definition) string {
	text := "struct " + structName(d) + " { "
	for _, f := range d.Fields {
		text += cType(f.Type) + " v_" + f.Name
		if f.Array() {
			_, extents, _ := f.Shape()
			n := int64(1)
			for _, x := range extents {
				n *= x
			}
			text += fmt.Sprintf("[%d]", n)
		}
		text += "; "
	}
	return text + "};\n"
}

// Size answers how many values a variable of a module has.
func Size(x *tree.Symbol) int64 {
	n := int64(1)
	if x.Array() {
		_, extents, ok := x.Shape()
		for _, e := range extents {
			n *= e
		}
		if !ok {
			return 0
		}
	}
	return n
}

// Variables declares the variables of modules that the routines read: on a host those of the Fortran code itself,
// on a GPU copies, which are filled after the owner's initialisation.
func Variables(list []*Routine) string {
	seen := map[*tree.Symbol]bool{}
	var host, device strings.Builder
	for _, r := range list {
		for _, x := range r.Modules {
			if seen[x] {
				continue
			}
			seen[x] = true
			size := ""
			if x.Array() {
				size = fmt.Sprintf("[%d]", Size(x))
			}
			name, linker := "m_"+x.Module+"_"+x.Name, "__"+x.Module+"_MOD_"+x.Name
			fmt.Fprintf(&host, "extern %s %s%s;\n#define %s %s\n", cType(x.Type), linker, size, name, linker)
			fmt.Fprintf(&device, "__device__ %s %s%s;\n", cType(x.Type), name, size)
		}
	}
	if len(seen) == 0 {
		return ""
	}
	return "#ifdef __CUDACC_RTC__\n" + device.String() + "#else\nextern \"C\" {\n" + host.String() + "}\n#endif\n"
}

// CType is the C++ type of a Fortran type.
func CType(t tree.Type) string { return cType(t) }
