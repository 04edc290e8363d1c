// Package compare says whether two HDF5 files hold the same state: it matches their datasets by
// path, reads both in pieces that fit a small memory, and judges each by a tolerance.
//
// An element is the same where |new - ref| <= absolute + relative*max(|ref|,|new|) + rtol*|ref| + norm*max|ref|,
// the last maximum being the dataset's. NaN against NaN is the same unless told otherwise; NaN
// against a number never is. Whatever could not be judged is listed, never passed over.
//
// Here lives what a difference means. Never here: HDF5 calls (hdf5file), tables and colours (cmd).
package compare

/*
#cgo CFLAGS: -O3 -fopenmp-simd
#include <math.h>
// sum_run gives the sums of |x|, x*x and x, and the largest |x|: Go has no vectors.
#if defined(__x86_64__)
__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
static void sum_run(const double *x, int n, double *sums)
{
    double size = 0, square = 0, sum = 0, most = 0;
#pragma omp simd simdlen(16) reduction(+ : size, square, sum) reduction(max : most)
    for (int i = 0; i < n; i++) {
        const double a = fabs(x[i]);
        size += a, square += x[i] * x[i], sum += x[i];
        most = a > most ? a : most;
    }
    sums[0] = size, sums[1] = square, sums[2] = sum, sums[3] = most;
}
*/
import "C"

import (
	"bytes"
	"errors"
	"math"
	"math/cmplx"

	"drawbridge/tools/hdf5file"
)

// sums are the figures of one piece, or of all of them. Sums and maxima leave out pairs in which either value is not finite.
type sums struct {
	Differences             // those that need no division
	sum1, sum2      float64 // of |new-ref| and of its square
	ref1, ref2      float64 // of |ref| and of its square
	sumRef, sumDiff float64 // of ref, of new-ref; 0 of complex numbers
	cross           float64 // of the product of both
	finite          int64
	nevers          int64 // pairs that no tolerance covers
	worst, firstNaN int64 // numbers of the pair of MaxAbs, and of the first that no tolerance covers; -1: none
}

// limits are what a difference may be: |new-ref| <= fixed + relative*max(|ref|,|new|) + ofRef*|ref|.
type limits struct {
	fixed, relative, ofRef float64
	strictNaN              bool // NaN against NaN counts as different
}

// limitsOf works the norm's part into the fixed one.
func limitsOf(t Tolerance, scale float64, strictNaN bool) limits {
	return limits{t.Absolute + t.Norm*scale, t.Relative, t.OfReference, strictNaN}
}

// judge is one worker's means: the types of both sides, the tolerance, and its counts by octave.
type judge struct {
	ref, new code
	whole    bool // both are integers
	limits   limits
	octaves  [2048]int64
	run      doubles
}

func newJudge(ref, new code, limits limits) *judge {
	return &judge{ref: ref, new: new, whole: elements[ref].whole != nil && elements[new].whole != nil, limits: limits}
}

// spreadPairs is how many pairs are spread at once: both sides stay in the first cache.
const spreadPairs = 1024

// pairs judges n pairs, the first of them number `first` of the field. The slices hold n elements of
// the judge's types.
func (j *judge) pairs(first int64, ref, new []byte, n int) sums {
	s := sums{worst: -1, firstNaN: -1}
	s.Count = int64(n)
	sizes := [2]int{elements[j.ref].of.Size, elements[j.new].of.Size}
	for at := 0; at < n; at += spreadPairs {
		m := min(spreadPairs, n-at)
		x, y := ref[at*sizes[0]:(at+m)*sizes[0]], new[at*sizes[1]:(at+m)*sizes[1]]
		switch {
		case j.ref == j.new && j.ref != asComplex && bytes.Equal(x, y) && s.equal(j.run.side(0, j.ref, x, m)):
		default:
			j.run.of(j.ref, j.new, x, y, m)
			j.differing(&s, first+int64(at))
		}
	}
	return s
}

