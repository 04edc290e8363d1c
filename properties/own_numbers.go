package properties

import (
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"drawbridge/device"
	"drawbridge/properties/owners"
	"drawbridge/status"
	"drawbridge/status/nearest"
)

// own is what a kernel of an owner needs beside its arrays.
type own struct {
	kernel  *owners.Kernel
	numbers map[string]float64 // by argument
	places  map[string]int     // of the numbers in memory
	memory  device.Memory
	widths  map[string]int            // values of each argument
	made    map[uint64]device.Program // by the arrays that are in another unit
}

func newOwn(k *owners.Kernel) *own {
	return &own{kernel: k, numbers: map[string]float64{}, places: map[string]int{}, made: map[uint64]device.Program{}}
}

// number takes the number of an argument from a word such as gamma=1.4; false where it is none.
func (o *own) number(argument, text string) (bool, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return false, nil
	}
	if err := o.admits(argument, v); err != nil {
		return true, status.Wrap(err, "reads: %s=%s: %v", argument, text, err)
	}
	o.numbers[argument] = v
	return true, nil
}

// admits refuses a number that an argument cannot have.
func (o *own) admits(argument string, v float64) error {
	for _, a := range o.kernel.Arguments {
		switch {
		case a.Name != argument:
		case a.Reach != nil:
			return status.Errorf(status.Argument, "%s is read or written at each point, and takes a field", argument)
		case a.Shape != "":
			return status.Errorf(status.Argument, "%s%s is an array, and takes a field or an array", argument, a.Shape)
		case a.Write:
			return status.Errorf(status.Argument, "%s is written too, and takes a field or an array", argument)
		case strings.HasPrefix(a.Type, "integer") && (v != math.Trunc(v) || math.Abs(v) > math.MaxInt32):
			return status.Errorf(status.Argument, "%s is %s, and takes a whole number of at most %d", argument, a.Type, math.MaxInt32)
		}
	}
	return nil
}

// has tells whether an argument has a number.
func (o *own) has(argument string) bool {
	if o == nil {
		return false
	}
	_, given := o.numbers[argument]
	return given
}

// named are the arguments that have numbers.
func (o *own) named() []string {
	if o == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(o.numbers))
}

// size finds how many values each argument has, when all numbers are there.
func (o *own) size() (err error) {
	o.widths, err = o.kernel.Widths(o.numbers)
	return err
}

// program is what runs the kernel on arrays.
func (o *own) program(arrays []device.Array) device.Program {
	var scaled uint64
	for i, a := range arrays {
		if a.Factor != 0 {
			scaled |= 1 << i
		}
	}
	p, known := o.made[scaled]
	if !known {
		p = o.kernel.Program(o.widths, o.numbers, scaled)
		o.made[scaled] = p
	}
	return p
}

// settle puts the numbers onto the device, when all is sized.
func (o *own) settle(d device.Device) (err error) {
	names := o.named()
	if len(names) == 0 {
		return nil
	}
	if o.memory, err = d.Allocate("numbers of "+o.kernel.Name, len(names)); err != nil {
		return err
	}
	for i, name := range names {
		o.places[name] = i
	}
	return o.upload(d)
}

// upload copies the numbers to the device.
func (o *own) upload(d device.Device) error {
	values := make([]float64, len(o.places))
	for name, i := range o.places {
		values[i] = o.numbers[name]
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	return d.CopyIn(o.memory, []device.Box{flat(values, &pin)})
}

// check refuses another value of a number by its name. Extents cannot change: arrays were sized by them.
func (o *own) check(name string, v float64) error {
	if !o.has(name) {
		return status.Errorf(status.UnknownName, "%s has no number '%s'%s", o.kernel.Name, name, nearest.Known(name, "its numbers are", o.named(), ""))
	}
	if err := o.admits(name, v); err != nil {
		return err
	}
	changed := maps.Clone(o.numbers)
	changed[name] = v
	now, err := o.kernel.Widths(changed)
	if err == nil && !maps.Equal(now, o.widths) {
		err = status.Errorf(status.Shape, "%s = %g would change how many values other arguments have; give it another number where the kernel is named", name, v)
	}
	return err
}

// set gives a number another value, from the next launch on. Nothing runs meanwhile.
func (o *own) set(d device.Device, name string, v float64) error {
	if err := o.check(name, v); err != nil {
		return err
	}
	o.numbers[name] = v
	if o.kernel.Whole(name) {
		clear(o.made) // the text has the sizes that local arrays may have
	}
	return o.upload(d)
}

// current refuses arguments whose extents have changed with the owner's variables.
func (o *own) current() error {
	now, err := o.kernel.Widths(o.numbers)
	if err != nil {
		return err
	}
	for name, width := range o.widths {
		if now[name] != width {
			return status.Errorf(status.Shape, "%s has %d values at a point now, and had %d when the kernel was named; name it again", name, now[name], width)
		}
	}
	return nil
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
