package main

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
	"drawbridge/tools/picture"
)

// The tables of bench scaling. Their efficiency is formed here.
var (
	propertyScaling = bench{program: "bench_ranks", kind: "scaling", ranks: true, words: 1,
		columns: []string{"properties|scaling", "ranks", "threads", "species", "points", "ms|seconds*1000|%.3f", "million points/s|points*1e-6/seconds|%.2f", "efficiency||%"},
		chart:   measure.Chart{Title: "Property kernels", X: "cores", Y: []string{"efficiency"}, By: []string{"scaling", "of"}, Unit: "efficiency"}}
	fieldScaling = bench{program: "bench_domains", kind: "domains", ranks: true, words: 3,
		chart: measure.Chart{Title: "Fields over ranks", X: "ranks", Y: []string{"efficiency"}, By: []string{"case", "scaling", "transport"}, Unit: "efficiency"}}
	fieldTables = map[string][]string{
		"wave": {"wave|scaling", "transport", "", "n", "ranks", "ms a step|first_ms|%.4f", "one box alone, ms|second_ms|%.4f", "exchange, ms|third_ms|%.4f",
			"efficiency||%"},
		"poisson": {"poisson|scaling", "transport", "", "n", "ranks", "ms a cycle|first_ms|%.3f", "one box alone, ms|second_ms|%.3f", "solution to 1e-8, ms|third_ms|%.2f", "efficiency||%"},
		"exchange": {"exchange|case", "transport", "", "n", "ranks", "fields", "layers", "MB sent|bytes*1e-6|%.2f", "ms|first_ms|%.4f", "ms within a list|marginal_ms|%.4f",
			"GB/s sent|bytes*1e-6/marginal_ms|%.1f"},
	}
)

// scalingFlags are those of the benchmark of ranks.
type scalingFlags struct {
	benchFlags
	of         string
	weak       bool
	n          int
	transports string
	refused    map[string]string // of those transports that cannot be used here, the reason
}

// benchScalingCommand has two names: domains is the former one of its fields.
func benchScalingCommand(name string) *cobra.Command {
	f := scalingFlags{benchFlags: benchFlags{bench: &fieldScaling}, refused: map[string]string{}}
	command := &cobra.Command{Use: name + " [-- ARGUMENTS]", Short: "How property kernels and fields scale over ranks",
		Long: `Measure on 1 to N ranks of this machine, with as many points for each rank (weak) and in all (strong), and print
the efficiency:

properties  a plan of 13 thermal properties on 1 to N ranks of one thread, and on one rank of 1 to N threads.
fields      the wave equation of radius 4 and V-cycles of Poisson's equation on 1, 2, 4 ... N ranks, n^3 points, and halo
            exchanges alone: one face, five fields and six faces, and 64^3 points in a recorded list. Each is measured with
            every transport of --transports in the same run.

--of takes one of both alone. Arguments after -- go to its program: those of properties (cells=96 species=5), which they
select where --of is not given, or those of fields (rounds=9 steps=20). --weak selects weak scaling of properties.`,
		Example: "  drawbridge bench scaling\n  drawbridge bench scaling --ranks 4 --n 512 --output scaling.png\n  drawbridge bench scaling --ranks 8 --weak -- species=20",
		RunE: speak(func(c *console.Console, arguments []string) error {
			if err := f.check(arguments); err != nil {
				return err
			}
			return f.run(c, arguments)
		})}
	f.add(command)
	flags := command.Flags()
	flags.Lookup("ranks").Usage = "the most ranks, and threads"
	f.ranks = runtime.NumCPU()
	flags.Lookup("ranks").DefValue = fmt.Sprint(f.ranks)
	if name == "domains" {
		f.of = "fields"
		command.Short = "The same as bench scaling --of fields"
		command.Long = command.Short + ": waves, Poisson's equation and halo exchanges over ranks."
		command.Example = "  drawbridge bench domains --ranks 2"
	} else {
		flags.StringVar(&f.of, "of", "", "properties or fields alone (default: both)")
		flags.BoolVar(&f.weak, "weak", false, "properties alone, as many cells for every rank, instead of sharing them out")
	}
	flags.IntVar(&f.n, "n", 128, "points of fields along each axis")
	flags.StringVar(&f.transports, "transports", "auto,nccl,staging", "the transports, as DRAWBRIDGE_TRANSPORT names them")
	return command
}

// check refuses what cannot be run. Arguments for a program, a program and --weak without --of mean properties, as they did when the
// command had no fields.
func (f *scalingFlags) check(arguments []string) error {
	if f.of == "" && (f.weak || len(arguments) > 0 || f.named != "") {
		f.of = "properties"
	}
	switch {
	case f.ranks < 1 || f.ranks > 1024 || f.n < 16 || f.n > 2048:
		return fmt.Errorf("--ranks is %d (1 to 1024), --n %d (16 to 2048) expected", f.ranks, f.n)
	case f.of != "" && f.of != "properties" && f.of != "fields":
		return fmt.Errorf("--of is %s, properties or fields expected", f.of)
	case f.of == "fields" && f.weak:
		return fmt.Errorf("--weak is for properties; fields are measured both ways")
	}
	return nil
}

