package lists

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"
)

// thin is a field that has one point along some axes. Along the others it may have more points than the fields of a list.
type thin struct {
	*grid
	one    [3]bool
	before [3]int // its points before the first one of those fields
}

// value is what it holds for a point of those fields.
func (f *thin) value(p [3]int) float64 {
	for axis := range p {
		if f.one[axis] {
			p[axis] = 0
		} else {
			p[axis] += f.before[axis]
		}
	}
	return f.grid.value(p)
}

// thinNames are those of a world.
var thinNames = []string{"thin", "slim"}

// addThin makes fields with one point along one axis at least, filled with random values, halo and all.
func (w *world) addThin(t *testing.T) {
	t.Helper()
	w.thin = map[string]*thin{}
	for _, name := range thinNames {
		f := &thin{}
		for f.one == [3]bool{} {
			for axis, n := range w.shape {
				f.one[axis] = n > 1 && w.Intn(2) == 0
			}
		}
		w.makeThin(t, name, f)
	}
}

func (w *world) makeThin(t *testing.T, name string, f *thin) {
	t.Helper()
	n, h := [3]int{1, 1, 1}, [3]int{}
	var shape, first []int
	for axis := range w.shape {
		h[axis] = w.halo
		at := w.first[axis]
		if f.one[axis] {
			at = w.Intn(9) // says nothing there
		} else {
			f.before[axis] = w.Intn(3) * w.Intn(2)
			n[axis] = f.before[axis] + w.shape[axis] + w.Intn(3)*w.Intn(2)
			at -= f.before[axis]
		}
		shape, first = append(shape, n[axis]), append(first, at)
	}
	if err := w.stencils.Fields().CreateAt(name, shape, first, w.halo, map[int]string{8: "double", 4: "float"}[w.bytes], 1); err != nil {
		t.Fatal(err)
	}
	f.grid = newGrid(n, h)
	for i := range f.a {
		f.a[i] = float64(float32(2*w.Float64() - 1))
	}
	w.grids[name] = f.grid
	if err := w.move(name, f.a, w.stencils.Fields().Upload); err != nil {
		t.Fatal(err)
	}
	w.thin[name] = f
}

// ofThin reads such a field at the point, or at a neighbour along the axes that it has.
func (w *world) ofThin() expression {
	name := thinNames[w.Intn(len(thinNames))]
	text, by := w.beside(name)
	return expression{text, func(p [3]int) float64 {
		for axis := range p {
			p[axis] += by[axis]
		}
		return w.thin[name].value(p)
	}}
}

// beside is a random neighbour of a thin field.
func (w *world) beside(name string) (text string, by [3]int) {
	if w.Intn(2) == 0 {
		return name, by
	}
	var words []string
	for axis := range w.shape {
		if !w.thin[name].one[axis] {
			by[axis] = w.Intn(2*w.halo+1) - w.halo
		}
		words = append(words, fmt.Sprint(by[axis]))
	}
	return name + "[" + strings.Join(words, ",") + "]", by
}

// A field with one point along some axes gives the bits of one that is filled out: by itself, behind other operators, on parts, in
// reductions behind it, in every precision.
func TestThinFieldsAreThoseFilledOut(t *testing.T) {
	for _, isa := range devices() {
		for _, checked := range checks(isa) {
			t.Run(fmt.Sprintf("%s/memcheck=%v", isa, checked), func(t *testing.T) {
				for i := range max(*count/3, 1) {
					thinOnce(t, isa, checked, *seed+int64(i))
				}
			})
		}
	}
}

// forms are lists whose expressions read T and S: thin fields, or those filled out.
var thinForms = [][][2]string{
	{{"pointwise", "a*T + b"}},
	{{"pointwise", "T"}},
	{{"pointwise", "(a - b)*T - S*sqrt(1 + T*T) + 0.25"}},
	{{"pointwise", "T*(a[X] - a) + S*a[Y]"}},
	{{"pointwise", "merge(T, S, a < T) + min(S, b)*max(T, 0.5) - (-T)**3/(2 + S)"}},
	{{"laplacian", ""}, {"pointwise", "z*T - S"}},
	{{"pointwise", "a*T"}, {"combine", ""}, {"pointwise", "z + S*b + k0*i"}},
	{{"pointwise", "T*(a[X] - a) - b"}, {"pointwise", "z*S + T"}},
}

