package frame

import (
	"slices"
	"strings"

	"drawbridge/device/hostmemory"
	"drawbridge/properties"
	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/views"
)

// Plan is a gather/scatter recipe made once and run every step: which arrays feed the inputs of a
// collection and which take its outputs. It keeps addresses: Bind renews one.
type Plan struct {
	frame         *Frame
	collection    string
	call          *properties.Call
	shape         [3]int // extents with the halo that every array must have
	interior      [6]int // counted from 1
	lower         [3]int // declared bounds along x, y and z, from which the caller counts
	bounded       bool   // he said them
	minded        bool   // warned of an interior that seems to begin at the wrong point, or not
	order         string // of arrays that say none
	reads, writes []*binding
	latest        *binding   // that was given an array last
	inputs        []string   // that the collection reads
	optional      []string   // of these, what may be absent: a first guess
	perSpecies    []string   // views over the species; outputs of them a kernel stores before it has read all of a point
	doubted       bool       // its inputs were looked at
	compared      comparison // with the owner's routine
	stripes       stripeList
	stream        uintptr // of the host program, that runs on the device come after; 0: all
}

type binding struct {
	name        string // as the caller may say it: that of the view, or Yi(2) of a species alone
	view        string
	output      bool
	slot        int // of the kernel's arguments
	array       views.HostArray
	fingerprint uint64
	rebound     bool              // to where it was: the fingerprint is that of the next run
	stays       bool              // stays on the device between runs
	copy        *views.DeviceCopy // where, once the plan was run
}

// NewPlan begins a plan on blocks of arrays that are declared alike. Behind the name of an owner's kernel stand its numbers, as
// 'sound_speed gamma=1.4'.
func (f *Frame) NewPlan(collection string, d Declared) (int, error) {
	name, numbers := apartNumbers(collection)
	call, err := f.properties.Call(name)
	if err != nil && numbers != "" {
		_, err = f.properties.Call(collection) // names all that was given
	}
	if err != nil {
		return 0, err
	}
	collection = call.Name()
	if numbers != "" && !call.Owned() {
		return 0, status.Errorf(status.Argument, "plan of %s: '%s' after the name: only kernels of load_kernels take numbers there", collection, numbers)
	}
	block, lower, err := d.block("plan of " + collection)
	if err != nil {
		return 0, d.refused("plan of "+collection, err)
	}
	if f.Species == 0 && !call.NoData() {
		return 0, status.Errorf(status.Order, "plan of %s: the Frame has no species; give initialize species=, ns= (then species_data) or mechanism=. Without any of them initialize makes a Frame for fields only", collection)
	}
	if err := call.Take(numbers); err != nil {
		return 0, status.Wrap(err, "plan of %s: %v", collection, err)
	}
	p := &Plan{frame: f, collection: collection, call: call, shape: [3]int(block.Shape[:3]), interior: block.Interior, lower: lower,
		bounded: d.Lower != nil, order: d.Order, inputs: call.Inputs(), optional: call.Optional(), perSpecies: call.PerSpecies()}
	mindBounds("plan of "+collection, block.Misread())
	handle := newHandle()
	f.plans[handle] = p
	return handle, nil
}

// apartNumbers parts the name of a collection, with its inputs in parentheses, from the words behind it.
func apartNumbers(text string) (name, rest string) {
	text = strings.TrimSpace(text)
	if end := strings.LastIndex(text, ")"); end >= 0 && strings.Contains(text[:end], "(") {
		return text[:end+1], strings.TrimSpace(text[end+1:])
	}
	name, rest, _ = strings.Cut(text, " ")
	return name, strings.TrimSpace(rest)
}

// absent says that a plan, sequence or domain is not there; 0 is the handle of a variable for which nothing was created.
func absent(kind string, handle int) error {
	if handle == 0 {
		return status.Errorf(status.Order, "this %s does not exist: it was never created, or it was destroyed. Call create first, and check its status", kind)
	}
	return status.Errorf(status.Order, "%s %d does not exist: it was never created, was destroyed, or its Frame was finalized", kind, handle)
}

