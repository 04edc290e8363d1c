package species

import (
	"fmt"
	"io"
)

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