func thinOnce(t *testing.T, isa string, checked bool, seed int64) {
	s, done := openStencils(t, 1+len(isa)%3, isa, checked)
	defer done()
	w := newWorld(t, s, rand.New(rand.NewSource(seed)))
	for _, name := range thinNames { // filled out
		f := w.thin[name]
		full := newGrid(w.grids["a"].n, w.grids["a"].h)
		reach := [3]int{}
		for axis := range w.shape {
			reach[axis] = w.halo
		}
		low, high := [3]int{}, [3]int{}
		for axis := range low {
			low[axis], high[axis] = -reach[axis], full.n[axis]+reach[axis]
		}
		box(low, high, func(p [3]int) { full.a[full.at(p)] = f.value(p) })
		w.grids["full_"+name] = full
		if err := s.Fields().CreateAt("full_"+name, w.shape, w.first, w.halo, map[int]string{8: "double", 4: "float"}[w.bytes], 1); err != nil {
			t.Fatal(err)
		}
		if err := w.move("full_"+name, full.a, s.Fields().Upload); err != nil {
			t.Fatal(err)
		}
	}
	form := thinForms[w.Intn(len(thinForms))]
	region := ""
	if w.newRegion(); w.region != "" {
		region = "region=" + w.region
	}
	at := []string{}
	for range w.shape {
		at = append(at, fmt.Sprint(w.Intn(3)-1))
	}
	swapped := append([]string{}, at...)
	swapped[0], swapped[1] = at[1], at[0]
	one, _ := w.beside("thin")
	two, _ := w.beside("slim")
	run := func(prefix, z string) (bits []uint64, sums [3]float64) {
		text := strings.NewReplacer("T", prefix+one, "S", prefix+two, "[X]", "["+strings.Join(at, ",")+"]", "[Y]", "["+strings.Join(swapped, ",")+"]", "k0", "0.125")
		q := s.NewSequence("list " + z)
		for _, e := range form {
			operator, reads, c := e[0], text.Replace(e[1]), []float64(nil)
			switch operator {
			case "laplacian":
				reads, c = "a", w.ones(len(w.shape))
			case "combine":
				reads, c = z+" b", w.ones(2)
			default:
				reads = strings.ReplaceAll(reads, "z", z)
			}
			if err := q.Apply(operator, reads, z, c, region); err != nil {
				t.Fatalf("seed %d: %s: %v", seed, reads, err)
			}
		}
		for k, what := range []string{"sum", "norm_inf", "dot"} {
			fields := z
			if what == "dot" {
				fields += " a"
			}
			if err := q.Reduce(what, fields, fmt.Sprint("n", k)); err != nil {
				t.Fatal(err)
			}
		}
		if err := q.Run(2); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for k := range sums {
			v, err := q.Get(fmt.Sprint("n", k))
			if err != nil {
				t.Fatal(err)
			}
			sums[k] = v
		}
		got := make([]float64, len(w.grids["c"].a))
		w.grids[z] = w.grids["c"]
		if err := w.move(z, got, s.Fields().Download); err != nil {
			t.Fatal(err)
		}
		for _, v := range got {
			bits = append(bits, math.Float64bits(v))
		}
		return bits, sums
	}
	start := append([]float64{}, w.grids["c"].a...)
	if err := w.move("d", start, s.Fields().Upload); err != nil {
		t.Fatal(err)
	}
	got, sums := run("", "c")
	want, wanted := run("full_", "d")
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("seed %d, %v, %s, shape %v, halo %d, %d bytes, thin %v, slim %v: element %d is %v, %v with fields filled out", seed, form, region, w.shape, w.halo, w.bytes,
				w.thin["thin"].n, w.thin["slim"].n, i, math.Float64frombits(got[i]), math.Float64frombits(want[i]))
		}
	}
	if sums != wanted {
		t.Fatalf("seed %d, %v: reductions %v, %v with fields filled out", seed, form, sums, wanted)
	}
}

func (w *world) ones(n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = 1
	}
	return list
}
