package hostmemory

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

var page = syscall.Getpagesize()

// pages maps so many pages of the process's own.
func pages(t *testing.T, n, protection int) []byte {
	t.Helper()
	block, err := syscall.Mmap(-1, 0, n*page, protection, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(block) })
	return block
}

func at(block []byte) uintptr { return uintptr(unsafe.Pointer(&block[0])) }

func expect(t *testing.T, what string, address uintptr, bytes int, read, write Verdict) {
	t.Helper()
	if got := Judge(address, int64(bytes), Read); got != read {
		t.Errorf("%s, read: verdict %d, %d expected", what, got, read)
	}
	if got := Judge(address, int64(bytes), Write); got != write {
		t.Errorf("%s, written: verdict %d, %d expected", what, got, write)
	}
}

// protect gives one page other rights; merging mappings, as the system does, must not hide it.
func protect(t *testing.T, block []byte, number, protection int) {
	t.Helper()
	if err := syscall.Mprotect(block[number*page:(number+1)*page], protection); err != nil {
		t.Fatal(err)
	}
}

const both = syscall.PROT_READ | syscall.PROT_WRITE

func judgements(t *testing.T) {
	block := pages(t, 64, both)
	first := at(block)
	for _, n := range []int{1, 8, page, 3*page + 1, 64 * page} {
		expect(t, "own memory", first, n, Good, Good)
		expect(t, "own memory, at its end", first+uintptr(64*page-n), n, Good, Good)
	}
	expect(t, "null", 0, 8, Absent, Absent)
	expect(t, "a low address", 24, 8, Absent, Absent)
	for address := range uintptr(8) {
		expect(t, "an address below the first multiple of 8", address, 1, Absent, Absent)
	}
	expect(t, "no address of this machine", 0x9000_0000_0000_0000, 8, Absent, Absent)
	expect(t, "the end of all addresses", ^uintptr(0)-4, 8, Absent, Absent)
	expect(t, "more than there is", first, 1<<46, Absent, Absent)
	only := pages(t, 9, syscall.PROT_READ)
	expect(t, "read only", at(only), 8, Good, Forbidden)
	expect(t, "read only", at(only), 9*page, Good, Forbidden)
	expect(t, "no rights", at(pages(t, 9, syscall.PROT_NONE)), 9*page, Forbidden, Forbidden)
	for i, b := range block {
		if b != 0 {
			t.Fatalf("byte %d was written", i)
		}
	}
}

func TestMemoryIsJudgedByItsRights(t *testing.T) {
	judgements(t)
	for _, n := range []int{3, 64} {
		block := pages(t, n, both)
		protect(t, block, n-1, syscall.PROT_NONE)
		expect(t, "the last page", at(block), n*page, Forbidden, Forbidden)
		expect(t, "before it", at(block), (n-1)*page, Good, Good)
		protect(t, block, n-1, both)
		protect(t, block, 0, syscall.PROT_READ)
		expect(t, "the first page", at(block), n*page, Good, Forbidden)
	}
}

// One page among many: the table of mappings sees it, and where there is no table one in eight pages is tried.
func TestAPageInTheMiddleIsSeen(t *testing.T) {
	block := pages(t, 64, both)
	protect(t, block, 13, syscall.PROT_READ)
	if !HasTable() {
		t.Skip("this system has no table of mappings that can be asked by address (Linux 6.11)")
	}
	expect(t, "a page to be read", at(block), 64*page, Good, Forbidden)
	protect(t, block, 13, syscall.PROT_NONE)
	expect(t, "a page without rights", at(block), 64*page, Forbidden, Forbidden)
}

func TestASystemWithoutATableIsAskedPageByPage(t *testing.T) {
	defer WithoutTable()()
	judgements(t)
	block := pages(t, 64, both)
	for i := 20; i < 30; i++ {
		protect(t, block, i, syscall.PROT_NONE)
	}
	expect(t, "ten pages of 64", at(block), 64*page, Forbidden, Forbidden)
	if _, _, err := syscall.Syscall(syscall.SYS_MUNMAP, at(block)+uintptr(33*page), uintptr(page), 0); err != 0 {
		t.Fatal(err)
	}
	expect(t, "a page that is not mapped", at(block), 64*page, Absent, Absent)
}

