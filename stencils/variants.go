package stencils

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"drawbridge/device"
	"drawbridge/kernels/stencils/rows"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/status"
	"drawbridge/status/nearest"
)

// variant is one way to run a request: its name, and the launches it makes.
type variant struct {
	name      string
	sweeps    func(r *request) []device.Sweep
	byName    bool // not measured: it has won nowhere, but may on a GPU that nobody has tried
	exchanges bool // the answer goes into the second memory of the field that is written, whose last argument that is
}

// measuredFrom is the number of points from which a choice by measuring pays.
const measuredFrom = 1 << 16

// run launches a request in its chosen variant.
func (s *Stencils) run(r *request, to device.Stream) error {
	v, err := s.choose(r, to)
	if err != nil {
		return err
	}
	if r.title == "" {
		r.title = "stencil " + r.called()
	}
	begin := time.Now()
	if err := s.launch(v, r, to); err != nil || s.about.Compiles {
		return err // a device that compiles has only started it: sequences are timed as a whole
	}
	s.account.Kernel(r.title, int64(r.steps)*int64(r.points()), r.bytes(), time.Since(begin).Seconds())
	return nil
}

// made are the launches of a variant, on the memories that the fields have now.
func (s *Stencils) made(r *request, v variant) []device.Sweep {
	if r.latest.name != v.name {
		list, ok := r.sweeps[v.name]
		if !ok {
			list = s.launches(r, v)
			r.sweeps[v.name] = list
		}
		r.latest.name, r.latest.list = v.name, list
	}
	list := r.latest.list
	for _, w := range list {
		r.bindAll(w.Fields)
	}
	return list
}

func (s *Stencils) launch(v variant, r *request, to device.Stream) error {
	if !v.exchanges {
		return start(s.made(r, v), to)
	}
	u := r.writes[0]
	if r.onComponent() {
		return status.Errorf(status.Internal, "%s: variant %s exchanges the memory of a whole field, %s is a component", r.op.Name, v.name, u.Name)
	}
	second, err := s.fields.Second(u)
	if err != nil {
		return err
	}
	list := s.made(r, v)
	for _, w := range list {
		last := u.Argument(true)
		last.Memory = second
		w.Fields[len(w.Fields)-1] = last
	}
	if err := start(list, to); err != nil {
		return err
	}
	if !r.forgetsHalo {
		if err := s.copyHalo(u, second, to); err != nil {
			return err
		}
	}
	u.Exchange()
	return nil
}

func start(list []device.Sweep, to device.Stream) error {
	for _, w := range list {
		if err := to.Sweep(w); err != nil {
			return err
		}
	}
	return nil
}

// choose gives the variant of a request: the selected one, the one that was measured before, or the fastest
// of all on these very fields. A request that would change its own input is not measured.
func (s *Stencils) choose(r *request, to device.Stream) (variant, error) {
	if r.settled != nil {
		return *r.settled, nil
	}
	if err := s.load(r); err != nil {
		return variant{}, err
	}
	list := s.variants(r)
	if r.onComponent() { // it cannot exchange the memory of the whole field
		list = slices.DeleteFunc(list, func(v variant) bool { return v.exchanges })
	}
	selected := r.variant
	if selected == "" {
		selected = s.selected[r.op.Name]
	}
	if selected != "" {
		v, err := pick(r.op.Name, list, selected)
		return r.settle(v), err
	}
	list = measurable(list)
	f := r.writes[0]
	if !s.measures || len(list) < 2 || r.points() < measuredFrom || r.overwrites() {
		if v := s.possible(list, r); v.name != list[0].name {
			return v, nil // for want of memory, of which there may be more at the next run
		}
		return r.settle(list[0]), nil
	}
	key := r.ownText() + r.componentWord() + r.areaWord() + fmt.Sprintf("%s %s radius %d %s %v", r.op.Name, strings.Repeat("n", len(r.reads)), r.radius*r.steps, f.Precision(), f.Shape[:f.Dims])
	if v, ok := s.chosen[key]; ok && !v.exchanges {
		return r.settle(v), nil
	} else if ok {
		return s.possible(append([]variant{v}, list...), r), nil
	}
	if err := s.mayMeasure(to); err != nil {
		return variant{}, err
	}
	v, text, err := s.measured(key, list, r)
	if err != nil {
		return variant{}, err
	}
	s.chosen[key] = v
	s.account.Note("stencil %s, radius %d, %s %v%s", r.called(), r.radius, f.Precision(), f.Shape[:f.Dims], text)
	return v, nil
}

// mayMeasure refuses to measure for a graph: a run before it did that.
func (s *Stencils) mayMeasure(to device.Stream) error {
	if to.Keeps() {
		return status.Errorf(status.Order, "an operator whose variant is not chosen yet, in a graph")
	}
	return nil
}

// settle remembers a variant that no later run can choose anew. Whether there is memory for one that exchanges is seen at each run.
func (r *request) settle(v variant) variant {
	if !v.exchanges && v.sweeps != nil {
		r.settled = &v
	}
	return v
}

