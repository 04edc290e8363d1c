package stencils

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"drawbridge/device"
)

// agreed is the fastest variant as an earlier run, or another rank that shares the cache, measured it, else as measured now.
func (s *Stencils) agreed(name, key string, list []variant, measure func() (variant, string, error)) (variant, string, error) {
	if s.about.Chooser == nil {
		return measure()
	}
	var best variant
	var text string
	for _, v := range list { // a choice between other variants is another choice
		key += " " + v.name
	}
	choice, measured, err := s.about.Chooser.Choice("stencil_"+name, key, builtIn, func() (string, error) {
		var err error
		best, text, err = measure()
		return best.name, err
	})
	if err != nil || measured {
		return best, text, err
	}
	v, err := pick(name, list, choice)
	if err != nil {
		return measure()
	}
	return v, choice + ", as measured by an earlier run (cache)", nil
}

// measured is the fastest variant of a request on its very fields. What a sweep of Gauss-Seidel would change is tried
// on the field's second memory; where there is none, nothing is measured.
func (s *Stencils) measured(list []variant, r *request) (variant, string, error) {
	if !r.op.Relaxes() {
		return s.fastest(list, func(v variant) error { return s.start(s.made(r, v)) })
	}
	u := r.writes[0]
	there := u.HasSecond()
	second, err := s.fields.Second(u)
	if err != nil {
		return s.possible(list, r), "not measured, no memory for a trial", nil
	}
	if err := s.fields.CopyToSecond(u); err != nil {
		return variant{}, "", err
	}
	best, text, err := s.fastest(list, func(v variant) error { return s.start(onSecond(s.made(r, v), v, second)) })
	if !best.exchanges && !there {
		s.fields.ReleaseSecond(u)
	}
	return best, text, err
}

// onSecond are launches that change a second memory instead of the field: the last argument is what is written.
func onSecond(list []device.Sweep, v variant, second device.Memory) []device.Sweep {
	for _, w := range list {
		w.Fields[len(w.Fields)-1].Memory = second
	}
	return list
}

// fastest runs every variant a few times and tells the best time of each, the fastest first. A variant that this
// device cannot run is no candidate.
func (s *Stencils) fastest(list []variant, launch func(v variant) error) (variant, string, error) {
	type timed struct {
		variant
		seconds float64
	}
	var times []timed
	var failure error
	for _, v := range list {
		best, err := s.bestTime(func() error { return launch(v) })
		if err != nil {
			failure = err
			if s.device.Finish() != nil {
				return variant{}, "", err // nothing runs any more
			}
			continue
		}
		times = append(times, timed{v, best})
	}
	if len(times) == 0 {
		return variant{}, "", failure
	}
	slices.SortStableFunc(times, func(a, b timed) int {
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

// bestTime of three, after one that warms up.
func (s *Stencils) bestTime(launch func() error) (float64, error) {
	best := 0.0
	for try := range 4 {
		begin := time.Now()
		if err := launch(); err != nil {
			return 0, err
		}
		if err := s.device.Finish(); err != nil {
			return 0, err
		}
		if t := time.Since(begin).Seconds(); try == 1 || try > 1 && t < best {
			best = t
		}
	}
	return best, nil
}
