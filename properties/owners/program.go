package owners

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/device"
)

const mostConstant = 56 << 10 // bytes of constant memory that a kernel's variables may take

// variants are what a GPU measures; the first is taken where nothing is measured. Where extents are constants, the compiler unrolls
// the loops over them and keeps short arrays in registers. Few blocks at a time leave each the more of the first cache, where arrays
// lie that registers do not hold. Where a bound leaves a thread fewer registers, more blocks run at a time: a division waits for
// itself, and others fill the time.
//
// Variables of modules lie in constant memory, whose first cache holds 2 KB, or in global memory, which the first cache holds
// as well: each species reads its own numbers, and 20 of them have more than 2 KB.
var variants = []struct {
	name     string
	threads  int  // of a block
	constant bool // extents are
	global   bool // variables of modules lie in global memory
	resident int  // blocks of a multiprocessor at a time; 0: as many as fit
	least    int  // blocks that must fit, so that registers are bounded; 0: none
}{
	{name: "point_extents", threads: 128, constant: true},
	{name: "point_extents_small", threads: 64, constant: true},
	{name: "point_extents_5", threads: 128, constant: true, least: 5},
	{name: "point_extents_6", threads: 128, constant: true, least: 6},
	{name: "point_extents_global", threads: 128, constant: true, global: true},
	{name: "point_extents_global_5", threads: 128, constant: true, global: true, least: 5},
	{name: "point", threads: 128},
	{name: "point_wide", threads: 256},
	{name: "point_small", threads: 64},
	{name: "point_few", threads: 128, resident: 2},
	{name: "point_6", threads: 128, least: 6},
	{name: "point_global", threads: 128, global: true},
	{name: "point_global_wide", threads: 256, global: true},
	{name: "point_global_few", threads: 128, global: true, resident: 2},
}

// Variants are their names.
func Variants() (names []string) {
	for _, v := range variants {
		names = append(names, v.name)
	}
	return names
}

// mostConstantExtent is the largest extent that is a constant: loops over more are not unrolled (docs/notes/port.md).
const mostConstantExtent = 32

// Program is the kernel in the forms that devices want. The text for a GPU holds the sizes of the arguments. Bit i of scaled: array
// i is in another unit than the routine's.
func (k *Kernel) Program(widths map[string]int, numbers map[string]float64, scaled uint64) device.Program {
	p := device.Program{Name: k.Name, Host: k.host, Set: k.set.kernels, Symbol: "launch_" + k.symbol, Once: k.changes()}
	extents := k.extents(widths)
	for _, v := range variants {
		if v.global && len(k.set.variables) == 0 {
			continue
		}
		constants := k.constants(widths, numbers, scaled, v.global)
		if v.constant {
			if extents == "" {
				continue
			}
			constants = extents + constants
		}
		if v.resident > 0 {
			constants += "#define F_FEW\n"
		}
		if v.least > 0 {
			constants += fmt.Sprintf("#define F_BOUNDS THREADS, %d\n", v.least)
		}
		unit := fmt.Sprintf("// Kernel %s of the kernel set %s.\n#define THREADS %d\n%s#include \"launch_cuda.h\"\n%s", k.Name, k.set.Path, v.threads, constants, k.set.text)
		p.Variants = append(p.Variants, device.Variant{Name: v.name, Unit: unit, Launch: device.Geometry{Threads: v.threads, Points: v.threads, Resident: v.resident}})
	}
	return p
}

// changes tells whether the kernel writes what it reads: then running it twice is not running it once.
func (k *Kernel) changes() bool {
	return slices.ContainsFunc(k.Arguments, func(a Argument) bool { return a.Read && a.Write })
}

// fixed answers the value of a variable that is the extent of an argument: while the kernel is in use, a change is refused. With it
// the compiler knows how often loops over it run, and keeps short arrays in registers.
func (k *Kernel) fixed(v variable, widths map[string]int) (int64, bool) {
	n, is := v.whole()
	if !is {
		return 0, false
	}
	short := v.name[strings.LastIndex(v.name, "%")+1:]
	for _, other := range k.set.variables {
		if other != v && strings.HasSuffix(other.name, "%"+short) {
			return 0, false // which of them is meant is not known here
		}
	}
	if slices.ContainsFunc(k.Arguments, func(a Argument) bool { return a.Name == short }) {
		return 0, false
	}
	return n, slices.ContainsFunc(k.Arguments, func(a Argument) bool {
		return !a.Result && a.Reach == nil && a.Shape == "("+short+")" && int64(widths[a.Name]) == n
	})
}

// extents define the variables that are constants; "" if there are none.
func (k *Kernel) extents(widths map[string]int) string {
	text := ""
	for _, v := range k.set.variables {
		if n, fixed := k.fixed(v, widths); fixed && n <= mostConstantExtent {
			text += fmt.Sprintf("#define V_%s %d\n", v.symbol, n)
		}
	}
	return text
}

// constants specialise the text for a GPU.
func (k *Kernel) constants(widths map[string]int, numbers map[string]float64, scaled uint64, global bool) string {
	var b strings.Builder
	define := func(name string, value any) { fmt.Fprintf(&b, "#define %s %v\n", name, value) }
	room := k.room(widths, numbers)
	define("F_MOST", room)
	define("F_MOST2", (room/2+1)*(room/2+1))
	if scaled != 0 {
		define("SCALED", fmt.Sprintf("0x%xULL", scaled))
	}
	doubles := 0
	for _, v := range k.set.variables {
		define("O_"+v.symbol, 8*doubles)
		doubles += v.doubles()
	}
	if doubles > 0 {
		define("F_TABLE", doubles)
		in := "__constant__"
		if global || 8*doubles > mostConstant {
			in = "__device__ F_BY_NAME"
			b.WriteString("#ifndef F_BY_NAME\n#define F_BY_NAME\n#endif\n")
		}
		define("F_TABLE_IN", in)
	}
	for i, a := range k.Arguments {
		if !a.Result {
			define(fmt.Sprintf("S_%d", i), widths[a.Name])
		}
	}
	define("LAUNCH_"+k.symbol, 1)
	return b.String()
}
