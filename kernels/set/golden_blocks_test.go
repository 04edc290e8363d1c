package set

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// expectation is one output of a kernel: golden's figures (one, or one per species), and the size
// of the error that each may have.
type expectation struct {
	kernel, output string
	want           func(s goldenState) []float64
	tolerance      func(s goldenState, want float64) float64
}

func figure(field func(o goldenOut) float64) func(goldenState) []float64 {
	return func(s goldenState) []float64 { return []float64{field(s.Out)} }
}

func figures(field func(o goldenOut) []float64) func(goldenState) []float64 {
	return func(s goldenState) []float64 { return field(s.Out) }
}

// withinRtol is golden's rtol of a field (the sum of those named), relative to the figure itself.
func withinRtol(fields ...string) func(goldenState, float64) float64 {
	return func(s goldenState, want float64) float64 {
		sum := 0.0
		for _, f := range fields {
			sum += s.Out.Rtol[f]
		}
		return sum * math.Abs(want)
	}
}

// of1 is 1e-11 relative: for figures that golden gives no rtol of its own.
func of1(_ goldenState, want float64) float64 { return 1e-11 * math.Abs(want) }

func energy(s goldenState, _ float64) float64 {
	return s.Out.Rtol["h"] * (math.Abs(s.Out.H) + s.Out.Cp*s.T)
}

// attraction: a and its derivatives cancel where roots of alpha change sign; physics judges a on the
// scale of a_c, of which Tcrit b is a multiple: a_c = Tcrit b R Omega_a/Omega_b.
func attractionScale(power float64) func(goldenState, float64) float64 {
	return func(s goldenState, want float64) float64 {
		return 1e-11 * (math.Abs(want) + s.Out.Tcrit*s.Out.B*gasConstant*omegaA/omegaB/math.Pow(s.T, power))
	}
}

func volumes(s goldenState, want float64) float64 {
	return s.Out.Rtol["rho_p"] * (math.Abs(want) + 1/s.Out.Rho)
}

func enthalpies(s goldenState, want float64) float64 {
	return s.Out.Rtol["rho_p"] * (math.Abs(want) + s.Out.Cp*s.T)
}

func densities(s goldenState, want float64) float64 {
	return s.Out.Rtol["rho_p"] * (math.Abs(want) + s.Out.Rho)
}

func scalarExpectations() []expectation {
	return []expectation{
		{"eoscalcrhoh0fromtp", "rho", figure(func(o goldenOut) float64 { return o.Rho }), withinRtol("rho")},
		{"eoscalcrhoh0fromtp", "h0", figure(func(o goldenOut) float64 { return o.H + 1000 }), energy},
		{"eosgammajacobianproperties", "eP", figure(func(o goldenOut) float64 { return o.EP }), withinRtol("h_p")},
		{"eosgammajacobianproperties", "eT", figure(func(o goldenOut) float64 { return o.ET }), withinRtol("cp")},
		{"preoscriticalstate", "Tcrit", figure(func(o goldenOut) float64 { return o.Tcrit }), of1},
		{"preoscriticalstate", "Pcrit", figure(func(o goldenOut) float64 { return o.Pcrit }), of1},
		{"preoscriticalstate", "Vcrit", figure(func(o goldenOut) float64 { return o.Vcrit }), of1},
		{"kaycriticalstate", "Tkay", figure(func(o goldenOut) float64 { return o.Tkay }), of1},
		{"kaycriticalstate", "Pkay", figure(func(o goldenOut) float64 { return o.Pkay }), of1},
		{"molefractions", "W", figure(func(o goldenOut) float64 { return o.W }), of1},
		{"nasamixture", "cpIdeal", figure(func(o goldenOut) float64 { return o.CpIdeal }), of1},
		{"nasamixture", "hIdeal", figure(func(o goldenOut) float64 { return o.HIdeal }), energy},
		{"totalenthalpy", "h0", figure(func(o goldenOut) float64 { return o.H + 1000 }), energy},
		{"preosattraction", "a", figure(func(o goldenOut) float64 { return o.A }), attractionScale(0)},
		{"preosattraction", "aT", figure(func(o goldenOut) float64 { return o.AT }), attractionScale(1)},
		{"preosattraction", "aTT", figure(func(o goldenOut) float64 { return o.ATT }), attractionScale(2)},
		{"preoscovolume", "b", figure(func(o goldenOut) float64 { return o.B }), of1},
		{"preoscubicroots", "Zleast", figure(func(o goldenOut) float64 { return o.Zroots[0] }), withinRtol("rho")},
		{"preoscubicroots", "Zmost", figure(func(o goldenOut) float64 { return o.Zroots[len(o.Zroots)-1] }), withinRtol("rho")},
		{"preoscubicroots", "roots", figure(func(o goldenOut) float64 { return float64(o.Nroots) }), of1},
		{"preoscompressibility", "Z", figure(func(o goldenOut) float64 { return o.Z }), withinRtol("rho")},
		{"preosdensity", "rho", figure(func(o goldenOut) float64 { return o.Rho }), withinRtol("rho")},
		{"preosdepartures", "hDep", figure(func(o goldenOut) float64 { return o.H - o.HIdeal }), energy},
		{"preosdepartures", "gDep", func(s goldenState) []float64 {
			return []float64{s.Out.Gres[s.Out.RootIndex] * gasConstant * s.T / s.Out.W}
		}, energy},
		{"preosenthalpy", "h", figure(func(o goldenOut) float64 { return o.H }), energy},
		{"preosinternalenergy", "e", figure(func(o goldenOut) float64 { return o.E }), energy},
		{"preosentropy", "s", figure(func(o goldenOut) float64 { return o.S }), withinRtol("s")},
		{"preosentropy", "g", figure(func(o goldenOut) float64 { return o.G }), energy},
		{"preosheatcapacities", "cp", figure(func(o goldenOut) float64 { return o.Cp }), withinRtol("cp")},
		{"preosheatcapacities", "cv", figure(func(o goldenOut) float64 { return o.Cv }), withinRtol("cv")},
		{"preosheatcapacities", "gamma", figure(func(o goldenOut) float64 { return o.Gamma }), withinRtol("cp", "cv")},
		{"preossoundspeed", "c", figure(func(o goldenOut) float64 { return o.C }), withinRtol("c")},
		{"preosdpdt", "PT", figure(func(o goldenOut) float64 { return -o.RhoT / o.RhoP }), withinRtol("rho_T", "rho_p")},
		{"preosdpdv", "Pv", figure(func(o goldenOut) float64 { return -o.Rho * o.Rho / o.RhoP }), withinRtol("rho_p", "rho")},
		{"preosdrhodp", "rhoP", figure(func(o goldenOut) float64 { return o.RhoP }), withinRtol("rho_p")},
		{"preosdrhodt", "rhoT", figure(func(o goldenOut) float64 { return o.RhoT }), withinRtol("rho_T")},
		{"preosdhdp", "hP", figure(func(o goldenOut) float64 { return o.HP }), withinRtol("h_p")},
		{"preosdhdt", "hT", figure(func(o goldenOut) float64 { return o.HT }), withinRtol("cp")},
		{"preosdedp", "eP", figure(func(o goldenOut) float64 { return o.EP }), withinRtol("h_p")},
		{"preosdedt", "eT", figure(func(o goldenOut) float64 { return o.ET }), withinRtol("cp")},
	}
}

