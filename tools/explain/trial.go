package explain

import (
	"runtime"
	"unsafe"

	"drawbridge/device"
	"drawbridge/device/host"
	"drawbridge/properties"
	"drawbridge/views"
)

// trial runs collections on a few points, with the data of a comparison and conventions of its own.
type trial struct {
	of     *properties.Comparison
	isa    string
	device device.Device
	store  *views.Store
	own    *properties.TVProperties
}

// newTrial opens a trial of at most so many points on host cores.
func newTrial(c *properties.Comparison, points int) (*trial, error) {
	isa, err := properties.ISA("")
	if err != nil {
		return nil, err
	}
	d, err := host.Open(1, isa)
	if err != nil {
		return nil, err
	}
	r := &trial{of: c, isa: isa, device: d, store: views.NewStore(d, points, views.Left, properties.Declarations(len(c.PengRobinson.W), 0))}
	if err := r.with(nil); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *trial) close() {
	if r.own != nil {
		r.own.Close()
	}
	r.store.Close()
	r.device.Close()
}

// with takes the options of the comparison and changes some of them.
func (r *trial) with(changes []setting) error {
	if r.own != nil {
		r.own.Close()
	}
	r.own = properties.New(r.device, r.store, r.isa, len(r.of.PengRobinson.W))
	for name, value := range r.of.Options {
		if err := r.own.SetOption(name, value); err != nil {
			return err
		}
	}
	for _, c := range changes {
		if err := r.own.SetOption(c.option, c.value); err != nil {
			return err
		}
	}
	if err := r.own.SetPengRobinson(*r.of.PengRobinson); err != nil {
		return err
	}
	if r.of.Chung != nil {
		return r.own.SetChung(*r.of.Chung)
	}
	return nil
}

// run gives outputs of a collection at n points, in SI. A view of several components has those of all points one after the other.
func (r *trial) run(collection string, n int, inputs map[string][]float64, outputs []string) (map[string][]float64, error) {
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
