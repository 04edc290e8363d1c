package files

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// The bounds of a YAML text behind the lexer. The parser calls itself for each level and each tag or anchor of a value,
// and looks at all keys of a map for each of them; a decoder copies what an alias names.
const (
	mostKeys     = 5_000 // of one map
	mostDepth    = 64
	mostExpanded = 1_000_000
)

// CheckYAML refuses a text for which the lexer or the parser of YAML would need too much memory or time, before it sees
// the text: of too many bytes or values, of values too deep in each other, of a map with too many keys, of aliases that expand to too much.
// A second document is refused too: the decoder would leave it out in silence.
func CheckYAML(text []byte) error {
	if err := checkText(text); err != nil {
		return err
	}
	tokens := lexer.Tokenize(string(text))
	if err := checkNesting(tokens); err != nil {
		return err
	}
	if line := second(tokens); line > 0 {
		return fmt.Errorf("line %d: a second document begins; expected one, without `---` or `...` between its lines", line)
	}
	return checkAliases(tokens)
}

// second finds the line that parts a second document that holds something from the first; 0 where there is none.
func second(tokens token.Tokens) int {
	some, parted, directive := false, 0, 0
	for _, t := range tokens {
		switch line := t.Position.Line; {
		case t.Type == token.CommentType || line == directive:
		case t.Type == token.DirectiveType:
			directive = line
		case t.Type == token.DocumentHeaderType || t.Type == token.DocumentEndType:
			if some && parted == 0 {
				parted = line
			}
		case parted > 0:
			return parted
		default:
			some = true
		}
	}
	return 0
}

func tooDeep(line int) error {
	where := ""
	if line > 0 {
		where = fmt.Sprintf("line %d: ", line)
	}
	return fmt.Errorf("%slists and maps lie more than %d deep in each other", where, mostDepth)
}

// level is a list or a map: in brackets, or one whose entries begin at a column.
type level struct {
	column int // of a level without brackets
	keys   int
	list   bool // in square brackets
	colon  bool // the entry of a map in braces has one
}

// nesting follows the lists and maps that are open at a token.
type nesting struct {
	brackets, columns []level
	tags              int // and anchors, of the next value
	work              work
}

// checkNesting finds the first line at which values lie too deep in each other, a map has too many keys, or the parser
// would have too much to do.
func checkNesting(tokens token.Tokens) error {
	var n nesting
	for i, t := range tokens {
		n.follow(t, len(tokens)-i)
		if leavesOut(tokens, i) {
			n.work.leftOut(len(tokens) - i)
		}
		if len(n.brackets)+len(n.columns) > mostDepth {
			return tooDeep(t.Position.Line)
		}
		if n.tags > mostDepth {
			return fmt.Errorf("line %d: a value has more than %d tags and anchors (`!`, `&`); remove them", t.Position.Line, mostDepth)
		}
		for _, levels := range [][]level{n.brackets, n.columns} {
			if last := len(levels) - 1; last >= 0 && levels[last].keys > mostKeys {
				return fmt.Errorf("line %d: a map of the YAML has more than %d keys", t.Position.Line, mostKeys)
			}
		}
		if err := n.work.check(t.Position.Line); err != nil {
			return err
		}
	}
	return nil
}

func (n *nesting) follow(t *token.Token, left int) {
	switch {
	case t.Type == token.TagType, t.Type == token.AnchorType:
		n.tags++
	case t.Type != token.CommentType && t.PreviousType() != token.AnchorType:
		n.tags = 0
	}
	switch t.Type {
	case token.SequenceStartType, token.MappingStartType:
		n.brackets = append(n.brackets, level{list: t.Type == token.SequenceStartType})
	case token.SequenceEndType, token.MappingEndType:
		n.brackets = n.brackets[:max(0, len(n.brackets)-1)]
	case token.CollectEntryType: // the comma after each entry, with a value or without
		if last := len(n.brackets) - 1; last >= 0 && !n.brackets[last].list {
			n.brackets[last].endEntry(&n.work, left)
		}
	case token.SequenceEntryType, token.MappingKeyType, token.MappingValueType:
		if last := len(n.brackets) - 1; last >= 0 {
			n.brackets[last].colon = true
			return
		}
		column := entryColumn(t)
		for last := len(n.columns); last > 0 && n.columns[last-1].column > column; last-- {
			n.columns = n.columns[:last-1]
		}
		if last := len(n.columns); last == 0 || n.columns[last-1].column < column {
			n.columns = append(n.columns, level{column: column})
		}
		if t.Type != token.SequenceEntryType {
			n.work.key(n.columns[len(n.columns)-1].keys)
			n.columns[len(n.columns)-1].keys++
		}
	}
}

// endEntry counts an entry of a map in braces; one without a colon is a key without a value.
func (l *level) endEntry(w *work, left int) {
	l.keys++
	if !l.colon {
		w.leftOut(left)
	}
	l.colon = false
}

// entryColumn is where an entry of a list or a map begins: for a colon, where its key does, anchors and tags included.
func entryColumn(t *token.Token) int {
	column := t.Position.Column
	if t.Type != token.MappingValueType {
		return column
	}
	for p := t.Prev; p != nil && p.Position.Line == t.Position.Line; p = p.Prev {
		switch p.Type {
		case token.SequenceEntryType, token.MappingKeyType, token.MappingValueType:
			return column
		}
		column = p.Position.Column
	}
	return column
}

// checkAliases looks at what aliases expand to. A text that is no YAML passes: the decoder says what is wrong, and where.
func checkAliases(tokens token.Tokens) (err error) {
	aliases := false
	for _, t := range tokens {
		aliases = aliases || t.Type == token.AliasType
	}
	if !aliases {
		return nil
	}
	defer func() {
		if cause := recover(); cause != nil { // the parser is not ours
			err = fmt.Errorf("its YAML cannot be read: %v", cause)
		}
	}()
	file, wrong := parser.Parse(tokens, 0)
	if wrong != nil {
		return nil
	}
	e := expansion{anchors: map[string]int{}}
	expanded := 0
	for _, doc := range file.Docs {
		expanded += e.size(doc.Body)
	}
	if expanded-e.plain > mostExpanded {
		return fmt.Errorf("its aliases expand to more than %d values", mostExpanded)
	}
	return nil
}

// expansion counts the values of a tree as it stands, and when each alias is replaced by what it names.
type expansion struct {
	anchors map[string]int
	plain   int
}

// endless stands for any larger number, so that no sum of as many as there are values overflows.
const endless = 1 << 40

func (e *expansion) size(n ast.Node) int {
	if n == nil {
		return 0
	}
	e.plain++
	total := 1
	switch n := n.(type) {
	case *ast.AnchorNode:
		total += e.size(n.Value)
		if n.Name != nil {
			e.anchors[n.Name.String()] = total
		}
	case *ast.AliasNode:
		if n.Value != nil {
			total += e.anchors[n.Value.String()]
		}
	case *ast.MappingNode:
		for _, v := range n.Values {
			total += e.size(v)
		}
	case *ast.MappingValueNode:
		total += e.size(n.Key) + e.size(n.Value)
	case *ast.MappingKeyNode:
		total += e.size(n.Value)
	case *ast.SequenceNode:
		for _, v := range n.Values {
			total += e.size(v)
		}
	case *ast.TagNode:
		total += e.size(n.Value)
	}
	return min(total, endless)
}
