package stencils

import (
	"strconv"
	"strings"

	"drawbridge/device"
	"drawbridge/kernels/stencils/rows"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/status"
	"drawbridge/views"
)

// Account takes what was done, for the report.
type Account interface {
	Kernel(name string, points, bytes int64, seconds float64)
	Note(format string, values ...any)
}

// builtIn is the set of all operators.
var builtIn = device.NewKernelSet("operators", kernels.Sources(), "")

// Stencils applies operators to the fields of one Frame.
type Stencils struct {
	device    device.FieldDevice
	about     *device.About
	fields    *views.Fields
	account   Account
	functions map[string]uintptr
	Warn      func(text string) // what the user should know, once; nil: nobody listens
	// Across makes sums of this rank, of a call on fields of a domain, those of all ranks, and the greatest numbers too, and tells them of a
	// failure; nil: there is one rank.
	Across func(call string, sums, greatest []int64, failure error) error
	// Divide tells how the ranks divide the grid of a domain; nil: there is one rank.
	Divide func(domain int) (*Division, error)
	// Agree makes a failure of this rank one of all ranks, in a call that all make; nil: no field of this rank was on a domain yet.
	Agree func(call string, failure error) error
	choices
	chosen     map[string]variant    // by operator, radius, precision and shape
	halos      map[string]haloCopies // copies of a field's halo to its second memory, by the field's name
	programs   map[string]*loaded    // of users' expressions, on a host
	chosenWays map[string]string     // of groups, by their keys
	pending    []started             // of all lists
	reported   map[string]bool       // what the report says of lists already
}

// choices are how variants are chosen: the words of the setting `stencils`.
type choices struct {
	selected   map[string]string // variant by operator
	measures   bool              // variants are chosen by measuring
	oneByOne   bool              // no operators of a sequence run together
	unrecorded bool              // no launches of a sequence are recorded
	timed      bool              // poisson waits after each part of a cycle, and reports its time
}

func parseChoices(text string) (c choices, err error) {
	c = choices{selected: map[string]string{}, measures: true}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		name, variant, selects := strings.Cut(word, "=")
		switch {
		case selects:
			if _, err := Find(name); err != nil {
				return c, status.Errorf(status.UnknownName, "setting stencils: %v", err)
			}
			c.selected[name] = variant
		case word == "first":
			c.measures = false
		case word == "unfused":
			c.oneByOne = true
		case word == "unrecorded":
			c.unrecorded = true
		case word == "parts":
			c.timed = true
		case word != "measure":
			return c, status.Errorf(status.Argument, "setting stencils: '%s' is not measure, first, unfused, unrecorded, parts or operator=variant", word)
		}
	}
	return c, nil
}

// New makes the operators of a Frame. choice is the setting `stencils`.
func New(d device.Device, isa, choice string, account Account) (*Stencils, error) {
	about := d.About()
	holder := about.Fields
	if holder == nil {
		return nil, status.Errorf(status.NotAvailable, "fields: device %s holds no fields in this release; DRAWBRIDGE_DEVICE=host runs the same calls on the CPU", about.Name)
	}
	s := &Stencils{device: holder, about: about, fields: views.NewFields(holder), account: account, functions: kernels.Functions(isa), chosen: map[string]variant{}, chosenWays: map[string]string{}, halos: map[string]haloCopies{}, programs: map[string]*loaded{}, reported: map[string]bool{}}
	var err error
	if s.choices, err = parseChoices(choice); err != nil {
		return nil, err
	}
	for name, variant := range s.selected {
		if err := s.selectable(name, variant); err != nil {
			return nil, err
		}
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

// values are what the letters of a row's calls stand for; past: outputs go past the caches.
func (r *request) values(past bool) rows.Values {
	f := r.writes[0]
	return rows.Values{T: f.Precision(), V: f.Precision(), R: r.radius, N: len(r.reads), A: r.op.Axis - 1, D3: f.Dims == 3, S: past}
}

// kernelName is the name of the operator's kernel of a host; past: of the one whose outputs go past the caches.
func (r *request) kernelName(past bool) string {
	way := ""
	if past {
		way = "s"
	}
	return r.op.HostName(r.op.Kernel, way, r.values(past))
}

// hostKernel is the name of the n-th kernel (from 1) of one of the operator's ways on a host.
func (r *request) hostKernel(way string, n int) string {
	call := rows.Find(r.op.Host, way).Calls[n-1]
	if n > 1 {
		way += strconv.Itoa(n)
	}
	return r.op.HostName(call, way, r.values(true))
}

// gpuCall is the call of one of the operator's ways on a GPU; interleaved: fields lie so in shared memory.
func (r *request) gpuCall(way string, quads, past, interleaved bool) string {
	v := r.values(past)
	v.Interleaved = interleaved
	if way == "points" && r.differs() {
		way, v.M = "beside", len(r.expression.accesses)
	}
	if quads {
		v.V = "quad<" + v.T + ">"
	}
	if w := rows.Find(r.op.GPU, way); w != nil {
		return v.Fill(w.Calls[0])
	}
	return v.Fill("points<" + r.op.Kernel + ", V>(s)")
}
