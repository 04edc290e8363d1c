package set

import (
	"io/fs"
	"sync"

	"drawbridge/kernels"
	"drawbridge/kernels/gpu"
)

// Argument is one view that a kernel reads or writes.
type Argument struct {
	Name       string
	PerSpecies bool // ns components per point instead of one
	Optional   bool // a read that may be absent: a null address then reads as NaN; a write that is computed only where it is named
	Withheld   bool // it has a place in a launch, and nobody gives it (Giving)
}

// Kernel is one line of a kernel list.
type Kernel struct {
	Name          string
	Reads, Writes []Argument // in the order of the views: all reads, then all writes
	Needs         string     // what must be given before: "nothing", "species" or "species transport"
	Meaning       string
}

// Flag is one bit of the flag word that every kernel writes.
type Flag struct {
	Name    string
	Bit     int
	Meaning string
}

// FirstNote is the lowest bit that only tells something about a point: the bits below it are
// failures, and a point that has one has NaN as its outputs.
const FirstNote = 16

// Set is a kernel set: a list, the texts for the GPU, and the compiled kernels for the CPU.
type Set struct {
	kernels    []Kernel
	flags      []Flag
	parameters []Parameter
	sources    fs.FS
	functions  func(isa, kernel string) uintptr
	isas       []string
}

// BuiltIn is Drawbridge's own kernel set. It is made once and never changes.
var BuiltIn = sync.OnceValue(func() *Set {
	return &Set{
		kernels:    parseKernels(kernels.List),
		flags:      parseFlags(kernels.Flags),
		parameters: parseParameters(kernels.Parameters),
		sources:    gpu.With(kernels.Sources),
		functions:  compiled,
		isas:       supported(),
	}
})

// Kernels are the kernels of the set in the order of its list.
func (s *Set) Kernels() []Kernel { return s.kernels }

// Kernel finds a kernel by its name.
func (s *Set) Kernel(name string) (Kernel, bool) {
	for _, k := range s.kernels {
		if k.Name == name {
			return k, true
		}
	}
	return Kernel{}, false
}

// Flags are the bits of the flag word.
func (s *Set) Flags() []Flag { return s.flags }

// Parameters are the entries of the parameter block, in the order of the list.
func (s *Set) Parameters() []Parameter { return s.parameters }

// Layout says where in the parameter block an entry lies.
func (s *Set) Layout() ParameterLayout { return newLayout(s.parameters) }

// Sources are the kernel texts for a compiler at run time, by the names used in #include lines.
func (s *Set) Sources() fs.FS { return s.sources }

// Symbol is the name of a kernel in the code that a compiler makes of its texts.
func (s *Set) Symbol(kernel string) string { return "launch_" + kernel }

// ISAs are the instruction sets that this set was compiled for and this CPU runs, best first.
func (s *Set) ISAs() []string { return s.isas }

// Function is the address of a kernel compiled for an instruction set (its C type: doc.go), or 0
// where there is none. Calling a function of an ISA that is not among ISAs() ends in SIGILL.
func (s *Set) Function(isa, kernel string) uintptr { return s.functions(isa, kernel) }
