package files

import (
	"fmt"

	"github.com/goccy/go-yaml/token"
)

// mostWork bounds what the parser does besides reading: half a second to two. For a value that is left out it moves all the
// values behind it by one place; for a key of a map without brackets it copies all later keys, at ten times the cost.
const (
	mostWork = 500_000_000
	perKey   = 10
)

// work is what the parser does for values that are left out, and for the keys of maps.
type work struct {
	empty, moved, copied int
}

func (w *work) key(keysBefore int) { w.copied += perKey * keysBefore }

func (w *work) leftOut(valuesBehind int) {
	w.empty++
	w.moved += valuesBehind
}

func (w *work) check(line int) error {
	if w.moved+w.copied <= mostWork {
		return nil
	}
	if w.moved > w.copied {
		return fmt.Errorf("line %d: the YAML leaves out the values of %d entries so far, too many for its parser; give those entries values, or remove them", line, w.empty)
	}
	return fmt.Errorf("line %d: the YAML has too many maps of many keys for its parser; expected at most %d maps of %d keys, or more smaller ones", line, 2*mostWork/(perKey*mostKeys*mostKeys), mostKeys)
}

// leavesOut says whether the value is missing that would follow token i. Where that is hard to say it answers yes.
func leavesOut(tokens token.Tokens, i int) bool {
	t := tokens[i]
	switch t.Type {
	case token.MappingKeyType:
		return true // such a key may stand without a value, and is rare
	case token.SequenceEntryType, token.MappingValueType, token.TagType:
	default:
		return false
	}
	for i++; i < len(tokens) && tokens[i].Type == token.CommentType; i++ {
	}
	if i == len(tokens) {
		return true
	}
	next := tokens[i]
	switch next.Type {
	case token.CollectEntryType, token.SequenceEndType, token.MappingEndType:
		return true
	case token.MappingValueType:
		return t.Type == token.TagType
	}
	if t.Type == token.TagType || next.Position.Line == t.Position.Line {
		return false
	}
	column := entryColumn(t)
	return next.Position.Column < column || next.Position.Column == column && (t.Type == next.Type || next.Type != token.SequenceEntryType)
}
