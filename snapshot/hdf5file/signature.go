package hdf5file

import (
	"bytes"
	"io"

	"drawbridge/files"
)

// signature begins every HDF5 file, or its first 512, 1024, 2048 ... bytes are the user's.
var signature = []byte("\x89HDF\r\n\x1a\n")

// Signed says whether a regular file carries the signature of HDF5 within its first megabyte.
func Signed(path string) bool {
	f, err := files.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	found := make([]byte, len(signature))
	for at := int64(0); at <= 1<<20; at = max(512, 2*at) {
		if n, err := f.ReadAt(found, at); err != nil && err != io.EOF || n < len(found) {
			return false
		}
		if bytes.Equal(found, signature) {
			return true
		}
	}
	return false
}
