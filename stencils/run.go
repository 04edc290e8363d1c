package stencils

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"drawbridge/status"
)

// started is runs of a list that a device has started, and that nobody has waited for yet.
type started struct {
	list  *Sequence
	runs  int
	begin time.Time // of the first of them
	ahead bool      // the caller went on meanwhile
}

// Run goes through the list so many times.
func (q *Sequence) Run(times int) error { return q.advance(times, true) }

// Start is Run, but does not wait where a device replays all that is asked: Settle does. Whatever else the list needs, such as a kernel that
// is compiled, waits as in Run.
func (q *Sequence) Start(times int) error { return q.advance(times, false) }

func (q *Sequence) advance(times int, wait bool) error {
	if times < 0 {
		return status.Errorf(status.Argument, "%s: %d runs asked", q.title(), times)
	}
	if times > 0 {
		if err := q.meet(); err != nil {
			return err
		}
	}
	for _, j := range q.joins {
		j.field.JoinFaces(j.faces)
	}
	q.followHalos(times)
	begin, s := time.Now(), q.stencils
	q.direct = false
	if err := q.proceed(times); err != nil {
		if earlier := s.Settle(); earlier != nil { // what was started before has the first word
			err = earlier
		}
		_ = q.done(0, true)
		return err
	}
	if !s.about.Compiles {
		return nil
	}
	wait = wait || q.direct
	s.hasStarted(q, times, begin, !wait)
	if wait {
		return s.Settle()
	}
	return nil
}

// title names the list in messages.
func (q *Sequence) title() string { return "sequence " + q.name }

// proceed goes through the list so many times, and does not wait for a device that runs on by itself. Poisson's solver calls it: what it
// starts is a part of other work, which waits for it and counts it.
func (q *Sequence) proceed(times int) error {
	if err := q.alive(); err != nil {
		return err
	}
	if q.segments == nil {
		if err := q.prepare(); err != nil {
			return err
		}
	}
	for done := 0; done < times; {
		q.turn = done + 1
		n, started, err := q.several(times - done)
		for i := 0; i < n && !started && err == nil; i++ {
			q.turn = done + i + 1
			err = q.once(q.turn == times)
		}
		if err != nil {
			return err
		}
		done += n
	}
	return nil
}

// once goes through the list one time; last: no further run follows.
func (q *Sequence) once(last bool) error {
	for _, g := range q.segments {
		if err := q.runSegment(g, last); err != nil {
			return err
		}
	}
	return nil
}

// prepare finds what runs together, before the first run and after each change.
func (q *Sequence) prepare() error {
	q.joinFields()
	if err := q.prepareTasks(); err != nil {
		return err
	}
	if err := q.reserveSeconds(); err != nil {
		return err
	}
	q.parts = q.divided()
	q.segments = q.segmented()
	return nil
}

// forget ends what was prepared: the entries change, or the list ends.
func (q *Sequence) forget() {
	for _, g := range q.segments {
		g.forget()
	}
	q.segments = nil
}

// alive refuses to run where an entry has lost a field.
func (q *Sequence) alive() error {
	for i := range q.entries {
		if err := q.stencils.alive(&q.entries[i]); err != nil {
			return q.at(q.entries[i], fmt.Sprintf("entry %d", i+1), err)
		}
	}
	return nil
}

// end is the entry behind a part.
func (q *Sequence) end(p part) int {
	if p.group == nil {
		return p.first + 1
	}
	return p.first + p.group.size()
}

// wentWrong names an entry at which a run went wrong.
func (q *Sequence) wentWrong(entry int, err error) error {
	return q.at(q.entries[entry], fmt.Sprintf("run %d, entry %d", q.turn, entry+1), err)
}

// done tells the tasks of runs that are over. failed: nobody asks what they did.
func (q *Sequence) done(runs int, failed bool) (failure error) {
	for i := range q.entries {
		e := &q.entries[i]
		if e.kind != aTask {
			continue
		}
		if err := e.task.Done(runs, failed); err != nil && failure == nil {
			failure = q.at(*e, fmt.Sprintf("entry %d", i+1), err)
		}
	}
	return failure
}

// hasStarted remembers runs that have to be waited for.
func (s *Stencils) hasStarted(q *Sequence, runs int, begin time.Time, ahead bool) {
	i := slices.IndexFunc(s.pending, func(p started) bool { return p.list == q })
	if i < 0 {
		s.pending = append(s.pending, started{q, runs, begin, ahead})
		return
	}
	p := &s.pending[i]
	p.runs, p.ahead = p.runs+runs, p.ahead || ahead
}

// Settle waits for all runs that were started, counts what they did, and says what went wrong in them.
func (s *Stencils) Settle() (failure error) {
	list := s.pending
	if len(list) == 0 {
		return nil
	}
	s.pending = nil
	if err := s.device.Finish(); err != nil {
		var titles []string
		for _, p := range list {
			_ = p.list.done(p.runs, true)
			titles = append(titles, p.list.title())
		}
		return status.Wrap(err, "%s: %v", strings.Join(titles, " or "), err)
	}
	for _, p := range list {
		if err := p.count(); failure == nil {
			failure = err
		}
	}
	return failure
}

// count puts runs that are over into the report.
func (p started) count() error {
	q := p.list
	if err := q.done(p.runs, false); err != nil {
		return err
	}
	name := q.title()
	if p.ahead { // the time holds what the host did before it waited
		name += ", started ahead"
	}
	points, bytes := q.moved()
	q.stencils.account.Kernel(name, int64(p.runs)*points, int64(p.runs)*bytes, time.Since(p.begin).Seconds())
	return nil
}

// reserveSeconds makes the second memories without which variants chosen by hand cannot run, before any entry runs.
func (q *Sequence) reserveSeconds() error {
	for i, e := range q.entries {
		if e.operator() == nil {
			continue
		}
		v, err := q.stencils.choosable(e.request)
		if err == nil && v.exchanges {
			_, err = q.stencils.fields.Second(e.request.writes[0])
		}
		if err != nil {
			return q.at(e, fmt.Sprintf("entry %d", i+1), err)
		}
	}
	return nil
}

// prepareTasks prepares the entries of other rooms, and asks which of them a graph may keep.
func (q *Sequence) prepareTasks() (err error) {
	for i := range q.entries {
		e := &q.entries[i]
		if e.kind != aTask {
			continue
		}
		if e.kept, err = e.task.Prepare(); err != nil {
			return q.at(*e, fmt.Sprintf("entry %d", i+1), err)
		}
	}
	return nil
}

// moved are the points of one run, over all operators, and the least bytes that they must move in the way in which they run.
func (q *Sequence) moved() (points, bytes int64) {
	for _, p := range q.parts {
		together := p.group != nil && !p.group.apart
		if together {
			bytes += p.group.bytes()
		}
		for _, e := range q.entries[p.first:q.end(p)] {
			points += e.points
			if !together || e.kind != aReduction {
				bytes += e.bytes
			}
			if e.kind != anOperator && e.kind != aCopy {
				continue
			}
			points += int64(e.request.steps) * int64(e.request.points())
			if !together {
				bytes += e.request.bytes()
			}
		}
	}
	return points, bytes
}
