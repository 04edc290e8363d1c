package stencils

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"
	"unsafe"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils"
	"drawbridge/kernels/stencils/gpu"
	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/views"
)

// Reductions are the words that Reduce takes.
var Reductions = []string{"sum", "min", "max", "norm1", "norm2", "norm_inf", "dot"}

// scratch is device memory that grows with what is asked.
type scratch struct {
	memory device.Memory
	bytes  int
	host   []float64
}

func (m *scratch) ensure(d device.Grids, name string, n int) error {
	if 8*n <= m.bytes {
		return nil
	}
	m.release(d)
	memory, err := d.AllocateField(name, 8*n)
	if err != nil {
		return err
	}
	m.memory, m.bytes, m.host = memory, 8*n, make([]float64, n)
	return nil
}

func (m *scratch) release(d device.Grids) {
	if m.memory != nil {
		d.Release(m.memory)
		m.memory, m.bytes = nil, 0
	}
}

// leastReduced is how many points at least make one number on a host, so that the end of its sums costs little: rows may be short.
const leastReduced = 2048

// Reduce answers one number of the interior of a field. The order of additions depends on the shape
// alone: the answer is the same for any number of threads.
func (s *Stencils) Reduce(what, name, other string) (float64, error) {
	f, err := s.fields.Single(name)
	if err != nil {
		return 0, status.Errorf(status.CodeOf(err), "reduce %s: %v", what, err)
	}
	fields := []*views.Field{f}
	if (what == "dot") != (other != "") {
		return 0, status.Errorf(status.Argument, "reduce %s of %s: 'dot' takes two fields, everything else one", what, name)
	}
	if other != "" {
		g, err := s.fields.Single(other)
		if err != nil {
			return 0, status.Errorf(status.CodeOf(err), "reduce %s: %v", what, err)
		}
		if g.Shape != f.Shape || g.Bytes != f.Bytes {
			return 0, status.Errorf(status.Shape, "reduce %s: %s and %s differ in shape or precision", what, f.Describe(), g.Describe())
		}
		fields = append(fields, g)
	}
	return s.reduce(what, fields)
}

func (s *Stencils) reduce(what string, fields []*views.Field) (float64, error) {
	f := fields[0]
	rows := f.Shape[1] * f.Shape[2]
	tile := 1 // rows of an item, which gives one number
	if !s.device.Compiles() {
		tile = min(above(leastReduced, f.Shape[0]), rows)
	}
	items := above(rows, tile)
	begin := time.Now()
	program := s.program(what + "_" + f.Precision())
	if !slices.Contains(Reductions, what) {
		return 0, status.Errorf(status.UnknownName, "reduction '%s' is not known; reductions are %s%s", what, strings.Join(Reductions, " "), nearest.Question(what, Reductions))
	}
	if err := s.partial.ensure(s.device, "partial results", items); err != nil {
		return 0, err
	}
	w := device.Sweep{Program: program, Extent: f.Shape, Items: items, Chunk: max(1, items/(4*s.workers))}
	w.Option[kernels.OptionTile] = int64(tile)
	w.Fields = []device.Array{f.Argument(false), {Name: "partial results", Memory: s.partial.memory, Bytes: 8, Row: 1, Plane: f.Shape[1], Output: true}}
	for _, g := range fields[1:] {
		w.Fields = append(w.Fields, g.Argument(false))
	}
	if s.device.Compiles() {
		w = textual(w, "reduce "+what, fmt.Sprintf("reduce_rows<%s, reduce_%s>(s)", f.Precision(), what), gpu.Shape{Across: 32}, 1, 0)
		w.Blocks = [3]int{above(rows, threads/32), 1, 1}
	}
	if err := s.device.Sweep(w); err != nil {
		return 0, err
	}
	values := s.partial.host[:items]
	if err := s.fetch(values); err != nil {
		return 0, err
	}
	s.account.Kernel("reduce "+what, int64(f.Points()), int64(len(fields)*f.Points()*f.Bytes), time.Since(begin).Seconds())
	return joined(what, values), nil
}

// fetch copies the partial results to the host.
func (s *Stencils) fetch(values []float64) error {
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&values[0])
	return s.device.CopyOut(s.partial.memory, []device.Box{device.Row(8, len(values), uintptr(unsafe.Pointer(&values[0])))})
}

// joined makes one number of the rows' numbers, in their order.
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
