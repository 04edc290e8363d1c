// Package hostmemory asks the system about memory that belongs to the host program, before anybody
// touches it: is it there, and is it still the block it was?
//
// Here lives suspicion about addresses. Never here: reading or writing the host's values.
package hostmemory

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra
#include "hostmemory.h"
*/
import "C"

// Mapped tells whether the first and the last page of a range exist. A range that lies between
// two existing pages is taken to exist: the check is made at every copy and must be cheap.
func Mapped(address uintptr, bytes int64) bool {
	return C.is_mapped(C.uintptr_t(address), C.size_t(bytes)) != 0
}

// Watch locks the whole pages of a range, so that Watched can tell whether they are still the same ones:
// a lock goes with its pages, when they are unmapped. False where there is no whole page, the pages are
// locked already, or the system's limit (ulimit -l) forbids it.
func Watch(address uintptr, bytes int64) bool {
	return C.watch(C.uintptr_t(address), C.size_t(bytes)) != 0
}

// Watched tells whether the pages of a watched range are still there.
func Watched(address uintptr, bytes int64) bool {
	return C.watched(C.uintptr_t(address), C.size_t(bytes)) != 0
}

// Unwatch ends a watch.
func Unwatch(address uintptr, bytes int64) {
	C.unwatch(C.uintptr_t(address), C.size_t(bytes))
}

// Fingerprint identifies the heap block that an address of `bytes` bytes begins: the size word
// that glibc's malloc keeps before it and whether the block is in use, as gfortran's allocate
// makes them. Zero: not recognisable (static, stack, inside another array, another allocator).
// A block whose fingerprint changed was deallocated.
func Fingerprint(address uintptr, bytes int64) uint64 {
	return uint64(C.fingerprint(C.uintptr_t(address), C.size_t(bytes)))
}
