package stencils

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drawbridge/device"
	"drawbridge/settings"
	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/views"
)

// request is one application of an operator to fields, checked.
type request struct {
	op            *Operator
	kernel        string // of load_kernels, whose loop nest it is; "": none
	reads, writes []*views.Field
	numbers       []float64 // what the kernel gets; every sweep made shares it
	names         []string  // of the numbers that the caller gave, where they have names
	radius        int
	options       map[string]string
	steps         int                       // of one launch
	areas         []area                    // of the interior that it works on; nil: all of it
	area          area                      // the one that sweeps are made for, of several
	expression    *expression               // of an operator that is a user's own
	beside        []*views.Field            // that it reads at neighbours of the point
	program       *loaded                   // of the expression, on a host
	together      *loaded                   // of the group that it begins, on a host
	variant       string                    // selected by an option; "": measured or the first
	forgetsHalo   bool                      // whoever reads the halo of what is written fills it first
	sweeps        map[string][]device.Sweep // by variant, once made
	latest        struct {                  // of these, those that were asked for last
		name string
		list []device.Sweep
	}
	title      string        // in the report, once it ran
	behind     *behind       // operators that a GPU runs in the same kernel
	settled    *variant      // once no later run can choose another one
	cells      []int         // of a GPU: the numbers whose value is the index of a cell
	cellMemory device.Memory // where those are
}

// called is the request's name for people.
func (r *request) called() string {
	if r.kernel != "" {
		return r.kernel
	}
	return r.op.Name
}

// knownOptions are what the options of apply may name, where an operator's row gives no others.
var knownOptions = []string{"fuse", "names", "region", "variant"}

func (s *Stencils) request(operator, reads, writes string, numbers []float64, options string, part int) (*request, error) {
	op, err := Find(operator)
	if err != nil {
		return nil, err
	}
	r := &request{op: op, steps: 1, sweeps: map[string][]device.Sweep{}}
	if r.options, err = parseOptions(op.Name, options); err != nil {
		return nil, err
	}
	if r.names, err = namesIn(op.Name, r.options, len(numbers)); err != nil {
		return nil, err
	}
	if r.reads, err = s.list(op.Name, reads, part); err != nil {
		return nil, err
	}
	if r.writes, err = s.list(op.Name, writes, part); err != nil {
		return nil, err
	}
	if err := r.checkFields(); err != nil {
		return nil, err
	}
	if r.radius, err = op.check(numbers, nil, r.writes[0], len(r.reads)); err != nil {
		return nil, err
	}
	r.numbers = op.forKernel(numbers)
	r.variant = r.options["variant"]
	if text, given := r.options["steps"]; given {
		if r.steps, err = strconv.Atoi(text); err != nil || r.steps < 1 || r.steps > 16 {
			return nil, status.Errorf(status.Argument, "%s: steps is '%s', 1 to 16 expected", op.Name, text)
		}
	}
	if err := r.checkReach(); err != nil {
		return nil, err
	}
	return r, s.setRegion(r)
}

// forKernel is a copy of the caller's numbers as the kernel takes them: one that relaxes divides by their sum once, here.
func (op *Operator) forKernel(numbers []float64) []float64 {
	if !op.Relaxes() {
		return slices.Clone(numbers)
	}
	sum := 0.0
	for _, c := range numbers {
		sum += c
	}
	return append(append(slices.Clone(numbers), make([]float64, 3-len(numbers))...), 0.5/sum)
}

// namesIn are the names that an option gives the numbers, separated by '/': one for each, no two the same. None where the option is
// not given.
func namesIn(operator string, options map[string]string, numbers int) ([]string, error) {
	text, given := options["names"]
	if !given {
		return nil, nil
	}
	names := strings.FieldsFunc(text, func(c rune) bool { return c == '/' })
	if len(names) != numbers {
		return nil, status.Errorf(status.Argument, "%s: %d names of numbers and %d numbers; one number for each name, at most %d, expected, and no name of a number that the list computes", operator, len(names), numbers, device.MostNumbers)
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, status.Errorf(status.Argument, "%s: '%s' names two numbers", operator, name)
		}
	}
	return names, nil
}

// with gives the caller's numbers of a request with one of them changed by its name; nil where it has none of that name.
func (r *request) with(name string, value float64) []float64 {
	i := slices.Index(r.names, name)
	if i < 0 {
		return nil
	}
	numbers := slices.Clone(r.numbers[:len(r.names)])
	numbers[i] = value
	return numbers
}

