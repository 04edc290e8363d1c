package stencils

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/settings"
	"drawbridge/status"
	"drawbridge/views"
)

// Sequence is a list of operators, fills, swaps and work of others that runs as one: a time step.
type Sequence struct {
	stencils     *Stencils
	name         string
	entries      []entry
	requests     []*request // of operators; what they hold is given back by Close
	forgetsHalos bool       // who reads a halo here fills it first
	quiet        bool       // nobody is told of halos: who makes the list knows what they hold
	parts        []part     // the entries as they run together; made before the first run
	segments     []*segment // the parts as graphs may keep them; nil: not prepared
	epoch        int        // of the numbers: what a graph keeps gets them before it starts again
	turn         int        // which of the runs that were requested goes on
	direct       bool       // some of those did not come from a graph
	unrecorded   bool       // each launch is started by a call of its own
	ranks        agreement
	joins        []join // of the fields that it exchanges, copies and swaps; found before the first run
	cells        cells
}

// agreement is what the ranks compare before the first run of a list that exchanges halos: where an entry was refused on some of them alone,
// those lists are not the same.
type agreement struct {
	agree    func(call string, failure error) error // nil: the list exchanges nothing between ranks
	met      bool
	refusals int
	latest   error
}

// Among says that the list exchanges halos between ranks, which agree by a function.
func (q *Sequence) Among(agree func(call string, failure error) error) { q.ranks.agree = agree }

// meet lets the ranks compare their lists, once.
func (q *Sequence) meet() error {
	r := &q.ranks
	if r.agree == nil || r.met {
		return nil
	}
	remark := "named " + q.name
	if r.latest != nil {
		remark += ", the latest: " + r.latest.Error()
	}
	if err := r.agree(fmt.Sprintf("run of a list\nof which %d entries were refused\n%s", r.refusals, remark), nil); err != nil {
		return status.Wrap(err, "sequence %s: %v", q.name, err)
	}
	r.met = true
	return nil
}

// NewSequence begins an empty list.
func (s *Stencils) NewSequence(name string) *Sequence {
	return &Sequence{stencils: s, name: name}
}

// Apply appends an operator. reads and writes are names of fields, separated by blanks. Everything is
// checked here, so that a run refuses only what changed since. An operator on fields of several components
// works on one after the other; what it reads beside them may have one component.
func (q *Sequence) Apply(operator, reads, writes string, numbers []float64, options string) error {
	switch operator {
	case "reduce", "compute":
		if len(numbers) > 0 || operator == "compute" && strings.TrimSpace(options) != "" {
			return q.Wrap(operator, status.Errorf(status.Argument, "%s: numbers given: %d, options '%s'; no numbers expected, and as options the kind of a reduction alone", operator, len(numbers), options))
		}
		if operator == "reduce" {
			return q.Reduce(options, reads, writes)
		}
		return q.Compute(reads, writes)
	}
	return q.Whole(operator, func() error { return q.apply(operator, reads, writes, numbers, options) })
}

// Whole appends all that do appends, or nothing. Where it names fields of several blocks, it appends that for each block.
func (q *Sequence) Whole(operator string, do func() error) error {
	before := *q
	err := q.stencils.fields.EachBlock(do)
	if err != nil {
		for _, r := range q.requests[len(before.requests):] {
			q.stencils.unload(r)
		}
		for _, e := range q.entries {
			there := func(other entry) bool { return other.task == e.task }
			if e.kind == aTask && !slices.ContainsFunc(before.entries, there) {
				e.task.Close()
			}
		}
		q.forget()
		q.entries, q.requests = before.entries, before.requests
		return q.Wrap(operator, err)
	}
	return nil
}

// Formula is an expression for a field, with its numbers and their names.
type Formula struct {
	Field, Text string
	Names       []string
	Numbers     []float64
}

// Formulas appends the expressions of a kernel of load_kernels, by whose name messages and the report call them.
func (q *Sequence) Formulas(name, region string, list []Formula) error {
	for _, f := range list {
		options := ""
		if len(f.Names) > 0 {
			options = "names=" + strings.Join(f.Names, "/")
		}
		if region != "" {
			options += " region=" + region
		}
		at := len(q.requests)
		if err := q.apply("pointwise", f.Text, f.Field, f.Numbers, options); err != nil {
			return status.Wrap(err, "properties %s: %s", name, strings.TrimLeft(strings.TrimPrefix(err.Error(), "pointwise"), ": "))
		}
		for _, r := range q.requests[at:] {
			r.kernel = name
		}
	}
	return nil
}

func (q *Sequence) apply(operator, reads, writes string, numbers []float64, options string) error {
	s := q.stencils
	switch operator {
	case "swap":
		if _, err := parseOptions(operator, options); err != nil {
			return err
		}
		return q.swap(writes)
	case "copy":
		r, err := s.request(operator, reads, writes, numbers, options, 0)
		if err == nil && r.options["region"] != "" {
			err = status.Errorf(status.Argument, "copy: region '%s': a copy is of a whole field, halo and all; use combine with the number 1", r.options["region"])
		}
		if err == nil {
			err = q.copy(r)
		}
		return err
	case "pointwise":
		expressions, fields := strings.Split(reads, ";"), settings.Words(writes)
		if len(expressions) == 1 {
			return q.expression(reads, writes, numbers, options)
		}
		if len(expressions) != len(fields) {
			return status.Errorf(status.Argument, "pointwise: %d expressions, separated by ;, and %s ('%s'); as many fields as expressions expected", len(expressions), status.Count(len(fields), "field"), writes)
		}
		for i, text := range expressions {
			if err := q.expression(text, fields[i], numbers, options); err != nil {
				return err
			}
		}
		return nil
	}
	if _, err := Find(operator); err != nil {
		return err
	}
	parts, err := s.parts(operator, reads, writes)
	for part := 1; part <= parts && err == nil; part++ {
		var r *request
		if r, err = s.request(operator, reads, writes, numbers, options, part); err == nil {
			err = q.operator(r)
		}
	}
	return err
}

