package species

import (
	"fmt"
	"math"
	"strings"
)

// alkanol is kappa of the alcohols C_n H_2n+1 OH by n: table of Chung, Lee, Starling, Ind. Eng. Chem.
// Fundam. 23 (1984) 8.
var alkanol = [...]float64{1: 0.215175, 2: 0.174823, 3: 0.143453, 4: 0.131671, 5: 0.121555, 6: 0.114230, 7: 0.108674}

const aceticAcid = 0.091549

// alcohol is their formula for other alcohols, of n hydroxyl groups in M g/mol.
func alcohol(n, M float64) float64 { return 0.0682 + 0.276659*17*n/M }

// associate gives a species of a file its kappa: what its transport says (association, or
// hydroxyl-groups, keys of ours that Cantera passes over), else the 1984 table by name and atoms. An isomer
// cannot be told by its atoms: what is no -OH by name gets none.
func (n *node) associate(s *Species) error {
	if transport := n.get("transport"); transport != nil {
		for _, q := range []struct {
			key   string
			kappa func(float64) float64
		}{
			{"association", func(value float64) float64 { return value }},
			{"hydroxyl-groups", func(count float64) float64 { return alcohol(count, 1e3*s.W) }},
		} {
			key := transport.get(q.key)
			if key == nil {
				continue
			}
			value, err := key.number()
			if err != nil {
				return err
			}
			if value < 0 {
				return key.wrong("zero or more is expected, this is %g", value)
			}
			s.Kappa, s.Source["kappa_assoc"] = q.kappa(value), n.root()+", transport."+q.key
			return nil
		}
	}
	if kappa, source := association(*s); kappa > 0 {
		s.Kappa, s.Source["kappa_assoc"] = kappa, source
	}
	return nil
}

// association of a species by its name and atoms; 0: none is known.
func association(s Species) (kappa float64, source string) {
	name := strings.ToUpper(s.Name)
	c, h, o := s.Composition["C"], s.Composition["H"], s.Composition["O"]
	if c < 1 || c != math.Trunc(c) || math.Abs(12.011*c+1.008*h+15.999*o-1e3*s.W) > 0.05 { // nothing but C, H, O
		return 0, ""
	}
	switch {
	case name == "CH3COOH" && c == 2 && h == 4 && o == 2:
		return aceticAcid, "Chung et al. 1984, table"
	case !strings.HasSuffix(name, "OH") || o != 1 || h != 2*c+2:
		return 0, ""
	case int(c) < len(alkanol):
		return alkanol[int(c)], "Chung et al. 1984, table"
	}
	return alcohol(1, 1e3*s.W), fmt.Sprintf("Chung et al. 1984, %g + %g (17 n_OH/M)", 0.0682, 0.276659)
}