// run measures, and prints what there is; with an error comes what was measured before.
func (f *scalingFlags) run(c *console.Console, arguments []string) error {
	var properties, fields []measure.Line
	var failed error
	if f.of != "fields" && !f.weak {
		properties, failed = f.properties(c, "strong", arguments)
	}
	if f.of == "" && failed == nil || f.weak {
		var weak []measure.Line
		weak, failed = f.properties(c, "weak", arguments)
		properties = append(properties, weak...)
	}
	if f.of != "properties" && failed == nil {
		fields, failed = f.fields(c, arguments)
		measure.Scale(fields)
	}
	if len(properties)+len(fields) == 0 {
		return failed
	}
	err := answer(c, append(properties, fields...), f.draw(properties, fields), func() {
		if len(properties) > 0 {
			propertyScaling.print(c, properties)
		}
		f.printFields(c, fields)
	})
	if failed == nil || err == nil {
		return cmp.Or(failed, err)
	}
	return fmt.Errorf("%w; %w", failed, err)
}

const slots = "%d ranks: %w; where slots are missing: fewer --ranks, or OMPI_MCA_rmaps_base_oversubscribe=1 (Open MPI)"

// properties runs a plan on one core, then on more ranks, then on more threads; with an error come the runs so far.
func (f *scalingFlags) properties(c *console.Console, scaling string, arguments []string) (runs []measure.Line, err error) {
	f.bench = &propertyScaling
	run := func(ranks, threads int) {
		words := append([]string{"bench=scaling", fmt.Sprintf("threads=%d", threads), fmt.Sprintf("weak=%d", map[string]int{"weak": 1}[scaling])}, arguments...)
		lines, failed := f.once(c, ranks, words)
		if err = failed; err != nil && ranks > 1 {
			err = fmt.Errorf(slots, ranks, err)
		}
		for _, l := range lines {
			l["scaling"], l["cores"], l["of"] = scaling, float64(ranks*threads), map[bool]string{true: "ranks of one thread", false: "threads of one rank"}[threads == 1]
			one, _ := append(runs, l)[0].Number("points/seconds")
			rate, _ := l.Number("points/seconds")
			l["efficiency"] = rate / (one * float64(ranks*threads))
			runs = append(runs, l)
		}
	}
	for n := 1; n <= f.ranks && err == nil; n++ {
		run(n, 1)
	}
	for n := 2; n <= f.ranks && err == nil; n++ {
		run(1, n)
	}
	return runs, err
}

// fields runs all cases of fields; with an error come those so far.
func (f *scalingFlags) fields(c *console.Console, arguments []string) (runs []measure.Line, err error) {
	f.bench = &fieldScaling
	run := func(ranks int, words string) {
		if err != nil {
			return
		}
		transports := f.transports
		if ranks == 1 {
			transports = "auto" // nothing goes to another rank
		}
		lines, failed := f.once(c, ranks, append(strings.Fields("transports="+transports+" "+words), arguments...))
		if err = failed; err != nil && ranks > 1 {
			err = fmt.Errorf(slots, ranks, err)
		}
		for _, l := range lines {
			if why, refused := l["refused"].(string); refused {
				f.refused[fmt.Sprint(l["transport"])] = why
			} else {
				runs = append(runs, l)
			}
		}
	}
	for ranks := 1; ranks <= f.ranks; ranks *= 2 {
		for _, what := range []string{"case=wave weak=1", "case=wave weak=0", "case=poisson weak=1", "case=poisson weak=0"} {
			run(ranks, fmt.Sprintf("%s n=%d", what, f.n))
		}
	}
	if f.ranks > 1 {
		for _, what := range []string{"n=%d fields=1 periodic=0", "n=%d fields=1", "n=%d fields=5"} {
			run(f.ranks, "case=exchange "+fmt.Sprintf(what, f.n))
		}
		run(f.ranks, "case=exchange n=64 fields=1")
		run(f.ranks, "case=exchange n=16 fields=1 layers=1")
	}
	return runs, err
}

func (f *scalingFlags) printFields(c *console.Console, runs []measure.Line) {
	for _, name := range []string{"wave", "poisson", "exchange"} {
		if lines := slices.DeleteFunc(slices.Clone(runs), func(l measure.Line) bool { return l["case"] != name }); len(lines) > 0 {
			(&bench{words: 3, columns: fieldTables[name]}).print(c, lines)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.refused)) {
		c.Printf("transport %s is not in the tables: %s", name, f.refused[name])
	}
}

// draw draws a picture of each kind; where both were measured, their names end in the kind.
func (f *scalingFlags) draw(properties, fields []measure.Line) error {
	for kind, lines := range map[string][]measure.Line{"properties": properties, "fields": fields} {
		if f.output == "" || len(lines) == 0 {
			continue
		}
		name, chart := f.output, propertyScaling.chart
		if f.of == "" {
			end := filepath.Ext(f.output)
			name = strings.TrimSuffix(f.output, end) + "_" + kind + end
		}
		if kind == "fields" {
			chart = fieldScaling.chart
		}
		if err := picture.Save(name, chart.Of(lines)); err != nil {
			return err
		}
	}
	return nil
}
