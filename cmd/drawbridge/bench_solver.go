package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"drawbridge/cmd/drawbridge/internal/account"
	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/gridbench"
	"drawbridge/cmd/drawbridge/internal/measure"
	"drawbridge/device/gpu"
	"drawbridge/files"
	"drawbridge/status"
	"drawbridge/tools/picture"

	"github.com/spf13/cobra"
)

// stages are the stages of the port and the arguments that choose them: the solver's own routines, the legacy calls, plans.
var stages = [][2]string{{"0", "use_bridge=F"}, {"1", "use_bridge=T"}, {"1b", "use_bridge=T face='plans'"}}

// solverTables show what one count of species and one order give.
var solverTables = []bench{
	{words: 1, columns: []string{"ms per step|kind", "species", "cells||%.0f", "ranks", "stage 0|step_seconds.0*1000|%.3f", "in properties|property_share|%", "the rest|rest_seconds.0*1000|%.3f",
		"stage 1|step_seconds.1*1000|%.3f", "in properties|property_seconds.1/step_seconds.1|%", "the rest|rest_seconds.1*1000|%.3f", "stage 1b|step_seconds.1b*1000|%.3f",
		"speed-up|reached|%.2fx", "1b|step_seconds.0/step_seconds.1b|%.2fx", "Amdahl's bound|amdahl_bound|%.2fx", "of it|of_bound|%", "bound, own rest|bound_own_rest|%.2fx", "of it|of_own_bound|%"}},
	{words: 2, columns: []string{"property calls|name", "|kind", "species", "Fortran, ms per step|fortran_seconds*1000|%.3f", "Drawbridge|bridge_seconds*1000|%.3f", "ratio||%.1fx",
		"of the step, Fortran|share_of_fortran_step|%", "Drawbridge|share_of_bridge_step|%"}},
}

// solverFlags say what to run: the solver, the folder of species.dat and transport.dat, and the cases.
type solverFlags struct {
	solver, data, launcher string // launcher: mpirun
	ranks, rounds, steps   int
	species, orders, cells []int // cells: per rank in x, y and z
	viscous                bool
	maxBlock               int // points of a stripe; 0: the solver's own
	output                 string
}

func benchSolverCommand() *cobra.Command {
	f := solverFlags{}
	command := &cobra.Command{
		Use:   "solver",
		Short: "The example solver with its own property routines and through Drawbridge, over species and orders",
		Long: `Run a small mixing layer of the example solver at every stage of its port: 0 its own Fortran routines, 1 the
legacy calls, 1b plans. Print the time of a step at each stage, the share of the property calls, and Amdahl's
bound for that share (the speed-up if they took no time). Print what stage 1 reached of it, the same with stage 1's
own rest of a step, and the speed-up of each property routine.`,
		Example: "  drawbridge bench solver\n  drawbridge bench solver --species 5,20,40 --orders 1,9 --ranks 2 -o solver",
		Args:    exactly(0, "none"),
		RunE:    speak(func(c *console.Console, _ []string) error { return f.run(c) }),
	}
	flags := command.Flags()
	flags.IntSliceVar(&f.species, "species", []int{1, 5, 10, 20, 40, 50}, "counts of species, 1 to 54")
	flags.IntSliceVar(&f.orders, "orders", []int{1, 9}, "orders of the convective fluxes, 1 or 9")
	flags.BoolVar(&f.viscous, "viscous", false, "with viscosity, conduction and diffusion")
	flags.IntSliceVar(&f.cells, "cells", []int{32, 24, 16}, "cells per rank in x; in y; in z")
	flags.IntVar(&f.maxBlock, "max-block", 0, "points of a stripe; 0: the solver's own, 12288, which suits a CPU's cache; a GPU takes a whole rank's cells")
	flags.IntVar(&f.ranks, "ranks", 1, "MPI ranks")
	flags.IntVar(&f.steps, "steps", 7, "steps of a run; their median counts")
	flags.IntVar(&f.rounds, "rounds", 3, "runs of each stage, in turn; the fastest counts")
	flags.StringVar(&f.solver, "program", "", "solver to run instead of the one built with this command")
	flags.StringVar(&f.launcher, "mpirun", "mpirun", "launcher, for more than one rank")
	flags.StringVarP(&f.output, "output", "o", "", "also write PREFIX.json and PREFIX.png")
	return printsJSON(command)
}

