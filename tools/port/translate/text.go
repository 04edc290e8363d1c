package translate

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"drawbridge/tools/port/tree"
)

//go:embed prelude.h
var prelude string

// Prelude answers the functions that every translation includes, as port.h.
func Prelude() string { return prelude }

// All translates every procedure that can be, in the order of their calls: a refused one refuses its callers.
func All(w *tree.Program) []*Routine {
	w.Order()
	var done []*Routine
	of := map[*tree.Procedure]*Routine{}
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
			reasons(w, p, of)
			return
		}
		if r := routine(w, p, branches, of); r != nil {
			of[p] = r
			branches += len(r.Branches)
			done = append(done, r)
			for q := range p.Calls {
				r.Matmul = r.Matmul || of[q] != nil && of[q].Matmul
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
	hosts := OnHosts(list)
	for _, r := range list {
		text := fmt.Sprintf("\n// %s:%d\n%s", r.Procedure.Unit.Path, r.Procedure.Unit.Line, r.Text)
		if hosts[r.Procedure] {
			text = "\n#ifndef __CUDACC_RTC__ // it reads an allocatable or pointer array of a module" + text + "#endif\n"
		}
		b.WriteString(text)
	}
	return b.String()
}

// OnHosts are the procedures that use the descriptor of an array, or call such: a GPU has none.
func OnHosts(list []*Routine) map[*tree.Procedure]bool {
	hosts := map[*tree.Procedure]bool{}
	for _, r := range list { // callees come first
		hosts[r.Procedure] = r.Follows || slices.ContainsFunc(r.Modules, func(x *tree.Symbol) bool { return x.Deferred != "" })
		for q := range r.Procedure.Calls {
			hosts[r.Procedure] = hosts[r.Procedure] || hosts[q]
		}
	}
	return hosts
}

// Needed are those of a list that some routines are or call, directly or not, in the order of the list: callees come first.
func Needed(some, list []*Routine) []*Routine {
	reached := map[*tree.Procedure]bool{}
	for _, r := range some {
		maps.Copy(reached, r.Procedure.Reached())
	}
	return slices.DeleteFunc(slices.Clone(list), func(r *Routine) bool { return !reached[r.Procedure] })
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
	b.WriteString(OwnStructure(list))
	return b.String()
}

// structure writes a derived type; its components lie as gfortran lays them.
func structure(d *tree.Definition) string {
	text := "struct " + structName(d) + " { "
	for _, f := range d.Fields {
		n, one := Size(f), f.Unread
		if f.Bad != nil { // nobody reads it
			n *= f.Count
		} else {
			one = CType(f.Type)
		}
		text += one + " v_" + f.Name
		if f.Array() || f.Bad != nil {
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

// Shared answers the variables of modules that the routines read, each once.
func Shared(list []*Routine) (variables []*tree.Symbol) {
	seen := map[string]bool{}
	for _, r := range list {
		for _, x := range r.Modules {
			if name := Variable(x); !seen[name] {
				seen[name] = true
				variables = append(variables, x)
			}
		}
	}
	return variables
}

// Variable is the C++ name of a variable of a module.
func Variable(x *tree.Symbol) string {
	if x.Common { // routines may give the same memory different names
		return fmt.Sprintf("m_common_%s_%d_%s%d_%d", blockName(x), x.Offset, CType(x.Type), x.Type.Kind, Size(x))
	}
	return "m_" + x.Module + "_" + x.Name
}

// blockName is the name of a block where C++ has it: points may stand in it.
func blockName(x *tree.Symbol) string { return strings.ReplaceAll(x.Block(), ".", "_") }

// Variables declares the variables of modules that the routines read: on a host those of the Fortran code itself, on a GPU
// copies. Those are variables of their own, or parts of one block: F_TABLE is its size, O_NAME the byte where each begins. An
// integer may be a constant there, V_NAME.
func Variables(list []*Routine) string {
	variables := Shared(list)
	if len(variables) == 0 {
		return ""
	}
	var host, device, block strings.Builder
	for _, x := range variables {
		size, n := "", Size(x)
		t, name, linker := CType(x.Type), Variable(x), "__"+x.Module+"_MOD_"+x.Name
		value := fmt.Sprintf("(*(%s *)((char *)drawbridge_constants + O_%s))", t, name)
		if x.Type.Base == tree.Character {
			t, n = "char", int64(x.Type.Kind)
		}
		if x.Array() || t == "char" {
			size = fmt.Sprintf("[%d]", n)
			value = fmt.Sprintf("((%s *)((char *)drawbridge_constants + O_%s))", t, name)
		}
		if x.Deferred != "" && !x.Array() {
			fmt.Fprintf(&host, "extern %s *%s;\n#define d_%s %s\n#define %s (*%s)\n", t, linker, name, linker, name, linker)
			continue
		}
		if x.Deferred != "" {
			memory := fmt.Sprintf("((%s *)%s.at)", t, linker)
			if x.Deferred == "pointer" {
				memory = fmt.Sprintf("(f_strided<%s>{(char *)%s.at, %s.span})", t, linker, linker)
			}
			fmt.Fprintf(&host, "extern f_descriptor %s;\n#define d_%s %s\n#define %s %s\n", linker, name, linker, name, memory)
			continue
		}
		if x.Common {
			memory := t + " *"
			if x.Array() {
				memory = fmt.Sprintf("%s (*)[%d]", t, max(1, Size(x)))
			}
			fmt.Fprintf(&host, "extern char f_block_%s[] __asm__(\"%s\");\n#define %s (*(%s)(f_block_%s + %d))\n", blockName(x), x.Block(), name, memory, blockName(x), x.Offset)
		} else {
			fmt.Fprintf(&host, "extern %s %s%s;\n#define %s %s\n", t, linker, size, name, linker)
		}
		fmt.Fprintf(&device, "__device__ %s %s%s;\n", t, name, size)
		if x.Array() || x.Type.Base != tree.Integer {
			fmt.Fprintf(&block, "#define %s %s\n", name, value)
		} else { // V_NAME: a number that does not change while the kernel is in use, such as the number of species
			fmt.Fprintf(&block, "#ifdef V_%s\n#define %s ((%s)V_%s)\n#else\n#define %s %s\n#endif\n", name, name, t, name, name, value)
		}
	}
	return "#ifdef F_TABLE\nextern \"C\" {\nF_TABLE_IN double drawbridge_constants[F_TABLE];\n}\n" + block.String() +
		"#elif defined(__CUDACC_RTC__)\n" + device.String() + "#else\nextern \"C\" {\n" + host.String() + "}\n#endif\n"
}

// local declares an array of a routine. What has several extents may be larger on a GPU than what has one.
func local(t, name, size string) string {
	macro := "F_LOCAL"
	if strings.Contains(size, "*") {
		macro = "F_LOCAL2"
	}
	if strings.Trim(size, "0123456789*") == "" {
		macro = "F_FIXED"
	}
	return fmt.Sprintf("%s(%s, %s, %s);", macro, t, name, size)
}
