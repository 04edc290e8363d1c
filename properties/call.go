package properties

import (
	"slices"
	"strings"

	"drawbridge/device"
	kernels "drawbridge/kernels/set"
	"drawbridge/settings"
	"drawbridge/status"
	"drawbridge/status/nearest"
)

// Call is a collection that is ready to be launched. Its kernel has a slot for each argument: for those that it reads, then for those that it
// writes. A launch takes an array for each slot; one without a memory is an input that is absent, or an output that nobody asks for.
type Call struct {
	collection Collection
	arguments  []kernels.Argument
	reads      int // of the arguments, the first ones
	properties *TVProperties
	own        *own           // numbers of a user kernel; nil: built in
	arrays     []device.Array // of the latest launch on fields, or on views by name
}

// Call finds a collection that this release can run.
func (p *TVProperties) Call(name string) (*Call, error) {
	c, err := p.find(name)
	if err == nil {
		err = p.options.has(c.collection)
	}
	return c, err
}

func (p *TVProperties) find(name string) (*Call, error) {
	c, err := p.lookup(name)
	if err != nil {
		return nil, err
	}
	k, err := c.kernel()
	if err != nil {
		return nil, err
	}
	call := &Call{collection: c, arguments: slices.Concat(k.Reads, k.Writes), reads: len(k.Reads), properties: p}
	if c.own != nil {
		call.own = newOwn(c.own)
	}
	return call, nil
}

// Name is that of the collection, with its inputs.
func (c *Call) Name() string { return c.collection.Name }

// NoData tells that the collection needs no species data.
func (c *Call) NoData() bool { return c.collection.NoData }

// Owned tells whether it is a user kernel.
func (c *Call) Owned() bool { return c.own != nil }

// Inputs are the names of what the collection reads, but for arguments that have a number.
func (c *Call) Inputs() []string {
	return slices.DeleteFunc(argumentNames(c.arguments[:c.reads], false), c.own.has)
}

// Outputs are the names of what the collection writes.
func (c *Call) Outputs() []string { return argumentNames(c.arguments[c.reads:], false) }

// Optional are the inputs that may be absent: a first guess.
func (c *Call) Optional() []string { return argumentNames(c.arguments[:c.reads], true) }

// PerSpecies are the arguments over the species. A kernel stores such outputs one by one, while it still reads its inputs.
func (c *Call) PerSpecies() (list []string) {
	for _, a := range c.arguments {
		if a.PerSpecies && !a.Withheld {
			list = append(list, a.Name)
		}
	}
	return list
}

// Normalises tells whether a run looks at flags before its kernel is launched.
func (c *Call) Normalises() bool {
	return c.properties.options.Normalise && slices.Contains(c.Inputs(), "Yi")
}

// Slot is the place of an argument among the slots; -1: it has none.
func (c *Call) Slot(name string, output bool) int {
	for i, a := range c.arguments {
		if a.Name == name && !a.Withheld && output == (i >= c.reads) {
			return i
		}
	}
	return -1
}

// Width is how many values a point has in an argument.
func (c *Call) Width(name string, output bool) (int, error) {
	if c.own != nil {
		return c.own.widths[name], nil
	}
	v, err := c.properties.store.Find(name)
	switch {
	case err != nil:
		return 0, err
	case output:
		return v.Width, nil
	}
	return c.collection.Width(name, v.Width), nil
}

// Slots are those of all arguments, with no memory yet; to has room for them.
func (c *Call) Slots(to []device.Array) []device.Array {
	to = to[:0]
	for i, a := range c.arguments {
		to = append(to, device.Array{Name: a.Name, Output: i >= c.reads})
	}
	return to
}

// Take makes a user kernel ready for arrays of the host. numbers are pairs of an argument and its number, as "gamma=1.4 n=3".
func (c *Call) Take(numbers string) error {
	if c.own == nil {
		return nil
	}
	if c.own.kernel.Dims > 0 {
		return status.Errorf(status.NotAvailable, "%s is a loop nest that reads neighbours, and runs on fields: use properties of a frame or a sequence", c.Name())
	}
	reads := c.Inputs()
	for _, word := range settings.Words(numbers) {
		name, text, _ := strings.Cut(word, "=")
		name = strings.ToLower(name) // as Fortran's names
		if !slices.Contains(reads, name) {
			return status.Errorf(status.UnknownName, "'%s': it reads no argument '%s'%s", word, name, nearest.Known(name, "it reads", reads, ""))
		}
		if c.own.has(name) {
			return status.Errorf(status.Argument, "the number of %s is given twice", name)
		}
		is, err := c.own.number(name, text)
		if err != nil {
			return err
		}
		if !is {
			return status.Errorf(status.Argument, "'%s': a number expected, as %s=1.5; arrays are named by read", word, name)
		}
	}
	if err := c.own.size(); err != nil {
		return err
	}
	return c.own.settle(c.properties.device)
}

// Numbered tells whether an argument has a number.
func (c *Call) Numbered(argument string) bool { return c.own.has(argument) }

// Ready refuses a user kernel that has changed since it was made ready, and brings the variables of modules onto the device.
func (c *Call) Ready() error {
	if c.own == nil {
		return nil
	}
	if err := c.own.current(); err != nil {
		return err
	}
	return c.properties.renew(c.own.kernel.Set())
}

// Set gives a number another value, or its first one to an argument that has no array.
func (c *Call) Set(name string, value float64) error {
	d := c.properties.device
	if c.own.has(name) || !slices.Contains(c.Inputs(), name) {
		return c.own.set(d, name, value)
	}
	if err := c.own.admits(name, value); err != nil {
		return err
	}
	c.own.numbers[name] = value
	if c.own.memory != nil {
		return c.own.upload(d)
	}
	return c.own.settle(d)
}

// Close gives back what a user kernel holds on the device.
func (c *Call) Close() { c.own.close(c.properties.device) }
