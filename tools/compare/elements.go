package compare

import (
	"fmt"
	"math/bits"
	"unsafe"

	"drawbridge/tools/hdf5file"
)

// code is how elements lie in memory, in the byte order of this machine.
type code int

const (
	asFloat64 code = iota
	asFloat32
	asInt8
	asInt16
	asInt32
	asInt64
	asUint8
	asUint16
	asUint32
	asUint64
	asComplex
)

// element is what is done with the elements of a code.
type element struct {
	of    hdf5file.Type                    // class, size and sign
	widen func(from []byte, to []float64)  // all of them as doubles
	whole func(from []byte, i int) integer // one, of an integer
	text  func(from []byte, i int) Value   // one with all its digits
}

// integer has up to 64 bits and a sign.
type integer struct {
	negative bool
	size     uint64
}

var elements = [...]element{asFloat64: floats[float64](), asFloat32: floats[float32](),
	asInt8: integers[int8](), asInt16: integers[int16](), asInt32: integers[int32](), asInt64: integers[int64](),
	asUint8: integers[uint8](), asUint16: integers[uint16](), asUint32: integers[uint32](), asUint64: integers[uint64](),
	asComplex: {of: hdf5file.Type{Class: hdf5file.Other, Size: 16}, text: func(from []byte, i int) Value { return complexNumber(as[complex128](from)[i]) }}}

func floats[T float32 | float64]() element {
	size := int(unsafe.Sizeof(T(0)))
	return element{of: hdf5file.Type{Class: hdf5file.Float, Size: size}, widen: widen[T],
		text: func(from []byte, i int) Value { return realNumber(float64(as[T](from)[i]), 8*size) }}
}

func integers[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64]() element {
	var zero T
	return element{of: hdf5file.Type{Class: hdf5file.Integer, Size: int(unsafe.Sizeof(zero)), Unsigned: zero-1 > 0}, widen: widen[T],
		text: func(from []byte, i int) Value { return Value(fmt.Sprint(as[T](from)[i])) },
		whole: func(from []byte, i int) integer {
			v := as[T](from)[i]
			if v < 0 {
				return integer{true, -uint64(v)}
			}
			return integer{false, uint64(v)}
		}}
}

func widen[T float32 | float64 | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](from []byte, to []float64) {
	for i, v := range as[T](from)[:len(to)] {
		to[i] = float64(v)
	}
}

// minus is a - b, rounded once.
func (a integer) minus(b integer) float64 {
	switch {
	case a.negative && !b.negative:
		return -integer{false, a.size}.minus(integer{true, b.size})
	case b.negative && !a.negative:
		sum, carry := bits.Add64(a.size, b.size, 0)
		if carry != 0 {
			return 2 * float64(sum>>1|sum&1|1<<63) // the last bit only says that there is more
		}
		return float64(sum)
	case a.negative:
		a, b = b, a
	}
	if a.size < b.size {
		return -float64(b.size - a.size)
	}
	return float64(a.size - b.size)
}

// codeOf is that of a type in a file, where this machine reads it as it lies there.
func codeOf(t hdf5file.Type) (code, bool) {
	if t.Complex {
		return asComplex, true
	}
	for c, e := range elements {
		if !t.BigEndian && t.Plain && e.of == (hdf5file.Type{Class: t.Class, Size: t.Size, Unsigned: t.Unsigned}) {
			return code(c), true
		}
	}
	return 0, false
}
