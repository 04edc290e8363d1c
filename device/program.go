package device

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
