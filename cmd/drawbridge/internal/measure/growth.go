package measure

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// GrowthFrom is the count of species from which on the cost's growth is judged: below it the work
// that does not depend on the species hides it.
const GrowthFrom = 10

// Growth says how the cost per point grows with the species: cost = Factor species^Exponent, a straight line
// through the logarithms from GrowthFrom species on.
type Growth struct {
	Collection string    `json:"collection"`
	States     string    `json:"states,omitempty"`
	ISA        string    `json:"isa"`
	Species    []int     `json:"species"`
	Kernel     []float64 `json:"kernel_ns"`
	Reference  []float64 `json:"reference_ns"`
	Exponent   float64   `json:"exponent"`           // of the kernel
	Factor     float64   `json:"factor_ns"`          // of the kernel
	Textbook   float64   `json:"reference_exponent"` // of the textbook routines
	Steepest   float64   `json:"steepest"`           // exponent between two neighbouring counts
	Between    [2]int    `json:"steepest_between"`   // these counts
	AtMost     float64   `json:"goal,omitempty"`     // of Exponent; 0: none
}

// linear are the collections that must grow no faster than linearly; diffusion is quadratic by nature.
var linear = []string{"preosthermalproperties", "eosthermalandviscousproperties"}

// GrowthOf fits each collection and kind of states that was measured for at least three counts of species
// from GrowthFrom on.
func GrowthOf(results []Properties) (list []Growth) {
	for _, p := range results {
		same := func(g Growth) bool {
			return g.Collection == p.Collection && g.States == p.States && g.ISA == p.ISA
		}
		i := slices.IndexFunc(list, same)
		if i < 0 {
			i = len(list)
			list = append(list, Growth{Collection: p.Collection, States: p.States, ISA: p.ISA})
		}
		g := &list[i]
		g.Species, g.Kernel, g.Reference = append(g.Species, p.Species), append(g.Kernel, p.Kernel), append(g.Reference, p.Reference)
	}
	list = slices.DeleteFunc(list, func(g Growth) bool { return !g.fitted() })
	for i := range list {
		list[i].fit()
	}
	return list
}

// fitted says whether there is enough to fit.
func (g Growth) fitted() bool {
	n := 0
	for i, s := range g.Species {
		if i > 0 && s <= g.Species[i-1] {
			return false // not in their order: no growth can be told
		}
		if s >= GrowthFrom {
			n++
		}
	}
	return n >= 3
}

func (g *Growth) fit() {
	var x, kernel, reference []float64
	for i, s := range g.Species {
		if s >= GrowthFrom {
			x, kernel, reference = append(x, math.Log(float64(s))), append(kernel, math.Log(g.Kernel[i])), append(reference, math.Log(g.Reference[i]))
		}
	}
	var shift float64
	shift, g.Exponent = stat.LinearRegression(x, kernel, nil, false)
	g.Factor = math.Exp(shift)
	_, g.Textbook = stat.LinearRegression(x, reference, nil, false)
	g.Steepest = math.Inf(-1)
	for i := 1; i < len(x); i++ {
		if step := (kernel[i] - kernel[i-1]) / (x[i] - x[i-1]); step > g.Steepest {
			g.Steepest, g.Between = step, [2]int{int(math.Round(math.Exp(x[i-1]))), int(math.Round(math.Exp(x[i])))}
		}
	}
	if slices.Contains(linear, g.Collection) {
		g.AtMost = 1
	}
}

// Met says whether the growth is at most what is asked; also where nothing is.
func (g Growth) Met() bool { return g.AtMost == 0 || g.Exponent <= g.AtMost }
