package kernelset

import (
	"fmt"
	"strings"

	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// PacksHeader answers what the entries include where kernels run as packs, as packs.h.
func PacksHeader() string { return translate.PacksHeader() }

// UsePacks makes the kernels run as packs on a host, those that can; it answers their names, and the others with the reason.
func (s *Set) UsePacks() (packs []string, without []Without) {
	s.packs = map[*translate.Routine]*translate.Pack{}
	for _, r := range s.kernels {
		k := translate.Packs(r.World, r.Procedure)
		if k.Reason != "" {
			without = append(without, Without{s.named[r], k.Reason})
			continue
		}
		s.packs[r] = k
		packs = append(packs, s.named[r])
	}
	for _, n := range s.nests {
		without = append(without, Without{n.Name, "a loop over a grid"})
	}
	return packs, without
}

// AsPacks tells whether a kernel that runs as packs is a routine, or calls it.
func (s *Set) AsPacks(p *tree.Procedure) bool {
	for r := range s.packs {
		if r.Procedure.Reached()[p] {
			return true
		}
	}
	return false
}

// toPacks writes what an entry does first where its routine runs as packs: it hands over to them.
func (s *Set) toPacks(r *translate.Routine) string {
	if s.packs[r] == nil {
		return ""
	}
	return fmt.Sprintf("#ifdef __x86_64__\n  if (f_packs *packs = packs_%s()) return packs(a, region, begin, end);\n#endif\n", translate.Name(r.Procedure))
}

// packsAhead declares what the entries call of the packs behind them.
func (s *Set) packsAhead() string {
	if len(s.packs) == 0 {
		return ""
	}
	text := "\n#ifdef __x86_64__\n" + translate.PackIncludes + "typedef long f_packs(const f_array *a, const f_region *region, long begin, long end);\n"
	for _, r := range s.kernels {
		if s.packs[r] != nil {
			text += fmt.Sprintf("static f_packs *packs_%s();\n", translate.Name(r.Procedure))
		}
	}
	return text + "#endif\n"
}

// packEntries write the kernels that run as packs, for each instruction set.
func (s *Set) packEntries() string {
	if len(s.packs) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n// Packs: points side by side in SIMD registers.\n#ifdef __x86_64__\n" + translate.ForPackSets(func() (text string) {
		for k, r := range s.kernels {
			if pack := s.packs[r]; pack != nil {
				text += fmt.Sprintf("namespace n%d {\n%s%s}\n", k, pack.Text, packEntry(r, pack))
			}
		}
		return text
	}))
	for k, r := range s.kernels {
		if s.packs[r] != nil {
			name := translate.Name(r.Procedure)
			first := translate.FirstPackSet(func(set translate.PackSet) string { return fmt.Sprintf("%s::n%d::many", set.Space, k) })
			fmt.Fprintf(&b, "static f_packs *packs_%s()\n{\n%s  return nullptr;\n}\n", name, first)
		}
	}
	b.WriteString("#endif\n")
	return b.String()
}

// packEntry runs a kernel over points as packs: as many as follow each other along x, at most one in each lane.
func packEntry(r *translate.Routine, pack *translate.Pack) string {
	var b strings.Builder
	b.WriteString("static long many(const f_array *a, const f_region *region, long begin, long end)\n{\n")
	b.WriteString(countsOf(r))
	b.WriteString("  const f_floats floats;\n  f_place p = f_at(region, begin);\n  for (long t = begin; t < end;) {\n" +
		"    long n = end - t < f_lanes ? end - t : f_lanes;\n    if (region && region->points - p.x < n) n = region->points - p.x;\n    const f_mask f_in = f_first(n);\n")
	conversion := func(i int) string {
		return fmt.Sprintf("region && region->converted ? region->conversion + %d : nullptr", i)
	}
	actual := []string{"f_in"}
	values := valuesOf(r.Procedure)
	lanes := func(k int) bool { return values[k].result || pack.Lanes[k] }
	for k, v := range values {
		x := v.symbol
		t := packType(x, lanes(k))
		if v.result {
			fmt.Fprintf(&b, "    const %s v%d = %s(%s);\n", t, k, pack.Name, strings.Join(actual, ", "))
			continue
		}
		fmt.Fprintf(&b, "    %s v%d[s%d];\n", t, k, k)
		switch {
		case v.read < 0 && lanes(k):
			nothing := "0"
			if x.Type.Base == tree.Real {
				nothing = "F_NOTHING"
			}
			fmt.Fprintf(&b, "    for (long j = 0; j < s%d; j++) v%d[j] = %s;\n", k, k, nothing)
		case v.read < 0:
			fmt.Fprintf(&b, "    for (long j = 0; j < s%d; j++) f_take(F_NOTHING, v%d[j]);\n", k, k)
		case lanes(k):
			fmt.Fprintf(&b, "    if (F_THERE(%d)) for (long j = 0; j < s%d; j++) f_takeLanes(a[%d], %s, p, n, j, v%d[j]);\n", v.read, k, v.read, conversion(v.read), k)
		default:
			fmt.Fprintf(&b, "    if (F_THERE(%d)) for (long j = 0; j < s%d; j++) f_take%s(F_GET(%d, j), v%d[j]);\n", v.read, k, logical(x), v.read, k)
		}
		given := fmt.Sprintf("v%d", k)
		if x.Optional {
			given = fmt.Sprintf("%s ? v%d : nullptr", there(v), k)
		}
		actual = append(actual, given)
	}
	if r.Procedure.Result == nil {
		fmt.Fprintf(&b, "    %s(%s);\n", pack.Name, strings.Join(actual, ", "))
	}
	for k, v := range values {
		switch {
		case v.write < 0:
		case v.result:
			fmt.Fprintf(&b, "    if (F_THERE(%d)) f_giveLanes(a[%d], %s, p, n, 0, v%d);\n", v.write, v.write, conversion(v.write), k)
		case lanes(k):
			fmt.Fprintf(&b, "    if (F_THERE(%d)) for (long j = 0; j < s%d; j++) f_giveLanes(a[%d], %s, p, n, j, v%d[j]);\n", v.write, k, v.write, conversion(v.write), k)
		default:
			fmt.Fprintf(&b, "    if (F_THERE(%d)) for (long j = 0; j < s%d; j++) F_PUT(%d, j, f_give%s(v%d[j]));\n", v.write, k, v.write, logical(v.symbol), k)
		}
	}
	b.WriteString("    t += n;\n    for (long l = 0; l < n; l++) f_next(region, p);\n  }\n  return 0;\n}\n")
	return b.String()
}

// packType is the C++ type of an argument in packs.
func packType(x *tree.Symbol, lanes bool) string {
	if !lanes {
		return translate.CType(x.Type)
	}
	return map[tree.Base]string{tree.Real: "f_real", tree.Integer: "f_whole", tree.Logical: "f_mask"}[x.Type.Base]
}
