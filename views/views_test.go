package views

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"drawbridge/device"
	"drawbridge/device/host"
	"drawbridge/device/memcheck"
	"drawbridge/status"
)

func devices(t *testing.T) []device.Device {
	var list []device.Device
	for _, threads := range []int{1, 3} {
		h, err := host.Open(threads, "test")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(h.Close)
		list = append(list, h, memcheck.Wrap(h))
	}
	return list
}

var keep [][]float64 // addresses given to a device must not lie on Go's moving stack

// array makes a random halo-padded array, NaN outside its interior, and its description.
func array(r *rand.Rand, width int) ([]float64, HostArray) {
	a := HostArray{Var: 1 + r.Intn(3), Width: width}
	for i := range 3 {
		before, inside, after := r.Intn(4), 1+r.Intn(9), r.Intn(4)
		a.Shape[i] = before + inside + after
		a.Interior[2*i], a.Interior[2*i+1] = before+1, before+inside
	}
	a.Shape[3] = a.Var + width - 1 + r.Intn(2)
	data := make([]float64, a.Bytes()/8)
	keep = append(keep, data)
	for i := range data {
		data[i] = math.NaN()
	}
	for t := 1; t <= a.Points(); t++ {
		for k := range width {
			data[a.element(t, k)] = r.Float64()
		}
	}
	a.Address = uintptr(unsafe.Pointer(&data[0]))
	return data, a
}

// element is the plain definition of the numbering: interior point t (1-based), component k.
func (a HostArray) element(t, k int) int {
	n := 0
	for z := a.Interior[4]; z <= a.Interior[5]; z++ {
		for y := a.Interior[2]; y <= a.Interior[3]; y++ {
			for x := a.Interior[0]; x <= a.Interior[1]; x++ {
				if n++; n == t {
					return x - 1 + a.Shape[0]*(y-1+a.Shape[1]*(z-1+a.Shape[2]*(a.Var-1+k)))
				}
			}
		}
	}
	return -1
}

func TestAnArrayGoesOutAndComesBack(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, dev := range devices(t) {
		for _, layout := range []Layout{Left, Right} {
			for range 60 {
				width := 1 + r.Intn(4)
				from, a := array(r, width)
				start := 1 + r.Intn(a.Points())
				end := start + r.Intn(a.Points()-start+1)
				s := NewStore(dev, end-start+1+r.Intn(5), layout, []Declaration{{Name: "v", Width: width}})
				if err := s.Unpack("v", a, start, end); err != nil {
					t.Fatal(err)
				}
				to := make([]float64, len(from))
				keep = append(keep, to)
				b := a
				b.Address = uintptr(unsafe.Pointer(&to[0]))
				if err := s.Pack("v", b, start, end); err != nil {
					t.Fatal(err)
				}
				judge(t, fmt.Sprintf("%s layout %d, %+v, %d..%d", dev.About().Description, layout, a, start, end), from, to, a, start, end)
				s.Close()
			}
		}
	}
}

func judge(t *testing.T, what string, from, to []float64, a HostArray, start, end int) {
	t.Helper()
	written := map[int]bool{}
	for p := start; p <= end; p++ {
		for k := range a.Width {
			e := a.element(p, k)
			written[e] = true
			if to[e] != from[e] {
				t.Fatalf("%s: point %d component %d is %g, not %g", what, p, k, to[e], from[e])
			}
		}
	}
	for e, v := range to {
		if !written[e] && v != 0 {
			t.Fatalf("%s: element %d outside the stripe was written", what, e)
		}
	}
}

func TestStripesPutTogetherAreTheWhole(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 50 {
		_, a := array(r, 1)
		for size := 1; size <= a.Points(); size++ {
			count := 0
			for start := 1; start <= a.Points(); start += size {
				end := min(start+size-1, a.Points())
				boxes := a.Boxes(nil, start, end, device.Array{Point: 1, Component: 1})
				if len(boxes) > 5 {
					t.Fatalf("%+v %d..%d needs %d boxes", a, start, end, len(boxes))
				}
				for _, b := range boxes {
					count += b.Elements()
				}
			}
			if count != a.Points() {
				t.Fatalf("%+v in stripes of %d: %d of %d points", a, size, count, a.Points())
			}
		}
	}
}

func TestRefusalsNameTheThing(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	data, good := array(r, 2)
	s := NewStore(devices(t)[0], 10000, Left, []Declaration{{Name: "v", Width: 2}, {Name: "Q", Width: 0, Meaning: "nq variables"}})
	change := func(f func(*HostArray)) HostArray { a := good; f(&a); return a }
	for _, c := range []struct {
		view, sentence string
		array          HostArray
		start, end     int
		code           status.Code
	}{
		{"w", "view 'w' is not known; views are Q v", good, 1, 1, status.UnknownName},
		{"Q", "view 'Q' (nq variables) has no components", good, 1, 1, status.Shape},
		{"v", "address is null", change(func(a *HostArray) { a.Address = 0 }), 1, 1, status.NullPointer},
		{"v", "are not all mapped", change(func(a *HostArray) { a.Address = 8 }), 1, 1, status.NullPointer},
		{"v", "interior y 0..", change(func(a *HostArray) { a.Interior[2] = 0 }), 1, 1, status.Shape},
		{"v", "interior z", change(func(a *HostArray) { a.Interior[5] = a.Shape[2] + 1 }), 1, 1, status.Shape},
		{"v", "extent 2 of the array is -3", change(func(a *HostArray) { a.Shape[1] = -3 }), 1, 1, status.Shape},
		{"v", "does not fit in memory", change(func(a *HostArray) { a.Shape = [4]int{1 << 30, 1 << 30, 1 << 30, 4} }), 1, 1, status.Shape},
		{"v", "are 3, the view has 2", change(func(a *HostArray) { a.Width = 3 }), 1, 1, status.Shape},
		{"v", "the array has", change(func(a *HostArray) { a.Var = 99 }), 1, 1, status.Shape},
		{"v", "stripe 5..4", good, 5, 4, status.Shape},
		{"v", "stripe 0..1", good, 0, 1, status.Shape},
		{"v", "is not within the interior points", good, 1, good.Points() + 1, status.Shape},
	} {
		err := s.Unpack(c.view, c.array, c.start, c.end)
		if status.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.sentence) {
			t.Errorf("%s: got %v (code %d)", c.sentence, err, status.CodeOf(err))
		}
	}
	if err := s.Pack("v", good, 1, 1); status.CodeOf(err) != status.Order {
		t.Errorf("a view without values was packed: %v", err)
	}
	small := NewStore(devices(t)[0], 1, Left, []Declaration{{Name: "v", Width: 2}})
	if err := small.Unpack("v", good, 1, good.Points()); good.Points() > 1 && !strings.Contains(err.Error(), "max_block is 1") {
		t.Errorf("got %v", err)
	}
	_ = data
}

