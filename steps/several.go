package steps

import "drawbridge/views"

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
