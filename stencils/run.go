package stencils

import (
	"fmt"

	"drawbridge/steps"
	"drawbridge/views"
)

// Run goes through the list so many times.
func (q *Sequence) Run(times int) error { return q.advance(times, true) }

// Start is Run, but does not wait where a device replays all that is asked: Settle does.
func (q *Sequence) Start(times int) error { return q.advance(times, false) }

func (q *Sequence) advance(times int, wait bool) error {
	if times > 0 {
		if err := q.meet(); err != nil {
			return err
		}
	}
	for _, j := range q.joins {
		j.field.JoinFaces(j.faces)
	}
	q.followHalos(times)
	if wait {
		return q.list.Run(times)
	}
	return q.list.Start(times)
}

// Alive refuses to run where an entry has lost a field.
func (q *Sequence) Alive() error {
	for i, e := range q.entries {
		if err := q.stencils.alive(e); err != nil {
			return q.at(e, fmt.Sprintf("entry %d", i+1), err)
		}
	}
	return nil
}

// Units prepares the list: entries run by themselves or in groups.
func (q *Sequence) Units() ([]steps.Unit, error) {
	q.joinFields()
	if err := q.prepareWorks(); err != nil {
		return nil, err
	}
	if err := q.reserveSeconds(); err != nil {
		return nil, err
	}
	q.parts = q.divided()
	var units []steps.Unit
	for _, p := range q.parts {
		units = append(units, q.unit(p))
	}
	return units, nil
}

// join is the faces of a field beyond which a block lies, where a list exchanges it. Another list may exchange it on another domain.
type join struct {
	field *views.Field
	faces [3][2]bool
}

// joinFields finds the joins of the list. Fields that swaps and copies bring together know the same blocks beyond their faces.
func (q *Sequence) joinFields() {
	faces := map[*views.Field][3][2]bool{}
	for _, e := range q.entries {
		if e.work == nil {
			continue
		}
		for _, h := range e.work.Filling {
			joined := faces[h.Field]
			for axis, sides := range h.Layers {
				for side, layers := range sides {
					joined[axis][side] = joined[axis][side] || layers > 0
				}
			}
			faces[h.Field] = joined
			h.Field.JoinFaces(joined)
		}
	}
	for news := true; news; {
		news = false
		for _, e := range q.entries {
			if e.name == "copy" {
				news = e.fields[1].JoinAs(e.fields[0]) || news // read, then written
			}
			if e.name == "swap" {
				news = e.fields[0].JoinAs(e.fields[1]) || news
				news = e.fields[1].JoinAs(e.fields[0]) || news
			}
		}
	}
	q.joins = nil
	for _, e := range q.entries {
		if e.name == "copy" || e.name == "swap" || e.work != nil && len(e.work.Filling) > 0 {
			for _, u := range e.fields {
				q.joins = append(q.joins, join{u, u.Joined()})
			}
		}
	}
}

// unit is what runs a part, with its entries.
func (q *Sequence) unit(p part) steps.Unit {
	u := steps.Unit{Records: true, Run: func(last bool) error { return q.runPart(p, last) }}
	for i := p.first; i < q.end(p); i++ {
		u.Records = u.Records && q.entries[i].records
		u.Entries = append(u.Entries, steps.Entry{At: i, Fields: q.entries[i].fields, Work: q.entries[i].work})
	}
	if p.group != nil && p.group.kernel != nil {
		u.Gather = p.group.gather
	}
	return u
}

// end is the entry behind a part.
func (q *Sequence) end(p part) int {
	if p.group == nil {
		return p.first + 1
	}
	return p.first + p.group.size()
}

// Place names an entry at which a run went wrong.
func (q *Sequence) Place(entry, turn int, err error) error {
	return q.at(q.entries[entry], fmt.Sprintf("run %d, entry %d", turn, entry+1), err)
}

// Failed waits for what was started before. What that has to say comes first.
func (q *Sequence) Failed(err error) error {
	if earlier := q.stencils.Settle(); earlier != nil {
		err = earlier
	}
	q.Forget()
	return err
}

// Forget drops what others have counted in a run that failed.
func (q *Sequence) Forget() {
	for _, e := range q.entries {
		if e.work != nil && e.work.Forget != nil {
			e.work.Forget()
		}
	}
}

// Done counts runs that are over.
func (q *Sequence) Done(runs int, seconds float64, ahead bool) error {
	var failure error
	for i, e := range q.entries {
		if e.work == nil || e.work.Done == nil {
			continue
		}
		if err := e.work.Done(runs); err != nil && failure == nil {
			failure = q.at(e, fmt.Sprintf("entry %d", i+1), err)
		}
	}
	if failure != nil {
		return failure
	}
	name := "sequence " + q.name
	if ahead { // the time holds what the host did before it waited
		name += ", started ahead"
	}
	points, bytes := q.moved()
	q.stencils.account.Kernel(name, int64(runs)*points, int64(runs)*bytes, seconds)
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

// moved are the points of one run, over all operators, and the least bytes that they must move in the way in which they run.
func (q *Sequence) moved() (points, bytes int64) {
	for _, p := range q.parts {
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
	return points, bytes
}
