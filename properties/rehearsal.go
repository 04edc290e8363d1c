package properties

import (
	"maps"
	"runtime"
	"unsafe"

	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/views"
)

// Rehearsal runs collections on a few points beside a Frame, with the data of the Frame and conventions of its own: the Frame's
// views, data and options stay as they are.
type Rehearsal struct {
	device  device.Device
	store   *views.Store
	own     *TVProperties
	options Options           // of the Frame
	chosen  map[string]string // by name
}

// Rehearse opens a rehearsal of at most so many points on a device, which it closes in the end.
func (p *TVProperties) Rehearse(dev device.Device, isa string, points int) (*Rehearsal, error) {
	store := views.NewStore(dev, points, views.Left, Declarations(p.ns, 0))
	r := &Rehearsal{device: dev, store: store, own: New(dev, store, isa, p.ns), options: p.options, chosen: p.Chosen()}
	if err := r.With(nil); err != nil {
		r.Close()
		return nil, err
	}
	if p.pengRobinson != nil {
		if err := r.own.SetPengRobinson(*p.pengRobinson); err != nil {
			r.Close()
			return nil, err
		}
	}
	if p.chung != nil {
		if err := r.own.SetChung(*p.chung); err != nil {
			r.Close()
			return nil, err
		}
	}
	return r, nil
}

// Close ends a rehearsal and its device.
func (r *Rehearsal) Close() {
	r.own.Close()
	r.store.Close()
	r.device.Close()
}

// With takes the Frame's options and changes some of them.
func (r *Rehearsal) With(changes []Setting) error {
	r.own.options, r.own.chosen = r.options, maps.Clone(r.chosen)
	if err := r.own.fill(r.own.pengRobinson, r.own.chung, r.own.options); err != nil {
		return err
	}
	for _, c := range changes {
		if err := r.own.SetOption(c.Option, c.Value); err != nil {
			return err
		}
	}
	return nil
}

// Run gives outputs of a collection at n points, in SI. A view of several components has those of all points one after the other.
func (r *Rehearsal) Run(collection string, n int, inputs map[string][]float64, outputs []string) (map[string][]float64, error) {
	var pin runtime.Pinner
	defer pin.Unpin()
	array := func(view string, values []float64) views.HostArray {
		pin.Pin(&values[0])
		width := len(values) / n
		return views.HostArray{Address: uintptr(unsafe.Pointer(&values[0])), Shape: [4]int{n, 1, 1, width}, Interior: [6]int{1, n, 1, 1, 1, 1}, Var: 1, Width: width}
	}
	for _, name := range r.own.Optional(collection) {
		r.store.SetValid(name, 0)
	}
	for name, values := range inputs {
		if err := r.store.Unpack(name, array(name, values), 1, n); err != nil {
			return nil, err
		}
	}
	asked := map[string]bool{}
	for _, name := range outputs {
		asked[name] = true
	}
	if _, err := r.own.Run(collection, device.Line(n), asked); err != nil {
		return nil, err
	}
	answers := map[string][]float64{}
	for _, name := range outputs {
		v, err := r.store.Find(name)
		if err != nil {
			return nil, err
		}
		answers[name] = make([]float64, n*v.Width)
		if err := r.store.Pack(name, array(name, answers[name]), 1, n); err != nil {
			return nil, err
		}
	}
	return answers, nil
}

// MolarMasses are those of the species, kg/mol.
func (p *TVProperties) MolarMasses() ([]float64, error) {
	if p.pengRobinson == nil {
		return nil, status.Errorf(status.Order, "species data of the equation of state were not given")
	}
	return p.pengRobinson.W, nil
}
