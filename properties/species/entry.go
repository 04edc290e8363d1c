package species

import "math"

// species reads one entry of a section `species`.
func (n *node) species(weights map[string]float64) (Species, error) {
	s := Species{Tier: FromFile, Source: map[string]string{}}
	name, err := n.need("name")
	if err != nil {
		return s, err
	}
	if s.Name, err = name.text(); err != nil {
		return s, err
	}
	for _, read := range []func(*Species) error{
		func(s *Species) error { return n.readComposition(s, weights) },
		n.readThermo, n.readTransport, n.readCritical, n.associate,
	} {
		if err := read(&s); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (n *node) readComposition(s *Species, weights map[string]float64) error {
	composition, err := n.need("composition")
	if err != nil {
		return err
	}
	elements, err := composition.items()
	if err != nil {
		return err
	}
	s.Composition = map[string]float64{}
	for _, element := range elements {
		weight, known := weights[element.place]
		if !known {
			return composition.wrong("element '%s' is not known; say its atomic-weight in a section `elements`", element.place)
		}
		atoms, err := element.number()
		if err != nil {
			return err
		}
		s.Composition[element.place] = atoms
		s.W += atoms * weight
	}
	s.W *= 1e-3
	if s.W <= 0 {
		return composition.wrong("its molar mass is %g kg/mol", s.W)
	}
	s.Source["W"] = n.root() + ", composition"
	return nil
}

// root names the file.
func (n *node) root() string {
	if n.parent == nil {
		return n.place
	}
	return n.parent.root()
}

// model checks the key `model` of a section.
func (n *node) model(expected string) error {
	key, err := n.need("model")
	if err != nil {
		return err
	}
	word, err := key.text()
	if err == nil && word != expected {
		err = key.wrong("'%s' is not read; %s is expected", word, expected)
	}
	return err
}

// readThermo reads NASA-7 polynomials over one or two ranges of temperature.
func (n *node) readThermo(s *Species) error {
	thermo, err := n.need("thermo")
	if err != nil {
		return err
	}
	if err := thermo.model("NASA7"); err != nil {
		return err
	}
	ranges, err := thermo.ranges()
	if err != nil {
		return err
	}
	sets, err := thermo.sets(len(ranges) - 1)
	if err != nil {
		return err
	}
	reference := 101325.0
	if key := thermo.get("reference-pressure"); key != nil {
		if reference, err = key.positive(pressure); err != nil {
			return err
		}
	}
	for i := range sets {
		sets[i][6] += math.Log(reference / 101325) // s at 101325 Pa
	}
	p := NASA7{Tlow: ranges[0], Thigh: ranges[len(ranges)-1], Low: sets[0], High: sets[len(sets)-1]}
	p.Tmid = min(max(1000, p.Tlow), p.Thigh) // of one range: where most others have theirs
	if len(ranges) == 3 {
		p.Tmid = ranges[1]
	}
	s.Nasa7 = p
	s.Source["nasa7"] = n.root() + ", thermo"
	return nil
}

func (n *node) ranges() ([]float64, error) {
	key, err := n.need("temperature-ranges")
	if err != nil {
		return nil, err
	}
	items, err := key.items()
	if err != nil {
		return nil, err
	}
	if len(items) != 2 && len(items) != 3 {
		return nil, key.wrong("2 or 3 temperatures are expected, these are %d", len(items))
	}
	var list []float64
	for i, item := range items {
		value, err := item.positive(temperature)
		if err != nil {
			return nil, err
		}
		if list = append(list, value); i > 0 && list[i] <= list[i-1] {
			return nil, key.wrong("%g K after %g K: rising temperatures are expected", list[i], list[i-1])
		}
	}
	return list, nil
}

func (n *node) sets(count int) ([][7]float64, error) {
	key, err := n.need("data")
	if err != nil {
		return nil, err
	}
	items, err := key.items()
	if err != nil {
		return nil, err
	}
	if len(items) != count {
		return nil, key.wrong("%d sets of coefficients for %d ranges of temperature", len(items), count)
	}
	list := make([][7]float64, count)
	for i, item := range items {
		numbers, err := item.items()
		if err != nil {
			return nil, err
		}
		if len(numbers) != 7 {
			return nil, item.wrong("7 coefficients are expected, these are %d", len(numbers))
		}
		for k, number := range numbers {
			if list[i][k], err = number.number(); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// readTransport reads the Lennard-Jones parameters where the entry has them. Plain numbers are in
// Angstrom, K and debye, whatever the units of the file.
func (n *node) readTransport(s *Species) error {
	transport := n.get("transport")
	if transport == nil {
		return nil
	}
	if err := transport.model("gas"); err != nil {
		return err
	}
	depth, err := transport.need("well-depth")
	if err != nil {
		return err
	}
	diameter, err := transport.need("diameter")
	if err != nil {
		return err
	}
	if s.Eps, err = depth.customary(temperature, 1); err != nil {
		return err
	}
	if s.Sigma, err = diameter.customary(length, 1e-10); err != nil {
		return err
	}
	if s.Eps <= 0 || s.Sigma <= 0 {
		return transport.wrong("well-depth %g K and diameter %g m: numbers above zero are expected", s.Eps, s.Sigma)
	}
	s.Source["LJ"] = n.root() + ", transport"
	if moment := transport.get("dipole"); moment != nil {
		value, err := moment.customary(dipole, unitTable["debye"].factor)
		if err != nil {
			return err
		}
		s.Dipole = value / unitTable["debye"].factor
		s.Source["dipole"] = s.Source["LJ"]
	}
	return nil
}

// customary is a quantity whose plain number has a unit of its own, a factor to SI.
func (n *node) customary(d dimension, factor float64) (float64, error) {
	if _, unit := splitUnit(n.yaml.Value); unit != "" {
		return n.quantity(d)
	}
	value, err := n.number()
	return factor * value, err
}

// readCritical reads the critical data where the entry has them: a, b and acentric-factor of a
// Peng-Robinson entry, else critical-parameters.
func (n *node) readCritical(s *Species) error {
	if key := n.get("critical-parameters"); key != nil {
		if err := key.readParameters(s); err != nil {
			return err
		}
		s.Source["critical"] = n.root() + ", critical-parameters"
	}
	eos, _, err := n.pengRobinson()
	if err != nil || eos == nil {
		return err
	}
	s.Source["critical"] = n.root() + ", equation-of-state"
	return eos.readEquation(s)
}

func (n *node) readParameters(s *Species) error {
	for _, q := range []struct {
		key  string
		d    dimension
		into *float64
	}{{"critical-temperature", temperature, &s.Tc}, {"critical-pressure", pressure, &s.Pc}} {
		key, err := n.need(q.key)
		if err != nil {
			return err
		}
		if *q.into, err = key.positive(q.d); err != nil {
			return err
		}
	}
	omega, err := n.need("acentric-factor")
	if err != nil {
		return err
	}
	if s.Omega, err = omega.number(); err != nil {
		return err
	}
	if volume := n.get("critical-molar-volume"); volume != nil {
		s.Vc, err = volume.positive(molarVolume)
		s.Source["Vc"] = n.root() + ", critical-parameters"
	}
	return err
}

// readEquation turns a and b back into critical data: Tc = a Omega_b/(b Omega_a R), Pc = Omega_b R Tc/b.
func (n *node) readEquation(s *Species) error {
	var value [3]float64
	for i, q := range []struct {
		key string
		d   dimension
	}{{"a", attraction}, {"b", molarVolume}, {"acentric-factor", none}} {
		key, err := n.need(q.key)
		if err != nil {
			return err
		}
		if value[i], err = key.quantity(q.d); err != nil {
			return err
		}
		if i < 2 && value[i] <= 0 {
			return key.wrong("a number above zero is expected, this is %g", value[i])
		}
	}
	a, b := value[0], value[1]
	s.Tc = a * omegaB / (b * omegaA * gasConstant)
	s.Pc = omegaB * gasConstant * s.Tc / b
	s.Omega = value[2]
	return nil
}

// pengRobinson finds the Peng-Robinson entry of `equation-of-state`, which may be one of a list, and
// its binary-a; entries of other models do not concern us.
func (n *node) pengRobinson() (entry *node, pairs []*node, err error) {
	key := n.get("equation-of-state")
	if key == nil {
		return nil, nil, nil
	}
	candidates := []*node{key}
	if !key.isMap() {
		if candidates, err = key.items(); err != nil {
			return nil, nil, err
		}
	}
	for _, c := range candidates {
		if model := c.get("model"); model != nil && model.is("Peng-Robinson") {
			if binary := c.get("binary-a"); binary != nil {
				pairs, err = binary.items()
			}
			return c, pairs, err
		}
	}
	return nil, nil, nil
}

// atomicWeights, g/mol: CIAAW 2017, conventional where that is a range (IUPAC, December 2018), the
// figures that Cantera's mechanism files are read with; D and Tr from PubChem 2019; E the electron.
var atomicWeights = map[string]float64{
	"H": 1.008, "He": 4.002602, "Li": 6.94, "Be": 9.0121831, "B": 10.81, "C": 12.011, "N": 14.007,
	"O": 15.999, "F": 18.998403163, "Ne": 20.1797, "Na": 22.98976928, "Mg": 24.305, "Al": 26.9815384,
	"Si": 28.085, "P": 30.973761998, "S": 32.06, "Cl": 35.45, "Ar": 39.95, "K": 39.0983, "Ca": 40.078,
	"Sc": 44.955908, "Ti": 47.867, "V": 50.9415, "Cr": 51.9961, "Mn": 54.938043, "Fe": 55.845,
	"Co": 58.933194, "Ni": 58.6934, "Cu": 63.546, "Zn": 65.38, "Ga": 69.723, "Ge": 72.630,
	"As": 74.921595, "Se": 78.971, "Br": 79.904, "Kr": 83.798, "Rb": 85.4678, "Sr": 87.62,
	"Y": 88.90584, "Zr": 91.224, "Nb": 92.90637, "Mo": 95.95, "Ru": 101.07, "Rh": 102.90549,
	"Pd": 106.42, "Ag": 107.8682, "Cd": 112.414, "In": 114.818, "Sn": 118.710, "Sb": 121.760,
	"Te": 127.60, "I": 126.90447, "Xe": 131.293, "Cs": 132.90545196, "Ba": 137.327, "W": 183.84,
	"Pt": 195.084, "Au": 196.966570, "Hg": 200.592, "Pb": 207.2, "Bi": 208.98040, "U": 238.02891,
	"D": 2.014102, "Tr": 3.0160495, "E": 5.4857990906516e-4,
}