// onComponent tells whether a component of a field is written.
func (r *request) onComponent() bool { return r.writes[0].Whole() != r.writes[0] }

// componentWord parts the choices for components, which have fewer variants, from those for fields.
func (r *request) componentWord() string {
	if r.onComponent() {
		return "component, "
	}
	return ""
}

func (r *request) overwrites() bool { return slices.Contains(r.reads, r.writes[0]) }

// possible is the first variant for which there is memory.
func (s *Stencils) possible(list []variant, r *request) variant {
	for _, v := range list {
		if !v.exchanges {
			return v
		}
		if _, err := s.fields.Second(r.writes[0]); err == nil {
			return v
		}
	}
	return list[0]
}

func pick(operator string, list []variant, name string) (variant, error) {
	var names []string
	for _, v := range list {
		if v.name == name {
			return v, nil
		}
		names = append(names, v.name)
	}
	if err := removed(operator, name); err != nil {
		return variant{}, err
	}
	return variant{}, status.Errorf(status.UnknownName, "%s: variant '%s' is not known here%s", operator, name, nearest.All(name, "variants are", names))
}

// removed refuses a variant of an earlier release that was never the fastest.
func removed(operator, name string) error {
	if !slices.Contains([]string{"tiled:8:512", "tiled:16:1024", "tiled:32:512", "streaming:32:512", "fused:16", "march:6:32:2:128:u1:b6",
		"march:5:32:4:64:u1:b1", "planes:512:32:4:256:b1:a2", "planes:512:32:4:256:b1:a3"}, name) {
		return nil
	}
	return status.Errorf(status.UnknownName, "%s: variant '%s' was removed in 0.3.0, because it was never the fastest; select another one, or none to have the variants measured", operator, name)
}

// measurable are the variants that are candidates without being named.
func measurable(list []variant) []variant {
	return slices.DeleteFunc(list, func(v variant) bool { return v.byName })
}

// VariantNames are the ways in which an operator could be applied to these fields.
func (s *Stencils) VariantNames(operator, reads, writes string, numbers []float64, options string) ([]string, error) {
	r, err := s.request(operator, reads, writes, numbers, options, 1)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, v := range s.variants(r) {
		names = append(names, v.name)
	}
	return names, nil
}

// variants lists the ways to run a request, the one that is right without measuring first.
func (s *Stencils) variants(r *request) []variant {
	switch {
	case s.about.Compiles:
		return s.texts(r)
	case r.op.host("strips") && r.steps > 1:
		return []variant{s.severalSteps(1024), s.severalSteps(1536), s.severalSteps(2048), s.severalSteps(3072)}
	case r.op.Relaxes():
		return s.relaxations(r)
	case r.op.host("program"):
		return []variant{s.interpreted("blocks", false), s.interpreted("streaming", true)}
	case r.op.Kernel != "" && !r.op.streams():
		return []variant{s.rowByRow(false)}
	case !r.op.host("tiles"):
		return []variant{s.rowByRow(false), s.rowByRow(true)}
	}
	var list []variant
	for _, past := range []bool{false, true} {
		for _, rows := range []int{16, 64, 4} {
			list = append(list, s.tiled(rows, 0, past))
		}
	}
	deep := r.writes[0].Dims == 3
	if deep && r.op.host("narrow") { // it reads several planes: narrow tiles keep them in the nearest cache
		list = append(list, s.tiled(8, 512, true), s.tiled(16, 1024, true))
	}
	if r.op.host("shifted") {
		list = append(list, s.another("shifted", 16, 0, 1), s.another("shifted", 64, 0, 1))
	}
	if deep && r.op.host("stacked") { // it reads so many planes that four at once read them from far caches less often
		list = append(list, s.another("stacked", 16, 0, 4), s.another("stacked", 32, 0, 4), s.another("stacked", 16, 512, 4))
	}
	return list
}

// streams tells whether there is a kernel of a host whose outputs go past the caches.
func (o *Operator) streams() bool { return rows.Has(o.Kernel, "S") }

// rowByRow is an operator of one point, which reads nothing twice: as memory has it, in planes as whole as leave every worker its items.
// Tiles of 16 rows of floats took up to 1.2 times as long (docs/stencils.md).
func (s *Stencils) rowByRow(past bool) variant {
	v := s.tiled(1, 0, past)
	name, _, _ := strings.Cut(v.name, ":")
	if !past {
		name = "rows"
	}
	return variant{name: name, sweeps: func(r *request) []device.Sweep {
		w := v.sweeps(r)[0]
		s.cut(&w, above(w.Extent[1], above(16*s.about.Threads, w.Extent[2])))
		return []device.Sweep{w}
	}}
}

