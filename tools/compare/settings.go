package compare

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"drawbridge/files"
)

// ReadFile sets the options that a YAML file of tolerances names (docs/compare_rules.md) and leaves the others as they are.
func (o *Options) ReadFile(path string) error {
	text, err := files.Read(path, files.MostTolerances)
	if err != nil {
		return err
	}
	return o.read(path, text)
}

// read reads the text of such a file.
func (o *Options) read(path string, text []byte) error {
	root, err := files.YAML(text)
	if err == nil && root != nil {
		if err = checkDecimals(root); err == nil {
			err = eachKey(root, o.readKey)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// keys are those of the file. A key with nothing behind it changes nothing.
var keys = []string{"default", "fields", "only", "exclude", "rename", "halo", "nan", "extra", "unused"}

func (o *Options) readKey(key string, value *yaml.Node) (err error) {
	if !slices.Contains(keys, key) {
		return fmt.Errorf("line %d: unknown field %q, expected one of %s", value.Line, key, strings.Join(keys, ", "))
	}
	if isNothing(value) {
		return nil
	}
	switch key {
	case "default":
		o.Tolerance, err = toleranceOf(key, value)
	case "fields":
		o.PerField, err = mapOf(o.PerField, value, toleranceOf)
	case "rename":
		o.Rename, err = mapOf(o.Rename, value, func(_ string, to *yaml.Node) (string, error) { return wordOf(to) })
	case "only":
		o.Include, err = words(o.Include, value)
	case "exclude":
		o.Exclude, err = words(o.Exclude, value)
	case "halo":
		var layers float64
		if layers, err = numberOf(value); err == nil {
			if o.Halo = int(layers); float64(o.Halo) != layers {
				return fmt.Errorf("halo: %g, expected a whole number of layers", layers)
			}
		}
	case "nan":
		o.StrictNaN, err = choice(key, value, "same", "different", o.StrictNaN)
	case "extra":
		o.IgnoreExtra, err = choice(key, value, "different", "ignore", o.IgnoreExtra)
	case "unused":
		o.UnusedNames, err = choice(key, value, "refuse", "ignore", o.UnusedNames)
	}
	return err
}

func toleranceOf(field string, parts *yaml.Node) (t Tolerance, err error) {
	seen := map[*float64]string{}
	err = eachKey(parts, func(kind string, value *yaml.Node) (err error) {
		place := t.part(kind)
		if place == nil {
			return fmt.Errorf("%s: %q is none of abs (or atol), rel, rtol, norm", field, kind)
		}
		if seen[place] != "" {
			return fmt.Errorf("%s: abs and atol are the same tolerance: give one of them", field)
		}
		seen[place] = kind
		if isNothing(value) {
			return nil
		}
		*place, err = numberOf(value)
		return err
	})
	if err == nil {
		if err = t.check(); err != nil {
			err = fmt.Errorf("%s: %w", field, err)
		}
	}
	return t, err
}

// eachKey calls read for each key of a map.
func eachKey(n *yaml.Node, read func(key string, value *yaml.Node) error) error {
	if isNothing(n) {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return unexpected(n, "keys with values")
	}
	for i := 0; i < len(n.Content); i += 2 {
		if err := read(n.Content[i].Value, n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// mapOf adds the keys of a map to those of others.
func mapOf[V any](all map[string]V, n *yaml.Node, read func(key string, value *yaml.Node) (V, error)) (map[string]V, error) {
	if all == nil {
		all = map[string]V{}
	}
	err := eachKey(n, func(key string, value *yaml.Node) (err error) {
		all[key], err = read(key, value)
		return err
	})
	return all, err
}

// words adds the words of a list to others.
func words(all []string, n *yaml.Node) ([]string, error) {
	if n.Kind != yaml.SequenceNode {
		return all, unexpected(n, "a list of names")
	}
	for _, item := range n.Content {
		word, err := wordOf(item)
		if err != nil {
			return all, err
		}
		all = append(all, word)
	}
	return all, nil
}

func wordOf(n *yaml.Node) (string, error) {
	if n.Kind != yaml.ScalarNode || isNothing(n) {
		return "", unexpected(n, "a word")
	}
	return n.Value, nil
}

// numberOf reads a decimal number, .inf or .nan: who asks says which are too large.
func numberOf(n *yaml.Node) (value float64, err error) {
	if isNumber(n) && n.Decode(&value) == nil {
		return value, nil
	}
	if _, err := strconv.ParseFloat(n.Value, 64); n.Kind == yaml.ScalarNode && errors.Is(err, strconv.ErrRange) {
		return math.Inf(1), fmt.Errorf("%s: %q is too large, expected a number of at most 1.8e+308", place(n), n.Value)
	}
	return 0, unexpected(n, "a number")
}

// choice reads a word that means no or yes.
func choice(key string, n *yaml.Node, no, yes string, was bool) (bool, error) {
	word, err := wordOf(n)
	if err != nil || word == no || word == yes {
		return word == yes, err
	}
	return was, fmt.Errorf("%s: %q, expected %s or %s", key, word, no, yes)
}

func isNothing(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

func isNumber(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && (n.ShortTag() == "!!int" || n.ShortTag() == "!!float")
}

func place(n *yaml.Node) string { return fmt.Sprintf("line %d, column %d", n.Line, n.Column) }

func unexpected(n *yaml.Node, expected string) error {
	switch n.Kind {
	case yaml.MappingNode:
		return fmt.Errorf("%s: keys with values, expected %s", place(n), expected)
	case yaml.SequenceNode:
		return fmt.Errorf("%s: a list, expected %s", place(n), expected)
	}
	return fmt.Errorf("%s: %q, expected %s", place(n), n.Value, expected)
}

var decimal = regexp.MustCompile(`^[-+]?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][-+]?\d+)?$|\.(?i:inf|nan)$`)

// checkDecimals refuses numbers that YAML's versions read differently, or not as they look: 010 is 8 to some, 1_0 is 10.
func checkDecimals(n *yaml.Node) error {
	if isNumber(n) && !decimal.MatchString(n.Value) {
		return fmt.Errorf("%s: %q, expected a decimal number such as 10, or a name like this in quotes", place(n), n.Value)
	}
	for _, child := range n.Content {
		if err := checkDecimals(child); err != nil {
			return err
		}
	}
	return nil
}
