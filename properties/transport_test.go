package properties

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	kernels "drawbridge/kernels/set"
	"drawbridge/properties/species"
)

type judge struct{ worst map[string]float64 }

func (j *judge) check(t *testing.T, where, field string, got, want, rtol float64) {
	t.Helper()
	ratio := math.Abs(got-want) / (rtol * math.Abs(want))
	if !(ratio <= 1) {
		t.Errorf("%s: %s = %.17g, golden has %.17g: off by %.2g of the tolerance", where, field, got, want, ratio)
	}
	j.worst[field] = max(j.worst[field], math.Round(ratio*1e4)/1e4)
}

func everywhere(t *testing.T, check func(t *testing.T, isa string, where placement)) {
	for _, isa := range kernels.BuiltIn().ISAs() {
		for _, where := range placements {
			t.Run(isa+"/"+where.name, func(t *testing.T) { check(t, isa, where) })
		}
	}
}

// repeated is one state at 21 points: full batches and a tail.
func repeated(s goldenState) (int, map[string][][]float64) {
	const n = 21
	in := map[string][][]float64{}
	for range n {
		in["T"] = append(in["T"], []float64{s.T})
		in["P"] = append(in["P"], []float64{s.P})
		in["rho"] = append(in["rho"], []float64{s.Out.Rho})
		in["Yi"] = append(in["Yi"], s.Y)
	}
	return n, in
}

// Both printings of Chung's correlation and both forms of diffusion, from the given density and from
// that of the equation of state.
func TestGoldenTransport(t *testing.T) {
	g := golden(t)
	everywhere(t, func(t *testing.T, isa string, where placement) {
		j := judge{map[string]float64{}}
		for _, s := range g.States {
			for _, rpp5 := range []bool{false, true} {
				block := g.block(t, s, func(o *Options) {
					o.Transport.RPP5, o.Transport.MassForm, o.Transport.DiffusionFloor = rpp5, rpp5, 1e-20
				})
				n, in := repeated(s)
				for _, kernel := range []string{"chungcalctransprop", "preosviscousproperties", "preosviscousfluxproperties", "eosthermalandviscousproperties"} {
					out := evaluate(t, isa, kernel, where, block, n, in)
					name := fmt.Sprintf("state %d (%s, rpp5 %v) %s", s.ID, s.Mechanism, rpp5, kernel)
					for _, point := range []int{0, n - 1} {
						judgeTransport(t, &j, name, s, rpp5, out, point)
					}
				}
			}
		}
		t.Logf("largest error over tolerance: %v", j.worst)
	})
}

func judgeTransport(t *testing.T, j *judge, name string, s goldenState, rpp5 bool, out map[string][][]float64, point int) {
	t.Helper()
	want, D := s.Out.Chung88, s.Out.DHigh
	if rpp5 {
		want, D = s.Out.RPP5, s.Out.DHighMass
	}
	j.check(t, name, "mu", out["mu"][point][0], want.Mu, s.Out.Rtol["mu"])
	j.check(t, name, "lambda", out["lambda"][point][0], want.Lambda, s.Out.Rtol["lambda"])
	for i, d := range D {
		j.check(t, name, "Di", out["Di"][point][i], d, 1e-10)
	}
	for i, h := range out["hi"] {
		if i == point {
			judgePartials(t, j, name, s, h)
		}
	}
	flag := int(out["flag"][point][0])
	if negative := flag>>24&1 == 1; negative != (want.Mu <= 0) {
		t.Errorf("%s: flag %d, viscosity %g", name, flag, want.Mu)
	}
	if negative := flag>>25&1 == 1; negative != (want.Lambda <= 0) {
		t.Errorf("%s: flag %d, conductivity %g", name, flag, want.Lambda)
	}
	if flag&0xffff != 0 {
		t.Errorf("%s: failure bits in %d", name, flag)
	}
}

// judgePartials follows golden's rule for hhat: on the scale |hhat| + cp T, with the tolerance of rho_p.
func judgePartials(t *testing.T, j *judge, name string, s goldenState, hi []float64) {
	t.Helper()
	for i, want := range s.Out.Hhat {
		scale := math.Abs(want) + s.Out.Cp*s.T
		j.check(t, name, "hi", 1+(hi[i]-want)/scale, 1, s.Out.Rtol["rho_p"])
	}
}

