package check

import (
	"fmt"
	"strings"

	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// roomOnGPU is how long a local array may be in the comparison on a GPU, and one of several extents.
const roomOnGPU, roomOfSeveral = 64, 1024

// noGPU says why a routine is not compared on a GPU; "": it is.
func noGPU(r *translate.Routine, list []*translate.Routine) string {
	p := r.Procedure
	extents := p.Extents()
	for _, x := range translate.Shared(needs(r, list)) {
		if x.Deferred != "" {
			return "the variable " + x.Name + " of a module is " + x.Deferred
		}
	}
	if len(p.Arguments) > 40 {
		return "it has more than 40 arguments"
	}
	for i, a := range p.Arguments {
		switch {
		case !laneType(a.Type):
			return "the argument " + a.Name + " is " + a.Type.String()
		case assumed(a) > 0 || a.Array() && a.Dims[len(a.Dims)-1].Star:
			return "the argument " + a.Name + " has an open extent"
		case extents[a.Name] && p.Writes(i):
			return "it changes the extent " + a.Name
		}
	}
	if p.Result != nil && !laneType(p.Result.Type) {
		return "its result is " + p.Result.Type.String()
	}
	return ""
}

// laneType tells whether the comparison of points side by side takes a type.
func laneType(t tree.Type) bool {
	return t == tree.Type{Base: tree.Real, Kind: 8} || (t.Base == tree.Integer || t.Base == tree.Logical) && t.Kind == 4
}

// textForGPU is what NVRTC compiles for one routine: what it calls, and a kernel whose threads call it for a point each.
func textForGPU(r *translate.Routine, list []*translate.Routine) string {
	needed := needs(r, list)
	var b strings.Builder
	offsets, bytes := placesOnGPU(needed)
	fmt.Fprintf(&b, "#define F_MOST %d\n#define F_MOST2 %d\n#define F_TOO_LONG() f_too_long()\n", roomOnGPU, roomOfSeveral)
	if bytes > 0 {
		where := "__constant__"
		if bytes > 56<<10 {
			where = "__device__"
		}
		fmt.Fprintf(&b, "#define F_TABLE_IN %s\n#define F_TABLE %d\n", where, bytes/8)
	}
	for _, x := range translate.Shared(needed) {
		fmt.Fprintf(&b, "#define O_%s %d\n", translate.Variable(x), offsets[translate.Variable(x)])
	}
	b.WriteString(tooLong)
	b.WriteString(translate.Prelude() + strings.Replace(translate.Text(needed), "#include \"port.h\"\n", "", 1))
	p := r.Procedure
	var actual []string
	for k, a := range p.Arguments {
		actual = append(actual, fmt.Sprintf("l.at[%d] ? (%s *)l.at[%d] + t*l.counts[%d] : nullptr", k, translate.CType(a.Type), k, k))
	}
	call := fmt.Sprintf("%s(%s)", translate.Name(p), strings.Join(actual, ", "))
	if p.Result != nil {
		call = fmt.Sprintf("((%s *)l.at[%d])[t] = %s", translate.CType(p.Result.Type), len(p.Arguments), call)
	}
	fmt.Fprintf(&b, "struct lanes { void *at[41]; long counts[41]; unsigned bits; int *over; };\nextern \"C\" __global__ void launch_points(const __grid_constant__ lanes l)\n{\n  const int t = threadIdx.x;\n  f_over = l.over;\n  if (t >= 16 || !(l.bits >> t & 1)) return;\n  %s;\n}\n", call)
	return b.String()
}

// placesOnGPU are the bytes where the variables of modules begin, and how many all take.
func placesOnGPU(list []*translate.Routine) (offsets map[string]int64, bytes int64) {
	offsets = map[string]int64{}
	for _, x := range translate.Shared(list) {
		offsets[translate.Variable(x)] = bytes
		bytes += (int64(8*components(x.Type))*max(1, translate.Size(x)) + 15) / 16 * 16 // numbers of the largest kind
	}
	return offsets, bytes
}

// components counts the numbers of a derived type.
func components(t tree.Type) int {
	if t.Base != tree.Derived {
		return max(1, (t.Kind+7)/8)
	}
	n := 0
	for _, f := range t.Def.Fields {
		if f.Bad != nil {
			continue
		}
		n += int(max(1, translate.Size(f))) * components(f.Type)
	}
	return n
}

// gpuRows declares device_<k>, which runs 16 points of routine k on a GPU, and says which arguments have a number of each point.
func gpuRows(k int, r *translate.Routine, list []*translate.Routine) (declaration, device, lanes string) {
	if noGPU(r, list) != "" {
		return "", "0", "0"
	}
	p := r.Procedure
	extents := p.Extents()
	flags := []string{}
	for _, a := range p.Arguments {
		flags = append(flags, map[bool]string{true: "0", false: "1"}[extents[a.Name] && !a.Array()])
	}
	flags = append(flags, "0")
	offsets, _ := placesOnGPU(needs(r, list))
	var rows []string
	for _, x := range translate.Shared(needs(r, list)) {
		name := translate.Variable(x)
		rows = append(rows, fmt.Sprintf("{(const void *)&%s, (long)sizeof(%s), %d}", name, name, offsets[name]))
	}
	count := len(rows)
	rows = append(rows, "{}")
	bytes := "0"
	if p.Result != nil {
		bytes = fmt.Sprintf("(long)sizeof(%s)", translate.CType(p.Result.Type))
	}
	return fmt.Sprintf("static const int lanesOfGPU_%d[] = {%s};\nstatic const f_onGPU onGPU_%d[] = {%s};\n", k, strings.Join(flags, ", "), k, strings.Join(rows, ", ")) +
		fmt.Sprintf("static void device_%d(unsigned bits, void **a, const long *counts, void *answer) { f_manyOnGPU(arguments_%d, %d, lanesOfGPU_%d, onGPU_%d, %d, bits, a, counts, %s, %s); }\n", k, k, len(p.Arguments), k, k, count,
			map[bool]string{true: "answer", false: "((void)answer, nullptr)"}[p.Result != nil], bytes), fmt.Sprintf("device_%d", k), fmt.Sprintf("lanesOfGPU_%d", k)
}

// tooLong ends the thread of a point that needs a longer array, and says that this point is not compared.
const tooLong = `#ifndef F_END_THREAD
#define F_END_THREAD() asm volatile("exit;")
#endif
__shared__ int *f_over;
static __device__ void f_too_long()
{
  f_over[threadIdx.x] = 1;
  F_END_THREAD();
}
`

// needs is a routine and all that it calls, in the order of the list.
func needs(r *translate.Routine, list []*translate.Routine) []*translate.Routine {
	return translate.Needed([]*translate.Routine{r}, list)
}
