package syntax

import (
	"slices"
	"strings"
)

// TypeSpec is a type as it is declared.
type TypeSpec struct {
	Base  string // real, integer, logical, double precision, complex, character, type
	Kind  *Expr  // nil: the default kind
	Bytes bool   // Kind counts bytes: real*8
	Name  string // of a derived type
	Len   *Expr  // of character; nil: 1; of kind Star: the caller knows it
}

// Entity is one name of a declaration.
type Entity struct {
	Name    string
	Dims    []*Expr // nil: none here
	Init    *Expr
	Pointer bool  // => behind the name
	Len     *Expr // a length of its own, as in character a*4
	Text    string
}

// Declaration is a statement of the specification part.
type Declaration struct {
	Kind     string // use implicit type dimension parameter data save external intrinsic attribute interface derived access namelist bad
	Line     int
	From, To int    // its first statement and its last, among those of the file, from 0
	Bound    int    // derived: the statement that is contains, or 0
	Head     string // what stands in front of the entities; of parameter, Tail stands behind them
	Tail     string
	Spec     *TypeSpec
	Attrs    []string // in small letters; intents as intent(in)
	Dims     []*Expr  // of the attribute dimension
	Entities []Entity
	Names    []string
	Specific []string          // interface: the procedures of a generic name; derived: the type that it extends
	Rename   map[string]string // use: local name -> name in the module
	Only     bool
	Module   string
	Letters  map[byte]*TypeSpec // implicit; empty: none
	Objects  [][]*Expr          // data: objects and values of each group
	Values   [][]*Expr
	Fields   []*Declaration // of a derived type
	Bodies   []*Unit        // interface: the procedures that it describes
	Bad      *Trouble
}

var first = []string{"real", "integer", "logical", "double", "complex", "character", "type", "class", "byte", "doubleprecision", "doublecomplex"}

// typeSpec reads a type; nil: there is none.
func (p *parser) typeSpec() *TypeSpec {
	word := p.peek().Text
	if p.peek().Class != Name || !slices.Contains(first, word) {
		return nil
	}
	p.next()
	s := &TypeSpec{Base: word}
	switch word {
	case "doubleprecision", "doublecomplex":
		if s.Base = "double precision"; word == "doublecomplex" {
			s.Base, s.Kind = "complex", &Expr{Kind: Constant, Text: "8"}
		}
		return s
	case "double":
		switch p.name() {
		case "precision":
			s.Base = "double precision"
		case "complex":
			s.Base, s.Kind = "complex", &Expr{Kind: Constant, Text: "8"}
		default:
			p.fail("double of what")
		}
		return s
	case "type", "class":
		p.need("(")
		if p.take("*") {
			s.Name = "*"
		} else {
			s.Name = p.name()
		}
		p.need(")")
		if word == "class" {
			s.Base = "class"
		}
		return s
	}
	switch {
	case p.is("*") && word == "character":
		p.next()
		s.Len = p.textLength()
	case p.is("*") && p.ahead(1).Class == Number:
		p.next()
		s.Kind, s.Bytes = &Expr{Kind: Constant, Text: p.next().Text}, true
	case p.is("(") && word == "character":
		p.next()
		if p.is("len") && p.ahead(1).Text == "=" {
			p.next()
			p.next()
		}
		if s.Len = p.lengthIn(); p.is(",") {
			p.fail("a character with a kind")
		}
		p.need(")")
	case p.is("("):
		p.next()
		if p.peek().Text == "kind" && p.ahead(1).Text == "=" {
			p.next()
			p.next()
		}
		s.Kind = p.expr(0)
		p.need(")")
	}
	return s
}

// textLength reads what stands behind the * of character*8, character*(n) or character*(*).
func (p *parser) textLength() *Expr {
	if p.take("(") {
		length := p.lengthIn()
		p.need(")")
		return length
	}
	return &Expr{Kind: Constant, Text: p.next().Text}
}

// lengthIn reads a length inside of parentheses.
func (p *parser) lengthIn() *Expr {
	if p.take("*") {
		return &Expr{Kind: Star}
	}
	return p.expr(0)
}

