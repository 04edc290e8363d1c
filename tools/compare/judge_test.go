package compare

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// number is any type that a judge takes.
type number interface {
	~float64 | ~float32 | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

func bytesOf[T number](list []T) []byte {
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*int(unsafe.Sizeof(one)))
}

// plainly judges pair by pair in the plainest way: the answer key of the loops in judge.go.
type plainly struct {
	unequal, beyond, oneNaN, bothNaN, infinite, firstNaN, worst int64
	maxAbs, maxRel, maxRef, sum1, sum2, refs                    float64
	octaves                                                     map[int]int64
}

func plain(ref, new []float64, exact func(i int) float64, t Tolerance) plainly {
	p := plainly{firstNaN: -1, worst: -1, octaves: map[int]int64{}}
	for i, a := range ref {
		b := new[i]
		switch {
		case math.IsNaN(a) && math.IsNaN(b):
			p.bothNaN++
			continue
		case a == b && math.IsInf(a, 0):
			continue
		case math.IsNaN(a) || math.IsNaN(b) || math.IsInf(a, 0) || math.IsInf(b, 0):
			if math.IsNaN(a) || math.IsNaN(b) {
				p.oneNaN++
			} else {
				p.infinite++
			}
			p.unequal++
			p.beyond++
			if p.firstNaN < 0 {
				p.firstNaN = int64(i)
			}
			continue
		}
		d, size := math.Abs(exact(i)), math.Max(math.Abs(a), math.Abs(b))
		p.sum1, p.sum2, p.refs = p.sum1+d, p.sum2+d*d, p.refs+a
		p.maxRef = math.Max(p.maxRef, math.Abs(a))
		if d == 0 {
			continue
		}
		p.unequal++
		p.octaves[int(math.Float64bits(d)>>52)-1023]++
		if d > p.maxAbs {
			p.maxAbs, p.worst = d, int64(i)
		}
		p.maxRel = math.Max(p.maxRel, d/size)
		if d > t.Absolute+t.Relative*size+t.OfReference*math.Abs(a) {
			p.beyond++
		}
	}
	return p
}

func close(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-12*math.Max(math.Abs(a), math.Abs(b))
}

func (p *plainly) check(t *testing.T, what string, s sums, j *judge) {
	t.Helper()
	got := fmt.Sprint(s.Unequal, s.Beyond, s.OneNaN, s.BothNaN, s.Infinite, s.firstNaN, s.worst, octaves([]*judge{j}))
	want := fmt.Sprint(p.unequal, p.beyond, p.oneNaN, p.bothNaN, p.infinite, p.firstNaN, p.worst, p.octaves)
	if got != want && !(len(p.octaves) == 0 && got == want[:len(want)-len("map[]")]+"map[]") {
		t.Errorf("%s: unequal beyond oneNaN bothNaN infinite firstNaN worst octaves\n%s, expected\n%s", what, got, want)
	}
	for name, pair := range map[string][2]float64{"max abs": {float64(s.MaxAbs), p.maxAbs}, "max rel": {float64(s.MaxRel), p.maxRel},
		"max ref": {float64(s.Reference), p.maxRef}, "sum1": {float64(s.sum1), p.sum1}, "sum2": {float64(s.sum2), p.sum2}} {
		if !close(pair[0], pair[1]) {
			t.Errorf("%s: %s is %g, expected %g", what, name, pair[0], pair[1])
		}
	}
	if math.Abs(float64(s.sumRef)-p.refs) > 1e-9*(1+p.maxRef)*float64(s.Count) {
		t.Errorf("%s: the sum of the reference is %g, expected %g", what, float64(s.sumRef), p.refs)
	}
}

// pairsOf makes n pairs: mostly equal or close, with what is planted in between.
func pairsOf(random *rand.Rand, n int, odd bool) (ref, new []float64) {
	for range n {
		a := math.Ldexp(random.Float64()-.5, random.IntN(40)-20)
		b := a
		switch random.IntN(6) {
		case 0:
			b = math.Nextafter(a, math.Inf(1))
		case 1:
			b = a * (1 + 1e-6*random.Float64())
		}
		if odd {
			odds := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 5e-324, 1e300, -1e300}
			if random.IntN(50) == 0 {
				a = odds[random.IntN(len(odds))]
			}
			if random.IntN(50) == 0 {
				b = odds[random.IntN(len(odds))]
			}
		}
		ref, new = append(ref, a), append(new, b)
	}
	return ref, new
}

// The loops give what the plain loop of this test gives: numbers, NaN, infinities, any length.
func TestJudgeOfDoubles(t *testing.T) {
	limit := Tolerance{Absolute: 1e-9, Relative: 2e-7, OfReference: 3e-7}
	random := rand.New(rand.NewPCG(7, 7))
	for _, n := range []int{1, 2, 7, 8, 9, 1023, 1024, 1025, 5000} {
		for _, odd := range []bool{false, true} {
			ref, new := pairsOf(random, n, odd)
			j := newJudge(asFloat64, asFloat64, limitsOf(limit, 0, false))
			s := j.pairs(0, bytesOf(ref), bytesOf(new), n)
			p := plain(ref, new, func(i int) float64 { return new[i] - ref[i] }, limit)
			p.check(t, fmt.Sprintf("%d pairs, odd %v", n, odd), s, j)
		}
	}
}

