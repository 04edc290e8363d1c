package views

import (
	"strconv"
	"strings"

	"drawbridge/status"
)

// A rank that has several boxes of a global grid, its blocks, has a field on each of them: u#1, u#2 and so on. Together they are called u.

// blockMark parts the name of a field from the number of its block.
const blockMark = "#"

// BlockName is the name of a field on one block, counted from 1.
func BlockName(name string, block int) string { return name + blockMark + strconv.Itoa(block) }

// PutOn says that a field, with its components, is this rank's part of one on a domain with a grid. blocks is how many this rank has,
// beyond tells the ranks beyond the faces, along each axis at the low and the high end.
func (f *Field) PutOn(domain int, grid [3]int, blocks int, beyond [3][2]int) {
	f.each(func(f *Field) { f.Domain, f.Blocks, f.Beyond = domain, blocks, beyond })
	var faces [3][2]bool
	for axis, sides := range beyond {
		for side, next := range sides {
			faces[axis][side] = next != Outside
		}
	}
	f.Join(grid, faces)
}

// Set is the name that a field shares with those of the other blocks; its own name where there are none.
func (f *Field) Set() string {
	before, behind, is := strings.Cut(f.Name, blockMark)
	if f.Blocks < 2 || !is {
		return f.Name
	}
	return before + strings.TrimLeft(behind, "0123456789")
}

// What lies beyond a face of a field on a domain, where it is no other block: nothing, or around a periodic axis the block itself.
const (
	Outside = -1
	Around  = -2
)

// Open tells of a field on a domain that no block lies beyond a face.
func (f *Field) Open(axis, side int) bool { return f.Domain != 0 && f.Beyond[axis][side] == Outside }

// Join says of which grid a field is a part, and beyond which faces a block lies, another or the field's own: an exchange brings what lies
// there. A field may serve several domains: before a list runs, its own exchanges decide (JoinFaces).
func (f *Field) Join(grid [3]int, faces [3][2]bool) {
	f.JoinFaces(faces)
	f.each(func(f *Field) { f.Grid = grid })
}

// JoinFaces says beyond which faces a block lies.
func (f *Field) JoinFaces(faces [3][2]bool) { f.joined = faces }

// Joins tells whether a block lies beyond a face.
func (f *Field) Joins(axis, side int) bool { return f.joined[axis][side] }

// Joined are all faces beyond which a block lies.
func (f *Field) Joined() [3][2]bool { return f.joined }

// JoinAs lets a field that takes the contents of another one know the blocks beyond its faces too.
func (f *Field) JoinAs(other *Field) (news bool) {
	before := f.joined
	for axis := range f.joined {
		for side := range f.joined[axis] {
			f.joined[axis][side] = before[axis][side] || other.joined[axis][side]
		}
	}
	return before != f.joined
}

// blocksOf is how many fields are together called by a name; 0: it is no such name.
func (s *Fields) blocksOf(name string) int {
	if f := s.fields[BlockName(name, 1)]; f != nil && f.Blocks > 1 {
		return f.Blocks
	}
	return 0
}

// ofBlock turns the name of fields of several blocks, or of their components, into that of the block at hand.
func (s *Fields) ofBlock(name string) (string, error) {
	whole, component, is := strings.Cut(name, "(")
	n := s.blocksOf(whole)
	if n == 0 || s.fields[name] != nil {
		return name, nil
	}
	if s.block == 0 {
		return name, status.Errorf(status.Argument, "field '%s' lies on %d blocks of this rank; name one of them: %s to %s", whole, n, BlockName(whole, 1), BlockName(whole, n))
	}
	if s.blocks = max(s.blocks, n); s.block > n {
		return name, status.Errorf(status.Argument, "field '%s' lies on %d blocks of this rank and others on %d; create them on the same domain", whole, n, s.blocks)
	}
	if is {
		component = "(" + component
	}
	return BlockName(whole, s.block) + component, nil
}

// EachBlock does something once, or where it names fields of several blocks, once for each block: such a name means the block at hand.
func (s *Fields) EachBlock(do func() error) error {
	if s.block > 0 { // it is done for one
		return do()
	}
	s.blocks = 1
	defer func() { s.block = 0 }()
	for s.block = 1; s.block <= s.blocks; s.block++ {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// Block is the number of the block at hand in EachBlock; 0: what is done names no fields of several.
func (s *Fields) Block() int {
	if s.blocks < 2 {
		return 0
	}
	return s.block
}

// OnBlocks are the fields of a name, one of each block, or the one field of that name.
func (s *Fields) OnBlocks(name string) (list []*Field, err error) {
	err = s.EachBlock(func() error {
		f, err := s.Find(name)
		list = append(list, f)
		return err
	})
	return list, err
}
