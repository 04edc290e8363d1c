// Package tuning chooses one of several candidates by measuring them. The variants of property kernels and of stencils, the ways to run
// a group of stencils and the transports of halos come here.
//
// Here live the order of the measurements, the margin, the cache and the words of the report. Never here: how a candidate runs, where a
// choice is kept, what is done where memory is missing.
package tuning

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

const (
	rounds = 3    // in which each candidate is measured once; the least time counts
	margin = 0.02 // of its time, by which another candidate must be faster than the one that is preferred
)

// Trial is a candidate with its times.
type Trial struct {
	Name        string
	Place       int     // among the candidates
	Least, Next float64 // the least time of a run and the one after it, s
	Margin      float64 // the part of its time by which another one must be faster to be chosen
}

// Measure runs all candidates once, which compiles and warms them up, and then measures them in turn, so that a disturbance meets all.
// run gives the time of a candidate in s. One that fails is left out, unless ends says that nothing runs any more.
func Measure(names []string, run func(place int) (float64, error), ends func() bool) (list []Trial, err error) {
	for place, name := range names {
		list = append(list, Trial{Name: name, Place: place, Least: math.Inf(1), Next: math.Inf(1), Margin: margin})
	}
	for round := range 1 + rounds {
		var work []Trial
		for _, t := range list {
			seconds, failure := run(t.Place)
			if failure != nil {
				if err = failure; ends() {
					return nil, err
				}
				continue
			}
			if round > 0 {
				t.Least, t.Next = min(t.Least, seconds), min(t.Next, max(t.Least, seconds))
			}
			work = append(work, t)
		}
		if list = work; len(list) == 0 {
			return nil, err
		}
	}
	return list, nil
}

// Best is the first trial that no other one beats by its margin.
func Best(list []Trial) Trial {
	fastest := slices.MinFunc(list, func(a, b Trial) int { return cmp.Compare(a.Least, b.Least) })
	for _, t := range list {
		if t.Least*(1-t.Margin) <= fastest.Least {
			return t
		}
	}
	return fastest
}

// words are the names and times for the report, the chosen candidate first, and how far its two least times lie apart.
func words(best Trial, list []Trial) string {
	slices.SortStableFunc(list, func(a, b Trial) int { return cmp.Compare(a.Least, b.Least) })
	text := fmt.Sprintf(", measured: %s %.4g ms", best.Name, 1e3*best.Least)
	for _, t := range list {
		if t.Place != best.Place {
			text += fmt.Sprintf(", %s %.4g ms", t.Name, 1e3*t.Least)
		}
	}
	return fmt.Sprintf("%s; %s repeated within %.2g %%", text, best.Name, 100*(best.Next/best.Least-1))
}

// Keep reads from the cache what an earlier run measured, or another rank that shares the cache, or has it measured and keeps it.
type Keep func(name, key string, measure func() (string, error)) (choice string, measured bool, err error)

// Choice is what must be decided.
type Choice struct {
	Name, Key string // for the cache: the subject, and what the choice depends on beside the names of the candidates
	Names     []string
	Prepare   func() error // before the first run, where it must be measured; nil: nothing is to do
	Run       func(place int) (seconds float64, err error)
	Ends      func() bool
	Keep      Keep // nil: no cache
}

// Decide gives the place of the candidate to use, and for the report what follows the name of the subject.
func (c Choice) Decide() (place int, text string, err error) {
	measure := func() (string, error) {
		if c.Prepare != nil {
			if err := c.Prepare(); err != nil {
				return "", err
			}
		}
		list, err := Measure(c.Names, c.Run, c.Ends)
		if err != nil {
			return "", err
		}
		best := Best(list)
		place, text = best.Place, words(best, list)
		return best.Name, nil
	}
	known := -1
	if c.Keep != nil {
		name, measured, err := c.Keep(c.Name, c.Key+" "+strings.Join(c.Names, " "), measure)
		if err != nil || measured {
			return place, text, err
		}
		known, text = slices.Index(c.Names, name), ": "+name+", as measured by an earlier run (cache)"
	}
	if known < 0 { // no cache, or a damaged one
		_, err = measure()
		return place, text, err
	}
	return known, text, nil
}
