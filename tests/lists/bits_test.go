package lists

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/stencils"
	"drawbridge/views"
)

// scene is fields of one shape whose halos differ, so that some have strides of their own.
type scene struct {
	stencils *stencils.Stencils
	shape    []int
	first    []int // where point (0,0,0) is in the global grid
	bytes    int
	halo     map[string]int
	values   map[string][]float64 // with the halo
}

var sceneFields = []string{"a", "b", "c", "d", "z"}

func newScene(t *testing.T, r *rand.Rand, s *stencils.Stencils, shape []int, bytes int) *scene {
	t.Helper()
	w := &scene{stencils: s, shape: shape, bytes: bytes, halo: map[string]int{}, values: map[string][]float64{}}
	common := r.Intn(4)
	for range shape {
		w.first = append(w.first, 1-r.Intn(3)*r.Intn(50)+r.Intn(90))
	}
	for _, name := range sceneFields {
		if w.halo[name] = common; r.Intn(4) == 0 {
			w.halo[name] = r.Intn(12)
		}
		if err := s.Fields().CreateAt(name, shape, w.first, w.halo[name], map[int]string{8: "double", 4: "float"}[bytes], 1); err != nil {
			t.Fatal(err)
		}
		n := 1
		for axis := range shape {
			n *= shape[axis] + 2*w.halo[name]
		}
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(float32(8*r.Float64() - 4))
			if r.Intn(50) == 0 { // what compares in its own way
				values[i] = []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1}[r.Intn(6)]
			}
		}
		w.values[name] = values
		if err := w.move(name, values, s.Fields().Upload); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// move copies a field, halo and all, as the world of the lists does it.
func (w *scene) move(name string, a []float64, how func(string, views.HostArray, int) error) error {
	n, h := [3]int{1, 1, 1}, [3]int{}
	for axis := range w.shape {
		n[axis], h[axis] = w.shape[axis], w.halo[name]
	}
	one := &world{bytes: w.bytes, halo: w.halo[name], grids: map[string]*grid{name: {n: n, h: h}}}
	return one.move(name, a, how)
}

// check holds z against the expression at every point, bit by bit, and its halo against what it was.
func (w *scene) check(t *testing.T, said string, e exact) {
	t.Helper()
	got := make([]float64, len(w.values["z"]))
	if err := w.move("z", got, w.stencils.Fields().Download); err != nil {
		t.Fatal(err)
	}
	for i, v := range got {
		want, inside := w.values["z"][i], true
		place, p := i, [3]int{}
		for axis := range w.shape {
			wide := w.shape[axis] + 2*w.halo["z"]
			p[axis] = place%wide - w.halo["z"]
			place /= wide
			inside = inside && p[axis] >= 0 && p[axis] < w.shape[axis]
		}
		if inside {
			denormal := false
			want = e.value(w.bytes, &denormal, func(name string) float64 {
				if axis := strings.Index("ij", name); axis >= 0 {
					return float64(w.first[axis] + p[axis])
				}
				return w.values[name][w.at(name, p)]
			})
			if denormal { // which are zero in a kernel that a host calls
				continue
			}
		}
		if math.Float64bits(v) != math.Float64bits(want) && !(math.IsNaN(v) && math.IsNaN(want)) {
			t.Fatalf("%s\nshape %v, halos %v, %d bytes: point %v of z is %v, %v expected", said, w.shape, w.halo, w.bytes, p, v, want)
		}
	}
	copy(w.values["z"], got)
}

func (w *scene) at(name string, p [3]int) int {
	place, h := 0, w.halo[name]
	for axis := len(w.shape) - 1; axis >= 0; axis-- {
		place = place*(w.shape[axis]+2*h) + p[axis] + h
	}
	return place
}

// An expression of operations that round once has the same bits on every instruction set, in every variant, for any number of
// workers, whatever the halos are: those of one operation after the other.
func TestExpressionsHaveTheSameBitsEverywhere(t *testing.T) {
	for _, isa := range kernels.ISAs() {
		t.Run(isa, func(t *testing.T) {
			for i := range max(*count/3, 1) {
				bits(t, isa, *seed+int64(i))
			}
		})
	}
}

func bits(t *testing.T, isa string, seed int64) {
	r := rand.New(rand.NewSource(seed))
	s, done := openStencils(t, 1+r.Intn(3), isa, false)
	defer done()
	shape := []int{1 + r.Intn(70), 1 + r.Intn(9)}
	if r.Intn(2) == 0 {
		shape = append(shape, 1+r.Intn(5))
	}
	if r.Intn(8) == 0 { // longer than the registers of a whole table of blocks
		shape[0] = 500 + r.Intn(1700)
	}
	w := newScene(t, r, s, shape, []int{8, 4}[r.Intn(2)])
	for range 4 {
		e := randomExact(r, 1+r.Intn(5))
		variant := []string{"blocks", "streaming"}[r.Intn(2)]
		said := fmt.Sprintf("seed %d, %s, %s: z = %s", seed, isa, variant, e.text())
		q := s.NewSequence("bits")
		if err := q.Apply("pointwise", e.text(), "z", []float64{0.7, -1.3}, "names=p/q variant="+variant); err != nil {
			t.Fatalf("%s: %v", said, err)
		}
		if err := q.Run(1); err != nil {
			t.Fatalf("%s: %v", said, err)
		}
		w.check(t, said, e)
	}
}

// exp is computed in vectors: at most 2 units in the last place away, and right at its ends.
func TestExponentials(t *testing.T) {
	cases := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 1e-300, 709.7, 710, 1000, -707, -746, -1e300, 88.7, 89, -87, -104, 1e-20}
	r := rand.New(rand.NewSource(1))
	for len(cases) < 20000 {
		cases = append(cases, 200*r.Float64()-100, 1400*r.Float64()-700, r.NormFloat64())
	}
	for _, isa := range kernels.ISAs() {
		for _, bytes := range []int{8, 4} {
			exponentials(t, isa, bytes, cases)
		}
	}
}

func exponentials(t *testing.T, isa string, bytes int, cases []float64) {
	s, done := openStencils(t, 1, isa, false)
	defer done()
	w := &scene{stencils: s, shape: []int{len(cases), 1}, bytes: bytes, halo: map[string]int{}}
	for _, name := range []string{"a", "z"} {
		if err := s.Fields().Create(name, w.shape, 0, map[int]string{8: "double", 4: "float"}[bytes], 1); err != nil {
			t.Fatal(err)
		}
	}
	given, got := append([]float64(nil), cases...), make([]float64, len(cases))
	q := s.NewSequence("exp")
	for _, err := range []error{w.move("a", given, s.Fields().Upload), q.Apply("pointwise", "exp(a)", "z", nil, ""), q.Run(1), w.move("z", got, s.Fields().Download)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, x := range cases {
		want, unit, least := math.Exp(x), 0x1p-52, 0x1p-1022
		if bytes == 4 {
			x = float64(float32(x))
			want, unit, least = float64(float32(math.Exp(x))), 0x1p-23, 0x1p-126
		}
		if math.Abs(want) < least && got[i] >= 0 && got[i] < least { // denormal numbers are zero in a kernel that a host calls
			continue
		}
		if v := got[i]; v != want && !(math.IsNaN(v) && math.IsNaN(want)) && !(math.Abs(v-want) <= 2*unit*want) {
			t.Errorf("%s, %d bytes: exp(%v) is %v, %v expected", isa, bytes, x, v, want)
		}
	}
}
