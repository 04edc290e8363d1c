package compare

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unsafe"

	"gonum.org/v1/gonum/floats"
)

// Differences are the figures of one field. Sums and maxima leave out pairs in which either value
// is NaN or infinite; those are counted by themselves.
type Differences struct {
	Count     int64  `json:"count"`       // pairs compared
	Unequal   int64  `json:"unequal"`     // pairs that are not the same number
	Beyond    int64  `json:"beyond"`      // pairs outside the tolerance, NaN and infinity included
	MaxAbs    Figure `json:"max_abs"`     // largest |new - ref|
	MaxRel    Figure `json:"max_rel"`     // largest |new - ref| / max(|ref|,|new|)
	RMS       Figure `json:"rms"`         // root mean square of new - ref
	L1        Figure `json:"norm_l1"`     // sum|new - ref| / sum|ref|
	L2        Figure `json:"norm_l2"`     // sqrt(sum(new - ref)^2 / sum ref^2)
	Linf      Figure `json:"norm_linf"`   // max|new - ref| / max|ref|
	ULP       uint64 `json:"max_ulp"`     // most representable numbers between a pair
	OneNaN    int64  `json:"one_nan"`     // NaN against a number
	BothNaN   int64  `json:"both_nan"`    // NaN against NaN
	Infinite  int64  `json:"infinite"`    // infinity against anything but itself
	Reference Figure `json:"max_abs_ref"` // largest |ref|
	// Pearson's correlation of new and ref; NaN where one of them does not vary
	Correlation Figure `json:"correlation"`
	// how many pairs have 2^k <= |new - ref| < 2^(k+1)
	Octaves map[int]int64 `json:"octaves,omitempty"`
}

// Figure is a number that JSON can carry: infinity and NaN go as text.
type Figure float64

// MarshalJSON writes a number, or "inf" and "nan".
func (f Figure) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(f), 0) || math.IsNaN(float64(f)) {
		return []byte(fmt.Sprintf("%q", strings.ToLower(strings.TrimLeft(fmt.Sprint(float64(f)), "+")))), nil
	}
	return []byte(strconv.FormatFloat(float64(f), 'g', -1, 64)), nil
}

// judge collects the figures of one field piece by piece.
type judge struct {
	Differences
	limit     Tolerance
	scale     float64 // max|ref| of the field, needed where limit.Norm > 0
	narrow    bool    // both sides are float32: ULP of that type
	whole     bool    // integers: a ULP is 1
	strictNaN bool

	maxAbs, maxRel, maxRef float64
	sum1, sum2, ref1, ref2 float64 // of |new-ref|, its square, |ref|, its square
	sumRef, sumDiff, cross float64 // of ref, of new-ref, of their product
	finite, nevers         int64   // pairs of finite numbers, pairs that no tolerance covers
	octaves                [2048]int64
	worst, firstNaN        int64 // pair of maxAbs, of the first NaN or infinity beyond; -1: none
	work                   [lane]float64
}

// lane is the length that gonum's loops run over: three of them stay in the first cache.
const lane = 1024

// floats takes the values of pairs number first, first+1 ...
func (j *judge) floats(first int64, ref, new []float64) {
	for at := 0; at < len(ref); at += lane {
		end := min(at+lane, len(ref))
		work, a, b := j.work[:end-at], ref[at:end], new[at:end]
		if identical(a, b) && j.equal(a) {
			continue
		}
		floats.SubTo(work, b, a)
		j.lane(first+int64(at), a, b, work)
	}
}

// identical compares bit by bit, at the speed of memory.
func identical(a, b []float64) bool {
	bytesOf := func(x []float64) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(&x[0])), 8*len(x)) }
	return bytes.Equal(bytesOf(a), bytesOf(b))
}

// equal adds a run of identical pairs of finite numbers; false leaves a run that holds others.
func (j *judge) equal(ref []float64) bool {
	square := floats.Dot(ref, ref)
	if math.IsNaN(square) || math.IsInf(square, 0) {
		return false
	}
	j.Count += int64(len(ref))
	j.addReference(ref, square)
	return true
}

