package steps

import (
	"slices"

	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/views"
)

// stretch is units of a list that follow each other. A device that records starts those whose entries may be recorded by one
// call, once they have run before in the same standing of their fields.
type stretch struct {
	units    []Unit
	records  bool
	fields   []*views.Field // whole ones
	made     []*replay
	now      views.Standing
	launches int     // of one run, once it was recorded
	works    []Entry // that say of themselves whether they are ready
	epochs   []int   // of theirs, in which what was made was recorded
}

// replay is one run of a stretch, or several, from a standing of its fields.
type replay struct {
	runs   int
	before views.Standing
	after  views.Standing // nil: it was not recorded yet
	views.Passage
	last  bool // no further run of the list followed
	never bool // it was tried: nothing is kept
	epoch int  // of the list's numbers
	device.Recording
}

// MostReplays is how many standings of a stretch are kept, of one run and of several. Two fields that swap have two; each second
// memory doubles them.
const MostReplays = 16

// stretches are the units as they may be recorded.
func (l *List) stretches(units []Unit) (list []*stretch) {
	can := l.runner != nil && l.runner.about.Recorder != nil && !l.runner.unrecorded && !l.unrecorded
	for _, u := range units {
		records := can && u.Records
		if len(list) == 0 || list[len(list)-1].records != records {
			list = append(list, &stretch{records: records})
		}
		s := list[len(list)-1]
		s.units = append(s.units, u)
		for _, e := range u.Entries {
			if e.Work != nil && e.Work.Ready != nil {
				s.works, s.epochs = append(s.works, e), append(s.epochs, 0)
			}
			for _, f := range e.Fields {
				if !slices.Contains(s.fields, f.Whole()) {
					s.fields = append(s.fields, f.Whole())
				}
			}
		}
	}
	return list
}

// runStretch runs a stretch directly, or what was recorded of it.
func (l *List) runStretch(s *stretch, last bool) error {
	if err := l.ready(s); err != nil {
		return err
	}
	if s.records {
		if started, err := l.replay(s, 1, last); started || err != nil {
			return err
		}
	}
	l.direct = true // it may compile, measure, take memory and give it back: what was started before must be over
	if err := l.settle(); err != nil {
		return err
	}
	return l.runUnits(s.units, last)
}

// replay starts what was recorded of so many runs of a stretch from the standing of its fields. It records when a standing is met for
// the second time. false: nothing was started.
func (l *List) replay(s *stretch, runs int, last bool) (started bool, err error) {
	fields := l.runner.fields
	s.now = fields.Standing(s.fields, s.now)
	r := s.find(s.now, runs, last)
	if r == nil {
		s.remember(&replay{before: s.now.Keep(), runs: runs, last: last})
		return false, nil
	}
	if r.Recording == nil && (r.never || !l.record(s, r)) {
		return false, nil
	}
	if err := l.renew(s, r); err != nil {
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
func (l *List) ready(s *stretch) error {
	for i, e := range s.works {
		epoch, err := e.Work.Ready()
		if err != nil {
			return l.maker.Place(e.At, l.turn, err)
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
	if n >= MostReplays {
		oldest := slices.IndexFunc(s.made, alike) // a graph that still runs goes when it is over
		s.made[oldest].close()
		s.made = slices.Delete(s.made, oldest, oldest+1)
	}
	s.made = append(s.made, r)
}

// record runs a stretch into a recording, and puts its fields back as they stood. false: there is none, now or, where the device cannot
// or one run between others has no two launches, ever. A recording that needed memory of its own is none: that memory may go before the
// next run.
func (l *List) record(s *stretch, r *replay) bool {
	fields := l.runner.fields
	before, first := s.now.Keep(), l.turn
	recording, err := l.runner.about.Recorder.Record(func() error {
		for n := range r.runs {
			l.turn = first + n
			if err := l.runUnits(s.units, r.last && n+1 == r.runs); err != nil {
				return err
			}
		}
		return nil
	})
	l.turn = first
	after := fields.Standing(s.fields, nil)
	fresh := fields.PutBack(s.fields, before)
	least := 2
	if len(l.parts) == 1 {
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
		l.tellReplayed(s)
	}
	r.Recording, r.epoch, r.before, r.after, r.Passage = recording, l.epoch, before, after, views.NewPassage(before, after)
	return true
}

// renew gives a recording the numbers that were set since.
func (l *List) renew(s *stretch, r *replay) error {
	if r.epoch == l.epoch {
		return nil
	}
	for _, u := range s.units {
		if u.Gather != nil {
			u.Gather()
		}
	}
	err := r.Renew()
	if err == nil {
		r.epoch = l.epoch
	}
	return err
}

// tellReplayed says once in the report that a whole list is replayed.
func (l *List) tellReplayed(s *stretch) {
	if len(l.parts) == 1 && !l.runner.told[l.title] {
		l.runner.told[l.title] = true
		l.runner.note("%s: replayed, %d launches and copies a run", l.title, s.launches)
	}
}

func (r *replay) close() {
	if r.Recording != nil {
		r.Recording.Close()
	}
}

func (s *stretch) forget() {
	for _, r := range s.made {
		r.close()
	}
	s.made, s.launches = nil, 0
}
