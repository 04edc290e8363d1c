package tree

import (
	"slices"
	"strings"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/syntax"
)

// Scope is the names of a module or of a procedure.
type Scope struct {
	Unit     *syntax.Unit
	Module   string // the module, or the one that holds the procedure
	Host     *Scope
	names    map[string]*Symbol
	implicit map[byte]*syntax.TypeSpec
	none     bool
	private  bool
	public   map[string]bool
	Bad      *syntax.Trouble
	last     string      // the enumerator in front of the next one; "": that is the first
	foreign  []foreign   // of modules whose files are not given
	Doubtful []*Doubtful // declarations that may depend on those
}

func newScope(u *syntax.Unit, module string, host *Scope) *Scope {
	s := &Scope{Unit: u, Module: module, Host: host, names: map[string]*Symbol{}, implicit: map[byte]*syntax.TypeSpec{}, public: map[string]bool{}}
	if host != nil {
		s.none = host.none
		for c, t := range host.implicit {
			s.implicit[c] = t
		}
	}
	return s
}

// Variables answers the variables and arguments of the scope itself that have a type, by name.
func (s *Scope) Variables() []*Symbol {
	var list []*Symbol
	for name, x := range s.names {
		if x.Home == s && x.Name == name && x.Type.Base != None && x.Type.Base != Other && x.Bad == nil && x.Procedure == nil && x.Def == nil && !x.Generic && !x.Intrinsic && !x.External {
			list = append(list, x)
		}
	}
	slices.SortFunc(list, func(a, b *Symbol) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// own answers the symbol of this scope, and makes it.
func (s *Scope) own(name string) *Symbol {
	if x := s.names[name]; x != nil && x.Home == s {
		return x
	}
	x := &Symbol{Name: name, Home: s}
	s.names[name] = x
	return x
}

// Known answers what a name means in the scope or around it; nil: nothing is declared.
func (s *Scope) Known(name string) *Symbol {
	for at := s; at != nil; at = at.Host {
		if x := at.names[name]; x != nil {
			return x
		}
	}
	return nil
}

// ofProcedure says whether the scope is that of a procedure.
func (s *Scope) ofProcedure() bool { return s.Unit.Kind == "subroutine" || s.Unit.Kind == "function" }

// OtherName answers another name that USE gives the same symbol, or "".
func (s *Scope) OtherName(name string, x *Symbol) (other string) {
	for at := s; at != nil; at = at.Host {
		for n, y := range at.names {
			if y == x && n != name && (other == "" || n < other) {
				other = n
			}
		}
	}
	return other
}

// Lookup answers the symbol of a name that stands as a variable; names without a declaration get their implicit type.
func (s *Scope) Lookup(name string) (*Symbol, *syntax.Trouble) {
	x := s.Known(name)
	if x == nil {
		if s.none {
			return nil, trouble("declare it, or give the file of the module that has it", "the unknown name %s", name)
		}
		x = s.own(name)
		x.implied = true
	}
	if x.Bad != nil {
		return nil, x.Bad
	}
	if x.Deferred != "" && !x.Table() && !x.Follows() {
		return nil, x.deferred()
	}
	if x.Type.Base == None && x.Procedure == nil && x.Def == nil && !x.Generic {
		if x.Home.none {
			return nil, trouble("declare it", "the name %s without a type", name)
		}
		t, bad := x.Home.implied(x.Name)
		if bad != nil {
			return nil, bad
		}
		x.Type = t
	}
	if x.Class && (!x.Argument || x.Array() || x.Optional || x.Intent == "out" || x.Deferred != "") {
		return nil, trouble(cureOf("class"), "%s of type class", name)
	}
	if x.Type.Base == Other {
		return nil, trouble(cureOf(x.Type.Word), "%s of type %s", name, x.Type.Word)
	}
	if x.Type.Base == Character && !x.holdsText() {
		return nil, trouble(cureOf("character"), "%s of type character, which is not an argument, a parameter, a variable of a module or a plain local variable", name)
	}
	if x.Type.Base == Derived && x.Type.Def.Trouble() != nil {
		return nil, x.Type.Def.Trouble()
	}
	if x.Type.Base == Derived && x.Type.Def.First && !x.Parameter && (x.Intent == "out" || !x.Argument && !x.Follows() && x.Home.ofProcedure()) {
		return nil, trouble("set the components in the routine", "%s of the type %s, whose components have first values", name, x.Type.Def.Name)
	}
	return x, nil
}

func cureOf(word string) string {
	switch word {
	case "complex":
		return "use real and imaginary parts"
	case "character":
		return "pass a number that says what is meant"
	case "class":
		return "use a plain derived type"
	}
	return "use real(4), real(8), integer(4), integer(8) or logical(4)"
}

// longestText is the largest length of a text.
const longestText = 1000

// text is the type of character with a length.
func (s *Scope) text(length *syntax.Expr) (Type, *syntax.Trouble) {
	switch {
	case length == nil:
		return Type{Base: Character, Kind: 1}, nil
	case length.Kind == syntax.Star:
		return Type{Base: Character, Kind: -1}, nil
	}
	v, ok := s.Constant(length)
	if !ok || v.Type.Base != Integer || v.I < 1 || v.I > longestText {
		return Type{}, trouble("write the number", "the length %s of a text", length)
	}
	return Type{Base: Character, Kind: int(v.I)}, nil
}

// holdsText says whether the symbol is text that a kernel can hold: a scalar argument, a parameter, or a variable of known
// length of a module, or a local one that keeps nothing from call to call.
func (x *Symbol) holdsText() bool {
	switch {
	case x.Array() || x.Optional:
		return false
	case x.Parameter:
		return x.Init != nil && x.Init.Kind == syntax.Text
	case x.Argument:
		return true
	}
	return x.Type.Kind > 0 && !x.Common && x.Overlay == nil && (x.OfModule() || !x.Saved && x.Init == nil && x.Data == nil && x.Module == "")
}

// implied answers the type that a name has by its first letter.
func (s *Scope) implied(name string) (Type, *syntax.Trouble) {
	if spec := s.implicit[name[0]]; spec != nil {
		return s.typeOf(spec)
	}
	if 'i' <= name[0] && name[0] <= 'n' {
		return Type{Base: Integer, Kind: 4}, nil
	}
	return s.real(), nil
}

// kinds are those of the default types in the file of the scope.
func (s *Scope) kinds() source.Kinds {
	if k := s.Unit.Kinds; k.Real > 0 {
		return k
	}
	return source.Kinds{Real: 4, Double: 8, Four: 4}
}

// real is the type of a default real number.
func (s *Scope) real() Type { return Type{Base: Real, Kind: s.kinds().Real} }

// Default answers real(4) or real(8) as an intrinsic means it: as a default real number, or as double precision.
func (s *Scope) Default(t Type) Type {
	if t.Base == Real {
		t.Kind = map[int]int{4: s.kinds().Real, 8: s.kinds().Double}[t.Kind]
	}
	return t
}

// TypeOf is typeOf for other packages.
func (s *Scope) TypeOf(spec *syntax.TypeSpec) (Type, *syntax.Trouble) { return s.typeOf(spec) }

// typeOf resolves a type as it is declared.
func (s *Scope) typeOf(spec *syntax.TypeSpec) (Type, *syntax.Trouble) {
	kind := 4
	if spec.Kind != nil {
		v, ok := s.Constant(spec.Kind)
		if !ok || v.Type.Base != Integer {
			return Type{}, trouble("give the file of the module that defines it, or write the number", "the kind %s", spec.Kind)
		}
		kind = int(v.I)
	}
	if spec.Base == "character" {
		return s.text(spec.Len)
	}
	other := func(word string) (Type, *syntax.Trouble) { return Type{Base: Other, Word: word}, nil }
	switch base := map[string]Base{"real": Real, "integer": Integer, "logical": Logical}[spec.Base]; {
	case spec.Base == "double precision":
		if kind = s.kinds().Double; kind != 8 {
			return other("double precision of 16 bytes, which -fdefault-real-8 without -fdefault-double-8 gives")
		}
		return Type{Base: Real, Kind: 8}, nil
	case base == Real && spec.Kind == nil:
		return s.real(), nil
	case base != None:
		if base == Real && kind == 4 {
			kind = s.kinds().Four
		}
		if kind == 4 || kind == 8 && base != Logical || kind == 1 && base == Logical {
			return Type{Base: base, Kind: kind}, nil
		}
		return other(spec.Base + "(" + spec.Kind.String() + ")")
	case spec.Base == "type" || spec.Base == "class":
		if spec.Base == "class" && spec.Name == "*" {
			return other("class")
		}
		x := s.Known(spec.Name)
		if x == nil || x.Def == nil {
			return Type{}, trouble("give the file of the module that defines it", "the unknown type %s", spec.Name)
		}
		return Type{Base: Derived, Def: x.Def}, nil
	}
	t, bad := other(spec.Base)
	if spec.Base == "complex" {
		if t.Kind = kind; spec.Kind == nil {
			t.Kind = s.kinds().Real
		} else if spec.Bytes {
			t.Kind = kind / 2
		}
	}
	return t, bad
}
