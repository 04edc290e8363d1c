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
#cgo CXXFLAGS: -std=c++17 -O2 -Wall -Wextra
#include "pairs.h"
*/
import "C"

import (
	"math"
	"unsafe"

	"drawbridge/tools/hdf5file"
)

// This file translates: what a pair is to C++ and back. The loops are in pairs.cpp.

// code is how elements lie in memory (PAIR_* of pairs.h).
type code C.int

const (
	asFloat64 code = C.PAIR_F64
	asFloat32 code = C.PAIR_F32
	asInt8    code = C.PAIR_I8
	asInt16   code = C.PAIR_I16
	asInt32   code = C.PAIR_I32
	asInt64   code = C.PAIR_I64
	asUint8   code = C.PAIR_U8
	asUint16  code = C.PAIR_U16
	asUint32  code = C.PAIR_U32
	asUint64  code = C.PAIR_U64
	asComplex code = C.PAIR_C128
)

// codeOf is that of a type in a file, where this machine reads it as it lies there.
func codeOf(t hdf5file.Type) (code, bool) {
	if t.Complex {
		return asComplex, true
	}
	if t.BigEndian || !t.Plain {
		return 0, false
	}
	c, found := map[hdf5file.Type]code{
		{Class: hdf5file.Float, Size: 8}: asFloat64, {Class: hdf5file.Float, Size: 4}: asFloat32,
		{Class: hdf5file.Integer, Size: 1}: asInt8, {Class: hdf5file.Integer, Size: 2}: asInt16,
		{Class: hdf5file.Integer, Size: 4}: asInt32, {Class: hdf5file.Integer, Size: 8}: asInt64,
		{Class: hdf5file.Integer, Size: 1, Unsigned: true}: asUint8, {Class: hdf5file.Integer, Size: 2, Unsigned: true}: asUint16,
		{Class: hdf5file.Integer, Size: 4, Unsigned: true}: asUint32, {Class: hdf5file.Integer, Size: 8, Unsigned: true}: asUint64,
	}[hdf5file.Type{Class: t.Class, Size: t.Size, Unsigned: t.Unsigned}]
	return c, found
}

// sums are the figures of one piece, or of all of them.
type sums = C.struct_sums

// limits are what a difference may be, with the norm's part worked into the fixed one.
func limitsOf(t Tolerance, scale float64, strictNaN bool) C.struct_limits {
	l := C.struct_limits{fixed: C.double(t.Absolute + t.Norm*scale), relative: C.double(t.Relative), of_ref: C.double(t.OfReference)}
	if strictNaN {
		l.strict_nan = 1
	}
	return l
}

// judge is one worker's means: the types of both sides, the tolerance, and its counts by octave.
type judge struct {
	ref, new code
	limits   C.struct_limits
	octaves  []C.int64_t
}

func newJudge(ref, new code, limits C.struct_limits) *judge {
	return &judge{ref: ref, new: new, limits: limits, octaves: make([]C.int64_t, C.PAIR_OCTAVES)}
}

// pairs judges n pairs, the first of them number `first` of the field. The slices hold n elements of
// the judge's types.
func (j *judge) pairs(first int64, ref, new []byte, n int) sums {
	s := sums{worst: -1, first_nan: -1}
	if n > 0 {
		C.pairs_add(C.int(j.ref), C.int(j.new), unsafe.Pointer(&ref[0]), unsafe.Pointer(&new[0]),
			C.int64_t(n), C.int64_t(first), &j.limits, &s, &j.octaves[0])
	}
	return s
}

// spreadPairs is how many pairs spread hands over at most.
const spreadPairs = C.PAIR_RUN

// doubles holds pairs as doubles.
type doubles struct {
	n              int
	ref, new, diff [spreadPairs]float64
}

// spread gives n pairs from number `first` on as doubles; the buffers hold what the sides have read.
func spread(sides [2]side, buffers [2][]byte, first, n int) *doubles {
	r := &doubles{n: n}
	C.pairs_spread(C.int(sides[0].code), C.int(sides[1].code), unsafe.Pointer(&buffers[0][first*sides[0].size]), unsafe.Pointer(&buffers[1][first*sides[1].size]),
		C.int64_t(n), (*C.double)(&r.ref[0]), (*C.double)(&r.new[0]), (*C.double)(&r.diff[0]))
	return r
}

// join adds the figures of the piece that follows. In the order of the pieces, and so the same
// whatever the number of workers.
func join(s *sums, next *sums) {
	s.sum1, s.sum2, s.ref1, s.ref2 = s.sum1+next.sum1, s.sum2+next.sum2, s.ref1+next.ref1, s.ref2+next.ref2
	s.sum_ref, s.sum_diff, s.cross = s.sum_ref+next.sum_ref, s.sum_diff+next.sum_diff, s.cross+next.cross
	s.count, s.finite, s.unequal, s.beyond = s.count+next.count, s.finite+next.finite, s.unequal+next.unequal, s.beyond+next.beyond
	s.one_nan, s.both_nan, s.infinite, s.nevers = s.one_nan+next.one_nan, s.both_nan+next.both_nan, s.infinite+next.infinite, s.nevers+next.nevers
	if next.max_abs > s.max_abs {
		s.max_abs, s.worst = next.max_abs, next.worst
	}
	s.max_rel, s.max_ref, s.ulp = max(s.max_rel, next.max_rel), max(s.max_ref, next.max_ref), max(s.ulp, next.ulp)
	if s.first_nan < 0 {
		s.first_nan = next.first_nan
	}
}

// differences forms the figures that need the whole.
func differences(s *sums, octaves map[int]int64) Differences {
	d := Differences{Count: int64(s.count), Unequal: int64(s.unequal), Beyond: int64(s.beyond), ULP: uint64(s.ulp),
		OneNaN: int64(s.one_nan), BothNaN: int64(s.both_nan), Infinite: int64(s.infinite),
		MaxAbs: Figure(s.max_abs), MaxRel: Figure(s.max_rel), Reference: Figure(s.max_ref), Octaves: octaves}
	if s.finite > 0 {
		d.RMS = Figure(math.Sqrt(float64(s.sum2) / float64(s.finite)))
	}
	d.L1 = Figure(ratio(float64(s.sum1), float64(s.ref1)))
	d.L2 = Figure(math.Sqrt(ratio(float64(s.sum2), float64(s.ref2))))
	d.Linf = Figure(ratio(float64(s.max_abs), float64(s.max_ref)))
	d.Correlation = Figure(correlation(s))
	return d
}

// correlation works on ref and new-ref, so that equal fields give 1 exactly. Below 1e-14 of the
// mean square a variance is round-off.
func correlation(s *sums) float64 {
	n, square, sumRef, sumDiff := float64(s.finite), float64(s.ref2), float64(s.sum_ref), float64(s.sum_diff)
	own := square - sumRef*sumRef/n
	shared := float64(s.cross) - sumRef*sumDiff/n
	other := own + 2*shared + float64(s.sum2) - sumDiff*sumDiff/n
	if !(own > 1e-14*square) || !(other > 1e-14*square) {
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
			counts[i-1023] += int64(n)
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
