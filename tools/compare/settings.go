package compare

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"

	"drawbridge/files"
)

// settings is a file of tolerances as it is written: see docs/compare_rules.md.
type settings struct {
	Default map[string]float64            `yaml:"default"`
	Fields  map[string]map[string]float64 `yaml:"fields"`
	Only    []string                      `yaml:"only"`
	Exclude []string                      `yaml:"exclude"`
	Rename  map[string]string             `yaml:"rename"`
	Halo    *float64                      `yaml:"halo"` // the decoder would cut 1.5 down to a whole number
	NaN     string                        `yaml:"nan"`
	Extra   string                        `yaml:"extra"`
	Unused  string                        `yaml:"unused"`
}

// ReadFile sets the options that a YAML file names and leaves the others as they are. Unknown keys
// are errors that show the line.
func (o *Options) ReadFile(path string) error {
	text, err := files.Read(path, files.MostTolerances)
	if err != nil {
		return err
	}
	return o.read(path, text)
}

// read reads the text of such a file.
func (o *Options) read(path string, text []byte) error {
	if err := files.CheckYAML(text); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := checkDecimals(text); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var s settings
	if len(bytes.TrimSpace(text)) > 0 {
		if err := yaml.UnmarshalWithOptions(text, &s, yaml.Strict()); err != nil {
			return fmt.Errorf("%s: %s", path, inWords(err))
		}
	}
	if err := s.into(o); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// inWords says what is wrong in a file without the words of Go's types.
func inWords(err error) string {
	var kind *yaml.TypeError
	if !errors.As(err, &kind) || kind.Token == nil {
		return strings.Join(strings.Fields(yaml.FormatError(err, false, false)), " ")
	}
	expected := map[reflect.Kind]string{reflect.Float64: "a number", reflect.String: "a word"}[kind.DstType.Kind()]
	if expected == "" {
		expected = "something else"
	}
	if _, err := strconv.ParseFloat(kind.Token.Value, 64); errors.Is(err, strconv.ErrRange) && kind.DstType.Kind() == reflect.Float64 {
		return fmt.Sprintf("line %d, column %d: %q is too large, expected a number of at most 1.8e+308", kind.Token.Position.Line, kind.Token.Position.Column, kind.Token.Value)
	}
	return fmt.Sprintf("line %d, column %d: %q, expected %s", kind.Token.Position.Line, kind.Token.Position.Column, kind.Token.Value, expected)
}

func (s *settings) into(o *Options) error {
	var err error
	if s.Default != nil {
		if o.Tolerance, err = toleranceOf("default", s.Default); err != nil {
			return err
		}
	}
	for field, parts := range s.Fields {
		if o.PerField == nil {
			o.PerField = map[string]Tolerance{}
		}
		if o.PerField[field], err = toleranceOf(field, parts); err != nil {
			return err
		}
	}
	for from, to := range s.Rename {
		if o.Rename == nil {
			o.Rename = map[string]string{}
		}
		o.Rename[from] = to
	}
	o.Include, o.Exclude = append(o.Include, s.Only...), append(o.Exclude, s.Exclude...)
	if s.Halo != nil {
		if o.Halo = int(*s.Halo); float64(o.Halo) != *s.Halo {
			return fmt.Errorf("halo: %g, expected a whole number of layers", *s.Halo)
		}
	}
	if o.StrictNaN, err = choice("nan", s.NaN, "same", "different", o.StrictNaN); err != nil {
		return err
	}
	if o.IgnoreExtra, err = choice("extra", s.Extra, "different", "ignore", o.IgnoreExtra); err != nil {
		return err
	}
	o.UnusedNames, err = choice("unused", s.Unused, "refuse", "ignore", o.UnusedNames)
	return err
}

func toleranceOf(field string, parts map[string]float64) (t Tolerance, err error) {
	for kind, value := range parts {
		place := t.part(kind)
		if place == nil {
			return t, fmt.Errorf("%s: %q is none of abs (or atol), rel, rtol, norm", field, kind)
		}
		*place = value
	}
	if len(parts) > 1 && hasBoth(parts) {
		return t, fmt.Errorf("%s: abs and atol are the same tolerance: give one of them", field)
	}
	if err := t.check(); err != nil {
		return t, fmt.Errorf("%s: %w", field, err)
	}
	return t, nil
}

func hasBoth(parts map[string]float64) bool {
	_, abs := parts["abs"]
	_, atol := parts["atol"]
	return abs && atol
}

// choice reads a word that means no or yes; absent keeps what was.
func choice(key, word, no, yes string, was bool) (bool, error) {
	switch word {
	case "":
		return was, nil
	case no, yes:
		return word == yes, nil
	}
	return was, fmt.Errorf("%s: %q, expected %s or %s", key, word, no, yes)
}

// checkDecimals refuses numbers that YAML's versions read differently, or not as they look: 010 is 8 to some, 1_0 is 10.
func checkDecimals(text []byte) error {
	for _, t := range lexer.Tokenize(string(text)) {
		odd := false
		switch t.Type {
		case token.OctetIntegerType, token.HexIntegerType, token.BinaryIntegerType:
			odd = true
		case token.IntegerType, token.FloatType:
			odd = strings.Contains(t.Value, "_")
		}
		if odd {
			return fmt.Errorf("line %d, column %d: %q, expected a decimal number such as 10, or a name like this in quotes", t.Position.Line, t.Position.Column, t.Value)
		}
	}
	return nil
}
