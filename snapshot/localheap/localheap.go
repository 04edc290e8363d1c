// Package localheap finds damage that holds HDF5 for ever. HDF5 1.10 follows the free list of a group's local heap
// without counting: a list that goes round takes gigabytes and never ends (HDF5 File Format Specification, III.D).
package localheap

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"drawbridge/files"
)

// Searched is how much of a file is looked at, bytes: the groups of a snapshot lie before its data.
const Searched = 1 << 20

const (
	endOfList = 1        // "next" of the last free block
	block     = 16       // bytes of the smallest free block: where the next one is, and its own size
	most      = 64 << 20 // bytes of a heap that is looked at
)

// Signature begins every HDF5 file, or its first 512, 1024, 2048 ... bytes are the user's.
const Signature = "\x89HDF\r\n\x1a\n"

var heap = []byte("HEAP\x00\x00\x00\x00")

// Check refuses a file with such a heap in its first megabyte. What cannot be read is HDF5's to complain about.
func Check(path string) error {
	f, err := files.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	begin := make([]byte, Searched)
	n, _ := f.ReadAt(begin, 0)
	begin = begin[:n]
	base := bytes.Index(begin, []byte(Signature))
	if base < 0 {
		return nil
	}
	for at := 0; ; at += len(heap) {
		next := bytes.Index(begin[at:], heap)
		if next < 0 {
			return nil
		}
		at += next
		if header := begin[at:]; len(header) >= 32 && goesRound(f, int64(base), header) {
			return fmt.Errorf("the file is damaged: the free list of the local heap at byte %d goes round", at)
		}
	}
}

// goesRound follows the list of free blocks of a heap, by its header: bytes of its data, first free block, place of the data.
func goesRound(f io.ReaderAt, base int64, header []byte) bool {
	number := binary.LittleEndian.Uint64
	size, free, place := number(header[8:]), number(header[16:]), number(header[24:])
	if size > most || place > 1<<62 {
		return false
	}
	data := make([]byte, size)
	if _, err := f.ReadAt(data, base+int64(place)); err != nil {
		return false
	}
	for range size/block + 1 {
		if free == endOfList || free > size || size-free < block {
			return false
		}
		free = number(data[free:])
	}
	return true
}
