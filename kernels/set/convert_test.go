package set

import (
	"math"
	"testing"
)

// variableFirst is an array of the same points as a whose variables lie side by side: q(var,x,y,z).
func (a padded) variableFirst(values []float64, components, from, n int, value float64) View {
	v := View{Data: make([]float64, components*a.whole()), PointStride: components, ComponentStride: 1, Row: components * a.nx, Plane: components * a.nx * a.ny}
	for i := range v.Data {
		v.Data[i] = value
	}
	for t := 0; len(values) > 0 && t < n; t++ {
		copy(v.Data[components*a.element(from+t):], values[t*components:(t+1)*components])
	}
	return v
}

// times is values in a unit that is smaller or larger by a power of two, and moved by a shift.
func times(values []float64, factor, shift float64) []float64 {
	list := make([]float64, len(values))
	for i, v := range values {
		list[i] = v*factor + shift
	}
	return list
}

// A kernel that takes and gives numbers in other units, and from arrays with the variables first, gives the same bits where
// the units differ by powers of two, from any interior point on, and touches no halo. Stripes and arrays in rows.
func TestConvertedViews(t *testing.T) {
	const n, in4, out8 = 200, 4.0, 0.125
	everyKernel(t, n, func(t *testing.T, isa string, k Kernel, block []float64, in inputs) {
		ns := int(block[0])
		apart, _ := run(t, isa, k.Name, block, in, n, 0, n, layoutLeft)
		for i, a := range append([]padded{{}}, shapes...) {
			stripe := i == 0
			if stripe {
				a = padded{points: n, rows: 1, planes: 1, nx: n, ny: 1, nz: 1}
			}
			total := a.points * a.rows * a.planes
			for _, from := range []int{0, 1, a.points + 1, total / 2} {
				size := min(n, total-from)
				if size < 1 || stripe && from > 0 {
					continue
				}
				region, out := &Region{Points: a.points, Rows: a.rows, First: from}, a.other()
				if stripe {
					region, out = nil, a
				}
				var views, outputs []View
				for j, r := range k.Reads {
					width := components(r, ns)
					values := times(in[r.Name], 1/in4, 0)
					v := a.array(values, width, from, size, math.NaN())
					if j%2 == 1 && !stripe {
						v = a.variableFirst(values, width, from, size, math.NaN())
						v.Data = v.Data[width*a.first:]
					} else {
						v = a.inner(v)
					}
					if stripe {
						v.Row, v.Plane = 0, 0
					}
					v.Factor = in4
					views = append(views, v)
				}
				for j, w := range k.Writes {
					width := components(w, ns)
					first := j%2 == 1 && !stripe
					v := out.array(nil, width, 0, 0, untouched)
					skip := out.first
					if first {
						v, skip = out.variableFirst(nil, width, 0, 0, untouched), width*out.first
					}
					outputs = append(outputs, v)
					v.Data = v.Data[skip:]
					if stripe {
						v.Row, v.Plane = 0, 0
					}
					if j < len(k.Writes)-1 { // not the flags
						v.Factor = out8
					}
					views = append(views, v)
				}
				begin := min(2, size-1)
				if _, err := BuiltIn().CallInRows(isa, k.Name, views, block, region, begin, size); err != nil {
					t.Fatal(err)
				}
				for j, w := range k.Writes {
					width, factor := components(w, ns), out8
					if j == len(k.Writes)-1 {
						factor = 1
					}
					values := times(apart[w.Name][begin*width:], factor, 0)
					want := out.array(values, width, from+begin, size-begin, untouched)
					if j%2 == 1 && !stripe {
						want = out.variableFirst(values, width, from+begin, size-begin, untouched)
					}
					for e, value := range outputs[j].Data {
						if !sameBits(value, want.Data[e]) {
							t.Fatalf("%+v from %d: element %d of %s is %.17g, expected %.17g", a, from, e, w.Name, value, want.Data[e])
						}
					}
				}
			}
		}
	})
}

// Arrays of single precision, and offsets: a kernel gives what it gives of the doubles that a plain loop makes of them.
func TestSinglesAndShifts(t *testing.T) {
	const n, shift = 100, 0.5
	a := padded{points: 20, rows: 5, planes: 1, nx: 23, ny: 6, nz: 1, first: 2}
	everyKernel(t, n, func(t *testing.T, isa string, k Kernel, block []float64, in inputs) {
		ns := int(block[0])
		rounded := inputs{}
		singles := map[string][]float64{}
		for _, r := range k.Reads {
			for _, v := range in[r.Name] {
				held := float64(float32(v/2 - shift)) // what the caller's array has
				singles[r.Name] = append(singles[r.Name], held)
				rounded[r.Name] = append(rounded[r.Name], 2*held+2*shift)
			}
		}
		apart, _ := run(t, isa, k.Name, block, rounded, n, 0, n, layoutLeft)
		var views []View
		var outputs [][]float32
		for _, r := range k.Reads {
			v := a.array(singles[r.Name], components(r, ns), 0, n, math.NaN())
			v.Singles, v.Data, v.Factor, v.Shift = narrow(v.Data)[a.first:], nil, 2, 2*shift
			views = append(views, v)
		}
		for _, w := range k.Writes {
			v := a.array(nil, components(w, ns), 0, 0, -7)
			outputs = append(outputs, narrow(v.Data))
			v.Singles, v.Data = outputs[len(outputs)-1][a.first:], nil
			views = append(views, v)
		}
		if _, err := BuiltIn().CallInRows(isa, k.Name, views, block, &Region{Points: a.points, Rows: a.rows}, 0, n); err != nil {
			t.Fatal(err)
		}
		for i, w := range k.Writes {
			want := a.array(apart[w.Name], components(w, ns), 0, n, -7)
			for e, value := range outputs[i] {
				if !sameBits(float64(value), float64(float32(want.Data[e]))) {
					t.Fatalf("element %d of %s is %.9g, expected %.9g", e, w.Name, value, want.Data[e])
				}
			}
		}
	})
}

func narrow(values []float64) []float32 {
	list := make([]float32, len(values))
	for i, v := range values {
		list[i] = float32(v)
	}
	return list
}
