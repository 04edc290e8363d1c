//go:build hdf5

package compare

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"drawbridge/snapshot"
	"drawbridge/tools/hdf5file"
)

// The cells listed are those that a plain search over the whole field finds, whatever the boxes, the halo and the ties.
func TestWorstIsOfTheWholeField(t *testing.T) {
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 5))
		ref := field(seed, cells)
		new := slices.Clone(ref)
		for i := range new {
			switch random.IntN(4) {
			case 0:
				new[i] += float64(random.IntN(6)) / 4 // ties
			case 1:
				new[i] *= 1 + 1e-3*random.Float64()
			}
		}
		if seed%3 == 0 {
			new[random.IntN(len(new))] = math.NaN()
			new[random.IntN(len(new))] = math.Inf(-1)
		}
		var options []snapshot.Option
		if seed%2 == 0 {
			options = append(options, snapshot.Deflate(3))
		}
		o := Options{Worst: 1 + int(seed%13), Halo: int(seed % 2)}
		f := run(t, save(t, cells, map[string][]float64{"rho": ref}), save(t, cells, map[string][]float64{"rho": new}, options...), o).Fields[0]
		want := plainWorst(ref, new, o)
		if len(f.Worst) != len(want) {
			t.Fatalf("seed %d: %d cells, expected %d", seed, len(f.Worst), len(want))
		}
		for k, w := range f.Worst {
			at := (w.Cell[0] - 1) + 7*(w.Cell[1]-1) + 35*(w.Cell[2]-1)
			d := math.Abs(new[want[k]] - ref[want[k]])
			if at != want[k] || w.Reference != realNumber(ref[at], 64) || w.New != realNumber(new[at], 64) || float64(w.Absolute) != d && !math.IsNaN(d) && !math.IsInf(d, 0) {
				t.Errorf("seed %d, number %d: %+v, expected cell %d", seed, k, w, want[k])
			}
			if k == 0 && !finite(new[at]) && (f.FirstNaN.New != w.New || f.FirstNaN.Reference != w.Reference) {
				t.Errorf("seed %d: first NaN %+v", seed, f.FirstNaN)
			}
		}
	}
}

// plainWorst searches a field of 7 x 5 x 3 cells.
func plainWorst(ref, new []float64, o Options) []int {
	var nevers, large []int
	size := func(i int) float64 { return math.Abs(new[i] - ref[i]) }
	for i := range ref {
		x, y, z := i%7, i/7%5, i/35
		inside := x >= o.Halo && x < 7-o.Halo && y >= o.Halo && y < 5-o.Halo && z >= o.Halo && z < 3-o.Halo
		switch {
		case !inside || ref[i] == new[i]:
		case !finite(new[i]):
			nevers = append(nevers, i)
		default:
			large = append(large, i)
		}
	}
	slices.SortStableFunc(large, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
	list := append(nevers, large...)
	return list[:min(len(list), o.Worst)]
}

// Both values have all their digits: floats of 4 bytes the fewest that read back, whole numbers of 8 bytes exactly.
func TestValues(t *testing.T) {
	for want, got := range map[Value]Value{
		"0.1":                  elements[asFloat32].text(bytesOf([]float32{9, .1}), 1),
		"0.30000000000000004":  elements[asFloat64].text(bytesOf([]float64{math.Nextafter(.3, 1), 1}), 0),
		"-9223372036854775807": elements[asInt64].text(bytesOf([]int64{0, -math.MaxInt64}), 1),
		"18446744073709551615": elements[asUint64].text(bytesOf([]uint64{math.MaxUint64}), 0),
		"-128":                 elements[asInt8].text(bytesOf([]int8{-128}), 0),
		"200":                  elements[asUint8].text(bytesOf([]uint8{200}), 0),
		"-3":                   elements[asInt16].text(bytesOf([]int16{-3}), 0),
		"60000":                elements[asUint16].text(bytesOf([]uint16{60000}), 0),
		"-70000":               elements[asInt32].text(bytesOf([]int32{-70000}), 0),
		"4000000000":           elements[asUint32].text(bytesOf([]uint32{4000000000}), 0),
	} {
		if got != want {
			t.Errorf("%s, expected %s", got, want)
		}
	}
	for value, want := range map[Value]string{"1e-300": "1e-300", "nan": `"nan"`, "-inf": `"-inf"`, "1+2i": `"1+2i"`} {
		if text, err := value.MarshalJSON(); err != nil || string(text) != want {
			t.Errorf("%s: %s %v", value, text, err)
		}
	}
}

// A difference that leaves the range is beyond a tolerance that it is larger than.
func TestDifferenceOutOfRange(t *testing.T) {
	file := func(value float64) string {
		values := make([]float64, 105)
		values[3] = value
		return save(t, cells, map[string][]float64{"rho": values})
	}
	for rtol, same := range map[float64]bool{0: false, 1: false, 1.9: false, 2: true} {
		if r := run(t, file(1e308), file(-1e308), Options{Tolerance: Tolerance{OfReference: rtol}}); r.Same != same {
			t.Errorf("rtol %g: same %v", rtol, r.Same)
		}
	}
}

// Values that another program writes between the two readings are listed, and end nothing.
func TestWorstOfAFileThatChanges(t *testing.T) {
	values := make([]float64, 105)
	values[3] = 1
	changed := slices.Clone(values)
	changed[3], changed[4] = math.NaN(), 2
	var pairs [2]*hdf5file.Dataset
	for i, list := range [][]float64{values, changed} {
		f, err := hdf5file.Open(save(t, cells, map[string][]float64{"rho": list}))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if pairs[i], err = f.Dataset(hdf5file.CellData + "rho"); err != nil {
			t.Fatal(err)
		}
	}
	p, err := newPair(pairs[0], pairs[1], &Options{Worst: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.peaks = peaks{most: 3, nevers: []int{0}}
	f := &Field{} // the first reading found neither
	if err := p.worst(f); err != nil || len(f.Worst) != 2 {
		t.Errorf("%v %+v", err, f.Worst)
	}
}

// Where round-off alone parts two files, the hint's tolerance makes them the same, and a smaller one does not.
func TestHintOfRoundOff(t *testing.T) {
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 6))
		ref := field(seed, cells)
		new := slices.Clone(ref)
		subnormal := seed%3 == 2
		lowest := map[bool]int{false: -1000, true: -1060}[subnormal]
		for range 1 + seed%5 {
			i := random.IntN(len(new))
			ref[i] = math.Ldexp(random.Float64()-.5, random.IntN(1900)+lowest)
			new[i] = ref[i]
			for range 1 + random.IntN(5) {
				new[i] = math.Nextafter(new[i], math.Inf(1-2*random.IntN(2)))
			}
		}
		a, b := save(t, cells, map[string][]float64{"rho": ref}), save(t, cells, map[string][]float64{"rho": new})
		o := Options{Tolerance: Tolerance{OfReference: 1e-17 * float64(seed%2)}}
		r := run(t, a, b, o)
		if f := r.Fields[0]; f.Unequal > 0 && float64(f.MaxRel) > 1e-12 {
			if r.Hint != "" {
				t.Errorf("seed %d: a hint for %g: %s", seed, f.MaxRel, r.Hint)
			}
			continue
		} else if f.Unequal == 0 {
			continue
		}
		var x float64
		if _, err := fmt.Sscanf(r.Hint[max(0, strings.Index(r.Hint, "--rtol")):], "--rtol %g", &x); err != nil || x > 1.1e-12 || !strings.Contains(r.Hint, "ound-off") {
			t.Fatalf("seed %d: %q %v", seed, r.Hint, err)
		}
		o.OfReference = x
		if again := run(t, a, b, o); !again.Same || again.Hint != "" {
			t.Errorf("seed %d: --rtol %g: %s %q", seed, x, again.Summary, again.Hint)
		}
		o.OfReference = .85 * x
		if !subnormal && run(t, a, b, o).Same { // products of subnormal numbers are rounded up
			t.Errorf("seed %d: a tolerance of %g passes, too: the hint is too loose", seed, .85*x)
		}
	}
}

