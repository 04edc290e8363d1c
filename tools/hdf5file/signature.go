package hdf5file

import (
	"io"

	"drawbridge/files"
	"drawbridge/snapshot/localheap"
)

// Signed says whether a regular file carries the signature of HDF5 within its first megabyte.
func Signed(path string) bool {
	f, err := files.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	found := make([]byte, len(localheap.Signature))
	for at := int64(0); at <= 1<<20; at = max(512, 2*at) {
		if n, err := f.ReadAt(found, at); err != nil && err != io.EOF || n < len(found) {
			return false
		}
		if string(found) == localheap.Signature {
			return true
		}
	}
	return false
}