// equal adds a run of equal pairs, of which the reference alone counts. False where it is not finite.
func (s *sums) equal(x []float64) bool {
	var run [4]float64
	C.sum_run((*C.double)(&x[0]), C.int(len(x)), (*C.double)(&run[0]))
	if !finite(run[1]) {
		return false
	}
	s.finite += int64(len(x))
	s.ref1, s.ref2, s.sumRef = s.ref1+run[0], s.ref2+run[1], s.sumRef+run[2]
	s.Reference = max(s.Reference, Figure(run[3]))
	return true
}

// differing adds a run of which some pairs differ, or are not finite.
func (j *judge) differing(s *sums, first int64) {
	var n, unequal, beyond int64
	sum1, sum2, ref1, ref2, sumRef, sumDiff, cross, most := 0., 0., 0., 0., 0., 0., 0., float64(s.Reference)
	fixed, relative, ofRef := j.limits.fixed, j.limits.relative, j.limits.ofRef
	special := j.ref != asFloat64 || j.new != asFloat64
	new, diff := j.run.new[:len(j.run.ref)], j.run.diff[:len(j.run.ref)]
	for i, a := range j.run.ref {
		b, e := new[i], diff[i]
		if a-a != 0 || b-b != 0 {
			j.odd(s, first+int64(i), a, b)
			continue
		}
		d, size := math.Abs(e), math.Abs(a)
		n++
		sum1, sum2, ref1, ref2 = sum1+d, sum2+d*d, ref1+size, ref2+a*a
		sumRef, sumDiff, cross = sumRef+a, sumDiff+e, cross+a*e
		if size > most {
			most = size
		}
		if d == 0 {
			continue
		}
		unequal++
		j.octaves[math.Float64bits(d)>>52&2047]++
		if Figure(d) > s.MaxAbs {
			s.MaxAbs, s.worst = Figure(d), first+int64(i)
		}
		m, part := magnitudes{d, size, size}, 1.0
		if other := math.Abs(b); other > size {
			m.size = other
		}
		if m.diff+m.size > math.MaxFloat64 {
			m, part = j.run.part(i)
		}
		if m.diff > part*fixed+relative*m.size+ofRef*m.ref {
			beyond++
		}
		if m.diff > float64(s.MaxRel)*m.size {
			s.MaxRel = Figure(m.diff / m.size)
		}
		u := apart(ordered(a), ordered(b))
		if special {
			u = j.ulps(i, d)
		}
		if u > s.ULP {
			s.ULP = u
		}
	}
	s.finite, s.Unequal, s.Beyond, s.Reference = s.finite+n, s.Unequal+unequal, s.Beyond+beyond, Figure(most)
	s.sum1, s.sum2, s.ref1, s.ref2 = s.sum1+sum1, s.sum2+sum2, s.ref1+ref1, s.ref2+ref2
	s.sumRef, s.sumDiff, s.cross = s.sumRef+sumRef, s.sumDiff+sumDiff, s.cross+cross
}

// odd adds a pair that is not two finite numbers.
func (j *judge) odd(s *sums, at int64, a, b float64) {
	switch {
	case a == b:
		return
	case a != a && b != b:
		if s.BothNaN++; !j.limits.strictNaN {
			return
		}
	case a != a || b != b:
		s.OneNaN++
	default:
		s.Infinite++
	}
	s.Unequal, s.Beyond, s.nevers = s.Unequal+1, s.Beyond+1, s.nevers+1
	if s.firstNaN < 0 {
		s.firstNaN = at
	}
}

