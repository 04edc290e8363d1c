package properties

import (
	"runtime"
	"slices"
	"strings"

	kernels "drawbridge/kernels/set"
	"drawbridge/properties/owners"
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
	own     *owners.Kernel // of a set that was loaded; nil: built in
	given   kernels.Given  // in the place of T, P and Yi
	alone   bool           // of one species: mass fractions need not be given
}

// legacy are the twelve names of the legacy interface.
var legacy = []string{"preosrhohfromtpprop", "eoscalcrhoh0fromtp", "preoscalctfromhp", "preoscalctpfromrhoe", "preoscalcsoundspeed",
	"preosthermalproperties", "eosgammajacobianproperties", "preoscriticalstate", "chungcalctransprop", "preosviscousproperties",
	"preosviscousfluxproperties", "eosthermalandviscousproperties"}

// Collections are the twelve of the legacy interface, in that order; reference_<name> in fortran/ is the answer key.
// Blocks are all other kernels of kernels/properties: the building blocks under the collections. Each is launched alone by its
// name, through a plan, so that a solver can be ported step by step.
var Collections, Blocks = collections()

func collections() (twelve, blocks []Collection) {
	twelve = make([]Collection, len(legacy))
	for _, k := range kernels.BuiltIn().Kernels() {
		c := Collection{Name: k.Name, Kernel: k.Name, Chung: k.Needs == "species transport", NoData: k.Needs == "nothing", Meaning: k.Meaning}
		if i := slices.Index(legacy, k.Name); i >= 0 {
			twelve[i] = c
		} else {
			blocks = append(blocks, c)
		}
	}
	return twelve, blocks
}

// Lookup finds a collection or a building block by name, whatever its case, with the inputs that the name says.
func Lookup(name string) (Collection, error) { return lookupGiven(name, 0, plain) }

// lookupGiven is a look-up of a name with its inputs, by one of names without.
func lookupGiven(name string, ns int, look func(string) (Collection, error)) (Collection, error) {
	bare, inputs, given, err := cutInputs(name)
	if err != nil {
		return Collection{}, err
	}
	c, err := look(bare)
	c.alone = ns == 1
	if err != nil || !given {
		return c, err
	}
	return c.giving(inputs, ns)
}

func plain(name string) (Collection, error) {
	lower := strings.ToLower(strings.TrimSpace(name))
	for _, list := range [][]Collection{Collections, Blocks} {
		for _, c := range list {
			if c.Name == lower {
				return c, nil
			}
		}
	}
	return Collection{}, unknown(name, nil)
}

// unknown says that no collection has a name: the nearest of all, the kernels that were loaded first.
func unknown(name string, loaded []string) error {
	known := slices.Concat(loaded, namesOf(Collections), namesOf(Blocks))
	return status.Errorf(status.UnknownName, "collection '%s' is not known%s", name, nearest.Known(name, "collections are", known, "drawbridge kernels lists all"))
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
	if c.own != nil {
		return argumentsOf(c.own), nil
	}
	k, ok := kernels.BuiltIn().Kernel(c.Kernel)
	if c.Kernel == "" || !ok {
		return k, status.Errorf(status.NotAvailable, "collection %s (%s) is not in this release", c.Name, c.Meaning)
	}
	k = k.Giving(c.given)
	if c.alone {
		k.Reads = slices.Clone(k.Reads)
		for i, r := range k.Reads {
			k.Reads[i].Optional = r.Optional || r.Name == "Yi"
		}
	}
	return k, nil
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
