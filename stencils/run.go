package stencils

import "fmt"

// forgetWork drops what others have counted in a run that failed.
func (q *Sequence) forgetWork() {
	for _, e := range q.entries {
		if e.work != nil && e.work.Forget != nil {
			e.work.Forget()
		}
	}
}

// start goes through the list so many times, and does not wait for a device that runs on by itself. Nothing runs where an entry
// has lost a field.
func (q *Sequence) start(times int) error {
	for i, e := range q.entries {
		if err := q.stencils.alive(e); err != nil {
			return q.at(e, fmt.Sprintf("entry %d", i+1), err)
		}
	}
	if q.parts == nil {
		if err := q.prepareWorks(); err != nil {
			return err
		}
		if err := q.reserveSeconds(); err != nil {
			return err
		}
		q.warnOfHalos()
		q.parts = q.stretches(q.divided())
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

// reserveSeconds makes the second memories without which variants chosen by hand cannot run, before any entry runs.
func (q *Sequence) reserveSeconds() error {
	for i, e := range q.entries {
		if e.request == nil {
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

// once goes through the list one time; last: no further run follows.
func (q *Sequence) once(last bool) error {
	for _, s := range q.parts {
		if err := q.runStretch(s, last); err != nil {
			return err
		}
	}
	return nil
}

// prepareWorks prepares the works of others, and asks which of them a device may record.
func (q *Sequence) prepareWorks() error {
	for i := range q.entries {
		e := &q.entries[i]
		if e.work == nil || e.work.Prepare == nil {
			continue
		}
		if err := e.work.Prepare(); err != nil {
			return q.at(*e, fmt.Sprintf("entry %d", i+1), err)
		}
		e.records = e.work.Ready != nil
	}
	return nil
}

// runParts runs parts one after the other.
func (q *Sequence) runParts(parts []part, last bool) error {
	for i := 0; i < len(parts); i++ {
		p := parts[i]
		run := q.runPart
		if o, n := q.overlapping(parts[i:]); o != nil {
			run, i = func(_ part, last bool) error { return q.runOverlap(o, last) }, i+n-1
		}
		if err := run(p, last); err != nil {
			return q.at(q.entries[p.first], fmt.Sprintf("run %d, entry %d", q.turn, p.first+1), err)
		}
	}
	return nil
}

// moved are the points of one run, over all operators, and the least bytes that they must move in the way in which they run.
func (q *Sequence) moved() (points, bytes int64) {
	for _, s := range q.parts {
		for _, p := range s.parts {
			together := p.group != nil && !p.group.apart
			if together {
				bytes += p.group.bytes()
			}
			for _, e := range q.entries[p.first:q.end(p)] {
				points += e.points
				if !together || e.reduces == nil {
					bytes += e.bytes
				}
				if e.counts == nil || e.fill != nil {
					continue
				}
				points += int64(e.counts.steps) * int64(e.counts.points())
				if !together {
					bytes += e.counts.bytes()
				}
			}
		}
	}
	return points, bytes
}
