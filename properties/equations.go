package properties

import (
	"math"
	"strings"

	"drawbridge/status"
)

// Equation is the equation of state behind the collections.
type Equation int

// The equations, in the order of the option equation_of_state.
const (
	PengRobinson1976 Equation = iota
	Soave1972
	IdealGas
)

var equationWords = []string{"pr", "srk", "ideal"}

// cubic is what makes an equation of the general one P = R T/(v-b) - a/(v^2 + u b v + w b^2).
type cubic struct {
	u, w           float64
	omegaA, omegaB float64 // exact
	k, z           float64 // of Peneloux's c_i = k (R Tc/Pc) (z - Z_RA)
}

// cubics are those of Peng & Robinson, Ind. Eng. Chem. Fundam. 15 (1976) 59, and of Soave, Chem. Eng. Sci. 27 (1972) 1197; an
// ideal gas is any of them with a = b = 0. The constants of the translation: Peneloux, Rauzy, Freze, Fluid Phase Equilib. 8 (1982) 7
// for SRK; for Peng-Robinson the same form with the constants in common use.
var cubics = func() [3]cubic {
	root := func(sign float64) float64 { return math.Cbrt(6*math.Sqrt2 + sign*8) }
	x := (-1 + root(1) - root(-1)) / 3
	two := math.Cbrt(2)
	pr := cubic{u: 2, w: -1, omegaA: 8 * (5*x + 1) / (49 - 37*x), omegaB: x / (x + 3), k: 0.50033, z: 0.25969}
	srk := cubic{u: 1, w: 0, omegaA: 1 / (9 * (two - 1)), omegaB: (two - 1) / 3, k: 0.40768, z: 0.29441}
	return [3]cubic{pr, srk, pr}
}()

// constants are the equation's own; Omega_a and Omega_b as given, or exact.
func (o Options) constants() cubic {
	c := cubics[o.Equation]
	if o.OmegaA != 0 {
		c.omegaA = o.OmegaA
	}
	if o.OmegaB != 0 {
		c.omegaB = o.OmegaB
	}
	return c
}

// slope is m_i of alpha: Soave (1972); Peng & Robinson (1976), above PR78Above Robinson & Peng, GPA RR-28 (1978).
func (o Options) slope(omega float64) float64 {
	m := o.M.values
	switch {
	case o.M.count > 0:
		return m[0] + omega*(m[1]+omega*(m[2]+omega*m[3]))
	case o.Equation == Soave1972:
		return 0.480 + omega*(1.574-0.176*omega)
	case omega <= o.PR78Above:
		return 0.37464 + omega*(1.54226-0.26992*omega)
	}
	return 0.379642 + omega*(1.48503+omega*(-0.164423+0.016666*omega))
}

// translation is Peneloux's c of a species, m3/mol, by which the volume of the cubic is too large. Z_RA is Rackett's
// compressibility, estimated by Yamada & Gunn (1973).
func (o Options) translation(omega, tc, pc float64) float64 {
	if !o.Translated {
		return 0
	}
	c := cubics[o.Equation]
	return c.k * o.R * tc / pc * (c.z - (0.29056 - 0.08775*omega))
}

// equation fills what the header holds of the equation; cubic.h derives p and q.
func (b filler) equation(o Options) {
	c := o.constants()
	g, s := 2+c.u, 1+c.u+c.w
	for name, value := range map[string]float64{
		"omega_a": c.omegaA, "omega_b": c.omegaB, "cubic_half_u": c.u / 2, "cubic_w": c.w, "cubic_g": g, "cubic_s": s,
		"cubic_series": math.Sqrt((c.u*c.u/4 - c.w) / 2), "cubic_p1": g / 9, "cubic_p2": (g*g - 3*s) / 9, "cubic_q1": g / 18,
		"cubic_q2": (g*g - 6*s) / 18, "cubic_q3": (2*g*g*g - 9*g*s) / 54, "cubic_q4": g / 6, "translated": number(o.Translated),
	} {
		b.set(name, 0, value)
	}
}

