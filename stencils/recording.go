package stencils

import (
	"fmt"
	"slices"

	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/views"
)

// stretch is parts of a sequence that follow each other. A device that records starts those whose entries may be recorded by one
// call, once they have run before in the same standing of their fields.
type stretch struct {
	parts    []part
	records  bool
	fields   []*views.Field // whole ones
	made     []*replay
	now      views.Standing
	launches int     // of one run, once it was recorded
	works    []*Work // of others
	epochs   []int   // of theirs, in which what was made was recorded
	places   []int   // of theirs among the entries
}

// replay is one run of a stretch, or several, from a standing of its fields.
type replay struct {
	runs   int
	before views.Standing
	after  views.Standing // nil: it was not recorded yet
	views.Passage
	last  bool // no further run of the sequence followed
	never bool // it was tried: nothing is kept
	epoch int  // of the sequence's numbers
	device.Recording
}

// mostReplays is how many standings of a stretch are kept, of one run and of several. Two fields that swap have two; each second
// memory doubles them.
const mostReplays = 16

// stretches are the parts as they may be recorded.
func (q *Sequence) stretches(parts []part) (list []*stretch) {
	can := q.stencils.about.Recorder != nil && !q.stencils.unrecorded && !q.unrecorded
	for _, p := range parts {
		records := can && q.entries[p.first].records
		if len(list) == 0 || list[len(list)-1].records != records {
			list = append(list, &stretch{records: records})
		}
		s := list[len(list)-1]
		s.parts = append(s.parts, p)
		for i := p.first; i < q.end(p); i++ {
			if w := q.entries[i].work; w != nil && w.Ready != nil {
				s.works, s.epochs, s.places = append(s.works, w), append(s.epochs, 0), append(s.places, i)
			}
			for _, f := range q.entries[i].fields {
				if !slices.Contains(s.fields, f.Whole()) {
					s.fields = append(s.fields, f.Whole())
				}
			}
		}
	}
	return list
}

// end is the entry behind a part.
func (q *Sequence) end(p part) int {
	if p.group == nil {
		return p.first + 1
	}
	return p.first + p.group.size()
}

// runStretch runs a stretch directly, or what was recorded of it.
func (q *Sequence) runStretch(s *stretch, last bool) error {
	if err := q.ready(s); err != nil {
		return err
	}
	if s.records {
		if started, err := q.replay(s, 1, last); started || err != nil {
			return err
		}
	}
	q.direct = true // it may compile, measure, take memory and give it back: what was started before must be over
	if err := q.stencils.Settle(); err != nil {
		return err
	}
	return q.runParts(s.parts, last)
}

// replay starts what was recorded of so many runs of a stretch from the standing of its fields. It records when a standing is met for
// the second time. false: nothing was started.
func (q *Sequence) replay(s *stretch, runs int, last bool) (started bool, err error) {
	fields := q.stencils.fields
	s.now = fields.Standing(s.fields, s.now)
	r := s.find(s.now, runs, last)
	if r == nil {
		s.remember(&replay{before: s.now.Keep(), runs: runs, last: last})
		return false, nil
	}
	if r.Recording == nil && (r.never || !q.record(s, r)) {
		return false, nil
	}
	if err := q.renew(s, r); err != nil {
		return false, err
	}
	if err := r.Start(); err != nil {
		return false, err
	}
	fields.Advance(s.fields, s.now, r.Passage)
	return true, nil
}

func (s *stretch) find(at views.Standing, runs int, last bool) *replay {
	for _, r := range s.made {
		if r.runs == runs && r.last == last && r.before.Same(at) {
			return r
		}
	}
	return nil
}

// ready asks the works of others, and forgets what was recorded of them in another epoch.
func (q *Sequence) ready(s *stretch) error {
	for i, w := range s.works {
		epoch, err := w.Ready()
		if err != nil {
			at := s.places[i]
			return q.at(q.entries[at], fmt.Sprintf("run %d, entry %d", q.turn, at+1), err)
		}
		if epoch != s.epochs[i] {
			s.epochs[i] = epoch
			s.forget()
		}
	}
	return nil
}

// remember keeps a replay, and ends the oldest one of its kind where there are too many: those of one run do not push each other out
// with those of several.
func (s *stretch) remember(r *replay) {
	alike := func(other *replay) bool { return (other.runs == 1) == (r.runs == 1) }
	n := 0
	for _, other := range s.made {
		if alike(other) {
			n++
		}
	}
	if n >= mostReplays {
		oldest := slices.IndexFunc(s.made, alike) // a graph that still runs goes when it is over
		s.made[oldest].close()
		s.made = slices.Delete(s.made, oldest, oldest+1)
	}
	s.made = append(s.made, r)
}

// record runs a stretch into a recording, and puts its fields back as they stood. false: there is none, now or, where the device cannot
// or one run between others has no two launches, ever. A recording that needed memory of its own is none: that memory may go before the
// next run.
func (q *Sequence) record(s *stretch, r *replay) bool {
	fields := q.stencils.fields
	before, first := s.now.Keep(), q.turn
	recording, err := q.stencils.about.Recorder.Record(func() error {
		for n := range r.runs {
			q.turn = first + n
			if err := q.runParts(s.parts, r.last && n+1 == r.runs); err != nil {
				return err
			}
		}
		return nil
	})
	q.turn = first
	after := fields.Standing(s.fields, nil)
	fresh := fields.PutBack(s.fields, before)
	least := 2
	if len(q.parts) == 1 {
		least = 1
	}
	switch {
	case err != nil && r.runs > 1:
		r.never = true
		return false
	case err != nil:
		s.records = status.CodeOf(err) != status.NotAvailable
		return false
	case fresh:
		recording.Close()
		return false
	case recording.Launches() < least:
		r.never = true
		recording.Close()
		return false
	}
	if r.runs == 1 {
		s.launches = recording.Launches()
		q.tellReplayed(s)
	}
	r.Recording, r.epoch, r.before, r.after, r.Passage = recording, q.epoch, before, after, views.NewPassage(before, after)
	return true
}

// renew gives a recording the numbers that were set since.
func (q *Sequence) renew(s *stretch, r *replay) error {
	if r.epoch == q.epoch {
		return nil
	}
	for _, p := range s.parts {
		if p.group != nil && p.group.kernel != nil {
			p.group.kernel.gather()
		}
	}
	err := r.Renew()
	if err == nil {
		r.epoch = q.epoch
	}
	return err
}

// tellReplayed says once in the report that a whole list is replayed.
func (q *Sequence) tellReplayed(s *stretch) {
	known := q.stencils.replayed
	if len(q.parts) == 1 && !known[q.name] {
		known[q.name] = true
		q.stencils.account.Note("sequence %s: replayed, %d launches and copies a run", q.name, s.launches)
	}
}

func (r *replay) close() {
	if r.Recording != nil {
		r.Recording.Close()
	}
}

// forget ends what was recorded: the entries changed, or the sequence ends.
func (q *Sequence) forget() {
	for _, s := range q.parts {
		s.forget()
	}
	q.parts, q.overlaps = nil, nil
}

func (s *stretch) forget() {
	for _, r := range s.made {
		r.close()
	}
	s.made, s.launches = nil, 0
}
