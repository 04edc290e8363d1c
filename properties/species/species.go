// Package species knows what one chemical species is: the built-in table, Cantera mechanism files
// (YAML), the rule for critical data that nobody gives, and the text that the example solver reads.
//
// Here lives a figure of a species, its unit and its source. Never here: a mixture, an option of
// the equation of state, a parameter block (properties).
package species

import (
	_ "embed"
	"encoding/json"
	"math"
	"strings"

	"drawbridge/status"
	"drawbridge/status/nearest"
)

// Species is what the library wants to know of one species, in SI units per mole.
type Species struct {
	Name        string             `json:"name"`
	Composition map[string]float64 `json:"composition"` // atoms by element symbol
	W           float64            // kg/mol
	Tc          float64            // critical temperature, K; 0: not known
	Pc          float64            // critical pressure, Pa; 0: not known
	Omega       float64            `json:"omega"` // acentric factor
	Vc          float64            // critical molar volume, m3/mol; 0: not known
	Sigma       float64            `json:"sigma"`       // Lennard-Jones diameter, m; 0: not known
	Eps         float64            `json:"eps_k"`       // Lennard-Jones well depth over k_B, K
	Dipole      float64            `json:"dipole"`      // debye
	Kappa       float64            `json:"kappa_assoc"` // association (Chung et al. 1984)
	Nasa7       NASA7              `json:"nasa7"`
	Tier        Tier               `json:"tier"`   // of the critical data
	Source      map[string]string  `json:"source"` // of each figure
}

// NASA7 is the two sets of ideal-gas polynomials, cp/R = a1 + a2 T + .. + a5 T^4, entropy at 101325 Pa.
type NASA7 struct {
	Tlow, Tmid, Thigh float64    // K
	Low               [7]float64 `json:"low"`  // for T <= Tmid
	High              [7]float64 `json:"high"` // above
}

// Tier says how good the critical data of a species are.
type Tier string

// The tiers; the built-in table has A, B and C.
const (
	TierA     Tier = "A"    // Cantera's critical-properties table, reference equations of state
	TierB     Tier = "B"    // another published compilation
	Estimated Tier = "C"    // by Estimate
	FromFile  Tier = "file" // as the mechanism file says
)

//go:embed species.json
var tableText []byte

// Table gives the built-in species.
func Table() ([]Species, error) {
	var file struct{ Species []Species }
	if err := json.Unmarshal(tableText, &file); err != nil {
		return nil, status.Errorf(status.Internal, "built-in species table: %v", err)
	}
	return file.Species, nil
}

// Named gives species of the built-in table by name, in that order; case does not matter.
func Named(names []string) ([]Species, error) {
	table, err := Table()
	if err != nil {
		return nil, err
	}
	var list []Species
	for _, name := range names {
		s, ok := find(table, strings.TrimSpace(name))
		if !ok {
			return nil, status.Errorf(status.UnknownName, "species '%s' is not in the built-in table%s", strings.TrimSpace(name), nearest.Known(name, "it has the formulas", Names(table), "drawbridge species lists all"))
		}
		list = append(list, s)
	}
	return list, nil
}

// Names lists the names of species.
func Names(list []Species) []string {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = s.Name
	}
	return names
}

func find(table []Species, name string) (Species, bool) {
	for _, s := range table {
		if strings.EqualFold(s.Name, name) {
			return s, true
		}
	}
	return Species{}, false
}

// The gas constant of CODATA 2018, J/mol/K, and the constants of Peng & Robinson (1976), exact:
// between critical data and a, b they stand for what the options say later.
const (
	gasConstant = 8.31446261815324
	omegaA      = 0.45723552892138218938
	omegaB      = 0.07779607390388845597
	criticalZ   = (1 - omegaB) / 3
)

// Estimate gives critical data from the Lennard-Jones parameters, backwards along Chung et al.
// (1988): Tc = 1.2593 eps/k, Vc = (sigma/0.809)^3 cm3/mol with sigma in Angstrom, Pc = Zc R Tc/Vc
// with Zc of the equation of state, omega = 0. Good enough for radicals at flame temperatures.
func (s Species) Estimate() Species {
	s.Tc = 1.2593 * s.Eps
	s.Vc = volume(s.Sigma)
	s.Pc = criticalZ * gasConstant * s.Tc / s.Vc
	s.Omega = 0
	s.Tier = Estimated
	return s
}

// volume is the critical molar volume, m3/mol, of a Lennard-Jones diameter, m.
func volume(sigma float64) float64 { return 1e-6 * math.Pow(sigma*1e10/0.809, 3) }

// diameter is the inverse of volume.
func diameter(vc float64) float64 { return 0.809e-10 * math.Cbrt(vc*1e6) }
