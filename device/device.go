package device

import "io/fs"

// Memory is a block of float64 that a device gave out.
type Memory interface {
	Elements() int
	Address() uintptr // where it lies, for the device that gave it
}

// Box is a 4-D block of elements (x, row, plane, component) to copy between a host array and a
// Memory; strides are in elements of 8 bytes.
type Box struct {
	Extent     [4]int
	Host       uintptr // address of the first element in the host array
	HostStride [4]int
	Offset     int // first element in the Memory
	Stride     [4]int
}

// Elements counts the elements of the box.
func (b Box) Elements() int {
	return b.Extent[0] * b.Extent[1] * b.Extent[2] * b.Extent[3]
}

// Argument is one view as a kernel sees it: component k of point t is element
// Offset + t*Point + k*Component of the memory. A nil Memory is an input that is absent or an output
// that nobody asked for.
type Argument struct {
	Name       string
	Memory     Memory
	Offset     int // element that component 0 of point 0 is
	Point      int // 0: the points lie in Rows
	Rows       *Rows
	Component  int
	Components int
	Output     bool
}

// Rows says how interior points lie in a halo-padded array of the host. They are numbered x fastest, then y,
// then z; the Offset of an Argument is that of interior point 0.
type Rows struct {
	Points, Rows int // points of a row, rows of a plane
	Row, Plane   int // elements from row to row, from plane to plane
	First        int // interior point, from 0, that is point 0 of the launch
}

// InPlace is a device whose kernels may work on arrays of the host where they are: of one launch all
// Arguments with Rows have equal ones.
type InPlace interface {
	Device
	// Lend makes an array of the host a Memory; it needs no Release.
	Lend(address uintptr) Memory
}

// BitCounter is a device that counts the bits of words, each stored as a float64, where they lie.
type BitCounter interface {
	// CountBits looks at one component of points 0..n-1: how many carry each bit, and which point, from 0, is
	// the first with one of the bits `wanted` (n: none), with its word.
	CountBits(a Argument, n int, wanted uint64) (count [64]int, first int, word uint64)
}

// Queue is a device that starts work in order and does not wait for it: CopyIn, CopyOut and Launch return
// at once, a host array holds what was copied out after Finish. Queues of one device overlap. Copies may be put off until
// others can join them, at most until Start, Launch or Finish: until then the host's array stays as it is.
type Queue interface {
	Device
	// Start starts what was put off.
	Start() error
	// Finish waits, and tells of every copy and launch since the last Finish, in their order.
	Finish() ([]Done, error)
}

// Done tells of one copy or launch that is finished.
type Done struct {
	Seconds float64 // on the device; 0: not measured
	Packing float64 // seconds that host threads packed or unpacked
	Flagged int     // points that carry a flag, of a launch
}

// Overlapping is a device that has queues.
type Overlapping interface {
	Device
	// Queues waits for the calls before it, and looks whether pinned arrays are still there.
	Queues() ([]Queue, error)
	// Rest says that the run is over for which Queues were asked: host threads that were kept awake may sleep.
	Rest()
}

// Pinner is a device that can lift a host array's rows itself while the array stays where it is.
type Pinner interface {
	Pin(address uintptr, bytes int64) error
	Unpin(address uintptr) error
}

// Ceilings are the most that a device's link and memory can do, in bytes per second.
type Ceilings struct {
	In, Out         float64 // pinned memory to the device and back, each alone
	InBoth, OutBoth float64 // both at a time
	Pageable        float64 // ordinary host memory to the device
	Memory          float64 // device to device, read and written
}

// Chooser is a device that keeps what was measured for the next run, and for the ranks that share its cache: the first
// measures, the others read. key and source are all that a choice depends on, beside the device itself.
type Chooser interface {
	Choice(name, key string, source fs.FS, measure func() (string, error)) (choice string, measured bool, err error)
}

// Measurer is a device that can measure its ceilings; it is idle meanwhile.
type Measurer interface{ Ceilings() (Ceilings, error) }

// Noter is a device that has something to say in the report; each note is given once.
type Noter interface{ Notes() []string }

// Device runs kernels. Calls come one at a time, on the thread of the host program.
type Device interface {
	Name() string        // "host", "memcheck", ...
	Description() string // for people: "host avx512, 2 threads"
	// Allocate gives n float64; name is the owner's, for messages and profilers.
	Allocate(name string, n int) (Memory, error)
	Release(m Memory)
	CopyIn(m Memory, boxes []Box) error
	CopyOut(m Memory, boxes []Box) error
	// Launch runs a program on points 0..n-1 and tells how many carry a flag.
	Launch(p Program, arguments []Argument, parameters Memory, n int) (flagged int, err error)
	Close()
}
