package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
	"drawbridge/kernels"
)

// benchFlags are common to the benchmarks.
type benchFlags struct {
	program, device string
	asJSON          bool
}

func (f *benchFlags) add(command *cobra.Command) {
	flags := command.Flags()
	flags.StringVar(&f.program, "program", "", "benchmark program to run instead of the installed one")
	flags.StringVar(&f.device, "device", "", "where kernels run: host, memcheck, cuda or cuda:N (default: as DRAWBRIDGE_DEVICE says)")
	flags.BoolVar(&f.asJSON, "json", false, "print JSON")
}

func benchCommand() *cobra.Command {
	command := &cobra.Command{
		Use:     "bench",
		Short:   "Measure kernels and calls against plain Fortran and C",
		Long:    "Measure on this machine, relative to a reference that is timed in the same run. Let no other program run meanwhile.",
		Example: "  drawbridge bench properties --device host\n  drawbridge bench calls --json",
		Args:    subcommand,
		RunE:    func(command *cobra.Command, _ []string) error { return command.Help() },
	}
	command.PersistentFlags().Bool("goals", false, "also show the goals that the project set itself")
	_ = command.PersistentFlags().MarkHidden("goals")
	command.AddCommand(benchPropertiesCommand(), benchTransportCommand(), benchPairsCommand(), benchTransferCommand(), benchFieldsCommand(), benchOrdersCommand(), benchPortedCommand(), benchStencilsCommand(), benchExpressionsCommand(), benchReductionsCommand(), benchListsCommand(), benchBridgeCommand(), benchCompareCommand(), benchScalingCommand(), benchDomainsCommand(), benchSnapshotCommand(), benchGridpointCommand(), benchSolverCommand())
	return command
}

func benchPropertiesCommand() *cobra.Command {
	return propertiesCommand(&cobra.Command{
		Use:   "properties [-- ARGUMENTS]",
		Short: "Property kernels against textbook Fortran, one core",
		Long: `Measure the thermal set of 13 outputs, in ns per grid point. Compared are the textbook Fortran routines (gfortran
-O3 -march=native), the kernel alone, and the path from array to array by the legacy calls and by a plan.
From 10 species on the cost is fitted as a power of their number;
--output draws it.
Arguments after -- go to the benchmark program.`,
		Example: "  drawbridge bench properties --device host --output cost.png\n  drawbridge bench properties --json -- species=5,10",
	}, "bench_properties")
}

func benchTransportCommand() *cobra.Command {
	return propertiesCommand(&cobra.Command{
		Use:   "transport [-- ARGUMENTS]",
		Short: "Transport kernels against textbook Fortran, one core",
		Long: `Measure the thermal set with viscosity and conductivity, and viscosity, conductivity and diffusion alone, in ns
per grid point. Compared are the textbook Fortran routines (gfortran -O3 -march=native), the kernel, and the whole
path from Fortran array to Fortran array. Arguments after -- go to the benchmark program.`,
		Example: "  drawbridge bench transport --device host\n  drawbridge bench transport -- species=5,10 points=4096",
	}, "bench_transport")
}

// propertiesCommand completes a command that runs a program which prints measure.Properties.
func propertiesCommand(command *cobra.Command, program string) *cobra.Command {
	var f benchFlags
	var chart string
	command.RunE = func(command *cobra.Command, arguments []string) error {
		c, results, err := collect(&f, command, program, arguments, func(line []byte) (measure.Properties, error) {
			return measure.ParseProperties(line, bestISA())
		})
		growth := measure.GrowthOf(results)
		both := struct {
			Results []measure.Properties `json:"results"`
			Growth  []measure.Growth     `json:"growth"`
		}{results, growth}
		if err := answer(c, both, f.asJSON, err, func() { printProperties(c, results); printGrowth(c, growth) }); err != nil || chart == "" {
			return err
		}
		return drawGrowth(chart, growth) // last: what was measured is told whether or not it can be drawn
	}
	f.add(command)
	pictureFlag(command.Flags(), &chart, fmt.Sprintf("draw cost against species with the fitted exponent into this file, .png or .svg; needs three counts of species from %d on", measure.GrowthFrom), "plot")
	return command
}

func benchBridgeCommand() *cobra.Command {
	return benchmark(&cobra.Command{
		Use:     "calls [-- ARGUMENTS]",
		Aliases: []string{"bridge"},
		Short:   "The cost of calls, packing and start",
		Long:    "Measure an empty call, packing against a plain loop of memcpy in C, and the start of the library.\nArguments after -- go to the benchmark program.",
		Example: "  drawbridge bench calls\n  drawbridge bench calls --json",
	}, "bench_bridge", measure.ParseBridge, printBridge)
}

func benchPairsCommand() *cobra.Command {
	return benchmark(&cobra.Command{
		Use:   "pairs [-- ARGUMENTS]",
		Short: "Properties from rho and e in one pass, and other equations of state",
		Long: `Measure T, P, c, cp, viscosity and conductivity from density and internal energy, from array to array: one pass against
two plans. Then the same set from T and P with other equations of state, against Peng-Robinson.
A ratio is value over reference: 0.7 is 1.4 times the speed. Arguments after -- go to the benchmark program.`,
		Example: "  drawbridge bench pairs\n  drawbridge bench pairs -- species=5 points=65536",
	}, "bench_pairs", measure.ParseBridge, printBridge)
}

