package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/properties"
	"drawbridge/properties/species"
)

// speciesFormat is how species are printed: table, json or solver.
type speciesFormat struct {
	name   string
	asJSON bool
}

func (f *speciesFormat) flags(command *cobra.Command) {
	command.Flags().StringVar(&f.name, "format", "table", "table, json, or solver: the species file of the example solver")
	command.Flags().BoolVar(&f.asJSON, "json", false, "the same as --format json")
}

func (f *speciesFormat) choose() (string, error) {
	if f.asJSON {
		return "json", nil
	}
	if !slices.Contains([]string{"table", "json", "solver"}, f.name) {
		return "", fmt.Errorf("--format is %q, expected table, json or solver", f.name)
	}
	return f.name, nil
}

func speciesCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "species",
		Short: "Show species data: the built-in table, or a mechanism file",
		Long: `List the built-in species, show one with the source of each value, or check what the library takes
from a Cantera YAML mechanism file and where it gets the rest.`,
		Example: "  drawbridge species list\n  drawbridge species show H2O\n  drawbridge species check gri30.yaml",
	}, speciesListCommand(), speciesShowCommand(), speciesCheckCommand())
}

func speciesListCommand() *cobra.Command {
	var format speciesFormat
	command := &cobra.Command{
		Use:   "list",
		Short: "List the built-in species",
		Long: `List the built-in species in SI units. Tiers of the critical data: A is Cantera's table or a reference
equation of state, B another published compilation, C an estimate. It is made
` + species.Rule + `.`,
		Example: "  drawbridge species list\n  drawbridge species list --json\n  drawbridge species list --format solver > species.dat",
		Args:    exactly(0, "none"),
		RunE: func(command *cobra.Command, _ []string) error {
			return printSpecies(command, &format, species.Table)
		},
	}
	format.flags(command)
	return command
}

func speciesShowCommand() *cobra.Command {
	var format speciesFormat
	command := &cobra.Command{
		Use:     "show NAME...",
		Short:   "Show built-in species with the source of each value",
		Long:    "Show built-in species with the source of each value. Case does not matter.",
		Example: "  drawbridge species show H2O\n  drawbridge species show O2 CH4 --format solver",
		Args:    between(1, math.MaxInt, "NAME..."),

		ValidArgsFunction: offer(speciesNames),
		RunE: func(command *cobra.Command, names []string) error {
			word, err := format.choose()
			if err != nil {
				return err
			}
			if word != "table" {
				return printSpecies(command, &format, func() ([]species.Species, error) { return species.Named(names) })
			}
			return showSpecies(command, names)
		},
	}
	format.flags(command)
	return command
}

// printSpecies prints a list in the format asked for.
func printSpecies(command *cobra.Command, format *speciesFormat, find func() ([]species.Species, error)) error {
	word, err := format.choose()
	if err != nil {
		return err
	}
	list, err := find()
	if err != nil {
		return err
	}
	c, err := talk(command)
	if err != nil {
		return err
	}
	switch word {
	case "json":
		return c.JSON(list)
	case "solver":
		return species.WriteSolver(c.Out, list, "the built-in table of Drawbridge ("+command.CommandPath()+" --format solver)")
	}
	t := c.Table(2, "species", "tier", "W kg/mol", "Tc K", "Pc MPa", "omega", "Vc cm3/mol", "sigma A", "eps/k K", "dipole D", "T K")
	for _, s := range list {
		t.Row(append([]string{s.Name, string(s.Tier)}, figures(s)...)...)
	}
	t.Render()
	return nil
}

// figures are the columns from W to the range of temperature.
func figures(s species.Species) []string {
	return []string{fmt.Sprintf("%.6f", s.W), fmt.Sprintf("%.2f", s.Tc), fmt.Sprintf("%.3f", 1e-6*s.Pc), fmt.Sprintf("%.4f", s.Omega),
		orDash(1e6*s.Vc, "%.2f"), orDash(1e10*s.Sigma, "%.3f"), orDash(s.Eps, "%.1f"), fmt.Sprintf("%.3f", s.Dipole),
		fmt.Sprintf("%g-%g", s.Nasa7.Tlow, s.Nasa7.Thigh)}
}

func orDash(value float64, format string) string {
	if value == 0 {
		return "-"
	}
	return fmt.Sprintf(format, value)
}

