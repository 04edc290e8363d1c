package owners

import (
	"fmt"
	"strings"

	"drawbridge/device"
)

const (
	threads      = 128      // of a block
	mostConstant = 56 << 10 // bytes of constant memory that a kernel's variables may take
)

// Program is the kernel in the forms that devices want. The text for a GPU holds the sizes of the arguments.
func (k *Kernel) Program(widths map[string]int, numbers map[string]float64) device.Program {
	var b strings.Builder
	fmt.Fprintf(&b, "// Kernel %s of the kernel set %s.\n", k.Name, k.set.Path)
	define := func(name string, value any) { fmt.Fprintf(&b, "#define %s %v\n", name, value) }
	define("THREADS", threads)
	room := k.room(widths, numbers)
	define("F_MOST", room)
	define("F_MOST2", (room/2+1)*(room/2+1))
	doubles := 0
	for _, v := range k.set.variables {
		define("O_"+v.symbol, 8*doubles)
		doubles += v.doubles()
	}
	if doubles > 0 {
		define("F_TABLE", doubles)
		in := "__constant__"
		if 8*doubles > mostConstant {
			in = "__device__"
		}
		define("F_TABLE_IN", in)
	}
	for i, a := range k.Arguments {
		if !a.Result {
			define(fmt.Sprintf("S_%d", i), widths[a.Name])
		}
	}
	define("LAUNCH_"+k.symbol, 1)
	b.WriteString("#include \"launch_cuda.h\"\n" + k.set.text)
	return device.Program{Name: k.Name, Host: k.host, Set: k.set.kernels, Symbol: "launch_" + k.symbol, Once: true,
		Variants: []device.Variant{{Name: "point", Unit: b.String(), Launch: device.Geometry{Threads: threads, Points: threads}}}}
}
