package stencils

import (
	"strings"
	"testing"

	"drawbridge/status"
)

// What is wrong is told with its column and the word there.
func TestAnExpressionThatIsWrongIsRefused(t *testing.T) {
	known := func(name string) error {
		if name == "u" || name == "lap" {
			return nil
		}
		return status.Errorf(status.UnknownName, "field '%s' is not known; fields are lap u", name)
	}
	for text, want := range map[string]string{
		"u + * 2":            "column 5, '*'",
		"u + (lap":           "column 9, the end",
		"u + dt*lupe":        "column 8: field 'lupe' is not known; fields are lap u",
		"u lap":              "column 3, 'lap'",
		"u + gamma(lap)":     "column 5, 'gamma'",
		"min(u)":             "column 1, 'min': 1 arguments given, 2 expected",
		"u < lap":            "true or false",
		"merge(u, lap, u)":   "column 15, 'u': a comparison expected",
		"u + (u < lap)":      "column 8, '<': a number expected",
		"u.lap":              "column 3, 'lap'",
		"'u'":                "column 1",
		"":                   "column 1, the end",
		"u; lap":             "column 2, ';'",
		"u + \"":             "column 6, the end",
		"[u]":                "column 1",
		"u % 2":              "column 3, '%'",
		"u + 1d":             "column",
		"filter(u, {# > 1})": "column",
	} {
		_, _, err := readExpression(text, []string{"dt"}, known)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected to hear %s", text, err, want)
		}
	}
	if _, _, err := readExpression(strings.Repeat("(", mostExpression+1), nil, known); status.CodeOf(err) != status.Argument {
		t.Errorf("a long one: %v", err)
	}
	if _, _, err := readExpression(strings.Repeat("(", mostExpression), nil, known); err == nil {
		t.Error("open brackets alone")
	}
}

func TestNumbersAsInFortran(t *testing.T) {
	for text, want := range map[string]string{
		"2.*u": "(T(2) * p[0])", "1d-3*u": "(T(0.001) * p[0])", "1.5D+2 + u": "(T(150) + p[0])", "u + 2.": "(p[0] + T(2))", "u/2": "(p[0] / T(2))",
		"-u**2": "(-power<2>(p[0]))", "u**(-2)": "(T(1) / power<2>(p[0]))", "u**0.5": "T(sqrt(p[0]))", "2*u**3*dt": "((T(2) * power<3>(p[0])) * number<T>(s, 0))",
		"u > 1 ? u : 0": "((T(1) < p[0]) ? p[0] : T(0))", "u**0": "T(1)", "u**lap": "T(pow(p[0], p[1]))", ".5*u": "(T(0.5) * p[0])",
	} {
		e, _, err := readExpression(text, []string{"dt"}, func(string) error { return nil })
		if err != nil || e.written() != want {
			t.Errorf("%s: %v, %v, expected %s", text, e, err, want)
		} else if _, err := programOf(e, 2, []float64{1}); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// An expression that needs too much at a time is refused, not run over the end.
func TestAProgramHasItsLimits(t *testing.T) {
	known := func(string) error { return nil }
	deep, _, err := readExpression(strings.Repeat("u*u+(", 40)+"u"+strings.Repeat(")", 40), nil, known)
	if err == nil {
		_, err = programOf(deep, 1, nil)
	}
	if status.CodeOf(err) != status.Argument {
		t.Errorf("40 levels: %v", err)
	}
	many := "u"
	for i := range 70 {
		many += "+" + strings.Repeat("1", 1+i%5) + "." + strings.Repeat("3", 1+i/5)
	}
	e, _, err := readExpression(many, nil, known)
	if err == nil {
		_, err = programOf(e, 1, nil)
	}
	if status.CodeOf(err) != status.Argument {
		t.Errorf("70 numbers: %v", err)
	}
}
