package stencils

import (
	"fmt"
	"strings"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils"
	"drawbridge/status"
	"drawbridge/views"
)

// Account takes what was done, for the report.
type Account interface {
	Kernel(name string, points, bytes int64, seconds float64)
	Note(format string, values ...any)
}

// Stencils applies operators to the fields of one Frame.
type Stencils struct {
	device    device.Grids
	fields    *views.Fields
	account   Account
	functions map[string]uintptr
	workers   int
	Warn      func(text string) // what the user should know, once; nil: nobody listens
	choices
	chosen     map[string]variant    // by operator, radius, precision and shape
	halos      map[string]haloCopies // copies of a field's halo to its second memory, by the field's name
	programs   map[string]*loaded    // of users' expressions, on a host
	chosenWays map[string]string     // of groups, by their keys
}

// choices are how variants are chosen: the words of the setting `stencils`.
type choices struct {
	pinned     map[string]string // variant by operator
	measures   bool              // variants are chosen by measuring
	oneByOne   bool              // no operators of a sequence run together
	unrecorded bool              // no launches of a sequence are recorded
}

func parseChoices(text string) (c choices, err error) {
	c = choices{pinned: map[string]string{}, measures: true}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		name, variant, pins := strings.Cut(word, "=")
		switch {
		case pins:
			if _, err := Find(name); err != nil {
				return c, status.Errorf(status.UnknownName, "setting stencils: %v", err)
			}
			c.pinned[name] = variant
		case word == "first":
			c.measures = false
		case word == "unfused":
			c.oneByOne = true
		case word == "unrecorded":
			c.unrecorded = true
		case word != "measure":
			return c, status.Errorf(status.Argument, "setting stencils: '%s' is not measure, first, unfused, unrecorded or operator=variant", word)
		}
	}
	return c, nil
}

// New makes the operators of a Frame. choice is the setting `stencils`.
func New(d device.Device, isa, choice string, account Account) (*Stencils, error) {
	grids, ok := d.(device.Grids)
	if !ok {
		return nil, status.Errorf(status.NotAvailable, "fields: device %s holds no grids in this release; DRAWBRIDGE_DEVICE=host runs the same calls on the CPU", d.Name())
	}
	s := &Stencils{device: grids, fields: views.NewFields(grids), account: account, functions: kernels.Functions(isa), workers: 1, chosen: map[string]variant{}, chosenWays: map[string]string{}, halos: map[string]haloCopies{}, programs: map[string]*loaded{}}
	var err error
	if s.choices, err = parseChoices(choice); err != nil {
		return nil, err
	}
	for name, variant := range s.pinned {
		if err := s.pinnable(name, variant); err != nil {
			return nil, err
		}
	}
	if t, ok := d.(interface{ Threads() int }); ok {
		s.workers = t.Threads()
	}
	if s.functions == nil {
		return nil, status.Errorf(status.Internal, "stencils: there are no kernels for the instruction set %s", isa)
	}
	return s, nil
}

// Fields are the fields that operators work on.
func (s *Stencils) Fields() *views.Fields { return s.fields }

// Finish waits until every sweep is done.
func (s *Stencils) Finish() error { return s.device.Finish() }

// Close gives all memory back.
func (s *Stencils) Close() {
	for _, p := range s.programs {
		s.device.Release(p.Memory)
	}
	clear(s.programs)
	s.fields.Close()
}

func (s *Stencils) program(kernel string) device.Program {
	return device.Program{Name: kernel, Host: s.functions[kernel]}
}

// kernelName is the name of a kernel of kernels/stencils: operator, 2 in 2-D, radius, precision.
func (r *request) kernelName() string {
	name, f := r.op.kernel, r.writes[0]
	switch name {
	case "laplacian", "laplacian_high", "residual", "stencil7", "stencil27", "relax":
		if f.Dims == 2 {
			name += "2"
		}
	case "combine":
		name += fmt.Sprint(len(r.reads))
	}
	if name == "derivative" || strings.HasPrefix(name, "laplacian_high") {
		name += fmt.Sprintf("_r%d", r.radius)
	}
	return name + "_" + f.Precision()
}
