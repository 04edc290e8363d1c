package views

import (
	"unsafe"

	"drawbridge/device"
)

// dense gives a box another place on the host, memory in which its elements follow each other, x fastest. The caller keeps values.
func dense(b device.Box) (there device.Box, values []uint64) {
	values = make([]uint64, (b.Elements()*b.Bytes+7)/8)
	there, e := b, b.Extent
	there.Host, there.HostStride = uintptr(unsafe.Pointer(&values[0])), [4]int{1, e[0], e[0] * e[1], e[0] * e[1] * e[2]}
	return there, values
}

// rearrange copies the elements of a box, which has at least one, from one place on the host to another.
func rearrange(from, to device.Box) {
	e, f, t := from.Extent, from.HostStride, to.HostStride
	for v := range e[3] {
		for z := range e[2] {
			for y := range e[1] {
				a := from.Host + uintptr(from.Bytes*(v*f[3]+z*f[2]+y*f[1]))
				b := to.Host + uintptr(to.Bytes*(v*t[3]+z*t[2]+y*t[1]))
				if from.Bytes == 4 {
					copyRow[uint32](a, b, e[0], f[0], t[0])
				} else {
					copyRow[uint64](a, b, e[0], f[0], t[0])
				}
			}
		}
	}
}

// copyRow copies n elements whose distances are given.
func copyRow[T uint32 | uint64](from, to uintptr, n, fromStride, toStride int) {
	a := unsafe.Slice(at[T](from), (n-1)*fromStride+1)
	b := unsafe.Slice(at[T](to), (n-1)*toStride+1)
	for i := range n {
		b[i*toStride] = a[i*fromStride]
	}
}

// at turns an address into a pointer; the caller keeps the memory, or it is the host's.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// whole is the box of an array's interior on the host.
func (a *HostArray) whole() device.Box {
	return device.Box{Bytes: a.ElementBytes(), Extent: [4]int{a.interior(0), a.interior(1), a.interior(2), a.Width},
		Host: a.Address + uintptr(a.ElementBytes()*a.first()), HostStride: a.strides()}
}

// Rearranged is an array of the usual order with the interior of an array of another one. With fill it has its values; else Return
// takes them there. The array itself where its order is the usual one. The caller keeps values as long as it uses the array.
func (a HostArray) Rearranged(fill bool) (usual HostArray, values []uint64) {
	if a.Order.plain() {
		return a, nil
	}
	there, values := dense(a.whole())
	if fill {
		rearrange(a.whole(), there)
	}
	e := there.Extent
	return HostArray{Address: there.Host, Single: a.Single, Shape: e, Interior: [6]int{1, e[0], 1, e[1], 1, e[2]}, Var: 1, Width: a.Width}, values
}

// Return puts the values of the array that Rearranged gave into the interior.
func (a HostArray) Return(usual HostArray) {
	if !a.Order.plain() {
		rearrange(usual.whole(), a.whole())
	}
}
