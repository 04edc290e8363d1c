package stencils

import (
	"fmt"
	"runtime"
	"strings"
	"time"
	"unsafe"

	"drawbridge/device"
	"drawbridge/kernels/stencils/gpu"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/status"
	"drawbridge/views"
)

// Reductions are the words that Reduce takes.
var Reductions = []string{"sum", "min", "max", "norm1", "norm2", "norm_inf", "dot"}

// leastReduced is how many points at least make one item of a host, perWorker how many items each worker gets of a large field, and
// mostWarps how many warps of a GPU share the rows.
const (
	leastReduced = 2048
	perWorker    = 8
	mostWarps    = 16384
)

// reduction is one number of points of a field, or of two. Sums are added up as whole numbers and rounded once, at the end: no order of
// additions changes a bit. So the answer is the same for any threads, devices, and division of the points.
type reduction struct {
	s      *Stencils
	what   string
	fields []*views.Field // of the first block, where this rank has several
	areas  []reducedArea  // of all blocks
	items  int            // over all areas
	states device.Memory  // one for each item, and behind them the answer
	room   int            // for so many states
	stale  bool           // of a GPU: a run has failed, so that its state is not that of no points
	call   string         // as ranks tell it each other
	joined [kernels.StatePlaces]int64
}

// reducedArea is points of the fields of one block.
type reducedArea struct {
	area
	fields []*views.Field
}

// newReduction makes one of the fields of each block.
func (s *Stencils) newReduction(what string, blocks [][]*views.Field, region string) (*reduction, error) {
	r := &reduction{s: s, what: what, fields: blocks[0], call: "reduce " + what}
	for _, f := range r.fields {
		r.call += " " + f.Set()
	}
	for _, fields := range blocks {
		areas, err := []area{{extent: fields[0].Shape}}, error(nil)
		if region != "" && region != "interior" {
			if areas, err = boxesOf("reduce "+what, region, fields[0]); err != nil {
				return nil, err
			}
		}
		for _, a := range areas {
			r.areas = append(r.areas, reducedArea{a, fields})
			r.items += above(a.extent[1]*a.extent[2], r.tile(a))
		}
	}
	if s.about.Compiles {
		r.items = 1
	}
	return r, r.makeRoom(max(1, r.items))
}

// makeRoom gives the reduction memory for so many states.
func (r *reduction) makeRoom(states int) error {
	if states <= r.room {
		return nil
	}
	memory, err := r.s.device.AllocateField("partial results", 8*(kernels.StatePlaces*states+1))
	if err != nil {
		return err
	}
	r.close()
	r.states, r.room = memory, states
	return nil
}

func (r *reduction) close() { r.s.device.Release(r.states) }
func (r *reduction) points() (n int64) {
	for _, a := range r.areas {
		n += int64(a.points())
	}
	return n
}
func (r *reduction) bytes() int64 {
	return int64(len(r.fields)) * r.points() * int64(r.fields[0].Bytes)
}

// tile is how many rows of an area one worker takes at once, or one warp of a GPU.
func (r *reduction) tile(a area) int {
	rows := a.extent[1] * a.extent[2]
	if r.s.about.Compiles {
		return above(rows, mostWarps)
	}
	if r.s.about.Threads == 1 {
		return rows
	}
	return min(rows, max(above(leastReduced, a.extent[0]), above(rows, perWorker*r.s.about.Threads)))
}

// stateArray is the states from one on, as an argument of a kernel.
func (r *reduction) stateArray(from int, output bool) device.Array {
	return device.Array{Name: "partial results", Memory: r.states, Bytes: 8, Base: from * kernels.StatePlaces, Output: output}
}

// partials are the launches that give the states.
func (r *reduction) partials() (list []device.Sweep) {
	s, state := r.s, 0
	for _, a := range r.areas {
		f, tile := a.fields[0], r.tile(a.area)
		items := above(a.extent[1]*a.extent[2], tile)
		w := device.Sweep{Program: s.program(r.what + "_" + f.Precision()), Extent: a.extent, Begin: a.at, Items: items, Chunk: 1}
		w.Option[kernels.OptionTile] = int64(tile)
		w.Fields = []device.Array{f.Argument(false), r.stateArray(state, true)}
		for _, g := range a.fields[1:] {
			w.Fields = append(w.Fields, g.Argument(false))
		}
		if s.about.Compiles {
			w.Shared = 8 * kernels.StatePlaces
			w = textual(w, "reduce "+r.what, fmt.Sprintf("reduce_rows<%s, reduce_%s>(s)", f.Precision(), r.what), gpu.Shape{Across: 32}, 1, 0)
			w.Blocks = [3]int{above(items, threads/s.lanes()), 1, 1}
		} else {
			state += items
		}
		list = append(list, w)
	}
	return list
}

// end is the launch that makes the answer of so many states: a host's behind them, a GPU's in a cell.
func (r *reduction) end(states int, cells device.Memory, cell int) device.Sweep {
	w := device.Sweep{Program: r.s.program("end_" + r.what), Extent: [3]int{states, 1, 1}, Items: 1, Cells: cells,
		Fields: []device.Array{r.stateArray(0, r.s.about.Compiles), {Name: "result", Memory: r.states, Bytes: 8, Base: r.answer(), Output: true}}}
	w.Option[0] = int64(cell)
	if r.s.about.Compiles {
		w.Shared = 8 * kernels.StatePlaces
		w = textual(w, "end of reduce "+r.what, fmt.Sprintf("reduce_end<reduce_%s>(s)", r.what), gpu.Shape{Across: 128, Threads: 128}, 1, 0)
		w.Blocks = [3]int{1, 1, 1}
	}
	return w
}

