package domains

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"

	"drawbridge/mpi"
	"drawbridge/status"
)

// Domain is a global grid that is divided among the ranks of a Frame's communicator, one box of points for each or several, its blocks.
// Without a communicator one rank has all of it.
type Domain struct {
	all        *Domains
	Global     [3]int // extents of the whole grid
	Periodic   [3]bool
	Dims       int
	Boxes      []Part      // all blocks; those of a rank follow each other
	Owner      []int       // the rank of each
	begin      []int       // where the blocks of each rank begin, and where the last one's end
	Neighbours [][3][2]int // of each block of this rank, the blocks beyond the low and the high end of each axis; -1: none
	hosts      []string    // of the ranks: where they run
	sharers    int         // most ranks on one device
	mixed      bool        // some ranks have a device that runs kernels, others a host
	given      bool        // the ranks give their blocks
	hops       [3][]hop    // along each axis, without their channels
	keys       [3]string   // of the channels along the axes, see channels.go
}

// Part is a box: where it begins in the global grid, counted from 1, and its extents.
type Part struct{ First, Extents [3]int }

func (d *Domain) rank() int {
	if d.all.Ranks == nil {
		return 0
	}
	return d.all.Ranks.Rank()
}

// New divides a global grid among the ranks; collective over them. blocks are this rank's part; none: Drawbridge divides the grid into
// boxes of nearly equal extents, one for each rank (process_grid.go). refused is what was wrong with the call before
// it came here: all ranks must know.
func (f *Domains) New(global []int, periodic []bool, blocks []Part, refused error) (int, error) {
	d := &Domain{all: f, Global: [3]int{1, 1, 1}, Dims: len(global)}
	copy(d.Global[:], global)
	copy(d.Periodic[:], periodic)
	ranks := 1
	if f.Ranks != nil {
		ranks = f.Ranks.Size()
	}
	failure := refused
	if failure == nil {
		failure = d.checkGlobal()
	}
	if failure == nil && len(blocks) > MostBlocks {
		failure = status.Errorf(status.Shape, "domain: %d blocks of a rank, 1 to %d expected", len(blocks), MostBlocks)
	}
	d.given = blocks != nil
	if failure == nil && !d.given {
		grids := processGrids(ranks, d.Global)
		if len(grids) == 0 {
			failure = status.Errorf(status.Shape, "domain: a grid of %v points cannot be divided into %d boxes; take another number of ranks", d.Global[:d.Dims], ranks)
		} else {
			blocks = []Part{grids[0].part(d.rank(), d.Global)}
		}
	}
	if f.Ranks != nil {
		if err := f.Ranks.Agree("domain%create", failure); err != nil {
			return 0, err
		}
		if failure = d.share(blocks); failure == nil && !d.given {
			d.choose()
		}
	} else {
		d.Boxes = blocks
		d.own(make([]int, len(blocks)))
	}
	if failure == nil {
		failure = d.checkBoxes()
	}
	if failure == nil {
		failure = d.meet()
	}
	if failure != nil {
		return 0, failure
	}
	f.warnOfOthers(d)
	handle := f.Handle()
	f.domains[handle] = d
	return handle, nil
}

// warnOfOthers warns on the first process of a job whose processes each have the whole grid, because initialize got no communicator.
func (f *Domains) warnOfOthers(d *Domain) {
	if f.Ranks != nil || f.World == nil {
		return
	}
	if rank, size := f.World(); rank == 0 && size > 1 {
		f.Warn(fmt.Sprintf("domain: this process is one of %d of MPI_COMM_WORLD, and initialize got no comm=: each of them has the whole grid %v. Call initialize(comm=MPI_COMM_WORLD) to divide it", size, d.Global[:d.Dims]))
	}
}

