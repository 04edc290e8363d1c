package properties

import (
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"drawbridge/device"
	"drawbridge/kernels"
	"drawbridge/properties/owners"
	"drawbridge/status"
	"drawbridge/status/nearest"
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
	var known []string
	for _, s := range p.sets.sets {
		for _, k := range s.Kernels {
			if k.Name == lower {
				return Collection{Name: k.Name, Kernel: k.Name, NoData: true, Meaning: "kernel of " + s.Path, own: k}, nil
			}
			known = append(known, k.Name)
		}
	}
	c, err := plain(name)
	if err != nil && known != nil {
		err = status.Wrap(err, "%v; kernels that were loaded are %s%s", err, strings.Join(known, " "), nearest.Question(name, known))
	}
	return c, err
}

// Own tells whether the collection is a kernel of a set that was loaded.
func (c Collection) Own() bool { return c.own != nil }

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

// block is the parameter block of a collection.
func (p *TVProperties) block(c Collection) device.Memory {
	if c.own == nil {
		return p.parameters
	}
	if v := p.sets.blocks[c.own.Set()]; v != nil {
		return v.memory
	}
	return nil
}

// program is what runs a collection on arrays.
func (p *TVProperties) program(arrays Arrays, c Collection, n int) device.Program {
	if b, ok := arrays.(*OnFields); ok && b.own != nil {
		return b.own.program
	}
	return p.programs.get(c.Kernel, c.given, p.arrays, n)
}

// own is what a kernel of an owner needs beside its fields.
type own struct {
	kernel  *owners.Kernel
	numbers map[string]float64 // by argument
	places  map[string]int     // of the numbers in memory
	memory  device.Memory
	widths  map[string]int // values of each argument
	program device.Program
}

// number takes the number of an argument from a word such as gamma=1.4; false where it is none.
func (o *own) number(argument, text string) (bool, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return false, nil
	}
	for _, a := range o.kernel.Arguments {
		switch {
		case a.Name != argument:
		case a.Shape != "":
			return true, status.Errorf(status.Argument, "reads: %s=%s: %s%s is an array, and takes a field", argument, text, argument, a.Shape)
		case a.Write:
			return true, status.Errorf(status.Argument, "reads: %s=%s: %s is written too, and takes a field", argument, text, argument)
		case strings.HasPrefix(a.Type, "integer") && (v != math.Trunc(v) || math.Abs(v) > math.MaxInt32):
			return true, status.Errorf(status.Argument, "reads: %s=%s: %s is %s, and takes a whole number", argument, text, argument, a.Type)
		}
	}
	o.numbers[argument] = v
	return true, nil
}

// has tells whether an argument has a number.
func (o *own) has(argument string) bool {
	if o == nil {
		return false
	}
	_, given := o.numbers[argument]
	return given
}

// settle sizes the arguments and puts the numbers onto the device, when all is bound.
func (b *OnFields) settle() (err error) {
	o, d := b.own, b.properties.device
	if o.widths, err = o.kernel.Widths(o.numbers); err != nil {
		return err
	}
	for i, list := range []map[string]*views.Field{b.reads, b.writes} {
		for name, f := range list {
			if want := o.widths[name]; f.Components != want {
				return status.Errorf(status.Shape, "%s %s has %d values at a point, %s has %d components", [2]string{"input", "output"}[i], name, want, f.Describe(), f.Components)
			}
		}
	}
	o.program = o.kernel.Program(o.widths, o.numbers)
	if len(o.numbers) == 0 {
		return nil
	}
	var values []float64
	for _, name := range slices.Sorted(maps.Keys(o.numbers)) {
		o.places[name] = len(values)
		values = append(values, o.numbers[name])
	}
	if o.memory, err = d.Allocate("numbers of "+b.Collection, len(values)); err != nil {
		return err
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	return d.CopyIn(o.memory, []device.Box{flat(values, &pin)})
}

// current refuses arguments whose extents have changed with the owner's variables, and renews those on the device.
func (b *OnFields) current() error {
	o := b.own
	if o.widths == nil {
		return nil // not settled yet
	}
	now, err := o.kernel.Widths(o.numbers)
	if err != nil {
		return err
	}
	for name, width := range o.widths {
		if now[name] != width {
			return status.Errorf(status.Shape, "%s has %d values at a point now, and had %d when its fields were named; append the kernel again", name, now[name], width)
		}
	}
	return b.properties.renew(o.kernel.Set())
}

// input is the number of an argument as an array of one value for all points.
func (o *own) input(name string) (device.Array, bool) {
	if o == nil || o.memory == nil {
		return device.Array{}, false
	}
	at, given := o.places[name]
	return device.Array{Name: name, Memory: o.memory, Bytes: 8, Base: at, Components: 1}, given
}

func (o *own) close(d device.Device) {
	if o != nil && o.memory != nil {
		d.Release(o.memory)
		o.memory = nil
	}
}
