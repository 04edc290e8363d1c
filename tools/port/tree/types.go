package tree

import (
	"fmt"
	"slices"

	"drawbridge/tools/port/syntax"
)

// Base is the family of a type.
type Base byte

const (
	None Base = iota
	Integer
	Real
	Logical
	Derived
	Character // Kind is the length, or -1 where the caller knows it
	Other     // complex, class: never ported
)

// Type is a type with its kind, which is its size in bytes.
type Type struct {
	Base Base
	Kind int
	Def  *Definition // of a derived type
	Word string      // of another type
}

func (t Type) String() string {
	switch t.Base {
	case Integer, Real, Logical:
		return fmt.Sprintf("%s(%d)", map[Base]string{Integer: "integer", Real: "real", Logical: "logical"}[t.Base], t.Kind)
	case Derived:
		return "type(" + t.Def.Name + ")"
	case Character:
		return "character"
	}
	return t.Word
}

// Definition is a derived type.
type Definition struct {
	Name, Module string
	Fields       []*Symbol
	Extends      bool // the first component is the type that it extends, and those of that are its own, too
	Owns         bool // components are allocatable: an assignment copies what they hold
	First        bool // components have first values, which each new variable of the type gets
	Bad          *syntax.Trouble
}

// Trouble says why a type is refused: for itself, for the type that it extends, or for that of a component.
func (d *Definition) Trouble() (bad *syntax.Trouble) {
	bad = d.Bad
	for _, f := range d.Fields {
		if bad == nil && f.Type.Base == Derived && f.Deferred == "" && f.Bad == nil {
			bad = f.Type.Def.Trouble()
		}
	}
	return bad
}

