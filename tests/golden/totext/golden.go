package main

import (
	"bufio"
	"encoding/json"
	"fmt"
)

// state is one state of golden.json (physics.md 10 explains the fields).
type state struct {
	ID   int
	Mech string
	T, P float64
	Y    []float64
	Kij  *string
	Opts struct {
		AlphaSign string `json:"alpha_sign"`
		NasaExt   string `json:"nasa_ext"`
	}
	Out map[string]json.RawMessage
}

// The expected values, in the order in which golden_states.f90 reads them.
var (
	scalars = []string{"rho", "h", "e", "cp", "cv", "gamma", "c", "rho_p", "rho_T", "h_p", "h_T",
		"e_p", "e_T", "Z", "W", "s", "g", "Tpc_eos", "Ppc_eos", "Vpc_eos"}
	perSpecies = []string{"x", "lnphi", "vhat", "hhat", "rho_Y", "h_Y"}
	tolerances = []string{"rho", "h", "s", "cp", "cv", "c", "rho_p", "rho_T", "h_p", "lnphi_abs"}
)

// writeGolden writes the number of states and then each state with the data of its own species.
func writeGolden(text []byte, out *bufio.Writer) error {
	var file struct {
		Species    []species
		Mechanisms map[string][]string
		Kij        map[string][][]float64
		States     []state
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	if len(file.States) == 0 {
		return fmt.Errorf("no states")
	}
	data := make(map[string]species)
	for _, s := range file.Species {
		data[s.Name] = s
	}
	fmt.Fprintln(out, len(file.States))
	for _, s := range file.States {
		names, known := file.Mechanisms[s.Mech]
		if !known || len(names) != len(s.Y) {
			return fmt.Errorf("state %d: mechanism %q is not there or has another length than Y", s.ID, s.Mech)
		}
		if err := s.writeHead(out, len(names)); err != nil {
			return err
		}
		for _, name := range names {
			if data[name].W == 0 {
				return fmt.Errorf("mechanism %q: no species %q", s.Mech, name)
			}
			writeOne(out, data[name])
			numbers(out, data[name].Nasa7.Tlow, data[name].Nasa7.Thigh)
		}
		if s.Kij != nil {
			for _, row := range file.Kij[*s.Kij] {
				numbers(out, row...)
			}
		}
		if err := s.writeExpected(out); err != nil {
			return err
		}
	}
	return nil
}

// writeHead writes id, ns, class, mechanism and the flags: k_ij given, signed alpha, clipped NASA.
func (s state) writeHead(out *bufio.Writer, ns int) error {
	var class string
	if err := json.Unmarshal(s.Out["class"], &class); err != nil {
		return fmt.Errorf("state %d: class: %w", s.ID, err)
	}
	fmt.Fprintf(out, "%d %d '%s' '%s' %s %s %s\n", s.ID, ns, class, s.Mech,
		logical(s.Kij != nil), logical(s.Opts.AlphaSign == "signed"), logical(s.Opts.NasaExt == "clip"))
	return nil
}

func logical(b bool) string {
	if b {
		return "T"
	}
	return "F"
}

// writeExpected writes T and P, Y, the scalars, T_from_hP, each per-species record and the rtols.
func (s state) writeExpected(out *bufio.Writer) error {
	numbers(out, s.T, s.P)
	numbers(out, s.Y...)
	if err := named(out, s.Out, scalars); err != nil {
		return fmt.Errorf("state %d: %w", s.ID, err)
	}
	for _, name := range append([]string{"T_from_hP"}, perSpecies...) {
		var row []float64
		if err := json.Unmarshal(s.Out[name], &row); err != nil {
			return fmt.Errorf("state %d: %s: %w", s.ID, name, err)
		}
		numbers(out, row...)
	}
	var rtol map[string]json.RawMessage
	if err := json.Unmarshal(s.Out["rtol"], &rtol); err != nil {
		return fmt.Errorf("state %d: rtol: %w", s.ID, err)
	}
	return named(out, rtol, tolerances)
}

// named writes one record with the numbers of these names.
func named(out *bufio.Writer, from map[string]json.RawMessage, names []string) error {
	values := make([]float64, len(names))
	for i, name := range names {
		if err := json.Unmarshal(from[name], &values[i]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	numbers(out, values...)
	return nil
}
