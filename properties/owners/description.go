package owners

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"slices"
	"strings"

	"drawbridge/files"
	"drawbridge/status"
)

// The names that the library of a set exports; tools/port/kernelset writes them.
const (
	setSymbol       = "drawbridge_kernel_set"
	textSymbol      = "drawbridge_kernel_text"
	variablesSymbol = "drawbridge_kernel_variables"
	kindsSymbol     = "drawbridge_kernel_kinds"
)

const (
	format    = 3       // of a description
	mostText  = 1 << 28 // bytes of a description, or of a text
	mostTable = 1 << 26 // bytes of all variables of modules
)

// description is what a set says about itself; tools/port/kernelset has the same.
type description struct {
	Format     int
	Drawbridge string
	Species    int
	Digest     string
	Kernels    []struct {
		Name, Symbol, From string
		Arguments          []Argument
		Dims               int
		Expressions        []Expression
	}
	Without   []Without
	Variables []struct {
		Name, Symbol, Type string
		Count              int64
	}
	Kinds []int // bytes of default real, double precision, real(4) and default integer
}

// Argument is an argument of a kernel, or its result.
type Argument struct {
	Name, Type, Shape                     string
	Read, Write, Optional, Extent, Result bool
	// Of a loop nest:
	Number bool         // one number for all points
	Reach  *[3][2]int64 // of a field: how far it is read from the point along x, y and z
	Along  *[3]bool     // axes along which the field extends
	Index  int          // where the point is along axis 1 to 3; nobody gives it
	Low    int64        // its value at the first point of the grid
}

// Expression is an assignment of a loop nest as an expression of Drawbridge, with the names of its numbers.
type Expression struct {
	Field, Text string
	Numbers     []string
}

// Without is a routine that the set was made of and that is no kernel.
type Without struct{ Name, Reason string }

// contents is what the file of a set says, before anything of it is loaded.
type contents struct {
	description
	raw, text []byte
	kinds     []int // of the Fortran in the library; see description.Kinds
}

const expected = "expected a shared library that the command of drawbridge port has built"

// inspect reads the description from the file, and runs nothing of it.
func inspect(path string) (c contents, err error) {
	if err := files.CheckLibrary(path); err != nil {
		return c, status.Errorf(status.File, "%v; %s", files.Cause(err), expected)
	}
	file, err := files.Open(path)
	if err != nil {
		return c, status.Errorf(status.File, "it cannot be read: %v; %s", files.Cause(err), expected)
	}
	defer func() { _ = file.Close() }()
	l, err := read(file)
	if err != nil {
		return c, err
	}
	if c.raw, err = l.exported(setSymbol); err == nil {
		c.text, err = l.exported(textSymbol)
	}
	if err != nil {
		return c, status.Errorf(status.File, "it is not a kernel set: %v; %s", err, expected)
	}
	if raw, err := l.exported(kindsSymbol); err == nil {
		for i := 0; i+4 <= len(raw); i += 4 {
			c.kinds = append(c.kinds, int(binary.LittleEndian.Uint32(raw[i:])))
		}
	}
	c.raw, c.text = bytes.TrimSuffix(c.raw, []byte{0}), bytes.TrimSuffix(c.text, []byte{0})
	if err := json.Unmarshal(c.raw, &c.description); err != nil {
		return c, status.Errorf(status.File, "its description is damaged: %v; build it again", err)
	}
	return c, nil
}

// exports is what an ELF file of 64 bits exports. Types and constants are those of debug/elf; its own reader also brings what
// compressed and debugging sections need, 0.3 MB of the library.
type exports struct {
	file    io.ReaderAt
	parts   []elf.Prog64
	symbols []elf.Sym64
	names   []byte
}

// read refuses a file that is shorter than its parts: reading past its end would end the process.
func read(file *os.File) (l exports, err error) {
	info, err := file.Stat()
	if err != nil {
		return l, status.Errorf(status.File, "it cannot be read: %v", files.Cause(err))
	}
	size := uint64(info.Size())
	table := func(at, bytes uint64, to any) bool {
		if at > size || bytes > min(mostText, size-at) {
			return false
		}
		return binary.Read(io.NewSectionReader(file, int64(at), int64(bytes)), binary.LittleEndian, to) == nil
	}
	var h elf.Header64
	is := table(0, uint64(binary.Size(h)), &h) && string(h.Ident[:elf.EI_DATA+1]) == elf.ELFMAG+"\x02\x01" && elf.Type(h.Type) == elf.ET_DYN &&
		int(h.Phentsize) == binary.Size(elf.Prog64{}) && (h.Shnum == 0 || int(h.Shentsize) == binary.Size(elf.Section64{}))
	if is {
		l.parts = make([]elf.Prog64, h.Phnum)
		is = table(h.Phoff, uint64(binary.Size(l.parts)), l.parts)
	}
	if !is {
		return l, status.Errorf(status.File, "it is not a shared library; %s", expected)
	}
	for _, p := range l.parts {
		if elf.ProgType(p.Type) == elf.PT_LOAD && (p.Filesz > size || p.Off > size-p.Filesz) {
			return l, status.Errorf(status.File, "it is cut off: it has %d bytes, and its parts need more; build it again", size)
		}
	}
	sections := make([]elf.Section64, h.Shnum)
	if !table(h.Shoff, uint64(binary.Size(sections)), sections) {
		return l, nil // exports nothing
	}
	for _, s := range sections {
		if elf.SectionType(s.Type) != elf.SHT_DYNSYM || int(s.Link) >= len(sections) || s.Size > mostText {
			continue
		}
		names := sections[s.Link]
		l.symbols, l.names = make([]elf.Sym64, s.Size/elf.Sym64Size), make([]byte, min(names.Size, mostText))
		if !table(s.Off, uint64(binary.Size(l.symbols)), l.symbols) || !table(names.Off, uint64(len(l.names)), l.names) {
			l.symbols = nil
		}
	}
	l.file = file
	return l, nil
}