func (f *solverFlags) run(c *console.Console) error {
	if err := f.check(); err != nil {
		return err
	}
	var results []measure.Line
	for _, order := range f.orders {
		for _, species := range f.species {
			r, err := f.measure(species, order)
			if err != nil {
				return err
			}
			results = append(results, r)
			fmt.Fprintf(c.Err, "%d species, order %d: %.2fx of at most %.2fx\n", species, order, r["reached"], r["amdahl_bound"])
		}
	}
	return answer(c, results, f.write(results), func() { printSolver(c, results) })
}

func (f *solverFlags) check() error {
	for _, n := range f.species {
		if n < 1 || n > 54 {
			return fmt.Errorf("--species has %d, expected 1 to 54", n)
		}
	}
	for _, n := range f.orders {
		if n != 1 && n != 9 {
			return fmt.Errorf("--orders has %d, expected 1 or 9", n)
		}
	}
	if len(f.cells) != 3 || slices.Min(f.cells) < 1 || f.ranks < 1 || f.rounds < 1 || f.steps < 1 {
		return fmt.Errorf("--cells %v, --ranks %d, --rounds %d, --steps %d: expected three numbers, all at least 1", f.cells, f.ranks, f.rounds, f.steps)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if self, err = filepath.EvalSymlinks(self); err != nil {
		return err
	}
	if f.solver == "" {
		f.solver = filepath.Join(filepath.Dir(self), "legacy_solver")
	}
	if _, err := os.Stat(f.solver); err != nil {
		return fmt.Errorf("the example solver: %w; build it with MPI, or name it with --program", err)
	}
	f.data = filepath.Join(filepath.Dir(filepath.Dir(self)), "share", "drawbridge")
	return nil
}

func (f *solverFlags) write(results []measure.Line) error {
	if f.output == "" {
		return nil
	}
	data, err := json.MarshalIndent(results, "", "  ")
	if err != nil {
		return err
	}
	if err := files.Write(f.output+".json", append(data, '\n')); err != nil {
		return err
	}
	chart := picture.Chart{Title: "whole-solver speed-up", X: "species", Y: "step of stage 0 / step of stage 1"}
	for _, order := range f.orders {
		reached := picture.Series{Name: fmt.Sprintf("order %d", order), Points: true}
		bound := picture.Series{Name: fmt.Sprintf("order %d, bound", order), Dashed: true}
		for _, r := range results {
			if r["order"] == order {
				reached.X, reached.Y = append(reached.X, float64(r["species"].(int))), append(reached.Y, r["reached"].(float64))
				bound.Y = append(bound.Y, r["amdahl_bound"].(float64))
			}
		}
		bound.X = reached.X
		chart.Lines = append(chart.Lines, reached, bound)
	}
	return picture.Save(f.output+".png", &chart)
}

func printSolver(c *console.Console, results []measure.Line) {
	var routines []measure.Line
	for _, r := range results {
		r["kind"] = fmt.Sprintf("order %d%s", r["order"], map[bool]string{true: ", viscous"}[r["viscous"].(bool)])
		for _, x := range r["routines"].([]measure.Line) {
			x["kind"], x["species"] = fmt.Sprintf("order %d", r["order"]), r["species"]
			routines = append(routines, x)
		}
	}
	solverTables[0].print(c, results)
	solverTables[1].print(c, routines)
	c.Printf("Amdahl's bound: the speed-up if the property calls took no time, from the share measured at stage 0.\n" +
		"Own rest: the same bound with the rest of a step as it is at stage 1, whose data stay in the cache between short property calls.\n" +
		"What is missing of that bound is the time of the property calls.")
}

// measure runs every stage in turn, `rounds` times, and keeps the fastest round of each: the least of the medians over a run's steps.
func (f *solverFlags) measure(species, order int) (measure.Line, error) {
	folder, err := os.MkdirTemp("", "drawbridge-port.")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if err := os.WriteFile(filepath.Join(folder, "case.nml"), []byte(f.namelist(species, order, f.steps)), 0o644); err != nil {
		return nil, err
	}
	best := map[string]*account.Run{}
	for range f.rounds {
		for _, stage := range stages {
			run, err := f.start(folder, stage[1])
			if err != nil {
				return nil, fmt.Errorf("%d species, order %d, stage %s: %w", species, order, stage[0], err)
			}
			if old := best[stage[0]]; old == nil || run.StepSeconds < old.StepSeconds {
				best[stage[0]] = run
			}
		}
	}
	r := ratios(best)
	r["species"], r["order"], r["viscous"] = species, order, f.viscous
	return r, nil
}

// ratios forms what follows from the runs of the stages. Times are seconds per step.
func ratios(runs map[string]*account.Run) measure.Line {
	old, ported := runs["0"], runs["1"]
	step, property, rest := map[string]float64{}, map[string]float64{}, map[string]float64{}
	for name, run := range runs {
		step[name], property[name], rest[name] = run.StepSeconds, run.PropertySeconds, run.StepSeconds-run.PropertySeconds
	}
	share, reached := property["0"]/step["0"], step["0"]/step["1"]
	bound, own := 1/math.Max(1-share, 1e-9), step["0"]/math.Max(rest["1"], 1e-9)
	routines := []measure.Line{}
	for i, routine := range old.Routines {
		if routine.Calls == 0 {
			continue
		}
		fortran, bridge := routine.Seconds/float64(old.Steps), ported.Routines[i].Seconds/float64(ported.Steps)
		routines = append(routines, measure.Line{"name": routine.Name, "fortran_seconds": fortran, "bridge_seconds": bridge, "ratio": fortran / bridge,
			"share_of_fortran_step": fortran / step["0"], "share_of_bridge_step": bridge / step["1"]})
	}
	return measure.Line{"ranks": old.Ranks, "cells": old.Cells, "step_seconds": step, "property_seconds": property, "rest_seconds": rest,
		"property_share":  share,
		"amdahl_bound":    bound,                                               // of the whole solver, were the property calls free
		"bound_own_rest":  own,                                                 // the same, with the rest of the step as stage 1 has it
		"amdahl_expected": 1 / (1 - share + share*property["1"]/property["0"]), // with the property calls as fast as stage 1 made them
		"reached":         reached, "of_bound": reached / bound, "of_own_bound": reached / own, "routines": routines}
}

// namelist is a mixing layer with a trace of every species, so that none costs less for being absent.
func (f *solverFlags) namelist(species, order, steps int) string {
	named, cold, warm := "'CH4', 'O2', 'N2'", "O2", "CH4"
	if species < 3 {
		named, cold, warm = []string{"'N2'", "'O2', 'CH4'"}[species-1], []string{"N2", "O2"}[species-1], []string{"N2", "CH4"}[species-1]
	}
	return fmt.Sprintf(`&SolverInputs
  case_name = 'mixing layer', species = %s, species_count = %d, cold_species = '%s', warm_species = '%s', trace = 0.02
  species_file = '%s/species.dat', transport_file = '%s/transport.dat', output = 'run', timings = 'run.json'
  cells = %d, %d, %d, lengths = %g, %g, %g, layer = %g, wave = 2e-5, u_cold = -60, u_warm = 80
  order = %d, viscous = %t, cfl = 0.4, steps = %d
/
&DrawbridgeInputs
/
`, named, species, cold, warm, f.data, f.data, f.ranks*f.cells[0], f.cells[1], f.cells[2], 1.5e-5*float64(f.ranks*f.cells[0]),
		1.5e-5*float64(f.cells[1]), 1.5e-5*float64(f.cells[2]), 1.5e-5*10, order, f.viscous, steps)
}

// reason is what a program that failed complained of, or else said last; a launcher frames its words by lines of dashes.
func reason(complaints, said string) string {
	const most = 600
	var words []string
	for _, word := range strings.Fields(complaints) {
		if strings.Trim(word, "-=*") != "" {
			words = append(words, word)
		}
	}
	if text := strings.Join(words, " "); len(text) > most {
		return text[:most] + " ..."
	} else if text != "" {
		return text
	}
	lines := strings.Split(strings.TrimSpace(said), "\n")
	return lines[len(lines)-1]
}

// start runs the solver once in a folder.
func (f *solverFlags) start(folder, stage string) (*account.Run, error) {
	arguments := append([]string{f.solver, "case.nml"}, strings.Fields(stage)...)
	if f.maxBlock > 0 {
		arguments = append(arguments, fmt.Sprintf("max_block=%d", f.maxBlock))
	}
	if f.ranks > 1 {
		arguments = append([]string{f.launcher, "-np", fmt.Sprint(f.ranks)}, arguments...)
	}
	command := exec.Command(arguments[0], arguments[1:]...)
	var said, complaints bytes.Buffer
	command.Dir, command.Stdout, command.Stderr = folder, &said, &complaints
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, reason(complaints.String(), said.String()))
	}
	read, err := account.Read(filepath.Join(folder, "run.json"))
	if err != nil {
		return nil, err
	}
	return cmp.Or(read.Reference, read.Bridge), nil
}

