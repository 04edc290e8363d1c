package device

import "drawbridge/status"

// Block is what a kernel over fields is given: kernels/stencils/sweep.h has the same structure, and
// a test of stencils compares the two. Addresses and strides are of up to MostFields fields, as
// (1,1,1) of the interior and in elements of the field's precision.
type Block struct {
	Field      [MostFields]uintptr
	Row, Plane [MostFields]int64
	Extent     [3]int64
	First      [3]int64 // where point (0,0,0) is in the global grid, counted from 1
	Option     [16]int64
	Number     [MostNumbers]float64
	Single     [MostNumbers]float32 // the same in single precision
	Cells      uintptr              // numbers that a GPU computes, MostNumbers of them
}

// Sizes of a Block.
const (
	MostFields  = 8
	MostNumbers = 64
)

// Sweep is one launch over fields. On the host, items 0..Items-1 are handed out in chunks; on a GPU,
// Blocks x Threads run with Shared bytes of shared memory.
type Sweep struct {
	Program      Program
	Fields       []Array
	Extent       [3]int
	Begin        [3]int // its first point within the interiors of the fields, from 0
	First        [3]int // where their interiors begin in the global grid, counted from 1
	Confined     bool   // outputs are written at the sweep's points alone
	Option       [16]int64
	Number       []float64
	Cells        Memory // numbers that the device computes; nil: none
	Items, Chunk int
	Blocks       [3]int
	Threads      int // of a block
	Shared       int
}

// FieldDevice is a device that holds fields and sweeps over them. Calls come one at a time, on the thread
// of the host program; sweeps run in their order.
type FieldDevice interface {
	Device
	// AllocateField gives zeroed bytes, aligned to FieldAlignment.
	AllocateField(name string, bytes int) (Memory, error)
	// FieldAlignment is the bytes, at most 256, that interiors of rows had best begin at multiples of; SIMD registers of outputs are aligned so.
	FieldAlignment() int
	Stream
	// Finish waits until every sweep is done.
	Finish() error
}

// FillBlock makes the block of a sweep; address gives where a memory lies for the device.
func (s *Sweep) FillBlock(b *Block, address func(Memory) uintptr) {
	*b = Block{}
	for i, f := range s.Fields {
		b.Field[i] = address(f.Memory) + uintptr((f.Base+f.Offset(s.Begin))*f.Bytes)
		b.Row[i], b.Plane[i] = int64(f.Row), int64(f.Plane)
	}
	for i, n := range s.Extent {
		b.Extent[i], b.First[i] = int64(n), int64(s.First[i]+s.Begin[i])
	}
	b.Option = s.Option
	if s.Cells != nil {
		b.Cells = address(s.Cells)
	}
	b.SetNumbers(s.Number)
}

// SetNumbers gives the block a sweep's numbers, in both precisions.
func (b *Block) SetNumbers(numbers []float64) {
	copy(b.Number[:], numbers)
	for i, c := range numbers {
		b.Single[i] = float32(c)
	}
}

// Stream takes launches and copies between memories, in their order. A FieldDevice starts each of them; a Graph keeps them.
type Stream interface {
	Sweep(s Sweep) error
	CopyMemory(to, from Memory, bytes int) error // of fields of equal form, halo and all
	// LaunchCounting takes a property kernel whose flags the device counts: counter has FlagWords words, to which the flags of the points are
	// added. Nobody waits for it.
	LaunchCounting(p Program, arrays []Array, parameters Memory, r Region, counter Memory) error
	// Keeps tells a Graph: nothing is measured for what it takes.
	Keeps() bool
}

// Immediate is the rest of the Stream of a device that starts what it takes, and waits to count flags.
type Immediate struct{}

// Keeps is false: it starts what it takes.
func (Immediate) Keeps() bool { return false }

// LaunchCounting refuses.
func (Immediate) LaunchCounting(p Program, _ []Array, _ Memory, _ Region, _ Memory) error {
	return status.Errorf(status.NotAvailable, "kernel %s: this device counts no flags by itself", p.Name)
}

// Grapher is a device that makes graphs.
type Grapher interface {
	// NewGraph begins an empty one; NotAvailable: the device makes none now.
	NewGraph() (Graph, error)
}

// Graph is launches and copies that are added one by one and then started by one call, as often as asked. It holds the addresses and the
// numbers that they had. What would have to be measured or copied first is refused: a run before it did that.
type Graph interface {
	Stream
	End() error // nothing is added any more
	Launches() int
	// Renew gives the launches the numbers that their sweeps have now.
	Renew() error
	// Start starts them in their order, and does not wait.
	Start() error
	Close()
}
