package stencils

import (
	"fmt"
	"strings"
	"time"

	"drawbridge/status"
)

// pending is runs of a sequence that a device has started, and that nobody has waited for yet.
type pending struct {
	sequence *Sequence
	runs     int
	begin    time.Time // of the first of them
	ahead    bool      // the caller went on meanwhile
}

// Start is Run, but does not wait where a device replays all that is asked: Settle does. Whatever else the list needs, such as a kernel
// that is compiled, waits as in Run.
func (q *Sequence) Start(times int) error { return q.advance(times, false) }

// Run goes through the list so many times.
func (q *Sequence) Run(times int) error { return q.advance(times, true) }

func (q *Sequence) advance(times int, wait bool) error {
	if q.every != nil && times >= q.every.Runs {
		return q.every.run(q, times, wait)
	}
	return q.advanceList(times, wait)
}

// advanceList goes through the list so many times, with its exchanges.
func (q *Sequence) advanceList(times int, wait bool) error {
	s := q.stencils
	if times < 0 {
		return status.Errorf(status.Argument, "sequence %s: %d runs asked", q.name, times)
	}
	begin := time.Now()
	q.direct = false
	if err := q.start(times); err != nil {
		if earlier := s.Settle(); earlier != nil {
			err = earlier
		}
		q.forgetWork()
		return err
	}
	if !s.about.Compiles {
		return nil
	}
	wait = wait || q.direct
	s.started(q, times, begin, !wait)
	if wait {
		return s.Settle()
	}
	return nil
}

// started remembers runs that have to be waited for.
func (s *Stencils) started(q *Sequence, runs int, begin time.Time, ahead bool) {
	for _, p := range s.pending {
		if p.sequence == q {
			p.runs, p.ahead = p.runs+runs, p.ahead || ahead
			return
		}
	}
	s.pending = append(s.pending, &pending{q, runs, begin, ahead})
}

// Settle waits for all runs that were started, counts what they did, and says what went wrong in them.
func (s *Stencils) Settle() error {
	list := s.pending
	if len(list) == 0 {
		return nil
	}
	s.pending = nil
	if err := s.device.Finish(); err != nil {
		var names []string
		for _, p := range list {
			p.sequence.forgetWork()
			names = append(names, p.sequence.name)
		}
		return status.Wrap(err, "sequence %s: %v", strings.Join(names, " or "), err)
	}
	var failure error
	for _, p := range list {
		if err := p.done(); err != nil && failure == nil {
			failure = err
		}
	}
	return failure
}

// done counts runs that are over.
func (p *pending) done() error {
	q := p.sequence
	var failure error
	for i, e := range q.entries {
		if e.work == nil || e.work.Done == nil {
			continue
		}
		if err := e.work.Done(p.runs); err != nil && failure == nil {
			failure = q.at(e, fmt.Sprintf("entry %d", i+1), err)
		}
	}
	if failure != nil {
		return failure
	}
	name := "sequence " + q.name
	if p.ahead { // the time holds what the host did before it waited
		name += ", started ahead"
	}
	points, bytes := q.moved()
	q.stencils.account.Kernel(name, int64(p.runs)*points, int64(p.runs)*bytes, time.Since(p.begin).Seconds())
	return nil
}
