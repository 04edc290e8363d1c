package hostmemory

import (
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
