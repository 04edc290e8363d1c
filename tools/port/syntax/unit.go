// Package syntax reads statements of Fortran into trees: expressions, statements in their blocks, and program units.
// It knows no types: f(x) is a call or an element until the package tree has resolved it. A statement that it does not
// know becomes one of kind Unknown with its reason, which the translation refuses; nothing is dropped.
//
// Inside, the parser leaves a statement by a panic with its *Trouble, which `read` turns into an answer: no panic of its own leaves
// the package. Only the command uses it; it is no part of the library that a host links.
package syntax

import (
	"slices"
	"strings"

	"drawbridge/tools/port/source"
)

// Unit is a module, a subroutine, a function, or a program unit of another kind, which is never ported.
type Unit struct {
	Kind         string // module, subroutine, function, program, submodule, block data
	Name, Result string
	Arguments    []string
	Type         *TypeSpec // of a function, where its first line has it
	Prefix       []string  // pure, elemental, recursive, impure, module
	Path         string
	Kinds        source.Kinds // of its default types
	Line         int          // of the first statement
	From, To     int          // its first statement and its last, among those of the file, from 0
	Declarations []*Declaration
	Body         []*Stmt
	Contains     []*Unit
	Bad          []*Fault
	Bind         string // the name of BIND(C)
	OverGrid     bool   // a point of loops over a grid, which writes its own elements of arrays of modules (package nests)
}

// Fault is a construct that keeps a unit from being ported.
type Fault struct {
	Line int
	*Trouble
}

// Has says whether a word stands in front of a procedure.
func (u *Unit) Has(word string) bool { return slices.Contains(u.Prefix, word) }

// Units reads the program units of a file.
func Units(f *source.File) []*Unit {
	r := &reader{file: f}
	var list []*Unit
	for r.at < len(f.Lines) {
		list = append(list, r.unit())
	}
	return list
}

// reader goes through the statements of a file.
type reader struct {
	file *source.File
	at   int
}

// open is a construct whose end has not been read.
type open struct {
	stmt *Stmt
	body *[]*Stmt
}

// unit reads one unit with what it contains. A line that begins none begins a main program.
func (r *reader) unit() *Unit {
	line, tokens, bad := r.peek()
	from := r.at
	u := &Unit{Kind: "program"}
	if head := header(tokens); head != nil {
		u = head
		if bad != nil {
			u.Bad = append(u.Bad, &Fault{0, bad})
		}
		r.at++
	}
	u.Path, u.Kinds, u.Line, u.From = r.file.Path, r.file.Kinds, line.Number, from
	b := &body{unit: u}
	b.stack = []open{{nil, &u.Body}}
	for from, known := r.at, 0; r.at < len(r.file.Lines); from, known = r.at, u.numbered(known, from, r.at-1) {
		line, tokens, bad := r.statement()
		if len(b.scopes) > 0 && bad == nil && (isInterface(tokens) || derivedType(tokens) != nil) {
			b.bad(line.Number, trouble("declare it at the top of the routine", "%s inside of %s", tokens[0].Text, b.scopes[len(b.scopes)-1].word))
		}
		switch {
		case ends(tokens):
			if line.Label != "" {
				b.add(&Stmt{Action: Continue, Line: line.Number, Label: line.Label})
			}
			b.close()
			if bad != nil {
				b.bad(line.Number, bad)
			}
			u.To = r.at - 1
			return u
		case isInterface(tokens):
			r.interfaces(b, tokens, line.Number, bad)
		case len(tokens) == 1 && tokens[0].Text == "contains":
			for r.at < len(r.file.Lines) && !r.atEnd() {
				u.Contains = append(u.Contains, r.unit())
			}
		case bad == nil && derivedType(tokens) != nil:
			r.derived(b, derivedType(tokens), line.Number)
		default:
			b.statement(tokens, line, bad)
		}
	}
	b.bad(u.Line, trouble("end it with end", "a unit without its end"))
	u.To = r.at - 1
	return u
}

// statement answers the statement at hand, and goes on behind it; bad says why a part of it is not read.
func (r *reader) statement() (source.Line, []Token, *Trouble) {
	line, tokens, bad := r.peek()
	r.at++
	return line, tokens, bad
}

func (r *reader) peek() (source.Line, []Token, *Trouble) {
	line := r.file.Lines[r.at]
	if isFormat(line) { // it means nothing without a statement that reads or writes
		return line, nil, nil
	}
	text := line.Text
	if r.file.Fixed {
		text = spaced(text)
	}
	tokens, bad := Tokens(text)
	if line.Bad != "" {
		bad = trouble(line.Cure, "%s", line.Bad)
	}
	return line, plain(tokens), bad
}

// isFormat says whether a statement is FORMAT: format(2) = 1 assigns to an array.
func isFormat(line source.Line) bool {
	rest, is := strings.CutPrefix(line.Text, "format")
	rest = strings.TrimSpace(rest)
	return is && line.Label != "" && line.Bad == "" && strings.HasPrefix(rest, "(") && closing(rest, 0) == len(rest) && strings.HasSuffix(rest, ")")
}

// numbered gives the declarations behind those that are known the statements that they are, and answers how many are known now.
func (u *Unit) numbered(known, from, to int) int {
	for _, d := range u.Declarations[known:] {
		d.From, d.To = from, to
	}
	return len(u.Declarations)
}

func (r *reader) atEnd() bool {
	_, tokens, _ := r.peek()
	return ends(tokens)
}

// ends says whether the statement ends a unit: end, end subroutine, end subroutine name, end block data.
func ends(t []Token) bool {
	if len(t) == 0 || t[0].Text != "end" || t[0].Class != Name || len(t) > 4 {
		return false
	}
	if len(t) == 1 {
		return true
	}
	switch t[1].Text {
	case "subroutine", "function", "module", "program", "submodule", "procedure":
		return len(t) <= 3
	case "block":
		return len(t) > 2 && t[2].Text == "data"
	}
	return false
}