// ulps counts the representable numbers between the values of pair i, whose difference is d: integers themselves, and of complex
// numbers the part that has more.
func (j *judge) ulps(i int, d float64) uint64 {
	switch r := &j.run; {
	case j.ref == asComplex:
		a, b := r.complexes[0][i], r.complexes[1][i]
		return max(apart(ordered(real(a)), ordered(real(b))), apart(ordered(imag(a)), ordered(imag(b))))
	case j.ref == asFloat32 && j.new == asFloat32:
		return apart(ordered32(r.ref[i]), ordered32(r.new[i]))
	case j.whole:
		return uint64(d)
	default:
		return apart(ordered(r.ref[i]), ordered(r.new[i]))
	}
}

// ordered counts representable numbers from 0 on.
func ordered(v float64) int64 {
	bits := int64(math.Float64bits(v))
	return bits ^ bits>>63&math.MaxInt64 - bits>>63
}

// ordered32 is the same of floats of 4 bytes.
func ordered32(v float64) int64 {
	bits := int32(math.Float32bits(float32(v)))
	return int64(bits ^ bits>>31&math.MaxInt32 - bits>>31)
}

func apart(a, b int64) uint64 {
	if a > b {
		return uint64(a) - uint64(b)
	}
	return uint64(b) - uint64(a)
}

// doubles are pairs as doubles, and new - ref of each; of complex numbers the magnitudes.
type doubles struct {
	ref, new, diff []float64
	complexes      [2][]complex128
	room           [3][spreadPairs]float64
}

// side gives m elements of a side as doubles.
func (d *doubles) side(k int, c code, from []byte, m int) []float64 {
	if c == asFloat64 {
		return as[float64](from)[:m]
	}
	to := d.room[k][:m]
	elements[c].widen(from, to)
	return to
}

// of spreads m pairs. The difference of integers is formed before anything is rounded.
func (d *doubles) of(ref, new code, x, y []byte, m int) {
	d.diff = d.room[2][:m]
	if ref == asComplex {
		d.ref, d.new, d.complexes = d.room[0][:m], d.room[1][:m], [2][]complex128{as[complex128](x), as[complex128](y)}
		for i := range d.ref {
			d.ref[i], d.new[i], d.diff[i] = magnitudesOf(d.complexes[0][i], d.complexes[1][i])
		}
		return
	}
	d.ref, d.new = d.side(0, ref, x, m), d.side(1, new, y, m)
	a, b := &elements[ref], &elements[new]
	if a.whole != nil && b.whole != nil && max(a.of.Size, b.of.Size) == 8 {
		for i := range d.diff {
			d.diff[i] = b.whole(y, i).minus(a.whole(x, i))
		}
		return
	}
	for i, a := range d.ref {
		d.diff[i] = d.new[i] - a
	}
}

// Subtract gives new - ref of a box of two datasets of real numbers. The difference of integers is formed before it is rounded.
func Subtract(ref, new *hdf5file.Dataset, start, count []int) ([]float64, error) {
	a, b, box := sideOf(ref), sideOf(new), region{start, count}
	x, errX := a.read(box, nil)
	y, errY := b.read(box, nil)
	if err := errors.Join(errX, errY); err != nil {
		return nil, err
	}
	var run doubles
	diff := make([]float64, 0, box.elements())
	for at := 0; at < cap(diff); at += spreadPairs {
		run.of(a.code, b.code, x[at*a.size:], y[at*b.size:], min(spreadPairs, cap(diff)-at))
		diff = append(diff, run.diff...)
	}
	return diff, nil
}

// magnitudesOf are those of two complex numbers and of their difference. What is not finite is a pair of NaN or of infinities where each
// part is NaN in both or equal in both, and another pair elsewhere.
func magnitudesOf(a, b complex128) (ref, new, diff float64) {
	alike := func(a, b float64) bool { return a == b || a != a && b != b }
	switch nan := cmplx.IsNaN(a) || cmplx.IsNaN(b) || a != a || b != b; {
	case a-a == 0 && b-b == 0:
		return min(math.MaxFloat64, cmplx.Abs(a)), min(math.MaxFloat64, cmplx.Abs(b)), cmplx.Abs(b - a)
	case alike(real(a), real(b)) && alike(imag(a), imag(b)) && nan:
		return math.NaN(), math.NaN(), 0
	case a == b:
		return math.Inf(1), math.Inf(1), 0
	case nan:
		return math.NaN(), 0, 0
	}
	return math.Inf(1), 0, 0
}

