package files

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// The bounds of a YAML text. Its parser takes about 300 bytes of memory for each value.
const (
	mostText   = 8 << 20
	mostValues = 720_000
	mostDepth  = 64
)

// YAML reads a text of at most one document, nil where it holds nothing. What it refuses, so that no text takes much memory or
// time and nothing in it is dropped: more values, or values deeper in each other, than the bounds; anchors, aliases and tags;
// a key that a map has twice; a second document.
func YAML(text []byte) (root *yaml.Node, err error) {
	defer func() {
		if cause := recover(); cause != nil { // the parser is not ours
			root, err = nil, fmt.Errorf("its YAML cannot be read: %v", cause)
		}
	}()
	if err := checkText(text); err != nil {
		return nil, err
	}
	decoder := yaml.NewDecoder(bytes.NewReader(withoutVersion(text)))
	for {
		var document yaml.Node
		if err := decoder.Decode(&document); err == io.EOF {
			return root, nil
		} else if err != nil {
			return nil, inWords(err, text)
		}
		switch value := document.Content[0]; {
		case value.Kind == yaml.ScalarNode && value.Value == "" && value.Tag == "!!null": // nothing between two marks
		case root != nil:
			return nil, fmt.Errorf("line %d: a second document begins; expected one, without `---` or `...` between its lines", document.Line)
		default:
			root = value
			if err := checkValue(root, 1); err != nil {
				return nil, err
			}
		}
	}
}

// checkText refuses what the parser would need too much memory for, or refuses without a line.
func checkText(text []byte) error {
	if len(text) > mostText {
		return fmt.Errorf("its YAML has %d bytes (lists of reactions do not count), expected at most %d; put the part that you need into a file of its own", len(text), mostText)
	}
	values, line, empty := 0, 1, true
	for at := 0; at < len(text); {
		sign, size := utf8.DecodeRune(text[at:])
		at += size
		switch {
		case sign == utf8.RuneError && size == 1:
			return fmt.Errorf("line %d: the text is not in UTF-8; save it as UTF-8", line)
		case sign == '\n':
			line++
			if !empty {
				values++
			}
			empty = true
			continue
		case sign < ' ' && sign != '\t' && sign != '\r' || sign == 0x7f:
			return fmt.Errorf("line %d: the control character %#02x; remove it", line, sign)
		case strings.ContainsRune(",:[{?", sign), sign == '-' && (at == len(text) || text[at] <= ' '):
			values++
		}
		empty = empty && sign <= ' '
	}
	if values > mostValues {
		return fmt.Errorf("its YAML has %d values and signs (lists of reactions do not count), expected at most %d; put the part that you need into a file of its own", values, mostValues)
	}
	return nil
}

var version = regexp.MustCompile(`(?m)^%YAML 1\.\d`)

// withoutVersion makes remarks of lines such as %YAML 1.2: the parser knows 1.1 alone, and what we read is the same in both.
func withoutVersion(text []byte) []byte {
	if !bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("%")) && !bytes.HasPrefix(text, []byte("#")) {
		return text
	}
	if at := version.FindIndex(text); at != nil {
		text = append([]byte(nil), text...)
		text[at[0]] = '#'
	}
	return text
}

func checkValue(n *yaml.Node, depth int) error {
	switch {
	case depth > mostDepth:
		return tooDeep(n.Line)
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		return noAliases(n.Line)
	case n.Style&yaml.TaggedStyle != 0:
		return fmt.Errorf("line %d: a tag (`%s`), which is not read; remove it", n.Line, n.Tag)
	}
	first := map[string]int{}
	for i, value := range n.Content {
		if err := checkValue(value, depth+1); err != nil {
			return err
		}
		if n.Kind != yaml.MappingNode || i%2 == 1 {
			continue
		}
		if value.Kind != yaml.ScalarNode {
			return fmt.Errorf("line %d: the key of a map is a list or a map; expected a word", value.Line)
		}
		if line := first[value.Value]; line > 0 {
			return fmt.Errorf("line %d: the key '%s' is there twice, first in line %d; remove one", value.Line, value.Value, line)
		}
		first[value.Value] = value.Line
	}
	return nil
}

func tooDeep(line int) error {
	return fmt.Errorf("line %d: lists and maps lie more than %d deep in each other", line, mostDepth)
}

func noAliases(line int) error {
	return fmt.Errorf("line %d: an anchor or alias (`&`, `*`); aliases are not read: write the values out, or put a text in quotes", line)
}

var (
	lined   = regexp.MustCompile(`^line (\d+): (.*)`)
	unknown = regexp.MustCompile(`^unknown anchor '(.*)' referenced`)
)

// inWords says what the parser found wrong, with the line.
func inWords(err error, text []byte) error {
	said := strings.Join(strings.Fields(strings.TrimPrefix(err.Error(), "yaml: ")), " ")
	if name := unknown.FindStringSubmatch(said); name != nil {
		before, _, _ := bytes.Cut(text, []byte("*"+name[1]))
		return noAliases(1 + bytes.Count(before, []byte("\n")))
	}
	line := 1 // the parser leaves out the first
	if at := lined.FindStringSubmatch(said); at != nil {
		line, _ = strconv.Atoi(at[1])
		said = at[2]
	}
	if strings.HasPrefix(said, "exceeded max depth") {
		return tooDeep(line)
	}
	return fmt.Errorf("line %d: %s", line, said)
}
