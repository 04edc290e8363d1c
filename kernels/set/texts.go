package set

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Constants are what the texts of a kernel are specialised by.
type Constants struct {
	Species    int
	Special    map[string]float64 // entries of the header that are known when the text is compiled
	MassRank   int                // columns of the mass matrix's factor, where Special is there
	Present    uint64             // bit v: view v is there, counting all reads and then all writes
	Rows       bool               // views lie in rows of a field, each with its own halo; UnitPoints as well
	Scaled     uint64             // bit v: view v is in another unit than the kernel's
	Given      Given              // what the views are in the place of T, P and Yi; they are then those of Giving
	UnitPoints bool               // the points of every view lie side by side, its rows padded to even length
}

// translated tells whether the sums of a text include the volume translation.
func (c Constants) translated() bool { return c.Special == nil || c.Special["translated"] == 1 }

// Text is what a compiler at run time makes one variant of a kernel of; it includes Sources by name.
type Text struct {
	Variant  string
	Unit     string
	Threads  int  // of a block
	Points   int  // of a block
	Resident int  // most blocks per multiprocessor of a kernel that walks over its points; 0: no limit
	Shared   int  // bytes of dynamic shared memory of a block
	Named    bool // runs only where a setting names it
	Matrix   bool // needs a unit for matrices of doubles
}

// variant is one way to deal points to threads; loop_cuda.h tells what each constant means.
type variant struct {
	name                   string
	threads, resident      int
	jam, team              int // points a thread; threads that share the species of a point
	staged, nearParameters bool
	unroll, ahead          int  // species a pass of a loop; rows asked for ahead
	next, later, matrix    bool // the next pass's rows under way; the next point's in the L2 cache; sums by the matrix unit
	unitPoints             bool
	least, most            int  // species for which it is offered; 0: any
	named                  bool // taken only where a setting names it: lost wherever it was measured
}

// variants are what a device measures; the first is taken where nothing is measured. Figures: docs/variants.md.
var variants = []variant{
	{name: "point_near", threads: 256, resident: 3, unroll: 5, nearParameters: true},
	{name: "jam2_near", threads: 256, resident: 2, jam: 2, unroll: 5, nearParameters: true, unitPoints: true},
	{name: "point", threads: 256, resident: 4, unroll: 5},
	{name: "point_few", threads: 512, resident: 1, unroll: 2, ahead: 8, nearParameters: true},
	{name: "point_later", threads: 512, resident: 1, unroll: 4, next: true, later: true, nearParameters: true, most: 16},
	{name: "matrix", threads: 384, resident: 1, unroll: 2, later: true, matrix: true, nearParameters: true, least: 8},
	{name: "jam2", threads: 128, resident: 4, jam: 2, unroll: 3, unitPoints: true, named: true},
	{name: "jam4", threads: 256, resident: 1, jam: 4, unroll: 3, nearParameters: true, unitPoints: true, named: true},
	{name: "jam8", threads: 128, resident: 2, jam: 8, unroll: 1, nearParameters: true, unitPoints: true, named: true},
	{name: "jam16", threads: 128, resident: 2, jam: 16, unroll: 1, nearParameters: true, unitPoints: true, named: true},
	{name: "tile", threads: 128, resident: 3, unroll: 5, staged: true, named: true},
	{name: "tile_few", threads: 64, resident: 3, unroll: 5, staged: true, named: true},
	{name: "team2", threads: 256, resident: 3, team: 2, unroll: 5, nearParameters: true, named: true},
	{name: "team8", threads: 256, resident: 3, team: 8, unroll: 5, nearParameters: true, named: true},
	{name: "team", threads: 256, resident: 3, team: 32, unroll: 5, nearParameters: true, named: true},
}

// small is the variant of launches too small to fill the device: many blocks of few threads.
var small = variant{name: "point_small", threads: 64, resident: 4, unroll: 5, nearParameters: true}

// Variants are the names of all variants, in the order of Texts.
func Variants() []string {
	names := []string{small.name}
	for _, l := range variants {
		names = append(names, l.name)
	}
	return names
}

// Texts are the variants of a kernel, best guess first; without special figures small comes first.
func (s *Set) Texts(kernel string, c Constants) []Text {
	var texts []Text
	if c.Special == nil {
		texts = append(texts, s.text(kernel, c, small))
	}
	for _, l := range variants {
		if l.takes(c) {
			texts = append(texts, s.text(kernel, c, l))
		}
	}
	return texts
}

// takes tells whether a variant is offered: `matrix` lost at 5 and 10 species and won from 20 on; `point_later` holds more than
// a thread's registers where species are many.
func (l variant) takes(c Constants) bool {
	if l.jam > 1 && c.Given.State != 0 { // the searches of several points a thread take minutes to compile
		return false
	}
	if (l.matrix || l.staged) && (c.Given.Composition != 0 || c.Given.Closing) { // they copy rows as they lie
		return false
	}
	return (c.UnitPoints || !l.unitPoints) && c.Species >= l.least && (l.most == 0 || c.Species <= l.most)
}

