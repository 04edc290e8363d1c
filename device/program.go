package device

import (
	"encoding/hex"
	"hash/fnv"
	"io/fs"
	"path/filepath"
	"sync"
)

// Program is one kernel in every form a device may want: the address of a C function for host
// memory, texts for devices that compile. A text is specialised by constants (#define lines) and by a
// variant, which is how points are dealt to threads; texts that do the same in different variants
// stand side by side in Variants, for the device to choose from by measuring.
type Program struct {
	Name     string
	Host     uintptr    // C function for host memory, see kernels/doc.go for its prototype
	Set      *KernelSet // whose texts the variants include
	Symbol   string     // the kernel's name in what is compiled, the same in every variant
	Variants []Variant
	Given    [3]int // numbers that a host function gets with the launch; a text holds them as constants
	Once     bool   // running it twice on the same arguments is not running it once: never measured
}

// Variant is one text of a program: constants and a way to deal points to threads.
type Variant struct {
	Name   string // as reports show it and a setting selects it: "point_near", "team"
	Unit   string // the text that is compiled; it includes Source by name
	Launch Geometry
	Named  bool // never measured: it runs only where a setting names it
	Matrix bool // for GPUs with a unit for matrices of doubles
}

// Geometry says how many blocks of threads run a variant on n points: ceil(n/Points) blocks in x of
// Threads threads, but at most Resident per multiprocessor where that is not 0 (a kernel that then
// walks over the points by itself). Rows and Planes are the blocks in y and z; 0 counts as 1.
type Geometry struct {
	Threads      int // threads of a block, in x
	Points       int // points that one block works on
	Resident     int // most blocks per multiprocessor; 0: no limit
	Rows, Planes int // blocks in y and z
	Shared       int // bytes of dynamic shared memory of a block
}

// Blocks counts the blocks in x for n points on a device of so many multiprocessors.
func (g Geometry) Blocks(n, multiprocessors int) int {
	blocks := (n + g.Points - 1) / g.Points
	if g.Resident > 0 {
		blocks = min(blocks, g.Resident*multiprocessors)
	}
	return blocks
}

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
		h := fnv.New128a()
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

// Digest is FNV-1a of 128 bits of the identity and all texts, in hexadecimal digits.
func (s *KernelSet) Digest() string { return s.digest() }

// Tiles says how a chain goes over fields: tiles of Width points (0: whole rows) by Rows rows, Depth planes at a time, and Planes planes
// of a tile by one worker.
type Tiles struct{ Width, Rows, Depth, Planes int }

// Count is how many tiles there are of fields of an extent.
func (t Tiles) Count(extent [3]int) int {
	width := t.Width
	if width == 0 {
		width = extent[0]
	}
	above := func(n, unit int) int { return (n + unit - 1) / unit }
	return above(extent[0], width) * above(extent[1], t.Rows) * above(extent[2], t.Planes) * above(t.Planes, t.Depth)
}

// Link is one sweep of a chain. Bits of Passing are the fields, by their place in the sweep, that hold nothing after the chain:
// every worker keeps what it needs of them in the first planes of its part, which stay in the cache. Where State is not 0, the field
// at this place holds StateBytes for each tile.
type Link struct {
	Sweep
	Passing           uint64
	State, StateBytes int
}

// Chainer is a device that runs sweeps over the same fields, tile by tile: all sweeps of one tile before the first of the next one, in any order
// of tiles. No sweep may read beside a point what an earlier one has written. A sweep's own loop gets one item, as large as a tile at
// most.
type Chainer interface {
	Chain(links []Link, t Tiles) error
}
