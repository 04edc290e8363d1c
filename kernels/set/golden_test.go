package set

import (
	"fmt"
	"math"
	"testing"
)

// groups are the golden states that share a parameter block.
type group struct {
	name   string
	block  []float64
	states []goldenState
}

func groups(t testing.TB, g goldenFile) []*group {
	byName := map[string]*group{}
	var list []*group
	for _, s := range g.States {
		name := fmt.Sprint(s.Mechanism, " ", s.Kij, s.Opts)
		if byName[name] == nil {
			o := options{signed: s.Opts["alpha_sign"] == "signed", clip: s.Opts["nasa_ext"] == "clip", kij: g.Kij[s.Kij]}
			byName[name] = &group{name: name, block: fillBlock(g.species(t, g.Mechanisms[s.Mechanism]), o)}
			list = append(list, byName[name])
		}
		byName[name].states = append(byName[name].states, s)
	}
	return list
}

func (g *group) column(of func(goldenState) []float64) []float64 {
	var values []float64
	for _, s := range g.states {
		values = append(values, of(s)...)
	}
	return values
}

func (g *group) inputs() inputs {
	return inputs{
		"T":   g.column(func(s goldenState) []float64 { return []float64{s.T} }),
		"P":   g.column(func(s goldenState) []float64 { return []float64{s.P} }),
		"Yi":  g.column(func(s goldenState) []float64 { return s.Y }),
		"rho": g.column(func(s goldenState) []float64 { return []float64{s.Out.Rho} }),
		"h":   g.column(func(s goldenState) []float64 { return []float64{s.Out.H} }),
		"e":   g.column(func(s goldenState) []float64 { return []float64{s.Out.E} }),
	}
}

// judge compares one value by the rules of golden's meta.tolerance: relative to a scale.
type judge struct{ worst map[string]float64 }

func (j *judge) check(t *testing.T, where, field string, got, want, scale, rtol float64) {
	t.Helper()
	ratio := math.Abs(got-want) / (rtol * scale)
	if !(ratio <= 1) {
		t.Errorf("%s: %s = %.17g, golden has %.17g: off by %.2g of the tolerance", where, field, got, want, ratio)
	}
	j.worst[field] = max(j.worst[field], math.Round(ratio*1e4)/1e4)
}

func everywhere(t *testing.T, check func(t *testing.T, isa string, where placement)) {
	for _, isa := range BuiltIn().ISAs() {
		for _, where := range []placement{layoutLeft, layoutRight, strided} {
			t.Run(isa+"/"+where.name, func(t *testing.T) { check(t, isa, where) })
		}
	}
}

func TestGoldenThermal(t *testing.T) {
	g := golden(t)
	everywhere(t, func(t *testing.T, isa string, where placement) {
		j := judge{map[string]float64{}}
		for _, group := range groups(t, g) {
			n := len(group.states)
			out, _ := run(t, isa, "preosthermalproperties", group.block, group.inputs(), n, 0, n, where)
			short, _ := run(t, isa, "preosrhohfromtpprop", group.block, group.inputs(), n, 0, n, where)
			for i, s := range group.states {
				name := fmt.Sprintf("state %d (%s)", s.ID, group.name)
				if s.Out.Class == "critical" {
					for field, values := range out {
						if math.IsNaN(values[i]) || math.IsInf(values[i], 0) {
							t.Errorf("%s: %s = %g at the critical point", name, field, values[i])
						}
					}
					j.check(t, name, "rho critical", out["rho"][i], s.Out.Rho, s.Out.Rho, 1e-4)
					continue
				}
				thermalState(t, &j, name, s, out, i)
				r := s.Out.Rtol
				j.check(t, name, "rho", short["rho"][i], s.Out.Rho, s.Out.Rho, r["rho"])
				j.check(t, name, "h", short["h"][i], s.Out.H, math.Abs(s.Out.H)+s.Out.Cp*s.T, r["h"])
			}
		}
		t.Logf("largest error over tolerance: %v", j.worst)
	})
}

func thermalState(t *testing.T, j *judge, name string, s goldenState, out map[string][]float64, i int) {
	t.Helper()
	o, r := s.Out, s.Out.Rtol
	scale := math.Abs(o.H) + o.Cp*s.T
	for _, f := range []struct {
		name              string
		want, scale, rtol float64
	}{
		{"rho", o.Rho, o.Rho, r["rho"]}, {"h", o.H, scale, r["h"]}, {"e", o.E, scale, r["h"]}, {"cp", o.Cp, o.Cp, r["cp"]},
		{"cv", o.Cv, o.Cv, r["cv"]}, {"gamma", o.Gamma, o.Gamma, r["cp"] + r["cv"]}, {"c", o.C, o.C, r["c"]},
		{"rhoP", o.RhoP, o.RhoP, r["rho_p"]}, {"rhoT", o.RhoT, -o.RhoT, r["rho_T"]}, {"hP", o.HP, math.Abs(o.HP), r["h_p"]},
		{"hT", o.HT, o.HT, r["cp"]}, {"Z", o.Z, o.Z, r["rho"]}, {"W", o.W, o.W, 1e-13},
	} {
		j.check(t, name, f.name, out[f.name][i], f.want, f.scale, f.rtol)
	}
	wantFlag := 0.0
	if o.Nroots == 3 {
		wantFlag = map[bool]float64{true: 1 << 19, false: 1 << 20}[o.RootIndex == 0]
	}
	if out["flag"][i] != wantFlag {
		t.Errorf("%s: flag %g, expected %g", name, out["flag"][i], wantFlag)
	}
}

