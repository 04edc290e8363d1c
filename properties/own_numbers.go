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
	"drawbridge/views"
)

// own is what a kernel of an owner needs beside its arrays.
type own struct {
	kernel   *owners.Kernel
	numbers  map[string]float64        // by argument
	computed map[string]string         // arguments whose number the list computes: its name there; numbers has the latest
	cells    map[string]device.Array   // of these, on a GPU, where the number lies
	memory   device.Memory             // of the numbers, in the order of the arguments
	widths   map[string]int            // values of each argument
	made     map[uint64]device.Program // by the arrays that are in another unit
}

func newOwn(k *owners.Kernel) *own {
	return &own{kernel: k, numbers: map[string]float64{}, computed: map[string]string{}, cells: map[string]device.Array{}, made: map[uint64]device.Program{}}
}

// takes gives an argument the number that a word names: a value, or a number that the list computes; false where it names a field.
func (o *own) takes(argument, word string, computed []string) (bool, error) {
	if is, err := o.number(argument, word); is {
		if err == nil {
			_, err = views.NumberFrom("reads", argument, true, computed)
		}
		return true, err
	}
	if slices.Contains(computed, word) {
		return true, o.take(argument, word)
	}
	if o.nest() && o.argument(argument).Number {
		return true, status.Errorf(status.Argument, "reads: %s is one number for all points; give it as %s=1.5, or as the name of a number that an entry before computes", argument, argument)
	}
	return false, nil
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
		case a.Type == "real(4)" && math.Abs(v) > math.MaxFloat32 && !math.IsInf(v, 0):
			return status.Errorf(status.Argument, "%s is %s, and takes numbers of at most %g", argument, a.Type, math.MaxFloat32)
		}
	}
	return nil
}

// computable refuses that a list computes the number of an argument.
func (o *own) computable(argument string) error {
	err := o.admits(argument, 0)
	if err == nil && o.kernel.Whole(argument) {
		err = status.Errorf(status.Argument, "%s is an integer, and a list computes real numbers; give it another name there, and give its value by %s=1 and set", argument, argument)
	}
	return err
}

// take gives an argument a number that the list computes.
func (o *own) take(argument, number string) error {
	if err := o.computable(argument); err != nil {
		return err
	}
	o.numbers[argument], o.computed[argument] = math.NaN(), number
	return nil
}

// compute is the value of such a number, or on a GPU where it lies.
func (o *own) compute(d device.Device, argument string, value float64, cells device.Memory, cell int) error {
	if cells != nil {
		o.cells[argument] = device.Array{Name: argument, Memory: cells, Bytes: 8, Base: cell, Components: 1}
		return nil
	}
	o.numbers[argument] = value
	return o.upload(d)
}

// has tells whether an argument has a number.
func (o *own) has(argument string) bool {
	if o == nil {
		return false
	}
	_, given := o.numbers[argument]
	return given
}

// named are the arguments whose numbers were given.
func (o *own) named() []string {
	if o == nil {
		return nil
	}
	var list []string
	for name := range o.numbers {
		if o.computed[name] == "" {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
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
	if len(o.numbers) == 0 {
		return nil
	}
	if o.memory, err = d.Allocate("numbers of "+o.kernel.Name, len(o.kernel.Arguments)); err != nil {
		return err
	}
	return o.upload(d)
}

// upload copies the numbers to the device.
func (o *own) upload(d device.Device) error {
	values := make([]float64, len(o.kernel.Arguments))
	for i, a := range o.kernel.Arguments {
		values[i] = o.numbers[a.Name]
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
	if a, is := o.cells[name]; is {
		return a, true
	}
	at := slices.IndexFunc(o.kernel.Arguments, func(a owners.Argument) bool { return a.Name == name })
	return device.Array{Name: name, Memory: o.memory, Bytes: 8, Base: at, Components: 1}, o.has(name)
}

func (o *own) close(d device.Device) {
	if o != nil && o.memory != nil {
		d.Release(o.memory)
		o.memory = nil
	}
}
