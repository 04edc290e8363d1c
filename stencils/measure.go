package stencils

import (
	"errors"
	"time"

	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/tuning"
)

// errNoTrial: there is no memory for the copies of fields that a trial needs.
var errNoTrial = status.Errorf(status.OutOfMemory, "no memory for a trial")

// tuned is the fastest variant of a list, as measured now, by an earlier run or by another rank that shares the cache. prepare comes before
// the first launch.
func (s *Stencils) tuned(name, key string, list []variant, prepare func() error, launch func(v variant) error) (variant, string, error) {
	c := tuning.Choice{Name: "stencil_" + name, Key: key, Prepare: prepare, Ends: func() bool { return s.device.Finish() != nil }}
	for _, v := range list {
		c.Names = append(c.Names, v.name)
	}
	c.Run = func(place int) (float64, error) {
		begin := time.Now()
		err := launch(list[place])
		if err == nil {
			err = s.device.Finish()
		}
		return time.Since(begin).Seconds(), err
	}
	if chooser := s.about.Chooser; chooser != nil {
		c.Keep = chooser.Choices(builtIn)
	}
	place, text, err := c.Decide()
	return list[place], text, err
}

// measured is the fastest variant of a request on its very fields. What a sweep of Gauss-Seidel would change is tried
// on the field's second memory; where there is none, nothing is measured.
func (s *Stencils) measured(key string, list []variant, r *request) (variant, string, error) {
	if !r.op.Relaxes() {
		return s.tuned(r.op.Name, key, list, nil, func(v variant) error { return start(s.made(r, v), s.device) })
	}
	u := r.writes[0]
	there := u.HasSecond()
	prepare := func() error {
		if _, err := s.fields.Second(u); err != nil {
			return errNoTrial
		}
		return s.fields.CopyToSecond(u)
	}
	best, text, err := s.tuned(r.op.Name, key, list, prepare, func(v variant) error { return start(onSecond(s.made(r, v), u.SecondMemory()), s.device) })
	if errors.Is(err, errNoTrial) {
		return s.possible(list, r), ", not measured: no memory for a trial", nil
	}
	if !best.exchanges && !there {
		s.fields.ReleaseSecond(u)
	}
	return best, text, err
}

// onSecond are launches that change a second memory instead of the field: the last argument is what is written.
func onSecond(list []device.Sweep, second device.Memory) []device.Sweep {
	for _, w := range list {
		w.Fields[len(w.Fields)-1].Memory = second
	}
	return list
}