// ofTypes judges lists of two types against the plain loop, with exact differences.
func ofTypes[A, B number](t *testing.T, what string, ref code, new code, a []A, b []B) {
	t.Helper()
	x, y, exact := make([]float64, len(a)), make([]float64, len(b)), make([]float64, len(a))
	for i := range a {
		x[i], y[i] = float64(a[i]), float64(b[i])
		exact[i], _ = exactly(b[i]).Sub(exactly(b[i]), exactly(a[i])).Float64()
	}
	j := newJudge(ref, new, limitsOf(Tolerance{Relative: .3}, 0, false))
	s := j.pairs(0, bytesOf(a), bytesOf(b), len(a))
	p := plain(x, y, func(i int) float64 { return exact[i] }, Tolerance{Relative: .3})
	p.check(t, what, s, j)
}

// exactly is a number without rounding.
func exactly[T number](v T) *big.Float {
	f := new(big.Float).SetPrec(200)
	var half T = 1
	if half /= 2; half != 0 {
		return f.SetFloat64(float64(v))
	}
	if v < 0 {
		return f.SetInt64(int64(v))
	}
	return f.SetUint64(uint64(v))
}

func listOf[T number](random *rand.Rand, n int) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = T(random.Uint64() >> random.IntN(60))
		if random.IntN(3) == 0 && i > 0 {
			list[i] = list[i-1]
		}
	}
	return list
}

// near changes some numbers by one.
func near[T number](random *rand.Rand, list []T) []T {
	out := append([]T{}, list...)
	for i := range out {
		if random.IntN(4) == 0 {
			out[i]++
		}
	}
	return out
}

// same type and every pairing of some types: the differences of integers are exact, also beyond 2^53.
func TestJudgeOfEveryType(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	const n = 2500
	i64, u64 := listOf[int64](random, n), listOf[uint64](random, n)
	ofTypes(t, "int64", asInt64, asInt64, i64, near(random, i64))
	ofTypes(t, "uint64", asUint64, asUint64, u64, near(random, u64))
	ofTypes(t, "int64 against uint64", asInt64, asUint64, i64, u64)
	i8, i16, i32 := listOf[int8](random, n), listOf[int16](random, n), listOf[int32](random, n)
	u8, u16, u32 := listOf[uint8](random, n), listOf[uint16](random, n), listOf[uint32](random, n)
	f32 := make([]float32, n)
	for i := range f32 {
		f32[i] = float32(random.NormFloat64())
	}
	ofTypes(t, "int8", asInt8, asInt8, i8, near(random, i8))
	ofTypes(t, "int16", asInt16, asInt16, i16, near(random, i16))
	ofTypes(t, "int32", asInt32, asInt32, i32, near(random, i32))
	ofTypes(t, "uint8", asUint8, asUint8, u8, near(random, u8))
	ofTypes(t, "uint16", asUint16, asUint16, u16, near(random, u16))
	ofTypes(t, "uint32", asUint32, asUint32, u32, near(random, u32))
	ofTypes(t, "uint32 against uint64", asUint32, asUint64, u32, u64)
	ofTypes(t, "int16 against uint8", asInt16, asUint8, i16, u8)
	ofTypes(t, "float32", asFloat32, asFloat32, f32, near(random, f32))
	double := make([]float64, n)
	for i := range double {
		double[i] = float64(f32[i]) * (1 + 1e-9*float64(random.IntN(2)))
	}
	ofTypes(t, "float32 against float64", asFloat32, asFloat64, f32, double)
}

func TestULP(t *testing.T) {
	for _, c := range []struct {
		a, b float64
		want uint64
	}{{1, 1, 0}, {1, math.Nextafter(1, 2), 1}, {0, math.Copysign(0, -1), 0}, {0, 5e-324, 1}, {-5e-324, 5e-324, 2}, {-1, -2, 1 << 52}} {
		j := newJudge(asFloat64, asFloat64, limitsOf(Tolerance{}, 0, false))
		if s := j.pairs(0, bytesOf([]float64{3, c.a}), bytesOf([]float64{3, c.b}), 2); uint64(s.ULP) != c.want {
			t.Errorf("%g to %g: %d, expected %d", c.a, c.b, s.ULP, c.want)
		}
	}
	j := newJudge(asFloat32, asFloat32, limitsOf(Tolerance{}, 0, false))
	if s := j.pairs(0, bytesOf([]float32{1, -1}), bytesOf([]float32{math.Nextafter32(1, 2), math.Nextafter32(-1, 0)}), 2); s.ULP != 1 {
		t.Errorf("float32: %d", s.ULP)
	}
}

func TestDifferenceOfWholeNumbers(t *testing.T) {
	of := func(v int64) integer {
		if v < 0 {
			return integer{true, -uint64(v)}
		}
		return integer{false, uint64(v)}
	}
	for name, got := range map[string][2]float64{
		"signed":         {of(math.MaxInt64).minus(of(math.MinInt64)), math.MaxUint64},
		"down":           {of(1 << 60).minus(of(1<<60 + 1)), -1},
		"unsigned":       {integer{false, math.MaxUint64 - 3}.minus(integer{false, math.MaxUint64}), -3},
		"up":             {integer{false, 1<<63 + 1}.minus(integer{false, 1 << 63}), 1},
		"past 64 bits":   {integer{false, math.MaxUint64}.minus(of(math.MinInt64)), math.MaxUint64 + (1 << 63)},
		"both negative":  {of(-1).minus(of(-3)), 2},
		"down past zero": {of(-2).minus(of(2)), -4},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %g, expected %g", name, got[0], got[1])
		}
	}
}
