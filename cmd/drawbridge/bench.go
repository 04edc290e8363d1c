package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
	"drawbridge/tools/picture"
)

// bench is a benchmark: a program that prints lines of JSON, and how they are shown.
type bench struct {
	name, alias, program   string
	short, long, arguments string // arguments: those of the program
	kind                   string // what its lines have as "bench"
	words                  int    // columns of text
	columns                []string
	chart                  measure.Chart
	ranks                  bool // runs under mpirun
	fixed                  string
	derive                 func(lines []measure.Line) error // adds what is formed of the lines
}

// benches are the benchmarks that are nothing but a program and a table. A column is a title, and where they differ from it the key or
// quotient of keys and the format.
var benches = []bench{
	{name: "properties", program: "bench_properties", kind: "properties", short: "Property kernels against textbook Fortran, one core",
		long: `Measure the thermal set of 13 outputs, in ns per grid point. Compared are the textbook Fortran routines (gfortran
-O3 -march=native), the kernel alone, and the path from array to array by the legacy calls and by a plan.`,
		arguments: "species=5,10", words: 3, columns: propertyColumns, chart: propertyChart},
	{name: "transport", program: "bench_properties", fixed: "set=transport", kind: "properties", short: "Transport kernels against textbook Fortran, one core",
		long: `Measure the thermal set with viscosity and conductivity, and viscosity, conductivity and diffusion alone, in ns
per grid point. Compared are the textbook Fortran routines (gfortran -O3 -march=native), the kernel, and the whole
path from Fortran array to Fortran array.`,
		arguments: "species=5,10 points=4096", words: 3, columns: propertyColumns, chart: propertyChart},
	{name: "calls", alias: "bridge", program: "bench_bridge", kind: "bridge", short: "The cost of calls, packing and start",
		long:  "Measure an empty call, packing against a plain loop of memcpy in C, and the start of the library.",
		words: 1, columns: callColumns},
	{name: "ported", program: "bench_ported", kind: "ported", short: "A ported Fortran routine, compared with the kernel written by hand",
		long: `Measure the thermal set of 13 outputs as drawbridge port makes it from two sources, and the built-in kernel, on
the same fields in the same run. The textbook sums over pairs of species, with a square root for each. The production
source has no pairs, and one square root for each species. On a host the ported kernel is the compiled Fortran (-O2), and packs are
the same with --packs. The last columns are the largest relative differences of the density. It runs from the build tree.`,
		arguments: "species=5,20,50 points=65536 threads=1 repeat=15", words: 1,
		columns: []string{"source", "species", "points", "by hand, ns|by_hand_ns|%.3f", "ported, ns|ported_ns|%.3f", "speed||%", "packs, ns|packs_ns|%.3f",
			"packs over ported|packs_speed|%.2f", "difference|worst|%.0e", "of packs|packs_worst|%.0e"}},
	{name: "stencils", program: "bench_stencils", kind: "stencils", short: "Stencils: every variant of every operator as a share of a copy",
		long: `Measure every variant of every operator on fields: ms, GB/s (of the bytes that must move at least), the share of
a copy in the same run, points per second. On the host, compare with plain Fortran loops on as many threads
(gfortran -O3 -march=native, OpenMP). For one thread: DRAWBRIDGE_THREADS=1 OMP_NUM_THREADS=1.
"of copy" refers to the faster of the copies at the top of the table.`,
		arguments: "n=256 gray_scott=4096 repeat=7 only=NAME variant=PREFIX precision=float|double", words: 3, derive: measure.OfPlain,
		columns: []string{"operator", "precision", "variant", "n", "cycles", "ms||%.3f", "GB/s|gbs|%.0f", "copy, GB/s|copy_gbs|%.0f", "of copy|gbs/copy_gbs|%",
			"Gpoint/s|points_per_second*1e-9|%.2f", "of plain loops|of_plain|%.2f"},
		chart: measure.Chart{Title: "Stencils", X: "operator", Y: []string{"gbs/copy_gbs"}, By: []string{"variant"}, Unit: "share of a copy"}},
	{name: "expressions", program: "bench_expressions", kind: "expressions", short: "Expressions and reductions of fields against plain Fortran loops, one core",
		long: `Measure seven expressions (pointwise), one with neighbours, and sum, dot, norm2 and max, on fields of five shapes in both precisions.
Plain Fortran loops (gfortran -O3 -march=native) take turns with them. Times are ns per point of the fastest round. The ratio is the library's time
over Fortran's. An entry of a list costs the time of the last column, whatever its points.
For one thread: DRAWBRIDGE_THREADS=1.`,
		arguments: "rounds=40 only=1..11 precision=float|double shape=16|29|48|128|512 halo=1", words: 3,
		columns: []string{"expression", "precision", "shape", "Fortran, ns|plain_ns|%.3f", "library, ns|ns|%.3f", "ratio|ns/plain_ns|%.2f", "entry, ns|entry_ns|%.0f"}},
	{name: "lists", program: "bench_lists", kind: "lists", short: "Time steps whose operators run together, one by one, and as plain Fortran",
		long: `Measure four time steps on n x n x n points. heat: fill, Laplacian, update. wave: fill, Laplacian of radius 4,
update, damping, swap. flux: fill, an expression with neighbours and a conductivity of each face, update. grad: fill, three
derivatives, three expressions, seven fields that are all kept. Each list runs with its operators together and one by one.
A plain Fortran loop on as many threads (gfortran -O3 -march=native) does the same: fused, of grad six loops. The three take turns.
Times are medians. The bound by bytes moves every field of the list once at the speed of a copy, read or written.
"same bits" tells whether both lists give the same bits. Set OMP_WAIT_POLICY=passive for two threads or more.
On a GPU the last columns are the kernels and copies of a run that is replayed, and the least time that the host takes to start it.
The queue is empty then. The last of them is the time to start several runs by one call.`,
		arguments: "n=256 rounds=9 steps=2 threads=1 only=heat|wave|flux|grad plain=1", words: 1,
		columns: []string{"list", "points, n^3|n", "threads", "together, ms|together_ms|%.3f", "one by one, ms|apart_ms|%.3f", "faster|apart_ms/together_ms|%.2f",
			"Fortran, ms|plain_ms|%.3f", "Fortran / together|plain_ms/together_ms|%.2f", "of the bound|of_copy|%", "same bits|same", "kernels|launches", "start, us|start_us|%.1f", "several, us|starts_us|%.1f"}},
	{name: "transfer", program: "bench_transfer", kind: "transfer", short: "Transports between host and GPU, compared with the bandwidth of the link",
		long: `Measure a plan from Fortran array to Fortran array with every transport: packed, pinned, resident, with stripes one
by one or overlapped. The same process measures the bandwidth of the link, and how fast all bound cores can pack:
the host device copies the same rows. The time that threads pack is in a column of its own. The shares are those of the link and of the
cores alone in the measured time.`,
		arguments: "species=10 block=120 max_block=250000", words: 1,
		columns: []string{"transport", "ms||%.2f", "GB/s|rate*1e-9|%.1f", "link alone, ms|link_ms|%.2f", "cores alone, ms|cores_ms|%.2f", "packing, ms|pack_ms|%.2f",
			"of the link|link_ms/ms|%", "of the cores|cores_ms/ms|%"},
		chart: measure.Chart{Title: "A plan from Fortran array to Fortran array", X: "transport", Y: []string{"rate*1e-9"}, Unit: "GB/s, busier direction"}},
	{name: "snapshot", program: "bench_ranks", kind: "snapshot", short: "How fast all ranks write one snapshot, against dd",
		long: `Write one snapshot by all ranks, until it is on the disk and renamed. In turn with it, write as many zeros to the
same folder by dd conv=fsync. DRAWBRIDGE_COLLECTIVE chooses the transport. path= is the file, by default in the current folder.`,
		arguments: "cells=160 fields=8 path=/scratch/x.h5", ranks: true, fixed: "bench=snapshot",
		columns: []string{"ranks", "MB|bytes*1e-6|%.0f", "snapshot, GB/s|bytes*1e-9/seconds|%.3f", "dd, GB/s|bytes*1e-9/dd_seconds|%.3f", "ratio|dd_seconds/seconds|%.2f"}},
}