// joinedFaces writes options with commas between them, and faces= with slashes between its names, whatever divides them.
func joinedFaces(text string) string {
	var list []string
	for _, word := range settings.Words(text) {
		last := len(list) - 1
		if last >= 0 && strings.HasPrefix(list[last], "faces=") && !strings.Contains(word, "=") {
			list[last] = strings.TrimRight(list[last], "/") + "/" + strings.TrimLeft(word, "/")
			continue
		}
		list = append(list, word)
	}
	return strings.Join(list, ",")
}

func parseOptions(operator, text string) (map[string]string, error) {
	known := knownOptions
	if operator == "reduce" {
		known = []string{"region"}
	}
	if op, err := Find(operator); err == nil && op.Options != nil {
		known = op.Options
	}
	pairs := settings.Pairs(joinedFaces(text))
	if pairs == nil {
		return nil, status.Errorf(status.Argument, "%s: options '%s' are not name=value name=value", operator, text)
	}
	options := map[string]string{}
	for _, p := range pairs {
		if !slices.Contains(known, p[0]) {
			return nil, status.Errorf(status.UnknownName, "%s: option '%s' is not known%s", operator, p[0], nearest.Known(p[0], "options are", known, ""))
		}
		if _, twice := options[p[0]]; twice {
			return nil, status.Errorf(status.Argument, "%s: option '%s' is given twice", operator, p[0])
		}
		options[p[0]] = p[1]
	}
	if word, given := options["fuse"]; given && word != "no" && word != "yes" {
		return nil, status.Errorf(status.Argument, "%s: fuse is '%s', yes or no expected", operator, word)
	}
	return options, nil
}

// list finds fields by their names, separated by blanks; of fields of several components the part (1-based) that is asked,
// or the whole where part is 0.
func (s *Stencils) list(operator, names string, part int) ([]*views.Field, error) {
	var list []*views.Field
	for _, name := range settings.Words(names) {
		f, err := s.fields.Find(name)
		if err == nil && part > f.Components && f.Components > 1 {
			err = status.Errorf(status.Shape, "component %d is asked of %s", part, f.Describe())
		}
		if err != nil {
			return nil, status.Wrap(err, "%s: %v", operator, err)
		}
		if part > 0 {
			f = f.Component(min(part, f.Components))
		}
		list = append(list, f)
	}
	return list, nil
}

// parts is how often an operator runs: once for each component of the fields that it writes.
func (s *Stencils) parts(operator, reads, writes string) (int, error) {
	written, err := s.list(operator, writes, 0)
	if err != nil {
		return 0, err
	}
	read, err := s.list(operator, reads, 0)
	if err != nil {
		return 0, err
	}
	parts := 1
	for _, f := range written {
		parts = max(parts, f.Components)
	}
	for i, f := range append(written, read...) {
		if f.Components != parts && (f.Components > 1 || i < len(written)) {
			return 0, status.Errorf(status.Shape, "%s: %s is given where a field of %s is expected; name a component, as %s", operator, f.Describe(), status.Count(parts, "component"), f.Component(1).Name)
		}
		for _, g := range written {
			if parts > 1 && f != g && f.Overlaps(g) { // what one component's run writes, that of another would read or write
				return 0, status.Errorf(status.Argument, "%s: %s and %s have components in common, and %s is written component by component; let another field take the result", operator, f.Name, g.Name, g.Name)
			}
		}
	}
	return parts, nil
}

// all are the fields in the order of the kernel: read, then written.
func (r *request) all() []*views.Field { return append(slices.Clone(r.reads), r.writes...) }

func (r *request) checkFields() error {
	op := r.op
	if n := len(r.reads); n < op.Least || n > op.Most {
		return status.Errorf(status.Argument, "%s: %d fields are read, %d to %d expected", op.Name, n, op.Least, op.Most)
	}
	if n := len(r.writes); n != op.Writes {
		return status.Errorf(status.Argument, "%s: %d fields are written, %d expected", op.Name, n, op.Writes)
	}
	for _, f := range r.all() {
		if err := r.fits(f); err != nil {
			return err
		}
	}
	for i, f := range r.writes {
		if slices.Contains(r.writes[:i], f) {
			return status.Errorf(status.Argument, "%s: field %s is written twice", op.Name, f.Name)
		}
		if slices.Contains(r.reads, f) && op.Name == "fill" {
			return status.Errorf(status.Argument, "fill: field %s is read and written; a fill reads no field but that of kind given: leave reads empty", f.Name)
		}
		if slices.Contains(r.reads, f) && !op.InPlace {
			return status.Errorf(status.Argument, "%s: field %s is read and written; another field must take the result", op.Name, f.Name)
		}
	}
	return nil
}

