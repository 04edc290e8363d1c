package translate

import (
	"fmt"
	"strings"
)

// PackSet is an instruction set of packs.
type PackSet struct {
	Space string // of C++
	Bits  string // of a register
	Test  string // of the processor, in C++
	flags string
}

// PackSets are the instruction sets of packs, the widest first.
var PackSets = []PackSet{
	{"f_avx512", "512", supports("avx512f", "avx512dq", "avx512vl", "avx512bw"), "avx512f,avx512dq,avx512vl,avx512bw,fma"},
	{"f_avx2", "256", supports("avx2", "fma"), "avx2,fma"},
}

func supports(names ...string) string {
	var tests []string
	for _, name := range names {
		tests = append(tests, fmt.Sprintf("__builtin_cpu_supports(%q)", name))
	}
	return strings.Join(tests, " && ")
}

// ForPackSets writes a text once for each instruction set, in a namespace that has packs.h.
func ForPackSets(text func() string) string {
	var b strings.Builder
	b.WriteString("#ifndef F_WIDEST\n#define F_WIDEST 512 // the most bits of a register\n#endif\n#pragma GCC optimize(\"O3\")\n")
	for _, quiet := range []string{"psabi", "unused-function", "unused-variable", "unused-but-set-variable", "maybe-uninitialized", "uninitialized"} {
		fmt.Fprintf(&b, "#pragma GCC diagnostic ignored \"-W%s\"\n", quiet)
	}
	for _, set := range PackSets {
		fmt.Fprintf(&b, "#if F_WIDEST >= %s\n#pragma GCC push_options\n#pragma GCC target(\"%s\")\nnamespace %s {\n#define F_PACKS %s\n#include \"packs.h\"\n%s#undef F_PACKS\n}\n#pragma GCC pop_options\n#endif\n", set.Bits, set.flags, set.Space, set.Bits, text())
	}
	return b.String()
}

// PackIncludes are the headers that packs.h needs, outside of a namespace.
const PackIncludes = "#include <features.h>\n#include <immintrin.h>\n"

// FirstPackSet writes the statement that returns for the first instruction set which a processor has; answer says what.
func FirstPackSet(answer func(set PackSet) string) string {
	var b strings.Builder
	for _, set := range PackSets {
		fmt.Fprintf(&b, "#if F_WIDEST >= %s\n  if (%s) return %s;\n#endif\n", set.Bits, set.Test, answer(set))
	}
	return b.String()
}