// expression appends an expression of fields, for each component of the one that it writes.
func (q *Sequence) expression(text, writes string, numbers []float64, options string) error {
	s := q.stencils
	reads, err := s.readBy(text, options, len(numbers), q.cells.names)
	if err != nil {
		return err
	}
	parts, err := s.parts("pointwise", strings.Join(reads, " "), writes)
	for part := 1; part <= parts && err == nil; part++ {
		var r *request
		if r, err = s.pointwise(text, writes, numbers, options, q.cells.names, part); err == nil {
			err = q.operator(r)
		}
	}
	return err
}

// operator appends a request.
func (q *Sequence) operator(r *request) error {
	s := q.stencils
	r.forgetsHalo = q.forgetsHalos
	if r.op.Name == "fill" {
		f, err := s.newFill(r)
		if err == nil {
			err = Lasting("fill from", r.reads)
		}
		if err == nil && len(f.faces) > 0 { // none where no face of this block is one of the whole grid
			q.add(entry{kind: aFill, name: "fill", request: r, fill: f, accesses: f.accesses(), kept: true})
		}
		return err
	}
	if err := q.temporariesAreWritten(r); err != nil {
		return err
	}
	if _, err := s.choosable(r); err != nil {
		s.unload(r)
		return err
	}
	if err := q.bindNamed(r); err != nil {
		s.unload(r)
		return err
	}
	q.requests = append(q.requests, r)
	q.add(entry{kind: anOperator, name: r.op.Name, request: r, accesses: r.accesses(), kept: true})
	return nil
}

// temporariesAreWritten refuses to read a temporary field that no operator before in the list has written.
func (q *Sequence) temporariesAreWritten(r *request) error {
	reads := r.reads
	if r.op.Relaxes() {
		reads = r.all()
	}
	for _, f := range reads {
		writes := func(e entry) bool { return e.kind == anOperator && slices.Contains(e.request.writes, f) }
		if f.Temporary && !slices.ContainsFunc(q.entries, writes) {
			return status.Errorf(status.Order, "%s reads %s, which is temporary: an operator before in the same list must write it", r.op.Name, f.Name)
		}
	}
	return nil
}

// Lasting refuses temporary fields to an entry that is no operator.
func Lasting(entry string, fields []*views.Field) error {
	for _, f := range fields {
		if err := f.Lasting(); err != nil {
			return status.Wrap(err, "%s: %v", entry, err)
		}
	}
	return nil
}

// Close gives back what the operators hold. The sequence does not run again.
func (q *Sequence) Close() {
	_ = q.stencils.Settle() // who destroys a list has asked before
	for _, r := range q.requests {
		q.stencils.unload(r)
	}
	q.forget()
	for _, e := range q.entries {
		switch e.kind {
		case aReduction:
			e.reduces.close()
		case aTask:
			e.task.Close()
		}
	}
	if q.cells.memory != nil {
		q.stencils.device.Release(q.cells.memory)
	}
	q.entries, q.requests, q.cells = nil, nil, cells{}
}

// Wrap names the sequence in an error of one of its operators, which it counts as refused; who gives one operator alone has no sequence to
// think of.
func (q *Sequence) Wrap(operator string, err error) error {
	if operator != "" {
		q.ranks.refusals, q.ranks.latest = q.ranks.refusals+1, err
	}
	if q.name == operator {
		return err
	}
	return status.Wrap(err, "sequence %s: %v", q.name, err)
}

// at names the place of an entry in an error, as Wrap does.
func (q *Sequence) at(e entry, place string, err error) error {
	if operator, _, _ := strings.Cut(e.name, " "); operator == q.name {
		return err
	}
	return status.Wrap(err, "sequence %s, %s: %v", q.name, place, err)
}

// Append adds a task, which accesses fields, with its points and bytes of one run and the numbers that it takes by name; nil: none.
func (q *Sequence) Append(name string, t Task, accesses []views.Access, numbers Numbers, points, bytes int64) error {
	q.add(entry{kind: aTask, name: name, task: t, accesses: accesses, numbers: numbers, points: points, bytes: bytes})
	if numbers == nil {
		return nil
	}
	for _, number := range numbers.Computed() {
		if err := q.bindTasks(number); err != nil {
			return err
		}
	}
	return nil
}

// Computed are the names of the numbers that entries compute.
func (q *Sequence) Computed() []string { return q.cells.names }

// add appends an entry. One of a block comes before entries of other blocks, which it does not concern: those of a block follow each other
// and may run together.
func (q *Sequence) add(e entry) {
	q.forget()
	e.warned = make([]bool, len(e.accesses))
	e.block = q.stencils.fields.Block()
	at := len(q.entries)
	for at > 0 && e.block > 0 && q.entries[at-1].block > e.block {
		at--
	}
	q.entries = slices.Insert(slices.Clip(q.entries), at, e)
}

// choosable refuses a selected variant that does not exist.
func (s *Stencils) choosable(r *request) (variant, error) {
	if r.variant == "" && s.selected[r.op.Name] == "" {
		return variant{}, nil
	}
	return s.choose(r, s.device)
}

func mustFind(name string) *Operator {
	op, _ := Find(name)
	return op
}
