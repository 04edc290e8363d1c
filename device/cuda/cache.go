package cuda

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
)

// entry is one file of the cache of compiled kernels: the digest of what it was made from names it,
// its first line is the digest of its content.
type entry struct{ path string }

// cacheEntry names the file for a kernel made from these words and headers; folder "" keeps none.
func cacheEntry(folder, kernel string, words []string, headers []header) entry {
	if folder == "" {
		return entry{}
	}
	h := sha256.New()
	for _, w := range words {
		h.Write([]byte(w))
		h.Write([]byte{0})
	}
	for _, x := range headers {
		h.Write([]byte(x.name + "\x00" + x.text + "\x00"))
	}
	return entry{filepath.Join(folder, kernel+"-"+hex.EncodeToString(h.Sum(nil))[:32]+".cubin")}
}

// read gives the CUBIN if the file is whole; anything else is as if it were not there.
func (e entry) read() ([]byte, bool) {
	if e.path == "" {
		return nil, false
	}
	data, err := os.ReadFile(e.path)
	if err != nil || len(data) < sha256.Size {
		return nil, false
	}
	digest := sha256.Sum256(data[sha256.Size:])
	return data[sha256.Size:], bytes.Equal(digest[:], data[:sha256.Size])
}

// write keeps a CUBIN: temporary name, then rename, so that ranks never see half a file. A cache
// that cannot be written is no failure: the kernel is compiled again next time.
func (e entry) write(cubin []byte) {
	if e.path == "" || os.MkdirAll(filepath.Dir(e.path), 0o755) != nil {
		return
	}
	file, err := os.CreateTemp(filepath.Dir(e.path), ".part-*")
	if err != nil {
		return
	}
	digest := sha256.Sum256(cubin)
	_, first := file.Write(digest[:])
	_, second := file.Write(cubin)
	if file.Close() != nil || first != nil || second != nil || os.Rename(file.Name(), e.path) != nil {
		os.Remove(file.Name())
	}
}
