package syntax

import (
	"slices"
	"strings"
)

// Action is the kind of a statement.
type Action int

const (
	Assign       Action = iota // On[0] = On[1]
	If                         // Blocks; a one-line if has one
	Do                         // Target; On: from, to, step or nil; one block
	While                      // On[0]; one block
	Forever                    // one block
	Select                     // On[0]; Blocks with their cases
	Where                      // Blocks with their masks
	Goto                       // Labels[0]
	Computed                   // On[0] picks one of Labels
	Arithmetic                 // On[0] negative, zero, positive: Labels
	CallOf                     // Target, On
	Return                     //
	Continue                   //
	Exit                       // Target: a construct, or ""
	Cycle                      // Target: a loop, or ""
	AssignLabel                // Labels[0] is put into Target
	GotoAssigned               // to the label in Target
	Point                      // On[0] => On[1]
	Unknown                    // Bad; Target: the word, of a statement that is known and never ported
)

// Block is a part of a statement: its tests (a condition, cases, a mask; none: otherwise) and its statements.
type Block struct {
	Line  int
	Tests []*Expr
	Body  []*Stmt
}

// Stmt is an executable statement.
type Stmt struct {
	Action  Action
	Line    int
	Label   string
	Name    string // of the construct
	Target  string
	Labels  []string
	On      []*Expr
	Blocks  []*Block
	Bad     *Trouble
	closing string   // the label that ends a do
	scope   *scope   // of a BLOCK or an ASSOCIATE, which are an if without a test
	OneLine bool     // an if or a where without its end
	Fixed   []string // of an ASSOCIATE: names that its expressions and subscripts depend on
	Roots   []string // of an ASSOCIATE: names with subscripts or arguments that it stands for
}

// Exprs are the expressions of a statement itself: what it works on, and the tests of its blocks.
func (s *Stmt) Exprs() (list []*Expr) {
	list = append(list, s.On...)
	for _, b := range s.Blocks {
		list = append(list, b.Tests...)
	}
	return slices.DeleteFunc(list, func(e *Expr) bool { return e == nil })
}

// Loops says whether the statement is a loop.
func (s *Stmt) Loops() bool { return s.Action == Do || s.Action == While || s.Action == Forever }

// refusals are the statements that are known and never ported.
var refusals = map[string][2]string{
	"write": {"I/O (write)", "return the number, and print it in the caller"}, "print": {"I/O (print)", "return the number, and print it in the caller"},
	"read": {"I/O (read)", "pass the number as an argument"}, "open": {"I/O (open)", "open files in the caller"}, "close": {"I/O (close)", "close files in the caller"},
	"rewind": {"I/O (rewind)", "use files in the caller"}, "inquire": {"I/O (inquire)", "use files in the caller"}, "backspace": {"I/O (backspace)", "use files in the caller"},
	"flush": {"I/O (flush)", "use files in the caller"}, "endfile": {"I/O (endfile)", "use files in the caller"},
	"stop": {"STOP", "return a status argument, and stop in the caller"}, "error": {"ERROR STOP", "return a status argument, and stop in the caller"},
	"pause": {"PAUSE", "leave it out"}, "allocate": {"ALLOCATE", "use a local array whose extents are arguments"}, "deallocate": {"DEALLOCATE", "use a local array whose extents are arguments"},
	"nullify": {"a pointer", "pass the array as an argument"}, "entry": {"ENTRY", "write a subroutine for each entry, and one that both call"},
	"forall": {"FORALL", "write a do loop"}, "associate": {"ASSOCIATE", "write the names out"},
	"block": {"BLOCK", "declare the variables at the top of the routine"}, "critical": {"CRITICAL", "leave it out"}, "sync": {"SYNC", "leave it out"},
}

// assignment says whether the tokens are a target and =, or =>.
func assignment(t []Token) string {
	if len(t) < 3 || t[0].Class != Name {
		return ""
	}
	i := 1
	for i < len(t) && t[i].Class == Operator {
		switch t[i].Text {
		case "(":
			i = closed(t, i) + 1
		case "%":
			i += 2
		case "=", "=>":
			return t[i].Text
		default:
			return ""
		}
	}
	return ""
}

// closed answers where the parenthesis that opens at i closes.
func closed(t []Token, i int) int {
	depth := 0
	for ; i < len(t); i++ {
		if t[i].Class == Operator {
			switch t[i].Text {
			case "(", "[", "(/":
				depth++
			case ")", "]", "/)":
				if depth--; depth == 0 {
					return i
				}
			}
		}
	}
	return len(t)
}

// apart are words that may be written without the blanks between them.
var apart = map[string][]Token{"selectcase": {{Name, "select"}, {Name, "case"}}, "blockdata": {{Name, "block"}, {Name, "data"}},
	"endblockdata": {{Name, "end"}, {Name, "block"}, {Name, "data"}}, "dowhile": {{Name, "do"}, {Name, "while"}}}

// plain splits words that were written without blanks.
func plain(t []Token) []Token {
	if len(t) == 0 || t[0].Class != Name {
		return t
	}
	for _, w := range []string{"end", "else"} {
		rest, cut := strings.CutPrefix(t[0].Text, w)
		if cut && slices.Contains([]string{"if", "do", "select", "where", "critical", "subroutine", "function", "module", "program", "type", "interface", "block", "associate", "forall", "submodule", "procedure", "enum"}, rest) {
			return append([]Token{{Name, w}, {Name, rest}}, t[1:]...)
		}
	}
	if words := apart[t[0].Text]; words != nil {
		return slices.Concat(words, t[1:])
	}
	if t[0].Text == "go" && len(t) > 1 && t[1].Text == "to" {
		return append([]Token{{Name, "goto"}}, t[2:]...)
	}
	return t
}

