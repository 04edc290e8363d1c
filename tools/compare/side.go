package compare

import (
	"unsafe"

	"drawbridge/tools/hdf5file"
)

// side reads one of the two datasets box by box as elements of one type.
type side struct {
	set  *hdf5file.Dataset
	code code
	size int // bytes of an element in memory
	kind sideKind
}

type sideKind int

const (
	flat      sideKind = iota // the bytes lie in a row in the file: no HDF5 between
	stored                    // HDF5 unpacks them
	converted                 // HDF5 converts them to the widest type of their class
)

// sideOf decides how a dataset of numbers is read.
func sideOf(d *hdf5file.Dataset) side {
	c, plain := codeOf(d.Type)
	switch {
	case plain && d.Flat():
		return side{d, c, d.Type.Size, flat}
	case plain:
		return side{d, c, d.Type.Size, stored}
	case d.Type.Class == hdf5file.Float:
		c = asFloat64
	case d.Type.Unsigned:
		c = asUint64
	default:
		c = asInt64
	}
	return side{d, c, 8, converted}
}

// mostSpan bounds what is read at once of a box with gaps, bytes.
const mostSpan = 16 << 20

// read answers the elements of a box, in `buffer` or in a larger one.
func (s side) read(box region, buffer []byte) ([]byte, error) {
	n := box.elements()
	if s.kind == flat {
		if from, span := extent(box, s.set.Shape); span == n || span*s.size <= mostSpan {
			buffer = grow(buffer, span*s.size)
			if err := s.set.ReadFlat(int64(from)*int64(s.size), buffer); err != nil {
				return buffer, err
			}
			closeGaps(box, s.set.Shape, s.size, buffer)
			return buffer[:n*s.size], nil
		}
	}
	buffer = grow(buffer, n*s.size)
	switch {
	case s.kind != converted:
		return buffer, s.set.ReadBytes(box.start, box.count, buffer)
	case s.code == asFloat64:
		return buffer, hdf5file.Read(s.set, box.start, box.count, as[float64](buffer))
	case s.code == asUint64:
		return buffer, hdf5file.Read(s.set, box.start, box.count, as[uint64](buffer))
	}
	return buffer, hdf5file.Read(s.set, box.start, box.count, as[int64](buffer))
}

// as looks at bytes as elements of one type.
func as[T any](bytes []byte) []T {
	var one T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(bytes))), len(bytes)/int(unsafe.Sizeof(one)))
}

// extent is where a box begins in a flat dataset and how far it is to its last element, in elements.
func extent(box region, shape []int) (from, span int) {
	stride, last := 1, 0
	for d := len(shape) - 1; d >= 0; d-- {
		from += box.start[d] * stride
		last += (box.count[d] - 1) * stride
		stride *= shape[d]
	}
	return from, last + 1
}

// closeGaps moves the rows of a box together that were read with what lies between them.
func closeGaps(box region, shape []int, size int, bytes []byte) {
	row, slow := 1, len(shape) // a row: elements of the box that lie without a gap
	for slow > 0 {
		slow--
		row *= box.count[slow]
		if box.count[slow] != shape[slow] {
			break
		}
	}
	rows := 1
	for d := range slow {
		rows *= box.count[d]
	}
	stride := make([]int, slow) // elements from one index to the next
	for d := range stride {
		stride[d] = 1
		for _, n := range shape[d+1:] {
			stride[d] *= n
		}
	}
	for k := 1; k < rows; k++ {
		from, at := 0, k
		for d := slow - 1; d >= 0; d-- {
			from += at % box.count[d] * stride[d]
			at /= box.count[d]
		}
		copy(bytes[k*row*size:(k+1)*row*size], bytes[from*size:])
	}
}

func grow[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	return list[:n]
}