// Field answers the component of a name, or nil.
func (d *Definition) Field(name string) *Symbol {
	for _, f := range d.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Inherited writes a component of the type that is extended as one of that; nil: it is none.
func (d *Definition) Inherited(e *syntax.Expr) *syntax.Expr {
	if !d.Extends || d.Field(e.Text) != nil {
		return nil
	}
	c := *e
	c.Of = append([]*syntax.Expr{{Kind: syntax.Component, Text: d.Fields[0].Name, Of: e.Of[:1]}}, e.Of[1:]...)
	return &c
}

// Dim is one extent of an array.
type Dim struct {
	Low, High *syntax.Expr // Low nil: 1
	Star      bool         // the last extent of an assumed size
	Assumed   bool         // of an assumed shape
}

// Symbol is what a name means.
type Symbol struct {
	Name      string
	Type      Type
	Declared  bool
	Dims      []Dim
	Intent    string // in, out, inout or ""
	Argument  bool
	Optional  bool
	Class     bool // an argument that may be of a type which extends its own
	Parameter bool
	Saved     bool
	Target    bool
	External  bool
	Intrinsic bool
	Init      *syntax.Expr
	Data      []*syntax.Expr // values of DATA, in the order of the elements
	Home      *Scope         // where it is declared
	Module    string         // of a module's variable
	Procedure *Procedure
	Def       *Definition
	Generic   bool
	Specific  []string // procedures of a generic name
	Private   bool
	Bad       *syntax.Trouble
	Unread    string // of a component with Bad: the C type of what lies there, and how often for each element
	Count     int64
	Deferred  string   // allocatable or pointer
	Rank      int      // of a component that is
	PerPoint  bool     // each point has a copy of its own: Owner.PerPoint
	Common    bool     // of COMMON: Module is /NAME/, and Offset its place in the block
	Overlay   *Overlay // memory shared by EQUIVALENCE, and where in it, in bytes
	Offset    int64
	folding   bool
	implied   bool // nothing declares it
	doubtful  bool // Bad: it may depend on a module whose file is not given
	values    []Value
}

// Array says whether the name is an array.
func (s *Symbol) Array() bool { return len(s.Dims) > 0 }

// Bounds are the expressions of its extents.
func (s *Symbol) Bounds() (list []*syntax.Expr) {
	for _, d := range s.Dims {
		list = append(list, d.Low, d.High)
	}
	return slices.DeleteFunc(list, func(e *syntax.Expr) bool { return e == nil })
}

// Extents are the names in the extents of the arguments.
func (p *Procedure) Extents() map[string]bool {
	names := map[string]bool{}
	for _, a := range p.Arguments {
		for _, b := range a.Bounds() {
			b.Walk(func(y *syntax.Expr) bool { names[y.Text] = true; return true })
		}
	}
	return names
}

// Variable says whether the symbol is a variable of a module.
func (s *Symbol) OfModule() bool {
	return s.Module != "" && !s.Parameter && s.Procedure == nil && s.Def == nil && !s.External
}

// Table says whether the symbol is an allocatable or pointer variable of a module: an address says where it lies, and for an array a
// descriptor, how large it is, too.
func (s *Symbol) Table() bool {
	open := func(d Dim) bool { return d.Assumed && d.Low == nil }
	return s.Deferred != "" && s.Home.Unit.Kind == "module" && s.Type.Base != Character && s.Procedure == nil && !slices.ContainsFunc(s.Dims, func(d Dim) bool { return !open(d) })
}

// Follows says whether the symbol is a local pointer to one number or structure, which pointer assignments lead to others.
func (s *Symbol) Follows() bool {
	return s.Deferred == "pointer" && s.Home.ofProcedure() && !s.Argument && !s.Array() && !s.Saved && s.Init == nil && s.Type.Base != Character && s.Type.Base != Other &&
		s.Name != s.Home.Unit.Result
}

// WritesModule is the class of the reason that a variable of a module is written.
const WritesModule = "the module variable ... is written (impure)"

// Fault is a reason why a procedure is refused.
type Fault struct {
	Path   string
	Line   int
	Reason string
	Cure   string
	Class  string     // the reason without its names
	Called *Procedure // whose call is refused, since it is
	edit   any
}

func (f *Fault) Error() string {
	return fmt.Sprintf("%s:%d: %s; %s", f.Path, f.Line, f.Reason, f.Cure)
}

// Procedure is a subroutine or a function.
type Procedure struct {
	Name      string
	Module    string
	Host      *Procedure   // of an internal procedure
	Internal  []*Procedure // the procedures that it contains
	Unit      *syntax.Unit
	Scope     *Scope
	Arguments []*Symbol
	Result    *Symbol // nil: a subroutine
	Filled    bool    // a function whose result is an array, which is the last one of Arguments, and no Result
	Written   map[string]bool
	Calls     map[*Procedure]int // with the line of the first call
	Fault     *Fault             // the first reason why it is refused; nil: it is translated
	more      []*Fault           // the others
	unkept    bool               // there are more of them than are kept
	usages    map[string]usage
	memoKnown bool
	memo      bool
	Forgotten []string       // where Memo holds: variables that have a value in the first call alone
	first     []*syntax.Stmt // of the first call, where Memo holds
	Private   bool           // of its module: other files cannot name it
	Owns      bool           // it, or what it calls, uses a variable of PerPoint; set by the translation
}

// Linker answers the name that gfortran gives the procedure.
func (p *Procedure) Linker() string {
	if p.Unit.Bind != "" {
		return p.Unit.Bind
	}
	if p.Module != "" {
		return "__" + p.Module + "_MOD_" + p.Name
	}
	return p.Name + "_"
}

// RefuseCall refuses a procedure for what it calls.
func (p *Procedure) RefuseCall(line int, q *Procedure) {
	known := len(p.Faults())
	if q == p {
		return
	}
	p.Refuse(line, &syntax.Trouble{Reason: fmt.Sprintf("the call of %s, which is refused: %s", q.Name, q.Fault.Reason), Cure: q.Fault.Cure, Class: q.Fault.Class})
	if all := p.Faults(); len(all) > known {
		all[known].Called = q
	}
}

// Faults are all reasons against a procedure.
func (p *Procedure) Faults() []*Fault {
	if p.Fault == nil {
		return nil
	}
	return append([]*Fault{p.Fault}, p.more...)
}

// mostReasons is how many reasons against a procedure are kept beside the first one.
const mostReasons = 50

// consequences are reasons that follow from a statement in front of them which is not read.
var consequences = []string{"end ... without its beginning", "else without ...", "case without its select", "a construct without its end", "a statement in front of the first CASE"}

// Refuse adds a reason against a procedure: one text once, and not what follows from another one.
func (p *Procedure) Refuse(line int, bad *syntax.Trouble) {
	if line == 0 {
		line = p.Unit.Line
	}
	f := &Fault{Path: p.Unit.Path, Line: line, Reason: bad.Reason, Cure: bad.Cure, Class: bad.Class, edit: bad.Edit()}
	if p.Fault == nil {
		p.Fault = f
		return
	}
	if slices.Contains(consequences, bad.Class) || slices.ContainsFunc(p.Faults(), func(g *Fault) bool { return g.Reason == f.Reason }) {
		return
	}
	if len(p.more) == mostReasons {
		p.unkept = true
		return
	}
	p.more = append(p.more, f)
}

func trouble(cure, format string, values ...any) *syntax.Trouble {
	return syntax.NewTrouble(cure, format, values...)
}
