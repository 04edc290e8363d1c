package stencils

import (
	"slices"
	"strings"

	"drawbridge/status"
	"drawbridge/steps"
)

// Set changes a number by its name in every operator of the sequence that has it, from the next run on. What an operator
// refuses, such as weights whose sum is 0, leaves all numbers as they were.
func (q *Sequence) Set(name string, value float64) error {
	if cell := slices.Index(q.cells.names, name); cell >= 0 {
		if !q.cells.first[cell] {
			return q.Wrap("", status.Errorf(status.Argument, "set: the number '%s' is computed before an entry uses it, so a run would ignore what is set", name))
		}
		if err := q.stencils.Settle(); err != nil {
			return err
		}
		return q.setCell(cell, value)
	}
	changed := map[*request][]float64{}
	var names []string
	for _, r := range q.requests {
		names = append(names, r.names...)
		numbers := r.with(name, value)
		if numbers == nil {
			continue
		}
		given := slices.Clone(numbers)
		for i, other := range r.names {
			if slices.Contains(q.cells.names, other) { // the list computes it: it may be NaN before a run
				given[i] = 0
			}
		}
		if _, err := r.op.check(given, r.names, r.writes[0], len(r.reads)); err != nil {
			return q.Wrap("", status.Wrap(err, "set %s: %v", name, err))
		}
		changed[r] = numbers
	}
	works, more, err := q.worksWith(name, value)
	if err != nil {
		return q.Wrap("", status.Wrap(err, "set %s: %v", name, err))
	}
	names = append(names, more...)
	if len(changed)+len(works) == 0 {
		slices.Sort(names)
		said := "there are none; give them by names="
		if len(names) > 0 {
			said = "there are " + strings.Join(slices.Compact(names), " ")
		}
		return q.Wrap("", status.Errorf(status.UnknownName, "set: no operator has a number of the name '%s'; %s", name, said))
	}
	for r, numbers := range changed {
		copy(r.numbers, r.op.forKernel(numbers)) // every sweep made shares them
	}
	q.list.NumbersChanged()
	return q.setWorks(works, name, value)
}

// worksWith are the entries of others that have a number of a name, and the names of all numbers that they have.
func (q *Sequence) worksWith(name string, value float64) (works []*steps.Work, names []string, err error) {
	for _, e := range q.entries {
		given := e.numbers()
		names = append(names, given...)
		if slices.Contains(given, name) {
			if err := e.work.Numbers.Check(name, value); err != nil {
				return nil, names, err
			}
			works = append(works, e.work)
		}
	}
	return works, names, nil
}

// setWorks gives a number of others another value, when what was started with the old one is done.
func (q *Sequence) setWorks(works []*steps.Work, name string, value float64) error {
	if len(works) == 0 {
		return nil
	}
	err := q.stencils.Finish()
	for _, w := range works {
		if err == nil {
			err = w.Numbers.Set(name, value)
		}
	}
	return err
}

// numbers are the names of those that work of others was given.
func (e entry) numbers() []string {
	if e.work == nil || e.work.Numbers == nil {
		return nil
	}
	return e.work.Numbers.Given()
}

// computedIn visits the arguments of works of others that take a number of the list's.
func (q *Sequence) computedIn(number string, do func(w *steps.Work, argument string) error) error {
	for _, e := range q.entries {
		if e.work == nil || e.work.Numbers == nil {
			continue
		}
		for argument, name := range e.work.Numbers.Computed() {
			if name != number {
				continue
			}
			if err := do(e.work, argument); err != nil {
				return err
			}
		}
	}
	return nil
}

// bindWork gives work of others the numbers that the list computes.
func (q *Sequence) bindWork(number string) error {
	cell := slices.Index(q.cells.names, number)
	return q.computedIn(number, func(w *steps.Work, argument string) error {
		return w.Numbers.Compute(argument, q.cells.host[cell], q.cells.memory, cell)
	})
}
