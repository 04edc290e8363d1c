package stencils

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils"
	"drawbridge/status"
)

// variant is one way to run a request: its name, and the launches it makes.
type variant struct {
	name      string
	sweeps    func(r *request) []device.Sweep
	exchanges bool // the answer goes into the second memory of the field that is written, whose last argument that is
}

// measuredFrom is the number of points from which a choice by measuring pays.
const measuredFrom = 1 << 16

// run launches a request in its chosen variant.
func (s *Stencils) run(r *request) error {
	v, err := s.choose(r)
	if err != nil {
		return err
	}
	begin := time.Now()
	if err := s.launch(v, r); err != nil || s.device.Compiles() {
		return err // a device that compiles has only started it: sequences are timed as a whole
	}
	s.account.Kernel("stencil "+r.op.Name, int64(r.steps)*int64(r.writes[0].Points()), r.bytes(), time.Since(begin).Seconds())
	return nil
}

// made are the launches of a variant, on the memories that the fields have now.
func (r *request) made(v variant) []device.Sweep {
	list, ok := r.sweeps[v.name]
	if !ok {
		list = v.sweeps(r)
		r.sweeps[v.name] = list
	}
	for _, w := range list {
		for i, f := range r.all() {
			w.Fields[i] = f.Argument(i >= len(r.reads))
		}
	}
	return list
}

func (s *Stencils) launch(v variant, r *request) error {
	if !v.exchanges {
		return s.start(r.made(v))
	}
	u := r.writes[0]
	second, err := s.fields.Second(u)
	if err != nil {
		return err
	}
	list := r.made(v)
	for _, w := range list {
		last := u.Argument(true)
		last.Memory = second
		w.Fields[len(w.Fields)-1] = last
	}
	if err := s.start(list); err != nil {
		return err
	}
	if !r.forgetsHalo {
		if err := s.copyHalo(u, second); err != nil {
			return err
		}
	}
	u.Exchange()
	return nil
}

func (s *Stencils) start(list []device.Sweep) error {
	for _, w := range list {
		if err := s.device.Sweep(w); err != nil {
			return err
		}
	}
	return nil
}

// choose gives the variant of a request: the pinned one, the one that was measured before, or the fastest
// of all on these very fields. A request that would change its own input is not measured.
func (s *Stencils) choose(r *request) (variant, error) {
	if err := s.load(r); err != nil {
		return variant{}, err
	}
	list := s.variants(r)
	pin := r.variant
	if pin == "" {
		pin = s.pinned[r.op.Name]
	}
	if pin != "" {
		return pick(r.op.Name, list, pin)
	}
	f := r.writes[0]
	if !s.measures || len(list) < 2 || f.Points() < measuredFrom || r.overwrites() {
		return s.possible(list, r), nil
	}
	key := r.ownText() + fmt.Sprintf("%s %s radius %d %s %v", r.op.Name, strings.Repeat("n", len(r.reads)), r.radius*r.steps, f.Precision(), f.Shape[:f.Dims])
	if v, ok := s.chosen[key]; ok {
		return s.possible(append([]variant{v}, list...), r), nil
	}
	v, text, err := s.agreed(key, list, r)
	if err != nil {
		return variant{}, err
	}
	s.chosen[key] = v
	s.account.Note("stencil %s, radius %d, %s %v: %s", r.op.Name, r.radius, f.Precision(), f.Shape[:f.Dims], text)
	return v, nil
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
	return variant{}, status.Errorf(status.UnknownName, "%s: variant '%s' is not known here; variants are %s", operator, name, strings.Join(names, " "))
}

// VariantNames are the ways in which an operator could be applied to these fields.
func (s *Stencils) VariantNames(operator, reads, writes string, numbers []float64, options string) ([]string, error) {
	r, err := s.request(operator, reads, writes, numbers, options)
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
	case s.device.Compiles():
		return s.texts(r)
	case r.op.Name == "gray_scott" && r.steps > 1:
		return []variant{{name: "tiles", sweeps: s.patches}}
	case r.op.Relaxes:
		return s.relaxations(r)
	case r.op.kernel == "own":
		return []variant{s.interpreted()}
	case r.op.kernel == "constant":
		return []variant{s.tiled(64, 0, false)}
	}
	var list []variant
	for _, past := range []bool{false, true} {
		for _, rows := range s.tiles(r) {
			list = append(list, s.tiled(rows, 0, past))
		}
	}
	if r.reachesUp() {
		for _, past := range []bool{false, true} {
			list = append(list, s.tiled(8, 512, past), s.tiled(16, 1024, past), s.tiled(32, 512, past))
		}
	}
	return list
}