// With wrong extents a stripe may lie wholly in other memory, behind pages that do not belong to the array.
func TestAStripeBehindAForbiddenPageIsRefused(t *testing.T) {
	page := syscall.Getpagesize()
	block, err := syscall.Mmap(-1, 0, 64*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Munmap(block) }()
	s := NewStore(devices(t)[0], 100, Left, []Declaration{{Name: "v", Width: 1}})
	a := HostArray{Address: uintptr(unsafe.Pointer(&block[0])), Var: 1, Width: 1, Shape: [4]int{page, 4, 1, 1}, Interior: [6]int{1, 100, 3, 3, 1, 1}}
	if err := s.Unpack("v", a, 1, 100); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mprotect(block[page:2*page], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	for name, work := range map[string]func(string, HostArray, int, int) error{"read": s.Unpack, "written": s.Pack} {
		if err := work("v", a, 1, 100); status.CodeOf(err) != status.NullPointer || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestOutOfMemoryNamesTheLargestOwners(t *testing.T) {
	_, a := array(rand.New(rand.NewSource(4)), 1)
	s := NewStore(devices(t)[0], 1<<20, Left, []Declaration{{Name: "T", Width: 1}, {Name: "Yi", Width: 1 << 26}})
	if err := s.Unpack("T", a, 1, 1); err != nil {
		t.Fatal(err)
	}
	_, err := s.Output("Yi")
	if status.CodeOf(err) != status.OutOfMemory || !strings.Contains(err.Error(), "view Yi") || !strings.Contains(err.Error(), "T 0.00839 GB") {
		t.Errorf("got %v", err)
	}
}

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

// Ranges of components keep up with their field, as its components do, and a field of the same memory has its own.
func TestRangesKeepUp(t *testing.T) {
	s := NewFields(devices(t)[0].About().Fields)
	defer s.Close()
	if err := s.Create("q", []int{4, 4}, 2, "double", 4); err != nil {
		t.Fatal(err)
	}
	q, _ := s.Find("q")
	part, _ := s.Find("q(1:2)")
	grown, err := s.Grow(q, Growth{Low: [3]int{1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if r := grown.Range(1, 2); r == part || r.Shape != grown.Shape || r.Whole() != grown {
		t.Errorf("a range of a grown field is %s, of %s", r.Describe(), r.Whole().Name)
	}
	if r, err := s.Grow(part, Growth{Low: [3]int{1, 1}}); err != nil || r.Whole() != grown {
		t.Errorf("a range that grows is of another field: %v", err)
	}
	q.PutOn(7, [3]int{9, 8, 1}, 2, [3][2]int{{3, Outside}, {Around, 4}, {Outside, Outside}})
	if err := s.MakeTemporary("q"); err != nil {
		t.Fatal(err)
	}
	same, _ := s.Find("q(1:2)")
	other, _ := s.Find("q(2:3)")
	for _, f := range []*Field{same, other, q.Component(1)} {
		if f.Domain != q.Domain || f.Blocks != q.Blocks || f.Beyond != q.Beyond || f.Grid != q.Grid || f.Lasting() == nil {
			t.Errorf("%s: domain %d, blocks %d, beyond %v, grid %v, %v", f.Name, f.Domain, f.Blocks, f.Beyond, f.Grid, f.Lasting())
		}
	}
	if same != part {
		t.Error("a range that a list has is not found by its name any more")
	}
}

// Scratch that is larger than the fields it serves goes with the last of them.
func TestScratchGoesWithItsFields(t *testing.T) {
	s := NewFields(devices(t)[0].About().Fields)
	defer s.Close()
	if err := s.Create("q", []int{4, 4}, 1, "double", 1); err != nil {
		t.Fatal(err)
	}
	q, _ := s.Find("q")
	larger, err := s.Scratch("flags", q, [3]int{5, 4, 1})
	if err != nil || larger.Shape != [3]int{5, 4, 1} {
		t.Fatalf("%v, %v", larger, err)
	}
	if again, err := s.Scratch("flags", q, q.Shape); err != nil || again == larger || again.Shape != q.Shape {
		t.Errorf("%v, %v", again, err)
	}
	if err := s.Destroy("q"); err != nil || len(s.own) > 0 {
		t.Errorf("%d are left, %v", len(s.own), err)
	}
}
