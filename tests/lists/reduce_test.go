package lists

import (
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"drawbridge/stencils"
)

// sizes of values: alike, of very different sizes, tiny, huge, zeros among them.
var sizes = map[string]func(r *rand.Rand) float64{
	"alike":     func(r *rand.Rand) float64 { return r.Float64() - 0.5 },
	"different": func(r *rand.Rand) float64 { return math.Ldexp(r.Float64()-0.5, r.Intn(120)-60) },
	"extreme":   func(r *rand.Rand) float64 { return math.Ldexp(r.Float64()-0.5, r.Intn(800)-400) },
	"zeros":     func(r *rand.Rand) float64 { return float64(r.Intn(8)/7) * (r.Float64() - 0.5) },
	"tiny":      func(r *rand.Rand) float64 { return math.Ldexp(r.Float64()-0.5, -400) },
}

// exactly is a reduction of whole numbers of any length, rounded once; products are rounded before.
func exactly(what string, a, b []float64) float64 {
	total := new(big.Float).SetPrec(3000).SetMode(big.ToNearestEven)
	extreme := math.Inf(-1)
	for i, x := range a {
		switch what {
		case "norm1", "norm_inf":
			x = math.Abs(x)
		case "norm2":
			x = float64(x * x)
		case "dot":
			x = float64(x * b[i])
		case "min":
			x = -x
		}
		extreme = max(extreme, x)
		total.Add(total, new(big.Float).SetFloat64(x))
	}
	sum, _ := total.Float64()
	switch what {
	case "norm2":
		return math.Sqrt(sum)
	case "max", "norm_inf":
		return extreme
	case "min":
		return -extreme
	}
	return sum
}

// A sum is that of the values, rounded once: on every instruction set and GPU, for any number of threads, wherever a grid is cut.
func TestReductionsAreExact(t *testing.T) {
	for _, isa := range devices() {
		for _, checked := range checks(isa) {
			for name, size := range sizes {
				for i, shape := range [][]int{{53, 9, 7}, {16, 16, 10}, {3, 40, 5}, {2100, 3}} {
					workers := 1 + 2*(i%2)
					of := fmt.Sprint(isa, " memcheck=", checked, " workers=", workers, " ", name, " ", shape)
					s, done := openWith(t, workers, isa, "first", checked)
					reduceAll(t, s, of, shape, size)
					done()
				}
			}
		}
	}
}