func showSpecies(command *cobra.Command, names []string) error {
	list, err := species.Named(names)
	if err != nil {
		return err
	}
	c, err := talk(command)
	if err != nil {
		return err
	}
	for _, s := range list {
		t := c.Table(4, s.Name, "", "unit", "source")
		for _, row := range [][4]any{
			{"W", s.W, "kg/mol", "atomic weights"}, {"Tc", s.Tc, "K", s.Source["Tc"]}, {"Pc", s.Pc, "Pa", s.Source["Pc"]},
			{"omega", s.Omega, "1", s.Source["omega"]}, {"Vc", s.Vc, "m3/mol", s.Source["Vc"]},
			{"sigma", s.Sigma, "m", s.Source["LJ"]}, {"eps/k", s.Eps, "K", s.Source["LJ"]},
			{"dipole", s.Dipole, "debye", s.Source["dipole"]}, {"kappa", s.Kappa, "1", s.Source["kappa_assoc"]},
			{"tier", s.Tier, "", "of the critical data: A, B published, C estimated"},
			{"T low, mid, high", fmt.Sprintf("%g %g %g", s.Nasa7.Tlow, s.Nasa7.Tmid, s.Nasa7.Thigh), "K", s.Source["nasa7"]},
			{"NASA-7 low", c.Lines(coefficients(s.Nasa7.Low)), "cp/R", s.Source["nasa7"]}, {"NASA-7 high", c.Lines(coefficients(s.Nasa7.High)), "cp/R", s.Source["nasa7"]},
		} {
			t.Row(row[0].(string), fmt.Sprint(row[1]), row[2].(string), c.Faint(row[3].(string)))
		}
		t.Render()
	}
	return nil
}

// coefficients are set one below the other.
func coefficients(a [7]float64) string {
	return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(a), "[]")), "\n")
}

func speciesCheckCommand() *cobra.Command {
	var format speciesFormat
	var names []string
	missing := "estimate"
	command := &cobra.Command{
		Use:   "check FILE.yaml",
		Short: "Show what the library takes from a Cantera YAML mechanism file",
		Long: `Read a Cantera YAML mechanism file as initialize(mechanism='FILE.yaml') does. Say for each species
which values come from the file, which from the built-in table, and which are estimates. These are made
` + species.Rule + `.

Exit codes: 0 the library takes these species, 1 it refuses some (each says why), 2 the file cannot be read.`,
		Example: `  drawbridge species check gri30.yaml
  drawbridge species check gri30.yaml --species CH4,O2,CO2,H2O,N2 --missing-critical refuse
  drawbridge species check mine.yaml --species O2,CH4 --format solver > species.dat`,
		Args: exactly(1, "FILE.yaml"),
		RunE: func(command *cobra.Command, arguments []string) error {
			word, err := format.choose()
			if err != nil {
				return err
			}
			if missing != "estimate" && missing != "refuse" {
				return fmt.Errorf("--missing-critical is %q, expected estimate or refuse", missing)
			}
			file, err := species.Open(arguments[0])
			if err != nil {
				return err
			}
			list, err := file.Check(names, missing == "refuse")
			if err != nil {
				return err
			}
			return printChecked(command, word, file, list)
		},
	}
	format.flags(command)
	command.Flags().StringSliceVar(&names, "species", nil, "species in this order, default: those of the first phase")
	command.Flags().StringVar(&missing, "missing-critical", "estimate", "estimate or refuse, as the setting missing_critical")
	return command
}

func printChecked(command *cobra.Command, word string, file *species.Mechanism, list []species.Checked) error {
	c, err := talk(command)
	if err != nil {
		return err
	}
	var good []species.Species
	for _, s := range list {
		if s.Species != nil {
			good = append(good, *s.Species)
		}
	}
	switch word {
	case "json":
		err = c.JSON(list)
	case "solver":
		err = species.WriteSolver(c.Out, good, file.Path)
	default:
		checkedTable(c, file, list)
	}
	refusal := together(good)
	if refusal != nil && word == "table" {
		c.Printf("a Frame refuses these species: %v", refusal)
	}
	if err == nil && (len(good) < len(list) || refusal != nil) {
		return verdict(1)
	}
	return err
}

// together gives the reason why a Frame would refuse species that are good one by one.
func together(good []species.Species) error {
	if len(good) == 0 || len(good) > properties.MaxSpecies {
		return nil // said already
	}
	return properties.Admits(good)
}

func checkedTable(c *console.Console, file *species.Mechanism, list []species.Checked) {
	t := c.Table(3, "species", "critical", "Lennard-Jones", "W kg/mol", "Tc K", "Pc MPa", "omega", "Vc cm3/mol", "sigma A", "eps/k K", "dipole D", "T K")
	count := map[string]int{}
	for _, s := range list {
		if s.Species == nil {
			t.Row(s.Name, c.Bad("refused"))
			count["refused"]++
			continue
		}
		count[s.Critical]++
		t.Row(append([]string{s.Name, s.Critical, s.Transport}, figures(*s.Species)...)...)
	}
	t.Render()
	for _, s := range list {
		if s.Problem != "" {
			c.Printf("%s", s.Problem)
		}
	}
	phase := ""
	if file.Phase != "" {
		phase = fmt.Sprintf(" (phase %s, the first of %d)", file.Phase, file.Phases)
	}
	c.Printf("%d species%s: critical data of %d from the file, of %d from the built-in table, %d estimated, %d refused",
		len(list), phase, count["file"], count["table"], count["estimated"], count["refused"])
	if len(list) > properties.MaxSpecies {
		c.Printf("a Frame takes %d species at most: name the ones you want", properties.MaxSpecies)
	}
}