// Each of the three roots can be asked for.
func TestGoldenBranches(t *testing.T) {
	g := golden(t)
	for _, isa := range BuiltIn().ISAs() {
		j := judge{map[string]float64{}}
		for _, s := range g.States {
			for root, b := range map[float64]*branch{1: s.Out.Liquid, 2: s.Out.Vapour} {
				if b == nil {
					continue
				}
				block := fillBlock(g.species(t, g.Mechanisms[s.Mechanism]), options{root: root})
				in := inputs{"T": {s.T}, "P": {s.P}, "Yi": s.Y}
				out, _ := run(t, isa, "preosthermalproperties", block, in, 1, 0, 1, layoutLeft)
				name := fmt.Sprintf("%s: state %d, root %g", isa, s.ID, root)
				j.check(t, name, "rho", out["rho"][0], b.Rho, b.Rho, 1e-11)
				j.check(t, name, "h", out["h"][0], b.H, math.Abs(b.H)+b.Cp*s.T, 1e-11)
				j.check(t, name, "cp", out["cp"][0], b.Cp, b.Cp, 1e-11)
				j.check(t, name, "c", out["c"][0], b.C, b.C, 1e-11)
			}
		}
		if len(j.worst) == 0 {
			t.Error("no state has branches")
		}
		t.Logf("%s: largest error over tolerance: %v", isa, j.worst)
	}
}

// T from (h,P), from 300 K, 1500 K and no guess; T and P from (rho,e).
func TestGoldenInversions(t *testing.T) {
	g := golden(t)
	everywhere(t, func(t *testing.T, isa string, where placement) {
		j := judge{map[string]float64{}}
		for _, group := range groups(t, g) {
			n := len(group.states)
			for _, guess := range []float64{math.NaN(), 300, 1500} {
				in := group.inputs()
				in["T"] = group.column(func(goldenState) []float64 { return []float64{guess} })
				hp, _ := run(t, isa, "preoscalctfromhp", group.block, in, n, 0, n, where)
				if guess != guess {
					in["T"] = nil
				}
				re, _ := run(t, isa, "preoscalctpfromrhoe", group.block, in, n, 0, n, where)
				for i, s := range group.states {
					if s.Out.Class == "critical" {
						continue
					}
					name := fmt.Sprintf("state %d (%s) from %g", s.ID, group.name, guess)
					tolT := 1e-12
					if s.T == 1000 { // a jump of the polynomials: two temperatures may have this h or e
						tolT = 2e-6
					}
					j.check(t, name, "T(h,P)", hp["T"][i], s.T, s.T, tolT)
					j.check(t, name, "rho(h,P)", hp["rho"][i], s.Out.Rho, s.Out.Rho-s.T*s.Out.RhoT, max(tolT, s.Out.Rtol["rho"]))
					j.check(t, name, "T(rho,e)", re["T"][i], s.T, s.T, tolT)
					j.check(t, name, "P(rho,e)", re["P"][i], s.P, s.P+s.Out.Rho*s.Out.C*s.Out.C, tolT)
					if re["flag"][i] != 0 {
						t.Errorf("%s: (rho,e) flag %g", name, re["flag"][i])
					}
				}
			}
		}
		t.Logf("largest error over tolerance: %v", j.worst)
	})
}

// The speed of sound from the derivatives of the golden states.
func TestGoldenSoundSpeed(t *testing.T) {
	g := golden(t)
	for _, isa := range BuiltIn().ISAs() {
		for _, s := range g.States {
			o := s.Out
			if o.Class == "critical" {
				continue
			}
			in := inputs{"rho": {o.Rho}, "rhoP": {o.RhoP}, "rhoT": {o.RhoT}, "hP": {o.HP}, "hT": {o.HT}}
			out, _ := run(t, isa, "preoscalcsoundspeed", []float64{1}, in, 1, 0, 1, layoutLeft)
			if relative(out["c"][0], o.C) > 1e-11 || out["flag"][0] != 0 {
				t.Errorf("%s: state %d: c %.15g, golden %.15g, flag %g", isa, s.ID, out["c"][0], o.C, out["flag"][0])
			}
		}
	}
}