// pictureFlag is --output, -o: the file of a picture. An older name still works.
func pictureFlag(flags *pflag.FlagSet, value *string, meaning, older string) {
	flags.StringVarP(value, "output", "o", "", meaning)
	flags.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == older {
			name = "output"
		}
		return pflag.NormalizedName(name)
	})
}

// benchmark completes a command that runs a program, parses each of its lines and lays the results out.
func benchmark[T any](command *cobra.Command, program string, parse func([]byte) (T, error), layOut func(*console.Console, []T)) *cobra.Command {
	var f benchFlags
	command.RunE = func(command *cobra.Command, arguments []string) error {
		c, results, err := collect(&f, command, program, arguments, parse)
		return answer(c, results, f.asJSON, err, func() { layOut(c, results) })
	}
	f.add(command)
	return command
}

// collect runs the program and parses its lines.
func collect[T any](f *benchFlags, command *cobra.Command, program string, arguments []string, parse func([]byte) (T, error)) (*console.Console, []T, error) {
	results := []T{}
	c, err := f.run(command, program, arguments, func(line []byte) error {
		r, err := parse(line)
		results = append(results, r)
		return err
	})
	return c, results, err
}

// run starts the program and waits for its lines.
func (f *benchFlags) run(command *cobra.Command, program string, arguments []string, line func([]byte) error) (*console.Console, error) {
	c, err := talk(command)
	if err != nil {
		return nil, err
	}
	path, err := measure.Find(f.program, program)
	if err != nil {
		return nil, err
	}
	var environment []string
	if f.device != "" {
		environment = append(environment, "DRAWBRIDGE_DEVICE="+f.device)
	}
	return c, measure.Run(path, arguments, environment, c.Err, line)
}

// answer ends a command: with its error, with JSON, or with what lays the results out.
func answer(c *console.Console, results any, asJSON bool, err error, layOut func()) error {
	switch {
	case err != nil:
		return err
	case asJSON:
		return c.JSON(results)
	}
	layOut()
	return nil
}

func printProperties(c *console.Console, results []measure.Properties) {
	t := c.Table(3, "ns per point", "collection", "states", "species", "points", "Fortran", "kernel", "ratio", "goal", "legacy calls", "ratio", "plan", "ratio", "apart by", "of a copy", "")
	for _, p := range results {
		t.Row(p.ISA, p.Collection, p.States, fmt.Sprint(p.Species), fmt.Sprint(p.Points), fmt.Sprintf("%.1f", p.Reference), fmt.Sprintf("%.2f", p.Kernel),
			fmt.Sprintf("%.1fx", p.Ratio), atLeast(p.Goal), quotient(p.Bridge, 1, "%.2f"), quotient(p.Reference, p.Bridge, "%.1fx"), quotient(p.Plan, 1, "%.2f"), quotient(p.Reference, p.Plan, "%.1fx"),
			fmt.Sprintf("%.0e", p.Worst), share(p.CopyShare), met(c, p.Goal, p.Met()))
	}
	t.Render()
}

func printBridge(c *console.Console, results []measure.Bridge) {
	t := c.Table(1, "", "value", "unit", "reference", "ratio", "goal", "")
	for _, b := range results {
		yardstick, ratio := "-", "-"
		if b.Yardstick > 0 {
			yardstick, ratio = fmt.Sprintf("%.4g", b.Yardstick), fmt.Sprintf("%.2f", b.Ratio)
		}
		goal := ""
		if b.Goal > 0 {
			goal = fmt.Sprintf("<= %g", b.Goal)
			if b.Rate() {
				goal = atLeast(b.Goal)
			}
		}
		t.Row(b.Name, fmt.Sprintf("%.4g", b.Value), b.Unit, yardstick, ratio, goal, met(c, b.Goal, b.Met()))
	}
	t.Render()
}

// bestISA is what the library chooses where nobody says otherwise.
func bestISA() string {
	if isas := kernels.BuiltIn().ISAs(); len(isas) > 0 && os.Getenv("DRAWBRIDGE_ISA") == "" {
		return isas[0]
	}
	return os.Getenv("DRAWBRIDGE_ISA")
}

// share of a copy's rate; of a host there is none.
func share(x float64) string {
	if x == 0 {
		return "-"
	}
	return percent(x)
}

func atLeast(goal float64) string {
	if goal == 0 {
		return ""
	}
	return fmt.Sprintf(">= %g", goal)
}

// ofGoal ends a line with a goal and whether it was met, where goals are shown.
func ofGoal(c *console.Console, words string, goal float64, reached bool) string {
	if !c.Goals {
		return ""
	}
	return words + met(c, goal, reached)
}

func met(c *console.Console, goal float64, reached bool) string {
	switch {
	case goal == 0:
		return ""
	case reached:
		return c.Good("met")
	}
	return c.Bad("missed")
}
