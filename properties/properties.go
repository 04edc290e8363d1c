package properties

import (
	"fmt"
	"maps"
	"runtime"
	"strings"
	"unsafe"

	"drawbridge/device"
	kernels "drawbridge/kernels/set"
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
	calls        map[string]*Call // of the collections that Run ran, by the name that it was given
	epoch        int              // of data and options: another one after each change
	sets         *loaded          // kernel sets of owners
	fitError     float64          // of binary diffusion, largest relative; 0: no fits
	units        unitSystem
	viewUnits    map[string]views.Unit // that follow from them
	openUnits    map[string]string     // views whose unit does not follow from these, with their own
}

// New makes the collections for ns species; species data come by SetPengRobinson and SetChung.
func New(dev device.Device, store *views.Store, isa string, ns int) *TVProperties {
	return &TVProperties{device: dev, store: store, ns: ns, options: Defaults(), programs: newPrograms(dev, store, isa, ns), sets: &loaded{}, calls: map[string]*Call{}}
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

// Names gives the views that a collection reads and those it writes.
func (p *TVProperties) Names(collection string) (reads, writes []string, err error) {
	c, err := p.find(collection)
	if err != nil {
		return nil, nil, err
	}
	return c.Inputs(), c.Outputs(), nil
}

// Names is the same without a Frame.
func Names(collection string) (reads, writes []string, err error) {
	return new(TVProperties).Names(collection)
}

// Optional gives the views that a collection reads where they are there (a first guess).
func (p *TVProperties) Optional(collection string) []string {
	c, err := p.find(collection)
	if err != nil {
		return nil
	}
	return c.Optional()
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
