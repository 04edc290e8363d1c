// Package kernelset writes what a set of kernels is made of, which a solver loads: a line for each kernel (names, intents,
// types, extents, variables of modules); C++ that runs the owner's compiled Fortran over points; the same for a GPU, around the
// translated routines; and the description of the set, which is compiled into its shared library.
package kernelset

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"strings"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// Format is that of Description; properties/owners reads it.
const Format = 3

// Description is what the shared library of a set says about itself, as JSON.
type Description struct {
	Format     int        `json:"format"`
	Drawbridge string     `json:"drawbridge"` // version that wrote it
	Species    int        `json:"species"`    // number of species that the owner says it is for; 0: any
	Digest     string     `json:"digest"`     // of all the rest and of the text for GPUs
	Kernels    []Kernel   `json:"kernels"`
	Without    []Without  `json:"without"` // translated, but no kernels
	Variables  []Variable `json:"variables"`
	Kinds      []int      `json:"kinds"` // bytes of default real, double precision, real(4) and default integer that the translation takes
}

// kindsText is compiled with the Fortran, so that the library says which kinds its flags gave. It is valid in free and in fixed form.
const kindsText = `! Written by drawbridge port. Compile it with the flags of the Fortran.
      block data drawbridge_kinds
      use, intrinsic :: iso_c_binding, only: c_int
      implicit none
      integer, parameter :: r = kind(1.0), d = kind(1d0)
      integer, parameter :: f = kind(1.0_4), i = kind(1)
      integer(c_int) :: k(4)
      common /drawbridge_kernel_kinds/ k
      bind(c) :: /drawbridge_kernel_kinds/
      data k /r, d, f, i/
      end block data
`

// Kinds is a Fortran file that belongs into the library of a set.
func Kinds() string { return kindsText }

// Kernel is one routine that runs over points.
type Kernel struct {
	Name      string     `json:"name"`
	Symbol    string     `json:"symbol"`
	From      string     `json:"from"` // FILE:LINE
	Arguments []Argument `json:"arguments"`
	// Of a loop nest, which runs on fields alone:
	Dims        int          `json:"dims,omitempty"` // axes that it loops over
	Expressions []Expression `json:"expressions,omitempty"`
}

// Argument is an argument of a kernel, or its result.
type Argument struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Shape    string `json:"shape,omitempty"`
	Read     bool   `json:"read,omitempty"`
	Write    bool   `json:"write,omitempty"`
	Optional bool   `json:"optional,omitempty"`
	Extent   bool   `json:"extent,omitempty"` // extents of others depend on it
	Result   bool   `json:"result,omitempty"`
	// Of a loop nest:
	Number bool         `json:"number,omitempty"` // one number for all points
	Reach  *[3][2]int64 `json:"reach,omitempty"`  // of a field: how far it is read from the point along x, y and z
	Along  *[3]bool     `json:"along,omitempty"`  // axes along which the field extends
	Index  int          `json:"index,omitempty"`  // where the point is along axis 1 to 3; nobody gives it
	Low    int64        `json:"low,omitempty"`    // its value at the first point of the grid
}

// Without is a routine that was translated and is no kernel.
type Without struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// Variable is a variable of a module that the kernels read.
type Variable struct {
	Name   string `json:"name"`
	Symbol string `json:"symbol"`
	Type   string `json:"type"`
	Count  int64  `json:"count"`
}

// Set is the kernels of an owner, and all that they call.
type Set struct {
	all     []*translate.Routine
	kernels []*translate.Routine // that run over points
	named   map[*translate.Routine]string
	without []Without
	nests   []*Nest
	packs   map[*translate.Routine]*translate.Pack // nil: point by point
	of      map[*tree.Procedure]*translate.Routine
}

// New makes the set of the routines of a list for which wanted is true. Routines whose loops are nests become those, and the list
// has the kernels of the nests, too.
func New(list []*translate.Routine, loops Loops, wanted func(p *tree.Procedure) bool) *Set {
	s := &Set{of: map[*tree.Procedure]*translate.Routine{}}
	var asked []*translate.Routine
	for _, r := range list {
		s.of[r.Procedure] = r
		if !wanted(r.Procedure) || loops.runs(r) {
			continue
		}
		if is, reason := loops.has(r.Procedure); !is {
			asked = append(asked, r)
		} else if reason != "" {
			s.without = append(s.without, Without{r.Procedure.Name, reason})
		}
	}
	s.named = names(asked)
	var some []*translate.Routine
	for _, n := range loops.Nests {
		if !wanted(n.Of) {
			continue
		}
		if reason := s.noNest(n); reason != "" {
			s.without = append(s.without, Without{n.Name, reason})
			continue
		}
		s.nests = append(s.nests, n)
		some = append(some, n.Routine)
	}
	for _, r := range asked {
		if reason := s.noEntry(r.Procedure); reason != "" {
			s.without = append(s.without, Without{s.named[r], reason})
			continue
		}
		s.kernels = append(s.kernels, r)
		some = append(some, r)
	}
	s.all = translate.Needed(some, list)
	return s
}

