// Package lists holds tests of whole lists of work: random lists of operators, fills, swaps and expressions, against an
// interpreter that does each entry by plain loops. It has no code of its own.
package lists

import (
	"flag"
	"fmt"
	"math"
	"math/rand"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"drawbridge/device"
	"drawbridge/device/host"
	"drawbridge/device/memcheck"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/stencils"
	"drawbridge/views"
)

var (
	count = flag.Int("lists", 300, "random lists a device")
	seed  = flag.Int64("seed", 1, "seed of the first random list")
)

// names are the fields of a list. 'one' lies between 1 and 2 and is never written: it divides.
var names = []string{"a", "b", "c", "d", "one"}

// world is the same fields twice: on a device, and as grids of the interpreter.
type world struct {
	*rand.Rand
	stencils *stencils.Stencils
	grids    map[string]*grid
	thin     map[string]*thin // that expressions alone read
	shape    []int
	first    []int  // where point (0,0,0) is in the global grid
	region   string // where operators work; "": the interior
	inside   func(p [3]int) bool
	halo     int
	bytes    int    // of an element on the device
	written  string // what the entry at hand writes: its neighbours are not read
	said     []string
	steps    []func() // of the interpreter
}

type silent struct{}

func (silent) Kernel(string, int64, int64, float64) {}
func (silent) Note(string, ...any)                  {}

// However operators, fills, swaps, copies and expressions follow each other, a list does what plain loops do.
func TestRandomListsDoWhatPlainLoopsDo(t *testing.T) {
	for _, isa := range devices() {
		for _, checked := range checks(isa) {
			t.Run(fmt.Sprintf("%s/memcheck=%v", isa, checked), func(t *testing.T) {
				for i := range *count {
					one(t, *seed+int64(i), isa, checked)
				}
			})
		}
	}
}

// openStencils opens stencils on a host with so many workers, checked by memcheck or not; done closes both.
func openStencils(t *testing.T, workers int, isa string, checked bool) (s *stencils.Stencils, done func()) {
	t.Helper()
	return openWith(t, workers, isa, "first", checked)
}

// openWith is openStencils with a setting of the stencils.
func openWith(t *testing.T, workers int, isa, choice string, checked bool) (s *stencils.Stencils, done func()) {
	t.Helper()
	if isa == onGPU {
		if s, err := stencils.New(theGPU(t), kernels.ISAs()[0], choice, silent{}); err == nil {
			return s, s.Close
		} else {
			t.Fatal(err)
		}
	}
	var d device.Device
	d, err := host.Open(workers, isa)
	if err != nil {
		t.Fatal(err)
	}
	if checked {
		d = memcheck.Wrap(d)
	}
	if s, err = stencils.New(d, isa, choice, silent{}); err != nil {
		d.Close()
		t.Fatal(err)
	}
	return s, func() { s.Close(); d.Close() }
}

func one(t *testing.T, seed int64, isa string, checked bool) {
	s, done := openStencils(t, 1+len(isa)%3, isa, checked)
	defer done()
	w := newWorld(t, s, rand.New(rand.NewSource(seed)))
	q := s.NewSequence("list")
	for range 2 + w.Intn(9) {
		w.entry(t, q)
	}
	times := 1 + w.Intn(3)
	if err := q.Run(times); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, strings.Join(w.said, "\n"))
	}
	for range times {
		for _, step := range w.steps {
			step()
		}
	}
	w.compare(t, seed)
}

func newWorld(t *testing.T, s *stencils.Stencils, r *rand.Rand) *world {
	t.Helper()
	halo, bytes := 1+r.Intn(3), []int{8, 8, 4}[r.Intn(3)]
	var shape []int
	for range 2 + r.Intn(2) {
		shape = append(shape, halo+1+r.Intn(21)) // a mirror about a point needs one point more than layers
	}
	return worldOfHalos(t, s, r, shape, halo, halo+r.Intn(3), bytes)
}

