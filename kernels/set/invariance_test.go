package set

import (
	"fmt"
	"maps"
	"math/rand"
	"testing"
)

// kernelInputs are n states of a mixture with everything that some kernel reads. The first guesses
// of T are absent for every third point.
func kernelInputs(t testing.TB, isa string, block []float64, in inputs, n int) inputs {
	t.Helper()
	all := maps.Clone(in)
	out, _ := run(t, isa, "preosthermalproperties", block, in, n, 0, n, layoutLeft)
	for _, name := range []string{"rho", "h", "e", "rhoP", "rhoT", "hP", "hT"} {
		all[name] = out[name]
	}
	all["ke"] = out["cp"] // any number
	return all
}

// readsOf are the inputs of one kernel: T is a first guess 3 % off where it is optional.
func readsOf(k Kernel, all inputs) inputs {
	in := maps.Clone(all)
	for _, a := range k.Reads {
		if a.Optional {
			guess := make([]float64, len(all[a.Name]))
			for t, T := range all[a.Name] {
				if t%3 != 0 {
					guess[t] = 1.03 * T
				}
			}
			in[a.Name] = guess
		}
	}
	return in
}

// points picks points from..to-1 of inputs of n points.
func (in inputs) points(n, from, to int) inputs {
	part := inputs{}
	for name, values := range in {
		width := len(values) / n
		part[name] = values[from*width : to*width]
	}
	return part
}

// everyKernel calls check for each instruction set and kernel with n states of two mixtures.
func everyKernel(t *testing.T, n int, check func(t *testing.T, isa string, k Kernel, block []float64, in inputs)) {
	g := golden(t)
	for _, isa := range BuiltIn().ISAs() {
		for _, m := range mixtures[:3] {
			block := fillBlock(g.species(t, g.Mechanisms[m.mechanism]), options{})
			all := kernelInputs(t, isa, block, field(rand.New(rand.NewSource(2)), n, m.ns, false), n)
			for _, k := range thermodynamic() {
				t.Run(fmt.Sprintf("%s/%s/NS%d", isa, k.Name, m.ns), func(t *testing.T) { check(t, isa, k, block, readsOf(k, all)) })
			}
		}
	}
}

// The answer of a point is the same to the last bit alone and among others, in any layout, block
// size and position, and nothing outside begin..end is touched (run checks that).
func TestPointsAreIndependent(t *testing.T) {
	const n = 1000
	everyKernel(t, n, func(t *testing.T, isa string, k Kernel, block []float64, in inputs) {
		alone := map[string][]float64{}
		for p := range n {
			out, _ := run(t, isa, k.Name, block, in.points(n, p, p+1), 1, 0, 1, layoutLeft)
			for name, values := range out {
				alone[name] = append(alone[name], values...)
			}
		}
		for _, size := range []int{1, 7, 15, 16, 17, 31, 33, n} {
			for _, where := range []placement{layoutLeft, layoutRight, strided} {
				for _, cut := range []int{0, 1, 5} {
					begin, end := cut, size-cut/2
					if begin >= end {
						continue
					}
					out, _ := run(t, isa, k.Name, block, in.points(n, 0, size), size, begin, end, where)
					for name, values := range out {
						width := len(values) / size
						for p := begin * width; p < end*width; p++ {
							if !sameBits(values[p], alone[name][p]) {
								t.Fatalf("%s of point %d in %d..%d (%s) is %.17g, alone it is %.17g", name, p/width, begin, end, where.name, values[p], alone[name][p])
							}
						}
					}
				}
			}
		}
	})
}

// An output that nobody asks for is not stored, and the others are the same.
func TestNullOutputs(t *testing.T) {
	const n = 37
	everyKernel(t, n, func(t *testing.T, isa string, k Kernel, block []float64, in inputs) {
		all, _ := run(t, isa, k.Name, block, in, n, 0, n, layoutLeft)
		ns := int(block[0])
		for kept, a := range k.Writes {
			var views []View
			for _, r := range k.Reads {
				views = append(views, place(in[r.Name], n, ns, r, layoutLeft))
			}
			for range k.Writes {
				views = append(views, View{})
			}
			only := room(n, components(a, ns), ns, a, layoutLeft)
			views[len(k.Reads)+kept] = only
			if _, err := BuiltIn().Call(isa, k.Name, views, block, 0, n); err != nil {
				t.Fatal(err)
			}
			for i, value := range collect(t, a.Name, only, n, components(a, ns), 0, n) {
				if !sameBits(value, all[a.Name][i]) {
					t.Fatalf("%s alone is %.17g at value %d, with the others %.17g", a.Name, value, i, all[a.Name][i])
				}
			}
		}
	})
}

// T may be read and written in one view: a batch is read before it is written.
func TestGuessInPlace(t *testing.T) {
	const n = 1000
	everyKernel(t, n, func(t *testing.T, isa string, k Kernel, block []float64, in inputs) {
		last := k.Reads[len(k.Reads)-1]
		if !last.Optional {
			return
		}
		apart, _ := run(t, isa, k.Name, block, in, n, 0, n, layoutLeft)
		ns := int(block[0])
		var views []View
		for _, r := range k.Reads {
			views = append(views, place(in[r.Name], n, ns, r, layoutLeft))
		}
		guess := views[len(views)-1]
		views = append(views, guess)
		for range k.Writes[1:] {
			views = append(views, View{Data: make([]float64, n), PointStride: 1, ComponentStride: n})
		}
		if _, err := BuiltIn().Call(isa, k.Name, views, block, 0, n); err != nil {
			t.Fatal(err)
		}
		for p := range n {
			if !sameBits(guess.Data[p], apart["T"][p]) {
				t.Fatalf("T of point %d is %.17g in place, %.17g apart", p, guess.Data[p], apart["T"][p])
			}
		}
	})
}