// exported is the memory of a name that the library exports.
func (l exports) exported(name string) ([]byte, error) {
	if l.symbols == nil {
		return nil, errors.New("it exports nothing")
	}
	for _, s := range l.symbols {
		if int(s.Name) >= len(l.names) || !bytes.HasPrefix(l.names[s.Name:], []byte(name+"\x00")) || elf.SectionIndex(s.Shndx) == elf.SHN_UNDEF || s.Size == 0 || s.Size > mostText {
			continue
		}
		for _, p := range l.parts {
			if elf.ProgType(p.Type) == elf.PT_LOAD && s.Value >= p.Vaddr && s.Size <= p.Filesz && s.Value-p.Vaddr <= p.Filesz-s.Size {
				data := make([]byte, s.Size)
				if _, err := l.file.ReadAt(data, int64(p.Off+s.Value-p.Vaddr)); err != nil {
					return nil, fmt.Errorf("%s cannot be read: %w", name, err)
				}
				return data, nil
			}
		}
	}
	return nil, fmt.Errorf("it does not export %s", name)
}

// accept refuses a set that was written by another version, for another number of species, or that was changed.
func (c contents) accept(version string, species int) error {
	switch {
	case c.Drawbridge != version:
		return status.Errorf(status.NotAvailable, "it was built by Drawbridge %.40s, this is Drawbridge %s; run drawbridge port again and build it again", files.Visible(c.Drawbridge), version)
	case c.Format != format:
		return status.Errorf(status.NotAvailable, "its format is %d, expected %d; run drawbridge port again and build it again", c.Format, format)
	case c.Species != 0 && species != 0 && c.Species != species:
		return status.Errorf(status.NotAvailable, "it was built for %d species, the Frame has %d; run drawbridge port with --species %d, or without", c.Species, species, species)
	case c.digest() != c.Digest:
		return status.Errorf(status.File, "its digest does not fit its contents; build it again")
	case c.kinds == nil:
		return status.Errorf(status.NotAvailable, "it does not export %s; compile kinds.f90 into it, with the flags of the Fortran", kindsSymbol)
	case !slices.Equal(c.kinds, c.Kinds):
		return status.Errorf(status.NotAvailable, "its Fortran was compiled %s, and translated %s; give drawbridge port the same flags with --flags, or compile the Fortran without", kindsFlags(c.kinds), kindsFlags(c.Kinds))
	case len(c.Kernels) == 0:
		return status.Errorf(status.NotAvailable, "it has no kernel%s", c.reasons())
	}
	return nil
}

// kindsFlags names the flags of gfortran that give default types the kinds.
func kindsFlags(kinds []int) string {
	for flags, k := range map[string][]int{"without flags that change kinds": {4, 8, 4, 4}, "with -fdefault-real-8": {8, 16, 4, 4},
		"with -fdefault-real-8 -fdefault-double-8": {8, 8, 4, 4}, "with -freal-4-real-8": {8, 8, 8, 4}, "with -fdefault-integer-8": {4, 8, 4, 8}} {
		if slices.Equal(kinds, k) {
			return flags
		}
	}
	return fmt.Sprintf("with default kinds of %v bytes (real, double precision, real(4), integer)", kinds)
}

// digest is that of all the rest of the description, and of the text.
func (c contents) digest() string {
	raw := strings.Replace(string(c.raw), `"digest":"`+c.Digest+`"`, `"digest":""`, 1)
	sum := fnv.New128a()
	sum.Write([]byte(raw + "\x00" + string(c.text)))
	return hex.EncodeToString(sum.Sum(nil))
}

// reasons says why routines are no kernels.
func (c contents) reasons() string {
	var list []string
	for _, w := range c.Without {
		list = append(list, w.Name+": "+w.Reason)
	}
	if list == nil {
		return ""
	}
	return "; " + strings.Join(list, "; ")
}
