package steps

import (
	"time"

	"drawbridge/status"
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