// attraction fills what the row of a species holds of the equation, nothing for an ideal gas; it gives the temperature where
// the species' alpha has a kink.
func (b filler) attraction(i int, p PengRobinson, o Options) (kink float64) {
	if o.Equation == IdealGas {
		return never
	}
	c, m, w := o.constants(), o.slope(p.Omega[i]), p.W[i]
	root := math.Sqrt(c.omegaA * o.R * o.R * p.Tc[i] * p.Tc[i] / p.Pc[i]) // sqrt(a_c), (J m3)^1/2/mol
	b.set("b_over_W", i, c.omegaB*o.R*p.Tc[i]/p.Pc[i]/w)
	b.set("A_over_W", i, root*(1+m)/w)
	b.set("B_over_W", i, root*m/math.Sqrt(p.Tc[i])/w)
	b.set("root_ac_over_W", i, root/w)
	b.set("c_over_W", i, o.translation(p.Omega[i], p.Tc[i], p.Pc[i])/w)
	if o.SignedAlpha || m <= 0 {
		return never
	}
	return p.Tc[i] * (1 + 1/m) * (1 + 1/m)
}

// checkTranslation refuses a translation that leaves no volume: v - b > 0 has to make v - c > 0.
func (b filler) checkTranslation() error {
	for i := range b.ns {
		if covolume, c := b.get("b_over_W", i), b.get("c_over_W", i); c != 0 && !(c < covolume) {
			return status.Errorf(status.Argument, "option volume_translation: c of species %d is %g m3/kg and its covolume b is %g: a c below b is expected; check omega, or set volume_translation=none", i+1, c, covolume)
		}
	}
	return nil
}

// has refuses what an equation has not: an ideal gas has no critical state.
func (o Options) has(c Collection) error {
	if o.Equation == IdealGas && c.Name == "preoscriticalstate" {
		return status.Errorf(status.Argument, "%s: equation_of_state=ideal has no critical state; take kaycriticalstate, or equation_of_state=pr or srk", c.Name)
	}
	if o.Normalise && (c.given.Composition != 0 || c.given.Closing) {
		return status.Errorf(status.Argument, "%s: the option normalise works on mass fractions of all species; set it to off, or give Yi without closing", c.Name)
	}
	return nil
}

// belongs says which equations an option that is set means something for; the others have no such figure.
var belongs = map[string][]Equation{
	"pr78_above":         {PengRobinson1976},
	"critical_volume":    {PengRobinson1976},
	"omega_a":            {PengRobinson1976, Soave1972},
	"omega_b":            {PengRobinson1976, Soave1972},
	"alpha_sign":         {PengRobinson1976, Soave1972},
	"m_coefficients":     {PengRobinson1976, Soave1972},
	"root":               {PengRobinson1976, Soave1972},
	"volume_translation": {PengRobinson1976, Soave1972},
}

// conflict refuses options of another equation; chosen are those that were set.
func (o Options) conflict(chosen map[string]string) error {
	if err := o.Heat.conflict(); err != nil {
		return err
	}
	for _, entry := range optionList {
		value, isSet := chosen[entry.name]
		equations, limited := belongs[entry.name]
		if standard, err := IsDefault(entry.name, value); !isSet || !limited || (standard && err == nil) {
			continue
		}
		var words []string
		for _, e := range equations {
			if e == o.Equation {
				words = nil
				break
			}
			words = append(words, "equation_of_state="+equationWords[e])
		}
		if words != nil {
			return status.Errorf(status.Argument, "option %s=%s does not belong to equation_of_state=%s, which has no such figure: it is for %s; leave out one of the two", entry.name, strings.TrimSpace(value),
				equationWords[o.Equation], strings.Join(words, " or "))
		}
	}
	return nil
}
