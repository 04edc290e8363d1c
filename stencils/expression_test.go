package stencils

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"drawbridge/files/filestest"
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
		"u + * 2":                    "column 5, '*'",
		"u + (lap":                   "column 9, the end",
		"u + dt*lupe":                "column 8: field 'lupe' is not known; fields are lap u",
		"u lap":                      "column 3, 'lap'",
		"u + gamma(lap)":             "column 5, 'gamma'",
		"min(u)":                     "column 1, 'min': 1 argument given, 2 expected",
		"u < lap":                    "true or false",
		"merge(u, lap, u)":           "column 15, 'u': a comparison expected",
		"u + (u < lap)":              "column 8, '<': a number expected",
		"u.lap":                      "column 2, '.lap': no sign of an expression",
		"'u'":                        "column 1",
		"":                           "column 1, the end",
		"u; lap":                     "column 2, ';'",
		"u + \"":                     "column 5, '\"': no sign of an expression",
		"u < 1 && lap < 1":           "column 7, '&': no sign of an expression; 'and' joins comparisons",
		"u < 1 || lap < 1":           "column 7, '|': no sign of an expression; 'or' joins",
		"merge(u, lap, !(u < 1))":    "column 15, '!': no sign of an expression; 'not'",
		"merge(1, 2, u /= lap)":      "column 15, '/': /= is no operator of an expression; write !=",
		"merge(1, 2, u .gt. 1)":      "column 15, '.gt.': .gt. is no operator of an expression; write >,",
		"merge(1, 2, 2.GE.u)":        ".GE. is no operator of an expression; write >=,",
		"merge(1, 2, .true.)":        "column 13, '.true.': .true. is no operator of an expression; write a comparison",
		"u[1":                        "column 4, the end: more is expected",
		"u[]":                        "column 3, ']': a distance of 0 to 64 points expected",
		"u[1.5,0,0]":                 "column 3, '1.5': a distance of 0 to 64 points expected",
		"u[+lap,0,0]":                "column 4, 'lap': a distance of 0 to 64 points expected",
		"u[65,0,0]":                  "column 3, '65': a distance",
		"u[1,0,0,0]":                 "column 2, '[': more than three distances",
		"u[1;0]":                     "column 4, ';': no sign",
		"u[1 0]":                     "column 5, '0': not expected",
		"u[1,0,0](2)":                "column 9, '(': not expected",
		"2 + dt[1,0,0]":              "column 7, '[': 'dt' is a number and has no neighbours",
		"(u + lap)[1,0,0]":           "column 10, '[': not expected",
		"sqr(u)":                     "column 1, 'sqr': no function of an expression; did you mean 'sqrt'? Functions are abs",
		"u(i+1,j,k)":                 "column 1, 'u': no function of an expression; functions are abs cos exp log max merge min sin sqrt tanh; a neighbour of the point is u[+1,0,0]",
		"u^2":                        "column 2, '^': no sign of an expression; a power is **",
		"abs(u) | sqrt()":            "column 8, '|'",
		"merge(1, 2, 0 < u < lap)":   "column 19, '<': a second comparison of the same; write a < b and b < c",
		"merge(1, 2, u == lap == 1)": "a number expected, this is true or false",
		"u = 2":                      "column 3, '=': no sign of an expression; to be equal is ==",
		"u ?? lap":                   "column 3, '?'",
		"if u < 1 {u} else {lap}":    "column 10, '{'",
		"merge(1, 2, (not u) > 0)":   "column 18, 'u': a comparison expected",
		"u @ 2":                      "column 3, '@'",
		"u + 1d999":                  "column 5, '1d999'",
		"u in lap":                   "column 3, 'in'",
		"[u]":                        "column 1",
		"u % 2":                      "column 3, '%'",
		"u + 1d":                     "column",
		"filter(u, {# > 1})":         "column",
		"u + 0x1d3":                  "column 5, '0x1d3'",
		"u + 0b1":                    "column 5, '0b1'",
		"u + 0o17":                   "column 5, '0o17'",
		"u + 1_8":                    "column 5, '1_8'",
		"u + 1.0_real64":             "column 5, '1.0_real64'",
		"u // 2":                     "column 3, '/'",
		"u /* 2 */":                  "column 3, '/'",
		"u.":                         "column",
		"u.5":                        "column",
		"1.5.2*u":                    "column",
		"u + 1d+":                    "column 5, '1d'",
		"min(u,)":                    "column 7, ')': not expected here",
		"u lap)":                     "column 3, 'lap'",
		"u)":                         "column 2, ')'",
		"u > 1 ? u":                  "column 10, the end: more is expected",
	} {
		_, err := readExpression(text, []string{"dt"}, known)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected to hear %s", text, err, want)
		}
	}
	if _, err := readExpression(strings.Repeat("(", mostExpression+1), nil, known); status.CodeOf(err) != status.Argument {
		t.Errorf("a long one: %v", err)
	}
	if _, err := readExpression(strings.Repeat("(", mostExpression), nil, known); err == nil {
		t.Error("open brackets alone")
	}
}

