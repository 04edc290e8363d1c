package stencils

import (
	"slices"
	"time"

	"drawbridge/device"
	"drawbridge/views"
)

// entry is one of a list: what it is, what it reads and writes, and with which numbers. Everything was checked when it was appended.
type entry struct {
	kind     kind
	name     string         // for people
	accesses []views.Access // of fields, which have to be there
	request  *request       // of an operator, and of a fill and a copy, whose points and bytes it counts
	fill     *fill
	reduces  *reducing
	computes *computing
	task     Task
	numbers  Numbers // of a task that takes some by name; nil: none
	kept     bool    // a graph may keep what it starts
	points   int64   // of one run, and bytes, where there is no request to count
	bytes    int64
	block    int    // of several of this rank, whose fields alone it works on, counted from 1; 0: of no such fields
	warned   []bool // of its accesses: what is wrong with it was said
}

type kind int

const (
	anOperator kind = iota
	aFill
	aCopy
	aSwap
	aReduction
	aComputation
	aTask
)

// Task is an entry that another room makes: an exchange of halos, a property collection.
type Task interface {
	// Prepare comes before the first run of a list, and again after the list has changed. kept: a graph may keep what Run starts.
	Prepare() (kept bool, err error)
	// Ready comes before each run of what is kept, and refuses what has changed since. A graph is of no use in another epoch.
	Ready() (epoch int, err error)
	// Run starts the work in a stream; one that is not kept may wait for it.
	Run(to device.Stream) error
	// Done follows when so many runs, which were started, are over. failed: they went wrong, and nobody asks what they did.
	Done(runs int, failed bool) error
	Close()
}

// Numbers are those that a task takes by name, one for each of its arguments (views.NumberFrom).
type Numbers interface {
	Given() []string                            // the arguments whose value was given
	Value(argument string) float64              // of one
	Check(argument string, value float64) error // refuses another value
	Set(argument string, value float64) error   // nothing that was launched runs
	Computed() map[string]string                // by argument: the name of the number that the list computes
	Computable(argument string) error           // refuses that the list computes it
	TakeComputed(argument, number string)       // the list does so from now on
	// Compute gives such an argument its number: the value, or on a GPU the cell of a memory that holds it at each run.
	Compute(argument string, value float64, cells device.Memory, cell int) error
}

// called names the entry for people.
func (e *entry) called() string {
	if e.kind == anOperator {
		return e.request.called()
	}
	return e.name
}

// operator is the request of an entry that may be fused; nil: it is none.
func (e *entry) operator() *request {
	if e.kind == anOperator {
		return e.request
	}
	return nil
}

// touches tells whether the entry accesses a field, or a component of it.
func (e *entry) touches(f *views.Field) bool {
	return slices.ContainsFunc(e.accesses, func(a views.Access) bool {
		return a.Field.Whole() == f.Whole() || a.From != nil && a.From.Whole() == f.Whole()
	})
}

// all are the fields that the entry accesses.
func (e *entry) all() (list []*views.Field) {
	for _, a := range e.accesses {
		list = append(list, a.Field)
		if a.From != nil {
			list = append(list, a.From)
		}
	}
	return list
}

// run starts an entry by itself.
func (q *Sequence) run(e *entry, to device.Stream) error {
	s := q.stencils
	switch e.kind {
	case anOperator:
		return s.run(e.request, to)
	case aFill:
		return e.fill.run(to)
	case aCopy:
		return s.copy(e.request, to)
	case aSwap:
		return s.fields.Swap(e.accesses[0].Field, e.accesses[0].From)
	case aReduction:
		return q.reduce(e.reduces, to)
	case aComputation:
		return q.compute(e.computes, to)
	}
	return e.task.Run(to)
}

// copy copies a whole field.
func (s *Stencils) copy(r *request, to device.Stream) error {
	begin := time.Now()
	if err := s.fields.Copy(to, r.writes[0], r.reads[0]); err != nil || s.about.Compiles {
		return err
	}
	s.account.Kernel("copy of a field", int64(r.writes[0].Points()), r.bytes(), time.Since(begin).Seconds())
	return nil
}