// fits refuses a field that is not of the form of the one that is written. What an expression reads may have one point along an axis.
func (r *request) fits(f *views.Field) error {
	call, first := r.op.Name, r.writes[0]
	if r.expression != nil && f.Dims == first.Dims && f.Bytes == first.Bytes && f.Spreadable(first) {
		return f.Covers(call, first)
	}
	if r.expression != nil && f.Shape == first.Shape && f.Dims == first.Dims && f.Bytes == first.Bytes && f.Covers(call, first) == nil {
		return nil // the places differ along axes of one point at most
	}
	if f.Shape == first.Shape && f.Dims == first.Dims && f.Bytes == first.Bytes {
		return views.SamePlace(call, first, f)
	}
	hint := ""
	switch {
	case f.Bytes != first.Bytes:
	case f.Dims != first.Dims:
		hint = "; a field that has one point along an axis is given all axes, as [nx,ny,1]"
	case r.expression != nil && first.Spread(f):
		hint = fmt.Sprintf("; field %s is written, so it needs all points: one point along an axis is for fields that are read", first.Name)
	case r.expression == nil && f.Spread(first):
		hint = "; only an expression (pointwise) takes fields that have one point along an axis"
	}
	return status.Errorf(status.Shape, "%s: %s and %s differ in shape or precision%s", call, first.Describe(), f.Describe(), hint)
}

// checkReach refuses a halo that is narrower than what is read beyond the interior.
func (r *request) checkReach() error {
	reach := r.radius * r.steps
	for _, f := range r.reaching() {
		if r.op.Dims == 3 && f.Dims == 2 {
			return status.Errorf(status.Shape, "%s: %s is 2-D", r.op.Name, f.Describe())
		}
		if err := (views.Access{Field: f, Layers: f.AllAround(reach)}).Check(r.op.Name); err != nil {
			return err
		}
	}
	return nil
}

// alive refuses an entry whose fields were destroyed after it was made.
func (s *Stencils) alive(e *entry) error {
	for _, a := range e.accesses {
		if err := s.there(e, a.Field); err != nil {
			return err
		}
		if a.From != nil {
			if err := s.there(e, a.From); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Stencils) there(e *entry, f *views.Field) error {
	if s.fields.Has(f) {
		return nil
	}
	if now, err := s.fields.Find(f.Name); err != nil || now != f {
		return status.Errorf(status.Order, "%s: field '%s' was destroyed after the sequence was made", e.name, f.Name)
	}
	return nil
}

// sweep is the launch of a kernel on the interior of a request's fields, or on its area; the loop's options are the
// caller's business.
func (s *Stencils) sweep(kernel string, r *request) device.Sweep {
	a := r.where()
	w := device.Sweep{Program: s.program(kernel), Extent: a.extent, Begin: a.at, Confined: true, First: r.writes[0].First, Number: r.numbers, Cells: r.cellMemory}
	fields := len(r.reads) + len(r.writes)
	if r.behind != nil {
		fields += len(r.behind.fields) + len(r.behind.ends)
	}
	w.Fields = make([]device.Array, fields)
	r.bindAll(w.Fields)
	return w
}

// bindAll gives a sweep the fields of a request as they lie now: read, written, and those of the operators that run in the same kernel.
func (r *request) bindAll(fields []device.Array) {
	for i, f := range r.reads {
		fields[i] = f.Over(r.writes[0], false)
	}
	for i, f := range r.writes {
		fields[len(r.reads)+i] = f.Argument(true)
	}
	if r.behind != nil {
		fields[len(r.reads)] = r.behind.base.Argument(true)
		copy(fields[len(r.reads)+len(r.writes):], r.behind.arguments())
	}
}

// bytes is the least that the operator must move: what it reads and writes, once.
func (r *request) bytes() int64 {
	n := len(r.reads) + len(r.writes)
	if r.op.Relaxes() {
		n++
	}
	for _, f := range r.reads {
		if f.Spread(r.writes[0]) { // small beside the others
			n--
		}
	}
	return int64(n) * int64(r.points()) * int64(r.writes[0].Bytes) * int64(r.writes[0].Components)
}
