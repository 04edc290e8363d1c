package properties

import (
	"runtime"
	"slices"
	"strings"

	"drawbridge/kernels"
	"drawbridge/status"
	"drawbridge/status/nearest"
)

// Collection is a named set of properties that one fused kernel computes.
type Collection struct {
	Name    string
	Kernel  string // kernel of the built-in set; "" where this release has none
	Chung   bool   // needs the Chung species data too
	NoData  bool   // needs no species data at all
	Meaning string
}

// Collections are the twelve of the legacy face; reference_<name> in fortran/ is the answer key.
var Collections = []Collection{
	{Name: "preosrhohfromtpprop", Kernel: "preosrhohfromtpprop", Meaning: "density and enthalpy from T, P"},
	{Name: "eoscalcrhoh0fromtp", Kernel: "eoscalcrhoh0fromtp", Meaning: "density and total enthalpy from T, P"},
	{Name: "preoscalctfromhp", Kernel: "preoscalctfromhp", Meaning: "temperature from enthalpy and pressure"},
	{Name: "preoscalctpfromrhoe", Kernel: "preoscalctpfromrhoe", Meaning: "temperature and pressure from density and internal energy"},
	{Name: "preoscalcsoundspeed", Kernel: "preoscalcsoundspeed", NoData: true, Meaning: "speed of sound from derivatives"},
	{Name: "preosthermalproperties", Kernel: "preosthermalproperties", Meaning: "all thermodynamic properties from T, P"},
	{Name: "eosgammajacobianproperties", Kernel: "eosgammajacobianproperties", Meaning: "thermodynamic properties and their derivatives by mass fraction"},
	{Name: "preoscriticalstate", Kernel: "preoscriticalstate", Meaning: "pseudo-critical state of the mixture"},
	{Name: "chungcalctransprop", Kernel: "chungcalctransprop", Chung: true, Meaning: "viscosity, conductivity and diffusion from T, P, rho"},
	{Name: "preosviscousproperties", Kernel: "preosviscousproperties", Chung: true, Meaning: "density and transport from T, P"},
	{Name: "preosviscousfluxproperties", Kernel: "preosviscousfluxproperties", Chung: true, Meaning: "density, transport and partial enthalpies from T, P"},
	{Name: "eosthermalandviscousproperties", Kernel: "eosthermalandviscousproperties", Chung: true, Meaning: "thermodynamic and transport properties from T, P"},
}

// Lookup finds a collection or a building block by name, whatever its case.
func Lookup(name string) (Collection, error) {
	lower := strings.ToLower(strings.TrimSpace(name))
	for _, list := range [][]Collection{Collections, Blocks} {
		for _, c := range list {
			if c.Name == lower {
				return c, nil
			}
		}
	}
	collections, blocks := namesOf(Collections), namesOf(Blocks)
	return Collection{}, status.Errorf(status.UnknownName, "collection '%s' is not known; collections are %s; building blocks are %s%s", name,
		strings.Join(collections, " "), strings.Join(blocks, " "), nearest.Question(name, slices.Concat(collections, blocks)))
}

func namesOf(list []Collection) []string {
	var names []string
	for _, c := range list {
		names = append(names, c.Name)
	}
	return names
}

// kernel gives the kernel of a collection, or an error where this release has none.
func (c Collection) kernel() (kernels.Kernel, error) {
	k, ok := kernels.BuiltIn().Kernel(c.Kernel)
	if c.Kernel == "" || !ok {
		return k, status.Errorf(status.NotAvailable, "collection %s (%s) is not in this release", c.Name, c.Meaning)
	}
	return k, nil
}

// PerSpecies gives the outputs over the species: a kernel stores them one by one, while it still reads its inputs.
func (c Collection) PerSpecies() ([]string, error) {
	k, err := c.kernel()
	if err != nil {
		return nil, err
	}
	var list []string
	for _, w := range k.Writes {
		if w.PerSpecies {
			list = append(list, w.Name)
		}
	}
	return list, nil
}

// processors are those that the instruction sets belong to, by Go's word.
var processors = map[string]string{"avx512": "amd64", "avx2": "amd64", "baseline": "amd64", "neon": "arm64"}

// ISA checks a wish for an instruction set; "" gives the best of this CPU.
func ISA(wish string) (string, error) {
	isas := kernels.BuiltIn().ISAs()
	if len(isas) == 0 {
		return "", status.Errorf(status.NotAvailable, "the kernels were built for no instruction set of this CPU")
	}
	if wish == "" {
		return isas[0], nil
	}
	if other := processors[wish]; other != "" && other != runtime.GOARCH {
		return "", status.Errorf(status.NotAvailable, "DRAWBRIDGE_ISA: %s is an instruction set of %s, and this library is built for %s, where it knows %s; unset DRAWBRIDGE_ISA for the best",
			wish, other, runtime.GOARCH, strings.Join(isas, ", "))
	}
	if !slices.Contains(isas, wish) {
		return "", status.Errorf(status.NotAvailable, "DRAWBRIDGE_ISA: this CPU does not run %s, it runs %s", wish, strings.Join(isas, ", "))
	}
	return wish, nil
}
