package explain

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"drawbridge/properties"
)

// setting is an option with a value.
type setting struct{ option, value string }

func (s setting) String() string { return s.option + "=" + s.value }

// figuresOfCodes are numbers that codes are known to have in the place of the defaults: constants of several years, rounded ones,
// printings of a table. Words are tried as the list of options has them.
var figuresOfCodes = map[string][]string{
	"gas_constant": {"8.314", "8.3144", "8.3145", "8.31446", "8.3144598", "8.3144621", "8.3144626", "8.314472", "8.31447", "8.31451",
		"8.31441", "8.3143", "8.31434", "8.315", "8.31", "8.31446261815324"},
	"omega_a": {"0.45724", "0.457235", "0.457236", "0.4572", "0.45723553", "0.42748", "0.42747", "0.4275"},
	"omega_b": {"0.0778", "0.07780", "0.077796", "0.07779607", "0.077796074", "0.08664", "0.0867"},
	"m_coefficients": {"0.37464/1.54226/-0.26992", "0.37464/1.5422/-0.26922", "0.3796/1.485/-0.1644/0.01667", "0.480/1.574/-0.176",
		"0.48508/1.55171/-0.15613"},
	"pr78_above":         {"1e30", "0.49"},
	"pressure_reference": {"1e5", "101325"},
	"calorie":            {"4.184", "4.1868", "4.186", "4.187", "4.19", "4.18"},
	"diffusion_floor":    {"1e-3", "1e-20"},
	"chung_e6":           {"-1.900/-12.537/4.958/-18.15"},
}

// together are settings that codes have at a time: constants rounded alike, and the conventions of known codes.
var together = []string{
	"ideal_heat=constant ideal_zero=absolute", // e = cv T
	"omega_a=0.45724 omega_b=0.0778", "omega_a=0.457235 omega_b=0.077796", "omega_a=0.4572 omega_b=0.0778", "omega_a=0.45723553 omega_b=0.07779607",
	"equation_of_state=srk omega_a=0.42748 omega_b=0.08664", "equation_of_state=srk omega_a=0.42747 omega_b=0.08664",
	"chung_profile=rpp5 critical_volume=pr chung_density=mass chung_heat_capacity=real",
	"chung_profile=rpp5 critical_volume=pr chung_density=mass chung_heat_capacity=real chung_e6=-1.900/-12.537/4.958/-18.15",
	"conductivity_temperature=tstar negative=floor",
}

// conventions are changes of the options that another code may have made, the simplest first.
func conventions() [][]setting {
	var list [][]setting
	for _, entry := range properties.OptionValues() {
		for _, value := range strings.Split(entry[1], ", ") {
			if properties.CheckOption(entry[0], value) == nil && value != "own" { // the equation's, or the printing's
				list = append(list, []setting{{entry[0], value}})
			}
		}
		for _, value := range figuresOfCodes[entry[0]] {
			list = append(list, []setting{{entry[0], value}})
		}
	}
	for _, text := range together {
		var group []setting
		for _, word := range strings.Fields(text) {
			option, value, _ := strings.Cut(word, "=")
			group = append(group, setting{option, value})
		}
		list = append(list, group)
	}
	return list
}

// measure is a unit that codes hold a quantity in: a number times Scale plus Offset is SI. Molar: it is divided by the molar
// mass of the mixture first where it belongs to a mol, and multiplied by it where it is mol per volume.
type measure struct {
	Unit          string
	Scale, Offset float64
	Molar         int // +1: times W, kg/mol; -1: over W
}

// measures are those of codes, by the SI unit of a view.
var measures = map[string][]measure{
	"Pa":     {{Unit: "bar", Scale: 1e5}, {Unit: "kPa", Scale: 1e3}, {Unit: "MPa", Scale: 1e6}, {Unit: "atm", Scale: 101325}, {Unit: "dyn/cm2", Scale: 0.1}},
	"K":      {{Unit: "degrees Celsius", Scale: 1, Offset: 273.15}, {Unit: "degrees Rankine", Scale: 5.0 / 9}},
	"kg/m3":  {{Unit: "g/cm3", Scale: 1e3}, {Unit: "mol/m3", Scale: 1, Molar: 1}, {Unit: "kmol/m3", Scale: 1e3, Molar: 1}},
	"J/kg":   {{Unit: "kJ/kg", Scale: 1e3}, {Unit: "erg/g", Scale: 1e-4}, {Unit: "cal/g", Scale: 4184}, {Unit: "J/mol", Scale: 1, Molar: -1}, {Unit: "J/kmol", Scale: 1e-3, Molar: -1}},
	"J/kg/K": {{Unit: "kJ/(kg K)", Scale: 1e3}, {Unit: "erg/(g K)", Scale: 1e-4}, {Unit: "cal/(g K)", Scale: 4184}, {Unit: "J/(mol K)", Scale: 1, Molar: -1}, {Unit: "J/(kmol K)", Scale: 1e-3, Molar: -1}},
	"m/s":    {{Unit: "cm/s", Scale: 1e-2}, {Unit: "km/s", Scale: 1e3}},
	"Pa s":   {{Unit: "micropoise", Scale: 1e-7}, {Unit: "poise", Scale: 0.1}, {Unit: "mPa s", Scale: 1e-3}, {Unit: "uPa s", Scale: 1e-6}},
	"W/m/K":  {{Unit: "mW/(m K)", Scale: 1e-3}, {Unit: "erg/(cm s K)", Scale: 1e-5}, {Unit: "cal/(cm s K)", Scale: 418.4}},
	"m2/s":   {{Unit: "cm2/s", Scale: 1e-4}},
	"kg/mol": {{Unit: "g/mol", Scale: 1e-3}},
}

// toSI applies the unit of an array.
func toSI(values []float64, scale, offset float64) {
	for i := range values {
		if scale != 0 {
			values[i] = values[i]*scale + offset
		}
	}
}

// distance is the largest relative difference of a column, or the median one.
func distance(ours, theirs []float64, median bool) float64 {
	floor, list := properties.MeanSize(theirs)/100, []float64{}
	for i, own := range theirs {
		if !math.IsNaN(own) {
			list = append(list, properties.Relative(ours[i], own, floor))
		}
	}
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	if median {
		return list[len(list)/2]
	}
	return list[len(list)-1]
}

// inWords writes a relative difference.
func inWords(d float64) string {
	switch {
	case math.IsInf(d, 1):
		return "NaN"
	case d < 1e-12:
		return "rounding"
	}
	return fmt.Sprintf("%.1e", d)
}

// even gives the mean of a measure of two columns, and whether it is the same at every point, as far from the value of equal ones.
func even(ours, theirs []float64, measure func(a, b float64) float64, equal float64) (mean float64, same bool) {
	least, most, n := math.Inf(1), math.Inf(-1), 0.0
	for i := range ours {
		v := measure(ours[i], theirs[i])
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		least, most, mean, n = min(least, v), max(most, v), mean+v, n+1
	}
	mean /= max(n, 1)
	return mean, n > 1 && most-least < 1e-3*math.Abs(mean-equal)
}