// The floors: a viscosity below zero turns into the dilute one, D stays above the floor, and both say so.
func TestFloors(t *testing.T) {
	g := golden(t)
	isa := kernels.BuiltIn().ISAs()[0]
	seen := 0
	for _, s := range g.States {
		n, in := repeated(s)
		out := evaluate(t, isa, "chungcalctransprop", placements[0], g.block(t, s, func(o *Options) { o.Transport.FloorNegative = true }), n, in)
		flag := int(out["flag"][0][0])
		if s.Out.Class == "unphysical" {
			if mu := out["mu"][0][0]; math.Abs(mu/s.Out.Chung88.MuDilute-1) > 1e-11 {
				t.Errorf("state %d: mu %g, dilute value %g expected", s.ID, mu, s.Out.Chung88.MuDilute)
			}
			seen++
		}
		floored := false
		for i, d := range out["Di"][0] {
			if low := s.Out.DLow[i]; d < 0.999e-3*low {
				t.Errorf("state %d: D_%d = %g below the floor of %g", s.ID, i, d, 1e-3*low)
			}
			floored = floored || s.Out.DHigh[i] < 1e-3*s.Out.DLow[i]
		}
		if floored && flag>>26&1 != 1 {
			t.Errorf("state %d: floored, but flag %d", s.ID, flag)
		}
		if floored {
			seen++
		}
	}
	if seen < 10 {
		t.Errorf("floors acted in %d states only", seen)
	}
}

// D at low density against golden's D_low: a factor f of 1, by a floor that nothing passes below it.
func TestBinaryForms(t *testing.T) {
	g := golden(t)
	isa := kernels.BuiltIn().ISAs()[0]
	for _, s := range g.States {
		p, c := named(t, g.Mechanisms[s.Mechanism])
		o := Defaults()
		o.Transport.Fitted = true
		fitted, worst, err := block(kernels.BuiltIn().Layout(), p, &c, o)
		if err != nil || worst > 1e-5 || worst == 0 {
			t.Fatalf("%s: error of the fits %g, %v", s.Mechanism, worst, err)
		}
		n, in := repeated(s)
		in["T"][3][0] = 60 // below the fit's range: the direct formula
		direct := evaluate(t, isa, "chungcalctransprop", placements[0], g.block(t, s, func(*Options) {}), n, in)
		fit := evaluate(t, isa, "chungcalctransprop", placements[0], fitted, n, in)
		for i := range direct["Di"][0] {
			if a, b := direct["Di"][0][i], fit["Di"][0][i]; math.Abs(a/b-1) > 1e-5 {
				t.Errorf("state %d: D_%d = %g direct, %g by the fit", s.ID, i, a, b)
			}
			if a, b := direct["Di"][3][i], fit["Di"][3][i]; a != b {
				t.Errorf("state %d at 60 K: D_%d = %g direct, %g where the fit does not hold", s.ID, i, a, b)
			}
		}
	}
}

// Fuller's formula for a pair: N2 in H2 at 1 atm.. in SI, from the text's own units.
func TestFuller(t *testing.T) {
	p, c := named(t, []string{"H2", "N2"})
	o := Defaults()
	o.Transport.Fuller = true
	values, _, err := block(kernels.BuiltIn().Layout(), p, &c, o)
	if err != nil {
		t.Fatal(err)
	}
	in := map[string][][]float64{"T": {{300}}, "P": {{1e5}}, "rho": {{1}}, "Yi": {{0.5, 0.5}}}
	out := evaluate(t, kernels.BuiltIn().ISAs()[0], "chungcalctransprop", placements[0], values, 1, in)
	mass := 2 / (1/2.016 + 1/28.014)
	size := math.Cbrt(6.12) + math.Cbrt(18.5)
	want := 1e-4 * 0.00143 * math.Pow(300, 1.75) / (1 * math.Sqrt(mass) * size * size)
	for i, d := range out["Di"][0] {
		if math.Abs(d/want-1) > 1e-3 {
			t.Errorf("D_%d = %g m2/s, Fuller gives %g", i, d, want)
		}
	}
	c.FullerVolume = nil
	if _, _, err := block(kernels.BuiltIn().Layout(), p, &c, o); err == nil {
		t.Error("Fuller without diffusion volumes was accepted")
	}
}

// At no density G2 and H2 are 1: mu and lambda become the dilute values, without a NaN.
func TestNoDensity(t *testing.T) {
	g := golden(t)
	for _, isa := range kernels.BuiltIn().ISAs() {
		for _, s := range g.States {
			n, in := repeated(s)
			for i := range in["rho"] {
				in["rho"][i][0] = 1e-29
			}
			out := evaluate(t, isa, "chungcalctransprop", placements[0], g.block(t, s, func(*Options) {}), n, in)
			if mu := out["mu"][0][0]; math.Abs(mu/s.Out.Chung88.MuDilute-1) > 1e-11 {
				t.Errorf("state %d: mu %.15g, dilute %.15g", s.ID, mu, s.Out.Chung88.MuDilute)
			}
			if lambda := out["lambda"][0][0]; math.Abs(lambda/s.Out.Chung88.LambdaDilute-1) > 1e-11 {
				t.Errorf("state %d: lambda %.15g, dilute %.15g", s.ID, lambda, s.Out.Chung88.LambdaDilute)
			}
		}
	}
}

