package species

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// dimension holds the powers of m, kg, s, K, mol, A.
type dimension [6]int

// unit is a factor to SI and its dimension.
type unit struct {
	factor float64
	dimension
}

// unitTable lists the units that mechanism files use, as Cantera spells them.
var unitTable = map[string]unit{
	"1": {1, dimension{}},
	"m": {1, dimension{1}}, "cm": {1e-2, dimension{1}}, "mm": {1e-3, dimension{1}}, "um": {1e-6, dimension{1}},
	"micron": {1e-6, dimension{1}}, "nm": {1e-9, dimension{1}}, "km": {1e3, dimension{1}},
	"angstrom": {1e-10, dimension{1}}, "Å": {1e-10, dimension{1}},
	"L": {1e-3, dimension{3}}, "l": {1e-3, dimension{3}}, "cc": {1e-6, dimension{3}},
	"kg": {1, dimension{0, 1}}, "g": {1e-3, dimension{0, 1}}, "mg": {1e-6, dimension{0, 1}},
	"s": {1, dimension{0, 0, 1}}, "ms": {1e-3, dimension{0, 0, 1}}, "min": {60, dimension{0, 0, 1}}, "hr": {3600, dimension{0, 0, 1}},
	"K":   {1, dimension{0, 0, 0, 1}},
	"mol": {1, dimension{0, 0, 0, 0, 1}}, "gmol": {1, dimension{0, 0, 0, 0, 1}}, "kmol": {1e3, dimension{0, 0, 0, 0, 1}},
	"molec": {1 / 6.02214076e23, dimension{0, 0, 0, 0, 1}}, "molecule": {1 / 6.02214076e23, dimension{0, 0, 0, 0, 1}},
	"Pa": {1, pressure}, "kPa": {1e3, pressure}, "MPa": {1e6, pressure}, "GPa": {1e9, pressure}, "bar": {1e5, pressure},
	"mbar": {1e2, pressure}, "atm": {101325, pressure}, "torr": {101325.0 / 760, pressure}, "Torr": {101325.0 / 760, pressure},
	"dyn": {1e-5, dimension{1, 1, -2}}, "N": {1, dimension{1, 1, -2}},
	"J": {1, energy}, "kJ": {1e3, energy}, "cal": {4.184, energy}, "kcal": {4184, energy}, "erg": {1e-7, energy}, "eV": {1.602176634e-19, energy},
	"A": {1, dimension{0, 0, 0, 0, 0, 1}}, "C": {1, charge}, "coulomb": {1, charge},
	"debye": {3.33564e-30, dipole}, "D": {3.33564e-30, dipole},
}

var (
	none        = dimension{}
	length      = dimension{1}
	temperature = dimension{0, 0, 0, 1}
	quantity    = dimension{0, 0, 0, 0, 1}
	pressure    = dimension{-1, 1, -2}
	energy      = dimension{2, 1, -2}
	charge      = dimension{0, 0, 1, 0, 0, 1}
	dipole      = dimension{1, 0, 1, 0, 0, 1}
	molarVolume = dimension{3, 0, 0, 0, -1}
	attraction  = dimension{5, 1, -2, 0, -2} // pressure volume^2/quantity^2: a of the equation of state
)

var dimensionNames = map[dimension]string{
	none: "a plain number", length: "a length", temperature: "a temperature", pressure: "a pressure", dipole: "a dipole moment",
	molarVolume: "a molar volume", attraction: "pressure*length^6/quantity^2",
}

var unitFactor = regexp.MustCompile(`^([^\s*/^0-9]+|1)(?:\^(-?\d+))?$`)

// parseUnit reads "Pa*cm^6/mol^2".
func parseUnit(text string) (unit, error) {
	u := unit{factor: 1}
	sign := 1
	rest := strings.TrimSpace(text)
	for {
		end := strings.IndexAny(rest, "*/")
		word := rest
		if end >= 0 {
			word = rest[:end]
		}
		m := unitFactor.FindStringSubmatch(strings.TrimSpace(word))
		if m == nil {
			return u, fmt.Errorf("'%s' is not a unit", text)
		}
		known, ok := unitTable[m[1]]
		if !ok {
			return u, fmt.Errorf("unit '%s' is not known", m[1])
		}
		power := sign
		if m[2] != "" {
			n, err := strconv.Atoi(m[2])
			if err != nil || n < -9 || n > 9 {
				return u, fmt.Errorf("'%s' is not a unit", text)
			}
			power *= n
		}
		u.factor *= math.Pow(known.factor, float64(power))
		for i := range u.dimension {
			u.dimension[i] += power * known.dimension[i]
		}
		if end < 0 {
			return u, nil
		}
		sign = 1
		if rest[end] == '/' {
			sign = -1
		}
		rest = rest[end+1:]
	}
}

// system is what numbers without a unit are in: factors to SI by the keys of a `units` map.
type system map[string]float64

// systemKeys are the keys of a `units` map, with the dimension each unit must have; activation
// energies do not concern us, but their key is none that is wrong.
var systemKeys = map[string]dimension{
	"length": length, "mass": {0, 1}, "time": {0, 0, 1}, "quantity": quantity, "temperature": temperature,
	"pressure": pressure, "energy": energy, "current": {0, 0, 0, 0, 0, 1}, "volume": {3},
}

// cantera is the system of a file that says nothing.
func cantera() system { return system{"length": 1, "quantity": 1e3, "pressure": 1, "temperature": 1} }

// factor of a number of this dimension.
func (s system) factor(d dimension) float64 {
	switch d {
	case length:
		return s["length"]
	case temperature:
		return s["temperature"]
	case pressure:
		return s["pressure"]
	case molarVolume:
		return math.Pow(s["length"], 3) / s["quantity"]
	case attraction:
		return s["pressure"] * math.Pow(s["length"], 6) / (s["quantity"] * s["quantity"])
	}
	return 1
}