func (s *Set) text(kernel string, c Constants, l variant) Text {
	var b strings.Builder
	define := func(name string, value any) { fmt.Fprintf(&b, "#define %s %v\n", name, value) }
	define("SPECIES_COUNT", c.Species)
	define("PRESENT", fmt.Sprintf("0x%xULL", c.Present))
	define("UNIT_POINTS", number(c.UnitPoints))
	if c.Rows { // else loop_cuda.h says 0, so that the texts of stripes stay what they are in caches
		define("ROWS", 1)
	}
	if c.Scaled != 0 { // the same
		define("SCALED", fmt.Sprintf("0x%xULL", c.Scaled))
	}
	if c.Given != (Given{}) { // the same
		for i, name := range givenNames {
			define(name, c.Given.Numbers()[i])
		}
	}
	define("THREADS", l.threads)
	define("RESIDENT", l.resident)
	jam, team := max(l.jam, 1), max(l.team, 1)
	define("JAM", jam)
	define("TEAM", team)
	define("UNROLL", l.unroll)
	define("AHEAD", l.ahead)
	define("NEXT", number(l.next))
	define("LATER", number(l.later))
	define("MATRIX", number(l.matrix))
	define("OWN_SET", number(l.nearParameters))
	define("STAGED", number(l.staged))
	define("PARAMETERS_SHARED", number(l.nearParameters))
	define("SPECIAL_HEADER", special(c.Special))
	if c.Special != nil {
		define("TRANSLATED", number(c.translated()))
	}
	if c.MassRank > 0 {
		define("MASS_PASS", min(c.MassRank, s.nearColumns()))
	}
	fmt.Fprintf(&b, "#include \"all.h\"\n#include \"loop_cuda.h\"\nLAUNCHABLE(%s)\n", kernel)
	t := Text{Variant: l.name, Unit: b.String(), Threads: l.threads, Points: l.threads * jam / team, Named: l.named, Matrix: l.matrix}
	if l.nearParameters {
		t.Resident = l.resident
	}
	if l.staged {
		t.Shared = 8 * c.Species * t.Points
	}
	if l.matrix {
		t.Shared = s.matrixMemory(c, l.threads)
	}
	return t
}

// givenNames are the constants that tell a text what is given.
var givenNames = [3]string{"GIVEN_STATE_NUMBER", "GIVEN_COMPOSITION_NUMBER", "GIVEN_CLOSING"}

// matrixMemory is what matrix_gpu.h keeps in the dynamic shared memory of a block, bytes.
func (s *Set) matrixMemory(c Constants, threads int) int {
	const each, limits, row = 32, 8, 34
	rank := min(c.MassRank, s.nearColumns())
	if rank == 0 {
		rank = defaultMassPass
	}
	plain := (8 + rank + number(c.translated()) + 7) / 8
	quads := (c.Species + 3) / 4
	return 8 * (quads*(each*(plain+3)+limits) + threads/32*8*(plain+1)*row)
}

// defaultMassPass is MASS_PASS of dialect_gpu.h where a text does not say it.
const defaultMassPass = 6

func number(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// special writes members that hide those of the header, exactly.
func special(values map[string]float64) string {
	var words []string
	for name, value := range values {
		words = append(words, "static constexpr double "+name+" = "+strconv.FormatFloat(value, 'x', -1, 64)+";")
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// specials are the header's entries that options fix, and the counts that loops run to.
var specials = []string{"R", "root", "pairs", "pressure_reference", "omega_a", "omega_b", "cubic_half_u",
	"cubic_w", "cubic_g", "cubic_s", "cubic_series", "cubic_p1", "cubic_p2", "cubic_q1", "cubic_q2", "cubic_q3", "cubic_q4", "translated", "low_from", "high_to", "dipole_over_eps",
	"sine_bracket", "viscosity_gas", "viscosity_dense", "chung_length", "chung_area", "chung_volume", "chung_Tc", "chung_Tr2", "Fc_omega", "Fc_dipole", "conductivity_gas", "conductivity_dense", "density_by_mass", "real_heat_capacity", "floor_negative",
	"mass_rank", "diffusion_mass_form", "diffusion_floor", "diffusion_form"}

// nearColumns is how many columns of the mass matrix's factor lie in a species row.
func (s *Set) nearColumns() int { return s.Layout().counts["mass_factor"] }

// Special picks from a parameter block what a text shall know when it is compiled; the rank of the mass matrix's factor,
// which the block rounds up, as it is.
func (s *Set) Special(block []float64, ns int) (values map[string]float64, massRank int) {
	values = map[string]float64{}
	layout := s.Layout()
	for _, name := range specials {
		values[name] = block[layout.Offset(name, 0, ns)]
	}
	for i := range ns {
		for k := range int(values["mass_rank"]) {
			if block[layout.MassColumn(i, k, ns)] != 0 {
				massRank = max(massRank, k+1)
			}
		}
	}
	values["mass_rank"] = float64(massRank)
	return values, massRank
}
