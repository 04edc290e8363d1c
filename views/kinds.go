package views

import (
	"encoding/binary"
	"fmt"
	"math"
	"unsafe"
)

// kinds are those that a flag of a compiler makes of real(8): the bytes of an element, and how many numbers of 8 bytes there are
// from one that cannot be right to the next.
var kinds = []struct {
	name        string
	bytes, step int
	read        func([]byte) float64
}{{"real(4)", 4, 1, single}, {"real(16)", 16, 2, quadruple}, {"real(10)", 16, 2, extended}}

// OtherKind says that numbers of the host are not within limits as real(8), but are as another kind; "" where it cannot say so. No
// compiler checks calls without an interface, and flags such as -fdefault-real-8 change what double precision is.
func OtherKind(values []float64, least, greatest float64) string {
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), 8*len(values))
	good := func(v float64) bool { return v >= least && v <= greatest }
	for _, k := range kinds {
		wrong, right, all, steps := 0, 0, min(len(values), len(bytes)/k.bytes), 0
		for i := 0; i < len(values); i, steps = i+k.step, steps+1 {
			if !good(values[i]) {
				wrong++
			}
		}
		for i := range all {
			if good(k.read(bytes[i*k.bytes:])) {
				right++
			}
		}
		if all > 0 && 10*wrong >= 9*steps && 4*right >= 3*all { // half of a number may look like one; cells of a halo like none
			return fmt.Sprintf("; as %s it is %.4g. Pass real(8): flags of a compiler may have changed the kind (docs/compilers.md)", k.name, k.read(bytes))
		}
	}
	return ""
}

func single(b []byte) float64 { return float64(math.Float32frombits(binary.NativeEndian.Uint32(b))) }

// quadruple reads the upper 48 bits of the fraction.
func quadruple(b []byte) float64 {
	high := binary.LittleEndian.Uint64(b[8:])
	if high>>63 != 0 {
		return math.NaN() // no quantity that is asked is negative
	}
	return math.Ldexp(1+float64(high<<16)/(1<<64), int(high>>48)-16383)
}

// extended reads a fraction of 64 bits with its leading one, and the exponent.
func extended(b []byte) float64 {
	return math.Ldexp(float64(binary.LittleEndian.Uint64(b)), int(binary.LittleEndian.Uint16(b[8:]))-16383-63)
}

// OtherKind looks at the first row of the interior of an array that a legacy call has read.
func (a HostArray) OtherKind() string {
	first := a.lies(1) &^ 1 // a real(16) begins at an even place
	address := a.Address + 8*uintptr(first)
	row := unsafe.Slice(*(**float64)(unsafe.Pointer(&address)), min(a.interior(0)/2*2, 64))
	if len(row) == 0 {
		return ""
	}
	if text := OtherKind(row, 1e-9, 1e12); text != "" {
		return fmt.Sprintf("the first value is %.4g%s", row[0], text)
	}
	return ""
}
