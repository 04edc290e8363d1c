package properties

import (
	"slices"
	"strings"

	"drawbridge/device"
	kernels "drawbridge/kernels/set"
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

// Arrays are what a collection works on, by the names of its views.
type Arrays interface {
	// Input is what a kernel reads on the first n points of its region.
	Input(name string, n int) (device.Array, error)
	// Output is where a kernel writes.
	Output(name string) (device.Array, error)
	// SetValid says how many points of an output hold values.
	SetValid(name string, n int)
}

// Run launches a collection on a region of the views; asked limits the outputs, nil asks all. The flag word
// is always written. Nothing is launched unless everything is there.
func (p *TVProperties) Run(collection string, r device.Region, asked map[string]bool) (Launch, error) {
	if r.Points < 0 || r.Points > p.store.MaxBlock() {
		c, err := Lookup(collection)
		if err != nil {
			return Launch{}, err
		}
		return Launch{}, status.Errorf(status.Argument, "%s: %d active points, 0 to max_block = %d expected", c.Name, r.Points, p.store.MaxBlock())
	}
	return p.RunOn(p.store, collection, r, asked)
}

// RunOn is Run on any arrays.
func (p *TVProperties) RunOn(arrays Arrays, collection string, r device.Region, asked map[string]bool) (Launch, error) {
	c, k, launch, err := p.prepare(arrays, collection, r, asked)
	if err != nil {
		return launch, err
	}
	yi := slices.IndexFunc(k.Reads, func(a kernels.Argument) bool { return a.Name == "Yi" })
	if p.options.Normalise && c.Name != normalise && yi >= 0 && p.arrays[yi].Memory != nil {
		if err := p.normalised(arrays, &launch); err != nil {
			return launch, err
		}
		if err := p.connect(arrays, c, k, asked, &launch); err != nil {
			return launch, err
		}
	}
	for _, a := range k.Writes {
		arrays.SetValid(a.Name, 0) // until the launch went well
	}
	if launch.Flagged, err = p.device.Launch(p.program(arrays, c, r.Points), p.arrays, p.block(c), r); err != nil {
		return launch, err
	}
	if by := p.device.About().Carrier; by != nil && launch.Flagged > 0 {
		launch.carried = by.Carried()
	}
	for _, a := range p.arrays[len(k.Reads):] {
		if a.Memory != nil {
			arrays.SetValid(a.Name, r.Points)
		}
	}
	return launch, nil
}

// prepare finds the kernel of a collection, and the array of each of its arguments.
func (p *TVProperties) prepare(arrays Arrays, collection string, r device.Region, asked map[string]bool) (Collection, kernels.Kernel, Launch, error) {
	c, err := p.lookup(collection)
	if err != nil {
		return c, kernels.Kernel{}, Launch{}, err
	}
	k, err := c.kernel()
	if err == nil {
		err = p.data(c)
	}
	if err != nil {
		return c, k, Launch{}, err
	}
	launch := Launch{Kernel: c.Name, Points: r.Points, region: r}
	if err := p.connect(arrays, c, k, asked, &launch); err != nil {
		return c, k, launch, status.Wrap(err, "%s: %v", c.Name, err)
	}
	return c, k, launch, nil
}

// start launches a collection, does not wait, and has its flags added to a counter.
func (p *TVProperties) start(on device.Counting, counter device.Memory, arrays Arrays, collection string, r device.Region, asked map[string]bool) error {
	c, _, _, err := p.prepare(arrays, collection, r, asked)
	if err != nil {
		return err
	}
	return on.LaunchCounting(p.program(arrays, c, r.Points), p.arrays, p.block(c), r, counter)
}

// normalised runs what the option of that name asks for before a launch.
func (p *TVProperties) normalised(arrays Arrays, launch *Launch) error {
	before, err := p.RunOn(arrays, normalise, launch.region, nil)
	if err != nil {
		return err
	}
	launch.Bytes = before.Bytes
	if before.Flagged > 0 {
		flags, err := p.Flags(before, false)
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

// connect finds the array of every argument by its name; missing inputs are named all at once.
func (p *TVProperties) connect(arrays Arrays, c Collection, k kernels.Kernel, asked map[string]bool, launch *Launch) error {
	p.arrays = p.arrays[:0]
	var missing []string
	for _, r := range k.Reads {
		if r.Withheld {
			p.arrays = append(p.arrays, device.Array{Name: r.Name})
			continue
		}
		a, err := arrays.Input(r.Name, launch.Points)
		if err != nil && r.Optional {
			a, err = device.Array{Name: r.Name}, nil
		}
		if err != nil {
			missing = append(missing, err.Error())
			continue
		}
		a.Components = c.Width(r.Name, a.Components)
		if a.Point != 0 || a.Row != 0 { // else it is one number
			launch.Bytes += 8 * int64(launch.Points) * int64(a.Components)
		}
		p.arrays = append(p.arrays, a)
	}
	if len(missing) > 0 {
		return status.Errorf(status.Order, "%s", strings.Join(missing, "; "))
	}
	for _, w := range k.Writes {
		if w.Withheld || (asked != nil || w.Optional) && !asked[w.Name] && w.Name != "flag" {
			p.arrays = append(p.arrays, device.Array{Name: w.Name, Output: true})
			continue
		}
		a, err := arrays.Output(w.Name)
		if err != nil {
			return err
		}
		launch.Bytes += 8 * int64(launch.Points) * int64(a.Components)
		p.arrays = append(p.arrays, a)
	}
	launch.flag = p.arrays[len(p.arrays)-1]
	return nil
}