// Kernels are the names of those that run over points.
func (s *Set) Kernels() (list []string) {
	for _, r := range s.kernels {
		list = append(list, s.named[r])
	}
	for _, n := range s.nests {
		list = append(list, n.Name)
	}
	return list
}

// Without are the routines that do not run over points, with the reason.
func (s *Set) Without() []Without { return s.without }

// names are those of kernels: a routine's own, and MODULE_ROUTINE where two routines have one name.
func names(list []*translate.Routine) map[*translate.Routine]string {
	count, named := map[string]int{}, map[*translate.Routine]string{}
	for _, r := range list {
		count[r.Procedure.Name]++
	}
	for _, r := range list {
		named[r] = r.Procedure.Name
		if count[r.Procedure.Name] > 1 && r.Procedure.Module != "" {
			named[r] = r.Procedure.Module + "_" + r.Procedure.Name
		}
	}
	return named
}

// describe lists the kernels.
func (s *Set) describe(version string, species int) Description {
	d := Description{Format: Format, Drawbridge: version, Species: species, Kernels: []Kernel{}, Without: s.without, Variables: []Variable{}}
	for _, r := range s.kernels {
		k := Kernel{Name: s.named[r], Symbol: translate.Name(r.Procedure), From: fmt.Sprintf("%s:%d", filepath.Base(r.Procedure.Unit.Path), r.Procedure.Unit.Line)}
		for _, v := range valuesOf(r.Procedure) {
			k.Arguments = append(k.Arguments, Argument{Name: v.name, Type: v.symbol.Type.String(), Shape: shape(v.symbol), Read: v.read >= 0,
				Write: v.write >= 0, Optional: v.symbol.Optional && v.symbol.Argument, Extent: v.extent, Result: v.result})
		}
		d.Kernels = append(d.Kernels, k)
	}
	for _, n := range s.nests {
		d.Kernels = append(d.Kernels, n.describe())
	}
	for _, x := range translate.Shared(s.all) {
		d.Variables = append(d.Variables, Variable{x.Module + "%" + x.Name, translate.Variable(x), x.Type.String(), translate.Size(x)})
	}
	return d
}

// Text is the set for a GPU: one text, which includes nothing.
func (s *Set) Text() string {
	return "#define F_TOO_LONG() f_too_long()\n" + translate.Prelude() + pointsHeader + strings.Replace(translate.Text(s.all), "#include \"port.h\"\n", "", 1) + s.launches()
}

// Source writes the C++ of what the library of a set exports beside the entries of points.cpp: the description, the text for
// GPUs, and where the variables of modules lie.
func (s *Set) Source(version string, species int, kinds source.Kinds) (string, error) {
	d, text := s.describe(version, species), s.Text()
	d.Kinds = []int{kinds.Real, kinds.Double, kinds.Four, 4}
	plain, err := json.Marshal(d)
	if err != nil {
		return "", err
	}
	digest := fnv.New128a()
	digest.Write([]byte(string(plain) + "\x00" + text))
	d.Digest = hex.EncodeToString(digest.Sum(nil))
	if plain, err = json.Marshal(d); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("// Written by drawbridge port: what load_kernels reads. Compile it into one shared library with points.cpp and the Fortran.\n")
	b.WriteString("#include \"port.h\"\n" + translate.Header(s.all))
	b.WriteString("extern \"C\" {\nextern const char drawbridge_kernel_set[], drawbridge_kernel_text[];\n")
	b.WriteString("struct f_variable { const void *at; long bytes; };\nextern const f_variable drawbridge_kernel_variables[];\n")
	b.WriteString("const char drawbridge_kernel_set[] =\n" + quoted(string(plain)) + ";\n")
	b.WriteString("const char drawbridge_kernel_text[] =\n" + quoted(text) + ";\n")
	b.WriteString("const f_variable drawbridge_kernel_variables[] = {\n")
	for _, x := range translate.Shared(s.all) {
		fmt.Fprintf(&b, "  {(const void *)&%s, (long)sizeof(%s)},\n", translate.Variable(x), translate.Variable(x))
	}
	b.WriteString("  {nullptr, -1}};\n}\n")
	return b.String(), nil
}

// quoted is a text as a string of C++, in pieces that compilers take.
func quoted(text string) string {
	const piece = 100
	var b strings.Builder
	for len(text) > 0 {
		n := min(piece, len(text))
		if end := strings.IndexByte(text[:n], '\n'); end >= 0 {
			n = end + 1
		}
		b.WriteString("  \"")
		for _, c := range []byte(text[:n]) {
			switch {
			case c == '\n':
				b.WriteString("\\n")
			case c == '"' || c == '\\':
				b.WriteString("\\" + string(rune(c)))
			case c < ' ' || c > '~' || c == '?':
				fmt.Fprintf(&b, "\\%03o", c)
			default:
				b.WriteByte(c)
			}
		}
		b.WriteString("\"\n")
		text = text[n:]
	}
	return b.String()
}