// No hint where anything but round-off parts the two.
func TestNoHintWhereTheNumbersDoNotSaySo(t *testing.T) {
	ref := []float64{1, 2, 0, 4, 5, 6}
	shape := [3]int{6, 1, 1}
	eps := math.Ldexp(1, -52)
	a := save(t, shape, map[string][]float64{"rho": ref})
	other := func(i int, v float64) string {
		new := slices.Clone(ref)
		new[0], new[i] = 1+eps, v
		return save(t, shape, map[string][]float64{"rho": new})
	}
	for what, b := range map[string]string{
		"one larger difference": other(1, 2*(1+2e-12)), "zero against a tiny number": other(2, 1e-300), "another sign": other(2, math.Copysign(5e-324, -1)),
		"NaN": other(3, math.NaN()), "infinity": other(3, math.Inf(1)), "a large difference": other(5, 7),
		"an extra field": save(t, shape, map[string][]float64{"rho": {1 + eps, 2, 0, 4, 5, 6}, "p": ref}),
	} {
		if r := run(t, a, b, Options{}); r.Same || r.Hint != "" {
			t.Errorf("%s: same %v, hint %q", what, r.Same, r.Hint)
		}
	}
	near := other(0, 1+eps)
	if r := run(t, a, near, Options{}); !strings.Contains(r.Hint, "--rtol 2.3e-16") {
		t.Errorf("one last bit: %q", r.Hint)
	}
	if r := run(t, a, near, Options{PerField: map[string]Tolerance{"rho": {Absolute: 1e-30}}}); r.Same || r.Hint != "" {
		t.Errorf("a field with a tolerance of its own does not mind --rtol: %q", r.Hint)
	}
}

// Only the times differ: the hint names the option that leaves them out, and the option does it.
func TestHintOfTimes(t *testing.T) {
	a, b := at(t, 1), at(t, 2)
	if r := run(t, a, b, Options{}); !strings.Contains(r.Hint, "--exclude time") {
		t.Errorf("%q %q", r.Summary, r.Hint)
	}
	if r := run(t, a, b, Options{Exclude: []string{"time"}}); !r.Same || r.Hint != "" {
		t.Errorf("%q %q", r.Summary, r.Hint)
	}
	if r := run(t, a, save(t, [3]int{2, 1, 1}, map[string][]float64{"rho": {1, 3}}), Options{}); strings.Contains(r.Hint, "exclude") {
		t.Errorf("more than the times differs: %q", r.Hint)
	}
}