var (
	propertyColumns = []string{"collection", "states", "isa", "species", "points", "Fortran, ns|reference_ns|%.1f", "kernel, ns|kernel_ns|%.2f", "ratio|reference_ns/kernel_ns|%.1fx",
		"legacy calls, ns|bridge_ns|%.2f", "ratio|reference_ns/bridge_ns|%.1fx", "plan, ns|plan_ns|%.2f", "ratio|reference_ns/plan_ns|%.1fx", "apart by|worst|%.0e", "of a copy|copy_share|%"}
	propertyChart = measure.Chart{Title: "Cost of a grid point", X: "species", Y: []string{"reference_ns", "kernel_ns"}, By: []string{"collection", "states"}, Unit: "ns per point", Log: true}
	callColumns   = []string{"name", "value", "unit", "reference|yardstick", "ratio|value/yardstick|%.2f"}
)

func benchCommand() *cobra.Command {
	command := group(&cobra.Command{
		Use:     "bench",
		Short:   "Measure kernels and calls against plain Fortran and C",
		Long:    "Measure on this machine, relative to a reference that is timed in the same run. Let no other program run meanwhile.",
		Example: "  drawbridge bench properties --device host\n  drawbridge bench calls --json",
	}, benchScalingCommand("scaling"), benchScalingCommand("domains"), benchGridpointCommand(), benchSolverCommand())
	for i := range benches {
		command.AddCommand(benches[i].command())
	}
	return command
}

