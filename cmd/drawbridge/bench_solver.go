package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/gridbench"
	"drawbridge/cmd/drawbridge/internal/port"
	"drawbridge/device/gpu"
	"drawbridge/files"
	"drawbridge/status"
	"drawbridge/tools/picture"

	"github.com/spf13/cobra"
)

type solverFlags struct {
	port.Bench
	species, orders []int
	cells           []int
	steps           int
	output          string
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
	flags.BoolVar(&f.Viscous, "viscous", false, "with viscosity, conduction and diffusion")
	flags.IntSliceVar(&f.cells, "cells", []int{32, 24, 16}, "cells per rank in x; in y; in z")
	flags.IntVar(&f.MaxBlock, "max-block", 0, "points of a stripe; 0: the solver's own, 12288, which suits a CPU's cache; a GPU takes a whole rank's cells")
	flags.IntVar(&f.Ranks, "ranks", 1, "MPI ranks")
	flags.IntVar(&f.steps, "steps", 7, "steps of a run; their median counts")
	flags.IntVar(&f.Rounds, "rounds", 3, "runs of each stage, in turn; the fastest counts")
	flags.StringVar(&f.Solver, "program", "", "solver to run instead of the one built with this command")
	flags.StringVar(&f.Launcher, "mpirun", "mpirun", "launcher, for more than one rank")
	flags.StringVarP(&f.output, "output", "o", "", "also write PREFIX.json and PREFIX.png")
	return printsJSON(command)
}

func (f *solverFlags) run(c *console.Console) error {
	if err := f.check(); err != nil {
		return err
	}
	var results []port.Result
	for _, order := range f.orders {
		for _, species := range f.species {
			r, err := f.Measure(species, order, f.steps)
			if err != nil {
				return err
			}
			results = append(results, r)
			fmt.Fprintf(c.Err, "%d species, order %d: %.2fx of at most %.2fx\n", species, order, r.Reached, r.Bound)
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
	if len(f.cells) != 3 || slices.Min(f.cells) < 1 || f.Ranks < 1 || f.Rounds < 1 || f.steps < 1 {
		return fmt.Errorf("--cells %v, --ranks %d, --rounds %d, --steps %d: expected three numbers, all at least 1", f.cells, f.Ranks, f.Rounds, f.steps)
	}
	f.Cells = [3]int(f.cells)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if self, err = filepath.EvalSymlinks(self); err != nil {
		return err
	}
	if f.Solver == "" {
		f.Solver = filepath.Join(filepath.Dir(self), "legacy_solver")
	}
	if _, err := os.Stat(f.Solver); err != nil {
		return fmt.Errorf("the example solver: %w; build it with MPI, or name it with --program", err)
	}
	f.Data = filepath.Join(filepath.Dir(filepath.Dir(self)), "share", "drawbridge")
	return nil
}

func (f *solverFlags) write(results []port.Result) error {
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
			if r.Order == order {
				reached.X, reached.Y = append(reached.X, float64(r.Species)), append(reached.Y, r.Reached)
				bound.X, bound.Y = append(bound.X, float64(r.Species)), append(bound.Y, r.Bound)
			}
		}
		chart.Lines = append(chart.Lines, reached, bound)
	}
	return chart.Save(f.output + ".png")
}

func printSolver(c *console.Console, results []port.Result) {
	t := c.Table(1, "ms per step", "species", "cells", "ranks", "stage 0", "in properties", "the rest", "stage 1", "in properties", "the rest", "stage 1b",
		"speed-up", "1b", "Amdahl's bound", "of it", "bound, own rest", "of it")
	for _, r := range results {
		kind := fmt.Sprintf("order %d", r.Order)
		if r.Viscous {
			kind += ", viscous"
		}
		t.Row(kind, fmt.Sprint(r.Species), fmt.Sprint(r.Cells), fmt.Sprint(r.Ranks),
			milliseconds(r.Step["0"]), percent(r.Share), milliseconds(r.Step["0"]-r.Property["0"]),
			milliseconds(r.Step["1"]), percent(r.Property["1"]/r.Step["1"]), milliseconds(r.Step["1"]-r.Property["1"]), milliseconds(r.Step["1b"]),
			fmt.Sprintf("%.2fx", r.Reached), quotient(r.Step["0"], r.Step["1b"], "%.2fx"), fmt.Sprintf("%.2fx", r.Bound), percent(r.OfBound),
			fmt.Sprintf("%.2fx", r.OwnBound), percent(r.OfOwn))
	}
	t.Render()
	t = c.Table(2, "property calls", "", "species", "Fortran, ms per step", "Drawbridge", "ratio", "of the step, Fortran", "Drawbridge")
	for _, r := range results {
		for _, x := range r.Routines {
			t.Row(x.Name, fmt.Sprintf("order %d", r.Order), fmt.Sprint(r.Species), milliseconds(x.Fortran), milliseconds(x.Bridge), fmt.Sprintf("%.1fx", x.Speed), percent(x.OfStep), percent(x.OfBridge))
		}
	}
	t.Render()
	c.Printf("Amdahl's bound: the speed-up if the property calls took no time, from the share measured at stage 0.\n" +
		"Own rest: the same bound with the rest of a step as it is at stage 1, whose data stay in the cache between short property calls.\n" +
		"What is missing of that bound is the time of the property calls.")
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

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
			if !gpu.Is(device) {
				return status.Errorf(status.Argument, "--device is %q, expected cuda or cuda:N", device)
			}
			r, err := gridbench.Run(device, points, gpu.Options{Driver: os.Getenv("DRAWBRIDGE_DRIVER"), Toolkit: os.Getenv("DRAWBRIDGE_CUDA"), Threads: 4})
			if err != nil {
				return err
			}
			r.Command = "drawbridge " + strings.Join(os.Args[1:], " ")
			return answer(c, r, nil, func() { printGridpoint(c, r) })
		}),
	}
	flags := command.Flags()
	printsJSON(command)
	flags.StringVar(&device, "device", device, "which GPU: cuda or cuda:N")
	flags.IntVar(&points, "points", points, "grid points, a multiple of 256")
	return command
}

func printGridpoint(c *console.Console, r gridbench.Report) {
	c.Printf("%s, driver %s, NVRTC %s; %d points x %d species, %.3f GB; copy within the device %.0f GB/s", r.Device, r.Driver, r.Compiler, r.Points,
		r.Species, 1e-9*float64(r.Bytes), r.CopyGBs)
	t := c.Table(2, "variant", "what", "ms", "GB/s", "of copy", "registers")
	best := 0.0
	for _, l := range r.Results {
		if l.Why != "" {
			t.Row(l.Variant, l.Meaning, "-", "-", l.Why, "-")
			continue
		}
		best = max(best, l.Share)
		t.Row(l.Variant, l.Meaning, fmt.Sprintf("%.3f", l.Ms), fmt.Sprintf("%.0f", l.GBs), fmt.Sprintf("%.1f %%", 100*l.Share), fmt.Sprint(l.Regs))
	}
	t.Render()
	c.Printf("best: %.1f %% of the copy", 100*best)
}
