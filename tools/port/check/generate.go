package check

import (
	_ "embed"
	"fmt"
	"strings"

	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

//go:embed driver.h
var driverHeader string

//go:embed compare.h
var compareHeader string

//go:embed checked.h
var checkedHeader string

// Range is the interval that the owner gives for an argument or a variable of a module.
type Range struct{ Low, High float64 }

//go:embed lanes.h
var lanesHeader string

//go:embed gpu.h
var gpuHeader string

// driver writes the program that compares the routines; packs are theirs, or nil.
func driver(list []*translate.Routine, packs []*translate.Pack, o Options) string {
	ranges, setup := o.Ranges, o.Setup != ""

	branches := 0
	for _, r := range list {
		branches = max(branches, r.First+len(r.Branches))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "#define F_BRANCHES %d\n#include \"driver.h\"\n#define F_PORT extern \"C\"\n#include \"types.h\"\n", branches)
	if setup {
		b.WriteString("extern \"C\" void port_setup_();\n")
	}
	fmt.Fprintf(&b, "static const f_range_of nowhere = {0, 0, 0};\n")
	b.WriteString(pool(list))
	moved, modules := packs != nil || o.GPU, make([][]*tree.Symbol, len(list))
	for k, r := range list {
		b.WriteString(prototypes(r))
		modules[k] = translate.Shared(needs(r, list))
		b.WriteString(tables(k, r, modules[k], ranges))
		b.WriteString(calls(k, r, changed(r, modules[k]), moved))
	}
	var rows strings.Builder
	for k, r := range list {
		var pack *translate.Pack
		if packs != nil {
			pack = packs[k]
		}
		declaration, many, lanes := lanesRows(k, r, pack)
		b.WriteString(declaration)
		device, deviceLanes, answer, fused := "0", "0", "0", "nullptr"
		if o.GPU {
			declaration, device, deviceLanes = gpuRows(k, r, list)
			b.WriteString(declaration)
		}
		if moved {
			fused = fmt.Sprintf("fused_%d", k)
		}
		if r.Procedure.Result != nil {
			answer = fmt.Sprintf("answer_%d", k)
		}
		fmt.Fprintf(&rows, "  {\"%s\", arguments_%d, %d, variables_%d, %d, %s, sizes_%d, checked_%d, plain_%d, owner_%d, %d, %d, %s, %s, %d, %s, %s, %s},\n", r.Procedure.Label(), k,
			len(r.Procedure.Arguments)+len(changed(r, modules[k])), k, len(modules[k]), answer, k, k, k, k, r.First, len(r.Branches), many, lanes, map[bool]int{true: 1}[r.Restored], fused, device, deviceLanes)
	}
	b.WriteString("static const f_case f_cases[] = {\n" + rows.String() + "};\nint main(int count, char **words)\n{\n  if (count < 4) return 2;\n")
	flag := "0"
	if setup {
		b.WriteString("  port_setup_();\n")
		flag = "1"
	}
	fmt.Fprintf(&b, "  const int k = atoi(words[1]);\n  if (count > 4) f_gpu.text = words[4];\n  if (k < 0 || k >= %d) return 2;\n  return f_run(f_cases[k], atol(words[2]), (unsigned long long)atoll(words[3]), %s);\n}\n", len(list), flag)
	return b.String()
}

// pool writes the strings of the routines, of which their text arguments get their values.
func pool(list []*translate.Routine) string {
	known := map[string]bool{}
	var texts []string
	for _, r := range list {
		for _, s := range translate.Texts(r.Procedure) {
			if quoted := fmt.Sprintf("%q", s); !known[quoted] && len(texts) < 500 {
				known[quoted] = true
				texts = append(texts, quoted)
			}
		}
	}
	texts = append(texts, "\"A\"", "\"u\"", "\" \"")
	return fmt.Sprintf("static const char *const some_texts[] = {%s};\nconst char *f_someText(long k) { return some_texts[k %% %d]; }\n", strings.Join(texts, ", "), len(texts))
}

// prototypes declares the routine three times: plain, checked and the owner's.
func prototypes(r *translate.Routine) string {
	name := translate.Name(r.Procedure)
	checked := strings.Replace(r.Signature, name+"(", "c_"+name+"(", 1) + ";\nextern \"C\" " + strings.Replace(r.Signature, name+"(", "m_"+name+"(", 1)
	var list []string
	for _, a := range r.Procedure.Arguments {
		if a.Class {
			list = append(list, "f_class *")
		} else if assumed(a) > 0 {
			list = append(list, "f_descriptor *")
		} else {
			list = append(list, pointed(a)+" *")
		}
	}
	if last := len(list) - 1; r.Procedure.Filled { // the result comes first, with its bounds
		list = append([]string{"f_descriptor *"}, list[:last]...)
	}
	answer := "void"
	if r.Procedure.Result != nil {
		answer = translate.CType(r.Procedure.Result.Type)
	}
	zero := r.Sizes[:strings.Index(r.Sizes, "\n")]
	for _, a := range r.Procedure.Arguments {
		if a.Type.Base == tree.Character {
			list = append(list, "size_t") // the lengths come last
		}
	}
	return fmt.Sprintf("extern \"C\" %s;\nextern \"C\" %s;\nextern \"C\" %s %s(%s);\n%s;\n", r.Signature, checked, answer, r.Procedure.Linker(), strings.Join(list, ", "), zero)
}

// pointed is the C++ type that gfortran's address of an argument points to.
func pointed(a *tree.Symbol) string {
	if a.Type.Base == tree.Character {
		return "char"
	}
	return translate.CType(a.Type)
}

// someText is the length of a text in the comparison whose length the caller gives.
const someText = 7

// textLength is the length of a text in the comparison.
func textLength(t tree.Type) int {
	if t.Kind < 0 {
		return someText
	}
	return t.Kind
}

func assumed(a *tree.Symbol) int {
	if a.Array() && a.Dims[0].Assumed {
		return len(a.Dims)
	}
	return 0
}

// fields writes the table of the numbers in one element, and of what its components lead to, but for what lies behind these.
func fields(name string, t tree.Type, depth int) string {
	var rows []string
	ahead := ""
	var add func(prefix string, t tree.Type, offset string, count int64)
	add = func(prefix string, t tree.Type, offset string, count int64) {
		if t.Base == tree.Character {
			rows = append(rows, fmt.Sprintf("{TEXT, %s, %d}", offset, textLength(t)))
			return
		}
		if t.Base != tree.Derived {
			kind := map[tree.Base]string{tree.Real: "REAL", tree.Integer: "INTEGER", tree.Logical: "LOGICAL"}[t.Base]
			rows = append(rows, fmt.Sprintf("{%s%d, %s, %d}", kind, t.Kind, offset, count))
			return
		}
		for _, f := range t.Def.Fields {
			inner := fmt.Sprintf("%s + (long)offsetof(%s, v_%s)", offset, translate.CType(t), f.Name)
			if f.Deferred != "" && depth < 2 {
				home := fmt.Sprintf("%s_%d", name, len(rows))
				ahead += fields(home, f.Type, depth+1)
				apart := map[bool]int{true: 1}[f.Deferred == "pointer" && f.Rank > 0]
				ahead += fmt.Sprintf("static const f_argument behind_%s = {\"%s\", (long)sizeof(%s), %s, count_of_%s, 0, 0, {0, 0, 0}, %d, 0, 1, 0, 0, %d};\n", home, f.Name, translate.CType(f.Type), home, home, f.Rank, apart)
				rows = append(rows, fmt.Sprintf("{BEHIND, %s, 1, &behind_%s}", inner, home))
			}
			if f.Bad != nil { // nobody reads it
				continue
			}
			n := translate.Size(f)
			if f.Type.Base == tree.Derived {
				for i := int64(0); i < n; i++ {
					add(prefix, f.Type, fmt.Sprintf("%s + %d*(long)sizeof(%s)", inner, i, translate.CType(f.Type)), 1)
				}
				continue
			}
			add(prefix, f.Type, inner, n)
		}
	}
	add(name, t, "0", 1)
	return ahead + fmt.Sprintf("static const f_field %s[] = {%s};\n", name, strings.Join(append(rows, "{TEXT, 0, 0}"), ", ")) + fmt.Sprintf("enum { count_of_%s = %d };\n", name, len(rows))
}

// tables describes the arguments, the variables of modules and the result of a routine.
func tables(k int, r *translate.Routine, modules []*tree.Symbol, ranges map[string]Range) string {
	var b strings.Builder
	p := r.Procedure
	extents := p.Extents()
	row := func(x *tree.Symbol, name, home string, n int64, kept, written bool) string {
		limit := "nowhere"
		for _, key := range []string{p.Name + "." + x.Name, x.Name} {
			if g, given := ranges[key]; given {
				limit = fmt.Sprintf("{%g, %g, 1}", g.Low, g.High)
				break
			}
		}
		flag := func(b bool) int { return map[bool]int{true: 1}[b] }
		bytes := fmt.Sprintf("(long)sizeof(%s)", translate.CType(x.Type))
		if x.Type.Base == tree.Character {
			bytes = fmt.Sprint(textLength(x.Type))
		}
		return fmt.Sprintf("  {\"%s\", %s, %s, count_of_%s, %d, %d, %s, %d, %s, %d, %d, %d, %d},\n", x.Name, bytes, name, name,
			flag(x.Optional && x.Argument), flag(extents[x.Name]), limit, assumed(x), home, n, flag(kept), flag(written), map[bool]int{true: 2, false: flag(x.Deferred == "pointer")}[x.Deferred != "" && !x.Array()])
	}
	var arguments, variables strings.Builder
	for i, a := range p.Arguments {
		name := fmt.Sprintf("fields_%d_%d", k, i)
		b.WriteString(fields(name, a.Type, 0))
		arguments.WriteString(row(a, name, "0", 0, false, p.Writes(i)))
	}
	for i, x := range modules {
		name := fmt.Sprintf("variable_%d_%d", k, i)
		b.WriteString(fields(name, x.Type, 0))
		home := translate.Variable(x)
		if x.Deferred != "" {
			home = "d_" + home
		}
		variables.WriteString(row(x, name, "(void *)&"+home, translate.Size(x), x.Init != nil || x.Data != nil, false))
		if changes(p, x) {
			arguments.WriteString(row(x, name, "0", 0, false, true))
		}
	}
	fmt.Fprintf(&b, "static const f_argument arguments_%d[] = {\n%s  {}};\nstatic const f_argument variables_%d[] = {\n%s  {}};\n", k, arguments.String(), k, variables.String())
	if p.Result != nil {
		b.WriteString(fields(fmt.Sprintf("answer_%d", k), p.Result.Type, 0))
	}
	return b.String()
}

// changes says whether a procedure, whose work is loops over a grid, writes a variable of a module; points have a copy of others.
func changes(p *tree.Procedure, x *tree.Symbol) bool {
	for name := range p.Written {
		if y := p.Scope.Known(name); y != nil && y.OfModule() && y.Module == x.Module && y.Name == x.Name && !x.PerPoint {
			return true
		}
	}
	return false
}

// changed are the places of the variables of modules that the routine writes. They count as arguments behind its own.
func changed(r *translate.Routine, modules []*tree.Symbol) (places []int) {
	for i, x := range modules {
		if changes(r.Procedure, x) {
			places = append(places, i)
		}
	}
	return places
}

// calls writes the functions that call a routine with pointers only, which bring the variables of modules that it changes to their
// places, and from there; moved: also as products and sums may be contracted.
func calls(k int, r *translate.Routine, changed []int, moved bool) string {
	p := r.Procedure
	var ours, owners, scratch, lengths []string
	for i, a := range p.Arguments {
		t := pointed(a)
		if a.Type.Base == tree.Character {
			ours = append(ours, fmt.Sprintf("f_text{(const char *)a[%d], %d}", i, textLength(a.Type)))
			owners = append(owners, fmt.Sprintf("(char *)a[%d]", i))
			lengths = append(lengths, fmt.Sprint(textLength(a.Type)))
			continue
		}
		ours = append(ours, fmt.Sprintf("(%s *)a[%d]", t, i))
		rank := assumed(a)
		for range rank {
			ours = append(ours, fmt.Sprintf("a[%d] ? n : 0", i))
		}
		if a.Class {
			scratch = append(scratch, fmt.Sprintf("f_class k%d = {a[%d], 0};", i, i))
			owners = append(owners, fmt.Sprintf("&k%d", i))
		} else if rank > 0 {
			scratch = append(scratch, fmt.Sprintf("f_descriptor d%d; f_describe(d%d, arguments_%d[%d], a[%d], n);", i, i, k, i, i))
			owners = append(owners, fmt.Sprintf("a[%d] ? &d%d : 0", i, i))
		} else {
			owners = append(owners, fmt.Sprintf("(%s *)a[%d]", t, i))
		}
	}
	if last := len(p.Arguments) - 1; p.Filled {
		scratch = append(scratch, fmt.Sprintf("f_descriptor r; f_result(r, arguments_%d[%d], a[%d], %d, [&](long *s) { sizes_%d(a, n, s); }, %d);", k, last, last, len(p.Arguments[last].Dims), k, 2*last+2))
		owners = append([]string{"&r"}, owners[:last]...)
	}
	keep := ""
	if p.Result != nil {
		keep = fmt.Sprintf("*(%s *)answer = ", translate.CType(p.Result.Type))
	}
	name := translate.Name(p)
	body := strings.Join(ours, ", ")
	sizes := strings.ReplaceAll(body, "? n : 0", "? n : n") + ", s"
	if body == "" {
		sizes = "s"
	}
	more, into, from := "", "", ""
	for i, v := range changed {
		at := len(p.Arguments) + i
		more += fmt.Sprintf(" s[%d] = f_elements(variables_%d[%d]); s[%d] = 0;", 2*at, k, v, 2*at+1)
		into += fmt.Sprintf("f_move(variables_%d[%d], a[%d], 1); ", k, v, at)
		from += fmt.Sprintf(" f_move(variables_%d[%d], a[%d], 0);", k, v, at)
	}
	run := func(kind, callee, actual string, into ...string) string {
		return fmt.Sprintf("static void %s_%d(void **a, long n, void *answer) { (void)a; (void)n; (void)answer; %s%s%s(%s);%s }\n", kind, k, strings.Join(into, ""), keep, callee, actual, from)
	}
	all := fmt.Sprintf("static void sizes_%d(void **a, long n, long *s) { (void)a; (void)n; z_%s(%s);%s }\n", k, name, sizes, more) +
		run("checked", "c_"+name, body, into) + run("plain", name, body, into) + run("owner", p.Linker(), strings.Join(append(owners, lengths...), ", "), append(scratch, into)...)
	if moved {
		all = run("fused", "m_"+name, body, into) + all
	}
	return all
}
