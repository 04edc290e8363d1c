package device

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"path/filepath"
	"sync"
)

// KernelSet is where programs come from: the built-in property kernels, the built-in operators, an owner's library. Its digest is
// part of every key under which compiled code is kept, on disk and in memory: no two sets share code.
type KernelSet struct {
	Name   string
	texts  func() ([]Header, error)
	digest func() string
}

// Header is one text that a unit may include, by its name.
type Header struct{ Name, Text string }

// NewKernelSet is the set of the headers (.h) in sources. identity tells apart sets of the same headers: "" for a set that is these.
func NewKernelSet(name string, sources fs.FS, identity string) *KernelSet {
	s := &KernelSet{Name: name}
	s.texts = sync.OnceValues(func() (list []Header, err error) {
		err = fs.WalkDir(sources, ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".h" {
				return err
			}
			text, err := fs.ReadFile(sources, path)
			list = append(list, Header{path, string(text)})
			return err
		})
		return list, err
	})
	s.digest = sync.OnceValue(func() string {
		h := sha256.New()
		h.Write([]byte(identity))
		list, _ := s.texts() // who compiles asks for the texts too, and has the error
		for _, t := range list {
			h.Write([]byte("\x00" + t.Name + "\x00" + t.Text))
		}
		return hex.EncodeToString(h.Sum(nil))
	})
	return s
}

// Headers are the texts in the order of their names, read once.
func (s *KernelSet) Headers() ([]Header, error) { return s.texts() }

// Digest is a SHA-256 of the identity and all texts, in hexadecimal digits.
func (s *KernelSet) Digest() string { return s.digest() }