func reduceAll(t *testing.T, s *stencils.Stencils, of string, shape []int, size func(*rand.Rand) float64) {
	t.Helper()
	w := worldOf(t, s, rand.New(rand.NewSource(3)), shape, 2, 8)
	var values [2][]float64
	for i, field := range []string{"a", "b"} {
		g := w.grids[field]
		g.set(func([3]int) float64 { values[i] = append(values[i], size(w.Rand)); return values[i][len(values[i])-1] })
		if err := w.move(field, g.a, s.Fields().Upload); err != nil {
			t.Fatal(err)
		}
	}
	for _, what := range stencils.Reductions {
		other := ""
		if what == "dot" {
			other = "b"
		}
		got, err := s.Reduce(what, "a", other)
		if err != nil {
			t.Fatal(err)
		}
		if want := exactly(what, values[0], values[1]); math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%s: %s is %x, %x expected", of, what, got, want)
		}
		if what == "min" || what == "max" || what == "norm_inf" {
			continue
		}
		q := s.NewSequence("parts") // one after the other, and once more
		for i, region := range []string{"core:1", "rim:1"} {
			names := "a"
			if other != "" {
				names = "a b"
			}
			if err := q.Reduce(what+" region="+region, names, []string{"core", "rim"}[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := q.Run(2); err != nil {
			t.Fatal(err)
		}
		core, _ := q.Get("core")
		rim, _ := q.Get("rim")
		inner, outer := w.split(values[0], shape), w.split(values[1], shape)
		for i, number := range []float64{core, rim} {
			if want := exactly(what, inner[i], outer[i]); math.Float64bits(number) != math.Float64bits(want) {
				t.Errorf("%s: %s of part %d is %x, %x expected", of, what, i, number, want)
			}
		}
		q.Close()
	}
}

// split are values of a shape in the core of width 1, and in the rim.
func (w *world) split(values []float64, shape []int) (parts [2][]float64) {
	thin := false
	for _, n := range shape {
		thin = thin || n <= 2
	}
	for i, v := range values {
		rim, rest := thin, i
		for _, n := range shape {
			at := rest % n
			rest /= n
			rim = rim || at == 0 || at == n-1
		}
		k := 0
		if rim {
			k = 1
		}
		parts[k] = append(parts[k], v)
	}
	return parts
}

// What is no number shows in every sum and extreme, and infinities do in sums.
func TestReductionsOfNoNumbers(t *testing.T) {
	for _, isa := range devices() {
		s, done := openWith(t, 2, isa, "first", false)
		w := worldOf(t, s, rand.New(rand.NewSource(3)), []int{37, 5, 4}, 1, 8)
		g := w.grids["a"]
		for _, c := range []struct {
			values []float64
			what   string
			want   float64
		}{
			{[]float64{math.NaN()}, "sum", math.NaN()}, {[]float64{math.NaN()}, "max", math.NaN()}, {[]float64{math.NaN()}, "min", math.NaN()},
			{[]float64{math.NaN()}, "norm2", math.NaN()}, {[]float64{math.Inf(1)}, "sum", math.Inf(1)}, {[]float64{math.Inf(-1)}, "sum", math.Inf(-1)},
			{[]float64{math.Inf(1), math.Inf(-1)}, "sum", math.NaN()}, {[]float64{math.Inf(1), math.Inf(-1)}, "min", math.Inf(-1)},
			{[]float64{1e308, 1e308, -1e308}, "sum", 1e308}, {[]float64{1e308, 1e308}, "sum", math.Inf(1)}, {[]float64{1e300, 1, -1e300}, "sum", 1},
			{[]float64{1e200}, "norm2", math.Inf(1)}, {[]float64{math.Copysign(0, -1)}, "sum", 0}, {[]float64{math.Copysign(0, -1)}, "max", 0},
		} {
			i := 0
			g.set(func([3]int) float64 {
				i++
				if i <= len(c.values) {
					return c.values[i-1]
				}
				return 0
			})
			if err := w.move("a", g.a, s.Fields().Upload); err != nil {
				t.Fatal(err)
			}
			got, err := s.Reduce(c.what, "a", "")
			if err != nil {
				t.Fatal(err)
			}
			if math.Float64bits(got) != math.Float64bits(c.want) && !(math.IsNaN(got) && math.IsNaN(c.want)) {
				t.Errorf("%s: %s of %v is %g, %g expected", isa, c.what, c.values, got, c.want)
			}
		}
		done()
	}
}

// Reductions behind operators, which work on their tiles, give the bits that they give by themselves: of fields that the operators read,
// write, or read at neighbours and write.
func TestReductionsTogetherAreAsOneByOne(t *testing.T) {
	for _, isa := range devices() {
		for _, checked := range checks(isa) {
			for _, shape := range [][]int{{61, 23, 9}, {40, 42, 41}, {300, 70}} {
				together := numbersAfter(t, isa, "first", checked, shape)
				measured := numbersAfter(t, isa, "measure", checked, shape)
				apart := numbersAfter(t, isa, "first,unfused", checked, shape)
				if together != apart || measured != apart {
					t.Errorf("%s memcheck=%v %v: %x together, %x measured, %x one by one", isa, checked, shape, together, measured, apart)
				}
			}
		}
	}
}

// numbersAfter are what a list of operators and reductions computes in three runs.
func numbersAfter(t *testing.T, isa, choice string, checked bool, shape []int) (numbers [5]float64) {
	t.Helper()
	s, done := openWith(t, 2, isa, choice, checked)
	defer done()
	worldOf(t, s, rand.New(rand.NewSource(7)), shape, 1, 8)
	beside := map[int]string{2: "a[+1,0]", 3: "a[+1,0,0]"}[len(shape)]
	q := s.NewSequence("sums")
	two := []func() error{func() error { return q.Apply("pointwise", "0.3*("+beside+" - a) + c; a + 0.1*d", "d a", nil, "") }} // in one call
	if strings.Contains(choice, "unfused") {
		two = []func() error{
			func() error { return q.Apply("pointwise", "0.3*("+beside+" - a) + c", "d", nil, "") },
			func() error { return q.Apply("pointwise", "a + 0.1*d", "a", nil, "") },
		}
	}
	for _, apply := range append(two,
		func() error { return q.Reduce("dot", "a d", "ad") },
		func() error { return q.Reduce("norm2", "b", "b_norm") },
		func() error { return q.Compute("ad/(b_norm + 1)", "n") },
		func() error { return q.Apply("pointwise", "b - 0.01*n*d", "b", nil, "") },
		func() error { return q.Reduce("max", "b", "most") },
		func() error { return q.Reduce("sum", "c", "c_sum") },
		func() error { return q.Apply("pointwise", "c*0.5", "c", nil, "") },
		func() error { return q.Reduce("min region=core:1", "c", "least") },
	) {
		if err := apply(); err != nil {
			t.Fatal(err)
		}
	}
	if err := q.Apply("pointwise", "a; b", "c", nil, ""); err == nil || !strings.Contains(err.Error(), "2 expressions, separated by ;, and 1 field ('c')") {
		t.Fatalf("two expressions for one field: %v", err)
	}
	if err := q.Run(3); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"ad", "b_norm", "most", "c_sum", "least"} {
		n, err := q.Get(name)
		if err != nil || math.IsNaN(n) {
			t.Fatalf("%s is %g: %v", name, n, err)
		}
		numbers[i] = n
	}
	return numbers
}
