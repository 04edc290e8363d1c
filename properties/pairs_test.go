package properties

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	kernels "drawbridge/kernels/set"
)

// exact is a state of 40-digit arithmetic with its parameter block: what any pair of inputs has to give back.
type exact struct {
	name  string
	block []float64
	T, P  float64
	Y, x  []float64
	value map[string]float64 // by view
	rtol  map[string]float64
}

// exactStates are those of golden.json and golden_cubic.json, without the critical ones.
func exactStates(t testing.TB) (list []exact) {
	type state struct {
		ID   int
		T, P float64
		Y    []float64
		Out  map[string]json.RawMessage
	}
	g, cubics := golden(t), cubicStates(t)
	add := func(name string, s state, block []float64) {
		var class string
		e := exact{name: name, block: block, T: s.T, P: s.P, Y: s.Y, value: map[string]float64{"T": s.T, "P": s.P}}
		for field, to := range map[string]any{"class": &class, "rtol": &e.rtol, "x": &e.x} {
			if s.Out[field] != nil && json.Unmarshal(s.Out[field], to) != nil {
				t.Fatalf("%s: %s", name, field)
			}
		}
		if class != "regular" {
			return
		}
		for view, field := range map[string]string{"rho": "rho", "h": "h", "e": "e", "s": "s", "cp": "cp", "cv": "cv", "c": "c", "rhoP": "rho_p",
			"rhoT": "rho_T", "hP": "h_p", "hT": "h_T", "Z": "Z", "W": "W"} {
			var v float64
			if s.Out[field] == nil { // golden_cubic has fewer
				continue
			}
			if err := json.Unmarshal(s.Out[field], &v); err != nil {
				t.Fatal(err)
			}
			e.value[view] = v
		}
		var transport struct{ Mu, Lambda float64 }
		if err := json.Unmarshal(s.Out["transport_chung88"], &transport); err != nil {
			t.Fatal(err)
		}
		e.value["mu"], e.value["lambda"] = transport.Mu, transport.Lambda
		list = append(list, e)
	}
	for _, file := range []string{"golden.json", "golden_cubic.json"} {
		var raw struct{ States []state }
		text, err := os.ReadFile("../tests/golden/" + file)
		if err == nil {
			err = json.Unmarshal(text, &raw)
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range raw.States {
			if file == "golden.json" {
				add(fmt.Sprint("golden ", s.ID), s, g.block(t, g.States[i], func(*Options) {}))
			} else {
				add(fmt.Sprint("cubic ", s.ID), s, cubicBlock(t, g, cubics[i], func(*Options) {}))
			}
		}
	}
	return list
}

// tolerance of a view: golden's rule, with room for what the rounding of the inputs does to T and P.
func (e exact) tolerance(view string) float64 {
	want, wide := e.value[view], 2.0
	rtol := func(name string) float64 { return wide * e.rtol[name] }
	switch view {
	case "T":
		return 1e-11 * e.T
	case "P":
		return 1e-11 * (e.P + e.value["rho"]*e.value["c"]*e.value["c"])
	case "h", "e":
		return rtol("h") * (math.Abs(e.value["h"]) + e.value["cp"]*e.T)
	case "Z":
		return rtol("rho") * (e.value["rho"]*e.value["c"]*e.value["c"]/e.P + 1) * math.Abs(want)
	case "W":
		return 1e-13 * want
	case "rhoP":
		return rtol("rho_p") * math.Abs(want)
	case "rhoT":
		return rtol("rho_T") * math.Abs(want)
	case "hP":
		return rtol("h_p") * (math.Abs(want) + 1/e.value["rho"])
	case "hT":
		return rtol("cp") * math.Abs(want)
	}
	return rtol(view) * math.Abs(want)
}

// pairs are the inputs of every pair, with what they have in common.
func (e exact) inputs(pair []string, guess float64) map[string][][]float64 {
	in := map[string][][]float64{"Yi": {e.Y}, "Xi": {e.x}, "T": {{guess}}}
	var partial []float64
	for _, y := range e.Y {
		partial = append(partial, y*e.value["rho"])
	}
	in["rhoi"] = [][]float64{partial}
	for _, view := range pair {
		in[view] = [][]float64{{e.value[view]}}
	}
	return in
}

// Every pair of inputs gives the 40-digit states back, with every composition, on every instruction set.
func TestPairsOfInputs(t *testing.T) {
	states := exactStates(t)
	if len(states) < 200 {
		t.Fatalf("%d states", len(states))
	}
	for _, isa := range kernels.BuiltIn().ISAs() {
		worst, where, checks := 0.0, "", 0
		for _, pair := range kernels.States {
			for _, composition := range []string{"Yi", "Yi, closing=last", "Xi", "Xi, closing=last", "rhoi", "rhoi, closing=last"} {
				views := slices.Clone(pair.Views)
				if composition == "rhoi" {
					views = slices.DeleteFunc(views, func(v string) bool { return v == "rho" })
				}
				closing := strings.Contains(composition, "closing")
				if composition == "rhoi, closing=last" && views[0] != "rho" {
					continue // refused
				}
				name := fmt.Sprintf("eosthermalandviscousproperties(%s, %s)", strings.Join(views, ", "), composition)
				for i, e := range states {
					meeting := !pair.Has("T") && e.T == 1000 // the polynomials of most species meet here, with a jump
					if meeting || closing && len(e.Y) == 1 || composition != "Yi" && i%4 != 0 {
						continue
					}
					for _, guess := range []float64{math.NaN(), 1.02 * e.T} {
						out := evaluate(t, isa, name, placements[i%2], e.block, 1, e.inputs(views, guess), "Di")
						for view, got := range out {
							if view == "flag" || view == "gamma" || e.value[view] == 0 {
								continue
							}
							tolerance := e.tolerance(view)
							if composition != "Yi" { // a fraction that is divided again, or the rest of a sum
								tolerance = max(10*tolerance, 1e-9*math.Abs(e.value[view]))
							}
							ratio := math.Abs(got[0][0]-e.value[view]) / tolerance
							checks++
							if !(ratio <= 1) {
								t.Errorf("%s: %s, %s: %s %.15g, golden %.15g, error over tolerance %.3g, flag %v", isa, name, e.name, view, got[0][0], e.value[view], ratio, out["flag"])
							}
							if ratio > worst {
								worst, where = ratio, name+" "+view+" of "+e.name
							}
						}
					}
				}
			}
		}
		t.Logf("%s: %d values, largest error over tolerance %.3g, %s", isa, checks, worst, where)
	}
}