// The factor of the mass matrix gives the quadratic form back, for 54 species and random fractions.
func TestMassFactor(t *testing.T) {
	table, err := species.Table()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range table {
		names = append(names, s.Name)
	}
	p, c := named(t, names)
	layout, ns := kernels.BuiltIn().Layout(), len(names)
	values, _, err := block(layout, p, &c, Defaults())
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewSource(1))
	rank := int(values[layout.Offset("mass_rank", 0, ns)])
	for range 200 {
		x := make([]float64, ns)
		for i := range x {
			x[i] = math.Pow(r.Float64(), 8)
		}
		want, got := 0.0, 0.0
		for i := range x {
			for j := range x {
				si, sj := 0.809*math.Cbrt(1e6*c.Vc[i]), 0.809*math.Cbrt(1e6*c.Vc[j])
				want += x[i] * x[j] * math.Sqrt(p.Tc[i]*p.Tc[j]) / 1.2593 * si * sj * math.Sqrt(2e3*p.W[i]*p.W[j]/(p.W[i]+p.W[j]))
			}
		}
		for k := range rank {
			sum := 0.0
			for i := range x {
				sum += x[i] * values[layout.MassColumn(i, k, ns)]
			}
			got += sum * sum
		}
		if math.Abs(got/want-1) > 1e-13 {
			t.Fatalf("rank %d: %.17g, the double sum is %.17g", rank, got, want)
		}
	}
	t.Logf("%d species: rank %d (a multiple of %d)", ns, rank, massPass)
}

// A point's answer does not depend on its neighbours, on the instruction set's batch or on null outputs.
func TestNeighbours(t *testing.T) {
	g := golden(t)
	isa := kernels.BuiltIn().ISAs()[0]
	byMechanism := map[string][]goldenState{}
	for _, s := range g.States {
		if len(s.Opts) == 0 && s.Kij == "" {
			byMechanism[s.Mechanism] = append(byMechanism[s.Mechanism], s)
		}
	}
	for mechanism, states := range byMechanism {
		block := g.block(t, states[0], func(*Options) {})
		in := map[string][][]float64{}
		for _, s := range states {
			in["T"], in["P"], in["Yi"] = append(in["T"], []float64{s.T}), append(in["P"], []float64{s.P}), append(in["Yi"], s.Y)
		}
		together := evaluate(t, isa, "eosthermalandviscousproperties", placements[0], block, len(states), in)
		without := evaluate(t, isa, "eosthermalandviscousproperties", placements[0], block, len(states), in, "Di", "rho", "mu")
		for i, s := range states {
			n, one := repeated(s)
			alone := evaluate(t, isa, "eosthermalandviscousproperties", placements[1], block, n, one)
			for name, values := range alone {
				for k := range values[0] {
					if values[0][k] != together[name][i][k] {
						t.Errorf("%s, state %d: %s is %.17g alone, %.17g among others", mechanism, s.ID, name, values[0][k], together[name][i][k])
					}
				}
			}
			if a, b := without["lambda"][i][0], together["lambda"][i][0]; a != b {
				t.Errorf("%s, state %d: lambda is %.17g without Di, %.17g with it", mechanism, s.ID, a, b)
			}
		}
	}
}

