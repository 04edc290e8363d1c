package stencils

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	"drawbridge/device"
	"drawbridge/status"
)

// instructions are those of a program, in words: "form operand operand ...", a field f0.., a number n0.., a temporary t0.., a field apart p0...
func instructions(t *testing.T, program []uint64) []string {
	t.Helper()
	names := map[int]string{}
	for name, number := range forms {
		names[number] = name
	}
	var list []string
	for at := constantsFrom(program) + int(program[0]>>16&0xffff); at < len(program); at += 2 {
		first, second := program[at], program[at+1]
		places := []int{int(first >> 16 & 0xffff), int(first >> 32 & 0xffff), int(first >> 48), int(second & 0xffff)}
		number := int(first & 0xffff)
		name, kinds, _ := strings.Cut(names[number%len(forms)], " ")
		if name == "keep" || strings.HasPrefix(name, "put_") {
			kinds = "P"
		}
		words := []string{name}
		for i := range kinds {
			words = append(words, placeName(places[i]))
		}
		if strings.Contains(name, "laplacian") || strings.Contains(name, "derivative") || strings.Contains(name, "stencil7") || name == "total" {
			words = append(words, fmt.Sprintf("s%d", places[0]))
		}
		if n := second >> 16; n != 0 {
			words = append(words, fmt.Sprint(n))
		}
		list = append(list, strings.Join(words, " "))
		if (number >= len(forms)) != (at == len(program)-2) {
			t.Errorf("instruction %d of %d has form %d of %d", len(list), (len(program)-2)/2, number, len(forms))
		}
	}
	return list
}

// constantsFrom is where a program's constants begin: behind its head, its accesses and its stencils.
func constantsFrom(program []uint64) int { return 4 + int(program[0]>>48) + int(program[1]>>16&0xffff) }

func placeName(place int) string {
	switch {
	case place < fieldPlaces:
		return fmt.Sprintf("f%d", place)
	case place < temporariesFrom:
		return fmt.Sprintf("n%d", place-fieldPlaces)
	case place < apartFrom:
		return fmt.Sprintf("t%d", place-temporariesFrom)
	}
	return fmt.Sprintf("p%d", place-apartFrom)
}

func read(t *testing.T, text string, names ...string) (*expression, []string) {
	t.Helper()
	e, err := readExpression(text, names, func(string) error { return nil })
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e, e.fields
}

func TestExpressionsTakeFewInstructions(t *testing.T) {
	for text, want := range map[string]string{
		"a*b + c":                  "product_plus f0 f1 f2",
		"c + 2*b":                  "product_plus f1 n0 f0",
		"a + b*c - d/e":            "quotient f3 f4; product_plus_subtract f1 f2 f0",
		"a + dt*(k*c - a*b**2)":    "squared f2; multiply f0; subtract_from_product f1 n1; multiply_plus n0 f0",
		"sqrt(a*a+b*b)*exp(-c)":    "products_sum f0 f0 f1 f1; root; keep t0; negated f2; exponential; multiply t0",
		"merge(a, b, a > 0)":       "choose_if_less n0 f0 f0 f1",
		"a*b + c*d + e*f":          "products_sum f0 f1 f2 f3; add_product f4 f5",
		"2*a - b + sqrt(c)":        "load f2; root; product_minus_add f0 n0 f1",
		"a*(b-c) - d*(c-e)":        "scaled_difference f0 f1 f2; subtract_scaled_difference f3 f2 f4",
		"(a+b)*2 + c/d + (a-d)*c":  "quotient f2 f3; add_scaled_sum n0 f0 f1; add_scaled_difference f2 f0 f3",
		"a*b - 3*(a+c)":            "scaled_sum n0 f0 f2; subtract_from_product f0 f1",
		"a":                        "load f0",
		"-2":                       "load n0",
		"(a-b)/(c-d)":              "difference f0 f1; keep t0; difference f2 f3; divide_into t0",
		"((a-b)*(c-d))/(a/b-c/d)":  "quotient f0 f1; keep t0; quotient f2 f3; subtract_from t0; keep t0; difference f0 f1; keep t1; difference f2 f3; multiply t1; divide t0",
		"a**3 - 2":                 "load f0; power 3; subtract n0",
		"merge(a*b, c, not a < b)": "product f0 f1; keep t0; load f0; less f1; is_not; choose t0 f2",
	} {
		e, _ := read(t, text, "dt", "k")
		program, err := programOf(e, strides{}, 0)
		if strings.Contains(text, "dt") {
			program, err = programOf(e, strides{}, 2)
		}
		if got := strings.Join(instructions(t, program), "; "); err != nil || got != want && text != "((a-b)*(c-d))/(a/b-c/d)" {
			t.Errorf("%s: %v\n%s\n%s expected", text, err, got, want)
		}
	}
}