// Plan finds a plan by its handle.
func (f *Frame) Plan(handle int) (*Plan, error) {
	p, ok := f.plans[handle]
	if !ok {
		return nil, absent("plan", handle)
	}
	return p, nil
}

// Destroy forgets a plan.
func (f *Frame) Destroy(handle int) error {
	p, err := f.Plan(handle)
	if err != nil {
		return err
	}
	p.call.Close()
	delete(f.plans, handle)
	return nil
}

// Read says which array feeds an input, or a species of one.
func (p *Plan) Read(name string, use Use) error {
	view, species := p.apart(name)
	if p.call.Numbered(view) {
		return status.Errorf(status.Argument, "plan of %s: %s has a number since the plan was created, or since set; leave one of them out", p.collection, view)
	}
	if !slices.Contains(p.inputs, view) {
		return status.Errorf(status.UnknownName, "plan of %s: '%s' is not an input%s", p.collection, view, nearest.Known(view, "inputs are", p.inputs, ""))
	}
	return p.add(&p.reads, "input", view, species, use)
}

// argument is the name of a view as the plan has it: of Fortran arguments the case does not matter.
func (p *Plan) argument(view string) string {
	if p.call.Owned() {
		return strings.ToLower(view)
	}
	return view
}

// Write says which array takes an output, or a species of one.
func (p *Plan) Write(name string, use Use) error {
	view, species := p.apart(name)
	if writes := p.call.Outputs(); !slices.Contains(writes, view) {
		return status.Errorf(status.UnknownName, "plan of %s: '%s' is not an output%s", p.collection, view, nearest.Known(view, "outputs are", writes, "drawbridge kernels lists all"))
	}
	return p.add(&p.writes, "output", view, species, use)
}

// Bind renews the address and shape of every use of a view's name; interior nil keeps the plan's.
// A new shape or interior becomes the plan's: the other arrays must be bound to it before a run.
func (p *Plan) Bind(name string, use Use, interior *[6]int) error {
	address, extents, old := use.Address, use.Extents, p.named(name)
	if len(old) == 0 {
		return p.noSuch(name, "be bound")
	}
	if slices.ContainsFunc(old, func(b *binding) bool { return b.array.Device != use.Device }) {
		return status.Errorf(status.Argument, "plan of %s, array %s: bind says on_device otherwise than before; make a plan for each", p.collection, name)
	}
	if slices.ContainsFunc(old, func(b *binding) bool { return b.array.Single != use.Single }) {
		return status.Errorf(status.Argument, "plan of %s, array %s: elements of another precision than before; make a plan for each", p.collection, name)
	}
	first, err := arranged("array "+name, extents, old[0].array)
	if err != nil {
		return err
	}
	if interior != nil {
		given := counted(*interior, p.lower)
		interior = &given
	}
	if err := p.sameBounds(name, use, first.Order); err != nil {
		return err
	}
	if p.rebind(old, address, extents, interior) {
		return nil
	}
	renewed := *p
	renewed.shape = [3]int(first.Shape[:3])
	if interior != nil {
		renewed.interior = *interior
	}
	var made []*binding
	for _, b := range old {
		a, err := arranged("array "+name, extents, b.array)
		if err != nil {
			return err
		}
		a.Address = address
		n, err := renewed.bind("array", b.view, a, b.output)
		if err != nil {
			return err
		}
		made = append(made, n)
	}
	for i, b := range old {
		made[i].stays, made[i].copy = b.stays, b.copy // settle finds the new array's
		*b = *made[i]
	}
	p.shape, p.interior = renewed.shape, renewed.interior
	if interior != nil {
		mindBounds("plan of "+p.collection, made[0].array.Misread())
	}
	return nil
}

// Run goes through all stripes. Everything is checked before the first point is written.
func (p *Plan) Run() error {
	if err := p.ready(); err != nil {
		return err
	}
	defer p.frame.profile.Range("plan " + p.collection)()
	p.doubtInputs()
	if !p.call.Owned() {
		for _, b := range p.bindings() {
			p.frame.store.SetValid(b.view, 0) // what legacy calls left in a view of this name is older
		}
	}
	if p.onDevice() {
		if err := p.runOnDevice(); err != nil {
			return err
		}
		return p.taken()
	}
	if err := p.settle(); err != nil {
		return err
	}
	if err := p.throughStripes(); err != nil {
		return err
	}
	p.done()
	return p.taken()
}