// reachesUp tells an operator that reads several planes: narrow tiles keep them in the nearest cache.
func (r *request) reachesUp() bool {
	return r.writes[0].Dims == 3 && r.op.Reaches > 0 && r.op.Name != "derivative_x" && r.op.Name != "derivative_y"
}

// tiles are heights of tiles worth a trial: an operator of one point reads nothing twice.
func (s *Stencils) tiles(r *request) []int {
	if r.op.Reaches == 0 {
		return []int{16}
	}
	return []int{16, 64, 4}
}

// tiled is rows of packs, in tiles of so many rows, and so many bytes wide (0: whole rows); past: outputs go past the caches.
func (s *Stencils) tiled(rows, bytes int, past bool) variant {
	name, suffix := "tiled:"+strconv.Itoa(rows), ""
	if past {
		name, suffix = "streaming:"+strconv.Itoa(rows), "_s"
	}
	if bytes > 0 {
		name += ":" + strconv.Itoa(bytes)
	}
	return variant{name: name, sweeps: func(r *request) []device.Sweep {
		w := s.sweep(r.kernelName()+suffix, r)
		if strings.HasPrefix(r.op.Name, "derivative") {
			w.Option[0] = int64(r.op.Name[len(r.op.Name)-1] - 'x')
		}
		w.Option[kernels.OptionWidth] = int64(bytes / r.writes[0].Bytes)
		s.cut(&w, rows)
		return []device.Sweep{w}
	}}
}

// cut divides a sweep into items: tiles of rows, over as many planes as leave every worker a few items.
func (s *Stencils) cut(w *device.Sweep, rows int) {
	tiles := (w.Extent[1] + rows - 1) / rows
	parts := (4*s.workers + tiles - 1) / tiles
	planes := max((w.Extent[2]+parts-1)/parts, 1)
	w.Option[kernels.OptionTile], w.Option[kernels.OptionPlanes] = int64(rows), int64(planes)
	w.Items, w.Chunk = tiles*((w.Extent[2]+planes-1)/planes), 1
}

// patches is several steps of Gray-Scott in a tile.
func (s *Stencils) patches(r *request) []device.Sweep {
	const wide, high = 128, 64 // of a patch with its rings, as in kernels/stencils/gray_scott_host.h
	w := s.sweep("gray_scott_steps_"+r.writes[0].Precision(), r)
	w.Option[0] = int64(r.steps)
	x, y := wide-2*r.steps, high-2*r.steps
	w.Items = ((w.Extent[0] + x - 1) / x) * ((w.Extent[1] + y - 1) / y)
	w.Chunk = max(w.Items/(4*s.workers), 1)
	return []device.Sweep{w}
}

// relaxations are the ways of a Gauss-Seidel sweep; all give the same answer bit for bit.
func (s *Stencils) relaxations(r *request) []variant {
	colour := func(c int) func(r *request) device.Sweep {
		return func(r *request) device.Sweep {
			w := s.sweep(r.kernelName(), r)
			w.Option[0] = int64(c)
			s.cut(&w, 16)
			return w
		}
	}
	switch r.op.Name {
	case "gauss_seidel_red":
		return []variant{{name: "one_colour", sweeps: func(r *request) []device.Sweep { return []device.Sweep{colour(0)(r)} }}}
	case "gauss_seidel_black":
		return []variant{{name: "one_colour", sweeps: func(r *request) []device.Sweep { return []device.Sweep{colour(1)(r)} }}}
	}
	list := []variant{{name: "two_passes", sweeps: func(r *request) []device.Sweep { return []device.Sweep{colour(0)(r), colour(1)(r)} }}}
	if f := r.writes[0]; f.Dims == 3 {
		list = append(list, s.fused(16), s.fused(64))
		if f.Shape[2] >= 4*s.workers { // fewer planes are all seams
			list = append(list[1:], list[0])
		}
	}
	return list
}

// fused is both colours in one pass over memory, in tiles of so many rows, and a second one over the seams between
// the planes of two workers.
func (s *Stencils) fused(rows int) variant {
	return variant{name: named("fused", true, rows), sweeps: func(r *request) []device.Sweep {
		var list []device.Sweep
		for _, kernel := range []string{"fused_colours_", "fused_seams_"} {
			w := s.sweep(kernel+r.writes[0].Precision(), r)
			planes := max(above(w.Extent[2], s.workers), 2)
			w.Option[kernels.OptionPlanes], w.Option[kernels.OptionTile] = int64(planes), int64(rows)
			w.Items, w.Chunk = above(w.Extent[2], planes), 1
			list = append(list, w)
		}
		return list
	}}
}
