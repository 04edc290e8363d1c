package views

import "testing"

// A step that swaps two fields and writes a halo is made again by Advance, from a standing of the same kind.
func TestAdvanceDoesWhatAStepDid(t *testing.T) {
	s := &Fields{}
	a, b := &Field{Name: "a", held: &held{}}, &Field{Name: "b", held: &held{}}
	list := []*Field{a, b}
	memory := []block{1, 2, 3}
	a.memory.Memory, b.memory.Memory, b.second.Memory = memory[0], memory[1], memory[2]
	s.HaloChanges(a)
	s.HaloChanges(b)
	b.HaloCopied()
	step := func() {
		s.HaloChanges(a)
		a.memory, b.memory = b.memory, a.memory
	}
	before := s.Standing(list, nil)
	step()
	after := s.Standing(list, nil)
	step() // with a's former memory in b, b's halo disagrees
	now := s.Standing(list, nil)
	if before.Same(now) {
		t.Error("halos that agreed before do not now, and are called the same")
	}
	b.HaloCopied()
	if now = s.Standing(list, nil); !before.Same(now) {
		t.Fatal("the same memories and equal halos are called different")
	}
	states := s.states
	s.Advance(list, now, NewPassage(before, after))
	if a.memory.Memory != memory[1] || b.memory.Memory != memory[0] || b.second.Memory != memory[2] {
		t.Error("the memories were not swapped")
	}
	if s.states != states+1 || b.memory.halo != s.states || a.memory.halo != now.halo(2) || b.HalosAgree() {
		t.Errorf("halo of b is %d of %d, of a %d", b.memory.halo, s.states, a.memory.halo)
	}
	if s.PutBack(list, before) || a.memory.Memory != memory[0] {
		t.Error("PutBack released memory that was there, or gave nothing back")
	}
}

// block is memory of a test.
type block int

func (b block) Elements() int    { return 1 }
func (b block) Address() uintptr { return uintptr(b) }
