package files

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// The bounds of a YAML text. The parser takes about 700 bytes for each sign that parts values, calls itself for each
// level, and a decoder copies what an alias names.
const (
	mostSigns    = 3_000_000
	mostDepth    = 64
	mostExpanded = 1_000_000
)

// CheckYAML refuses a text for which the parser of YAML would need too much memory or time, before it sees the text: of
// too many values, of values too deep in each other, of aliases that expand to too much.
// A second document is refused too: the decoder would leave it out in silence.
func CheckYAML(text []byte) error {
	signs, open, deepest := 0, 0, 0
	for _, c := range text {
		switch c {
		case '[', '{':
			open++
			deepest = max(deepest, open)
			signs++
		case ']', '}':
			open = max(0, open-1)
			signs++
		case ',', ':', '-', '?', '"', '\'', '&', '*', '!', '|', '>', '#', '%', '\n':
			signs++
		}
	}
	if signs > mostSigns {
		return fmt.Errorf("it has more than %d values and signs", mostSigns)
	}
	if deepest > 100*mostDepth { // within quotes and remarks too, where few brackets stay open
		return tooDeep(0)
	}
	tokens := lexer.Tokenize(string(text))
	if line, deep := depth(tokens); deep {
		return tooDeep(line)
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

// depth finds the first line at which values lie too deep in each other: in brackets that are open, and in lists and
// maps whose entries begin further right than those around them.
func depth(tokens token.Tokens) (line int, deep bool) {
	open := 0
	var columns []int
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			open++
		case token.SequenceEndType, token.MappingEndType:
			open = max(0, open-1)
		case token.SequenceEntryType, token.MappingKeyType, token.MappingValueType:
			if open > 0 {
				continue
			}
			column := t.Position.Column
			if t.Type == token.MappingValueType && t.Prev != nil && t.Prev.Position.Line == t.Position.Line {
				column = t.Prev.Position.Column // of the key
			}
			for n := len(columns); n > 0 && columns[n-1] >= column; n-- {
				columns = columns[:n-1]
			}
			columns = append(columns, column)
		}
		if open+len(columns) > mostDepth {
			return t.Position.Line, true
		}
	}
	return 0, false
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
	for _, doc := range file.Docs {
		if e.size(doc.Body); e.wrong != "" {
			return fmt.Errorf("%s", strings.TrimSpace(e.wrong))
		}
	}
	return nil
}

// expansion counts the values of a tree when each alias is replaced by what it names.
type expansion struct {
	anchors map[string]int
	wrong   string
}

func (e *expansion) size(n ast.Node) int {
	if n == nil || e.wrong != "" {
		return 0
	}
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
	if total > mostExpanded {
		e.wrong = fmt.Sprintf("its aliases expand to more than %d values", mostExpanded)
	}
	return min(total, mostExpanded+1)
}