// addReference adds the sums and the maximum of a run of finite reference values.
func (j *judge) addReference(ref []float64, square float64) {
	j.finite += int64(len(ref))
	j.ref1 += floats.Norm(ref, 1)
	j.ref2 += square
	j.sumRef += floats.Sum(ref)
	j.maxRef = max(j.maxRef, largest(ref))
}

// largest is max|x| of finite numbers. Their bits without the sign are in the same order, and
// integers in four lanes need no branches.
func largest(x []float64) float64 {
	var a, b, c, d uint64
	for len(x) >= 4 {
		a = max(a, math.Float64bits(x[0])<<1)
		b = max(b, math.Float64bits(x[1])<<1)
		c = max(c, math.Float64bits(x[2])<<1)
		d = max(d, math.Float64bits(x[3])<<1)
		x = x[4:]
	}
	for _, v := range x {
		a = max(a, math.Float64bits(v)<<1)
	}
	return math.Float64frombits(max(a, b, c, d) >> 1)
}

// integers takes pairs of integers exactly: the difference is formed before anything is rounded.
func integers[T int64 | uint64](j *judge, first int64, ref, new []T) {
	var a, b [lane]float64
	for at := 0; at < len(ref); at += lane {
		end := min(at+lane, len(ref))
		work := j.work[:end-at]
		for i := range work {
			x, y := ref[at+i], new[at+i]
			a[i], b[i] = float64(x), float64(y)
			if work[i] = float64(uint64(y) - uint64(x)); y < x {
				work[i] = -float64(uint64(x) - uint64(y))
			}
		}
		j.lane(first+int64(at), a[:end-at], b[:end-at], work)
	}
}

// lane adds one short run of pairs; work holds new - ref.
func (j *judge) lane(first int64, ref, new, work []float64) {
	j.Count += int64(len(ref))
	square, refSquare := floats.Dot(work, work), floats.Dot(ref, ref)
	if math.IsNaN(square+refSquare) || math.IsInf(square+refSquare, 0) {
		j.odd(first, ref, new, work)
		return
	}
	j.sum2 += square
	j.sum1 += floats.Norm(work, 1)
	j.sumDiff += floats.Sum(work)
	j.cross += floats.Dot(work, ref)
	j.addReference(ref, refSquare)
	if j.whole || j.narrow {
		for i, d := range work {
			if d != 0 {
				j.pair(first+int64(i), ref[i], new[i], math.Abs(d))
			}
		}
		return
	}
	j.doubles(first, ref, new, work)
}

// doubles is pair for a run of finite float64, with what changes from pair to pair kept out of memory.
func (j *judge) doubles(first int64, ref, new, work []float64) {
	ref, new = ref[:len(work)], new[:len(work)]
	fixed, relative := j.limit.Absolute+j.limit.Norm*j.scale, j.limit.Relative
	maxAbs, maxRel, most, worst := j.maxAbs, j.maxRel, j.ULP, j.worst
	var unequal, beyond int64
	for i, d := range work {
		if d == 0 {
			continue
		}
		unequal++
		d = math.Abs(d)
		j.octaves[math.Float64bits(d)>>52]++
		a, b := ref[i], new[i]
		size := math.Abs(a)
		if other := math.Abs(b); other > size {
			size = other
		}
		if d > maxAbs {
			maxAbs, worst = d, first+int64(i)
		}
		if d > maxRel*size {
			maxRel = d / size
		}
		if !(d <= fixed+relative*size) {
			beyond++
		}
		if u := apart(ordered64(a), ordered64(b)); u > most {
			most = u
		}
	}
	j.maxAbs, j.maxRel, j.ULP, j.worst = maxAbs, maxRel, most, worst
	j.Unequal += unequal
	j.Beyond += beyond
}

// pair judges two finite numbers that differ.
func (j *judge) pair(at int64, ref, new, d float64) {
	j.Unequal++
	j.octaves[math.Float64bits(d)>>52]++
	size := max(math.Abs(ref), math.Abs(new))
	if d > j.maxAbs {
		j.maxAbs, j.worst = d, at
	}
	if d > j.maxRel*size {
		j.maxRel = d / size
	}
	if !(d <= j.limit.Absolute+j.limit.Relative*size+j.limit.Norm*j.scale) {
		j.Beyond++
	}
	if u := j.distance(ref, new, d); u > j.ULP {
		j.ULP = u
	}
}

