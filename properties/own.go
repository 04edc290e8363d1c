package properties

import (
	"math"
	"runtime"
	"slices"
	"strings"

	"drawbridge/device"
	kernels "drawbridge/kernels/set"
	"drawbridge/properties/owners"
	"drawbridge/status"
	"drawbridge/views"
)

// Kernels of an owner: routines of a set that was loaded. They run on fields as collections do; what they need beside fields
// is a number for an argument, and the variables of their modules, which a device that compiles is given as a block.

// loaded are the sets of one Frame.
type loaded struct {
	sets   []*owners.Set
	blocks map[*owners.Set]*variables
}

// variables are those of the modules of one set, on the device.
type variables struct {
	memory device.Memory
	values []float64
}

// Load loads a kernel set; version is this Drawbridge's.
func (p *TVProperties) Load(path, version string) (*owners.Set, error) {
	s, err := owners.Open(path, version, p.ns)
	if err != nil {
		return nil, err
	}
	for _, k := range s.Kernels {
		if other, err := p.lookup(k.Name); err == nil {
			whose := "of Drawbridge's own kernels"
			if other.own != nil {
				whose = "of " + other.own.Set().Path
			}
			return nil, status.Errorf(status.Argument, "kernel set %s: kernel '%s' has the name of one %s; name the routine otherwise, or name the routines that you want by --routine of drawbridge port", s.Path, k.Name, whose)
		}
	}
	if err := p.renew(s); err != nil {
		return nil, status.Wrap(err, "kernel set %s: %v", s.Path, err)
	}
	p.sets.sets = append(p.sets.sets, s)
	return s, nil
}

// lookup finds a collection, a building block or a kernel of a set by name, whatever its case.
func (p *TVProperties) lookup(name string) (Collection, error) {
	return lookupGiven(name, p.ns, p.bare)
}

func (p *TVProperties) bare(name string) (Collection, error) {
	lower := strings.ToLower(strings.TrimSpace(name))
	if p.sets == nil {
		return plain(name)
	}
	module, routine, apart := strings.Cut(lower, "::") // as drawbridge port names routines
	means := func(name string) bool {
		return name == lower || apart && (name == module+"_"+routine || name == routine)
	}
	var known []string
	for _, s := range p.sets.sets {
		for _, k := range s.Kernels {
			if means(k.Name) && (!apart || k.In(module)) {
				return Collection{Name: k.Name, Kernel: k.Name, NoData: true, Meaning: "kernel of " + s.Path, own: k}, nil
			}
			known = append(known, k.Name)
		}
	}
	if c, err := plain(name); err == nil {
		return c, nil
	}
	for _, s := range p.sets.sets {
		for _, w := range s.Without {
			if means(strings.ToLower(w.Name)) {
				return Collection{}, status.Errorf(status.NotAvailable, "routine '%s' of %s is not a kernel: %s", name, s.Path, w.Reason)
			}
		}
	}
	return Collection{}, unknown(name, known)
}

// argumentsOf are the arguments of an owner's kernel as those of a kernel list.
func argumentsOf(own *owners.Kernel) kernels.Kernel {
	k := kernels.Kernel{Name: own.Name, Needs: "nothing"}
	for _, a := range own.Arguments {
		if a.Read {
			k.Reads = append(k.Reads, kernels.Argument{Name: a.Name, Optional: a.Optional})
		}
		if a.Write {
			k.Writes = append(k.Writes, kernels.Argument{Name: a.Name})
		}
	}
	return k
}

// Room is how many values a GPU keeps at least for an array whose extent it does not know before.
func (p *TVProperties) Room(kernel string) int {
	c, err := p.lookup(kernel)
	if err != nil || c.own == nil {
		return 0
	}
	return c.own.LeastRoom()
}

// renew puts the variables of the modules of a set onto the device, where they are not what they were.
func (p *TVProperties) renew(s *owners.Set) error {
	values := s.Block()
	known := p.sets.blocks[s]
	same := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
	if values == nil || known != nil && slices.EqualFunc(values, known.values, same) {
		return nil
	}
	if known == nil {
		m, err := p.device.Allocate("variables of modules", len(values))
		if err != nil {
			return err
		}
		known = &variables{memory: m}
		if p.sets.blocks == nil {
			p.sets.blocks = map[*owners.Set]*variables{}
		}
		p.sets.blocks[s] = known
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	if err := p.device.CopyIn(known.memory, []device.Box{flat(values, &pin)}); err != nil {
		known.values = nil
		return err
	}
	known.values = values
	p.epoch++
	return nil
}

// close gives back what the sets hold on the device.
func (l *loaded) close(d device.Device) {
	for _, v := range l.blocks {
		d.Release(v.memory)
	}
	l.blocks, l.sets = nil, nil
}

// block is the parameter block of a launch.
func (c *Call) block() device.Memory {
	if c.own == nil {
		return c.properties.parameters
	}
	if v := c.properties.sets.blocks[c.own.kernel.Set()]; v != nil {
		return v.memory
	}
	return nil
}

// size compares the fields of an owner's kernel with its arguments, when all are named.
func (b *OnFields) size() error {
	if b.own.nest() {
		b.place()
	}
	if err := b.valuesFit(); err != nil {
		return err
	}
	return b.own.settle(b.properties.device)
}

// valuesFit compares the components of the fields with the values of the arguments.
func (b *OnFields) valuesFit() error {
	if err := b.own.size(); err != nil {
		return err
	}
	for i, list := range []map[string]*views.Field{b.reads, b.writes} {
		for name, f := range list {
			if want := b.own.widths[name]; f.Components != want {
				return status.Errorf(status.Shape, "%s %s has %s at a point, %s has %s; give a field, or a component, with as many", [2]string{"input", "output"}[i], name,
					status.Count(want, "value"), f.Describe(), status.Count(f.Components, "component"))
			}
		}
	}
	return nil
}

// ownReady refuses what has changed since the fields were named, and brings the variables of modules onto the device.
func (b *OnFields) ownReady() error {
	if b.own.widths == nil {
		return nil // not sized yet
	}
	if err := b.own.current(); err != nil {
		return err
	}
	return b.properties.renew(b.own.kernel.Set())
}

// Given are the names of the numbers that Set changes.
func (b *OnFields) Given() []string {
	return b.own.given(b.own.named())
}

// Check refuses another value of a number.
func (b *OnFields) Check(name string, value float64) error { return b.own.check(name, value) }

// Value is that of a number.
func (b *OnFields) Value(name string) float64 { return b.own.numbers[name] }

// Computable refuses that a list computes the number of an argument.
func (b *OnFields) Computable(argument string) error {
	if err := b.own.computable(argument); err != nil {
		return status.Wrap(err, "properties %s: %v", b.Collection, err)
	}
	return nil
}

// TakeComputed makes the number of an argument one that the list computes.
func (b *OnFields) TakeComputed(argument, number string) { b.own.computed[argument] = number }

// Computed are the arguments whose numbers the list computes, with their names there.
func (b *OnFields) Computed() map[string]string { return b.own.computed }

// Compute is the value of such a number, or on a GPU the cell of a memory that has it at each run.
func (b *OnFields) Compute(argument string, value float64, cells device.Memory, cell int) error {
	return b.own.compute(b.properties.device, argument, value, cells, cell)
}

// Set gives a number another value. What was launched is done.
func (b *OnFields) Set(name string, value float64) error {
	if b.own.kernel.Whole(name) {
		b.properties.epoch++ // the kernel's text may be another one
	}
	return b.own.set(b.properties.device, name, value)
}
