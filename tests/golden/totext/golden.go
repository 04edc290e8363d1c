package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
)

// state is one state of golden.json, or of golden_cubic.json, which names an equation of state and has fewer figures: those that it
// lacks are written as NaN.
type state struct {
	ID               int
	Mech             string
	T, P             float64
	Y                []float64
	Kij              *string
	EOS, Translation string
	Opts             struct {
		AlphaSign string `json:"alpha_sign"`
		NasaExt   string `json:"nasa_ext"`
	}
	Out map[string]json.RawMessage
}

// The expected values, in the order in which golden_states.f90 reads them.
var (
	scalars = []string{"rho", "h", "e", "cp", "cv", "gamma", "c", "rho_p", "rho_T", "h_p", "h_T",
		"e_p", "e_T", "Z", "W", "s", "g", "Tpc_eos", "Ppc_eos", "Vpc_eos", "Tpc_kay", "Ppc_kay"}
	blocks     = []string{"a", "da_dT", "d2a_dT2", "b", "cp_ideal", "h_ideal"}
	profiles   = []string{"transport_chung88", "transport_rpp5"}
	transport  = []string{"mu", "lambda", "mu_dilute", "lambda_dilute", "y"}
	mixing     = []string{"sigma", "eps", "omega", "M", "Vc", "Tc", "mur4", "kappa"}
	perSpecies = []string{"x", "lnphi", "vhat", "hhat", "rho_Y", "h_Y", "D_low", "D_high", "D_high_massform"}
	tolerances = []string{"rho", "h", "s", "cp", "cv", "c", "rho_p", "rho_T", "h_p", "lnphi_abs", "mu", "lambda"}
	branches   = []string{"liquid_branch", "vapour_branch"}
	branch     = []string{"rho", "h", "s", "cp", "c"}
)

// tables are what states refer to.
type tables struct {
	Species    []species
	Mechanisms map[string][]string
}

