package stencils

import (
	"fmt"
	"math"
	"runtime"
	"time"
	"unsafe"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils"
	"drawbridge/kernels/stencils/gpu"
	"drawbridge/status"
	"drawbridge/views"
)

// Reductions are the words that Reduce takes.
var Reductions = []string{"sum", "min", "max", "norm1", "norm2", "norm_inf", "dot"}

// leastReduced is how many points at least make one number on a host, so that the end of its sums costs little: rows may be short.
// mostPartial is how many numbers one block of a GPU joins at most.
const (
	leastReduced = 2048
	mostPartial  = 16384
)

// reduction is one number of the interior of a field, or of two. The order of additions depends on the shape alone: the answer is the
// same for any number of threads.
type reduction struct {
	s       *Stencils
	what    string
	fields  []*views.Field
	tile    int // rows of an item, which gives one number
	items   int
	partial device.Memory
}

func (s *Stencils) newReduction(what string, fields []*views.Field) (*reduction, error) {
	shape := fields[0].Shape
	rows := shape[1] * shape[2]
	r := &reduction{s: s, what: what, fields: fields, tile: min(above(leastReduced, shape[0]), rows)}
	if s.about.Compiles {
		r.tile = above(rows, mostPartial)
	}
	r.items = above(rows, r.tile)
	var err error
	r.partial, err = s.device.AllocateField("partial results", 8*(r.items+1)) // and the answer, where nobody else has a place for it
	return r, err
}

func (r *reduction) close()        { r.s.device.Release(r.partial) }
func (r *reduction) points() int64 { return int64(r.fields[0].Points()) }
func (r *reduction) bytes() int64 {
	return int64(len(r.fields)) * r.points() * int64(r.fields[0].Bytes)
}

// partials is the launch that gives one number for each item.
func (r *reduction) partials() device.Sweep {
	s, f := r.s, r.fields[0]
	w := device.Sweep{Program: s.program(r.what + "_" + f.Precision()), Extent: f.Shape, Items: r.items, Chunk: max(1, r.items/(4*s.about.Threads))}
	w.Option[kernels.OptionTile] = int64(r.tile)
	w.Fields = []device.Array{f.Argument(false), {Name: "partial results", Memory: r.partial, Bytes: 8, Row: 1, Plane: f.Shape[1], Output: true}}
	for _, g := range r.fields[1:] {
		w.Fields = append(w.Fields, g.Argument(false))
	}
	if s.about.Compiles {
		w = textual(w, "reduce "+r.what, fmt.Sprintf("reduce_rows<%s, reduce_%s>(s)", f.Precision(), r.what), gpu.Shape{Across: 32}, 1, 0)
		w.Blocks = [3]int{above(r.items, threads/32), 1, 1}
	}
	return w
}

// start has a GPU compute the number, and keep it in a cell.
func (r *reduction) start(cells device.Memory, cell int) error {
	if err := r.s.device.Sweep(r.partials()); err != nil {
		return err
	}
	warps := min(above(r.items, 32), 32)
	w := device.Sweep{Extent: [3]int{r.items, 1, 1}, Shared: 8 * warps, Cells: cells,
		Fields: []device.Array{{Name: "partial results", Memory: r.partial, Bytes: 8, Row: r.items, Plane: r.items}}}
	w.Option[0] = int64(cell)
	w = textual(w, "end of reduce "+r.what, fmt.Sprintf("reduce_items<reduce_%s>(s)", r.what), gpu.Shape{Across: 32 * warps, Threads: 32 * warps}, 1, 0)
	w.Blocks = [3]int{1, 1, 1}
	return r.s.device.Sweep(w)
}

// value computes the number, and waits for it.
func (r *reduction) value() (float64, error) {
	s := r.s
	begin := time.Now()
	from, n := 0, r.items
	if s.about.Compiles {
		if err := r.start(r.partial, r.items); err != nil {
			return 0, err
		}
		from, n = r.items, 1
	} else if err := s.device.Sweep(r.partials()); err != nil {
		return 0, err
	}
	values := make([]float64, n)
	b := device.Row(8, n, uintptr(unsafe.Pointer(&values[0])))
	b.Offset = from
	if err := copyHeld(&values[0], r.partial, b, s.device.CopyOut); err != nil {
		return 0, err
	}
	s.account.Kernel("reduce "+r.what, r.points(), r.bytes(), time.Since(begin).Seconds())
	if s.about.Compiles {
		return values[0], nil
	}
	return joined(r.what, values), nil
}

// copyHeld copies a box of Go's memory that begins at a number.
func copyHeld(first *float64, m device.Memory, b device.Box, copy func(device.Memory, []device.Box) error) error {
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(first)
	return copy(m, []device.Box{b})
}

// Reduce answers one number of the interior of a field; dot takes two.
func (s *Stencils) Reduce(what, name, other string) (float64, error) {
	var fields []*views.Field
	for _, n := range []string{name, other} {
		if n == "" && len(fields) == 1 {
			continue
		}
		f, err := s.fields.Single(n)
		if err != nil {
			return 0, status.Wrap(err, "reduce %s: %v", what, err)
		}
		fields = append(fields, f)
	}
	if err := reducible(what, name, fields); err != nil {
		return 0, err
	}
	return s.reduce(what, fields)
}

func (s *Stencils) reduce(what string, fields []*views.Field) (float64, error) {
	r, err := s.newReduction(what, fields)
	if err != nil {
		return 0, err
	}
	defer r.close()
	return r.value()
}

// joined makes one number of the items' numbers, in their order.
func joined(what string, values []float64) float64 {
	total := values[0]
	for _, v := range values[1:] {
		switch {
		case math.IsNaN(v) || math.IsNaN(total):
			total = math.NaN()
		case what == "min":
			total = min(total, v)
		case what == "max" || what == "norm_inf":
			total = max(total, v)
		default:
			total += v
		}
	}
	if what == "norm2" {
		return math.Sqrt(total)
	}
	return total
}
