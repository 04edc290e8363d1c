package properties

import (
	"math"

	"drawbridge/kernels"
)

const never = 1e30 // K: a limit that no temperature reaches

// block fills the parameter block that every kernel reads; kernels/parameters.h tells each entry.
func block(layout kernels.ParameterLayout, p PengRobinson, o Options) []float64 {
	ns := len(p.W)
	pairs := interacting(p.Kij, ns)
	b := filler{layout, ns, make([]float64, layout.Size(ns, len(pairs)))}
	kinkLeast, midLeast, midGreatest := never, never, 0.0
	for i := range ns {
		kinkLeast = min(kinkLeast, b.species(i, p, o))
		midLeast, midGreatest = min(midLeast, p.Tmid[i]), max(midGreatest, p.Tmid[i])
	}
	for name, value := range map[string]float64{
		"ns": float64(ns), "pairs": float64(len(pairs)), "R": o.R, "pressure_reference": o.PressureReference,
		"root": float64(o.Root), "kink_least": kinkLeast,
		"low_from": 0, "low_to": midLeast, "high_from": midGreatest, "high_to": never,
		"limit_least": 0, "limit_greatest": never, "bracket_least": 10, "bracket_greatest": 5000,
	} {
		b.set(name, 0, value)
	}
	for row, pair := range pairs {
		b.pair(row, pair[0], pair[1], p.Kij[pair[0]*ns+pair[1]])
	}
	return b.values
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
	m, w := o.slope(p.Omega[i]), p.W[i]
	root := math.Sqrt(o.OmegaA * o.R * o.R * p.Tc[i] * p.Tc[i] / p.Pc[i]) // sqrt(a_c), (J m3)^1/2/mol
	kink := never
	if !o.SignedAlpha && m > 0 {
		kink = p.Tc[i] * (1 + 1/m) * (1 + 1/m)
	}
	b.set("inverse_W", i, 1/w)
	b.set("b_over_W", i, o.OmegaB*o.R*p.Tc[i]/p.Pc[i]/w)
	b.set("A_over_W", i, root*(1+m)/w)
	b.set("B_over_W", i, root*m/math.Sqrt(p.Tc[i])/w)
	b.set("kink", i, kink)
	b.set("T_low", i, 0)
	b.set("T_mid", i, p.Tmid[i])
	b.set("T_high", i, never)
	for k := range 7 {
		low, high := o.R*p.Low[i][k]/w, o.R*p.High[i][k]/w
		for name, value := range map[string]float64{"nasa_low": low, "nasa_below": low, "nasa_high": high, "nasa_above": high} {
			b.values[b.layout.Offset(name, i, b.ns)+k] = value
		}
	}
	return kink
}

// pair fills the row of two species with k_ij != 0.
func (b filler) pair(row, i, j int, kij float64) {
	ai, aj, bi, bj := b.get("A_over_W", i), b.get("A_over_W", j), b.get("B_over_W", i), b.get("B_over_W", j)
	b.set("first", row, float64(i))
	b.set("second", row, float64(j))
	b.set("q0", row, 2*kij*ai*aj)
	b.set("q1", row, kij*(ai*bj+aj*bi))
	b.set("q2", row, 2*kij*bi*bj)
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