// ready refuses a plan that lacks inputs or outputs, whose arrays moved, or whose outputs were bound to one place.
func (p *Plan) ready() error {
	var missing []string
	for _, name := range p.inputs {
		missing = append(missing, p.missing(name)...)
	}
	if len(missing) > 0 {
		return status.Errorf(status.Order, "plan of %s: no array was given for input %s; call plan%%read for it", p.collection, strings.Join(missing, " "))
	}
	if len(p.writes) == 0 {
		return status.Errorf(status.Order, "plan of %s: no array was given for any output; call plan%%write for one", p.collection)
	}
	if err := p.call.Ready(); err != nil {
		return status.Wrap(err, "plan of %s: %v", p.collection, err)
	}
	for i, b := range p.writes {
		if err := p.alone(b, p.writes[:i]); err != nil {
			return err
		}
	}
	if err := p.together(); err != nil {
		return err
	}
	var seen []sight
	for _, b := range p.bindings() {
		if err := p.fresh(b, b.right(), &seen); err != nil {
			return err
		}
	}
	return nil
}

func (p *Plan) add(list *[]*binding, role, view, species string, use Use) error {
	output := list == &p.writes
	a, err := p.described(role, view, use)
	if err != nil {
		return err
	}
	if a.Part, err = p.part(role, view, species, output); err != nil {
		return err
	}
	if err := p.once(*list, role, view, a); err != nil {
		return err
	}
	b, err := p.bind(role, view, a, output)
	if err != nil {
		return err
	}
	if err := p.sameBounds(b.name, use, a.Order); err != nil {
		return err
	}
	if output {
		if err := p.alone(b, p.writes); err != nil {
			return err
		}
	}
	*list, p.latest = append(*list, b), b
	p.mindCorner(b.name, use, a.Order)
	return nil
}

// alone refuses an output that lies in the place of one of others.
func (p *Plan) alone(b *binding, others []*binding) error {
	for _, other := range others {
		if shares(b.array, other.array) {
			return status.Errorf(status.Argument, "plan of %s: outputs %s and %s would both be written to variable %d of one array", p.collection, other.name, b.name, max(b.array.Var, other.array.Var))
		}
	}
	return nil
}

func (p *Plan) bind(role, view string, a views.HostArray, output bool) (*binding, error) {
	name := partName(view, a.Part)
	what := "plan of " + p.collection + ", " + role + " " + name
	width, err := p.call.Width(view, output)
	if err != nil {
		return nil, status.Wrap(err, "%s: %v", what, err)
	}
	if [3]int(a.Shape[:3]) != p.shape {
		return nil, status.Errorf(status.Shape, "%s: the array is %v, the plan was made for %v%s", what, a.Shape[:3], p.shape, p.fitting(a))
	}
	a.Interior, a.Shift, a.Width = p.interior, shift(p.lower), width
	if a.Part > 0 {
		a.Width = 1
	}
	if err := a.Check(what); err != nil {
		return nil, err
	}
	b := &binding{name: name, view: view, output: output, slot: p.call.Slot(view, output), array: a}
	if a.Device {
		return b, p.lookOnDevice(what, b)
	}
	if err := hostmemory.Check(what, a.Address, a.Bytes(), b.right()); err != nil {
		return nil, err
	}
	b.fingerprint = hostmemory.Fingerprint(a.Address, a.Bytes())
	return b, nil
}

func (p *Plan) bindings() []*binding { return slices.Concat(p.reads, p.writes) }

// right is what a run does with a bound array.
func (b *binding) right() hostmemory.Right {
	if b.output {
		return hostmemory.Write
	}
	return hostmemory.Read
}

// Views names the views that a collection reads and those it writes.
func (f *Frame) Views(collection string) (reads, writes []string, err error) {
	return f.properties.Names(collection)
}
