// Package owners reads the kernel sets of an owner: shared libraries that hold Fortran routines which drawbridge port has
// translated, their entries over points, and a description of them.
//
// Here lives whether a file is a kernel set that this Drawbridge can use, and what its kernels are. Never here: loading
// (kernels/library), a field (properties), a launch (device).
package owners

import (
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"drawbridge/device"
	"drawbridge/device/hostmemory"
	"drawbridge/kernels/library"
	kernels "drawbridge/kernels/set"
	"drawbridge/status"
)

// Set is a kernel set that was loaded.
type Set struct {
	Path      string
	Digest    string
	kernels   *device.KernelSet
	Kernels   []*Kernel
	Without   []Without // routines that are no kernels, and why
	text      string
	variables []variable
}

// variable is one of a module of the owner's.
type variable struct {
	name, symbol string
	integer      bool // of one value of 4 or 8 bytes
	address      uintptr
	bytes        int
}

// Kernel is one routine of a set, which runs over points.
type Kernel struct {
	Name        string
	Arguments   []Argument
	Dims        int          // axes of a loop nest; 0: a routine of one point
	Expressions []Expression // of a loop nest that is arithmetic
	set         *Set
	symbol      string
	host        uintptr // of the type that kernels/doc.go says
	sizes       uintptr
}

// MostValues is how many values all arguments of a kernel may have at one point.
const MostValues = 4096

// Open loads a set for a Drawbridge of a version and a Frame of so many species (0: not known). The file is looked at before
// anything of it runs.
func Open(name, version string, species int) (*Set, error) {
	path := find(name)
	s, err := open(path, version, species)
	if err != nil {
		return nil, status.Wrap(err, "kernel set %s: %v", path, err)
	}
	return s, nil
}

// find is the path of a library: a bare name is that of one which the process has loaded, else of a file in this folder.
func find(name string) string {
	if !strings.Contains(name, "/") {
		if loaded := library.Loaded(name); loaded != "" {
			return loaded
		}
	}
	if full, err := filepath.Abs(name); err == nil {
		return full
	}
	return name
}

func open(path, version string, species int) (*Set, error) {
	c, err := inspect(path)
	if err == nil {
		err = c.accept(version, species)
	}
	if err != nil {
		return nil, err
	}
	l, err := library.Open(path)
	if err != nil {
		return nil, status.Errorf(status.NotAvailable, "the system cannot load it: %v; link all that its routines need", err)
	}
	at := l.Symbol(setSymbol)
	if at != 0 { // another library may end before this one's description does
		if err := hostmemory.Check("its description", at, int64(len(c.raw)), hostmemory.Read); err != nil {
			at = 0
		}
	}
	if at == 0 || string(library.Bytes(at, len(c.raw))) != string(c.raw) {
		return nil, status.Errorf(status.Order, "the process holds another library of this name, which it loaded before; start it again")
	}
	s := &Set{Path: path, Digest: c.Digest, Without: c.Without, text: string(c.text), kernels: device.NewKernelSet(path, kernels.BuiltIn().Sources(), c.Digest)}
	for _, k := range c.Kernels {
		own := &Kernel{Name: strings.ToLower(k.Name), Arguments: k.Arguments, Dims: k.Dims, Expressions: k.Expressions, set: s, symbol: k.Symbol, host: l.Symbol("points_" + k.Symbol), sizes: l.Symbol("sizes_" + k.Symbol)}
		if own.host == 0 || own.sizes == 0 {
			return nil, status.Errorf(status.NotAvailable, "it does not export points_%s and sizes_%s; compile points.cpp into it, and strip nothing that is exported", k.Symbol, k.Symbol)
		}
		s.Kernels = append(s.Kernels, own)
	}
	return s, s.findVariables(l, c)
}

// findVariables reads where the variables of modules lie.
func (s *Set) findVariables(l *library.Library, c contents) error {
	table := l.Symbol(variablesSymbol)
	if table == 0 && len(c.Variables) > 0 {
		return status.Errorf(status.NotAvailable, "it does not export %s; compile set.cpp into it, and strip nothing that is exported", variablesSymbol)
	}
	total := 0
	for i, v := range c.Variables {
		const row = 16 // an address, and a count of bytes
		entry := library.Bytes(table+uintptr(row*i), row)
		address, bytes := binary.NativeEndian.Uint64(entry), int64(binary.NativeEndian.Uint64(entry[8:]))
		if address == 0 || bytes <= 0 || bytes > int64(mostTable-total) {
			return status.Errorf(status.NotAvailable, "the variable %s of %d bytes cannot be taken, at most %d bytes are taken of all", v.Name, bytes, mostTable)
		}
		integer := v.Count == 1 && strings.HasPrefix(v.Type, "integer") && (bytes == 4 || bytes == 8)
		s.variables = append(s.variables, variable{v.Name, v.Symbol, integer, uintptr(address), int(bytes)})
		total += int(bytes)
	}
	return nil
}

