package properties

import (
	"slices"
	"strings"

	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/views"
)

// OnViews is a kernel of an owner for arrays of the host: its arguments are views of their own, which the caller makes from
// Declarations, and numbers.
type OnViews struct {
	collection Collection
	own        *own
	properties *TVProperties
}

// BindViews makes a kernel of an owner ready for views. numbers are pairs of an argument and its number, as "gamma=1.4 n=3".
func (p *TVProperties) BindViews(kernel, numbers string) (*OnViews, error) {
	c, err := p.Collection(kernel)
	if err != nil {
		return nil, err
	}
	if c.own.Dims > 0 {
		return nil, status.Errorf(status.NotAvailable, "%s is a loop nest that reads neighbours, and runs on fields: use properties of a frame or a sequence", c.Name)
	}
	v := &OnViews{collection: c, own: newOwn(c.own), properties: p}
	if err = v.take(numbers); err == nil {
		err = v.own.size()
	}
	if err == nil {
		err = v.own.settle(p.device)
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

// take reads the numbers.
func (v *OnViews) take(numbers string) error {
	reads, _, err := v.collection.names()
	if err != nil {
		return err
	}
	for _, word := range strings.Fields(numbers) {
		name, text, _ := strings.Cut(word, "=")
		name = strings.ToLower(name) // as Fortran's names
		if !slices.Contains(reads, name) {
			return status.Errorf(status.UnknownName, "'%s': it reads no argument '%s'%s", word, name, nearest.Known(name, "it reads", reads, ""))
		}
		if v.own.has(name) {
			return status.Errorf(status.Argument, "the number of %s is given twice", name)
		}
		is, err := v.own.number(name, text)
		if err != nil {
			return err
		}
		if !is {
			return status.Errorf(status.Argument, "'%s': a number expected, as %s=1.5; arrays are named by read", word, name)
		}
	}
	return nil
}

// Declarations are those of the views: one for each argument that has no number.
func (v *OnViews) Declarations() []views.Declaration {
	var list []views.Declaration
	for _, a := range v.own.kernel.Arguments {
		if !v.own.has(a.Name) {
			list = append(list, views.Declaration{Name: a.Name, Width: v.own.widths[a.Name], Unit: "as your routine has it", Meaning: "argument of " + v.collection.Name})
		}
	}
	return list
}

// Numbered tells whether an argument has a number.
func (v *OnViews) Numbered(argument string) bool { return v.own.has(argument) }

// Ready refuses what has changed since the kernel was bound, and brings the variables of modules onto the device.
func (v *OnViews) Ready() error {
	if err := v.own.current(); err != nil {
		return err
	}
	return v.properties.renew(v.own.kernel.Set())
}

// Set gives a number another value, or its first one to an argument that has no array.
func (v *OnViews) Set(name string, value float64) error {
	if reads, _, err := v.collection.names(); err != nil || v.own.has(name) || !slices.Contains(reads, name) {
		return v.own.set(v.properties.device, name, value)
	}
	if err := v.own.admits(name, value); err != nil {
		return err
	}
	v.own.numbers[name] = value
	if v.own.memory != nil {
		return v.own.upload(v.properties.device)
	}
	return v.own.settle(v.properties.device)
}

// RunOn launches the kernel on views, by the properties of the device or queue that holds them.
func (v *OnViews) RunOn(p *TVProperties, store *views.Store, r device.Region, asked map[string]bool) (Launch, error) {
	return p.RunOn(ownersArrays{store, v.own}, v.collection.Name, r, asked)
}

// Close gives back what it holds on the device.
func (v *OnViews) Close() { v.own.close(v.properties.device) }

// ownersArrays are the arrays of an owner's kernel: numbers, and views for all else.
type ownersArrays struct {
	*views.Store
	own *own
}

func (v ownersArrays) owner() *own { return v.own }

// Input is the number or the view of an argument.
func (v ownersArrays) Input(name string, n int) (device.Array, error) {
	if a, is := v.own.input(name); is {
		return a, nil
	}
	return v.Store.Input(name, n)
}
