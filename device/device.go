package device

import (
	"time"

	"drawbridge/tuning"
)

// Memory is a block of float64 that a device gave out.
type Memory interface {
	Elements() int
	Address() uintptr // where it lies, for the device that gave it
}

// Box is a 4-D block of elements (x, row, plane, component) to copy between a host array and a Memory; strides are in
// elements. Elements that do not have 8 bytes lie side by side along x, on both sides.
type Box struct {
	Bytes      int  // of an element
	Single     bool // the host's elements have 4 bytes, the Memory's 8
	Past       bool // of much: the values go past the caches, because nobody reads them soon (a host)
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

// Row is n elements that lie side by side, to copy between an address of the host and the beginning of a Memory.
func Row(bytes, n int, host uintptr) Box {
	return Box{Bytes: bytes, Extent: [4]int{n, 1, 1, 1}, Host: host, HostStride: [4]int{1, n, n, n}, Stride: [4]int{1, n, n, n}}
}

// Array is memory as a kernel sees it: component k of point (x,y,z) of a launch's region, all counted from 0, is element
// Base + x*Point + y*Row + z*Plane + k*Component of the memory. Where Row is 0 the points of a launch follow each other: its
// point t is element Base + t*Point + k*Component. A nil Memory is an input that is absent or an output that nobody asked for.
type Array struct {
	Name       string
	Memory     Memory
	Bytes      int // of an element: 8 double, 4 float
	Base       int
	Point      int // strides in elements
	Row, Plane int
	Component  int
	Components int
	Output     bool
	Foreign    bool    // memory of the host program on the device: not aligned, nothing to spare behind it
	Factor     float64 // of an array in another unit than the kernel's: an input becomes Factor*x + Shift before the kernel,
	Shift      float64 // an output after it. Factor 0: as it is
}

// Address is where the array begins.
func (a Array) Address() uintptr { return a.Memory.Address() + uintptr(a.Base*a.Bytes) }

// Offset is how many elements a point is away from point (0,0,0).
func (a Array) Offset(p [3]int) int { return p[0]*a.Point + p[1]*a.Row + p[2]*a.Plane }

// Spread tells that the array, which is a field's, has one point along an axis for all those of a sweep.
func (a Array) Spread() bool { return a.Point == 0 || a.Row == 0 || a.Plane == 0 }

// Region is what a launch covers: Points points of a box of Extent, numbered x fastest, then y, then z, from point First on.
type Region struct {
	Extent        [3]int
	First, Points int
}

// Line is the region of n points that follow each other.
func Line(n int) Region { return Region{Extent: [3]int{n, 1, 1}, Points: n} }

// Whole is the region of a whole box.
func Whole(extent [3]int) Region {
	return Region{Extent: extent, Points: extent[0] * extent[1] * extent[2]}
}

// At is the place, from 0, of point t of the region in its box.
func (r Region) At(t int) (x, y, z int) {
	t += r.First
	return t % r.Extent[0], t / r.Extent[0] % r.Extent[1], t / r.Extent[0] / r.Extent[1]
}

// Element is component k of point t of a region.
func (a Array) Element(r Region, t, k int) int {
	if a.Row == 0 {
		return a.Base + t*a.Point + k*a.Component
	}
	x, y, z := r.At(t)
	return a.Base + x*a.Point + y*a.Row + z*a.Plane + k*a.Component
}

// About is what a device says of itself. Whoever needs to know looks here, and asks no device for its type or its name. A part that
// is nil is something that the device does not do.
type About struct {
	Name        string // "host", "memcheck", "cuda:0"
	Description string // for people: "host avx512, 2 threads"
	Units       int    // of its kind that this process sees; 0 of what is none
	Unit        string // tells the GPUs of a node apart, whatever numbers processes see them under; "" of what is none
	Untried     string // that no such device has run the kernels yet, for the log; "" of others
	Compiles    bool   // programs come as texts; elsewhere as addresses
	Lanes       int    // threads of a GPU that run in step: of a warp, of a wave
	Shared      int    // bytes of shared memory that a block of a GPU may take
	Threads     int    // workers that share a sweep; 1 where points are dealt to the threads of a GPU
	Fields      FieldDevice
	Sharing     Sharing
	Messenger   Messenger
	Current     Current
	InPlace     InPlace
	Foreigner   Foreigner
	Bits        BitCounter
	Carrier     Carrier
	Counts      FlagCounter
	Counting    bool // flags of launches that nobody waits for (Stream.LaunchCounting)
	Overlapping Overlapping
	Pinner      Pinner
	Grapher     Grapher
	Chainer     Chainer
	Chooser     Chooser
	Measurer    Measurer
	Noter       Noter

	CacheFailure func() error // why kernels that were compiled could not be kept, if they could not
	Forget       func()       // after Close: gives back what the process keeps for the next one
}

// InPlace is a device whose kernels may work on arrays of the host where they are.
type InPlace interface {
	// Lend makes an array of the host a Memory; it needs no Release.
	Lend(address uintptr) Memory
}

// Foreigner is a device whose kernels may work on memory that the host program has on it.
type Foreigner interface {
	// Look refuses an address that is not memory of this device, or has too few bytes behind it. what names it.
	Look(what string, address uintptr, bytes int64) error
	// Foreign makes such an address a Memory; it needs no Release.
	Foreign(address uintptr) Memory
	// After lets what is started from now on come after what the host has started in a stream; 0: in all streams.
	After(stream uintptr) error
}

// BitCounter is a device that counts the bits of words, each stored as a float64, where they lie.
type BitCounter interface {
	// CountBits looks at one component of the points of a region: how many carry each bit, and which point, from 0, is
	// the first with one of the bits `wanted` (r.Points: none), with its word.
	CountBits(a Array, r Region, wanted uint64) (count [64]int, first int, word uint64)
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
	Seconds float64     // on the device; 0: not measured
	Packing float64     // seconds that host threads packed or unpacked
	Flagged int         // points that carry a flag, of a launch
	Carried *FlagCounts // how many carry each bit, but not which; nil: none does, or the device does not say
}

// Overlapping is a device that has queues.
type Overlapping interface {
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

// Chooser is a device that keeps what was measured of a set's kernels for the next run, and for the ranks that share its cache: the
// first measures, the others read.
type Chooser interface {
	Choices(set *KernelSet) tuning.Keep
}

// Measurer is a device that can measure its ceilings; it is idle meanwhile.
type Measurer interface{ Ceilings() (Ceilings, error) }

// Noter is a device that has something to say in the report; each note is given once.
type Noter interface{ Notes() []string }

// Device runs kernels. Calls come one at a time, on the thread of the host program.
type Device interface {
	About() *About // the same one all the time
	// Allocate gives n float64; name is the owner's, for messages and profilers.
	Allocate(name string, n int) (Memory, error)
	Release(m Memory)
	CopyIn(m Memory, boxes []Box) error
	CopyOut(m Memory, boxes []Box) error
	// Launch runs a program on the points of a region and tells how many carry a flag.
	Launch(p Program, arrays []Array, parameters Memory, r Region) (flagged int, err error)
	Close()
}

// Sharing is a device whose memory other processes of the node may open, so that their kernels write there.
type Sharing interface {
	// Share gives cleared memory, and the handle by which others open it.
	Share(name string, bytes int) (m Memory, handle []byte, err error)
	// Reach opens memory that another process shares. The same process opens each handle once.
	Reach(name string, handle []byte) (Memory, error)
	// Leave gives back what Share or Reach gave; no kernel that uses it may be under way.
	Leave(m Memory)
	// Spoil sets all bits of so many bytes, by which other processes see that nothing comes any more.
	Spoil(m Memory, at, bytes int)
	// Notice gives a word of the host, 0 at first, that kernels may write; Forgo gives it back.
	Notice() (*uint64, error)
	Forgo(word *uint64)
}

// Messenger is a device whose queue sends messages from its memory to devices of other processes, and receives theirs, without the host.
type Messenger interface {
	// Find looks for the library that does it, a file or a folder, "": the loader's, and tells its name and version.
	Find(path string) (version string, err error)
	// Invite gives the bytes by which ranks join; one rank asks for all.
	Invite() ([]byte, error)
	// Meet makes a channel among ranks, all of which call it. heard tells whether another rank has given up; it does not wait.
	Meet(invitation []byte, rank, ranks int, patience time.Duration, heard func() error) (Channel, error)
}

// Channel joins devices of several processes.
type Channel interface {
	// Start starts messages at a time, after what was started before, and does not wait for them. Where they take longer than the
	// patience once the device has come to them, whoever waits for the device gets an error that begins with what, and the channel is lost.
	// Two messages between the same ranks are received in the order in which they were sent.
	Start(what string, messages []Message, patience time.Duration) error
	// Close gives the channel back. What is under way ends at once.
	Close()
}

// Message is bytes of a memory of this device that go to another rank, or come from it.
type Message struct {
	Peer      int
	Sends     bool
	Memory    Memory
	At, Bytes int
}

// Current is a device that other libraries find by what is current on the calling thread.
type Current interface {
	// During makes the device current while do runs.
	During(do func() error) error
}
