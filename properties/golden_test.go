package properties

import (
	"encoding/json"
	"os"
	"slices"
	"sync"
	"testing"

	kernels "drawbridge/kernels/set"
	"drawbridge/properties/species"
)

// What the tests of transport need of tests/golden/golden.json.

type goldenState struct {
	ID        int
	Mechanism string `json:"mech"`
	T, P      float64
	Y         []float64
	Kij       string
	Opts      map[string]string
	Out       struct {
		Rho, W, Cp float64
		Hhat       []float64
		X          []float64
		Chung88    goldenTransport `json:"transport_chung88"`
		RPP5       goldenTransport `json:"transport_rpp5"`
		DLow       []float64       `json:"D_low"`
		DHigh      []float64       `json:"D_high"`
		DHighMass  []float64       `json:"D_high_massform"`
		Rtol       map[string]float64
		Class      string
	}
}

type goldenTransport struct {
	Mu, Lambda, Y float64
	MuDilute      float64 `json:"mu_dilute"`
	LambdaDilute  float64 `json:"lambda_dilute"`
	Mix           map[string]float64
}

type goldenFile struct {
	Mechanisms map[string][]string
	Kij        map[string][][]float64
	States     []goldenState
}

func golden(t testing.TB) goldenFile {
	t.Helper()
	text, err := os.ReadFile("../tests/golden/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var g goldenFile
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// named gives the species that the golden states were made with: the built-in table may get better.
func named(t testing.TB, names []string) (PengRobinson, Chung) {
	t.Helper()
	table, err := goldenSpecies()
	if err != nil {
		t.Fatal(err)
	}
	var list []species.Species
	for _, name := range names {
		i := slices.IndexFunc(table, func(s species.Species) bool { return s.Name == name })
		if i < 0 {
			t.Fatalf("tests/golden/species.json has no %s", name)
		}
		list = append(list, table[i])
	}
	m, err := mixtureOf(list, false)
	if err != nil {
		t.Fatal(err)
	}
	return m.PengRobinson, *m.Chung
}

var goldenSpecies = sync.OnceValues(func() ([]species.Species, error) {
	var file struct{ Species []species.Species }
	text, err := os.ReadFile("../tests/golden/species.json")
	if err == nil {
		err = json.Unmarshal(text, &file)
	}
	return file.Species, err
})

// block is the parameter block that production makes for a state's species and options.
func (g goldenFile) block(t testing.TB, s goldenState, set func(*Options)) []float64 {
	t.Helper()
	p, c := named(t, g.Mechanisms[s.Mechanism])
	p.Kij = slices.Concat(g.Kij[s.Kij]...)
	o := Defaults()
	o.SignedAlpha, o.Clip = s.Opts["alpha_sign"] == "signed", s.Opts["nasa_ext"] == "clip"
	set(&o)
	values, _, err := block(kernels.BuiltIn().Layout(), p, &c, o)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// placement is how the values of the points lie in memory: the two layouts, with room between.
type placement struct {
	name string
	left bool
}

var placements = []placement{{"LayoutLeft", true}, {"LayoutRight", false}}

// view spreads values[point][component] over memory; no values is room for an output.
func (w placement) view(n, components int, values [][]float64) kernels.View {
	v := kernels.View{Data: make([]float64, n*components+16), PointStride: components, ComponentStride: 1}
	if w.left {
		v.PointStride, v.ComponentStride = 1, n
	}
	for t, row := range values {
		for k, x := range row {
			v.Data[t*v.PointStride+k*v.ComponentStride] = x
		}
	}
	return v
}

// evaluate runs a kernel on n points; in and what comes back are [point][component] by name.
func evaluate(t testing.TB, isa, kernel string, where placement, block []float64, n int, in map[string][][]float64, skip ...string) map[string][][]float64 {
	t.Helper()
	set, ns := kernels.BuiltIn(), int(block[0])
	collection, err := Lookup(kernel) // it may name its inputs
	if err != nil {
		t.Fatal(err)
	}
	k, err := collection.kernel()
	if err != nil {
		t.Fatal(err)
	}
	width := func(a kernels.Argument) int {
		if a.PerSpecies {
			return ns
		}
		return 1
	}
	var views []kernels.View
	for _, a := range k.Reads {
		if a.Withheld || a.Optional && in[a.Name] == nil || a.Name == "Yi" && in[a.Name] == nil {
			views = append(views, kernels.View{})
			continue
		}
		views = append(views, where.view(n, collection.Width(a.Name, width(a)), in[a.Name]))
	}
	for _, a := range k.Writes {
		if a.Withheld || slices.Contains(skip, a.Name) {
			views = append(views, kernels.View{})
			continue
		}
		views = append(views, where.view(n, width(a), nil))
	}
	region := &kernels.Region{Points: n, Rows: 1, Given: collection.given}
	if collection.given == (kernels.Given{}) {
		region = nil
	}
	if _, err := set.CallInRows(isa, collection.Kernel, views, block, region, 0, n); err != nil {
		t.Fatal(err)
	}
	out := map[string][][]float64{}
	for i, a := range k.Writes {
		v := views[len(k.Reads)+i]
		if len(v.Data) == 0 {
			continue
		}
		for point := range n {
			row := make([]float64, width(a))
			for c := range row {
				row[c] = v.Data[point*v.PointStride+c*v.ComponentStride]
			}
			out[a.Name] = append(out[a.Name], row)
		}
	}
	return out
}
