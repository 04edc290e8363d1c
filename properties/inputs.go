package properties

import (
	"fmt"
	"slices"
	"strings"

	kernels "drawbridge/kernels/set"
	"drawbridge/status"
	"drawbridge/status/nearest"
)

// A collection's name may say what it is given in the place of T, P and mass fractions: "preosthermalproperties(rho, e)",
// "preosthermalproperties(h, P, Xi, closing=last)". Such a collection has a kernel of its own nowhere: the loop of the kernel makes T,
// P and Yi of what is given (kernels/inputs.h).

// cutInputs parts a collection's name from its inputs; given: it has some.
func cutInputs(text string) (name, inputs string, given bool, err error) {
	name, inputs, given = strings.Cut(strings.TrimSpace(text), "(")
	if !given {
		return name, "", false, nil
	}
	inputs, closed := strings.CutSuffix(inputs, ")")
	if !closed || strings.ContainsAny(inputs, "()") {
		return name, "", true, status.Errorf(status.Argument, "collection '%s': give its inputs in one pair of parentheses at the end, as preosthermalproperties(rho, e)", text)
	}
	return strings.TrimSpace(name), inputs, true, nil
}

// closingWord says that the last species is not stored.
const closingWord = "closing=last"

// giving is the collection with the inputs that a text names; ns 0: not known.
func (c Collection) giving(inputs string, ns int) (Collection, error) {
	refuse := func(format string, values ...any) (Collection, error) {
		return c, status.Errorf(status.Argument, "collection %s(%s): %s", c.Name, strings.TrimSpace(inputs), fmt.Sprintf(format, values...))
	}
	k, err := c.kernel()
	if err != nil {
		return c, err
	}
	if c.own != nil || !k.TakesStates() {
		return refuse("it takes no inputs in parentheses, because it does not read T P Yi")
	}
	var g kernels.Given
	var state []string
	composition := ""
	for _, word := range strings.Fields(strings.ReplaceAll(inputs, ",", " ")) {
		switch {
		case word == closingWord:
			g.Closing = true
		case strings.HasPrefix(word, "closing"):
			return refuse("'%s' is not understood; %s says that the last species is not stored", word, closingWord)
		case slices.Contains(viewsOf(kernels.Compositions), word):
			if composition != "" {
				return refuse("%s and %s are both given; one composition is expected", composition, word)
			}
			composition = word
			g.Composition = slices.IndexFunc(kernels.Compositions, func(i kernels.Input) bool { return i.Has(word) })
		case !slices.Contains(viewsOf(kernels.States), word):
			known := slices.Concat(viewsOf(kernels.States), viewsOf(kernels.Compositions))
			return refuse("'%s' is not an input%s; %s", word, nearest.Question(word, known), possible())
		case slices.Contains(state, word):
			return refuse("%s is given twice", word)
		default:
			state = append(state, word)
		}
	}
	density := slices.Contains(state, "rho")
	partial := composition == "rhoi"
	switch {
	case partial && density && !g.Closing:
		return refuse("rho is the sum of rhoi; leave out rho, or add %s where the last species is not stored", closingWord)
	case partial && !density && g.Closing:
		return refuse("%s of partial densities needs rho in addition", closingWord)
	case g.Closing && ns == 1:
		return refuse("%s leaves nothing of one species; leave it out, Yi need not be given then", closingWord)
	}
	g.State = slices.IndexFunc(kernels.States, func(i kernels.Input) bool { return pair(i, state) })
	if g.State < 0 && g.Summed() && len(state) < 2 {
		g.State = slices.IndexFunc(kernels.States, func(i kernels.Input) bool { return pair(i, append(slices.Clone(state), "rho")) })
	}
	if g.State < 0 {
		return refuse("%s is not a pair of inputs; %s", said(state), possible())
	}
	c.given = g
	if g != (kernels.Given{}) {
		c.Name += "(" + strings.Join(words(g), ", ") + ")"
	}
	return c, nil
}

// pair tells whether the views of a state are these two, in any order.
func pair(i kernels.Input, given []string) bool {
	return len(given) == 2 && given[0] != given[1] && i.Has(given[0]) && i.Has(given[1])
}

// words are the inputs as the name of a collection has them.
func words(g kernels.Given) (list []string) {
	for _, view := range kernels.States[g.State].Views {
		if view != "rho" || !g.Summed() {
			list = append(list, view)
		}
	}
	if g.Composition != 0 {
		list = append(list, kernels.Compositions[g.Composition].Views[0])
	}
	if g.Closing {
		list = append(list, closingWord)
	}
	return list
}

// possible says what may be given.
func possible() string {
	var pairs []string
	for _, i := range kernels.States {
		pairs = append(pairs, strings.Join(i.Views, " "))
	}
	return "a state is given by " + strings.Join(pairs, ", ") + "; a composition by " + strings.Join(viewsOf(kernels.Compositions), ", ") + ", where rhoi gives rho too"
}

func said(state []string) string {
	if len(state) == 0 {
		return "nothing of the state"
	}
	return strings.Join(state, " ")
}

// viewsOf are all views of a list of inputs.
func viewsOf(list []kernels.Input) (all []string) {
	for _, i := range list {
		for _, view := range i.Views {
			if !slices.Contains(all, view) {
				all = append(all, view)
			}
		}
	}
	return all
}

// Width is how many values a point has in an input of a collection, of a view that has `width`: one less than the species where the
// last one is not stored.
func (c Collection) Width(view string, width int) int {
	if c.given.Closing && kernels.Compositions[c.given.Composition].Has(view) {
		return width - 1
	}
	return width
}
