package stencils

import (
	"fmt"
	"slices"
	"time"

	"drawbridge/status"
	"drawbridge/views"
)

// What DRAWBRIDGE_STENCILS says of how often a list exchanges.
const (
	narrow = iota
	wide
	measured
)

// widths says the same in words.
var widths = []string{"exchanges at every run", "exchanges as seldom as halos allow", "measures"}

// exchanges is what the setting of this rank says.
func (c *choices) exchanges() int64 {
	switch {
	case c.width == "wide":
		return wide
	case c.width == "narrow" || !c.measures:
		return narrow
	}
	return measured
}

// halos are those of the fields that only a list of several runs exchanges; -1: such a field is gone.
func (x *Every) halos(fields *views.Fields) (list []int64) {
	for _, name := range x.also {
		halo := -1
		if u, err := fields.Find(name); err == nil {
			halo = u.Halo
		}
		list = append(list, int64(halo))
	}
	return list
}

// begin tells which n are held against each other, on all ranks the same: none where a setting decides. A chosen n is at most what the
// halos of each rank allow, and 1 where they differ in a field that travels, for then messages differ in size.
func (x *Every) begin(q *Sequence) (*contest, error) {
	mine := append([]int64{int64(x.Runs), q.stencils.exchanges(), int64(x.most())}, x.halos(q.stencils.fields)...)
	all, err := x.Share(mine)
	if err != nil {
		return nil, q.Wrap("exchange", err)
	}
	most := x.most()
	for rank, other := range all {
		switch {
		case len(other) != len(mine):
			return nil, q.Wrap("exchange", status.Errorf(status.Argument, "exchange: every=%d: the operators of rank %d read other fields; the lists of all ranks must be the same", x.Runs, rank))
		case other[0] != mine[0]:
			return nil, q.Wrap("exchange", status.Errorf(status.Argument, "exchange: every=%d, and rank %d has every=%d; the lists of all ranks must be the same", x.Runs, rank, other[0]))
		case other[1] != mine[1]:
			return nil, q.Wrap("exchange", status.Errorf(status.Argument, "exchange: every=%d: this rank %s and rank %d %s; give all ranks the same DRAWBRIDGE_STENCILS", x.Runs, widths[mine[1]], rank, widths[other[1]]))
		}
		most = min(most, int(other[2]))
		for i, name := range x.also {
			a, b := mine[3+i], other[3+i]
			switch {
			case a == b || a < 0 || b < 0: // a field that is gone ends the run of its rank
			case x.Runs != Chosen:
				return nil, q.Wrap("exchange", status.Errorf(status.Shape, "exchange: every=%d: field %s has a halo of %d here and of %d on rank %d; give it the same one on all ranks", x.Runs, name, a, b, rank))
			case most > 1: // said once
				most = 1
				q.stencils.account.Note("sequence %s: field %s has a halo of %d, and of %d on rank %d: with the same one, exchanges could come less often", q.name, name, a, b, rank)
			}
		}
	}
	if most < x.most() {
		q.stencils.account.Note("sequence %s: exchanges at one run in %d at most, as the halos of all ranks allow", q.name, most)
	}
	switch {
	case mine[1] == wide:
		return &contest{best: most}, nil
	case mine[1] == narrow || most < 2:
		return &contest{best: 1}, nil
	case x.Runs == Chosen:
		return &contest{best: 1, rival: 2, most: most}, nil
	}
	return &contest{best: 1, rival: most, most: most}, nil
}

// run runs the list so many times: rivals of the best n as long as there are some, then whole periods of the best n, and what is left with
// an exchange each time.
func (x *Every) run(q *Sequence, times int, wait bool) error {
	if x.contest == nil {
		c, err := x.begin(q)
		if err != nil {
			return err
		}
		x.contest = c
	}
	c := x.contest
	for c.rival > 0 && times >= c.turn() {
		rival, err := x.challenger(q, c)
		if err != nil {
			return err
		}
		if rival == nil {
			break
		}
		times -= c.turn()
		if err := x.try(q, c, rival); err != nil {
			return err
		}
	}
	if c.best > 1 && times >= c.best {
		best, err := x.made(q, c.best)
		if err == nil {
			err = best.advanceList(times/c.best, wait)
		}
		if err != nil {
			return err
		}
		times %= c.best
	}
	if times > 0 {
		return q.advanceList(times, wait)
	}
	return nil
}

// made is the list of n runs. Where it cannot be made, no rank waits for this one, as where a run fails.
func (x *Every) made(q *Sequence, runs int) (*Sequence, error) {
	d, err := q.widened(runs)
	if err == nil {
		return d, nil
	}
	for _, e := range q.entries {
		if e.work != nil && e.work.Forget != nil {
			e.work.Forget()
		}
	}
	return nil, q.Wrap("", err)
}

// challenger is the list of the rival. Where a rank cannot make it, the rival has lost on all ranks and the search is over: nobody asked
// for this n, so it ends no run. Then the answer is nil.
func (x *Every) challenger(q *Sequence, c *contest) (*Sequence, error) {
	account := q.stencils.account
	rival, failure := q.widened(c.rival)
	lacks := int64(0)
	if failure != nil {
		lacks = 1
		account.Note("sequence %s: no list of %d runs with one exchange: %v", q.name, c.rival, failure)
	}
	all, err := x.Share([]int64{lacks})
	if err != nil {
		return nil, q.Wrap("exchange", err)
	}
	for rank, other := range all {
		if other[0] != 0 {
			account.Note("sequence %s: exchanges at %s, since rank %d cannot make the list of %d runs", q.name, runsOf(c.best), rank, c.rival)
			c.rival = 0
			x.keep(c.best)
			return nil, nil
		}
	}
	return rival, nil
}

// slowest is the most of two times over all ranks, in seconds.
func (x *Every) slowest(one, two float64) (float64, float64, error) {
	all, err := x.Share([]int64{int64(1e9 * one), int64(1e9 * two)})
	for _, times := range all {
		one, two = max(one, 1e-9*float64(times[0])), max(two, 1e-9*float64(times[1]))
	}
	return one, two, err
}

// try times one turn of the best n or of its rival, in turns, and settles after enough of them.
func (x *Every) try(q *Sequence, c *contest, rival *Sequence) error {
	way, runs, s := 0, c.best, q.stencils
	list, err := x.made(q, c.best)
	if err != nil {
		return err
	}
	if len(c.tried[1]) < len(c.tried[0]) {
		way, runs, list = 1, c.rival, rival
	}
	if err := s.Finish(); err != nil {
		return err
	}
	begin := time.Now()
	if err := list.advanceList(c.turn()/runs, true); err != nil {
		return err
	}
	if err := s.Finish(); err != nil {
		return err
	}
	c.tried[way] = append(c.tried[way], time.Since(begin).Seconds()/float64(c.turn()))
	if len(c.tried[1]) < triesOfEvery {
		return nil
	}
	best, other, err := x.slowest(slices.Min(c.tried[0][1:]), slices.Min(c.tried[1][1:]))
	if err != nil {
		return err
	}
	s.account.Note("sequence %s: measured %.3g ms a run with an exchange at %s, %.3g ms at %s", q.name, 1e3*best, runsOf(c.best), 1e3*other, runsOf(c.rival))
	if c.settle(best, other); c.rival == 0 {
		s.account.Note("sequence %s: exchanges at %s", q.name, runsOf(c.best))
	}
	x.keep(c.best)
	return nil
}

func runsOf(n int) string {
	if n == 1 {
		return "each run"
	}
	return fmt.Sprintf("one run in %d", n)
}