// Cartesian is the box that this rank has where a Cartesian communicator divides a grid, and which axes wrap. Without one, one rank has the
// whole grid. Not collective.
func Cartesian(comm *int, global []int) (box Part, periodic [3]bool, err error) {
	box = Part{First: [3]int{1, 1, 1}, Extents: [3]int{1, 1, 1}}
	dims, at := [3]int{1, 1, 1}, [3]int{}
	if comm != nil {
		if dims, at, periodic, err = mpi.Place(*comm, len(global)); err != nil {
			return box, periodic, status.Wrap(err, "domain: %v", err)
		}
	}
	for i, n := range global {
		if n < dims[i] {
			return box, periodic, status.Errorf(status.Shape, "domain: %d points along %c, and comm has %d ranks there; a point for each rank at least is expected", n, "xyz"[i], dims[i])
		}
		from := at[i] * n / dims[i]
		box.First[i], box.Extents[i] = from+1, (at[i]+1)*n/dims[i]-from
	}
	return box, periodic, nil
}

// Destroy forgets a domain. Lists that exchange on it keep what they need.
func (f *Domains) Destroy(handle int) error {
	if _, err := f.Domain(handle); err != nil {
		return err
	}
	delete(f.domains, handle)
	return nil
}

func (d *Domain) checkGlobal() error {
	if d.Dims != 2 && d.Dims != 3 {
		return status.Errorf(status.Shape, "domain: %d extents given, 2 or 3 expected", d.Dims)
	}
	for i, n := range d.Global {
		if n < 1 || n > 1<<31-1 {
			return status.Errorf(status.Shape, "domain: extent %d of the global grid is %d, 1 to %d expected", i+1, n, 1<<31-1)
		}
	}
	return nil
}

// share gives every rank the blocks of all, and refuses ranks that do not mean the same grid.
func (d *Domain) share(blocks []Part) error {
	type record struct {
		Global   [3]int
		Periodic [3]bool
		Dims     int
		Given    bool
		Blocks   []Part
		Host     string
		Unit     string
		Kernels  bool
		Way      string
	}
	mine := record{d.Global, d.Periodic, d.Dims, d.given, blocks, mpi.Machine(), d.all.Device.About().Unit, d.all.Device.About().Compiles, d.all.Settings["transport"]}
	text, err := json.Marshal(mine)
	if err != nil {
		return err
	}
	records, err := d.all.Ranks.Share("domain%create", text)
	if err != nil {
		return err
	}
	users := map[string]int{}
	d.Boxes = nil
	var owner []int
	for rank, text := range records {
		var theirs record
		if err := json.Unmarshal(text, &theirs); err != nil {
			return status.Errorf(status.Internal, "domain: rank %d sent no domain: %v", rank, err)
		}
		for _, b := range theirs.Blocks {
			d.Boxes, owner = append(d.Boxes, b), append(owner, rank)
		}
		d.mixed = d.mixed || theirs.Kernels != mine.Kernels
		d.hosts = append(d.hosts, theirs.Host)
		users[theirs.Host+theirs.Unit]++
		d.sharers = max(d.sharers, users[theirs.Host+theirs.Unit])
		if way := theirs.Way; !theirs.Kernels && len(records) > 1 && way != auto && way != (staging{}).name() {
			return status.Errorf(status.NotAvailable, "domain: DRAWBRIDGE_TRANSPORT=%s: rank %d has no GPU, and all ranks exchange by MPI then; use auto or staging", way, rank)
		}
		switch first := (record{}); {
		case rank == 0:
		default:
			_ = json.Unmarshal(records[0], &first)
			for _, c := range []struct {
				what       string
				one, other any
			}{{"the extents of the global grid", first.Global, theirs.Global}, {"the periodic axes", first.Periodic, theirs.Periodic},
				{"the number of axes", first.Dims, theirs.Dims}, {"whether the ranks give their boxes", first.Given, theirs.Given}, {"the setting transport", first.Way, theirs.Way}} {
				if c.one != c.other {
					return status.Errorf(status.Argument, "domain: the ranks differ in %s: %v on rank 0, %v on rank %d", c.what, c.one, c.other, rank)
				}
			}
		}
	}
	d.own(owner)
	return nil
}

