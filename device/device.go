package device

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
// t*Point + k*Component of the memory. A nil Memory is an input that is absent or an output
// that nobody asked for.
type Argument struct {
	Name       string
	Memory     Memory
	Point      int
	Component  int
	Components int
	Output     bool
}

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
