package properties

import (
	"math"
	"strconv"
	"strings"

	"drawbridge/status"
	"drawbridge/status/nearest"
)

// Options are the conventions of the equation of state that codes differ in; all enter the
// parameter block, so kernels need no recompilation to follow them.
type Options struct {
	R                 float64 // gas constant, J/mol/K
	Equation          Equation
	Translated        bool    // the volume by Peneloux et al. (1982)
	OmegaA, OmegaB    float64 // 0: the equation's own
	M                 figures // coefficients of 1, omega, omega^2, omega^3 in m of alpha
	PressureReference float64 // of the NASA entropies, Pa
	SignedAlpha       bool    // g_i keeps its sign above T0_i instead of |g_i|
	PR78Above         float64 // acentric factor above which the 1978 polynomial of m holds
	Clip              bool    // outside the temperature limits cp is constant, instead of extrapolated
	Heat              IdealHeat
	Normalise         bool // mass fractions are clipped at zero and divided by their sum
	Root              int  // where three volumes exist: 0 stable, 1 liquid, 2 vapour
	Transport         TransportOptions
}

// Defaults are CODATA 2018, exact Omega_a and Omega_b (Peng & Robinson 1976), and the conventions
// that most open codes share.
func Defaults() Options {
	return Options{R: 8.31446261815324, PressureReference: 101325, PR78Above: 0.491,
		Transport: TransportOptions{Calorie: 4.184, DiffusionFloor: 1e-3}}
}

// option is one entry of the list that SetOption knows.
type option struct {
	name, values string
	set          func(o *Options, value string) bool // false: the value is none of values
}

