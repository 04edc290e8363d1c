package explain

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drawbridge/properties"
)

// planted writes what a plan and a routine with one convention more give, and what is said of it.
func planted(t *testing.T, changes []setting, alter func(c *properties.Comparison)) string {
	t.Helper()
	m, err := properties.Named([]string{"N2", "O2"}, false)
	if err != nil {
		t.Fatal(err)
	}
	const n = 24
	c := &properties.Comparison{Plan: 1, Collection: "preosthermalproperties", Options: map[string]string{}, PengRobinson: &m.PengRobinson, Chung: m.Chung,
		Inputs: []properties.ComparedColumn{{Name: "T", View: "T"}, {Name: "P", View: "P"}, {Name: "Yi(1)", View: "Yi"}, {Name: "Yi(2)", View: "Yi", Component: 1}}}
	inputs := map[string][]float64{}
	for i := range n {
		y := .2 + .02*float64(i)
		for k, v := range []float64{150 + 20*float64(i), 2e5 * math.Pow(1.2, float64(i)), y, 1 - y} {
			c.Inputs[k].Values = append(c.Inputs[k].Values, v)
		}
	}
	for _, k := range c.Inputs {
		inputs[k.View] = append(inputs[k.View], k.Values...)
	}
	r, err := newTrial(c, n)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	names := []string{"rho", "h", "cp"}
	ours, err := r.run(c.Collection, n, inputs, names)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.with(changes); err != nil {
		t.Fatal(err)
	}
	theirs, err := r.run(c.Collection, n, inputs, names)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		c.Outputs = append(c.Outputs, properties.ComparedColumn{Name: name, View: name, Values: ours[name], Theirs: theirs[name]})
	}
	if alter != nil {
		alter(c)
	}
	given := map[string][]float64{} // Drawbridge takes altered inputs as SI
	for _, k := range c.Inputs {
		given[k.View] = append(given[k.View], k.Values...)
	}
	if err := r.with(nil); err != nil {
		t.Fatal(err)
	}
	if ours, err = r.run(c.Collection, n, given, names); err != nil {
		t.Fatal(err)
	}
	for k, name := range names {
		c.Outputs[k].Values = ours[name]
	}
	text, err := json.Marshal([]*properties.Comparison{c})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "c.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	lines, err := File(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// Each kind of reason is found: options alone and several at a time, units of inputs and outputs, and none.
func TestReasons(t *testing.T) {
	scaled := func(name string, factor, shift float64) func(c *properties.Comparison) {
		return func(c *properties.Comparison) {
			for _, list := range [][]properties.ComparedColumn{c.Inputs, c.Outputs} {
				for _, k := range list {
					values := k.Theirs
					if k.Theirs == nil {
						values = k.Values
					}
					for j := range values {
						if k.Name == name {
							values[j] = values[j]*factor + shift
						}
					}
				}
			}
		}
	}
	for _, c := range []struct {
		changes []setting
		alter   func(*properties.Comparison)
		want    []string
	}{
		{[]setting{{"gas_constant", "8.314"}}, nil, []string{"set_option('gas_constant', '8.314')", "explained: rho h"}},
		{[]setting{{"gas_constant", "8.3143"}, {"omega_a", "0.45724"}, {"omega_b", "0.0778"}}, nil, []string{"'8.3143'", "'omega_b', '0.0778'"}},
		{nil, scaled("rho", 1e-3, 0), []string{"rho: yours is in g/cm3", "scale=1000"}},
		{nil, scaled("h", 1, 1.25e5), []string{"h: yours is Drawbridge's plus 125000 at every point", "offset=-125000"}},
		{nil, scaled("T", 1, -273.15), []string{"T in degrees Celsius", "offset=273.15"}},
		{nil, scaled("P", 1e-5, 0), []string{"P in bar"}},
	} {
		got := planted(t, c.changes, c.alter)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("no %q in\n%s", want, got)
			}
		}
	}
	if got := planted(t, nil, nil); strings.Contains(got, "explained") {
		t.Errorf("nothing differs, and it says %s", got)
	}
}

