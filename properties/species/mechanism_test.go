package species

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drawbridge/status"
)

const kerosene = "../../tests/mechanisms/kerosene.yaml"

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s is %.10g, %.10g expected", what, got, want)
	}
}

func completed(t *testing.T, path string, names []string) Completed {
	t.Helper()
	m, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := m.Species(names)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Complete(list, false)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestMechanismGivesWhatItSaysInSI(t *testing.T) {
	c := completed(t, kerosene, nil)
	if got := strings.Join(Names(c.Species), " "); got != "O2 N2 H2O OH FUEL AR" {
		t.Fatalf("order of the phase: %s", got)
	}
	o2, water, fuel, argon := c.Species[0], c.Species[2], c.Species[4], c.Species[5]
	near(t, "W of O2", o2.W, 0.031998, 1e-14)
	near(t, "sigma of O2", o2.Sigma, 3.458e-10, 1e-14)
	near(t, "eps of O2", o2.Eps, 107.4, 1e-14)
	near(t, "Tc of H2O from a, b", water.Tc, 647.1, 1e-3)
	near(t, "Pc of H2O from a, b", water.Pc, 2.2064e7, 1e-3)
	near(t, "dipole of H2O", water.Dipole, 1.844, 1e-14)
	near(t, "a of H2O", attractionOf(water), 0.5998873, 1e-12)
	near(t, "sigma of FUEL", fuel.Sigma, 7.05e-10, 1e-14)
	near(t, "eps of FUEL", fuel.Eps, 480, 1e-14)
	near(t, "a7 of FUEL at 1 atm", fuel.Nasa7.Low[6], 38+math.Log(1e5/101325), 1e-14)
	near(t, "Tmid of FUEL", fuel.Nasa7.Tmid, 1390, 0)
	near(t, "Pc of AR", argon.Pc, 4.863e6, 1e-14)
	near(t, "Vc of AR", argon.Vc, 74.586e-6, 1e-14)
	near(t, "Tmid of one range", argon.Nasa7.Tmid, 1000, 0)
	if argon.Nasa7.Low != argon.Nasa7.High {
		t.Error("one range: both sets are the same")
	}
}

func TestMissingDataComeFromTheTableOrTheRule(t *testing.T) {
	c := completed(t, kerosene, nil)
	for what, names := range map[string][2][]string{
		"from the table": {c.FromTable, {"O2", "N2"}}, "estimated": {c.Estimated, {"OH", "FUEL"}},
		"transport from the table": {c.Transport, {"AR"}}, "no transport": {c.NoTransport, nil},
	} {
		if strings.Join(names[0], " ") != strings.Join(names[1], " ") {
			t.Errorf("%s: %v, expected %v", what, names[0], names[1])
		}
	}
	fuel := c.Species[4]
	near(t, "Tc of FUEL", fuel.Tc, 1.2593*480, 1e-14)
	near(t, "Vc of FUEL", fuel.Vc, 1e-6*math.Pow(7.05/0.809, 3), 1e-14)
	near(t, "Pc of FUEL", fuel.Pc, 0.307401308698703840*8.31446261815324*fuel.Tc/fuel.Vc, 1e-14)
	if fuel.Omega != 0 || fuel.Tier != Estimated {
		t.Errorf("FUEL: omega %g, tier %s", fuel.Omega, fuel.Tier)
	}
	text := strings.Join(c.Notes(), "\n")
	for _, part := range []string{"omega = 0: OH FUEL", "critical data from the built-in table: O2 N2", "Lennard-Jones parameters from the built-in table: AR"} {
		if !strings.Contains(text, part) {
			t.Errorf("notes lack %q:\n%s", part, text)
		}
	}
	if _, err := Complete(c.Species, true); status.CodeOf(err) != status.Argument || !strings.Contains(err.Error(), "OH FUEL") {
		t.Errorf("refuse: %v", err)
	}
}

func TestTheRuleGivesTheTablesEstimates(t *testing.T) {
	table, err := Table()
	if err != nil {
		t.Fatal(err)
	}
	estimated := 0
	for _, s := range table {
		if s.Tier != Estimated {
			continue
		}
		estimated++
		e := s.Estimate()
		near(t, "Tc of "+s.Name, e.Tc, s.Tc, 1e-12)
		near(t, "Vc of "+s.Name, e.Vc, s.Vc, 1e-12)
		near(t, "Pc of "+s.Name, e.Pc, s.Pc, 1e-6)
	}
	if estimated != 31 {
		t.Errorf("%d species of the table are estimated", estimated)
	}
}

func TestOrderOfTheCaller(t *testing.T) {
	c := completed(t, kerosene, []string{"fuel", "N2 ", "OH"})
	if got := strings.Join(Names(c.Species), " "); got != "FUEL N2 OH" {
		t.Errorf("got %s", got)
	}
}

// file writes a mechanism of one species and gives its path.
func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const helium = `units: {length: cm, quantity: mol}
phases:
- {name: gas, thermo: ideal-gas, species: all}
species:
- name: HE
  composition: {He: 1}
  thermo:
    model: NASA7
    temperature-ranges: [200.0, 1000.0, 6000.0]
    data:
    - [2.5, 0, 0, 0, 0, -745.375, 0.928723974]
    - [2.5, 0, 0, 0, 0, -745.375, 0.928723974]
  transport: {model: gas, geometry: atom, well-depth: 10.2, diameter: 2.576}
  critical-parameters: {critical-temperature: 5.1953, critical-pressure: 0.22746 MPa, acentric-factor: -0.382}
`

func TestWrongFilesAreNamed(t *testing.T) {
	for _, c := range []struct{ old, new, complaint string }{
		{"species:\n-", "species: [\n-", "line "},
		{"  composition: {He: 1}", "  composition: {He: 1", "line "},
		{"phases:", "phases: 3\nother:", "phases: a list is expected here, this is '3'"},
		{"model: NASA7", "model: NASA9", "species HE: thermo.model: 'NASA9' is not read; NASA7 is expected"},
		{"model: NASA7", "model: Shomate", "species HE: thermo.model: 'Shomate' is not read"},
		{"model: NASA7", "model: constant-cp", "species HE: thermo.model: 'constant-cp'"},
		{"    model: NASA7\n", "", "species HE: thermo: key 'model' is missing"},
		{"  composition: {He: 1}\n", "", "species HE: key 'composition' is missing"},
		{"{He: 1}", "{Qq: 1}", "species HE: composition: element 'Qq' is not known"},
		{"{He: 1}", "{He: one}", "species HE: composition.He: a plain number is expected, this is 'one'"},
		{"[200.0, 1000.0, 6000.0]", "[200.0, 1000.0, 900.0]", "species HE: thermo.temperature-ranges: 900 K after 1000 K"},
		{"[200.0, 1000.0, 6000.0]", "[200.0, 1000.0, 3000., 6000.0]", "thermo.temperature-ranges: 2 or 3 temperatures"},
		{"[200.0, 1000.0, 6000.0]", "[200.0, 6000.0]", "thermo.data: 2 sets of coefficients for 1 ranges"},
		{"0, 0, -745.375, 0.928723974]\n    -", "0, -745.375, 0.928723974]\n    -", "species HE: thermo.data[1]: 7 coefficients are expected, these are 6"},
		{"-745.375", "-7.45375D+02", "species HE: thermo.data[1][6]: a plain number is expected, this is '-7.45375D+02'"},
		{"-745.375", ".nan", "thermo.data[1][6]: a plain number is expected"},
		{"model: gas,", "model: water,", "species HE: transport.model: 'water' is not read; gas is expected"},
		{"well-depth: 10.2, ", "", "species HE: transport: key 'well-depth' is missing"},
		{"well-depth: 10.2", "well-depth: -10.2", "species HE: transport: well-depth -10.2 K"},
		{"diameter: 2.576", "diameter: 2.576 K", "species HE: transport.diameter: '2.576 K' is expected to be a length"},
		{"0.22746 MPa", "0.22746 MPs", "species HE: critical-parameters.critical-pressure: unit 'MPs' is not known"},
		{"0.22746 MPa", "0.22746 K", "critical-parameters.critical-pressure: '0.22746 K' is expected to be a pressure"},
		{", acentric-factor: -0.382", "", "species HE: critical-parameters: key 'acentric-factor' is missing"},
		{"length: cm", "length: furlong", "units.length: unit 'furlong' is not known"},
		{"length: cm", "length: mol", "units.length: 'mol' is not a unit of length"},
		{"length: cm", "lenght: cm", "units: key 'lenght' is not known"},
		{"species: all", "species: [{other.yaml/species: [HE]}]", "phase gas: species: species HE are defined in another file (other.yaml/species)"},
		{"species: all", "species: [{other.yaml/species: all}]", "phase gas: species: species are defined in another file (other.yaml/species)"},
		{"species: all", "species: [HE, {other.yaml/species: [AR, KR]}]", "phase gas: species: species AR KR are defined in another file (other.yaml/species)"},
		{"species:\n-", "species:\n- {name: HE, composition: {He: 1}}\n-", "species[2]: key 'name': species HE is defined twice in this file"},
		{"species: all", "species: [{species: all}, {more: all}]}\nmore:\n- {name: HE, composition: {He: 1}", "more[1]: key 'name': species HE is defined twice in this file"},
		{"  composition: {He: 1}\n", "  composition: {He: 1}\n  composition: {He: 2}\n", "composition"},
		{"species:\n-", "species: []\nspecies:\n-", "species"},
		{"{He: 1}", "{}", "species HE: composition: its molar mass is 0"},
		{"{He: 1}", "{He: -1}", "species HE: composition: its molar mass is -"},
		{"{He: 1}", "[He]", "species HE: composition"},
		{"    temperature-ranges: [200.0, 1000.0, 6000.0]\n", "", "species HE: thermo: key 'temperature-ranges' is missing"},
		{"[200.0, 1000.0, 6000.0]", "[-200.0, 1000.0, 6000.0]", "species HE: thermo.temperature-ranges[1]: a temperature above zero is expected"},
		{"critical-temperature: 5.1953", "critical-temperature: 0", "species HE: critical-parameters.critical-temperature: a temperature above zero is expected"},
		{"critical-pressure: 0.22746 MPa", "critical-pressure: .inf", "species HE: critical-parameters.critical-pressure: a pressure is expected"},
		{"diameter: 2.576", "diameter: 2.576, association: -1", "species HE: transport.association: zero or more is expected"},
		{"diameter: 2.576", "diameter: 2.576, hydroxyl-groups: two", "species HE: transport.hydroxyl-groups: a plain number is expected"},
		{"species: all", "species: [{more: [HE]}]", "phase gas: species: there is no section 'more'"},
		{"species: all", "species: [HE, O2]", "species 'O2' is not defined there; it defines HE"},
		{"- name: HE\n", "- nom: HE\n", "species[1]: key 'name' is missing"},
		{"species:\n-", "reactions:\n-", "key 'species' is missing or empty"},
	} {
		text := strings.Replace(helium, c.old, c.new, 1)
		if text == helium {
			t.Fatalf("%q is not there", c.old)
		}
		path := file(t, text)
		m, err := Open(path)
		if err == nil {
			_, err = m.Species(nil)
		}
		if err == nil || !strings.Contains(err.Error(), c.complaint) || !strings.HasPrefix(err.Error(), "mechanism "+path) {
			t.Errorf("%s -> %s: got %v, expected %q", c.old, c.new, err, c.complaint)
		}
		if code := status.CodeOf(err); code != status.File && code != status.UnknownName {
			t.Errorf("%s: code %d", c.new, code)
		}
	}
	if _, err := Open("no/such.yaml"); status.CodeOf(err) != status.File || !strings.Contains(err.Error(), "no/such.yaml") {
		t.Errorf("no file: %v", err)
	}
	for _, text := range []string{"", "just text", "- 1\n- 2\n"} {
		if _, err := Open(file(t, text)); status.CodeOf(err) != status.File {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestUnitsOfSectionsAndBinaryInteraction(t *testing.T) {
	text := strings.Replace(helium, "species:\n-", `species:
- units: {length: m, quantity: kmol, pressure: bar}
- name: CO2
  composition: {C: 1, O: 2}
  thermo: {model: NASA7, temperature-ranges: [200, 3500], data: [[2.4, 8.7e-3, -6.6e-6, 2e-9, 6e-16, -4.8e4, 9.7]]}
  equation-of-state:
  - {model: ideal-gas}
  - model: Peng-Robinson
    units: {length: cm, quantity: mol, pressure: Pa}
    a: 3.958134E+11
    b: 26.6275
    acentric-factor: 0.228
    binary-a:
      HE: 1.2e+10 Pa*cm^6/mol^2
-`, 1)
	m, err := Open(file(t, text))
	if err != nil {
		t.Fatal(err)
	}
	list, err := m.Species(nil)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "a of CO2", attractionOf(list[0]), 0.3958134, 1e-12)
	near(t, "b of CO2", omegaB*gasConstant*list[0].Tc/list[0].Pc, 26.6275e-6, 1e-12)
	kij, err := m.Kij(list)
	if err != nil || len(kij) != 4 {
		t.Fatal(kij, err)
	}
	near(t, "k_ij", kij[1], 1-0.012/math.Sqrt(0.3958134*attractionOf(list[1])), 1e-12)
	if kij[1] != kij[2] || kij[0] != 0 || kij[3] != 0 {
		t.Errorf("k_ij is %v", kij)
	}
}

func TestASpeciesOfWhichNothingIsKnown(t *testing.T) {
	text := strings.Replace(helium, "  critical-parameters", "  other", 1)
	text = strings.Replace(text, "  transport", "  another", 1)
	m, err := Open(file(t, text))
	if err != nil {
		t.Fatal(err)
	}
	list, err := m.Species(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = Complete(list, false); err == nil || !strings.Contains(err.Error(), "species HE: the mechanism file has neither critical-parameters nor transport") {
		t.Errorf("got %v", err)
	}
	list[0].Tc, list[0].Pc = 5.2, 2.3e5
	c, err := Complete(list, true)
	if err != nil || len(c.NoTransport) != 1 {
		t.Errorf("critical data alone are enough for the equation of state: %v %v", c, err)
	}
}

func TestANameAloneIsNotTheSpecies(t *testing.T) {
	text := strings.Replace(helium, "name: HE", "name: O2", 1)
	text = strings.Replace(text, "  critical-parameters", "  other", 1)
	c := completed(t, file(t, text), nil)
	if c.Species[0].Tier != Estimated {
		t.Errorf("a species of 4 g/mol named O2 got the data of oxygen: %+v", c.Species[0])
	}
}

// The built-in table was taken from Cantera's gri30.yaml: reading the file must give it back. The
// file is Cantera's, so it is not here; tests/mechanisms/gri30.sh fetches it.
func TestGri30IsTheBuiltInTable(t *testing.T) {
	path := os.Getenv("GRI30_YAML")
	if path == "" {
		t.Skip("GRI30_YAML does not name Cantera's gri30.yaml")
	}
	c := completed(t, path, nil)
	if len(c.Species) != 53 || len(c.Estimated) != 31 {
		t.Errorf("%d species, %d estimated", len(c.Species), len(c.Estimated))
	}
	table, err := Table()
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range c.Species {
		known := table[slices.IndexFunc(table, func(k Species) bool { return k.Name == s.Name })]
		near(t, s.Name+" W", s.W, known.W, 1e-14)
		near(t, s.Name+" Tc", s.Tc, known.Tc, 1e-12)
		near(t, s.Name+" Pc", s.Pc, known.Pc, 1e-6)
		near(t, s.Name+" Vc", s.Vc, known.Vc, 1e-12)
		near(t, s.Name+" sigma", s.Sigma, known.Sigma, 1e-14)
		near(t, s.Name+" eps", s.Eps, known.Eps, 1e-14)
		near(t, s.Name+" dipole", s.Dipole, known.Dipole, 1e-14)
		near(t, s.Name+" omega", s.Omega, known.Omega, 0)
		near(t, s.Name+" kappa", s.Kappa, known.Kappa, 0)
		if s.Nasa7 != known.Nasa7 {
			t.Errorf("%d %s: NASA-7 %v, table %v", i, s.Name, s.Nasa7, known.Nasa7)
		}
	}
}
