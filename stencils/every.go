package stencils

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/settings"
	"drawbridge/status"
	"drawbridge/views"
)

// Beyond is what lies beyond a face of a rank's box.
type Beyond int

// A face of the whole grid, the box itself around an axis, or another rank's box.
const (
	Outside Beyond = iota
	Itself
	Another
)

// Every is an exchange that comes every n-th run of a list: the fields then have n times the layers that a run reads. In between a rank
// computes its neighbours' points too, over fewer layers at each run. It computes them as the neighbour does, so no bit changes.
type Every struct {
	Runs, Layers int    // Runs is n; Chosen: what measures best
	Most         int    // where n is chosen, the most that halos and boxes allow
	Names        string // of the fields that are exchanged
	Beyond       [3][2]Beyond
	Exchange     func(q *Sequence, names string, layers int) error
	Share        func(mine []int64) ([][]int64, error) // gives every rank the numbers of all; each rank brings as many

	calls   []call
	sets    map[string]float64
	written []*views.Field
	also    []string          // fields that are read at a point before they are written, and travel too
	swapped bool              // operators come no more
	lists   map[int]*Sequence // of n runs with one exchange, once made
	contest *contest          // of the n that are allowed; nil: to begin
}

// Chosen as Runs lets the first runs find how many go with one exchange.
const Chosen = 0

// call is one that appended operators.
type call struct {
	operator, reads, writes string
	numbers                 []float64
	options                 string
}

// triesOfEvery is how often each way is timed before one is taken; the first time is not counted.
const triesOfEvery = 4

// ExchangeEvery begins a list with an exchange that comes every n-th run, where that is faster or the setting says so.
func (q *Sequence) ExchangeEvery(x *Every) error {
	switch {
	case x.Runs == Chosen:
		x.Most = max(1, min(x.Most, views.MostHalo))
	case x.Runs < 2 || x.Runs > views.MostHalo:
		return q.Wrap("exchange", status.Errorf(status.Argument, "exchange: every=%d, 1 to %d expected, or 0 for what the first runs measure", x.Runs, views.MostHalo))
	case len(q.entries) > 0:
		return q.Wrap("exchange", status.Errorf(status.Order, "exchange: every=%d is expected at the beginning of a list", x.Runs))
	case x.Layers < 1:
		return q.Wrap("exchange", status.Errorf(status.Shape, "exchange: every=%d needs fields with a halo of at least %d, and layers of at least 1", x.Runs, x.Runs))
	case x.Beyond[0][0] == Another || x.Beyond[0][1] == Another:
		return q.Wrap("exchange", status.Errorf(status.NotAvailable, "exchange: every=%d, and the grid is divided along x; divide it along y and z", x.Runs))
	}
	trial := q.stencils.NewSequence(q.name) // refuses too thin halos and boxes
	defer trial.Close()
	if err := x.Exchange(trial, x.Names, x.most()*x.Layers); err != nil {
		return err
	}
	if err := x.Exchange(q, x.Names, x.Layers); err != nil {
		return err
	}
	x.sets, x.lists = map[string]float64{}, map[int]*Sequence{}
	q.every = x
	return nil
}

// most is the most runs that may go with one exchange.
func (x *Every) most() int {
	if x.Runs == Chosen {
		return x.Most
	}
	return x.Runs
}

// reach is the halo that fields of the list need at least.
func (x *Every) reach() int { return max(x.Runs, 1) * x.Layers }

// refuses is why a list that exchanges every n-th run does not take an entry.
func (x *Every) refuses(entry string) error {
	return status.Errorf(status.NotAvailable, "%s: a list whose exchange has every=%d takes operators, fills and swaps alone; leave every out", entry, x.Runs)
}

// TakesWork refuses work of others to a list that exchanges every n-th run.
func (q *Sequence) TakesWork(entry string) error {
	if q.every == nil {
		return nil
	}
	return q.every.refuses(entry)
}