// header reads the first statement of a unit; nil: it is none.
func header(t []Token) *Unit {
	if len(t) == 0 || t[0].Class != Name || assignment(t) != "" {
		return nil
	}
	u := &Unit{}
	var found bool
	if bad := Try(func() { found = u.head(&parser{tokens: t}) }); bad != nil {
		u.Bad = append(u.Bad, &Fault{0, bad})
		found = u.Kind != ""
	}
	if !found {
		return unreadHeader(t)
	}
	return u
}

// unreadHeader is the unit of a first statement that is not read, but has the words subroutine NAME or function NAME.
func unreadHeader(t []Token) *Unit {
	for i := 0; i+1 < len(t) && t[i].Text != "::" && t[0].Text != "end"; i++ {
		if t[i].Text == "(" {
			i = closed(t, i)
		} else if t[i].Class == Name && (t[i].Text == "subroutine" || t[i].Text == "function") && t[i+1].Class == Name {
			bad := trouble(plainCure, "a first line that is not read")
			return &Unit{Kind: t[i].Text, Name: t[i+1].Text, Result: t[i+1].Text, Bad: []*Fault{{0, bad}}}
		}
	}
	return nil
}

func (u *Unit) head(p *parser) bool {
	for p.peek().Class == Name {
		switch word := p.peek().Text; word {
		case "pure", "elemental", "recursive", "impure":
			u.Prefix = append(u.Prefix, word)
			p.next()
		case "module", "submodule", "program":
			next := p.ahead(1)
			if word == "module" && (next.Text == "subroutine" || next.Text == "function" || next.Text == "pure" || next.Text == "elemental") {
				u.Prefix = append(u.Prefix, word)
				p.next()
				continue
			}
			if word == "module" && (next.Class != Name || p.ahead(2).Class != End || next.Text == "procedure") {
				return false
			}
			u.Kind = word
			p.next()
			if p.peek().Class == Name {
				u.Name = p.next().Text
			}
			return next.Class == Name || word == "submodule"
		case "block":
			if p.ahead(1).Text != "data" {
				return false
			}
			u.Kind = "block data"
			return true
		case "subroutine", "function":
			if p.ahead(1).Class != Name {
				return false
			}
			u.Kind = word
			p.next()
			u.Name = p.name()
			u.signature(p)
			return true
		default:
			if u.Type != nil {
				return false
			}
			var spec *TypeSpec
			start := p.at
			if Try(func() { spec = p.typeSpec() }) != nil || spec == nil {
				p.at = start
				return false
			}
			u.Type = spec
		}
	}
	return false
}

// signature reads (arguments) result(name) bind(c).
func (u *Unit) signature(p *parser) {
	u.Result = u.Name
	if p.take("(") {
		for !p.take(")") {
			if p.is("*") {
				panic(trouble("return a number, and branch on it", "an alternate return"))
			}
			u.Arguments = append(u.Arguments, p.name())
			if !p.is(")") {
				p.need(",")
			}
		}
	}
	for !p.done() {
		switch word := p.name(); word {
		case "result":
			p.need("(")
			u.Result = p.name()
			p.need(")")
		case "bind":
			p.need("(")
			p.need("c")
			if u.Bind = u.Name; p.take(",") {
				p.need("name")
				p.need("=")
				if name := p.next(); name.Class != String || strings.TrimSpace(name.Text) == "" {
					p.fail("bind(c) with a name that is not a text")
				} else {
					u.Bind = strings.TrimSpace(name.Text)
				}
			}
			p.need(")")
		default:
			p.fail("%q after the arguments", word)
		}
	}
}

func isInterface(t []Token) bool {
	return len(t) > 0 && (t[0].Text == "interface" && assignment(t) == "" && (len(t) == 1 || t[1].Class == Name) ||
		len(t) > 1 && t[0].Text == "abstract" && t[1].Text == "interface")
}

// interfaces reads an interface block: the names of a generic procedure and of its specific ones, and the procedures that it describes.
func (r *reader) interfaces(b *body, t []Token, line int, bad *Trouble) {
	d := &Declaration{Kind: "interface", Line: line, Bad: bad}
	if len(t) > 1 && t[0].Text == "interface" {
		switch t[1].Text {
		case "operator": // its operands are of a derived type, which no operator of the translation takes
		case "assignment":
			d.Names = []string{Assignment}
		default:
			d.Names = []string{t[1].Text}
		}
	} else if len(t) > 1 {
		d.Attrs = []string{"abstract"}
	}
	b.unit.Declarations = append(b.unit.Declarations, d)
	for r.at < len(r.file.Lines) {
		row, tokens, bad := r.peek()
		if len(tokens) > 1 && tokens[0].Text == "end" && tokens[1].Text == "interface" {
			r.at++
			return
		}
		if head := header(tokens); head != nil && head.Kind != "program" {
			d.Bodies = append(d.Bodies, r.unit())
			continue
		}
		r.at++
		if bad == nil {
			bad = d.specific(tokens)
		}
		if bad != nil {
			b.bad(row.Number, bad)
		}
	}
	b.bad(line, trouble("end it with end interface", "an interface without its end"))
}

// Assignment is the name of what an interface defines that gives an assignment another meaning.
const Assignment = "assignment(=)"

// specific reads [module] procedure a, b in an interface block.
func (d *Declaration) specific(t []Token) *Trouble {
	return Try(func() {
		p := &parser{tokens: t}
		p.take("module")
		p.need("procedure")
		p.take("::")
		p.each(func() { d.Specific = append(d.Specific, p.name()) })
		p.end()
	})
}