// checkBoxes refuses boxes that do not fill the grid, or that overlap. Every rank judges all boxes, so all say the same.
func (d *Domain) checkBoxes() error {
	points, whole := 0.0, 1.0
	for i, n := range d.Global {
		whole *= float64(n)
		for block, b := range d.Boxes {
			if b.Extents[i] < 1 || b.First[i] < 1 || b.First[i]+b.Extents[i]-1 > n {
				return status.Errorf(status.Shape, "domain: %s goes from %d to %d along %c, which is not within 1 to %d", d.blockOf(block), b.First[i], b.First[i]+b.Extents[i]-1, "xyz"[i], n)
			}
		}
	}
	for block, b := range d.Boxes {
		points += float64(b.Extents[0]) * float64(b.Extents[1]) * float64(b.Extents[2])
		for other, c := range d.Boxes[:block] {
			apart := false
			for i := range b.First {
				apart = apart || b.First[i]+b.Extents[i] <= c.First[i] || c.First[i]+c.Extents[i] <= b.First[i]
			}
			if !apart {
				return status.Errorf(status.Shape, "domain: %s and %s overlap: %v from %v, and %v from %v", d.blockOf(other), d.blockOf(block), c.Extents, c.First, b.Extents, b.First)
			}
		}
	}
	if points != whole {
		return status.Errorf(status.Shape, "domain: the boxes of the ranks have %.0f points, the global grid has %.0f: there are gaps", points, whole)
	}
	return nil
}

// meet finds the neighbours of all blocks: beyond a face lies one whole face of another block, or nothing.
func (d *Domain) meet() error {
	from, to := d.blocks()
	d.Neighbours = make([][3][2]int, to-from)
	for axis := range 3 {
		table := fnv.New64a()
		for block := range d.Boxes {
			for side := range 2 {
				next, err := d.beyond(block, axis, side)
				if err != nil {
					return err
				}
				if block >= from && block < to {
					d.Neighbours[block-from][axis][side] = next
				}
				fmt.Fprint(table, d.Owner[block], next, " ")
			}
		}
		d.keys[axis] = fmt.Sprintf("%d %x", axis, table.Sum64())
		d.hops[axis] = d.hopsAlong(axis)
	}
	return nil
}

func (d *Domain) beyond(block, axis, side int) (int, error) {
	b := d.Boxes[block]
	at := b.First[axis] - 1 // the point beyond the face
	if side == 1 {
		at = b.First[axis] + b.Extents[axis]
	}
	if at < 1 || at > d.Global[axis] {
		if !d.Periodic[axis] {
			return -1, nil
		}
		at = (at-1+d.Global[axis])%d.Global[axis] + 1
	}
	next := slices.IndexFunc(d.Boxes, func(c Part) bool {
		for i := range 3 {
			if i != axis && (c.First[i] != b.First[i] || c.Extents[i] != b.Extents[i]) {
				return false
			}
		}
		return at >= c.First[axis] && at < c.First[axis]+c.Extents[axis]
	})
	if next < 0 {
		return 0, status.Errorf(status.Shape, "domain: beyond the %s face of %s along %c lie parts of several boxes; boxes are expected whose faces meet whole, as of a Cartesian communicator",
			[]string{"low", "high"}[side], d.blockOf(block), "xyz"[axis])
	}
	return next, nil
}

// thinnest is the least extent of all blocks along the axes that are divided or periodic, and whose it is.
func (d *Domain) thinnest() (least, block, axis int) {
	for n, b := range d.Boxes {
		for i := range d.Dims {
			if (d.Periodic[i] || b.Extents[i] < d.Global[i]) && (least == 0 || b.Extents[i] < least) {
				least, block, axis = b.Extents[i], n, i
			}
		}
	}
	return least, block, axis
}

func (p Part) String() string { return fmt.Sprintf("%v from %v", p.Extents, p.First) }
