// Totext turns the golden data into plain text that Fortran reads with list-directed input.
//
//	totext golden  golden.json  > golden.txt     states with their species data and expected values; golden_cubic.json too
//	totext species species.json > species.dat    the species file of examples/legacy_solver
//	totext transport species.json > transport.dat  its transport data, of the benchmarks
//
// The layout of golden.txt is the order of the reads in golden_states.f90; numbers lose
// nothing. It knows no equation: scales and rules are golden_states.f90's.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// species is one entry of golden.json or species.json, SI units.
type species struct {
	Name   string
	W      float64
	Tc     float64
	Pc     float64
	Omega  float64
	Vc     float64
	Dipole float64 // debye
	Kappa  float64 `json:"kappa_assoc"`
	Sigma  float64 // Lennard-Jones diameter, m
	Eps    float64 `json:"eps_k"`
	Nasa7  struct {
		Tlow, Tmid, Thigh float64
		Low, High         [7]float64
	}
}

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: totext golden|species|transport FILE.json > FILE"))
	}
	text, err := os.ReadFile(os.Args[2])
	if err != nil {
		fail(err)
	}
	golden := func(text []byte, out *bufio.Writer) error { return writeGolden(os.Args[2], text, out) }
	write := map[string]func([]byte, *bufio.Writer) error{"golden": golden, "species": writeSpecies, "transport": writeTransport}[os.Args[1]]
	if write == nil {
		fail(fmt.Errorf("%q is none of golden, species, transport", os.Args[1]))
	}
	out := bufio.NewWriter(os.Stdout)
	if err := write(text, out); err != nil {
		fail(fmt.Errorf("%s: %w", os.Args[2], err))
	}
	if err := out.Flush(); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "totext:", err)
	os.Exit(1)
}

// writeSpecies writes three records per species: name and constants, low set, high set.
func writeSpecies(text []byte, out *bufio.Writer) error {
	var file struct{ Species []species }
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	fmt.Fprintf(out, "! Species data of the legacy solver. Made from properties/species/species.json (which names the\n"+
		"! sources) by: go run ./tests/golden/totext species properties/species/species.json\n"+
		"! 'name' W kg/mol, Tc K, Pc Pa, omega, Tmid K, then NASA-7 below Tmid, then above (cp/R form).\n")
	for _, s := range file.Species {
		writeOne(out, s)
	}
	return nil
}

// writeTransport writes one record per species, in the order of writeSpecies.
func writeTransport(text []byte, out *bufio.Writer) error {
	var file struct{ Species []species }
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	fmt.Fprintf(out, "! Transport data of the species of species.dat, in its order. Made from properties/species/species.json by:\n"+
		"! go run ./tests/golden/totext transport properties/species/species.json\n"+
		"! 'name' Vc m3/mol, dipole debye, association kappa, Lennard-Jones sigma m and eps/k K.\n")
	for _, s := range file.Species {
		fmt.Fprintf(out, "'%s'", s.Name)
		numbers(out, s.Vc, s.Dipole, s.Kappa, s.Sigma, s.Eps)
	}
	return nil
}

func writeOne(out *bufio.Writer, s species) {
	fmt.Fprintf(out, "'%s'", s.Name)
	numbers(out, s.W, s.Tc, s.Pc, s.Omega, s.Nasa7.Tmid)
	numbers(out, s.Nasa7.Low[:]...)
	numbers(out, s.Nasa7.High[:]...)
}

// numbers ends a record; %g is the shortest text that gives the same double back.
func numbers(out *bufio.Writer, values ...float64) {
	for _, v := range values {
		fmt.Fprintf(out, " %g", v)
	}
	fmt.Fprintln(out)
}
