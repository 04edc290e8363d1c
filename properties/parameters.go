package properties

import (
	"math"

	kernels "drawbridge/kernels/set"
	"drawbridge/status"
)

const never = 1e30 // K: a limit that no temperature reaches

// block fills the parameter block that every kernel reads; kernels/parameters.h tells each entry.
// Without data for transport (nil) its entries are zero. fitError is what transport gives.
func block(layout kernels.ParameterLayout, p PengRobinson, c *Chung, o Options) (values []float64, fitError float64, err error) {
	ns := len(p.W)
	if p, err = o.Heat.of(p, o.R); err != nil {
		return nil, 0, err
	}
	pairs := interacting(p.Kij, ns)
	b := filler{layout, ns, make([]float64, layout.Size(ns, len(pairs)))}
	limits := limits{kinkLeast: never, midLeast: never, highTo: never, greatest: never}
	for i := range ns {
		limits.include(b.species(i, p, o), p.Tmid[i])
	}
	limits.polynomials(p, o)
	mid, first := b.others(p.Tmid)
	for name, value := range map[string]float64{
		"ns": float64(ns), "pairs": float64(len(pairs)), "R": o.R, "pressure_reference": o.PressureReference,
		"root": float64(o.Root), "kink_least": limits.kinkLeast,
		"low_from": limits.lowFrom, "low_to": limits.midLeast, "high_from": limits.midGreatest, "high_to": limits.highTo,
		"limit_least": limits.least, "limit_greatest": limits.greatest, "bracket_least": 10, "bracket_greatest": 5000,
		"mid_common": mid, "first_other": float64(first),
	} {
		b.set(name, 0, value)
	}
	b.equation(o)
	for row, pair := range pairs {
		b.pair(row, pair[0], pair[1], p.Kij[pair[0]*ns+pair[1]])
	}
	if c != nil {
		fitError, err = b.transport(p, *c, o)
	}
	if err == nil {
		err = b.check(c != nil, o)
	}
	return b.values, fitError, err
}

// others links the species whose T_mid is not that of most; it gives that one, K, and the first of them.
func (b filler) others(tmid []float64) (common float64, first int) {
	count := map[float64]int{}
	for _, t := range tmid {
		count[t]++
		if count[t] > count[common] {
			common = t
		}
	}
	first = b.ns
	for i := b.ns - 1; i >= 0; i-- {
		if tmid[i] != common {
			b.set("next_other", i, float64(first))
			first = i
		}
	}
	return common, first
}

// check refuses a block in which an entry is no number, or so large or small that the kernels would
// overflow: data and options that are possible one by one may be none together.
func (b filler) check(transport bool, o Options) error {
	const most = 1e60
	for i, v := range b.values {
		if !(math.Abs(v) <= most) {
			return status.Errorf(status.Argument, "species data and options together make %s of the kernels %g: they are not those of a fluid", b.layout.NameAt(i, b.ns), v)
		}
	}
	positive := []string{"R", "omega_a", "omega_b", "pressure_reference", "inverse_W", "Tc", "Pc"}
	if o.Equation != IdealGas {
		positive = append(positive, "b_over_W", "root_ac_over_W")
	}
	if transport {
		positive = append(positive, "diffusion_floor", "chung_s", "chung_eps")
	}
	for _, name := range positive {
		for i := range b.ns { // an entry of the header is asked ns times
			if v := b.get(name, i); !(v > 1/most) {
				return status.Errorf(status.Argument, "species data and options together make %s of species %d %g: they are not those of a fluid", name, i+1, v)
			}
		}
	}
	return b.checkTranslation()
}

// limits are the temperatures, K, between which all species behave alike.
type limits struct {
	kinkLeast, midLeast, midGreatest float64
	lowFrom, highTo                  float64 // clip: largest T_low, smallest T_high
	least, greatest                  float64 // of the polynomials, where given
}

func (l *limits) include(kink, mid float64) {
	l.kinkLeast, l.midLeast, l.midGreatest = min(l.kinkLeast, kink), min(l.midLeast, mid), max(l.midGreatest, mid)
}

// Limits are the temperatures beyond which points are extrapolated, K, and the species, counted from 1, whose polynomials end there.
func (p *TVProperties) Limits() (least, greatest float64, lower, upper []int) {
	data, l := p.pengRobinson, limits{greatest: never}
	l.polynomials(*data, p.options)
	for i := range data.Tlow {
		if data.Tlow[i] == l.least {
			lower = append(lower, i+1)
		}
		if data.Thigh[i] == l.greatest {
			upper = append(upper, i+1)
		}
	}
	return l.least, l.greatest, lower, upper
}

func (l *limits) polynomials(p PengRobinson, o Options) {
	for i := range p.Tlow {
		l.least, l.greatest = max(l.least, p.Tlow[i]), min(l.greatest, p.Thigh[i])
	}
	if o.Clip {
		l.lowFrom, l.highTo = l.least, l.greatest
	}
}

type filler struct {
	layout kernels.ParameterLayout
	ns     int
	values []float64
}

func (b filler) set(name string, row int, values ...float64) {
	copy(b.values[b.layout.Offset(name, row, b.ns):], values)
}

func (b filler) get(name string, row int) float64 { return b.values[b.layout.Offset(name, row, b.ns)] }

// species fills the row of one species and gives the temperature where its alpha has a kink.
func (b filler) species(i int, p PengRobinson, o Options) float64 {
	w, kink := p.W[i], b.attraction(i, p, o)
	b.set("inverse_W", i, 1/w)
	b.set("kink", i, kink)
	b.set("Tc", i, p.Tc[i])
	b.set("Pc", i, p.Pc[i])
	b.set("T_mid", i, p.Tmid[i])
	below, above := p.Low[i], p.High[i]
	b.set("T_low", i, 0)
	b.set("T_high", i, never)
	if o.Clip {
		below, above = constant(p.Low[i], p.Tlow[i]), constant(p.High[i], p.Thigh[i])
		b.set("T_low", i, p.Tlow[i])
		b.set("T_high", i, p.Thigh[i])
	}
	for name, a := range map[string][7]float64{"nasa_low": p.Low[i], "nasa_below": below, "nasa_high": p.High[i], "nasa_above": above} {
		for k := range a {
			a[k] *= o.R / w
		}
		b.set(name, i, a[:]...)
	}
	return kink
}

// constant is the NASA-7 set that goes on from T with constant cp, linear h and logarithmic s.
func constant(a [7]float64, T float64) [7]float64 {
	cp, h, s := evaluated(a, T)
	return [7]float64{cp, 0, 0, 0, 0, h - cp*T, s - cp*math.Log(T)}
}

// pair fills the row of two species with k_ij != 0.
func (b filler) pair(row, i, j int, kij float64) {
	ai, aj, bi, bj := b.get("A_over_W", i), b.get("A_over_W", j), b.get("B_over_W", i), b.get("B_over_W", j)
	b.set("first", row, float64(i))
	b.set("second", row, float64(j))
	b.set("q0", row, 2*kij*ai*aj)
	b.set("q1", row, kij*(ai*bj+aj*bi))
	b.set("q2", row, 2*kij*bi*bj)
	b.set("critical", row, 2*kij*b.get("root_ac_over_W", i)*b.get("root_ac_over_W", j))
}

// interacting lists the pairs i < j with k_ij != 0.
func interacting(kij []float64, ns int) [][2]int {
	var pairs [][2]int
	if kij == nil {
		return nil
	}
	for i := range ns {
		for j := i + 1; j < ns; j++ {
			if kij[i*ns+j] != 0 {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}
