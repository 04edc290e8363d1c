package check

import (
	"fmt"
	"strings"

	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// lanesText writes a C++ file with the packs of the routines: many_<k> runs routine k for 16 points, whose values lie side by side.
func lanesText(list []*translate.Routine, packs []*translate.Pack) string {
	var b strings.Builder
	b.WriteString("#include \"port.h\"\n#include \"types.h\"\n" + translate.PackIncludes)
	b.WriteString(translate.ForPackSets(func() string {
		text := lanesHelp
		for k, r := range list {
			if packs[k].Reason == "" {
				text += fmt.Sprintf("namespace n%d {\n%s%s}\n", k, packs[k].Text, lanesCall(r, packs[k]))
			}
		}
		return text
	}))
	for k := range list {
		if packs[k].Reason != "" {
			continue
		}
		first := translate.FirstPackSet(func(set translate.PackSet) string {
			return fmt.Sprintf("%s::n%d::many(bits, a, counts, answer)", set.Space, k)
		})
		fmt.Fprintf(&b, "extern \"C\" void many_%d(unsigned bits, void **a, const long *counts, void *answer)\n{\n%s}\n", k, first)
	}
	return b.String()
}

// lanesHelp takes the lanes of a register from 16 numbers that lie side by side, and gives them back.
const lanesHelp = `
static void f_fromLanes(f_real &x, const double *p) { for (int l = 0; l < f_lanes; l++) f_putLane(x, l, p[l]); }
static void f_fromLanes(f_whole &x, const int *p) { for (int l = 0; l < f_lanes; l++) f_putLane(x, l, p[l]); }
static void f_fromLanes(f_mask &x, const int *p)
{
  unsigned bits = 0;
  for (int l = 0; l < f_lanes; l++) bits |= (unsigned)(p[l] != 0) << l;
  x = f_ofBits(bits);
}
static void f_toLanes(const f_real &x, double *p) { for (int l = 0; l < f_lanes; l++) p[l] = f_lane(x, l); }
static void f_toLanes(const f_whole &x, int *p) { for (int l = 0; l < f_lanes; l++) p[l] = (int)f_lane(x, l); }
static void f_toLanes(const f_mask &x, int *p) { for (int l = 0; l < f_lanes; l++) p[l] = f_here(x, l); }
`

// lanesCall writes the function that takes the values of 16 points, as many at once as a register has lanes.
func lanesCall(r *translate.Routine, pack *translate.Pack) string {
	var b strings.Builder
	b.WriteString("static void many(unsigned bits, void **a, const long *counts, void *answer)\n{\n  for (int h = 0; h < 16; h += f_lanes) {\n    const f_mask f_in = f_ofBits(bits >> h & ((1u << f_lanes) - 1));\n")
	packType := map[tree.Base]string{tree.Real: "f_real", tree.Integer: "f_whole", tree.Logical: "f_mask"}
	actual := []string{"f_in"}
	for k, x := range r.Procedure.Arguments {
		t := translate.CType(x.Type)
		if !pack.Lanes[k] {
			actual = append(actual, fmt.Sprintf("(%s *)a[%d]", t, k))
			continue
		}
		fmt.Fprintf(&b, "    %s v%d[counts[%d] > 0 ? counts[%d] : 1];\n    if (a[%d]) for (long j = 0; j < counts[%d]; j++) f_fromLanes(v%d[j], (%s *)a[%d] + 16*j + h);\n", packType[x.Type.Base], k, k, k, k, k, k, t, k)
		given := fmt.Sprintf("a[%d] ? v%d : nullptr", k, k)
		actual = append(actual, given)
	}
	call := fmt.Sprintf("%s(%s)", pack.Name, strings.Join(actual, ", "))
	if x := r.Procedure.Result; x != nil {
		fmt.Fprintf(&b, "    f_toLanes(%s, (%s *)answer + h);\n", call, translate.CType(x.Type))
	} else {
		fmt.Fprintf(&b, "    (void)answer;\n    %s;\n", call)
	}
	for k, x := range r.Procedure.Arguments {
		if pack.Lanes[k] {
			fmt.Fprintf(&b, "    if (a[%d]) for (long j = 0; j < counts[%d]; j++) f_toLanes(v%d[j], (%s *)a[%d] + 16*j + h);\n", k, k, k, translate.CType(x.Type), k)
		}
	}
	b.WriteString("  }\n}\n")
	return b.String()
}

// lanesRows declares many_<k>, and says which arguments have a number of each lane.
func lanesRows(k int, r *translate.Routine, pack *translate.Pack) (declaration, many, lanes string) {
	if pack == nil || pack.Reason != "" {
		return "", "0", "0"
	}
	flags := make([]string, 0, len(pack.Lanes)+1)
	for _, is := range pack.Lanes {
		flags = append(flags, map[bool]string{true: "1", false: "0"}[is])
	}
	flags = append(flags, "0")
	return fmt.Sprintf("extern \"C\" void many_%d(unsigned, void **, const long *, void *);\nstatic const int lanes_%d[] = {%s};\n", k, k, strings.Join(flags, ", ")),
		fmt.Sprintf("many_%d", k), fmt.Sprintf("lanes_%d", k)
}