// worldOf is fields of a shape with random values.
func worldOf(t *testing.T, s *stencils.Stencils, r *rand.Rand, shape []int, halo, bytes int) *world {
	t.Helper()
	return worldOfHalos(t, s, r, shape, halo, halo, bytes)
}

// worldOfHalos is worldOf where c and d have another halo, of wide layers.
func worldOfHalos(t *testing.T, s *stencils.Stencils, r *rand.Rand, shape []int, halo, wide, bytes int) *world {
	t.Helper()
	w := &world{Rand: r, stencils: s, grids: map[string]*grid{}, halo: halo, bytes: bytes, shape: shape}
	n, h, origin := [3]int{1, 1, 1}, [3]int{}, 3-len(shape)
	for axis := range shape {
		n[axis] = shape[axis]
		w.first = append(w.first, r.Intn(80)-40)
		origin += w.first[axis]
	}
	for _, name := range names {
		layers := halo
		if name == "c" || name == "d" {
			layers = wide
		}
		for axis := range shape {
			h[axis] = layers
		}
		if err := s.Fields().CreateAt(name, w.shape, w.first, layers, map[int]string{8: "double", 4: "float"}[w.bytes], 1); err != nil {
			t.Fatal(err)
		}
		g := newGrid(n, h)
		g.origin = origin
		for i := range g.a {
			g.a[i] = float64(float32(2*r.Float64() - 1))
			if name == "one" {
				g.a[i] = float64(float32(1 + r.Float64()))
			}
		}
		w.grids[name] = g
		if err := w.move(name, g.a, s.Fields().Upload); err != nil {
			t.Fatal(err)
		}
	}
	w.addThin(t)
	return w
}

// move copies a field with all its halo from or to numbers.
func (w *world) move(name string, a []float64, how func(string, views.HostArray, int) error) error {
	g := w.grids[name]
	lent := views.HostArray{Single: w.bytes == 4, Shape: [4]int{g.extent(0), g.extent(1), g.extent(2), 1}, Var: 1}
	for axis := range 3 {
		lent.Interior[2*axis], lent.Interior[2*axis+1] = 1+g.h[axis], g.n[axis]+g.h[axis]
	}
	if w.bytes == 8 {
		lent.Address = uintptr(unsafe.Pointer(&a[0]))
		err := how(name, lent, g.h[0])
		runtime.KeepAlive(a)
		return err
	}
	small := make([]float32, len(a))
	for i, v := range a {
		small[i] = float32(v)
	}
	lent.Address = uintptr(unsafe.Pointer(&small[0]))
	err := how(name, lent, g.h[0])
	for i, v := range small {
		a[i] = float64(v)
	}
	runtime.KeepAlive(small)
	return err
}

// compare holds every field, halo and all, against the interpreter's.
func (w *world) compare(t *testing.T, seed int64) {
	tolerance := map[int]float64{8: 1e-12, 4: 2e-4}[w.bytes]
	for _, name := range names {
		g := w.grids[name]
		got := make([]float64, len(g.a))
		for i := range got {
			got[i] = math.NaN()
		}
		if err := w.move(name, got, w.stencils.Fields().Download); err != nil {
			t.Fatal(err)
		}
		scale := 1.0
		for _, v := range g.a {
			scale = math.Max(scale, math.Abs(v))
		}
		for i, v := range got {
			if !(math.Abs(v-g.a[i]) <= tolerance*scale) {
				t.Fatalf("seed %d, shape %v, halo %d, %d bytes: element %d of %s is %g, plain loops give %g, after\n%s",
					seed, w.shape, w.halo, w.bytes, i, name, v, g.a[i], strings.Join(w.said, "\n"))
			}
		}
	}
}

func (w *world) number() float64 { return float64(float32(w.Float64() - 0.5)) }
func (w *world) field() string   { return names[w.Intn(len(names)-1)] }
func (w *world) numbers(n int) []float64 {
	c := make([]float64, n)
	for i := range c {
		c[i] = w.number() / float64(n)
	}
	return c
}