// simple reads a statement that opens no block; it answers nil for what is none.
func simple(t []Token, line int) *Stmt {
	s := &Stmt{Line: line}
	p := &parser{tokens: t}
	if sign := assignment(t); sign != "" {
		left := p.suffixes(p.name())
		p.need(sign)
		if s.On = []*Expr{left, p.expr(0)}; sign == "=>" {
			s.Action = Point
		}
		p.end()
		return s
	}
	word := p.name()
	if r, bad := refusals[word]; bad {
		if word == "associate" || word == "block" || word == "critical" { // what follows lies in a block that is not read
			panic(trouble(r[1], "%s", r[0]))
		}
		s.Action, s.Target, s.Bad = Unknown, word, trouble(r[1], "%s", r[0])
		return s
	}
	switch word {
	case "call":
		s.Action, s.Target = CallOf, p.name()
		if p.is("%") {
			panic(trouble("call the procedure by its name", "a type-bound procedure"))
		}
		if !p.done() {
			s.On = p.arguments()
		}
	case "return", "continue":
		s.Action = map[string]Action{"return": Return, "continue": Continue}[word]
		if !p.done() && word == "return" {
			panic(trouble("return a number, and branch on it", "an alternate return"))
		}
	case "exit", "cycle":
		s.Action = map[string]Action{"exit": Exit, "cycle": Cycle}[word]
		if !p.done() {
			s.Target = p.name()
		}
	case "assign":
		s.Action, s.Labels = AssignLabel, []string{label(p.next().Text)}
		p.need("to")
		s.Target = p.name()
	case "goto":
		s.jump(p)
	default:
		panic(trouble(plainCure, "the statement %q", word))
	}
	p.end()
	return s
}

func (s *Stmt) jump(p *parser) {
	if !p.is("(") {
		if p.peek().Class != Number {
			s.Action, s.Target = GotoAssigned, p.name()
			p.take(",")
			if !p.done() { // the list of labels, which says no more than the ASSIGN statements
				p.arguments()
			}
			return
		}
		s.Action, s.Labels = Goto, []string{label(p.next().Text)}
		return
	}
	p.next()
	p.each(func() { s.Labels = append(s.Labels, label(p.next().Text)) })
	p.need(")")
	p.take(",")
	s.Action, s.On = Computed, []*Expr{p.expr(0)}
}

func label(text string) string { return strings.TrimLeft(text, "0") }

// opening reads a statement that may open a block, or one that does not.
func opening(t []Token, line int) *Stmt {
	s := &Stmt{Line: line}
	if assignment(t) != "" {
		return simple(t, line)
	}
	if len(t) > 2 && t[0].Class == Name && t[1].Text == ":" && t[1].Class == Operator {
		s.Name, t = t[0].Text, plain(t[2:])
	}
	p := &parser{tokens: t}
	switch p.name() {
	case "if":
		p.need("(")
		test := p.expr(0)
		p.need(")")
		switch rest := t[min(p.at, len(t)):]; {
		case len(rest) == 1 && rest[0].Text == "then":
			s.Action, s.Blocks = If, []*Block{{Line: line, Tests: []*Expr{test}}}
		case len(rest) > 0 && rest[0].Class == Number:
			s.Action, s.On = Arithmetic, []*Expr{test}
			for k := range 3 {
				s.Labels = append(s.Labels, label(p.next().Text))
				if k < 2 {
					p.need(",")
				}
			}
			p.end()
		default:
			inner := simple(plain(rest), line)
			s.Action, s.OneLine, s.Blocks = If, true, []*Block{{Line: line, Tests: []*Expr{test}, Body: []*Stmt{inner}}}
		}
	case "where":
		p.need("(")
		mask := p.expr(0)
		p.need(")")
		s.Action, s.Blocks = Where, []*Block{{Line: line, Tests: []*Expr{mask}}}
		if !p.done() {
			s.OneLine, s.Blocks[0].Body = true, []*Stmt{simple(t[p.at:], line)}
		}
	case "select":
		if !p.is("case") {
			panic(trouble("use one procedure for each type", "SELECT of types"))
		}
		p.need("case")
		p.need("(")
		s.Action, s.On = Select, []*Expr{p.expr(0)}
		p.need(")")
		p.end()
	case "do":
		s.loop(p)
	default:
		if s.Name != "" {
			panic(trouble(plainCure, "the construct %q", t[0].Text))
		}
		return simple(t, line)
	}
	return s
}

func (s *Stmt) loop(p *parser) {
	s.Blocks = []*Block{{Line: s.Line}}
	if p.peek().Class == Number {
		s.closing = label(p.next().Text)
		p.take(",")
	}
	switch {
	case p.done():
		s.Action = Forever
		return
	case p.is("concurrent"):
		panic(trouble("write a do loop", "DO CONCURRENT"))
	case p.is("while") && p.ahead(1).Text == "(":
		p.next()
		p.need("(")
		s.Action, s.On = While, []*Expr{p.expr(0)}
		p.need(")")
		p.end()
		return
	}
	s.Action, s.Target = Do, p.name()
	p.need("=")
	s.On = []*Expr{p.expr(0), nil, nil}
	p.need(",")
	s.On[1] = p.expr(0)
	if p.take(",") {
		s.On[2] = p.expr(0)
	}
	p.end()
}