// takeEvery judges what a call has appended: requests from one on, or a swap.
func (q *Sequence) takeEvery(c call, entries []entry) error {
	next, s := *q.every, q.stencils // taken when all is good
	x := &next
	exchanged, err := s.list("exchange", x.Names, 0)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.name == "swap" {
			x.swapped = true
			continue
		}
		r := e.counts
		if r == nil || e.name == "copy" || r.partial() || r.steps > 1 || r.op.Relaxes() || x.swapped {
			return status.Errorf(status.NotAvailable, "%s: a list whose exchange has every=%d takes operators on whole fields, that relax nothing and make one step, then swaps; leave every out", c.operator, x.Runs)
		}
		for _, f := range r.all() {
			if f.Whole().Halo < x.reach() || f.Shape != exchanged[0].Shape || f.First != exchanged[0].First {
				return status.Errorf(status.Shape, "%s: %s, and the exchange has every=%d and layers=%d: all fields of the list need a halo of %d, on the box of the domain", c.operator, f.Describe(), x.Runs, x.Layers, x.reach())
			}
			x.Most = min(x.Most, f.Whole().Halo/x.Layers)
		}
		if e.fill != nil {
			if err := x.takesFill(e.fill, exchanged); err != nil {
				return err
			}
			continue
		}
		for _, f := range r.reaching() {
			if !slices.Contains(exchanged, f.Whole()) || slices.Contains(x.written, f.Whole()) || r.radius > x.Layers {
				return status.Errorf(status.Argument, "%s: field %s is read %d layers away; the exchange has every=%d, so only '%s' may be, up to layers=%d, before they are written", c.operator, f.Name, r.radius, x.Runs, x.Names, x.Layers)
			}
		}
		for _, f := range r.reads {
			if name := f.Whole().Name; !slices.Contains(exchanged, f.Whole()) && !slices.Contains(x.written, f.Whole()) && !slices.Contains(x.also, name) {
				x.also = append(x.also, name)
			}
		}
		for _, f := range r.writes {
			x.written = append(x.written, f.Whole())
		}
	}
	x.calls, x.contest = append(x.calls, c), nil
	*q.every = next
	return nil
}

func (x *Every) takesFill(f *fill, exchanged []*views.Field) error {
	u := f.request.writes[0]
	if !slices.Contains(exchanged, u.Whole()) || len(x.written) > 0 || len(f.request.reads) > 0 {
		return status.Errorf(status.NotAvailable, "fill %s: a list whose exchange has every=%d fills halos of '%s' before operators, of a kind that copies no other field", u.Name, x.Runs, x.Names)
	}
	for _, at := range f.faces {
		if x.Beyond[at.axis][at.side] != Outside {
			return status.Errorf(status.Argument, "fill %s: beyond face %c%c lies another box, and the exchange has every=%d; fill domain%%edges", u.Name, "xyz"[at.axis], "-+"[at.side], x.Runs)
		}
	}
	return nil
}

// grown is by how much fields have grown where so many runs follow before the next exchange. Around an axis within the box they do not:
// a fill wraps them.
func (x *Every) grown(runs int) (g views.Growth) {
	for axis, sides := range x.Beyond {
		for side, growth := range []*[3]int{&g.Low, &g.High} {
			if sides[side] == Another {
				growth[axis] = runs * x.Layers
			}
		}
	}
	return g
}

// widened is the list of n runs with one exchange; of one run, the list itself.
func (q *Sequence) widened(runs int) (*Sequence, error) {
	x, s := q.every, q.stencils
	if runs == 1 {
		return q, nil
	}
	if d := x.lists[runs]; d != nil {
		return d, nil
	}
	d := s.NewSequence(q.name + fmt.Sprintf(" (%d runs, one exchange)", runs))
	d.quiet = true
	err := x.Exchange(d, strings.Join(append([]string{x.Names}, x.also...), " "), runs*x.Layers)
	for left := runs - 1; left >= 0 && err == nil; left-- {
		err = s.fields.WithGrown(x.grown(left), func() error { return x.once(d) })
	}
	for name, value := range x.sets {
		if err == nil {
			err = d.Set(name, value)
		}
	}
	if err != nil {
		d.Close()
		return nil, err
	}
	x.lists[runs] = d
	return d, nil
}

// once appends one run to a list.
func (x *Every) once(d *Sequence) error {
	layers := fmt.Sprintf("layers=%d", x.Layers)
	var around []string
	for axis, sides := range x.Beyond {
		if sides[0] == Itself {
			around = append(around, string("xyz"[axis]))
		}
	}
	for _, name := range settings.Words(x.Names) {
		if len(around) == 0 {
			break
		}
		if err := d.Apply("fill", "", name, nil, layers+" kind=periodic faces="+strings.Join(around, "/")); err != nil {
			return err
		}
	}
	for _, c := range x.calls {
		options := c.options
		if c.operator == "fill" && !strings.Contains(options, "layers=") {
			options += " " + layers
		}
		if err := d.Apply(c.operator, c.reads, c.writes, c.numbers, options); err != nil {
			return err
		}
	}
	return nil
}

// set gives a number another value in the lists of n runs too.
func (x *Every) set(name string, value float64) error {
	x.sets[name] = value
	for _, d := range x.lists {
		if err := d.Set(name, value); err != nil {
			return err
		}
	}
	return nil
}

// changes forgets the lists of n runs.
func (x *Every) changes() {
	for runs := range x.lists {
		x.forget(runs)
	}
}

// keep forgets the lists of other n than the best.
func (x *Every) keep(best int) {
	for runs := range x.lists {
		if runs != best {
			x.forget(runs)
		}
	}
}

func (x *Every) forget(runs int) {
	x.lists[runs].Close()
	delete(x.lists, runs)
}
