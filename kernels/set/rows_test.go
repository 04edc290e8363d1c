package set

import (
	"math"
	"testing"
)

// padded is a halo-padded array of the host: nx x ny x nz with an interior that begins at `first`.
type padded struct {
	points, rows, planes int // of the interior
	nx, ny, nz           int
	first                int
}

func (a padded) whole() int { return a.nx * a.ny * a.nz }

func (a padded) element(t int) int {
	return a.first + t%a.points + a.nx*(t/a.points%a.rows+a.ny*(t/a.points/a.rows))
}

// array holds `value` in every element, and values (species fastest) in interior points from..
func (a padded) array(values []float64, components, from, n int, value float64) View {
	v := View{Data: make([]float64, components*a.whole()), PointStride: 1, ComponentStride: a.whole(), Row: a.nx, Plane: a.nx * a.ny}
	for i := range v.Data {
		v.Data[i] = value
	}
	for t := 0; len(values) > 0 && t < n; t++ {
		for c := range components {
			v.Data[a.element(from+t)+c*a.whole()] = values[t*components+c]
		}
	}
	return v
}

// inner is what a kernel is given: from interior point 0 on.
func (a padded) inner(v View) View {
	v.Data = v.Data[a.first:]
	return v
}

// other is an array of the same interior with another halo.
func (a padded) other() padded {
	b := padded{points: a.points, rows: a.rows, planes: a.planes, nx: a.points + 3, ny: a.rows + 1, nz: a.planes}
	b.first = 2 + b.nx
	return b
}

// Shapes whose rows are shorter than a batch, as long, a little longer, and far longer, with halos on all
// sides, some or none.
var shapes = []padded{
	{points: 1, rows: 5, planes: 9, nx: 4, ny: 6, nz: 9, first: 2 + 4},
	{points: 3, rows: 4, planes: 5, nx: 5, ny: 6, nz: 7, first: 1 + 5*1 + 30},
	{points: 14, rows: 3, planes: 2, nx: 20, ny: 9, nz: 8, first: 3 + 20*3 + 180*3},
	{points: 16, rows: 4, planes: 2, nx: 16, ny: 4, nz: 2},
	{points: 17, rows: 5, planes: 2, nx: 18, ny: 5, nz: 3, first: 0},
	{points: 33, rows: 2, planes: 3, nx: 43, ny: 2, nz: 3, first: 5},
	{points: 100, rows: 1, planes: 2, nx: 102, ny: 3, nz: 2, first: 1 + 102},
}

// In the rows of halo-padded arrays, whose halos differ, a kernel gives what it gives in a row of its own, to the
// last bit, from any interior point on, and touches no halo and no point beyond.
func TestRowsOfAPaddedArray(t *testing.T) {
	const n = 200
	everyKernel(t, n, func(t *testing.T, isa string, k Kernel, block []float64, in inputs) {
		ns := int(block[0])
		apart, _ := run(t, isa, k.Name, block, in, n, 0, n, layoutLeft)
		for _, a := range shapes {
			total := a.points * a.rows * a.planes
			for _, from := range []int{0, 1, a.points + 1, total / 2} {
				size := min(n, total-from)
				region, out := Region{Points: a.points, Rows: a.rows, First: from}, a.other()
				var views, outputs []View
				for _, r := range k.Reads {
					width := components(r, ns)
					views = append(views, a.inner(a.array(in[r.Name], width, from, size, math.NaN())))
				}
				for _, w := range k.Writes {
					outputs = append(outputs, out.array(nil, components(w, ns), 0, 0, untouched))
					views = append(views, out.inner(outputs[len(outputs)-1]))
				}
				begin := min(2, size-1) // of the launch
				if _, err := BuiltIn().CallInRows(isa, k.Name, views, block, &region, begin, size); err != nil {
					t.Fatal(err)
				}
				for i, w := range k.Writes {
					width := components(w, ns)
					want := out.array(apart[w.Name][begin*width:], width, from+begin, size-begin, untouched)
					for e, value := range outputs[i].Data {
						if !sameBits(value, want.Data[e]) {
							t.Fatalf("%+v from %d: element %d of %s is %.17g, expected %.17g", a, from, e, w.Name, value, want.Data[e])
						}
					}
				}
			}
		}
	})
}

// What is read may be written in the same array: T of a first guess, P where an energy was.
func TestRowsInPlace(t *testing.T) {
	const n = 66
	a := padded{points: 11, rows: 3, planes: 2, nx: 13, ny: 4, nz: 3, first: 1 + 13}
	everyKernel(t, n, func(t *testing.T, isa string, k Kernel, block []float64, in inputs) {
		if k.Name != "preoscalctpfromrhoe" {
			return
		}
		apart, _ := run(t, isa, k.Name, block, in, n, 0, n, layoutLeft)
		var views []View
		for _, r := range k.Reads {
			views = append(views, a.array(in[r.Name], components(r, int(block[0])), 0, n, math.NaN()))
		}
		at := map[string]View{"T": views[3], "P": views[1]} // rho e Yi T: P goes over e
		for _, w := range k.Writes {
			views = append(views, at[w.Name])
		}
		views[len(views)-1] = a.array(nil, 1, 0, 0, untouched)
		for i := range views {
			views[i] = a.inner(views[i])
		}
		if _, err := BuiltIn().CallInRows(isa, k.Name, views, block, &Region{Points: a.points, Rows: a.rows}, 0, n); err != nil {
			t.Fatal(err)
		}
		for name, v := range at {
			for p := range n {
				if !sameBits(v.Data[a.element(p)], apart[name][p]) {
					t.Fatalf("%s of point %d is %.17g in place, %.17g apart", name, p, v.Data[a.element(p)], apart[name][p])
				}
			}
		}
	})
}

// An absent first guess is one that is NaN, also in batches over two rows and over many.
func TestAbsentGuessInRows(t *testing.T) {
	const n = 60
	everyKernel(t, n, func(t *testing.T, isa string, k Kernel, block []float64, in inputs) {
		last := k.Reads[len(k.Reads)-1]
		if !last.Optional {
			return
		}
		for i := range in[last.Name] {
			in[last.Name][i] = math.NaN()
		}
		ns := int(block[0])
		apart, _ := run(t, isa, k.Name, block, in, n, 0, n, layoutLeft)
		for _, a := range []padded{{points: 20, rows: 3, planes: 1, nx: 22, ny: 3, nz: 1}, {points: 3, rows: 4, planes: 5, nx: 5, ny: 6, nz: 7}} {
			var views []View
			for _, r := range k.Reads[:len(k.Reads)-1] {
				views = append(views, a.array(in[r.Name], components(r, ns), 0, n, math.NaN()))
			}
			views = append(views, View{})
			for range k.Writes {
				views = append(views, a.array(nil, 1, 0, 0, untouched))
			}
			if _, err := BuiltIn().CallInRows(isa, k.Name, views, block, &Region{Points: a.points, Rows: a.rows}, 0, n); err != nil {
				t.Fatal(err)
			}
			for p := range n {
				if got := views[len(k.Reads)].Data[a.element(p)]; !sameBits(got, apart["T"][p]) {
					t.Fatalf("%+v: T of point %d is %.17g without a guess, %.17g with NaN", a, p, got, apart["T"][p])
				}
			}
		}
	})
}
