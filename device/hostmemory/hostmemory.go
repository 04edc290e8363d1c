// Package hostmemory asks the system about memory that belongs to the host program, before anybody
// touches it: is it there, may it be read or written, and is it still the block it was?
//
// Here lives suspicion about addresses. Never here: reading or writing the host's values.
package hostmemory

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra
#include "access.h"
#include "hostmemory.h"
#include <stdlib.h>
*/
import "C"

import (
	"unsafe"

	"drawbridge/status"
)

// Right is what a call does with memory.
type Right C.enum_memory_right

// The rights.
const (
	Read  Right = C.to_read
	Write Right = C.to_write
)

// Verdict is what the system says of a range of memory.
type Verdict C.enum_memory_verdict

// The verdicts: fine, not mapped (in part), without the right (in part).
const (
	Good      Verdict = C.memory_good
	Absent    Verdict = C.memory_absent
	Forbidden Verdict = C.memory_forbidden
)

// Judge tells whether a range may be read, or written. Checked are
//   - each page of a range of up to 4 pages, and the first and the last page of a longer one: the system itself
//     reads there, or adds zero in one atomic step;
//   - between them the rights of every mapping, on Linux 6.11 and later; before, or without /proc, that every
//     page is mapped, and the right of one page in each eighth of the range.
//
// Nothing is checked of what lies in the stack frames of the callers. Memory that another thread unmaps
// after the check is that thread's affair.
func Judge(address uintptr, bytes int64, right Right) Verdict {
	return Verdict(C.memory_judge_in_call(C.uintptr_t(address), C.size_t(bytes), uint32(right)))
}

// Check gives the error of a call that was handed memory that cannot be used. what names the argument.
func Check(what string, address uintptr, bytes int64, right Right) error {
	if address == 0 {
		return status.Errorf(status.NullPointer, "%s: its address is null", what)
	}
	switch Judge(address, bytes, right) {
	case Absent:
		return status.Errorf(status.NullPointer, "%s: the %d bytes at 0x%x are not all mapped; pass an array of that size that is still allocated", what, bytes, address)
	case Forbidden:
		return status.Errorf(status.NullPointer, "%s: the %d bytes at 0x%x cannot all be %s; pass an array of that size that can", what, bytes, address, right)
	}
	return nil
}

func (r Right) String() string {
	if r == Write {
		return "written"
	}
	return "read"
}

// HasTable tells whether this system's table of mappings can be asked by address, once a long range was judged.
func HasTable() bool { return C.memory_table() >= 0 }

// TableFile is the descriptor that the table is asked by, for tests.
func TableFile() int { return int(C.memory_table()) }

// WithoutTable makes the system look, for tests, as one without a table; the answer ends that.
func WithoutTable() (end func()) {
	C.memory_pretend(1, 0, nil)
	return func() { C.memory_pretend(0, 0, nil) }
}

// WithTable makes the system look, for tests, as one whose table has the text of a file.
func WithTable(path string) (end func()) {
	text := C.CString(path)
	C.memory_pretend(1, 0, text)
	return func() {
		C.memory_pretend(0, 0, nil)
		C.free(unsafe.Pointer(text))
	}
}

// WithoutMasks makes the system look, for tests, as an emulator that reads no mask it refuses.
func WithoutMasks() (end func()) {
	C.memory_pretend(0, 1, nil)
	return func() { C.memory_pretend(0, 0, nil) }
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

// Block is the bytes of the heap block that begins at an address, as glibc's malloc makes them; 0: not recognisable. Up to 15
// more than were asked for, or up to a page where the block is large.
func Block(address uintptr) int64 { return int64(C.heap_block(C.uintptr_t(address))) }
