package properties

import (
	"slices"
	"strings"

	"drawbridge/device"
	kernels "drawbridge/kernels/set"
	"drawbridge/properties/owners"
	"drawbridge/views"
)

// programs are the kernels in the form that the device wants: an address for host memory, texts for a
// device that compiles. Texts are specialised by the mixture and by the views that are there, and made
// when a launch first needs them.
type programs struct {
	ns       int
	compiles bool
	padded   bool                      // views end at a whole cache line: a pair may reach beyond the last point
	host     map[string]device.Program // by kernel
	texts    map[textKey]device.Program
	special  map[string]float64 // of the mixture in use
	massRank int
}

type textKey struct {
	kernel                string
	present               uint64
	unitPoints, specially bool
	rows                  bool   // arrays have rows
	scaled                uint64 // arrays in another unit than the kernel's
	given                 kernels.Given
}

// leastSpecial is how many points a launch must have for a text of its mixture's own: below it what a launch
// costs is starting it, and one text serves all mixtures of so many species.
const leastSpecial = 1 << 14

// builtIn is the set of all property kernels.
var builtIn = device.NewKernelSet("properties", kernels.BuiltIn().Sources(), "")

// Variants are the names of the variants in which a device that compiles runs the collections.
func Variants() []string {
	names := slices.Concat(kernels.Variants(), owners.Variants())
	slices.Sort(names)
	return slices.Compact(names)
}

func newPrograms(dev device.Device, store *views.Store, isa string, ns int) *programs {
	set := kernels.BuiltIn()
	p := &programs{ns: ns, compiles: dev.About().Compiles, padded: store.Padded(), host: map[string]device.Program{}}
	for _, k := range set.Kernels() {
		p.host[k.Name] = device.Program{Name: k.Name, Host: set.Function(isa, k.Name), Set: builtIn, Symbol: set.Symbol(k.Name), Once: inPlace(k)}
	}
	return p
}

// inPlace tells whether a kernel writes what it reads: then running it twice is not running it once.
func inPlace(k kernels.Kernel) bool {
	for _, r := range k.Reads {
		for _, w := range k.Writes {
			if r.Name == w.Name {
				return true
			}
		}
	}
	return false
}

// mixture says what parameter block is in use from now on.
func (p *programs) mixture(block []float64) {
	p.special, p.massRank = kernels.BuiltIn().Special(block, p.ns)
	p.texts = map[textKey]device.Program{}
}

// get gives the program for these arguments and so many points.
func (p *programs) get(kernel string, given kernels.Given, arrays []device.Array, n int) device.Program {
	program := p.host[kernel]
	program.Given = given.Numbers()
	if given != (kernels.Given{}) {
		program.Name += "_" + strings.NewReplacer("=", "_").Replace(strings.Join(words(given), "_")) // it names files of a cache
	}
	if !p.compiles {
		return program
	}
	key := textKey{kernel: kernel, given: given, unitPoints: p.padded, specially: n >= leastSpecial}
	for v, a := range arrays {
		if a.Memory == nil {
			continue
		}
		key.present |= 1 << v
		if a.Factor != 0 {
			key.scaled |= 1 << v
		}
		key.rows = key.rows || a.Row != 0
		key.unitPoints = key.unitPoints && !a.Foreign && a.Point == 1 && a.Base%2 == 0 && (a.Components == 1 || a.Component%2 == 0) && a.Row%2 == 0 && a.Plane%2 == 0
	}
	if made, ok := p.texts[key]; ok {
		return made
	}
	constants := kernels.Constants{Species: p.ns, Present: key.present, UnitPoints: key.unitPoints, Rows: key.rows, Scaled: key.scaled, Given: given}
	if key.specially {
		constants.Special, constants.MassRank = p.special, p.massRank
	}
	for _, t := range kernels.BuiltIn().Texts(kernel, constants) {
		program.Variants = append(program.Variants, device.Variant{Name: t.Variant, Unit: t.Unit, Named: t.Named, Matrix: t.Matrix,
			Launch: device.Geometry{Threads: t.Threads, Points: t.Points, Resident: t.Resident, Shared: t.Shared}})
	}
	if p.texts == nil {
		p.texts = map[textKey]device.Program{}
	}
	p.texts[key] = program
	return program
}