var optionList = []option{
	{"gas_constant", "a positive number, J/mol/K", positive(func(o *Options) *float64 { return &o.R })},
	{"equation_of_state", "pr, srk, ideal", word(func(o *Options, i int) { o.Equation = Equation(i) }, equationWords...)},
	{"volume_translation", "none, peneloux", choice(func(o *Options) *bool { return &o.Translated }, "none", "peneloux")},
	{"omega_a", "own, a positive number", ownOr(func(o *Options) *float64 { return &o.OmegaA })},
	{"omega_b", "own, a positive number", ownOr(func(o *Options) *float64 { return &o.OmegaB })},
	{"m_coefficients", "own, 1 to 4 numbers", ownOrFigures(1, func(o *Options) *figures { return &o.M })},
	{"pressure_reference", "a positive number, Pa", positive(func(o *Options) *float64 { return &o.PressureReference })},
	{"pr78_above", "a positive number (acentric factor; 1e30: never)", positive(func(o *Options) *float64 { return &o.PR78Above })},
	{"alpha_sign", "abs, signed", word(func(o *Options, i int) { o.SignedAlpha = i == 1 }, "abs", "signed")},
	{"nasa_extension", "poly, clip", word(func(o *Options, i int) { o.Clip = i == 1 }, "poly", "clip")},
	{"ideal_heat", "nasa, constant, polynomial", word(func(o *Options, i int) { o.Heat.Form = i }, idealForms...)},
	{"ideal_cp", "own, 1 to 320 numbers, J/kg/K^k", ownOrNumbers(func(o *Options) *numbers { return &o.Heat.Cp })},
	{"ideal_cv", "own, 1 to 64 numbers, J/kg/K", ownOrNumbers(func(o *Options) *numbers { return &o.Heat.Cv })},
	{"ideal_zero", "formation, absolute", choice(func(o *Options) *bool { return &o.Heat.Absolute }, "formation", "absolute")},
	{"normalise", "off, on", word(func(o *Options, i int) { o.Normalise = i == 1 }, "off", "on")},
	{"root", "stable, liquid, vapour", word(func(o *Options, i int) { o.Root = i }, "stable", "liquid", "vapour")},
	{"chung_profile", "1988, rpp5", choice(func(o *Options) *bool { return &o.Transport.RPP5 }, "1988", "rpp5")},
	{"critical_volume", "table, pr", choice(func(o *Options) *bool { return &o.Transport.VcFromPR }, "table", "pr")},
	{"chung_density", "true, mass", choice(func(o *Options) *bool { return &o.Transport.DensityByMass }, "true", "mass")},
	{"conductivity_temperature", "tr, tstar", choice(func(o *Options) *bool { return &o.Transport.ReducedByEps }, "tr", "tstar")},
	{"chung_heat_capacity", "ideal, real", choice(func(o *Options) *bool { return &o.Transport.RealHeatCapacity }, "ideal", "real")},
	{"calorie", "a positive number, J", positive(func(o *Options) *float64 { return &o.Transport.Calorie })},
	{"association", "on, off", choice(func(o *Options) *bool { return &o.Transport.NoAssociation }, "on", "off")},
	{"negative", "raw, floor", choice(func(o *Options) *bool { return &o.Transport.FloorNegative }, "raw", "floor")},
	{"binary_diffusion", "chapman-enskog, fuller", choice(func(o *Options) *bool { return &o.Transport.Fuller }, "chapman-enskog", "fuller")},
	{"diffusion", "direct, fit", choice(func(o *Options) *bool { return &o.Transport.Fitted }, "direct", "fit")},
	{"diffusion_form", "mole, mass", choice(func(o *Options) *bool { return &o.Transport.MassForm }, "mole", "mass")},
	{"diffusion_floor", "a positive number", positive(func(o *Options) *float64 { return &o.Transport.DiffusionFloor })},
	{"chung_sigma", "own, a positive number", ownOr(func(o *Options) *float64 { return &o.Transport.Constants.Length })},
	{"chung_eps", "own, a positive number", ownOr(func(o *Options) *float64 { return &o.Transport.Constants.Ratio })},
	{"chung_dipole", "own, a positive number", ownOr(func(o *Options) *float64 { return &o.Transport.Constants.Dipole })},
	{"chung_fc_omega", "own, a positive number", ownOr(func(o *Options) *float64 { return &o.Transport.Constants.FcOmega })},
	{"chung_fc_dipole", "own, a positive number", ownOr(func(o *Options) *float64 { return &o.Transport.Constants.FcDipole })},
	{"chung_viscosity_gas", "own, a positive number", ownOr(func(o *Options) *float64 { return &o.Transport.Constants.ViscosityGas })},
	{"chung_viscosity_dense", "own, a positive number", ownOr(func(o *Options) *float64 { return &o.Transport.Constants.ViscosityDense })},
	{"chung_conductivity_gas", "own, a positive number", ownOr(func(o *Options) *float64 { return &o.Transport.Constants.ConductivityGas })},
	{"chung_conductivity_dense", "own, a positive number", ownOr(func(o *Options) *float64 { return &o.Transport.Constants.ConductivityDense })},
	chungRow("chung_e1", func(o *Options) *figures { return &o.Transport.E[0] }), chungRow("chung_e2", func(o *Options) *figures { return &o.Transport.E[1] }),
	chungRow("chung_e3", func(o *Options) *figures { return &o.Transport.E[2] }), chungRow("chung_e4", func(o *Options) *figures { return &o.Transport.E[3] }),
	chungRow("chung_e5", func(o *Options) *figures { return &o.Transport.E[4] }), chungRow("chung_e6", func(o *Options) *figures { return &o.Transport.E[5] }),
	chungRow("chung_e7", func(o *Options) *figures { return &o.Transport.E[6] }), chungRow("chung_e8", func(o *Options) *figures { return &o.Transport.E[7] }),
	chungRow("chung_e9", func(o *Options) *figures { return &o.Transport.E[8] }), chungRow("chung_e10", func(o *Options) *figures { return &o.Transport.E[9] }),
	chungRow("chung_b1", func(o *Options) *figures { return &o.Transport.B[0] }), chungRow("chung_b2", func(o *Options) *figures { return &o.Transport.B[1] }),
	chungRow("chung_b3", func(o *Options) *figures { return &o.Transport.B[2] }), chungRow("chung_b4", func(o *Options) *figures { return &o.Transport.B[3] }),
	chungRow("chung_b5", func(o *Options) *figures { return &o.Transport.B[4] }), chungRow("chung_b6", func(o *Options) *figures { return &o.Transport.B[5] }),
	chungRow("chung_b7", func(o *Options) *figures { return &o.Transport.B[6] }),
}

