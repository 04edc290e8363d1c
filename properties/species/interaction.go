package species

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// Kij gives the interactions that Peng-Robinson entries state as binary-a: k_ij = 1 - a_ij/sqrt(a_i a_j),
// ns x ns; nil where there is none.
func (m *Mechanism) Kij(list []Species) ([]float64, error) {
	ns := len(list)
	var kij []float64
	stated := map[[2]int]*node{}
	for i, s := range list {
		entry, err := m.entry(s.Name)
		if err != nil {
			return nil, err
		}
		_, pairs, err := entry.pengRobinson()
		if err != nil {
			return nil, err
		}
		for _, pair := range pairs {
			aij, err := pair.quantity(attraction)
			if err != nil {
				return nil, err
			}
			for j, other := range list {
				if other.Name != pair.place || i == j {
					continue
				}
				if kij == nil {
					kij = make([]float64, ns*ns)
				}
				k := 1 - aij/math.Sqrt(attractionOf(s)*attractionOf(other))
				if from := stated[[2]int{j, i}]; from != nil && math.Abs(kij[i*ns+j]-k) > 1e-9 {
					return nil, pair.wrong("it makes k_ij = %g, and %s makes it %g: a symmetric one is expected", k, from.where(), kij[i*ns+j])
				}
				stated[[2]int{i, j}] = pair
				kij[i*ns+j], kij[j*ns+i] = k, k
			}
		}
	}
	return kij, nil
}

// attractionOf is a of the equation of state at the critical temperature, Pa m6/mol2.
func attractionOf(s Species) float64 {
	return omegaA * gasConstant * gasConstant * s.Tc * s.Tc / s.Pc
}

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

// WriteSolver writes the species file of the example solver: three records per species, read by
// list-directed input: name and constants, NASA-7 below Tmid, above it. origin names where they
// come from. %g is the shortest text that gives the same double back.
func WriteSolver(out io.Writer, list []Species, origin string) error {
	_, err := fmt.Fprintf(out, "! Species data of the legacy solver, from %s.\n"+
		"! 'name' W kg/mol, Tc K, Pc Pa, omega, Tmid K, then NASA-7 below Tmid, then above (cp/R form).\n", origin)
	for _, s := range list {
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "'%s' %g %g %g %g %g\n%s%s", s.Name, s.W, s.Tc, s.Pc, s.Omega, s.Nasa7.Tmid, record(s.Nasa7.Low), record(s.Nasa7.High))
	}
	return err
}

func record(coefficients [7]float64) string {
	text := ""
	for _, a := range coefficients {
		text += fmt.Sprintf(" %g", a)
	}
	return text + "\n"
}