func rowExpectations() []expectation {
	return []expectation{
		{"molefractions", "Xi", figures(func(o goldenOut) []float64 { return o.X }), of1},
		{"eosgammajacobianproperties", "rhoYi", figures(func(o goldenOut) []float64 { return o.RhoY }), densities},
		{"eosgammajacobianproperties", "hYi", figures(func(o goldenOut) []float64 { return o.HY }), enthalpies},
		{"preosfugacity", "lnphi", figures(func(o goldenOut) []float64 { return o.Lnphi }), func(s goldenState, _ float64) float64 {
			return s.Out.Rtol["lnphi_abs"]
		}},
		{"preospartialvolumes", "vi", figures(func(o goldenOut) []float64 { return o.Vhat }), volumes},
		{"preospartialenthalpies", "hi", figures(func(o goldenOut) []float64 { return o.Hhat }), enthalpies},
		{"preosdrhody", "rhoYi", figures(func(o goldenOut) []float64 { return o.RhoY }), densities},
		{"preosdhdy", "hYi", figures(func(o goldenOut) []float64 { return o.HY }), enthalpies},
	}
}

// Every building block, and the collections made of them, on every golden state.
func TestGoldenBlocks(t *testing.T) {
	g := golden(t)
	list := append(scalarExpectations(), rowExpectations()...)
	everywhere(t, func(t *testing.T, isa string, where placement) {
		j := judge{map[string]float64{}}
		for _, group := range groups(t, g) {
			for _, e := range list {
				judgeBlock(t, &j, group, e, isa, where)
			}
		}
		t.Logf("largest error over tolerance: %v", j.worst)
	})
}

func judgeBlock(t *testing.T, j *judge, group *group, e expectation, isa string, where placement) {
	t.Helper()
	n := len(group.states)
	in := group.inputs()
	in["ke"] = group.column(func(goldenState) []float64 { return []float64{1000} })
	out, _ := run(t, isa, e.kernel, group.block, in, n, 0, n, where)
	width := len(out[e.output]) / n
	for i, s := range group.states {
		name := fmt.Sprintf("%s: state %d (%s)", e.kernel, s.ID, group.name)
		for k, want := range e.want(s) {
			got := out[e.output][i*width+k]
			if s.Out.Class != "critical" {
				j.check(t, name, e.output, got, want, e.tolerance(s, want)+1e-300, 1)
			} else if math.IsNaN(got) || math.IsInf(got, 0) {
				t.Errorf("%s: %s = %g at the critical point", name, e.output, got)
			}
		}
		if flag := int(out["flag"][i]); flag&(1<<FirstNote-1) != 0 {
			t.Errorf("%s: failure bits %#x", name, flag)
		}
	}
}

// transport is judged in properties, with the parameter block of production.
const transport = "chungcalctransprop preosviscousproperties preosviscousfluxproperties eosthermalandviscousproperties " +
	"chungmixing collisionintegrals chungdilutetransport chungviscosity chungconductivity binarydiffusion dilutediffusion " +
	"takahashifactor mixturediffusion"

// thermodynamic are the other kernels: those that the block of the tests serves.
func thermodynamic() (list []Kernel) {
	for _, k := range BuiltIn().Kernels() {
		if !slices.Contains(strings.Fields(transport), k.Name) {
			list = append(list, k)
		}
	}
	return list
}

// Every kernel of the list is judged by golden somewhere.
func TestEveryKernelIsJudged(t *testing.T) {
	judged := map[string]bool{"preosthermalproperties": true, "preosrhohfromtpprop": true, "preoscalctfromhp": true,
		"preoscalctpfromrhoe": true, "preoscalcsoundspeed": true, "normalise": true} // the last by normalise_test.go
	for _, e := range append(scalarExpectations(), rowExpectations()...) {
		judged[e.kernel] = true
	}
	for _, name := range strings.Fields(transport) {
		judged[name] = true
	}
	for _, k := range BuiltIn().Kernels() {
		if !judged[k.Name] {
			t.Errorf("kernel %s has no golden test", k.Name)
		}
	}
}