func benchGridpointCommand() *cobra.Command {
	device, points := "cuda", 2048*120
	command := &cobra.Command{
		Use:   "gridpoint",
		Short: "Compare the variants of a kernel per grid point on a GPU",
		Long: `Measure one pattern, every species with every other at every grid point, in every variant: one thread per
point, unroll-and-jam, tiles, teams of warps, bulk stores. The ceiling is the GPU's own copy, measured in
the same run; bytes count each input read once and each output written once.`,
		Example: "  drawbridge bench gridpoint\n  drawbridge bench gridpoint --json",
		Args:    exactly(0, "none"),
		RunE: speak(func(c *console.Console, _ []string) error {
			if points < 256 || points%256 != 0 {
				return status.Errorf(status.Argument, "--points: %d is not a multiple of 256", points)
			}
			kind, number, numbered := strings.Cut(device, ":")
			if _, err := strconv.ParseUint(number, 10, 31); kind != "cuda" || numbered && err != nil {
				return status.Errorf(status.Argument, "--device is %q, expected cuda or cuda:N", device)
			}
			r, err := gridbench.Run(device, points, gpu.Options{Driver: os.Getenv("DRAWBRIDGE_DRIVER"), Toolkit: os.Getenv("DRAWBRIDGE_CUDA"), Threads: 4})
			if err != nil {
				return err
			}
			r["command"] = "drawbridge " + strings.Join(os.Args[1:], " ")
			return answer(c, r, nil, func() { printGridpoint(c, r) })
		}),
	}
	flags := command.Flags()
	printsJSON(command)
	flags.StringVar(&device, "device", device, "which GPU: cuda or cuda:N")
	flags.IntVar(&points, "points", points, "grid points, a multiple of 256")
	return command
}

func printGridpoint(c *console.Console, r measure.Line) {
	bytes, _ := r.Number("bytes*1e-9")
	c.Printf("%s, driver %s, NVRTC %s; %d points x %d species, %.3f GB; copy within the device %.0f GB/s", r["device"], r["driver"], r["compiler"], r["points"],
		r["species"], bytes, r["copy_gb_per_s"])
	results, best := r["results"].([]measure.Line), 0.0
	for _, l := range results {
		share, _ := l.Number("share_of_copy")
		best = max(best, share)
	}
	(&bench{words: 2, columns: []string{"variant", "what|meaning", "ms||%.3f", "GB/s|gb_per_s|%.0f", "of copy|share_of_copy|%", "registers", "not measured|not_measured"}}).print(c, results)
	c.Printf("best: %.1f %% of the copy", 100*best)
}
