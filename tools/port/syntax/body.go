package syntax

import (
	"drawbridge/tools/port/source"
	"slices"
)

// body collects the statements of a unit in their blocks.
type body struct {
	unit   *Unit
	stack  []open
	scopes []*scope // BLOCK and ASSOCIATE around
	blocks int      // how many there were
}

func (b *body) bad(line int, t *Trouble) { b.unit.Bad = append(b.unit.Bad, &Fault{line, t}) }

func (b *body) top() *open { return &b.stack[len(b.stack)-1] }

func (b *body) add(s *Stmt) {
	if top := b.top(); top.stmt != nil && top.stmt.Action == Select && len(top.stmt.Blocks) == 0 {
		b.bad(s.Line, trouble("put it behind a case", "a statement in front of the first CASE"))
	}
	*b.top().body = append(*b.top().body, s)
}

func (b *body) close() {
	if len(b.stack) > 1 {
		b.bad(b.top().stmt.Line, trouble("close it", "a construct without its end"))
	}
}

// statement puts one statement where it belongs: a declaration, an end of a block, a block, or a plain one. One that is not read
// refuses the unit, or, where it is a declaration that shows its names, what uses these.
func (b *body) statement(t []Token, line source.Line, bad *Trouble) {
	if len(t) == 0 && bad == nil { // FORMAT
		b.terminate(line.Label)
		return
	}
	if b.unit.Kind != "program" || len(b.unit.Body) == 0 {
		var d *Declaration
		if bad == nil {
			bad = Try(func() {
				if d = declaration(t, line.Number); d != nil {
					b.declares(d)
				}
			})
		}
		if bad != nil {
			if names := named(t); names != nil && len(b.scopes) == 0 {
				b.unit.Declarations = append(b.unit.Declarations, &Declaration{Kind: "bad", Line: line.Number, Names: names, Bad: bad})
				return
			}
			b.bad(line.Number, bad)
			return
		}
		if d != nil {
			b.unit.Declarations = append(b.unit.Declarations, d)
			return
		}
	}
	if bad == nil {
		bad = Try(func() { b.executable(t, line) })
	}
	if bad != nil {
		b.bad(line.Number, bad)
		b.add(&Stmt{Action: Unknown, Line: line.Number, Label: line.Label, Bad: bad})
	}
	b.terminate(line.Label)
}

// terminate closes the loops that end at a label.
func (b *body) terminate(label string) {
	for label != "" && len(b.stack) > 1 && b.top().stmt.closing == label {
		b.stack = b.stack[:len(b.stack)-1]
	}
}

func (b *body) executable(t []Token, line source.Line) {
	if len(t) == 0 {
		return
	}
	if assignment(t) == "" {
		switch t[0].Text {
		case "end":
			if len(t) > 1 {
				b.endOf(t, line)
				return
			}
		case "else":
			b.otherwise(t, line)
			return
		case "elsewhere":
			b.otherwise(append([]Token{{Name, "else"}, {Name, "where"}}, t[1:]...), line)
			return
		case "case":
			top := b.top().stmt
			if top == nil || top.Action != Select {
				panic(trouble(plainCure, "case without its select"))
			}
			b.next((&writer{scopes: b.scopes}).list(caseTests(t)), line)
			return
		}
	}
	s := b.scoping(t, line.Number)
	if s == nil {
		s = opening(t, line.Number)
		(&writer{scopes: b.scopes}).statement(s)
	}
	s.Label = line.Label
	b.add(s)
	if s.Blocks != nil && !s.OneLine || s.Action == Select {
		if len(b.stack) == deepest {
			b.bad(line.Number, trouble("move a part of it into a subroutine", "constructs nested deeper than %d", deepest))
		}
		b.stack = append(b.stack, open{s, nil})
		if s.Action != Select {
			b.top().body = &s.Blocks[0].Body
		} else {
			b.top().body = &[]*Stmt{}
		}
	}
}

// next begins another block of the construct that is open.
func (b *body) next(tests []*Expr, line source.Line) {
	top := b.top()
	block := &Block{Line: line.Number, Tests: tests}
	top.stmt.Blocks = append(top.stmt.Blocks, block)
	top.body = &block.Body
	if line.Label != "" {
		b.add(&Stmt{Action: Continue, Line: line.Number, Label: line.Label})
	}
}

func caseTests(t []Token) []*Expr {
	p := &parser{tokens: t, at: 1}
	if p.take("default") {
		return nil
	}
	tests := p.arguments()
	if !p.done() {
		p.name()
	}
	p.end()
	return tests
}

func (b *body) otherwise(t []Token, line source.Line) {
	top := b.top().stmt
	p := &parser{tokens: t, at: 1}
	want, opened := If, "if"
	if p.is("where") {
		want, opened = Where, "where"
		p.next()
	}
	if top == nil || top.Action != want || top.scope != nil {
		p.fail("else without %s", opened)
	}
	var tests []*Expr
	if want == If && p.take("if") || want == Where && p.is("(") {
		p.need("(")
		tests = []*Expr{p.expr(0)}
		p.need(")")
		if want == If {
			p.need("then")
		}
	}
	if !p.done() {
		p.name()
	}
	p.end()
	b.next((&writer{scopes: b.scopes}).list(tests), line)
}

var endings = map[string][]Action{"if": {If}, "do": {Do, While, Forever}, "select": {Select}, "where": {Where}, "block": {If}, "associate": {If}}

func (b *body) endOf(t []Token, line source.Line) {
	top := b.top().stmt
	actions, known := endings[t[1].Text]
	if !known {
		panic(trouble(plainCure, "end %s", t[1].Text))
	}
	fits := top != nil && slices.Contains(actions, top.Action)
	if scoped := top != nil && top.scope != nil; scoped || t[1].Text == "block" || t[1].Text == "associate" {
		fits = scoped && top.scope.word == t[1].Text
	}
	if !fits {
		bad := trouble(plainCure, "end %s without its beginning", t[1].Text)
		b.bad(line.Number, bad)
		panic(bad)
	}
	if top.closing != "" && top.closing != line.Label {
		panic(trouble(plainCure, "a do that ends elsewhere than at its label"))
	}
	if line.Label != "" {
		b.add(&Stmt{Action: Continue, Line: line.Number, Label: line.Label})
	}
	if top.scope != nil {
		b.leaves(top)
	}
	if top.closing == "" {
		b.stack = b.stack[:len(b.stack)-1]
	}
}
