package stencils

import (
	"time"

	"drawbridge/status"
	"drawbridge/views"
)

// Sequence is a list of operators, fills and swaps that runs as one: a time step.
type Sequence struct {
	stencils     *Stencils
	name         string
	entries      []entry
	points       int64 // of one run, over all operators
	bytes        int64
	forgetsHalos bool // who reads a halo here fills it first
}

// entry is what was checked when it was appended, and runs.
type entry struct {
	request *request
	run     func() error
}

// NewSequence begins an empty list.
func (s *Stencils) NewSequence(name string) *Sequence { return &Sequence{stencils: s, name: name} }

// Apply appends an operator. reads and writes are names of fields, separated by blanks. Everything is
// checked here, so that a run refuses only what changed since.
func (q *Sequence) Apply(operator, reads, writes string, numbers []float64, options string) error {
	s := q.stencils
	if operator == "swap" {
		return q.swap(writes)
	}
	ask := s.request
	if operator == "pointwise" {
		ask = func(_, expression, writes string, numbers []float64, options string) (*request, error) {
			return s.pointwise(expression, writes, numbers, options)
		}
	}
	r, err := ask(operator, reads, writes, numbers, options)
	if err == nil {
		r.forgetsHalo = q.forgetsHalos
	}
	if err == nil && operator == "copy" {
		return q.copy(r)
	}
	if err == nil && operator == "fill" {
		var f *fill
		if f, err = s.newFill(r); err == nil {
			q.entries = append(q.entries, entry{r, f.run})
		}
	} else if err == nil {
		if _, err = s.choosable(r); err == nil {
			q.points += int64(r.steps) * int64(r.writes[0].Points())
			q.bytes += r.bytes()
			q.entries = append(q.entries, entry{r, func() error { return s.run(r) }})
		}
	}
	if err != nil && q.name != operator { // who gives one operator alone has no sequence to think of
		return status.Errorf(status.CodeOf(err), "sequence %s: %v", q.name, err)
	}
	return err
}

// choosable refuses a pinned variant that does not exist.
func (s *Stencils) choosable(r *request) (variant, error) {
	if r.variant == "" && s.pinned[r.op.Name] == "" {
		return variant{}, nil
	}
	return s.choose(r)
}

func (q *Sequence) swap(names string) error {
	s := q.stencils
	list, err := s.list("swap", names)
	if err == nil && len(list) != 2 {
		err = status.Errorf(status.Argument, "swap: %d fields given, 2 expected", len(list))
	}
	if err == nil {
		if err = s.fields.Swap(list[0], list[1]); err == nil { // tried once, and back
			err = s.fields.Swap(list[0], list[1])
		}
	}
	if err != nil {
		return status.Errorf(status.CodeOf(err), "sequence %s: %v", q.name, err)
	}
	r := &request{op: mustFind("swap"), writes: list}
	q.entries = append(q.entries, entry{r, func() error { return s.fields.Swap(list[0], list[1]) }})
	return nil
}

// copy appends a copy of a whole field.
func (q *Sequence) copy(r *request) error {
	s := q.stencils
	if err := views.Alike("copy", r.reads[0], r.writes[0]); err != nil {
		return status.Errorf(status.CodeOf(err), "sequence %s: %v", q.name, err)
	}
	q.points += int64(r.writes[0].Points())
	q.bytes += r.bytes()
	q.entries = append(q.entries, entry{r, func() error {
		begin := time.Now()
		if err := s.fields.Copy(r.writes[0], r.reads[0]); err != nil || s.device.Compiles() {
			return err
		}
		s.account.Kernel("copy of a field", int64(r.writes[0].Points()), r.bytes(), time.Since(begin).Seconds())
		return nil
	}})
	return nil
}

func mustFind(name string) *Operator {
	op, _ := Find(name)
	return op
}

// Run goes through the list so many times.
func (q *Sequence) Run(times int) error {
	s := q.stencils
	if times < 0 {
		return status.Errorf(status.Argument, "sequence %s: %d runs asked", q.name, times)
	}
	begin := time.Now()
	if err := q.start(times); err != nil {
		return err
	}
	if !s.device.Compiles() {
		return nil
	}
	if err := s.device.Finish(); err != nil {
		return status.Errorf(status.CodeOf(err), "sequence %s: %v", q.name, err)
	}
	s.account.Kernel("sequence "+q.name, int64(times)*q.points, int64(times)*q.bytes, time.Since(begin).Seconds())
	return nil
}

// start goes through the list so many times, and does not wait for a device that runs on by itself. Nothing runs where an entry
// has lost a field.
func (q *Sequence) start(times int) error {
	for i, e := range q.entries {
		if err := q.stencils.alive(e.request); err != nil {
			return status.Errorf(status.CodeOf(err), "sequence %s, entry %d: %v", q.name, i+1, err)
		}
	}
	for n := range times {
		for i, e := range q.entries {
			if err := e.run(); err != nil {
				return status.Errorf(status.CodeOf(err), "sequence %s, run %d, entry %d: %v", q.name, n+1, i+1, err)
			}
		}
	}
	return nil
}