// declaration reads a statement of the specification part; nil: it is none.
func declaration(t []Token, line int) *Declaration {
	if len(t) == 0 || t[0].Class != Name || assignment(t) != "" && !typed(t) {
		return nil
	}
	d := &Declaration{Kind: t[0].Text, Line: line}
	p := &parser{tokens: t, at: 1}
	switch t[0].Text {
	case "use":
		d.use(p)
	case "implicit":
		d.implicit(p)
	case "parameter":
		p.need("(")
		d.Head, d.Tail = "parameter (", ")"
		p.each(func() {
			start := p.at
			e := Entity{Name: p.name()}
			p.need("=")
			e.Init = p.expr(0)
			e.Text = written(p.tokens[start:p.at])
			d.Entities = append(d.Entities, e)
		})
		p.need(")")
	case "data":
		d.data(p)
	case "optional", "allocatable", "pointer", "target", "volatile", "asynchronous", "contiguous", "value", "intent":
		if d.Kind, d.Attrs = "attribute", []string{t[0].Text}; t[0].Text == "intent" {
			d.Attrs[0] = p.intent()
		}
		fallthrough
	case "dimension", "external", "intrinsic", "enumerator":
		p.take("::")
		d.Entities = p.entities()
	case "save":
		p.take("::")
		for !p.done() {
			if p.take("/") {
				p.name()
				p.need("/")
			} else {
				d.Names = append(d.Names, p.name())
			}
			p.take(",")
		}
	case "private", "public", "protected":
		d.Kind, d.Attrs = "access", []string{t[0].Text}
		p.take("::")
		for !p.done() {
			name := p.name()
			if p.is("(") || p.is("(/") { // operator(+), operator(/), assignment(=)
				name, p.at = name+"(=)", closed(p.tokens, p.at)+1
			}
			d.Names = append(d.Names, name)
			p.take(",")
		}
	case "common":
		d.common(p)
	case "equivalence":
		p.each(func() { d.Objects = append(d.Objects, p.arguments()) })
	case "namelist": // it means nothing without a statement that reads or writes it
		d.namelist(p)
	case "include":
		if name := p.next(); name.Class == String && mpiHeader(name.Text) && p.done() {
			d.Kind, d.Module, d.Rename = "use", "mpi", map[string]string{}
			return d
		}
		panic(trouble("put the file beside this one, or its text into a module", "INCLUDE of a file that is not in this file's folder"))
	case "import": // the translation sees all names of the host
		d.Kind, p.at = "import", len(t)
	case "enum":
	case "procedure":
		if !p.is("(") {
			return nil
		}
		d.procedures(p)
	case "generic", "final", "codimension", "bind":
		if len(t) > 1 && t[1].Class == Operator && t[1].Text == "=" {
			return nil
		}
		panic(trouble("leave it out", "%s", strings.ToUpper(t[0].Text)))
	case "end":
		if p.take("enum") {
			d.Kind = "enum"
			break
		}
		return nil
	default:
		return typeDeclaration(t, line)
	}
	if d.Kind != "enum" {
		p.end()
	}
	return d
}

// procedures reads PROCEDURE(interface), attributes :: names. Those of pointers are refused where they stand, others are external.
func (d *Declaration) procedures(p *parser) {
	p.at = closed(p.tokens, p.at) + 1
	for d.Kind = "external"; p.take(","); {
		if p.name() == "pointer" {
			d.Kind, d.Bad = "bad", trouble("call the procedure by its name", "PROCEDURE")
		}
		if p.is("(") { // intent(in)
			p.at = closed(p.tokens, p.at) + 1
		}
	}
	p.take("::")
	d.Entities = p.entities()
	for _, e := range d.Entities {
		d.Names = append(d.Names, e.Name)
	}
}

// mpiHeader says whether INCLUDE names the file that brings what the module mpi does.
func mpiHeader(name string) bool { return name == "mpif.h" || strings.HasSuffix(name, "/mpif.h") }

// typed says whether a statement with = is a declaration such as real x = 1, or integer :: n = 2.
func typed(t []Token) bool {
	if !slices.Contains(first, t[0].Text) {
		return false
	}
	return slices.ContainsFunc(t, func(x Token) bool { return x.Text == "::" && x.Class == Operator })
}

// named answers the names that a declaration with :: declares, although the rest of it is not read; nil: it is none.
func named(t []Token) (names []string) {
	if len(t) == 0 || t[0].Class != Name || assignment(t) != "" && !typed(t) {
		return nil
	}
	depth, next := 0, false
	for i, x := range t {
		switch {
		case x.Class == Operator && (x.Text == "(" || x.Text == "(/" || x.Text == "["):
			depth++
		case x.Class == Operator && (x.Text == ")" || x.Text == "/)" || x.Text == "]"):
			depth--
		case x.Class == Operator && depth == 0 && (x.Text == "::" && names == nil || x.Text == "," && names != nil):
			next = true
		}
		if next {
			if i+1 >= len(t) || t[i+1].Class != Name {
				return nil
			}
			names, next = append(names, t[i+1].Text), false
		}
	}
	return names
}

func typeDeclaration(t []Token, line int) *Declaration {
	d := &Declaration{Kind: "type", Line: line}
	p := &parser{tokens: t}
	if d.Spec = p.typeSpec(); d.Spec == nil {
		return nil
	}
	for p.take(",") {
		switch word := p.peek().Text; {
		case p.done():
			p.fail("a declaration that ends with a comma")
		case word == "dimension":
			p.next()
			d.Dims = p.arguments()
		case word == "intent":
			p.next()
			d.Attrs = append(d.Attrs, p.intent())
		default:
			d.Attrs = append(d.Attrs, p.name())
			if p.is("(") { // bind(c)
				p.at = closed(p.tokens, p.at) + 1
			}
		}
		if p.is("::") {
			break
		}
		if !p.is(",") {
			p.fail("%q among the attributes", p.peek().Text)
		}
	}
	p.take("::")
	d.Head = written(t[:p.at])
	d.Entities = p.entities()
	p.end()
	return d
}

func (p *parser) intent() string {
	p.need("(")
	word := p.name()
	if p.peek().Class == Name {
		word += p.name()
	}
	p.need(")")
	if word != "in" && word != "out" && word != "inout" {
		p.fail("intent(%s)", word)
	}
	return "intent(" + word + ")"
}

// entities reads names with their extents and first values.
func (p *parser) entities() (list []Entity) {
	p.each(func() {
		start := p.at
		e := Entity{Name: p.name()}
		if p.is("(") {
			e.Dims = p.arguments()
		}
		if p.take("*") {
			e.Len = p.textLength()
		}
		switch {
		case p.take("="):
			e.Init = p.expr(0)
		case p.take("=>"):
			e.Pointer = true
			p.expr(0)
		case p.is("/"):
			panic(trouble("write = and the value behind ::", "a first value between slashes"))
		}
		e.Text = written(p.tokens[start:p.at])
		list = append(list, e)
	})
	return list
}

// each reads parts that commas separate.
func (p *parser) each(part func()) {
	for part(); p.take(","); part() {
	}
}