// writeGolden writes the number of states and then each state with the data of its own species. A file that has none names the file
// beside it that has.
func writeGolden(path string, text []byte, out *bufio.Writer) error {
	var file struct {
		Species json.RawMessage
		Kij     map[string][][]float64
		States  []state
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	var elsewhere string
	if json.Unmarshal(file.Species, &elsewhere) == nil {
		var err error
		if text, err = os.ReadFile(filepath.Join(filepath.Dir(path), elsewhere)); err != nil {
			return err
		}
	}
	var from tables
	if err := json.Unmarshal(text, &from); err != nil {
		return err
	}
	if len(file.States) == 0 {
		return fmt.Errorf("no states")
	}
	data := make(map[string]species)
	for _, s := range from.Species {
		data[s.Name] = s
	}
	fmt.Fprintln(out, len(file.States))
	for _, s := range file.States {
		names, known := from.Mechanisms[s.Mech]
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
			numbers(out, data[name].Vc, data[name].Dipole, data[name].Kappa, data[name].Sigma, data[name].Eps)
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

// writeHead writes id, ns, class, mechanism, equation of state, volume translation, and the flags: k_ij given, signed alpha, clipped
// NASA, branches given.
func (s state) writeHead(out *bufio.Writer, ns int) error {
	var class string
	if err := json.Unmarshal(s.Out["class"], &class); err != nil {
		return fmt.Errorf("state %d: class: %w", s.ID, err)
	}
	equation, translation := "pr", "none"
	if s.EOS != "" {
		equation, translation = s.EOS, s.Translation
	}
	fmt.Fprintf(out, "%d %d '%s' '%s' '%s' '%s' %s %s %s %s\n", s.ID, ns, class, s.Mech, equation, translation, logical(s.Kij != nil),
		logical(s.Opts.AlphaSign == "signed"), logical(s.Opts.NasaExt == "clip"), logical(s.Out[branches[0]] != nil))
	return nil
}

func logical(b bool) string {
	if b {
		return "T"
	}
	return "F"
}

// writeExpected writes T and P, Y, the scalars, the transport of each profile, what building blocks
// give on their way, T_from_hP, each per-species record, the rtols and, of a state with three volumes, its liquid and its vapour.
func (s state) writeExpected(out *bufio.Writer) error {
	numbers(out, s.T, s.P)
	numbers(out, s.Y...)
	if err := s.named(out, s.Out, scalars); err != nil {
		return fmt.Errorf("state %d: %w", s.ID, err)
	}
	if err := s.writeTransport(out); err != nil {
		return fmt.Errorf("state %d: %w", s.ID, err)
	}
	if err := s.writeBlocks(out); err != nil {
		return fmt.Errorf("state %d: %w", s.ID, err)
	}
	for _, name := range append([]string{"T_from_hP"}, perSpecies...) {
		row := slices.Repeat([]float64{math.NaN()}, len(s.Y))
		if name == "T_from_hP" {
			row = []float64{s.T, s.T}
		}
		if err := s.take(s.Out[name], &row); err != nil {
			return fmt.Errorf("state %d: %s: %w", s.ID, name, err)
		}
		numbers(out, row...)
	}
	if err := s.nested(out, "rtol", tolerances); err != nil {
		return err
	}
	for _, name := range branches {
		if s.Out[name] == nil {
			break
		}
		if err := s.nested(out, name, branch); err != nil {
			return err
		}
	}
	return nil
}

// writeTransport writes of each profile the transport scalars and the parameters of the mixture.
func (s state) writeTransport(out *bufio.Writer) error {
	for _, profile := range profiles {
		if err := s.nested(out, profile, transport); err != nil {
			return err
		}
		var t struct{ Mix map[string]json.RawMessage }
		if err := json.Unmarshal(s.Out[profile], &t); err != nil {
			return fmt.Errorf("%s: %w", profile, err)
		}
		if err := s.named(out, t.Mix, mixing); err != nil {
			return fmt.Errorf("%s: %w", profile, err)
		}
	}
	return nil
}

// writeBlocks writes attraction, covolume, the ideal gas, and of the cubic's roots: how many, the
// smallest, the largest, and the residual Gibbs energy over RT of the one that is taken.
func (s state) writeBlocks(out *bufio.Writer) error {
	if err := s.named(out, s.Out, blocks); err != nil {
		return err
	}
	var Z, residual []float64
	var taken int
	if s.EOS != "" { // golden_cubic tells no residual of the root that is taken
		err := json.Unmarshal(s.Out["Zroots"], &Z)
		if err == nil {
			numbers(out, float64(len(Z)), slices.Min(Z), slices.Max(Z), math.NaN())
		}
		return err
	}
	for name, to := range map[string]any{"Zroots": &Z, "gres_over_RT": &residual, "root_index": &taken} {
		if err := json.Unmarshal(s.Out[name], to); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(Z) == 0 || taken < 0 || taken >= len(residual) {
		return fmt.Errorf("%d roots, %d residual Gibbs energies, number %d is taken", len(Z), len(residual), taken)
	}
	numbers(out, float64(len(Z)), Z[0], Z[len(Z)-1], residual[taken])
	return nil
}

// nested writes one record with the numbers of these names of the object out.<object>.
func (s state) nested(out *bufio.Writer, object string, names []string) error {
	var from map[string]json.RawMessage
	if err := json.Unmarshal(s.Out[object], &from); err != nil {
		return fmt.Errorf("state %d: %s: %w", s.ID, object, err)
	}
	return s.named(out, from, names)
}

// named writes one record with the numbers of these names.
func (s state) named(out *bufio.Writer, from map[string]json.RawMessage, names []string) error {
	values := make([]float64, len(names))
	for i, name := range names {
		values[i] = math.NaN()
		if err := s.take(from[name], &values[i]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	numbers(out, values...)
	return nil
}

// take reads a figure; one that golden_cubic.json lacks stays as it is.
func (s state) take(from json.RawMessage, to any) error {
	if from == nil && s.EOS != "" {
		return nil
	}
	return json.Unmarshal(from, to)
}