// Every building block of transport against golden's own intermediate figures.
func TestGoldenBlocks(t *testing.T) {
	g := golden(t)
	everywhere(t, func(t *testing.T, isa string, where placement) {
		j := judge{map[string]float64{}}
		for _, s := range g.States {
			for _, rpp5 := range []bool{false, true} {
				want := s.Out.Chung88
				if rpp5 {
					want = s.Out.RPP5
				}
				block := g.block(t, s, func(o *Options) { o.Transport.RPP5, o.Transport.DiffusionFloor = rpp5, 1e-20 })
				n, in := repeated(s)
				name := fmt.Sprintf("state %d (%s, rpp5 %v)", s.ID, s.Mechanism, rpp5)
				mix := evaluate(t, isa, "chungmixing", where, block, n, in)
				for view, field := range map[string]string{"sigmaMix": "sigma", "epsMix": "eps", "omegaMix": "omega", "MMix": "M",
					"VcMix": "Vc", "TcMix": "Tc", "mur4Mix": "mur4", "kappaMix": "kappa"} {
					if want.Mix[field] == 0 {
						if got := mix[view][0][0]; got != 0 {
							t.Errorf("%s: %s is %g, 0 expected", name, view, got)
						}
						continue
					}
					j.check(t, name, view, mix[view][n-1][0], want.Mix[field], s.Out.Rtol["mu"])
				}
				for _, f := range []struct {
					kernel, view string
					want         []float64
					rtol         float64
				}{
					{"chungdilutetransport", "mu0", []float64{want.MuDilute}, s.Out.Rtol["mu"]},
					{"chungdilutetransport", "lambda0", []float64{want.LambdaDilute}, s.Out.Rtol["lambda"]},
					{"chungviscosity", "mu", []float64{want.Mu}, s.Out.Rtol["mu"]},
					{"chungconductivity", "lambda", []float64{want.Lambda}, s.Out.Rtol["lambda"]},
					{"dilutediffusion", "DiLow", s.Out.DLow, 1e-10},
					{"mixturediffusion", "Di", s.Out.DHigh, 1e-10},
				} {
					out := evaluate(t, isa, f.kernel, where, block, n, in)
					for i, w := range f.want {
						j.check(t, name, f.view, out[f.view][n-1][i], w, f.rtol)
					}
				}
				if len(s.Y) == 2 && s.Out.X[0] > 0.01 && s.Out.X[1] > 0.01 { // D_1m = D_12
					out := evaluate(t, isa, "binarydiffusion", where, block, n, in)
					j.check(t, name, "DiLast", out["DiLast"][n-1][0], s.Out.DLow[0], 1e-10)
				}
			}
		}
		t.Logf("largest error over tolerance: %v", j.worst)
	})
}

// The two functions of two reduced figures against their formulas in plain Go.
func TestReducedFunctions(t *testing.T) {
	g := golden(t)
	block := g.block(t, g.States[0], func(o *Options) { o.Transport.DiffusionFloor = 1e-20 })
	for _, isa := range kernels.BuiltIn().ISAs() {
		for _, Tr := range []float64{0.95, 1.0, 1.3, 2, 7} {
			for _, Pr := range []float64{0.01, 0.1, 0.15, 0.7, 1, 1.1, 2.2, 2.9, 4.5, 5, 30} {
				one := map[string][][]float64{"T": {{100 * Tr}}, "P": {{1e6 * Pr}}, "Tcrit": {{100}}, "Pcrit": {{1e6}}, "epsMix": {{100}}}
				want := max(takahashiPlain(Tr, Pr), 1e-20)
				if got := evaluate(t, isa, "takahashifactor", placements[0], block, 1, one)["fDense"][0][0]; math.Abs(got-want) > 1e-12 {
					t.Errorf("f(%g, %g) = %.15g, %.15g expected", Tr, Pr, got, want)
				}
				out := evaluate(t, isa, "collisionintegrals", placements[0], block, 1, one)
				viscous := 1.16145*math.Pow(Tr, -0.14874) + 0.52487*math.Exp(-0.7732*Tr) + 2.16178*math.Exp(-2.43787*Tr) -
					6.435e-4*math.Pow(Tr, 0.14874)*math.Sin(18.0323*math.Pow(Tr, -0.7683)-7.27371)
				if got := out["OmegaV"][0][0]; math.Abs(got/viscous-1) > 1e-13 {
					t.Errorf("Omega_v(%g) = %.15g, %.15g expected", Tr, got, viscous)
				}
				diffusive := collisionDiffusion.factor[0] * math.Pow(Tr, -collisionDiffusion.exponent[0])
				for n := 1; n < 4; n++ {
					diffusive += collisionDiffusion.factor[n] * math.Exp(-collisionDiffusion.exponent[n]*Tr)
				}
				if got := out["OmegaD"][0][0]; math.Abs(got/diffusive-1) > 1e-13 {
					t.Errorf("Omega_D(%g) = %.15g, %.15g expected", Tr, got, diffusive)
				}
			}
		}
	}
}

func takahashiPlain(Tr, Pr float64) float64 {
	row := func(k int) float64 {
		r := takahashi[k]
		return r[1] * (1 - r[2]*math.Pow(Tr, -r[3])) * (1 - r[4]*math.Pow(Tr, -r[5]))
	}
	if Pr < takahashi[0][0] {
		return 1
	}
	for k := range len(takahashi) - 1 {
		low, high := takahashi[k][0], takahashi[k+1][0]
		if Pr < high {
			return row(k) + (row(k+1)-row(k))*(Pr-low)/(high-low)
		}
	}
	return row(len(takahashi) - 1)
}
