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
	name   string
	sweeps func(r *request) []device.Sweep
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

func (s *Stencils) launch(v variant, r *request) error {
	for _, w := range v.sweeps(r) {
		if err := s.device.Sweep(w); err != nil {
			return err
		}
	}
	return nil
}

// choose gives the variant of a request: the pinned one, the one that was measured before, or the fastest
// of all on these very fields. A request that would change its own input is not measured.
func (s *Stencils) choose(r *request) (variant, error) {
	list := s.variants(r)
	pin := r.variant
	if pin == "" {
		pin = s.pinned[r.op.Name]
	}
	if pin != "" {
		return pick(r.op.Name, list, pin)
	}
	f := r.writes[0]
	measurable := s.measures && len(list) > 1 && f.Points() >= measuredFrom && !r.op.Relaxes && !r.overwrites()
	if !measurable {
		return list[0], nil
	}
	key := fmt.Sprintf("%s %s radius %d %s %v", r.op.Name, strings.Repeat("n", len(r.reads)), r.radius*r.steps, f.Precision(), f.Shape[:f.Dims])
	if v, ok := s.chosen[key]; ok {
		return v, nil
	}
	v, text, err := s.fastest(list, r)
	if err != nil {
		return variant{}, err
	}
	s.chosen[key] = v
	s.account.Note("stencil %s, radius %d, %s %v: %s", r.op.Name, r.radius, f.Precision(), f.Shape[:f.Dims], text)
	return v, nil
}

func (r *request) overwrites() bool { return slices.Contains(r.reads, r.writes[0]) }

// fastest runs every variant twice and tells the better time of each, the best first.
func (s *Stencils) fastest(list []variant, r *request) (variant, string, error) {
	type timed struct {
		variant
		seconds float64
	}
	var times []timed
	for _, v := range list {
		best := 0.0
		for try := range 4 { // the first one warms up
			begin := time.Now()
			if err := s.launch(v, r); err != nil {
				return variant{}, "", err
			}
			if err := s.device.Finish(); err != nil {
				return variant{}, "", err
			}
			if t := time.Since(begin).Seconds(); try == 1 || try > 1 && t < best {
				best = t
			}
		}
		times = append(times, timed{v, best})
	}
	slices.SortFunc(times, func(a, b timed) int {
		if a.seconds < b.seconds {
			return -1
		}
		return 1
	})
	var words []string
	for _, t := range times {
		words = append(words, fmt.Sprintf("%s %.3g ms", t.name, 1e3*t.seconds))
	}
	return times[0].variant, "measured " + strings.Join(words, ", "), nil
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
		return []variant{{"tiles", s.patches}}
	case r.op.Relaxes:
		return s.relaxations(r)
	case r.op.kernel == "constant":
		return []variant{s.tiled(64, false)}
	}
	var list []variant
	for _, past := range []bool{false, true} {
		for _, rows := range s.tiles(r) {
			list = append(list, s.tiled(rows, past))
		}
	}
	return list
}

// tiles are heights of tiles worth a trial: an operator of one point reads nothing twice.
func (s *Stencils) tiles(r *request) []int {
	if r.op.Reaches == 0 {
		return []int{16}
	}
	return []int{16, 64, 4}
}

// tiled is rows of packs, in tiles of so many rows; past: outputs go past the caches.
func (s *Stencils) tiled(rows int, past bool) variant {
	name, suffix := "tiled:"+strconv.Itoa(rows), ""
	if past {
		name, suffix = "streaming:"+strconv.Itoa(rows), "_s"
	}
	return variant{name, func(r *request) []device.Sweep {
		w := s.sweep(r.kernelName()+suffix, r)
		if strings.HasPrefix(r.op.Name, "derivative") {
			w.Option[0] = int64(r.op.Name[len(r.op.Name)-1] - 'x')
		}
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
		return []variant{{"one_colour", func(r *request) []device.Sweep { return []device.Sweep{colour(0)(r)} }}}
	case "gauss_seidel_black":
		return []variant{{"one_colour", func(r *request) []device.Sweep { return []device.Sweep{colour(1)(r)} }}}
	}
	twice := variant{"two_passes", func(r *request) []device.Sweep { return []device.Sweep{colour(0)(r), colour(1)(r)} }}
	fused := variant{"fused", s.fused}
	switch f := r.writes[0]; {
	case f.Dims == 2:
		return []variant{twice}
	case f.Shape[2] < 4*s.workers:
		return []variant{twice, fused}
	}
	return []variant{fused, twice}
}

// fused is both colours in one pass over memory, and a second one over the seams between items.
func (s *Stencils) fused(r *request) []device.Sweep {
	var list []device.Sweep
	for _, kernel := range []string{"fused_colours_", "fused_seams_"} {
		w := s.sweep(kernel+r.writes[0].Precision(), r)
		planes := max((w.Extent[2]+4*s.workers-1)/(4*s.workers), 2)
		w.Option[kernels.OptionPlanes] = int64(planes)
		w.Items, w.Chunk = (w.Extent[2]+planes-1)/planes, 1
		list = append(list, w)
	}
	return list
}
