package properties

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	kernels "drawbridge/kernels/set"
)

// cubicState is a state of tests/golden/golden_cubic.json: other equations of state, and translated volumes.
type cubicState struct {
	ID               int
	Mech             string
	T, P             float64
	Y                []float64
	EOS, Translation string
	Kij              *string
	Out              map[string]json.RawMessage
}

func (s cubicState) numbers(t testing.TB, field string) []float64 {
	t.Helper()
	var one float64
	if json.Unmarshal(s.Out[field], &one) == nil {
		return []float64{one}
	}
	var list []float64
	if err := json.Unmarshal(s.Out[field], &list); err != nil {
		t.Fatalf("state %d: %s: %v", s.ID, field, err)
	}
	return list
}

func cubicStates(t testing.TB) []cubicState {
	t.Helper()
	var file struct{ States []cubicState }
	text, err := os.ReadFile("../tests/golden/golden_cubic.json")
	if err == nil {
		err = json.Unmarshal(text, &file)
	}
	if err != nil || len(file.States) != 108 {
		t.Fatalf("golden_cubic.json: %d states, %v", len(file.States), err)
	}
	return file.States
}

// cubicBlock is the parameter block of production for a state.
func cubicBlock(t testing.TB, g goldenFile, s cubicState, set func(*Options)) []float64 {
	t.Helper()
	p, c := named(t, g.Mechanisms[s.Mech])
	if s.Kij != nil {
		p.Kij = slices.Concat(g.Kij[*s.Kij]...)
	}
	o := Defaults()
	for name, value := range map[string]string{"equation_of_state": s.EOS, "volume_translation": s.Translation} {
		if err := o.set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	set(&o)
	values, _, err := block(kernels.BuiltIn().Layout(), p, &c, o)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// cubicOutputs are what is judged: kernel, output, golden's field, rtol's field, and what is added to |value| as its scale.
var cubicOutputs = []struct {
	kernel, output, field, rtol string
	scale                       func(rho, h, cp, T, want float64) float64
}{
	{"preosthermalproperties", "rho", "rho", "rho", nil}, {"preosthermalproperties", "h", "h", "h", byEnthalpy},
	{"preosthermalproperties", "e", "e", "h", byEnthalpy}, {"preosthermalproperties", "cp", "cp", "cp", nil},
	{"preosthermalproperties", "cv", "cv", "cv", nil}, {"preosthermalproperties", "c", "c", "c", nil},
	{"preosthermalproperties", "rhoP", "rho_p", "rho_p", nil}, {"preosthermalproperties", "rhoT", "rho_T", "rho_T", nil},
	{"preosthermalproperties", "hP", "h_p", "h_p", nil}, {"preosthermalproperties", "Z", "Z", "rho", nil},
	{"eosgammajacobianproperties", "eP", "e_p", "h_p", nil}, {"eosgammajacobianproperties", "eT", "e_T", "cp", nil},
	{"eosgammajacobianproperties", "rhoYi", "rho_Y", "rho_p", byDensity}, {"eosgammajacobianproperties", "hYi", "h_Y", "rho_p", byCp},
	{"preospartialvolumes", "vi", "vhat", "rho_p", byVolume}, {"preospartialenthalpies", "hi", "hhat", "rho_p", byCp},
	{"preosfugacity", "lnphi", "lnphi", "lnphi_abs", byOne}, {"preosentropy", "s", "s", "s", nil}, {"preosentropy", "g", "g", "h", byEnthalpy},
	{"preoscriticalstate", "Tcrit", "Tpc_eos", "rho", nil}, {"preoscriticalstate", "Pcrit", "Ppc_eos", "rho", nil},
	{"preoscriticalstate", "Vcrit", "Vpc_eos", "rho", nil}, {"preoscovolume", "b", "b", "rho", nil},
	{"preoscubicroots", "roots", "nroots", "rho", nil}, {"preoscompressibility", "Z", "Z", "rho", nil},
}

func byEnthalpy(_, h, cp, T, _ float64) float64 { return math.Abs(h) + cp*T }
func byCp(_, _, cp, T, want float64) float64    { return math.Abs(want) + cp*T }
func byDensity(rho, _, _, _, want float64) float64 {
	return math.Abs(want) + rho
}
func byVolume(rho, _, _, _, want float64) float64 { return math.Abs(want) + 1/rho }
func byOne(_, _, _, _, _ float64) float64         { return 1 }

func TestGoldenCubic(t *testing.T) {
	g, states := golden(t), cubicStates(t)
	for _, isa := range kernels.BuiltIn().ISAs() {
		worst, where := 0.0, ""
		near := func(s cubicState, what string, got, want, tolerance float64) {
			ratio := math.Abs(got-want) / tolerance
			if !(ratio <= 1) {
				t.Errorf("%s: state %d %s %s %s: %s %.15g, golden %.15g, error over tolerance %.3g", isa, s.ID, s.EOS, s.Translation, s.Mech, what, got, want, ratio)
			}
			if ratio > worst {
				worst, where = ratio, fmt.Sprint(what, " of state ", s.ID)
			}
		}
		for _, s := range states {
			b := cubicBlock(t, g, s, func(*Options) {})
			var rtol map[string]float64
			var class string
			if json.Unmarshal(s.Out["rtol"], &rtol) != nil || json.Unmarshal(s.Out["class"], &class) != nil {
				t.Fatalf("state %d: no rtol or class", s.ID)
			}
			rho, h, cp, e := s.numbers(t, "rho")[0], s.numbers(t, "h")[0], s.numbers(t, "cp")[0], s.numbers(t, "e")[0]
			in := map[string][][]float64{"T": {{s.T}}, "P": {{s.P}}, "Yi": {s.Y}}
			for _, o := range cubicOutputs {
				for i, got := range evaluate(t, isa, o.kernel, placements[0], b, 1, in)[o.output][0] {
					want := s.numbers(t, o.field)[i]
					scale := math.Abs(want)
					if o.scale != nil {
						scale = o.scale(rho, h, cp, s.T, want)
					}
					near(s, o.kernel+" "+o.output, got, want, rtol[o.rtol]*scale)
				}
			}
			for _, guess := range []float64{math.NaN(), 300, 1500, 1.02 * s.T} {
				hp := evaluate(t, isa, "preoscalctfromhp", placements[0], b, 1, map[string][][]float64{"h": {{h}}, "P": {{s.P}}, "Yi": {s.Y}, "T": {{guess}}})
				re := evaluate(t, isa, "preoscalctpfromrhoe", placements[0], b, 1, map[string][][]float64{"rho": {{rho}}, "e": {{e}}, "Yi": {s.Y}, "T": {{guess}}})
				near(s, "T from (h,P)", hp["T"][0][0], s.T, 1e-11*s.T)
				near(s, "rho from (h,P)", hp["rho"][0][0], rho, 10*rtol["rho"]*(rho-s.T*s.numbers(t, "rho_T")[0]))
				near(s, "T from (rho,e)", re["T"][0][0], s.T, 1e-11*s.T)
				c := s.numbers(t, "c")[0]
				near(s, "P from (rho,e)", re["P"][0][0], s.P, 1e-11*(s.P+rho*c*c))
				if extrapolated := float64(1 << 21); re["flag"][0][0] != 0 && re["flag"][0][0] != extrapolated {
					t.Errorf("%s: state %d: (rho,e) has flag %g", isa, s.ID, re["flag"][0][0])
				}
			}
			for profile, rpp5 := range map[string]bool{"transport_chung88": false, "transport_rpp5": true} {
				var want struct{ Mu, Lambda float64 }
				if err := json.Unmarshal(s.Out[profile], &want); err != nil {
					t.Fatal(err)
				}
				b := cubicBlock(t, g, s, func(o *Options) { o.Transport.RPP5 = rpp5 })
				dense := map[string][][]float64{"T": {{s.T}}, "P": {{s.P}}, "Yi": {s.Y}, "rho": {{rho}}}
				for _, kernel := range []string{"preosviscousproperties", "preosviscousfluxproperties", "eosthermalandviscousproperties", "chungcalctransprop"} {
					out := evaluate(t, isa, kernel, placements[0], b, 1, dense)
					near(s, kernel+" mu", out["mu"][0][0], want.Mu, rtol["mu"]*math.Abs(want.Mu))
					near(s, kernel+" lambda", out["lambda"][0][0], want.Lambda, rtol["lambda"]*math.Abs(want.Lambda))
				}
			}
		}
		t.Logf("%s: largest error over tolerance %.3g, %s", isa, worst, where)
	}
}
