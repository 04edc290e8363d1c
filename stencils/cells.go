package stencils

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unsafe"

	"drawbridge/device"
	"drawbridge/settings"
	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/views"
)

// cells are the numbers of a sequence that its run computes: what a reduction, or an expression of numbers, gave last. On a GPU they
// lie in its memory, and nobody waits for them: a number of an operator is then the index of its cell.
type cells struct {
	names  []string
	memory device.Memory // of a GPU
	host   [device.MostNumbers]float64
	first  [device.MostNumbers]bool // an entry uses the number before it is computed: what is given or set holds in that entry
}

// Reduce appends a reduction whose result becomes the number `into` of all operators that have one of this name.
func (q *Sequence) Reduce(what, names, into string) error {
	s := q.stencils
	what, region, err := reductionWords(what)
	var blocks [][]*views.Field
	if err == nil {
		blocks, err = s.reduced(what, settings.Words(names))
	}
	var r *reduction
	if err == nil {
		r, err = s.newReduction(what, blocks, region)
	}
	cell := 0
	if err == nil {
		if cell, err = q.newCell("reduce "+what, into); err != nil {
			r.close()
		}
	}
	if err != nil {
		return q.Wrap("reduce", err)
	}
	e := entry{kind: aReduction, name: "reduce " + what, reduces: &reducing{r, cell}, kept: !r.across(), points: r.points(), bytes: r.bytes()}
	for _, f := range slices.Concat(blocks...) {
		e.accesses = append(e.accesses, views.Access{Field: f})
	}
	q.add(e)
	return nil
}

// reduce makes the number of a reduction. A GPU keeps it in a cell, and nobody waits.
func (q *Sequence) reduce(e *reducing, to device.Stream) error {
	if q.stencils.about.Compiles {
		return e.start(to, q.cells.memory, e.cell)
	}
	value, err := e.value()
	if err == nil {
		err = q.assign(e.cell, value)
	}
	return err
}

// Compute appends an expression of numbers, those that the list computes, whose value becomes the number `into`.
func (q *Sequence) Compute(expression, into string) error {
	refuse := func(name string) error {
		return status.Errorf(status.UnknownName, "'%s' is not a number that an entry before computes%s", name, nearest.Known(name, "there are", q.cells.names, ""))
	}
	t, err := readFor("compute", expression, q.cells.names, refuse)
	cell := 0
	if err == nil {
		cell, err = q.newCell("compute", into)
	}
	if err != nil {
		return q.Wrap("compute", err)
	}
	w := q.stencils.computing(t.term, q.cells.memory, cell)
	q.add(entry{kind: aComputation, name: "compute " + into, kept: true, computes: &computing{t, w, cell}})
	return nil
}

// computing is a number of other numbers: its expression, on a GPU its launch, and its cell.
type computing struct {
	expression *expression
	sweep      device.Sweep
	cell       int
}

func (q *Sequence) compute(c *computing, to device.Stream) error {
	if q.stencils.about.Compiles {
		return to.Sweep(c.sweep)
	}
	return q.assign(c.cell, c.expression.number(q.cells.host[:]))
}

func areThere(names []string) string {
	if len(names) == 0 {
		return "are none"
	}
	return "are " + strings.Join(names, " ")
}

// newCell is the place of a number that is computed, which may have one already.
func (q *Sequence) newCell(entry, name string) (int, error) {
	s := q.stencils
	if i := slices.Index(q.cells.names, name); i >= 0 {
		return i, nil
	}
	if tokens, _, wrong := scan(name); wrong != "" || len(tokens) != 2 || tokens[0].kind != aName {
		return 0, status.Errorf(status.Argument, "%s: '%.80s' is not a name for a number; a letter, then letters, digits and _ are expected", entry, name)
	}
	if _, err := s.fields.Find(name); err == nil {
		return 0, status.Errorf(status.Argument, "%s: '%s' is a field; the number needs a name of its own", entry, name)
	}
	if len(q.cells.names) == device.MostNumbers {
		return 0, status.Errorf(status.Argument, "%s: a list computes at most %d numbers", entry, device.MostNumbers)
	}
	if s.about.Compiles && q.cells.memory == nil {
		memory, err := s.device.AllocateField("numbers of a sequence", 8*device.MostNumbers)
		if err != nil {
			return 0, err
		}
		q.cells.memory = memory
	}
	before, user, err := q.givenTo(entry, name)
	if err != nil {
		return 0, err
	}
	if user != "" && s.Warn != nil { // the number that was given is the one before the first result
		s.Warn(fmt.Sprintf("sequence %s: the number '%s' is given to %s and computed by %s: the given value holds until %s has run once", q.name, name, user, entry, entry))
	}
	cell := len(q.cells.names)
	q.cells.names = append(q.cells.names, name)
	q.cells.host[cell], q.cells.first[cell] = before, user != ""
	for _, r := range q.requests {
		if slices.Contains(r.names, name) {
			q.bindCells(r)
		}
	}
	if err := q.bindTasks(name); err != nil {
		return 0, err
	}
	return cell, q.setCell(cell, before)
}