func TestNumbersAsInFortran(t *testing.T) {
	for text, want := range map[string]string{
		"2.*u": "times(T(2), p[0])", "1d-3*u": "times(T(0.001), p[0])", "1.5D+2 + u": "plus(T(150), p[0])", "u + 2.": "plus(p[0], T(2))", "u/2": "(p[0] / T(2))",
		"-u**2": "(-power<2>(p[0]))", "u**(-2)": "(T(1) / power<2>(p[0]))", "u**0.5": "T(sqrt(p[0]))", "2*u**3*dt": "times(times(T(2), power<3>(p[0])), a[0])",
		"1.d0*u": "times(T(1), p[0])", "u - .5D-1": "minus(p[0], T(0.050000000000000003))", "1d2-1d1*2.": "minus(T(100), times(T(10), T(2)))", "2.**u": "T(pow(T(2), p[0]))",
		"u > 1 ? u : 0": "((T(1) < p[0]) ? p[0] : T(0))", "u**0": "T(1)", "u**lap": "T(pow(p[0], p[1]))", "u<lap?.5:2": "((p[0] < p[1]) ? T(0.5) : T(2))", "u - lap - dt": "minus(minus(p[0], p[1]), a[0])",
		"u**lap**2": "T(pow(p[0], power<2>(p[1])))", "-u*2": "times((-p[0]), T(2))", "2**-u**2": "T(pow(T(2), (-power<2>(p[0]))))", ".5*u": "times(T(0.5), p[0])",
	} {
		e, err := readExpression(text, []string{"dt"}, func(string) error { return nil })
		if err != nil || e.written() != "return "+want+";" {
			t.Errorf("%s: %v, %v, expected %s", text, e, err, want)
		} else if _, err := programOf(e, strides{}, 1); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// As the manual ranks them: comparisons, then not, and, or.
func TestNotBindsWeakerThanComparisons(t *testing.T) {
	for text, same := range map[string]string{
		"not u > 0": "not (u > 0)", "not u + 1 == lap*2": "not ((u + 1) == (lap*2))", "not u > 0 and lap < 1": "(not (u > 0)) and (lap < 1)",
		"u > 0 or not lap < 1 and u < 2": "(u > 0) or ((not (lap < 1)) and (u < 2))", "not not u > 0": "not (not (u > 0))",
	} {
		short, err := readExpression("merge(1, 2, "+text+")", nil, func(string) error { return nil })
		long, wrong := readExpression("merge(1, 2, "+same+")", nil, func(string) error { return nil })
		if err != nil || wrong != nil || short.written() != long.written() {
			t.Errorf("%s is not %s: %v %v", text, same, err, wrong)
		}
	}
}

// A digit and a d may be part of a name.
func TestNamesWithDigitsStayNames(t *testing.T) {
	e, err := readExpression("u2d-1 + u2d1*u2e-1d1 + _2d3 - u2", []string{"u2"}, func(string) error { return nil })
	if err != nil || strings.Join(e.fields, " ") != "u2d u2d1 u2e _2d3" || e.written() != "return minus(plus(minus(plus(minus(p[0], T(1)), times(p[1], p[2])), T(10)), p[3]), a[0]);" {
		t.Errorf("%v, %v", e, err)
	}
}

// A field may be read at the point and at neighbours; each is read once.
func TestNeighboursAreAccesses(t *testing.T) {
	e, err := readExpression("u[+1,0,0] - 2*u + u[ - 1 , 0,0] + lap[0,2] + u[1,0,0]*Yi(3)[0,0,-4]", nil, func(string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	want := []access{{0, [3]int{1, 0, 0}, 3}, {0, [3]int{}, 0}, {0, [3]int{-1, 0, 0}, 3}, {1, [3]int{0, 2, 0}, 2}, {2, [3]int{0, 0, -4}, 3}}
	if strings.Join(e.fields, " ") != "u lap Yi(3)" || !slices.Equal(e.accesses, want) {
		t.Errorf("%v, %v; %v expected", e.fields, e.accesses, want)
	}
	if a := e.accesses[2]; a.distance() != 1 || a.written("u") != "u[-1,0,0]" || e.accesses[4].distance() != 4 {
		t.Errorf("%v: distance %d, %s", a, a.distance(), a.written("u"))
	}
	program, err := programOf(e, strides{home: 3, apart: 1 | 8}, 0) // u and the output are apart
	if err != nil || program[2] != 1|2|4|32 || program[6] != words(0, -1, 0, 0) {
		t.Errorf("%v, %v", program, err)
	}
	many := "u"
	for i := range fieldPlaces {
		many += fmt.Sprintf("+u[%d,0,0]", i+1)
	}
	e, err = readExpression(many, nil, func(string) error { return nil })
	if err == nil {
		_, err = programOf(e, strides{}, 0)
	}
	if err == nil || !strings.Contains(err.Error(), "33 different fields, neighbours and coordinates are read, at most 32 expected") {
		t.Errorf("33 accesses: %v", err)
	}
}

// An expression that needs too much at a time is refused, not run over the end.
func TestAProgramHasItsLimits(t *testing.T) {
	known := func(string) error { return nil }
	many := "u"
	for i := range 70 {
		many += "+" + strings.Repeat("1", 1+i%5) + "." + strings.Repeat("3", 1+i/5)
	}
	e, err := readExpression(many, nil, known)
	if err == nil {
		_, err = programOf(e, strides{}, 0)
	}
	if status.CodeOf(err) != status.Argument {
		t.Errorf("70 numbers: %v", err)
	}
}

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
