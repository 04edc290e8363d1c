package gpu

import (
	"bytes"
	"encoding/hex"
	"errors"
	"hash/fnv"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"drawbridge/files"
	"drawbridge/status"
)

// entry is one file of the cache of compiled kernels: the digest of what it was made from names it,
// it begins with the digest of its name and content: the code of another kernel under this name is foreign.
type entry struct{ path string }

// The files of the cache: compiled kernels, and which variant was the fastest.
const (
	suffix       = ".cubin"
	choiceSuffix = ".choice"
)

// processor is the host's: machines of both processors may share a folder, and each has an NVRTC and measurements of its own.
var processor = runtime.GOARCH

// cacheEntry names the file for a kernel made from these words by a set of this digest; folder "" keeps none.
func cacheEntry(folder, kernel string, words []string, digest string) entry {
	if folder == "" {
		return entry{}
	}
	h := fnv.New128a()
	h.Write([]byte(processor + "\x00"))
	for _, w := range words {
		h.Write([]byte(w))
		h.Write([]byte{0})
	}
	h.Write([]byte(digest))
	return entry{filepath.Join(folder, kernel+"-"+hex.EncodeToString(h.Sum(nil))+suffix)}
}

// read gives the CUBIN if the file is whole; anything else is as if it were not there.
func (e entry) read() ([]byte, bool) {
	if e.path == "" {
		return nil, false
	}
	data, err := files.Read(e.path, files.MostCode)
	if err != nil || len(data) < digestBytes {
		return nil, false
	}
	return data[digestBytes:], bytes.Equal(e.digest(data[digestBytes:]), data[:digestBytes])
}

const digestBytes = 16

// digest is FNV-1a of 128 bits: it finds a damaged or foreign file, and keeps no attacker out.
func (e entry) digest(data []byte) []byte {
	h := fnv.New128a()
	h.Write([]byte(filepath.Base(e.path) + "\x00"))
	h.Write(data)
	return h.Sum(nil)
}

// claim keeps data unless there is a whole entry already: the first of several ranks wins, whatever locks do.
func (e entry) claim(data []byte) error {
	if _, whole := e.read(); whole {
		return nil
	}
	return e.put(data, func(from, to string) error {
		err := os.Link(from, to)
		if _, whole := e.read(); err != nil && !whole {
			return os.Rename(from, to) // a damaged entry, or a file system without links
		}
		return os.Remove(from)
	})
}

// write keeps data: temporary name, then rename, so that ranks never see half a file.
func (e entry) write(data []byte) error { return e.put(data, os.Rename) }

func (e entry) put(data []byte, place func(from, to string) error) error {
	if e.path == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(e.path), 0o755); err != nil {
		return err
	}
	status.WroteFile()
	file, err := files.Create(files.Temporary(e.path))
	if err != nil {
		return err
	}
	files.SweepFolder(filepath.Dir(e.path))
	_, err = file.Write(append(e.digest(data), data...))
	err = errors.Join(err, file.Close())
	if err == nil {
		err = place(file.Name(), e.path)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// lockWait is how long a rank waits for another that compiles the same kernel.
const lockWait = 60 * time.Second

// lock holds off the other processes that want to make this entry, and gives the release. The lock is the
// kernel's (flock): it ends with its process, so that none is ever stale. Where it cannot be had, the work
// is done without it: two ranks then make the same entry, which harms nobody.
func (e entry) lock() (release func()) {
	nothing := func() {}
	if e.path == "" || os.MkdirAll(filepath.Dir(e.path), 0o755) != nil {
		return nothing
	}
	name := strings.TrimSuffix(filepath.Base(e.path), filepath.Ext(e.path)) // ends with a digest: 256 locks serve all entries
	file, err := os.OpenFile(filepath.Join(filepath.Dir(e.path), ".lock-"+filepath.Ext(e.path)[1:]+name[max(0, len(name)-2):]), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nothing
	}
	for begin := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { file.Close() }
		}
		if err != syscall.EWOULDBLOCK && err != syscall.EINTR || time.Since(begin) > lockWait {
			file.Close()
			return nothing
		}
	}
}
