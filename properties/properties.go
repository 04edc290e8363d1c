package properties

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"unsafe"

	"drawbridge/device"
	"drawbridge/kernels"
	"drawbridge/status"
	"drawbridge/views"
)

// TVProperties runs collections on the views of one Frame.
type TVProperties struct {
	device       device.Device
	store        *views.Store
	ns           int
	options      Options
	pengRobinson *PengRobinson
	chung        *Chung
	chosen       map[string]string // options that were set, by name
	parameters   device.Memory
	programs     *programs
	arrays       []device.Array
	epoch        int     // of data and options: another one after each change
	sets         *loaded // kernel sets of owners
	fitError     float64 // of binary diffusion, largest relative; 0: no fits
	units        unitSystem
	viewUnits    map[string]views.Unit // that follow from them
	openUnits    map[string]string     // views whose unit does not follow from these, with their own
}

// New makes the collections for ns species; species data come by SetPengRobinson and SetChung.
func New(dev device.Device, store *views.Store, isa string, ns int) *TVProperties {
	return &TVProperties{device: dev, store: store, ns: ns, options: Defaults(), programs: newPrograms(dev, store, isa, ns), sets: &loaded{}}
}

// On gives the same collections with other views, on a queue of the same device; data and options are
// those of now.
func (p *TVProperties) On(queue device.Device, store *views.Store) *TVProperties {
	other := *p
	other.device, other.store, other.arrays = queue, store, nil
	return &other
}

// Normalises tells whether a run of a collection looks at flags before its kernel is launched.
func (p *TVProperties) Normalises(collection string) bool {
	if !p.options.Normalise {
		return false
	}
	reads, _, err := p.Names(collection)
	return err == nil && slices.Contains(reads, "Yi")
}

// SetPengRobinson gives the species data of the equation of state; later data replace earlier.
func (p *TVProperties) SetPengRobinson(data PengRobinson) error {
	if err := data.check(p.ns); err != nil {
		return err
	}
	if err := p.fill(&data, p.chung, p.options); err != nil {
		return err
	}
	p.pengRobinson = &data
	return nil
}

// SetOption sets a convention by name; species data that are there already follow it.
func (p *TVProperties) SetOption(name, value string) error {
	changed := p.options
	if err := changed.set(name, value); err != nil {
		return err
	}
	chosen := p.Chosen()
	if chosen == nil {
		chosen = map[string]string{}
	}
	chosen[strings.ToLower(name)] = value
	if err := changed.conflict(chosen); err != nil {
		return err
	}
	if err := p.fill(p.pengRobinson, p.chung, changed); err != nil {
		return err
	}
	p.options, p.chosen = changed, chosen
	p.epoch++
	return nil
}

// Chosen answers the options that were set, by name; the others have their defaults.
func (p *TVProperties) Chosen() map[string]string { return maps.Clone(p.chosen) }

// fill puts the parameter block of these data onto the device, once those of the equation of state
// are there; what is wrong leaves the former block in place.
func (p *TVProperties) fill(data *PengRobinson, chung *Chung, o Options) error {
	if data == nil {
		return nil
	}
	if o.Clip && data.Tlow == nil {
		return status.Errorf(status.Order, "option nasa_extension = clip needs the temperature limits of the polynomials, which were not given: tlow and thigh of species_data")
	}
	values, fitError, err := block(kernels.BuiltIn().Layout(), *data, chung, o)
	if err != nil {
		return err
	}
	if err := p.upload(values); err != nil {
		return err
	}
	p.fitError = fitError
	return nil
}

// SetChung gives the species data of the transport collections.
func (p *TVProperties) SetChung(data Chung) error {
	if err := data.check(p.ns); err != nil {
		return err
	}
	if err := p.fill(p.pengRobinson, &data, p.options); err != nil {
		return err
	}
	p.chung = &data
	return nil
}

// Notes is what a report should say about the data and options in use; each is given once.
func (p *TVProperties) Notes() []string {
	if p.fitError == 0 {
		return nil
	}
	note := fmt.Sprintf("binary diffusion is fitted in ln T between %g and %g K: largest relative error %.1e", fitFrom, fitTo, p.fitError)
	p.fitError = 0
	return []string{note}
}

// upload puts the parameter block onto the device in place of the former.
func (p *TVProperties) upload(values []float64) error {
	m, err := p.device.Allocate("species data", len(values))
	if err != nil {
		return err
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	if err := p.device.CopyIn(m, []device.Box{flat(values, &pin)}); err != nil {
		p.device.Release(m)
		return err
	}
	p.release()
	p.parameters = m
	p.epoch++
	p.programs.mixture(values)
	return nil
}

// flat describes a Go slice as a box; until unpinned, its memory stays where it is.
func flat(values []float64, pin *runtime.Pinner) device.Box {
	pin.Pin(unsafe.SliceData(values))
	return device.Row(8, len(values), uintptr(unsafe.Pointer(unsafe.SliceData(values))))
}

// Close gives back what the collections hold on the device.
func (p *TVProperties) Close() {
	p.release()
	p.sets.close(p.device)
}

// release gives the parameter block back.
func (p *TVProperties) release() {
	if p.parameters != nil {
		p.device.Release(p.parameters)
		p.parameters = nil
	}
}

// Collection finds a collection that this release can run.
func (p *TVProperties) Collection(name string) (Collection, error) {
	c, err := p.lookup(name)
	if err == nil {
		_, err = c.kernel()
	}
	if err == nil {
		err = p.options.has(c)
	}
	return c, err
}

// Known refuses a name that is no collection of this release.
func (p *TVProperties) Known(name string) error {
	_, err := p.Collection(name)
	return err
}

// Names gives the views that a collection reads and those it writes.
func (p *TVProperties) Names(collection string) (reads, writes []string, err error) {
	c, err := p.lookup(collection)
	if err != nil {
		return nil, nil, err
	}
	return c.names()
}

// Names is the same without a Frame.
func Names(collection string) (reads, writes []string, err error) {
	c, err := Lookup(collection)
	if err != nil {
		return nil, nil, err
	}
	return c.names()
}

func (c Collection) names() (reads, writes []string, err error) {
	k, err := c.kernel()
	if err != nil {
		return nil, nil, err
	}
	return argumentNames(k.Reads, false), argumentNames(k.Writes, false), nil
}

// Optional gives the views that a collection reads where they are there (a first guess).
func (p *TVProperties) Optional(collection string) []string {
	c, err := p.lookup(collection)
	if err != nil {
		return nil
	}
	k, err := c.kernel()
	if err != nil {
		return nil
	}
	return argumentNames(k.Reads, true)
}

func argumentNames(arguments []kernels.Argument, optionalOnly bool) []string {
	var list []string
	for _, a := range arguments {
		if !a.Withheld && (a.Optional || !optionalOnly) {
			list = append(list, a.Name)
		}
	}
	return list
}

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