// doubles is how many of them a variable takes in the block.
func (v variable) doubles() int { return (v.bytes + 7) / 8 }

// Block is what the variables of modules hold now, one after the other; nil where the kernels read none.
func (s *Set) Block() []float64 {
	var block []float64
	for _, v := range s.variables {
		part := make([]float64, v.doubles())
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&part[0])), 8*len(part)), library.Bytes(v.address, v.bytes))
		block = append(block, part...)
	}
	return block
}

// Names of what a kernel reads, of these what may be left out, and of what it writes.
func (k *Kernel) Names() (reads, optional, writes []string) {
	for _, a := range k.Arguments {
		if a.Read {
			reads = append(reads, a.Name)
		}
		if a.Read && a.Optional {
			optional = append(optional, a.Name)
		}
		if a.Write {
			writes = append(writes, a.Name)
		}
	}
	return reads, optional, writes
}

// Whole tells whether an argument is an integer.
func (k *Kernel) Whole(argument string) bool {
	return slices.ContainsFunc(k.Arguments, func(a Argument) bool { return a.Name == argument && strings.HasPrefix(a.Type, "integer") })
}

// In tells whether the routine of the kernel stands in a module.
func (k *Kernel) In(module string) bool { return strings.HasPrefix(k.symbol, "p_"+module+"_") }

// Set is the set that the kernel belongs to.
func (k *Kernel) Set() *Set { return k.set }

// Host is the address of its entry over points.
func (k *Kernel) Host() uintptr { return k.host }

// Widths answers how many values each argument has at a point now, with these numbers for arguments. Extents may depend on
// variables of modules: they change when those do.
func (k *Kernel) Widths(numbers map[string]float64) (map[string]int, error) {
	values, counts := make([]float64, len(k.Arguments)+1), make([]int64, len(k.Arguments)+1)
	for i, a := range k.Arguments {
		if v, given := numbers[a.Name]; given {
			values[i] = v
		} else if a.Extent && a.Read {
			return nil, status.Errorf(status.Argument, "%s is an extent of other arguments: give a number for it, as %s=3", a.Name, a.Name)
		}
	}
	library.Sizes(k.sizes, values, counts)
	widths, total := map[string]int{}, int64(0)
	for i, a := range k.Arguments {
		n := counts[i]
		if a.Result || a.Shape == "" && a.Reach == nil {
			n = 1
		}
		if n < 1 || n > MostValues || total > MostValues {
			return nil, status.Errorf(status.Shape, "%s%s has %d values now; 1 to %d expected of all arguments together%s", a.Name, a.Shape, n, MostValues, k.set.hint())
		}
		total += n
		widths[a.Name] = int(n)
	}
	if total > MostValues {
		return nil, status.Errorf(status.Shape, "its arguments have %d values at a point, at most %d expected", total, MostValues)
	}
	return widths, nil
}

// hint says what extents may depend on.
func (s *Set) hint() string {
	var list []string
	for _, v := range s.variables {
		if n, is := v.whole(); is {
			list = append(list, fmt.Sprintf("%s is %d", v.name, n))
		}
	}
	if list == nil {
		return ""
	}
	return " (" + strings.Join(list, ", ") + "); load_kernels comes after the owner's modules have their values"
}

// whole is the value of a variable that is one integer.
func (v variable) whole() (int64, bool) {
	if !v.integer {
		return 0, false
	}
	b := library.Bytes(v.address, v.bytes)
	if v.bytes == 4 {
		return int64(int32(binary.NativeEndian.Uint32(b))), true
	}
	return int64(binary.NativeEndian.Uint64(b)), true
}

const leastRoom = 16

// LeastRoom is what room answers at least.
func (k *Kernel) LeastRoom() int { return leastRoom }

// room is how large arrays with extents that are not known before may be on a GPU.
func (k *Kernel) room(widths map[string]int, numbers map[string]float64) int {
	most := leastRoom / 2
	for _, n := range widths {
		most = max(most, n)
	}
	for _, x := range numbers {
		if x == math.Trunc(x) && x <= MostValues {
			most = max(most, int(x))
		}
	}
	for _, v := range k.set.variables {
		if n, is := v.whole(); is && n <= MostValues {
			most = max(most, int(n))
		}
	}
	return 2 * most
}
