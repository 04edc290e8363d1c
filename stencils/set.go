package stencils

import (
	"slices"
	"strings"

	"drawbridge/status"
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
	tasks, more, err := q.tasksWith(name, value)
	if err != nil {
		return q.Wrap("", status.Wrap(err, "set %s: %v", name, err))
	}
	names = append(names, more...)
	if len(changed)+len(tasks) == 0 {
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
	q.epoch++
	return q.setTasks(tasks, name, value)
}

// tasksWith are the numbers of tasks that have one of a name, and the names of all numbers that tasks have.
func (q *Sequence) tasksWith(name string, value float64) (tasks []Numbers, names []string, err error) {
	for _, e := range q.entries {
		given := e.given()
		names = append(names, given...)
		if slices.Contains(given, name) {
			if err := e.numbers.Check(name, value); err != nil {
				return nil, names, err
			}
			tasks = append(tasks, e.numbers)
		}
	}
	return tasks, names, nil
}

// setTasks gives a number of tasks another value, when what was started with the old one is done.
func (q *Sequence) setTasks(tasks []Numbers, name string, value float64) error {
	if len(tasks) == 0 {
		return nil
	}
	err := q.stencils.Finish()
	for _, numbers := range tasks {
		if err == nil {
			err = numbers.Set(name, value)
		}
	}
	return err
}

// given are the names of the numbers that a task was given.
func (e *entry) given() []string {
	if e.numbers == nil {
		return nil
	}
	return e.numbers.Given()
}

// bindTasks gives tasks a number that the list computes.
func (q *Sequence) bindTasks(number string) error {
	cell := slices.Index(q.cells.names, number)
	for _, e := range q.entries {
		if e.numbers == nil {
			continue
		}
		for argument, name := range e.numbers.Computed() {
			if name != number {
				continue
			}
			if err := e.numbers.Compute(argument, q.cells.host[cell], q.cells.memory, cell); err != nil {
				return err
			}
		}
	}
	return nil
}
