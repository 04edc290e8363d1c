package device

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
	CopyMemory(to, from Memory, bytes int) error // of fields of equal form, halo and all
	Sweep(s Sweep) error
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

// Recorder is a device that keeps launches for later, and starts them all by one call.
type Recorder interface {
	// Record keeps the sweeps and the copies between memories that do makes, in their order, and starts none of them. do must not wait.
	Record(do func() error) (Recording, error)
}

// Recording is launches that were kept. It holds the addresses and the numbers that they had.
type Recording interface {
	Launches() int
	// Renew gives the launches the numbers that their sweeps have now.
	Renew() error
	// Start starts them in their order, and does not wait.
	Start() error
	Close()
}
