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
	parts   []part
	records bool
	fields  []*views.Field // whole ones
	made    []*replay
	now     views.Standing
	works   []*Work // of others
	epochs  []int   // of theirs, in which what was made was recorded
	places  []int   // of theirs among the entries
}

// replay is one run of a stretch from a standing of its fields.
type replay struct {
	before, after views.Standing
	last          bool // no further run of the sequence followed
	epoch         int  // of the sequence's numbers
	device.Recording
}

// mostReplays is how many standings of a stretch are kept. Two fields that swap have two; each second memory doubles them.
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
	return p.first + len(p.group.requests)
}

// runStretch runs a stretch directly, or what was recorded of it.
func (q *Sequence) runStretch(s *stretch, last bool) error {
	if place, err := s.ready(); err != nil {
		return q.at(q.entries[place], fmt.Sprintf("run %d, entry %d", q.turn, place+1), err)
	}
	if !s.records {
		return q.runParts(s.parts, last)
	}
	fields := q.stencils.fields
	s.now = fields.Standing(s.fields, s.now)
	i := slices.IndexFunc(s.made, func(r *replay) bool { return r.last == last && r.before.Same(s.now) })
	if i < 0 {
		s.remember(&replay{before: s.now.Keep(), last: last})
		return q.runParts(s.parts, last)
	}
	r := s.made[i]
	if r.Recording == nil {
		if !q.record(s, r) {
			return q.runParts(s.parts, last)
		}
	}
	if err := q.renew(s, r); err != nil {
		return err
	}
	if err := r.Start(); err != nil {
		return err
	}
	fields.Advance(s.fields, r.before, r.after)
	return nil
}

// ready asks the works of others, and forgets what was recorded of them in another epoch. place is the entry that refuses.
func (s *stretch) ready() (place int, err error) {
	for i, w := range s.works {
		epoch, err := w.Ready()
		if err != nil {
			return s.places[i], err
		}
		if epoch != s.epochs[i] {
			s.epochs[i] = epoch
			s.forget()
		}
	}
	return 0, nil
}

func (s *stretch) remember(r *replay) {
	if len(s.made) == mostReplays {
		s.made[0].close()
		s.made = s.made[1:]
	}
	s.made = append(s.made, r)
}

// record runs a stretch into a recording, and puts its fields back as they stood. false: there is none, now or, where the device cannot
// or the stretch has no two launches, ever. A recording that needed memory of its own is none: that memory may go before the next run.
func (q *Sequence) record(s *stretch, r *replay) bool {
	fields := q.stencils.fields
	before := s.now.Keep()
	recording, err := q.stencils.about.Recorder.Record(func() error { return q.runParts(s.parts, r.last) })
	after := fields.Standing(s.fields, nil)
	fresh := fields.PutBack(s.fields, before)
	switch {
	case err != nil:
		s.records = status.CodeOf(err) != status.NotAvailable
		return false
	case fresh || recording.Launches() < 2:
		s.records = fresh
		recording.Close()
		return false
	}
	r.Recording, r.epoch, r.before, r.after = recording, q.epoch, before, after
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
	s.made = nil
}
