package properties

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Fact is a thing that the host said and that decides what the collections answer: an array of species data,
// or an option. Two Frames whose facts are the same compute the same.
type Fact struct {
	Name   string
	Values []string // none where it was not given
	shape  shape
	ns     int
}

// shape is what the values of a fact stand for.
type shape int

const (
	oneValue shape = iota
	bySpecies
	byPair
	byCoefficient
)

// Label names one value: "omega of species 2".
func (f Fact) Label(i int) string {
	switch f.shape {
	case bySpecies:
		return fmt.Sprintf("%s of species %d", f.Name, i+1)
	case byPair:
		return fmt.Sprintf("%s of species %d and %d", f.Name, i/f.ns+1, i%f.ns+1)
	case byCoefficient:
		return fmt.Sprintf("%s(%d) of species %d", f.Name, i%7+1, i/7+1)
	}
	return f.Name
}

// Facts are always the same things in the same order.
func (p *TVProperties) Facts() []Fact {
	facts := []Fact{{Name: "the number of species", Values: []string{strconv.Itoa(p.ns)}}}
	var digests []string
	if p.sets != nil {
		for _, s := range p.sets.sets {
			digests = append(digests, s.Digest)
		}
	}
	facts = append(facts, Fact{Name: "the list of loaded kernel sets", Values: digests})
	add := func(name string, s shape, values []float64) {
		fact := Fact{Name: name, shape: s, ns: p.ns}
		for _, v := range values {
			fact.Values = append(fact.Values, number64(v))
		}
		facts = append(facts, fact)
	}
	var e PengRobinson
	if p.pengRobinson != nil {
		e = *p.pengRobinson
		e.Kij = orZeros(e.Kij, p.ns*p.ns)
	}
	add("W", bySpecies, e.W)
	add("Tc", bySpecies, e.Tc)
	add("Pc", bySpecies, e.Pc)
	add("omega", bySpecies, e.Omega)
	add("kij", byPair, e.Kij)
	add("Tmid", bySpecies, e.Tmid)
	add("nasaLow", byCoefficient, coefficients(e.Low))
	add("nasaHigh", byCoefficient, coefficients(e.High))
	add("Tlow", bySpecies, e.Tlow)
	add("Thigh", bySpecies, e.Thigh)
	var c Chung
	if p.chung != nil {
		c = *p.chung
		c.Dipole, c.Kappa = orZeros(c.Dipole, p.ns), orZeros(c.Kappa, p.ns)
	}
	add("Vc", bySpecies, c.Vc)
	add("dipole", bySpecies, c.Dipole)
	add("kappa", bySpecies, c.Kappa)
	add("sigmaLJ", bySpecies, c.Sigma)
	add("epsLJ", bySpecies, c.Eps)
	add("diffusion_volume", bySpecies, c.FullerVolume)
	for _, q := range Quantities() {
		unit := "SI"
		if i := slices.IndexFunc(p.units, func(s scale) bool { return s.name == q }); i >= 0 {
			unit = number64(p.units[i].value)
		}
		facts = append(facts, Fact{Name: "the unit of " + q, Values: []string{unit}})
	}
	for _, o := range OptionList() {
		facts = append(facts, Fact{Name: "option " + o.Name, Values: []string{p.valueOf(o.Name)}})
	}
	return facts
}

// valueOf is the value of an option in one spelling.
func (p *TVProperties) valueOf(option string) string {
	value, isSet := p.chosen[option]
	if standard, err := IsDefault(option, value); !isSet || (standard && err == nil) {
		return "its default"
	}
	value = strings.ToLower(strings.TrimSpace(value))
	if v, err := strconv.ParseFloat(value, 64); err == nil {
		return number64(v)
	}
	return value
}

func number64(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// orZeros is what an array that may be left out stands for.
func orZeros(values []float64, n int) []float64 {
	if values == nil {
		return make([]float64, n)
	}
	return values
}

func coefficients(sets [][7]float64) []float64 {
	var values []float64
	for _, set := range sets {
		values = slices.Concat(values, set[:])
	}
	return values
}
