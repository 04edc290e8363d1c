package stencils

import (
	"slices"
	"strings"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/status"
	"drawbridge/views"
)

// pointwise is a request to write an expression of fields and named numbers to a field, at every point of its interior.
// options: names=a/b/c, of numbers. Those that the list computes have their names there.
func (s *Stencils) pointwise(expression, writes string, numbers []float64, options string, computed []string, part int) (*request, error) {
	op := mustFind("pointwise")
	r := &request{op: op, numbers: slices.Clone(numbers), steps: 1, sweeps: map[string][]device.Sweep{}}
	var err error
	if r.options, err = parseOptions(op.Name, options); err != nil {
		return nil, err
	}
	r.variant = r.options["variant"]
	if _, given := r.options["names"]; !given {
		r.options["names"] = "" // its numbers have names
	}
	if r.names, err = namesIn(op.Name, r.options, len(numbers)); err != nil {
		return nil, err
	}
	for _, name := range r.names {
		if _, err := views.NumberFrom(op.Name, name, true, computed); err != nil {
			return nil, err
		}
	}
	for _, name := range used(expression, computed, r.names) {
		r.names, r.numbers = append(r.names, name), append(r.numbers, 0)
	}
	if len(r.names) > device.MostNumbers {
		return nil, status.Errorf(status.Argument, "pointwise: %d numbers are given or computed, at most %d expected; make two expressions of it", len(r.names), device.MostNumbers)
	}
	for _, name := range r.names {
		if _, err := s.fields.Find(name); err == nil {
			return nil, status.Errorf(status.Argument, "pointwise: '%s' names a number and a field", name)
		}
	}
	if r.writes, err = s.list(op.Name, writes, part); err != nil {
		return nil, err
	}
	if r.expression, err = s.read(expression, r.names); err != nil {
		return nil, err
	}
	if r.reads, err = s.list(op.Name, strings.Join(r.expression.fields, " "), part); err != nil {
		return nil, err
	}
	if err := r.checkFields(); err != nil {
		return nil, err
	}
	if err := r.checkNeighbours(); err != nil {
		return nil, err
	}
	if err := r.checkCoordinates(); err != nil {
		return nil, err
	}
	if _, err := op.check(r.numbers, r.names, r.writes[0], len(r.reads)); err != nil {
		return nil, err
	}
	if _, err = s.programFor(r); err != nil {
		return nil, err
	}
	return r, s.setRegion(r)
}

// read parses an expression of fields, components and named numbers, and answers the fields by their names.
func (s *Stencils) read(expression string, names []string) (*expression, error) {
	return readExpression(expression, names, func(name string) error { _, err := s.fields.Find(name); return err })
}

// readBy are the fields that an expression reads.
func (s *Stencils) readBy(expression, options string, numbers int, computed []string) ([]string, error) {
	given, err := parseOptions("pointwise", options)
	if err != nil {
		return nil, err
	}
	names, err := namesIn("pointwise", given, numbers)
	if err != nil {
		return nil, err
	}
	e, err := s.read(expression, append(names, used(expression, computed, names)...))
	if err != nil {
		return nil, err
	}
	return e.fields, nil
}

// used are the computed numbers that an expression names, but those that names gives it.
func used(expression string, computed, names []string) (list []string) {
	tokens, _, _ := scan(expression)
	for _, name := range computed {
		if !slices.Contains(names, name) && slices.ContainsFunc(tokens, func(t token) bool { return t.kind == aName && t.text == name }) {
			list = append(list, name)
		}
	}
	return list
}

// interpreted runs an expression's program on the host; past: what it stores goes past the caches.
func (s *Stencils) interpreted(name string, past bool) variant {
	return variant{name: name, sweeps: func(r *request) []device.Sweep {
		w := s.sweep(r.hostKernel("program", 1), r)
		w.Option[0] = int64(len(r.reads))
		if past {
			w.Option[1] = 1
		}
		w.Fields = append(w.Fields, device.Array{Name: "program", Memory: r.program.Memory, Bytes: 8})
		s.share(&w)
		return []device.Sweep{w}
	}}
}

// leastShare is the least number of points for which one worker begins a program.
const leastShare = 4096

// share divides a sweep of one point's operator into as few items as keep every worker busy: each one begins a program.
func (s *Stencils) share(w *device.Sweep) {
	if s.about.Threads == 1 {
		w.Option[kernels.OptionTile], w.Option[kernels.OptionPlanes] = int64(w.Extent[1]), int64(w.Extent[2])
		w.Items, w.Chunk = 1, 1
		return
	}
	rows := above(w.Extent[1], above(16*s.about.Threads, w.Extent[2]))
	s.cut(w, min(above(rows, 4)*4, w.Extent[1])) // four short rows fill whole blocks
	w.Chunk = above(leastShare*w.Items, w.Extent[0]*w.Extent[1]*w.Extent[2])
}

// programFor compiles a request's expression for the strides of its fields.
func (s *Stencils) programFor(r *request) ([]uint64, error) {
	var fields []device.Array
	for i, f := range r.all() {
		fields = append(fields, f.Over(r.writes[0], i >= len(r.reads)))
	}
	return programOf(r.expression, stridesOf(fields, r.writes[0].Shape[2]), len(r.numbers))
}

// loaded is an expression's program on a host device, and how many requests of sequences use it.
type loaded struct {
	device.Memory
	users int
}

// mostIdle bounds the programs that stay although no sequence uses them: a host may write its numbers into ever new texts.
const mostIdle = 256

// unload ends a request's use of its program. Programs that nobody uses stay, until there are too many.
func (s *Stencils) unload(r *request) {
	for _, p := range []**loaded{&r.program, &r.together} {
		if *p != nil {
			(*p).users--
			*p = nil
		}
	}
	for key, p := range s.programs {
		if len(s.programs) <= mostIdle {
			return
		}
		if p.users == 0 {
			s.device.Release(p.Memory)
			delete(s.programs, key)
		}
	}
}

// load gives a request's program to the device, one of each.
func (s *Stencils) load(r *request) error {
	if r.expression == nil || s.about.Compiles || r.program != nil {
		return nil
	}
	words, err := s.programFor(r)
	if err != nil {
		return err
	}
	r.program, err = s.loadWords(len(r.reads)+1, words)
	return err
}
