package hostmemory

import (
	"os"
	"syscall"
	"testing"
	"unsafe"
)

func TestUnmappedMemoryIsSeen(t *testing.T) {
	block, err := syscall.Mmap(-1, 0, 8192, syscall.PROT_READ, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	address := uintptr(unsafe.Pointer(&block[0]))
	if !Mapped(address, 8192) {
		t.Error("mapped memory is said to be absent")
	}
	if Mapped(address, 1<<46) || Mapped(0, 8) || Mapped(^uintptr(0)-4, 8) {
		t.Error("absent memory is said to be mapped")
	}
	if err := syscall.Munmap(block); err != nil {
		t.Fatal(err)
	}
	if Mapped(address, 8) {
		t.Error("unmapped memory is said to be mapped")
	}
}

// An array may begin right behind a page, or end right before one, that exists and must not be read.
func TestAGuardPageIsNotTouched(t *testing.T) {
	page := int64(os.Getpagesize())
	block, err := syscall.Mmap(-1, 0, 3*int(page), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(block)
	for _, guard := range [][]byte{block[:page], block[2*page:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	first := uintptr(unsafe.Pointer(&block[page]))
	if f := Fingerprint(first, page); f != 0 {
		t.Errorf("behind a guard page: %#x", f)
	}
	bytes := page - 16 // behind its own size word, up to the guard page
	*(*uint64)(unsafe.Pointer(&block[page+8])) = uint64((bytes+8+15)/16*16 | 1)
	if f := Fingerprint(first+16, bytes); f != 0 {
		t.Errorf("before a guard page: %#x", f)
	}
}

func TestOnlyAHeapBlockHasAFingerprint(t *testing.T) {
	const bytes = 2400
	words := make([]uint64, 1024) // as a static array lies between numbers of any kind
	at := 2
	if uintptr(unsafe.Pointer(&words[at]))%16 != 0 {
		at++
	}
	address := uintptr(unsafe.Pointer(&words[at]))
	for _, word := range []uint64{0, 1, bytes, bytes + 8 + 800, bytes + 2000, bytes + 4000 | 1, bytes + 4000 | 2} {
		words[at-1] = word
		if f := Fingerprint(address, bytes); f != 0 {
			t.Errorf("the number %d before an array is taken for the size of a heap block", word)
		}
	}
	words[at-1] = (bytes+8+15)/16*16 | 1 // glibc's own word
	f := Fingerprint(address, bytes)
	if f == 0 || Fingerprint(address, bytes) != f {
		t.Error("a heap block is not recognised")
	}
	words[at-1] = 64 | 1
	if Fingerprint(address, bytes) == f {
		t.Error("a block that was given away is taken for the same")
	}
}