// Emulators leave mappings out of the table. Where the system itself says that the memory is there, the table's silence is
// no refusal; a mapping that it lists without the right is one.
func TestATableThatLeavesMappingsOutIsNotBelieved(t *testing.T) {
	block := pages(t, 100, both)
	table := filepath.Join(t.TempDir(), "maps")
	with := func(first int, rights string) {
		line := fmt.Sprintf("%x-%x %s 00000000 00:00 0\n", at(block)+uintptr(first*page), at(block)+uintptr(100*page), rights)
		if err := os.WriteFile(table, []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(WithTable(table))
	}
	with(50, "rw-p")
	expect(t, "the first half is not listed", at(block), 100*page, Good, Good)
	with(0, "r--p")
	expect(t, "the table says read only", at(block), 100*page, Good, Forbidden)
}

// An emulator may answer otherwise than Linux does.
func TestEveryWayToAskSaysTheSame(t *testing.T) {
	defer WithoutMasks()()
	judgements(t)
}

func TestAFileThatIsTooShortIsSeen(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "short")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Truncate(int64(page)); err != nil {
		t.Fatal(err)
	}
	block, err := syscall.Mmap(int(file.Fd()), 0, 2*page, both, syscall.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(block)
	expect(t, "within the file", at(block), page, Good, Good)
	expect(t, "past its end", at(block), 2*page, Forbidden, Forbidden)
}

// A host may close what it did not open, and open a file of its own under that number.
func TestAHostThatClosesOurTableIsJudgedAllTheSame(t *testing.T) {
	block := pages(t, 64, both)
	protect(t, block, 13, syscall.PROT_READ)
	for range 3 {
		expect(t, "a page to be read", at(block), 64*page, Good, Forbidden)
		if !HasTable() {
			t.Skip("this system has no table of mappings")
		}
		syscall.Close(TableFile())
	}
	own, err := os.Open("/dev/null")
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	expect(t, "a page to be read", at(block), 64*page, Good, Forbidden)
	if err := syscall.Dup3(int(own.Fd()), TableFile(), syscall.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	taken := TableFile()
	expect(t, "a page to be read", at(block), 64*page, Good, Forbidden)
	if taken == TableFile() {
		t.Error("a file of the host is taken for ours")
	}
	if err := syscall.Close(taken); err != nil {
		t.Errorf("the host's file was closed: %v", err)
	}
}

// The probe adds zero in one step: what other threads add is not lost.
func TestAProbeLosesNoOtherThreadsWrite(t *testing.T) {
	var number atomic.Int64
	done := make(chan bool)
	go func() {
		for range 200000 {
			number.Add(1)
		}
		close(done)
	}()
	for waiting := true; waiting; {
		select {
		case <-done:
			waiting = false
		default:
			Judge(uintptr(unsafe.Pointer(&number)), 8, Write)
		}
	}
	if number.Load() != 200000 {
		t.Errorf("%d of 200000 additions are left", number.Load())
	}
}

// An array may begin right behind a page, or end right before one, that exists and must not be read.
func TestAGuardPageIsNotTouched(t *testing.T) {
	block, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
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
	if f := Fingerprint(first, int64(page)); f != 0 {
		t.Errorf("behind a guard page: %#x", f)
	}
	bytes := int64(page) - 16 // behind its own size word, up to the guard page
	*(*uint64)(unsafe.Pointer(&block[page+8])) = uint64(bytes+8+15)/16*16 | 1
	if f := Fingerprint(first+16, bytes); f != 0 {
		t.Errorf("before a guard page: %#x", f)
	}
}

// readsByTheSystem tries the call that a fingerprint is read by; some containers and emulators have none.
func readsByTheSystem(address uintptr) error {
	var word [8]byte
	to := unix.Iovec{Base: &word[0]}
	to.SetLen(len(word))
	_, err := unix.ProcessVMReadv(os.Getpid(), []unix.Iovec{to}, []unix.RemoteIovec{{Base: address, Len: len(word)}}, 0)
	return err
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
	if err := readsByTheSystem(address); err != nil {
		t.Skipf("no block has a fingerprint: this system or emulator refuses process_vm_readv: %v", err)
	}
	f := Fingerprint(address, bytes)
	if f == 0 || Fingerprint(address, bytes) != f {
		t.Error("a heap block is not recognised")
	}
	words[at-1] = 64 | 1
	if Fingerprint(address, bytes) == f {
		t.Error("a block that was given away is taken for the same")
	}
}
