package species

import (
	"os"
	"slices"
	"testing"
)

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
