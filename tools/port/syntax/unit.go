package syntax

import (
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
	Line         int // of the first statement
	From, To     int // its first statement and its last, among those of the file, from 0
	Declarations []*Declaration
	Body         []*Stmt
	Contains     []*Unit
	Bad          []*Fault
}

// Fault is a construct that keeps a unit from being ported.
type Fault struct {
	Line int
	*Trouble
}

// Has says whether a word stands in front of a procedure.
func (u *Unit) Has(word string) bool {
	for _, p := range u.Prefix {
		if p == word {
			return true
		}
	}
	return false
}

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
	line := r.file.Lines[r.at]
	u := &Unit{Kind: "program", Path: r.file.Path, Line: line.Number, From: r.at}
	tokens, bad := Tokens(line.Text)
	if bad == nil {
		if head := header(plain(tokens)); head != nil {
			head.Path, head.Line, head.From = u.Path, u.Line, u.From
			u = head
			r.at++
		}
	}
	b := &body{unit: u}
	b.stack = []open{{nil, &u.Body}}
	for from, known := r.at, 0; r.at < len(r.file.Lines); from, known = r.at, u.numbered(known, from, r.at-1) {
		line := r.file.Lines[r.at]
		tokens, bad := Tokens(line.Text)
		tokens = plain(tokens)
		if bad == nil && ends(tokens) {
			if line.Label != "" {
				b.add(&Stmt{Action: Continue, Line: line.Number, Label: line.Label})
			}
			r.at++
			b.close()
			u.To = r.at - 1
			return u
		}
		r.at++
		if bad != nil {
			if !strings.HasPrefix(line.Text, "format") {
				b.bad(line.Number, bad)
			}
			continue
		}
		if isInterface(tokens) {
			r.interfaces(b, tokens, line.Number)
			continue
		}
		if len(tokens) == 1 && tokens[0].Text == "contains" {
			for r.at < len(r.file.Lines) && !r.atEnd() {
				u.Contains = append(u.Contains, r.unit())
			}
			continue
		}
		if derived := derivedType(tokens); derived != nil {
			r.derived(b, derived, line.Number)
			continue
		}
		b.statement(tokens, line)
	}
	b.bad(line.Number, trouble("end it with end", "a unit without its end"))
	u.To = r.at - 1
	return u
}

// numbered gives the declarations behind those that are known the statements that they are, and answers how many are known now.
func (u *Unit) numbered(known, from, to int) int {
	for _, d := range u.Declarations[known:] {
		d.From, d.To = from, to
	}
	return len(u.Declarations)
}

func (r *reader) atEnd() bool {
	tokens, bad := Tokens(r.file.Lines[r.at].Text)
	return bad == nil && ends(plain(tokens))
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
	if bad := read(func() { found = u.head(&parser{tokens: t}) }); bad != nil {
		u.Bad = append(u.Bad, &Fault{0, bad})
		found = u.Kind != ""
	}
	if !found {
		return nil
	}
	return u
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
			if read(func() { spec = p.typeSpec() }) != nil || spec == nil {
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
			panic(trouble("leave bind(c) out", "BIND(C)"))
		default:
			p.fail("%q behind the arguments", word)
		}
	}
}

func isInterface(t []Token) bool {
	return len(t) > 0 && (t[0].Text == "interface" && assignment(t) == "" && (len(t) == 1 || t[1].Class == Name) ||
		len(t) > 1 && t[0].Text == "abstract" && t[1].Text == "interface")
}

// specific reads [module] procedure a, b in an interface block.
func (d *Declaration) specific(text string) {
	tokens, bad := Tokens(text)
	tokens = plain(tokens)
	if len(tokens) > 1 && tokens[0].Text == "module" {
		tokens = tokens[1:]
	}
	if bad != nil || len(tokens) < 2 || tokens[0].Text != "procedure" {
		return
	}
	for _, t := range tokens[1:] {
		if t.Class == Name {
			d.Specific = append(d.Specific, t.Text)
		}
	}
}

// interfaces passes over an interface block; the names of a generic procedure and of its specific ones are kept.
func (r *reader) interfaces(b *body, t []Token, line int) {
	d := &Declaration{Kind: "interface", Line: line}
	if len(t) > 1 && t[0].Text == "interface" {
		d.Names = append(d.Names, t[1].Text)
		if t[1].Text == "assignment" || t[1].Text == "operator" {
			b.bad(line, trouble("call the procedure by its name", "an operator or assignment of one's own"))
		}
	}
	for r.at < len(r.file.Lines) {
		text := strings.ReplaceAll(r.file.Lines[r.at].Text, " ", "")
		d.specific(r.file.Lines[r.at].Text)
		r.at++
		if strings.HasPrefix(text, "endinterface") {
			b.unit.Declarations = append(b.unit.Declarations, d)
			return
		}
	}
	b.bad(line, trouble("end it with end interface", "an interface without its end"))
}
