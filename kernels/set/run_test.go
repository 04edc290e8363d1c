package set

import (
	"math"
	"testing"
)

// placed runs a kernel on n points with its views placed in memory in some way, and gives the
// outputs point by point: result[name] holds one value per point, or ns (species fastest).
type placement struct {
	name    string
	strides func(n, ns int, perSpecies bool) (point, component int)
}

var layoutLeft = placement{"LayoutLeft", func(n, ns int, perSpecies bool) (int, int) { return 1, (n + 7) / 8 * 8 }}
var layoutRight = placement{"LayoutRight", func(n, ns int, perSpecies bool) (int, int) {
	if perSpecies {
		return ns, 1
	}
	return 1, 1
}}
var strided = placement{"strided", func(n, ns int, perSpecies bool) (int, int) {
	if perSpecies {
		return 3 * ns, 3
	}
	return 3, 1
}}

// inputs are the reads of a kernel: one value per point, or ns (species fastest).
type inputs map[string][]float64

const untouched = -7.25e77 // what outputs hold before a call, and must still hold outside [begin,end)

func run(t testing.TB, isa, kernel string, block []float64, in inputs, n, begin, end int, where placement) (map[string][]float64, int) {
	t.Helper()
	set := BuiltIn()
	k, _ := set.Kernel(kernel)
	ns := int(block[0])
	var views []View
	for _, a := range k.Reads {
		views = append(views, place(in[a.Name], n, ns, a, where))
	}
	for _, a := range k.Writes {
		views = append(views, room(n, components(a, ns), ns, a, where))
	}
	flagged, err := set.Call(isa, kernel, views, block, begin, end)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]float64{}
	for i, a := range k.Writes {
		out[a.Name] = collect(t, kernel+" "+a.Name, views[len(k.Reads)+i], n, components(a, ns), begin, end)
	}
	return out, flagged
}

// place spreads values (species fastest) over memory; none given is an absent view.
func place(values []float64, n, ns int, a Argument, where placement) View {
	if len(values) == 0 {
		return View{}
	}
	components := len(values) / n
	point, component := where.strides(n, ns, a.PerSpecies)
	v := View{Data: make([]float64, (n-1)*point+(components-1)*component+1), PointStride: point, ComponentStride: component}
	for t := range n {
		for c := range components {
			v.Data[t*point+c*component] = values[t*components+c]
		}
	}
	return v
}

func components(a Argument, ns int) int {
	if a.PerSpecies {
		return ns
	}
	return 1
}

// room is an output view that holds `untouched` everywhere.
func room(n, components, ns int, a Argument, where placement) View {
	point, component := where.strides(n, ns, a.PerSpecies)
	v := View{Data: make([]float64, n*max(point, 1)+components*component+16), PointStride: point, ComponentStride: component}
	for i := range v.Data {
		v.Data[i] = untouched
	}
	return v
}

// collect gives the values of an output (species fastest) and fails where the kernel wrote outside
// the points begin..end, or left one of them out.
func collect(t testing.TB, what string, v View, n, components, begin, end int) []float64 {
	t.Helper()
	values := make([]float64, 0, n*components)
	for p := range n {
		for c := range components {
			at := p*v.PointStride + c*v.ComponentStride
			x := v.Data[at]
			if written := p >= begin && p < end; written != (x != untouched) {
				t.Fatalf("%s: point %d, component %d: written is %v, expected %v", what, p, c, !written, written)
			}
			values = append(values, x)
			v.Data[at] = untouched
		}
	}
	for i, x := range v.Data {
		if x != untouched {
			t.Fatalf("%s: element %d, which belongs to no point, was written (%g)", what, i, x)
		}
	}
	return values
}

func sameBits(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b
}