// figures are numbers in the place of the equation's own, where there are any.
type figures struct {
	count  int
	values [4]float64
}

// chungRow is four coefficients of a constant in Chung's correlation.
func chungRow(name string, field func(*Options) *figures) option {
	return option{name, "own, 4 numbers", ownOrFigures(4, field)}
}

// set changes one option by name.
func (o *Options) set(name, value string) error {
	var known []string
	for _, entry := range optionList {
		known = append(known, entry.name)
		if entry.name != strings.ToLower(name) {
			continue
		}
		if !entry.set(o, strings.ToLower(strings.TrimSpace(value))) {
			return status.Errorf(status.Argument, "option %s: '%s' is not one of: %s", entry.name, value, entry.values)
		}
		return nil
	}
	return status.Errorf(status.UnknownName, "option '%s' is not known%s", name, nearest.Known(name, "options are", known, "docs/options.md lists all"))
}

// Option is one entry of the list of options, for documentation.
type Option struct{ Name, Values string }

// OptionList gives every option, in the order of the documentation.
func OptionList() []Option {
	var list []Option
	for _, entry := range optionList {
		list = append(list, Option{entry.name, entry.values})
	}
	return list
}

// IsDefault says whether a value is what holds when nobody sets the option.
func IsDefault(name, value string) (bool, error) {
	o := Defaults()
	err := o.set(name, value)
	return o == Defaults(), err
}

// CheckOption says whether an option has this name and takes this value.
func CheckOption(name, value string) error {
	o := Defaults()
	return o.set(name, value)
}

func positive(field func(*Options) *float64) func(*Options, string) bool {
	return func(o *Options, value string) bool {
		v, ok := readNumber(value)
		if !ok || !(v > 0) {
			return false
		}
		*field(o) = v
		return true
	}
}

// readNumber reads a number as Fortran writes it, also 8.314d0.
func readNumber(text string) (float64, bool) {
	v, err := strconv.ParseFloat(strings.Replace(text, "d", "e", 1), 64)
	return v, err == nil && !math.IsNaN(v) && !math.IsInf(v, 0) && !strings.ContainsAny(text, "_xXpP") // 8.3_8 is a kind to Fortran
}

const ownWord = "own" // the equation's, or the printing's

func ownOr(field func(*Options) *float64) func(*Options, string) bool {
	return func(o *Options, value string) bool {
		if value == ownWord {
			*field(o) = 0
			return true
		}
		return positive(field)(o, value)
	}
}

// ownOrFigures takes at least so many numbers, and at most four, parted by blanks or slashes.
func ownOrFigures(least int, field func(*Options) *figures) func(*Options, string) bool {
	return func(o *Options, value string) bool {
		var given figures
		words := strings.Fields(strings.ReplaceAll(value, "/", " "))
		if value == ownWord {
			words = nil
		}
		if value != ownWord && len(words) < least || len(words) > len(given.values) {
			return false
		}
		for i, word := range words {
			v, ok := readNumber(word)
			if !ok {
				return false
			}
			given.values[i] = v
		}
		given.count = len(words)
		*field(o) = given
		return true
	}
}

func word(choose func(*Options, int), words ...string) func(*Options, string) bool {
	return func(o *Options, value string) bool {
		for i, w := range words {
			if w == value {
				choose(o, i)
				return true
			}
		}
		return false
	}
}

// choice is a word of two, of which the second sets the field.
func choice(field func(*Options) *bool, first, second string) func(*Options, string) bool {
	return word(func(o *Options, i int) { *field(o) = i == 1 }, first, second)
}