// givenTo is the value that entries before were given for a number that `entry` is to compute, and the name of the first of them; NaN
// where none was. From here on they take the computed number.
func (q *Sequence) givenTo(entry, name string) (value float64, user string, err error) {
	value = math.NaN()
	take := func(by string, given float64) error {
		if user != "" && given != value {
			return status.Errorf(status.Argument, "%s: the number '%s' is given as %g and as %g before; give one value, which holds until this entry has run", entry, name, value, given)
		}
		if user == "" {
			value, user = given, by
		}
		return nil
	}
	for _, r := range q.requests {
		if i := slices.Index(r.names, name); i >= 0 && err == nil {
			if err = r.takesCells(name); err == nil {
				err = take(r.called(), r.numbers[i])
			}
		}
	}
	var tasks []Numbers
	for _, e := range q.entries {
		if slices.Contains(e.given(), name) && err == nil {
			tasks = append(tasks, e.numbers)
			if err = e.numbers.Computable(name); err == nil {
				err = take(e.name, e.numbers.Value(name))
			}
		}
	}
	for _, numbers := range tasks {
		if err == nil {
			numbers.TakeComputed(name, name)
		}
	}
	return value, user, err
}

// bindNamed gives a new request the numbers that the list computes, by their names.
func (q *Sequence) bindNamed(r *request) error {
	for _, name := range r.names {
		if slices.Contains(q.cells.names, name) {
			if err := r.takesCells(name); err != nil {
				return err
			}
			defer q.bindCells(r)
			break
		}
	}
	return nil
}

// takesCells refuses a computed number to an operator that works with its numbers before it runs.
func (r *request) takesCells(name string) error {
	if len(r.writes) == 1 && !r.op.Relaxes() && r.steps == 1 {
		return nil
	}
	return status.Errorf(status.Argument, "%s: the number '%s' is computed by the list; this operator takes numbers that are given, by set", r.op.Name, name)
}

// bindCells gives a request the numbers that the list computes.
func (q *Sequence) bindCells(r *request) {
	r.cells, r.cellMemory = nil, q.cells.memory
	for i, name := range r.names {
		cell := slices.Index(q.cells.names, name)
		if cell < 0 {
			continue
		}
		r.numbers[i] = q.cells.host[cell]
		if q.stencils.about.Compiles {
			r.cells = append(r.cells, i)
			r.numbers[i] = float64(cell)
		}
	}
	clear(r.sweeps)
	r.latest.name, r.settled = "", nil
}

// assign gives all entries of a host a number that was computed.
func (q *Sequence) assign(cell int, value float64) error {
	q.cells.host[cell] = value
	for _, r := range q.requests {
		if i := slices.Index(r.names, q.cells.names[cell]); i >= 0 {
			r.numbers[i] = value
		}
	}
	return q.bindTasks(q.cells.names[cell])
}

// setCell changes a number that the list computes.
func (q *Sequence) setCell(cell int, value float64) error {
	if !q.stencils.about.Compiles {
		return q.assign(cell, value)
	}
	return q.moveCell(cell, &value, q.stencils.device.CopyIn)
}

// Get answers a number that the list computes, as it is after the last run.
func (q *Sequence) Get(name string) (float64, error) {
	cell := slices.Index(q.cells.names, name)
	if cell < 0 {
		return 0, q.Wrap("", status.Errorf(status.UnknownName, "get: no entry computes the number '%s'%s", name, nearest.Known(name, "there are", q.cells.names, "")))
	}
	if !q.stencils.about.Compiles {
		return q.cells.host[cell], nil
	}
	value := math.NaN()
	err := q.moveCell(cell, &value, q.stencils.device.CopyOut)
	return value, err
}

// moveCell copies a number of the device.
func (q *Sequence) moveCell(cell int, value *float64, copy func(device.Memory, []device.Box) error) error {
	b := device.Row(8, 1, uintptr(unsafe.Pointer(value)))
	b.Offset = cell
	return copyHeld(value, q.cells.memory, b, copy)
}

// reductionWords are the kind of a reduction, and the region that may follow it: dot region=core:1.
func reductionWords(text string) (what, region string, err error) {
	words := settings.Words(text)
	if len(words) == 0 {
		return "", "", nil
	}
	options, err := parseOptions("reduce", strings.Join(words[1:], " "))
	return words[0], options["region"], err
}

// hintOfProduct is what to do where one of two fields has one point along an axis.
func hintOfProduct(f, g *views.Field) string {
	if f.Bytes == g.Bytes && (f.Spread(g) || g.Spread(f)) {
		return "; write the product to a field by an expression, and reduce that"
	}
	return ""
}

// Fields that a reduction takes: dot two, the others one.
func reducible(what, names string, fields []*views.Field) error {
	wanted := 1
	if what == "dot" {
		wanted = 2
	}
	if !slices.Contains(Reductions, what) {
		return status.Errorf(status.UnknownName, "reduction '%s' is not known%s", what, nearest.Known(what, "reductions are", Reductions, ""))
	}
	if len(fields) != wanted {
		return status.Errorf(status.Argument, "reduce %s: %d fields given ('%s'), %d expected: dot takes two fields, everything else one", what, len(fields), names, wanted)
	}
	for _, f := range fields {
		if f.Components > 1 {
			return status.Errorf(status.Shape, "reduce %s: %s; name one component, as %s", what, f.Describe(), f.Component(1).Name)
		}
		if g := fields[0]; g.Shape != f.Shape || g.Bytes != f.Bytes {
			return status.Errorf(status.Shape, "reduce %s: %s and %s differ in shape or precision%s", what, g.Describe(), f.Describe(), hintOfProduct(f, g))
		}
		if err := views.SamePlace("reduce "+what, fields[0], f); err != nil {
			return err
		}
		if g := fields[0]; g.Domain != f.Domain {
			return status.Errorf(status.Argument, "reduce %s: fields %s and %s are not of the same domain; create both by the same one", what, g.Name, f.Name)
		}
	}
	return Lasting("reduce "+what, fields)
}
