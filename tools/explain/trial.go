package explain

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"unsafe"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

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

// A solver's energy may count from another zero than the heat of formation. Its T then differs by no factor and by no shift; but what
// Drawbridge computes from rho and the solver's T differs from the solver's energy by one number.

const (
	fromDensityT = "preosthermalproperties(rho, T)"
	evenTo       = 1e-6 // of the spread of two energies, and of the temperatures that tell one from the other
	leastSpread  = 0.01 // of T: where all points have one temperature, every heat capacity agrees
)

// searched names the energy or entropy from which a column of T or P is found; "" where it is none.
func (q *inquiry) searched(k int) string {
	if v := q.columns[k].View; v != "T" && v != "P" {
		return ""
	}
	at := slices.IndexFunc(q.of.Inputs, func(c properties.ComparedColumn) bool { return slices.Contains([]string{"e", "h", "s"}, c.View) })
	if at < 0 {
		return ""
	}
	return q.of.Inputs[at].View
}

// zeroOfEnergy says by how much the owner's energy differs at all points, where k is T found from rho and e; "" where it is no constant.
func (q *inquiry) zeroOfEnergy(k int) string {
	if q.columns[k].View != "T" || q.searched(k) != "e" || q.raw["rho"] == nil {
		return ""
	}
	theirs := q.theirs[k]
	if slices.Max(theirs)-slices.Min(theirs) < leastSpread*math.Abs(slices.Max(theirs)) { // NaN, too, is not compared
		return ""
	}
	inputs := map[string][]float64{"T": slices.Clone(theirs)}
	unit, offset := "", 0.0
	for _, c := range q.reads {
		if c.View == "T" {
			continue // the first guess
		}
		inputs[c.View] = q.inSI(c.View)
		if c.View == "e" && c.Scale != 0 {
			unit, offset = fmt.Sprintf("scale=%g, ", c.Scale), c.Offset
		}
	}
	given := inputs["e"]
	delete(inputs, "e")
	if q.trial.with(nil) != nil {
		return ""
	}
	found, err := q.trial.run(fromDensityT, q.n, inputs, []string{"e"})
	if err != nil {
		return ""
	}
	apart := floats.SubTo(make([]float64, q.n), found["e"], given)
	mean := stat.Mean(apart, nil)
	if !(floats.Max(apart)-floats.Min(apart) <= evenTo*math.Abs(mean)) {
		return ""
	}
	return fmt.Sprintf("  explained: %s: your e counts from another zero, without the heat of formation: Drawbridge's is %.9g J/kg more at every point. Give plan%%read('e', ...) %soffset=%.9g",
		q.columns[k].Name, mean, unit, offset+mean)
}