// Files that are not whole are refused, each with what is wrong.
func TestRefused(t *testing.T) {
	const data = `"collection":"x","equation_of_state":{"W":[0.028]}`
	for text, want := range map[string]string{
		"{":      "cut off",
		"[null]": "no inputs",
		"[{}]":   "no inputs",
		`[{"collection":"x","equation_of_state":{},"inputs":[{}],"outputs":[{}]}]`:                                                                                     "0 species",
		`[{` + data + `,"inputs":[{"view":"none","values":[1]}],"outputs":[{"view":"rho","values":[1],"theirs":[2]}]}]`:                                                "'none'",
		`[{` + data + `,"inputs":[{"view":"T","component":1,"values":[1]}],"outputs":[{"view":"rho","values":[1],"theirs":[2]}]}]`:                                     "component 2 of view 'T'",
		`[{` + data + `,"inputs":[{"view":"T","values":[1,2]}],"outputs":[{"view":"rho","values":[1],"theirs":[2]}]}]`:                                                 "2 values",
		`[{` + data + `,"inputs":[{"view":"T","values":[1]},{"view":"T","values":[1]}],"outputs":[{"view":"rho","values":[1],"theirs":[2]}]}]`:                         "expected component 2",
		`[{` + data + `,"inputs":[{"view":"T","values":[]}],"outputs":[{"view":"rho","values":[],"theirs":[]}]}]`:                                                      "0 values",
		`[{` + data + `,"inputs":[{"view":"T","values":[1]}],"outputs":[{"view":"rho","values":[1]}]}]`:                                                                "0 values",
		`[{` + data + `,"inputs":[{"view":"T","values":[1]}],"outputs":[{"view":"rho","values":[1],"theirs":[2]}]}]`:                                                   "Tc",
		`[{` + data + `,"options":{"none":"1"},"inputs":[{"view":"T","values":[1]}],"outputs":[{"view":"rho","values":[1],"theirs":[2]}]}]`:                            "none",
		`[{"collection":"x","equation_of_state":` + nitrogen(t) + `,"inputs":[{"view":"T","values":[300]}],"outputs":[{"view":"rho","values":[1],"theirs":[2]}]}]`:     "'x'",
		`[{"collection":"x","equation_of_state":` + nitrogen(t) + `,"inputs":[{"view":"T","values":[300]}],"outputs":[{"view":"rho","values":[1],"theirs":[1.0]}]}] x`: "cut off",
	} {
		path := filepath.Join(t.TempDir(), "c.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if lines, err := File(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: no %q in %v %v", text, want, lines, err)
		}
	}
}

// nitrogen is its data as JSON.
func nitrogen(t *testing.T) string {
	m, err := properties.Named([]string{"N2"}, false)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(m.PengRobinson)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The worst points stay, whichever rank has them, and NaN survives the file.
func TestWorst(t *testing.T) {
	c := &properties.Comparison{Outputs: []properties.ComparedColumn{{}}, Inputs: []properties.ComparedColumn{{}}}
	for i := range 1000 {
		v := 1.
		if i == 777 {
			v = 2
		}
		c.Inputs[0].Values = append(c.Inputs[0].Values, float64(i))
		c.Outputs[0].Values, c.Outputs[0].Theirs = append(c.Outputs[0].Values, v), append(c.Outputs[0].Theirs, 1)
	}
	c.Worst()
	if n := len(c.Inputs[0].Values); n > 48 || !slices.Contains(c.Inputs[0].Values, 777) {
		t.Errorf("%d points: %v", n, c.Inputs[0].Values)
	}
	text, err := json.Marshal(properties.Numbers{1, math.NaN(), math.Inf(1)})
	var back properties.Numbers
	if err != nil || json.Unmarshal(text, &back) != nil || back[0] != 1 || !math.IsNaN(back[1]) || !math.IsNaN(back[2]) {
		t.Errorf("%s %v %v", text, err, back)
	}
}

// The points of several ranks are joined where they are of one plan; the worst of all ranks stay.
func TestJoin(t *testing.T) {
	rank := func(plan int, theirs float64) *properties.Comparison {
		return &properties.Comparison{Plan: plan, Inputs: []properties.ComparedColumn{{Values: properties.Numbers{theirs}}},
			Outputs: []properties.ComparedColumn{{Values: properties.Numbers{1}, Theirs: properties.Numbers{theirs}}}}
	}
	c := rank(1, 1)
	for i := range 200 {
		if !c.Join(rank(1, 1+float64(i%100)/100)) {
			t.Fatal("the same plan is not joined")
		}
	}
	c.Worst()
	if n := len(c.Outputs[0].Theirs); n > 48 || slices.Max(c.Outputs[0].Theirs) != 1.99 || len(c.Inputs[0].Values) != n {
		t.Errorf("%+v", c)
	}
	if c.Join(rank(2, 1)) {
		t.Error("another plan is joined")
	}
}
