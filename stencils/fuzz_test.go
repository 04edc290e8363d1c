package stencils

import (
	"testing"

	"drawbridge/files/filestest"
	"drawbridge/status"
)

// FuzzExpression: any text is an expression or an error with a code, within bounds.
func FuzzExpression(f *testing.F) {
	for _, text := range []string{"a*x + b/2.5d0", "merge(a, b, a > 0)", "sqrt(abs(a))**3", "((((((", "a ? b : c", "[a, b] | map(# + 1)", "1..1000000000", "a.b.c", "'text'", "-a**-b",
		"let x = a; x", "min(a)", "1e999", "all([1,2], # > 0)", "\x00", "µ", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		filestest.Bounded(t, func() {
			_, err := readExpression(text, []string{"x"}, func(name string) error {
				if name == "a" || name == "b" {
					return nil
				}
				return status.Errorf(status.UnknownName, "no field %s", name)
			})
			if err != nil && status.CodeOf(err) == status.Internal {
				t.Errorf("%q: an error without a code: %v", text, err)
			}
		})
	})
}

// FuzzChoices: the setting `stencils` and the options of an operator.
func FuzzChoices(f *testing.F) {
	for _, text := range []string{"measure", "first", "laplacian=tile", "=", "a=b=c", "variant=x steps=3", "steps=99", ",, ,"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = parseChoices(text)
		for _, operator := range []string{"laplacian", "poisson", "pointwise", "none"} {
			_, _ = parseOptions(operator, text)
		}
	})
}
