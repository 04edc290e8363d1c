package properties

import (
	"strings"

	"drawbridge/device"
	"drawbridge/status"
)

// Launch is what one run did.
type Launch struct {
	Kernel  string
	Points  int
	Bytes   int64              // each input read once, each asked output written once
	Flagged int                // points that carry a flag
	Moved   int                // points whose mass fractions the option normalise moved
	counted *device.FlagCounts // by the device, where no flag word is kept
	carried *device.FlagCounts // by the device, beside the flag words: not which point is first
	summed  bool               // over all launches of a run
	flag    device.Array
	region  device.Region
}

// Ended takes over what a queue tells of a launch that is finished.
func (l *Launch) Ended(done device.Done) { l.Flagged, l.carried = done.Flagged, done.Carried }

// normalise is the building block that the option of that name runs before what reads Yi.
const normalise = "normalise"

// Run launches a collection on a region of the views by name; asked limits the outputs, nil asks all. The flag word is always written.
// Nothing is launched unless everything is there.
func (p *TVProperties) Run(collection string, r device.Region, asked map[string]bool) (Launch, error) {
	c := p.calls[collection]
	var err error
	if c == nil {
		if c, err = p.Call(collection); err == nil {
			p.calls[collection] = c
		}
	}
	if err == nil && (r.Points < 0 || r.Points > p.store.MaxBlock()) {
		err = status.Errorf(status.Argument, "%s: %d active points, 0 to max_block = %d expected", c.Name(), r.Points, p.store.MaxBlock())
	}
	if err == nil {
		err = p.data(c.collection)
	}
	if err != nil {
		return Launch{}, err
	}
	if err := c.views(r.Points, asked); err != nil {
		return Launch{}, status.Wrap(err, "%s: %v", c.Name(), err)
	}
	for _, a := range c.arrays[c.reads:] {
		p.store.SetValid(a.Name, 0) // until the launch went well
	}
	launch, err := c.Launch(p.device, c.arrays, r)
	if err != nil {
		return launch, err
	}
	for _, a := range c.arrays[c.reads:] {
		if a.Memory != nil {
			p.store.SetValid(a.Name, r.Points)
		}
	}
	return launch, nil
}

// views gives each slot its view of n points; missing inputs are named all at once.
func (c *Call) views(n int, asked map[string]bool) error {
	store := c.properties.store
	c.arrays = c.Slots(c.arrays)
	var missing []string
	for i, x := range c.arguments[:c.reads] {
		a, err := store.Input(x.Name, n)
		switch {
		case x.Withheld || err != nil && x.Optional:
		case err != nil:
			missing = append(missing, err.Error())
		default:
			a.Components = c.collection.Width(x.Name, a.Components)
			c.arrays[i] = a
		}
	}
	if len(missing) > 0 {
		return status.Errorf(status.Order, "%s", strings.Join(missing, "; "))
	}
	for i, x := range c.arguments[c.reads:] {
		if x.Withheld || x.Name != "flag" && !asked[x.Name] && (asked != nil || x.Optional) {
			continue
		}
		var err error
		if c.arrays[c.reads+i], err = store.Output(x.Name); err != nil {
			return err
		}
	}
	return nil
}

// Launch runs the kernel on a device, or starts it on a queue, with an array for each slot.
func (c *Call) Launch(d device.Device, arrays []device.Array, r device.Region) (Launch, error) {
	launch, program, err := c.prepare(arrays, r)
	if err == nil {
		err = c.normalised(d, arrays, &launch)
	}
	if err != nil {
		return launch, err
	}
	if launch.Flagged, err = d.Launch(program, arrays, c.block(), r); err != nil {
		return launch, err
	}
	if by := d.About().Carrier; by != nil && launch.Flagged > 0 {
		launch.carried = by.Carried()
	}
	return launch, nil
}

// prepare refuses what species data and options do not allow, gives slots their numbers, and finds the program that a device launches.
func (c *Call) prepare(arrays []device.Array, r device.Region) (Launch, device.Program, error) {
	if err := c.properties.data(c.collection); err != nil {
		return Launch{}, device.Program{}, err
	}
	launch := Launch{Kernel: c.Name(), Points: r.Points, region: r, flag: arrays[len(arrays)-1]}
	for i := range arrays {
		a := &arrays[i]
		if number, is := c.own.input(a.Name); is && !a.Output && a.Memory == nil {
			*a = number
		}
		if a.Memory != nil && (a.Output || a.Point != 0 || a.Row != 0) { // else it is one number
			launch.Bytes += 8 * int64(r.Points) * int64(a.Components)
		}
	}
	if c.own != nil {
		return launch, c.own.program(arrays), nil
	}
	return launch, c.properties.programs.get(c.collection.Kernel, c.collection.given, arrays, r.Points), nil
}

// normalised runs what the option of that name asks for before a launch that reads Yi.
func (c *Call) normalised(d device.Device, arrays []device.Array, launch *Launch) error {
	if !c.properties.options.Normalise || c.Name() == normalise {
		return nil
	}
	yi := c.Slot("Yi", false)
	if yi < 0 || arrays[yi].Memory == nil {
		return nil
	}
	n, err := c.properties.Call(normalise)
	if err != nil {
		return err
	}
	in, out := arrays[yi], arrays[yi]
	out.Output = true
	before, err := n.Launch(d, []device.Array{in, out, launch.flag}, launch.region)
	if err != nil {
		return err
	}
	launch.Bytes += before.Bytes
	if before.Flagged > 0 {
		flags, err := c.properties.Flags(before, false)
		if err != nil {
			return err
		}
		launch.Moved = flags.Points["normalised"]
	}
	return nil
}

func (p *TVProperties) data(c Collection) error {
	switch {
	case c.NoData || c.own != nil:
	case p.pengRobinson == nil:
		return status.Errorf(status.Order, "%s: species data of the equation of state were not given: name species or a mechanism at initialize, or call frame%%species_data (legacy: populatepreosshareddata)", c.Name)
	case c.Chung && p.chung == nil:
		return status.Errorf(status.Order, "%s: species data of transport were not given: name species or a mechanism at initialize, or call frame%%transport_data (legacy: populatechungshareddata)", c.Name)
	}
	return p.options.has(c)
}
