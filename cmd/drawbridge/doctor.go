package main

import (
	"fmt"
	"os"
	"strings"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/doctor"
	"drawbridge/frame"
	"drawbridge/status"

	"github.com/spf13/cobra"
)

func doctorCommand() *cobra.Command {
	return printsJSON(&cobra.Command{
		Use:   "doctor [PROGRAM]",
		Short: "Check whether a solver can run here, and say how to fix what is wrong",
		Long: `Check the library and its release, MPI and its launcher, the settings, the CPU, the GPU with its driver
and compiler, the cache, the limits of the system, and HDF5. Each check is one line with the verdict ok, warning or
problem, and the cure. With PROGRAM, an executable of a solver, check the library that this program gets.

Start the command as you start the solver, with the same modules, the same variables and the same launcher.
With several ranks, the first of each node prints.

Exit codes: 0 no problem (there may be warnings), 1 a problem, 2 the command could not do its work.`,
		Example: "  drawbridge doctor\n  drawbridge doctor ./solver\n  srun -n 8 drawbridge doctor ./solver\n  drawbridge doctor --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: speak(func(c *console.Console, arguments []string) error {
			if frame.Place(environment()).Rank != 0 { // of the ranks that a launcher started on a node, the first prints
				return nil
			}
			patient := doctor.Patient{Environment: environment()}
			if len(arguments) == 1 {
				patient.Program = arguments[0]
			}
			patient.Command, _ = os.Executable() // "": not known
			checks := patient.Examine()
			err := answer(c, checks, nil, func() { printChecks(c, checks) })
			if err == nil && doctor.Count(checks, doctor.Problem) > 0 {
				return verdict(1)
			}
			return err
		}),
	})
}

func printChecks(c *console.Console, checks []doctor.Check) {
	for _, check := range checks {
		word := map[bool]func(string) string{true: c.Good, false: c.Bad}[check.State == doctor.OK](fmt.Sprintf("%-8s", check.State))
		cure := ""
		if check.Cure != "" {
			cure = " Cure: " + check.Cure
			if !strings.HasSuffix(check.Finding, "?") {
				cure = "." + cure
			}
		}
		c.Printf("%s %-16s %s%s", word, check.Name, check.Finding, cure)
	}
	c.Printf("%s: %d ok, %s, %s", status.Count(len(checks), "check"), doctor.Count(checks, doctor.OK),
		status.Count(doctor.Count(checks, doctor.Warning), "warning"), status.Count(doctor.Count(checks, doctor.Problem), "problem"))
}

func environment() map[string]string {
	m := map[string]string{}
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		m[name] = value
	}
	return m
}
