package species

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"drawbridge/files"
	"drawbridge/status"
)

// node is one value of a mechanism file: it knows its place, so that a complaint can name it.
type node struct {
	yaml   *yaml.Node
	parent *node
	place  string // "thermo", "[2]", or a heading: "species OH", "mechanism FILE"; "": says nothing
}

// parse reads the text of a file.
func parse(path string, text []byte) (root *node, err error) {
	value, err := files.YAML(text)
	if err != nil {
		return nil, status.Errorf(status.File, "mechanism %s: %v", path, err)
	}
	root = &node{yaml: value, place: "mechanism " + path}
	if value == nil || !root.isMap() {
		return nil, root.wrong("no keys at its top level; a Cantera YAML file has `phases` and `species`")
	}
	return root, nil
}

// wrong makes an error that names file, species and key.
func (n *node) wrong(format string, values ...any) error {
	return status.Errorf(status.File, "%s: %s", n.where(), fmt.Sprintf(format, values...))
}

func (n *node) where() string {
	switch {
	case n.parent == nil:
		return n.place
	case n.place == "":
		return n.parent.where()
	case strings.HasPrefix(n.place, "["):
		return n.parent.where() + n.place
	}
	return n.parent.where() + n.parent.joint() + n.place
}

// joint stands between a place and what lies in it: a colon after a heading (two words), else a dot.
func (n *node) joint() string {
	if n.place == "" {
		return n.parent.joint()
	}
	if strings.Contains(n.place, " ") {
		return ": "
	}
	return "."
}

func (n *node) isMap() bool  { return n.yaml.Kind == yaml.MappingNode }
func (n *node) isList() bool { return n.yaml.Kind == yaml.SequenceNode }

// isNothing tells whether a key has no value, or one of the words for none.
func (n *node) isNothing() bool {
	return n.yaml.Kind == yaml.ScalarNode && n.yaml.ShortTag() == "!!null"
}

// is tells whether the value is this word.
func (n *node) is(word string) bool { return n.yaml.Kind == yaml.ScalarNode && n.yaml.Value == word }

// get finds a key of a map; nil where there is none.
func (n *node) get(key string) *node {
	if n.isMap() {
		for i := 0; i < len(n.yaml.Content); i += 2 {
			if n.yaml.Content[i].Value == key {
				return &node{n.yaml.Content[i+1], n, key}
			}
		}
	}
	return nil
}

// need is get where the key must be there.
func (n *node) need(key string) (*node, error) {
	if !n.isMap() {
		return nil, n.wrong("keys are expected here, this is %s", n.shown())
	}
	if child := n.get(key); child != nil && !child.isNothing() {
		return child, nil
	}
	return nil, n.wrong("key '%s' is missing", key)
}

// items are the elements of a list, or of a map in its order; an element that only says `units` is
// no item.
func (n *node) items() ([]*node, error) {
	var list []*node
	switch {
	case n.isList():
		for i, v := range n.yaml.Content {
			item := &node{v, n, fmt.Sprintf("[%d]", i+1)}
			if i == 0 && item.onlyUnits() {
				continue
			}
			list = append(list, item)
		}
	case n.isMap():
		for i := 0; i < len(n.yaml.Content); i += 2 {
			list = append(list, &node{n.yaml.Content[i+1], n, n.yaml.Content[i].Value})
		}
	default:
		return nil, n.wrong("a list is expected here, this is %s", n.shown())
	}
	return list, nil
}

func (n *node) onlyUnits() bool {
	return n.isMap() && len(n.yaml.Content) == 2 && n.yaml.Content[0].Value == "units"
}

// text is a word as the file has it; YAML may take it for a number.
func (n *node) text() (string, error) {
	if n.yaml.Kind != yaml.ScalarNode || n.isNothing() {
		return "", n.wrong("a word is expected here, this is %s", n.shown())
	}
	return n.yaml.Value, nil
}

// number is a plain finite number.
func (n *node) number() (float64, error) { return n.quantity(none) }

// quantity is a number in the units that hold here, or a text of number and unit; the answer is SI.
func (n *node) quantity(d dimension) (float64, error) {
	system, err := n.units()
	if err != nil {
		return 0, err
	}
	text, err := n.text()
	if err != nil {
		return 0, err
	}
	word, rest := splitUnit(text)
	value, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
		return 0, n.wrong("%s is expected, this is %s", dimensionNames[d], n.shown())
	}
	if rest == "" {
		return value * system.factor(d), nil
	}
	u, err := parseUnit(rest)
	if err != nil {
		return 0, n.wrong("%v", err)
	}
	if u.dimension != d {
		return 0, n.wrong("'%s' is expected to be %s", text, dimensionNames[d])
	}
	return value * u.factor, nil
}

// splitUnit parts "5.2 atm" into number and unit.
func splitUnit(text string) (number, unit string) {
	number, unit, _ = strings.Cut(strings.TrimSpace(text), " ")
	return number, strings.TrimSpace(unit)
}

// positive is a quantity above zero.
func (n *node) positive(d dimension) (float64, error) {
	value, err := n.quantity(d)
	if err == nil && value <= 0 {
		err = n.wrong("%s above zero is expected, this is %s", dimensionNames[d], n.shown())
	}
	return value, err
}

// units are what numbers are in at this place: the `units` of the maps around it and of the first
// elements of the lists around it, the innermost last.
func (n *node) units() (system, error) {
	if n == nil {
		return cantera(), nil
	}
	around, err := n.parent.units()
	if err != nil {
		return nil, err
	}
	given := n.get("units")
	if n.isList() && len(n.yaml.Content) > 0 {
		if first := (&node{n.yaml.Content[0], n, "[1]"}); first.onlyUnits() {
			given = first.get("units")
		}
	}
	if given == nil {
		return around, nil
	}
	return given.system(around)
}

// system reads a `units` map.
func (n *node) system(around system) (system, error) {
	items, err := n.items()
	if err != nil {
		return nil, err
	}
	s := system{}
	for key, factor := range around {
		s[key] = factor
	}
	for _, item := range items {
		word, err := item.text()
		if err != nil {
			return nil, err
		}
		expected, known := systemKeys[item.place]
		if item.place == "activation-energy" {
			continue
		}
		if !known {
			return nil, n.wrong("key '%s' is not known", item.place)
		}
		u, err := parseUnit(word)
		if err != nil {
			return nil, item.wrong("%v", err)
		}
		if u.dimension != expected {
			return nil, item.wrong("'%s' is not a unit of %s", word, item.place)
		}
		s[item.place] = u.factor
	}
	return s, nil
}

// shown is a value in a message.
func (n *node) shown() string {
	switch {
	case n.isList():
		return fmt.Sprintf("a list of %d", len(n.yaml.Content))
	case n.isMap():
		return "a map"
	case n.isNothing():
		return "nothing"
	}
	return fmt.Sprintf("'%s'", n.yaml.Value)
}