// magnitudes are those of a difference, of the reference and of the larger of both.
type magnitudes struct{ diff, ref, size float64 }

// part gives a quarter of the magnitudes of pair i, which is finite where the whole leaves the range.
func (d *doubles) part(i int) (magnitudes, float64) {
	a, b := complex(d.ref[i]/4, 0), complex(d.new[i]/4, 0)
	if d.complexes[0] != nil {
		a, b = d.complexes[0][i]/4, d.complexes[1][i]/4
	}
	return magnitudes{cmplx.Abs(b - a), cmplx.Abs(a), max(cmplx.Abs(a), cmplx.Abs(b))}, .25
}

// join adds the figures of the piece that follows. In the order of the pieces, and so the same
// whatever the number of workers.
func join(s *sums, next *sums) {
	s.sum1, s.sum2, s.ref1, s.ref2 = s.sum1+next.sum1, s.sum2+next.sum2, s.ref1+next.ref1, s.ref2+next.ref2
	s.sumRef, s.sumDiff, s.cross = s.sumRef+next.sumRef, s.sumDiff+next.sumDiff, s.cross+next.cross
	s.Count, s.finite, s.Unequal, s.Beyond = s.Count+next.Count, s.finite+next.finite, s.Unequal+next.Unequal, s.Beyond+next.Beyond
	s.OneNaN, s.BothNaN, s.Infinite, s.nevers = s.OneNaN+next.OneNaN, s.BothNaN+next.BothNaN, s.Infinite+next.Infinite, s.nevers+next.nevers
	if next.MaxAbs > s.MaxAbs {
		s.MaxAbs, s.worst = next.MaxAbs, next.worst
	}
	s.MaxRel, s.Reference, s.ULP = max(s.MaxRel, next.MaxRel), max(s.Reference, next.Reference), max(s.ULP, next.ULP)
	if s.firstNaN < 0 {
		s.firstNaN = next.firstNaN
	}
}

// differences forms the figures that need the whole.
func differences(s *sums, octaves map[int]int64) Differences {
	d := s.Differences
	d.Octaves = octaves
	if s.finite > 0 {
		d.RMS = Figure(math.Sqrt(s.sum2 / float64(s.finite)))
	}
	d.L1 = Figure(ratio(s.sum1, s.ref1))
	d.L2 = Figure(math.Sqrt(ratio(s.sum2, s.ref2)))
	d.Linf = Figure(ratio(float64(s.MaxAbs), float64(s.Reference)))
	d.Correlation = Figure(correlation(s))
	return d
}

// correlation works on ref and new-ref, so that equal fields give 1 exactly. Below 1e-14 of the
// mean square a variance is round-off.
func correlation(s *sums) float64 {
	n := float64(s.finite)
	own := s.ref2 - s.sumRef*s.sumRef/n
	shared := s.cross - s.sumRef*s.sumDiff/n
	other := own + 2*shared + s.sum2 - s.sumDiff*s.sumDiff/n
	if !(own > 1e-14*s.ref2) || !(other > 1e-14*s.ref2) {
		return math.NaN()
	}
	return max(-1, min(1, (own+shared)/math.Sqrt(own*other)))
}

// octaves joins the tables of the workers: exponent -> how many differences have it.
func octaves(judges []*judge) map[int]int64 {
	var counts map[int]int64
	for _, j := range judges {
		for i, n := range j.octaves {
			if n == 0 {
				continue
			}
			if counts == nil {
				counts = map[int]int64{}
			}
			counts[i-1023] += n
		}
	}
	return counts
}

// ratio is 0 for no difference at all, also where the reference is zero everywhere.
func ratio(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return a / b
}
