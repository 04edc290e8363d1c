package lists

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	kernels "drawbridge/kernels/stencils/set"
)

// orders are operators that add several products: reads and writes of fields, and how many numbers they take in 3-D and in 2-D (-1: they
// are of 3-D).
var orders = []struct {
	operator, reads, writes string
	numbers, flat           int
}{
	{"derivative_x", "a", "d", 3, 3}, {"derivative_x", "a", "d", 9, 9}, {"derivative_y", "a", "d", 5, 5}, {"derivative_z", "a", "d", 3, -1}, {"derivative_z", "a", "d", 9, -1},
	{"laplacian", "a", "d", 3, 2}, {"laplacian_high", "a", "d", 6, 4}, {"laplacian_high", "a", "d", 15, 10}, {"residual", "a b", "d", 3, 2}, {"stencil7", "a", "d", 2, 2},
	{"stencil27", "a", "d", 4, 3}, {"gauss_seidel", "b", "a", 3, 2}, {"combine", "a b c", "d", 3, 3}, {"combine_product", "a b c one", "d", 3, 3},
	{"pointwise", "a*b + c - 2*a/one + sqrt(one) + a**3 - b*b", "d", 0, 0},
}

// ofOneOrder tells which devices add in the order of the best of the host: instruction sets that multiply and add at once do; a GPU too, but
// for 27 points (operators.h).
func ofOneOrder(isa, operator string) bool {
	return isa != "baseline" && !(isa == onGPU && operator == "stencil27") || operator == "pointwise"
}

// Every operator adds in one order: all its variants give the same bits, on all instruction sets that multiply and add at once, and on a
// GPU. That is so whatever values they work on.
func TestOperatorsAddInOneOrder(t *testing.T) {
	for _, bytes := range []int{8, 4} {
		for _, shape := range [][]int{{41, 19, 14}, {130, 33, 9}, {67, 29}} {
			for _, o := range orders {
				if o.flat < 0 && len(shape) == 2 {
					continue
				}
				first := map[string][]float64{} // by what has to agree
				for _, isa := range devices() {
					group := isa
					if ofOneOrder(isa, o.operator) {
						group = "one order"
					}
					numbers := rand.New(rand.NewSource(5))
					c := make([]float64, map[int]int{2: o.flat, 3: o.numbers}[len(shape)])
					for i := range c {
						c[i] = 0.1 + numbers.Float64()
					}
					for _, variant := range variantsOf(t, isa, o.operator, o.reads, o.writes, c, shape, bytes) {
						got := resultOf(t, isa, o.operator, o.reads, o.writes, c, "variant="+variant, shape, bytes)
						if first[group] == nil {
							first[group] = got
						}
						if !slices.Equal(got, first[group]) {
							t.Errorf("%s of %d numbers, %d bytes, %v: %s, variant %s: other bits", o.operator, o.numbers, bytes, shape, isa, variant)
						}
					}
				}
			}
		}
	}
}

func open3(t *testing.T, isa string, shape []int, bytes int) (*world, func()) {
	s, done := openWith(t, 1, isa, "first", false)
	return worldOf(t, s, rand.New(rand.NewSource(11)), shape, 4, bytes), done
}

func variantsOf(t *testing.T, isa, operator, reads, writes string, numbers []float64, shape []int, bytes int) []string {
	t.Helper()
	w, done := open3(t, isa, shape, bytes)
	defer done()
	if operator == "pointwise" {
		return map[bool][]string{false: {"blocks", "streaming"}, true: {"quad:32", "point:64"}}[isa == onGPU]
	}
	list, err := w.stencils.VariantNames(operator, reads, writes, numbers, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Fatalf("%s has no variants", operator)
	}
	return list
}

// resultOf is the field that an operator writes, in a variant.
func resultOf(t *testing.T, isa, operator, reads, writes string, numbers []float64, options string, shape []int, bytes int) []float64 {
	t.Helper()
	w, done := open3(t, isa, shape, bytes)
	defer done()
	q := w.stencils.NewSequence("order")
	if err := q.Apply(operator, reads, writes, numbers, options); err != nil {
		t.Fatal(err)
	}
	if err := q.Run(1); err != nil {
		t.Fatal(err)
	}
	got := make([]float64, len(w.grids[writes].a))
	if err := w.move(writes, got, w.stencils.Fields().Download); err != nil {
		t.Fatal(err)
	}
	return got
}

// What runs together on a GPU has the bits of a host too.
func TestListsHaveOneOrder(t *testing.T) {
	if !slices.Contains(devices(), onGPU) {
		t.Skip("DRAWBRIDGE_DEVICE is not cuda: lists of a GPU were not held against a host's")
	}
	isa := kernels.ISAs()[0]
	for name, list := range steps {
		if !strings.Contains(fmt.Sprint(list), "stencil27") && afterSteps(t, isa, "first", list, []int{61, 40, 31}, 3, true, false) != afterSteps(t, onGPU, "first", list, []int{61, 40, 31}, 3, true, false) {
			t.Errorf("%s: other bits on a GPU than on the host", name)
		}
	}
}