// tiled is rows in SIMD registers, in tiles of so many rows, and so many bytes wide (0: whole rows); past: outputs go past the caches.
func (s *Stencils) tiled(rows, bytes int, past bool) variant {
	name := "tiled:" + strconv.Itoa(rows)
	if past {
		name = "streaming:" + strconv.Itoa(rows)
	}
	if bytes > 0 {
		name += ":" + strconv.Itoa(bytes)
	}
	return variant{name: name, sweeps: func(r *request) []device.Sweep {
		w := s.sweep(r.kernelName(past), r)
		r.setAxis(&w)
		w.Option[kernels.OptionWidth] = int64(bytes / r.writes[0].Bytes)
		s.cut(&w, rows)
		return []device.Sweep{w}
	}}
}

// setAxis tells the kernel the axis of an operator that has one.
func (r *request) setAxis(w *device.Sweep) {
	if r.op.Axis > 0 {
		w.Option[0] = int64(r.op.Axis - 1)
	}
}

// another is a kernel of its own that stores past the caches, over items as of tiled; it takes so many planes at once.
func (s *Stencils) another(way string, rows, bytes, together int) variant {
	v := s.tiled(rows, bytes, true)
	_, size, _ := strings.Cut(v.name, ":")
	return variant{name: way + ":" + size, sweeps: func(r *request) []device.Sweep {
		w := v.sweeps(r)[0]
		w.Program = s.program(r.hostKernel(way, 1))
		planes := &w.Option[kernels.OptionPlanes]
		*planes = int64(above(int(*planes), together) * together)
		w.Items = above(w.Extent[1], rows) * above(w.Extent[2], int(*planes))
		return []device.Sweep{w}
	}}
}

// cut divides a sweep into items: tiles of rows, over as many planes as leave every worker 16 items. With 4 of them the
// last one to finish kept 16 workers waiting: derivatives of radius 4 took up to 1.3 times as long.
func (s *Stencils) cut(w *device.Sweep, rows int) {
	tiles := (w.Extent[1] + rows - 1) / rows
	parts := above(16*s.about.Threads, tiles)
	planes := max((w.Extent[2]+parts-1)/parts, 1)
	w.Option[kernels.OptionTile], w.Option[kernels.OptionPlanes] = int64(rows), int64(planes)
	w.Items, w.Chunk = tiles*((w.Extent[2]+planes-1)/planes), 1
}

// severalSteps are one pass, down strips so many bytes wide.
func (s *Stencils) severalSteps(bytes int) variant {
	const rows = 128 // of an item
	return variant{name: "strips:" + strconv.Itoa(bytes), sweeps: func(r *request) []device.Sweep {
		w := s.sweep(r.hostKernel("strips", 1), r)
		columns := bytes / r.writes[0].Bytes
		w.Option[0], w.Option[1], w.Option[2] = int64(r.steps), int64(columns), rows
		w.Items, w.Chunk = above(w.Extent[0], columns)*above(w.Extent[1], rows), 1
		return []device.Sweep{w}
	}}
}

// relaxations are the ways of a Gauss-Seidel sweep; all give the same answer bit for bit.
func (s *Stencils) relaxations(r *request) []variant {
	colour := func(c int) func(r *request) device.Sweep {
		return func(r *request) device.Sweep {
			w := s.sweep(r.kernelName(false), r)
			w.Option[0] = int64(c)
			s.cut(&w, 16)
			return w
		}
	}
	if len(r.op.Colours) == 1 {
		return []variant{{name: "one_colour", sweeps: func(r *request) []device.Sweep { return []device.Sweep{colour(r.op.Colours[0])(r)} }}}
	}
	list := []variant{{name: "two_passes", sweeps: func(r *request) []device.Sweep { return []device.Sweep{colour(0)(r), colour(1)(r)} }}}
	if f := r.writes[0]; f.Dims == 3 && r.op.host("fused") {
		list = append(list, s.fused(32), s.fused(64))
		if across, up := s.boxes(); f.Shape[1] >= 4*across && f.Shape[2] >= 4*up { // smaller boxes are all seams
			list = append(list[1:], list[0])
		}
	}
	return list
}

// fused is both colours in one pass over memory, in tiles of so many rows, and a second one over the seams between
// the boxes of workers.
func (s *Stencils) fused(rows int) variant {
	return variant{name: named("fused", true, rows), sweeps: func(r *request) []device.Sweep {
		var list []device.Sweep
		across, up := s.boxes()
		for n := 1; n <= 2; n++ {
			w := s.sweep(r.hostKernel("fused", n), r)
			tall, high := max(above(w.Extent[1], across), 2), max(above(w.Extent[2], up), 2)
			w.Option[1], w.Option[kernels.OptionPlanes], w.Option[kernels.OptionTile] = int64(tall), int64(high), int64(rows)
			w.Items, w.Chunk = above(w.Extent[1], tall)*above(w.Extent[2], high), 1
			list = append(list, w)
		}
		return list
	}}
}

// boxes is one for each worker, so many along y and along z: nearly square ones have the shortest seams.
func (s *Stencils) boxes() (across, up int) {
	across = int(math.Sqrt(float64(s.about.Threads)))
	for s.about.Threads%across != 0 {
		across--
	}
	return across, s.about.Threads / across
}