// odd adds a run that holds NaN, infinities, or numbers whose squares leave the range.
func (j *judge) odd(first int64, ref, new, work []float64) {
	for i := range ref {
		a, b, at := ref[i], new[i], first+int64(i)
		switch {
		case math.IsNaN(a) && math.IsNaN(b):
			j.BothNaN++
			if j.strictNaN {
				j.never(at)
			}
		case math.IsNaN(a) || math.IsNaN(b):
			j.OneNaN++
			j.never(at)
		case math.IsInf(a, 0) || math.IsInf(b, 0):
			if a != b {
				j.Infinite++
				j.never(at)
			}
		default:
			d := math.Abs(work[i])
			j.finite++
			j.sum1, j.sum2 = j.sum1+d, j.sum2+d*d
			j.ref1, j.ref2 = j.ref1+math.Abs(a), j.ref2+a*a
			j.sumRef, j.sumDiff, j.cross = j.sumRef+a, j.sumDiff+work[i], j.cross+a*work[i]
			j.maxRef = max(j.maxRef, math.Abs(a))
			if d != 0 {
				j.pair(at, a, b, d)
			}
		}
	}
}

// never counts a pair that no tolerance covers.
func (j *judge) never(at int64) {
	j.Unequal++
	j.Beyond++
	j.nevers++
	if j.firstNaN < 0 {
		j.firstNaN = at
	}
}

// distance counts the representable numbers from a to b, whose difference is d.
func (j *judge) distance(a, b, d float64) uint64 {
	switch {
	case j.whole:
		return uint64(d)
	case j.narrow:
		return apart(ordered32(float32(a)), ordered32(float32(b)))
	}
	return apart(ordered64(a), ordered64(b))
}

func apart(a, b int64) uint64 {
	if a > b {
		a, b = b, a
	}
	return uint64(b) - uint64(a)
}

// ordered64 maps floats to integers in the same order, neighbours to neighbours.
func ordered64(x float64) int64 {
	i := int64(math.Float64bits(x))
	return (i ^ i>>63&math.MaxInt64) - i>>63
}

func ordered32(x float32) int64 {
	i := int32(math.Float32bits(x))
	if i < 0 {
		return int64(math.MinInt32) - int64(i)
	}
	return int64(i)
}

// finish forms the figures that need the whole.
func (j *judge) finish() Differences {
	d := j.Differences
	if j.finite > 0 {
		d.RMS = Figure(math.Sqrt(j.sum2 / float64(j.finite)))
	}
	d.MaxAbs, d.MaxRel, d.Reference = Figure(j.maxAbs), Figure(j.maxRel), Figure(j.maxRef)
	d.L1 = Figure(ratio(j.sum1, j.ref1))
	d.L2 = Figure(math.Sqrt(ratio(j.sum2, j.ref2)))
	d.Linf = Figure(ratio(j.maxAbs, j.maxRef))
	d.Correlation = Figure(j.correlation())
	for bits, n := range j.octaves {
		if n > 0 {
			if d.Octaves == nil {
				d.Octaves = map[int]int64{}
			}
			d.Octaves[bits-1023] = n
		}
	}
	return d
}

// correlation works on ref and new-ref, so that equal fields give 1 exactly. Below 1e-14 of the
// mean square a variance is round-off.
func (j *judge) correlation() float64 {
	n := float64(j.finite)
	own := j.ref2 - j.sumRef*j.sumRef/n
	shared := j.cross - j.sumRef*j.sumDiff/n
	other := own + 2*shared + j.sum2 - j.sumDiff*j.sumDiff/n
	if !(own > 1e-14*j.ref2) || !(other > 1e-14*j.ref2) {
		return math.NaN()
	}
	return max(-1, min(1, (own+shared)/math.Sqrt(own*other)))
}

// ratio is 0 for no difference at all, also where the reference is zero everywhere.
func ratio(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return a / b
}