func (b *bench) command() *cobra.Command {
	f := benchFlags{bench: b}
	long := b.long + "\nArguments after -- go to the benchmark program"
	example := "  drawbridge bench " + b.name + "\n  drawbridge bench " + b.name + " --json"
	if b.arguments != "" {
		long += ": " + b.arguments
		example += "\n  drawbridge bench " + b.name + " -- " + strings.Fields(b.arguments)[0]
	}
	command := &cobra.Command{Use: b.name + " [-- ARGUMENTS]", Short: b.short, Long: long + ".", Example: example,
		RunE: speak(func(c *console.Console, arguments []string) error {
			if b.fixed != "" {
				arguments = append([]string{b.fixed}, arguments...)
			}
			lines, err := f.once(c, f.ranks, arguments)
			if err == nil && b.derive != nil {
				err = b.derive(lines)
			}
			if err == nil && f.output != "" {
				err = picture.Save(f.output, b.chart.Of(lines))
			}
			return answer(c, lines, err, func() { b.print(c, lines) })
		})}
	if b.alias != "" {
		command.Aliases = []string{b.alias}
	}
	f.add(command)
	return command
}

func (b *bench) print(c *console.Console, lines []measure.Line) {
	table := c.Table(b.words, measure.Titles(b.columns)...)
	for _, l := range lines {
		table.Row(l.Cells(b.columns)...)
	}
	table.Render()
}

// benchFlags are common to the benchmarks.
type benchFlags struct {
	*bench
	named, device, output, mpirun string
	ranks                         int
}

func (f *benchFlags) add(command *cobra.Command) {
	flags := command.Flags()
	flags.StringVar(&f.named, "program", "", "benchmark program to run instead of the installed one")
	flags.StringVar(&f.device, "device", "", "where kernels run: host, memcheck, cuda or cuda:N (default: as DRAWBRIDGE_DEVICE says)")
	printsJSON(command)
	if f.chart.X != "" {
		pictureFlag(flags, &f.output, "draw the figures into this file, .png or .svg")
	}
	if f.bench.ranks {
		flags.StringVar(&f.mpirun, "mpirun", "mpirun", "the mpirun of the MPI that the library is built with")
		flags.IntVar(&f.ranks, "ranks", 2, "how many ranks run")
	}
}

// once runs the program, on some ranks where it runs under mpirun, and reads its lines.
func (f *benchFlags) once(c *console.Console, ranks int, arguments []string) (lines []measure.Line, err error) {
	path, err := measure.Find(f.named, f.program)
	if err != nil && f.bench.ranks {
		err = fmt.Errorf("%w; it is part of a build with MPI", err)
	}
	if err != nil {
		return nil, err
	}
	if f.bench.ranks {
		if _, err := exec.LookPath(f.mpirun); err != nil {
			return nil, fmt.Errorf("%s: %w; name the mpirun with --mpirun", f.mpirun, err)
		}
		path, arguments = f.mpirun, append([]string{"-n", strconv.Itoa(ranks), path}, arguments...)
	}
	var environment []string
	reports := "" // a folder of them
	if f.device != "" {
		environment = append(environment, "DRAWBRIDGE_DEVICE="+f.device)
	}
	if f.kind == "transfer" {
		folder, err := os.MkdirTemp("", "drawbridge-transfer-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(folder)
		arguments = append(arguments, "reports="+folder)
		reports = folder
	}
	err = measure.Run(path, arguments, environment, c.Err, func(text []byte) error {
		var l measure.Line
		if err := json.Unmarshal(text, &l); err != nil || l["bench"] != f.kind {
			return fmt.Errorf("%s: no result of %s", text, f.program)
		}
		if came, known := l["ranks"].(float64); f.bench.ranks && known && int(came) != ranks {
			return fmt.Errorf("%d ranks were started, and %g came: the mpirun is of another MPI than the program; name the right one with --mpirun", ranks, came)
		}
		lines = append(lines, l)
		return nil
	})
	if err == nil && reports != "" {
		err = measure.OfLink(lines, reports)
	}
	return lines, err
}

// pictureFlag is --output, -o: the file of a picture. Older names still work.
func pictureFlag(flags *pflag.FlagSet, value *string, meaning string) {
	flags.StringVarP(value, "output", "o", "", meaning)
	flags.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "png" || name == "plot" {
			name = "output"
		}
		return pflag.NormalizedName(name)
	})
}

// answer ends a command: with its error, with JSON, or with what lays the results out.
func answer(c *console.Console, results any, err error, layOut func()) error {
	switch {
	case err != nil:
		return err
	case c.AsJSON:
		return c.JSON(results)
	}
	layOut()
	return nil
}
