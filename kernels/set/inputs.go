package set

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"drawbridge/kernels"
)

var inputLine = regexp.MustCompile(`(?m)^GIVEN_(STATE|COMPOSITION)\((\w+), (\d+), "([^"]*)", "([^"]*)"\)`)

// Input is one entry of the input list: views that stand in the place of T and P, or of Yi.
type Input struct {
	Name    string
	Number  int
	Views   []string
	Meaning string
	Guess   bool // T is a first guess
}

// Has tells whether a view is one of those of the input.
func (i Input) Has(view string) bool { return slices.Contains(i.Views, view) }

// States and Compositions are the input list; the first of each is what kernels read themselves.
var States, Compositions = parseInputs(kernels.Inputs)

func parseInputs(text string) (states, compositions []Input) {
	for _, m := range inputLine.FindAllStringSubmatch(text, -1) {
		number, _ := strconv.Atoi(m[3]) // the pattern admits digits only
		given, guess := strings.CutSuffix(m[4], " T?")
		input := Input{Name: m[2], Number: number, Views: strings.Fields(given), Meaning: m[5], Guess: guess}
		if m[1] == "STATE" {
			states = append(states, input)
		} else {
			compositions = append(compositions, input)
		}
	}
	return states, compositions
}

// Given is what a launch is given in the place of T, P and mass fractions: numbers of the input list. Closing: the last species is not
// stored. The zero value is what kernels read themselves.
type Given struct {
	State, Composition int
	Closing            bool
}

// Numbers are the three as a kernel gets them.
func (g Given) Numbers() [3]int { return [3]int{g.State, g.Composition, number(g.Closing)} }

// partial is the composition whose sum is the density.
func partial() int { return Compositions[len(Compositions)-1].Number }

// Summed tells whether the density is the sum of what is given of the species.
func (g Given) Summed() bool { return g.Composition == partial() && !g.Closing }

// TakesStates tells whether a kernel takes the states and compositions of the input list: it reads T, P and Yi first.
func (k Kernel) TakesStates() bool {
	return len(k.Reads) >= 3 && k.Reads[0].Name == "T" && k.Reads[1].Name == "P" && k.Reads[2].Name == "Yi"
}

// Giving is a kernel that takes states, as it is launched with something else than T, P and Yi: its views in the order of a launch,
// those that nobody gives among them. T as a first guess follows what it reads, T and P stand before what it writes.
func (k Kernel) Giving(g Given) Kernel {
	if g == (Given{}) {
		return k
	}
	state, view := States[g.State], Compositions[g.Composition].Views[0]
	withheld := func(name string) bool { return state.Has(name) && !(name == "rho" && g.Summed()) }
	first := Argument{Name: state.Views[0], Withheld: state.Views[0] == "rho" && g.Summed()}
	reads := []Argument{first, {Name: state.Views[1]}, {Name: view, PerSpecies: true}}
	reads = slices.Concat(reads, k.Reads[3:], []Argument{{Name: "T", Optional: true, Withheld: !state.Guess}})
	writes := []Argument{{Name: "T", Withheld: state.Has("T")}, {Name: "P", Withheld: state.Has("P")}}
	for _, w := range k.Writes {
		w.Withheld = withheld(w.Name)
		writes = append(writes, w)
	}
	k.Reads, k.Writes = reads, writes
	return k
}