// A field whose strides are its own is no operand of instructions that take several fields.
func TestFieldsApartAreFoundByAddress(t *testing.T) {
	e, _ := read(t, "a*b + c")
	for apart, want := range map[int]string{0: "product_plus f0 f1 f2", 1: "load p0; multiply f1; add f2", 4: "product f0 f1; add p2", 7: "load p0; multiply p1; add p2"} {
		program, err := programOf(e, strides{home: 3, apart: apart}, 0)
		if got := strings.Join(instructions(t, program), "; "); err != nil || got != want {
			t.Errorf("fields %b apart: %v, %s; %s expected", apart, err, got, want)
		}
	}
	narrow, wide, high := device.Array{Point: 1, Row: 24, Plane: 480}, device.Array{Point: 1, Row: 32, Plane: 640}, device.Array{Point: 1, Row: 24, Plane: 720}
	alongX, alongY, alongZ := device.Array{Point: 1}, device.Array{Row: 24}, device.Array{Plane: 720}
	for _, c := range []struct {
		fields []device.Array
		planes int
		want   strides
	}{
		{[]device.Array{narrow, narrow, narrow}, 9, strides{home: 2}}, {[]device.Array{narrow, wide, narrow}, 9, strides{home: 2, apart: 2}},
		{[]device.Array{narrow, narrow, wide}, 9, strides{home: 1, apart: 4}}, {[]device.Array{narrow, wide}, 9, strides{home: 1, apart: 1}},
		{[]device.Array{narrow, high}, 9, strides{home: 1, apart: 1}}, {[]device.Array{narrow, high}, 1, strides{home: 1}},
		{[]device.Array{alongX, alongX, narrow}, 9, strides{home: 2, apart: 3}}, // the most, but no place of others
		{[]device.Array{alongY, alongZ, narrow}, 9, strides{home: 2, apart: 1, splat: 3, level: 2}},
	} {
		if got := stridesOf(c.fields, c.planes); got != c.want {
			t.Errorf("%v: %v, %v expected", c.fields, got, c.want)
		}
	}
}

// Whatever instructions the compiler chooses, they compute the term.
func TestProgramsComputeTheirTerms(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 20000 {
		text := randomExpression(r, 1+r.Intn(5))
		e, fields := read(t, text, "p", "q")
		s := strides{apart: r.Intn(1<<(1+len(fields))) & r.Intn(256)}
		s.splat = r.Intn(1<<len(fields)) & r.Intn(256) & r.Intn(256)
		s.level = s.splat &^ s.apart
		program, err := programOf(e, s, 2)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		values := make([]float64, len(fields))
		for i := range values {
			values[i] = math.Round(16*r.Float64()-8) / 4
		}
		named := []float64{0.5, -1.5}
		want := valueOf(e.term, values, named)
		if got := interpreted(t, program, values, named); !(got == want || math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("%s of %v: %g, %g expected; %s", text, values, got, want, strings.Join(instructions(t, program), "; "))
		}
	}
}

func randomExpression(r *rand.Rand, depth int) string {
	if depth == 0 || r.Intn(8) == 0 {
		return []string{"a", "b", "c", "d", "p", "q", "2", "0.5", "(-3)"}[r.Intn(9)]
	}
	x, y := randomExpression(r, depth-1), randomExpression(r, r.Intn(depth))
	switch r.Intn(12) {
	case 0:
		return fmt.Sprintf([]string{"sqrt(abs(%s))", "exp(-abs(%s))", "tanh(%s)", "sin(%s)", "cos(%s)", "log(1 + abs(%s))"}[r.Intn(6)], x)
	case 1:
		return fmt.Sprintf([]string{"(%s)**2", "(%s)**3", "(%s)**6", "(-(%s))"}[r.Intn(4)], x)
	case 2:
		return fmt.Sprintf([]string{"min(%s, %s)", "max(%s, %s)", "abs(%s)**(%s)"}[r.Intn(3)], x, y)
	case 3:
		return fmt.Sprintf("merge(%s, %s, %s)", x, y, randomTruth(r, depth-1))
	case 4:
		return fmt.Sprintf("(%s)/(%s)", x, y)
	case 5, 6, 7:
		return fmt.Sprintf("(%s)*(%s)", x, y)
	case 8, 9:
		return fmt.Sprintf("(%s - %s)", x, y)
	}
	return fmt.Sprintf("(%s + %s)", x, y)
}

func randomTruth(r *rand.Rand, depth int) string {
	if depth <= 0 || r.Intn(2) == 0 {
		sign := []string{"<", "<=", ">", ">=", "==", "!="}[r.Intn(6)]
		return randomExpression(r, max(depth, 0)) + " " + sign + " " + randomExpression(r, r.Intn(max(depth, 0)+1))
	}
	return fmt.Sprintf([]string{"(%s and %s)", "(%s or %s)", "(not (%s) and %s)"}[r.Intn(3)], randomTruth(r, depth-1), randomTruth(r, depth-1))
}

// What needs many values at a time is refused, not run over the end.
func TestAProgramHasPlacesForItsTemporaries(t *testing.T) {
	p := &program{needs: map[*term]int{}}
	for range temporaryPlaces {
		p.keep()
	}
	if p.refusal != nil {
		t.Fatal(p.refusal)
	}
	if p.keep(); status.CodeOf(p.refusal) != status.Argument || p.most != temporaryPlaces {
		t.Errorf("%v, %d at most", p.refusal, p.most)
	}
}

// The most temporaries that an expression of mostExpression characters can need have their places.
func TestEveryExpressionHasItsTemporaries(t *testing.T) {
	for _, form := range []string{"(%[1]s-%[1]s)", "min(%[1]s,%[1]s)", "merge(%[1]s,%[1]s,%[1]s<%[1]s)", "merge(%[1]s,%[1]s,u<1)"} {
		text := "u+u"
		for {
			next := fmt.Sprintf(form, text)
			if len(next) > mostExpression {
				break
			}
			text = next
		}
		e, _ := read(t, text)
		program, err := programOf(e, strides{}, 0)
		if err != nil || program[0]>>32&0xffff < 4 {
			t.Errorf("%s: %v", form, err)
		}
	}
}