// answer is the place of the answer behind the states.
func (r *reduction) answer() int { return kernels.StatePlaces * r.room }

// start has the device compute the number; a GPU keeps it in a cell, and nobody waits.
func (r *reduction) start(to device.Stream, cells device.Memory, cell int) error {
	return r.finish(r.items, r.startPartials(to), cells, cell, to)
}

// finish makes one number of so many states, of all ranks where it is theirs. failure: why there are none.
func (r *reduction) finish(states int, failure error, cells device.Memory, cell int, to device.Stream) error {
	err := failure
	if r.across() {
		states, err = 1, r.joinRanks(states, err)
	}
	if err == nil {
		err = to.Sweep(r.end(states, cells, cell))
	}
	r.stale = err != nil && r.s.about.Compiles
	return err
}

// refresh makes the state that of no points, where a run has failed since.
func (r *reduction) refresh() error {
	if !r.stale {
		return nil
	}
	return r.move(make([]int64, kernels.StatePlaces), r.s.device.CopyIn)
}

func (r *reduction) startPartials(to device.Stream) error {
	if err := r.refresh(); err != nil {
		return err
	}
	return start(r.partials(), to)
}

// value computes the number, and waits for it.
func (r *reduction) value() (float64, error) {
	s := r.s
	begin := time.Now()
	if err := r.start(s.device, r.states, r.answer()); err != nil {
		return 0, err
	}
	value, err := r.answered()
	s.account.Kernel("reduce "+r.what, r.points(), r.bytes(), time.Since(begin).Seconds())
	return value, err
}

// answered is the number behind the states, once the device has it.
func (r *reduction) answered() (value float64, err error) {
	b := device.Row(8, 1, uintptr(unsafe.Pointer(&value)))
	b.Offset = r.answer()
	err = copyHeld(&value, r.states, b, r.s.device.CopyOut)
	return value, err
}

// move copies the first states.
func (r *reduction) move(states []int64, copy func(device.Memory, []device.Box) error) error {
	return copyHeld(&states[0], r.states, device.Row(8, len(states), uintptr(unsafe.Pointer(&states[0]))), copy)
}

// copyHeld copies a box of Go's memory that begins at a number.
func copyHeld[T any](first *T, m device.Memory, b device.Box, copy func(device.Memory, []device.Box) error) error {
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(first)
	return copy(m, []device.Box{b})
}

// across says that the number is of all ranks of the fields' domain.
func (r *reduction) across() bool { return r.fields[0].Domain != 0 && r.s.Across != nil }

// joinRanks makes the first state that of all points of all ranks. failure: this rank's, which the others are told.
func (r *reduction) joinRanks(items int, failure error) error {
	all := r.joined[:]
	clear(all)
	if failure == nil && items > 0 {
		failure = r.joinItems(items)
	}
	if failure == nil && items > 0 {
		failure = r.move(all, r.s.device.CopyOut)
	}
	carry(all)
	if err := r.s.Across(r.call, all[:kernels.Limbs], all[kernels.Limbs:], failure); err != nil {
		return err
	}
	return r.move(all, r.s.device.CopyIn)
}

// joinItems makes the first state of a host that of all items.
func (r *reduction) joinItems(items int) error {
	if items == 1 {
		return nil
	}
	w := r.end(items, r.states, r.answer())
	w.Fields[0].Output, w.Option[1] = true, 1
	return r.s.device.Sweep(w)
}

// carry gives each limb what the one below has above its 32 bits, so that sums of many states stay in range.
func carry(state []int64) {
	for k := kernels.Limbs - 1; k >= 0; k-- {
		if k < kernels.Limbs-1 {
			state[k] &= 1<<32 - 1
		}
		if k > 0 {
			state[k] += state[k-1] >> 32
		}
	}
}

// Reduce answers one number of the interior of a field, or of a region of it; dot takes two.
func (s *Stencils) Reduce(what, name, other string) (float64, error) {
	what, region, err := reductionWords(what)
	if err != nil {
		return 0, err
	}
	names := []string{name, other}
	if other == "" {
		names = names[:1]
	}
	blocks, err := s.reduced(what, names)
	if err != nil {
		return 0, err
	}
	return s.reduceOn(what, blocks, region)
}

// reduced are the fields of a reduction by their names, of each block.
func (s *Stencils) reduced(what string, names []string) (blocks [][]*views.Field, err error) {
	err = s.fields.EachBlock(func() error {
		var fields []*views.Field
		for _, name := range names {
			f, err := s.fields.Find(name)
			if err != nil {
				return status.Wrap(err, "reduce %s: %v", what, err)
			}
			fields = append(fields, f)
		}
		blocks = append(blocks, fields)
		return reducible(what, strings.Join(names, " "), fields)
	})
	return blocks, err
}

// reduce is a number of one field.
func (s *Stencils) reduce(what string, f *views.Field) (float64, error) {
	return s.reduceOn(what, [][]*views.Field{{f}}, "")
}

func (s *Stencils) reduceOn(what string, blocks [][]*views.Field, region string) (float64, error) {
	r, err := s.newReduction(what, blocks, region)
	if err != nil {
		return 0, err
	}
	defer r.close()
	return r.value()
}
