package lists

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"
)

// Sums behind operators are those of what the operators have written, rounded once: where one program computes both, wherever rows end,
// for terms of any size, on every instruction set and for any number of threads.
func TestSumsBehindOperatorsAreExact(t *testing.T) {
	for _, isa := range devices() {
		for _, checked := range checks(isa) {
			for name, size := range sizes {
				for i := range max(1, *count/25) {
					totals(t, *seed+int64(i), isa, checked, name, size)
				}
			}
		}
	}
}

// totals makes one random list and judges its numbers.
func totals(t *testing.T, seed int64, isa string, checked bool, name string, size func(*rand.Rand) float64) {
	t.Helper()
	r := rand.New(rand.NewSource(seed))
	shape := [][]int{{1 + r.Intn(70), 1 + r.Intn(9), 1 + r.Intn(7)}, {16 * (1 + r.Intn(4)), 1 + r.Intn(9), 1 + r.Intn(4)}, {300 + r.Intn(900), 1 + r.Intn(3)}}[r.Intn(3)]
	workers, choice := 1+2*r.Intn(2), []string{"first", "measure"}[r.Intn(2)]
	s, done := openWith(t, workers, isa, choice, checked)
	defer done()
	w := worldOf(t, s, r, shape, 1, 8)
	for _, field := range []string{"a", "b"} {
		w.grids[field].set(func([3]int) float64 { return size(r) })
		if err := w.move(field, w.grids[field].a, s.Fields().Upload); err != nil {
			t.Fatal(err)
		}
	}
	beside := "[" + strings.Repeat("0,", len(shape)-1) + "1]"
	q := s.NewSequence("totals")
	defer q.Close()
	said := ""
	try := func(err error, words ...any) {
		said += fmt.Sprintln(words...)
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, said, err)
		}
	}
	for _, to := range []string{"c", "d"}[:1+r.Intn(2)] {
		text := []string{"a", "-b", "a - b", "merge(a, b, a < b)", "a - b" + beside, "max(a" + beside + ", b)"}[r.Intn(6)]
		try(q.Apply("pointwise", text, to, nil, ""), to, "=", text)
	}
	type sum struct{ what, one, two string }
	var sums []sum
	for k := range 1 + r.Intn(3) {
		x := sum{[]string{"sum", "norm1", "norm2", "dot", "dot", "max"}[r.Intn(6)], []string{"c", "c", "a"}[r.Intn(3)], ""}
		fields := x.one
		if x.what == "dot" {
			x.two = []string{"c", "b", "d", "a"}[r.Intn(4)]
			fields += " " + x.two
		}
		sums = append(sums, x)
		try(q.Reduce(x.what, fields, fmt.Sprint("n", k)), x.what, fields)
	}
	try(q.Run(2))
	values := map[string][]float64{}
	for _, field := range []string{"a", "b", "c", "d"} {
		g := w.grids[field]
		if err := w.move(field, g.a, s.Fields().Download); err != nil {
			t.Fatal(err)
		}
		g.interior(func(p [3]int) { values[field] = append(values[field], g.value(p)) })
	}
	for k, x := range sums {
		got, err := q.Get(fmt.Sprint("n", k))
		if want := exactly(x.what, values[x.one], values[x.two]); err != nil || math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("seed %d, %s, memcheck=%v, %s values, %v, %d workers, %s:\n%s number %d is %x, %x expected, %v", seed, isa, checked, name, shape, workers, choice, said, k, got, want, err)
		}
	}
}
