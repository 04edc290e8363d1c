package steps

import (
	"time"

	"drawbridge/status"
	"drawbridge/views"
)

// List is work that runs as one, in its order.
type List struct {
	runner     *Runner // nil: every unit is over when it returns, and none is recorded
	title      string
	maker      Maker
	parts      []*stretch // the units as they run; nil: not prepared
	epoch      int        // of the numbers
	turn       int        // which of the runs that were asked goes on
	direct     bool       // some of those were not replayed
	unrecorded bool
}

// NewList makes the list of a maker, whose units are over when they return. Messages name it by its title, as 'plan of preos'.
func NewList(title string, m Maker) *List { return &List{title: title, maker: m} }

// NewList makes a list whose units start work on the runner's device.
func (r *Runner) NewList(title string, m Maker) *List {
	l := NewList(title, m)
	l.runner = r
	return l
}

// Unrecorded lets each launch of the list be started by a call of its own, from now on.
func (l *List) Unrecorded() { l.unrecorded = true }

// NumbersChanged tells that numbers were set: what was recorded gets them before it starts again.
func (l *List) NumbersChanged() { l.epoch++ }

// Start is Run, but does not wait where a device replays all that is asked: Settle does. Whatever else the list needs, such as a kernel
// that is compiled, waits as in Run.
func (l *List) Start(times int) error { return l.advance(times, false) }

// Run goes through the list so many times.
func (l *List) Run(times int) error { return l.advance(times, true) }

func (l *List) advance(times int, wait bool) error {
	if times < 0 {
		return status.Errorf(status.Argument, "%s: %d runs asked", l.title, times)
	}
	begin := time.Now()
	l.direct = false
	if err := l.start(times); err != nil {
		return l.maker.Failed(err)
	}
	r := l.runner
	if r == nil || !r.about.Compiles {
		return nil
	}
	wait = wait || l.direct
	r.started(l, times, begin, !wait)
	if wait {
		return r.Settle()
	}
	return nil
}

// start goes through the list so many times, and does not wait for a device that runs on by itself.
func (l *List) start(times int) error {
	if err := l.maker.Alive(); err != nil {
		return err
	}
	if l.parts == nil {
		units, err := l.maker.Units()
		if err != nil {
			return err
		}
		l.parts = l.stretches(units)
	}
	for done := 0; done < times; {
		l.turn = done + 1
		n, started, err := l.several(times - done)
		for i := 0; i < n && !started && err == nil; i++ {
			l.turn = done + i + 1
			err = l.once(l.turn == times)
		}
		if err != nil {
			return err
		}
		done += n
	}
	return nil
}

// once goes through the list one time; last: no further run follows.
func (l *List) once(last bool) error {
	for _, s := range l.parts {
		if err := l.runStretch(s, last); err != nil {
			return err
		}
	}
	return nil
}

// runUnits runs units one after the other.
func (l *List) runUnits(units []Unit, last bool) error {
	for _, u := range units {
		if err := u.Run(last); err != nil {
			return l.maker.Place(u.Entries[0].At, l.turn, err)
		}
	}
	return nil
}

// Forget ends what was prepared and recorded: the entries changed, or the list ends.
func (l *List) Forget() {
	for _, s := range l.parts {
		s.forget()
	}
	l.parts = nil
}

// settle waits for all that was started on the device.
func (l *List) settle() error {
	if l.runner == nil {
		return nil
	}
	return l.runner.Settle()
}

// Proceed goes through the list as a part of other work, which waits for it and counts it.
func (l *List) Proceed(times int) error { return l.start(times) }

// Recordings counts what is kept of the list's runs: recordings of one run, and all that a recording is kept or tried for.
func (l *List) Recordings() (single, all int) {
	for _, s := range l.parts {
		for _, r := range s.made {
			if all++; r.runs == 1 && r.Recording != nil {
				single++
			}
		}
	}
	return single, all
}

// MostLaunches is how many launches and copies a recording of several runs has at most. A driver keeps some KB for each, and one
// call for so many costs next to nothing for each.
const MostLaunches = 512

// several starts the next runs of those that are left by one call. started is false where they have to go one by one: the host has work
// between the entries, or these runs were not recorded yet. n is how many they are.
func (l *List) several(left int) (n int, started bool, err error) {
	if left < 2 || len(l.parts) != 1 || !l.parts[0].records {
		return 1, false, nil
	}
	s := l.parts[0]
	if err := l.ready(s); err != nil {
		return 1, false, err
	}
	if n = s.together(l.runner.fields, left); n < 2 {
		return 1, false, nil
	}
	started, err = l.replay(s, n, n == left)
	return n, started, err
}

// together is how many runs one recording takes: all that are left, or as many whole periods of the standings as there is room for,
// so that the next recording begins where this one did.
func (s *stretch) together(fields *views.Fields, left int) int {
	if s.launches == 0 {
		return 0
	}
	most := MostLaunches / s.launches
	if left <= most {
		return left
	}
	period := s.period(fields.Standing(s.fields, s.now))
	if period == 0 {
		return 0
	}
	return most / period * period
}

// period is after how many runs the fields stand as they do now: two fields that swap come back after two. 0: that is not known yet,
// or they never do.
func (s *stretch) period(now views.Standing) int {
	at := now
	for n := range MostReplays {
		r := s.find(at, 1, false)
		if r == nil || r.after == nil {
			return 0
		}
		if at = r.after; at.Same(now) {
			return n + 1
		}
	}
	return 0
}
