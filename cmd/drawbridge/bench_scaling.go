package main

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
	"drawbridge/tools/picture"
)

// scalingFlags are those of the benchmark of ranks.
type scalingFlags struct {
	ranksFlags
	of, png       string
	weak          bool
	n, nodes      int
	link, latency float64
	transports    string
	refused       map[string]string // of those transports that cannot be used here, the reason
}

// scalingResults are what was measured, as JSON gives it.
type scalingResults struct {
	Properties struct {
		Strong []measure.Scaling `json:"strong"`
		Weak   []measure.Scaling `json:"weak"`
	} `json:"properties"`
	Fields []measure.Domains `json:"fields"`
}

func benchScalingCommand() *cobra.Command {
	command := scalingCommand("scaling [-- ARGUMENTS]", "")
	command.Short = "How property kernels and fields scale over ranks, with a model of many nodes"
	command.Long = `Measure on 1 to N ranks of this machine, with as many points for each rank (weak) and in all (strong), and print
the efficiency:

properties  a plan of 13 thermal properties on 1 to N ranks of one thread, and on one rank of 1 to N threads.
fields      the wave equation of radius 4 and V-cycles of Poisson's equation on 1, 2, 4 ... N ranks, n^3 points, and halo
            exchanges alone: one face, five fields and six faces, and 64^3 points in a recorded list. Each is measured with
            every transport of --transports in the same run.

The tables have a model of measured terms next to what was measured. It also predicts 8, 64, 512 ... up to --nodes ranks, with the
link that was measured here and with a network of --link GB/s and --latency us for each rank.

--of takes one of both alone. Arguments after -- go to its program: those of properties (cells=96 species=5), which they
select where --of is not given, or those of fields (rounds=9 steps=20). --weak selects weak scaling of properties.`
	command.Example = "  drawbridge bench scaling\n  drawbridge bench scaling --ranks 4 --n 512 --link 50 --latency 4 --output scaling.png\n  drawbridge bench scaling --ranks 8 --weak -- species=20"
	return command
}

// benchDomainsCommand is the fields alone, by its former name.
func benchDomainsCommand() *cobra.Command {
	command := scalingCommand("domains [-- ARGUMENTS]", "fields")
	command.Short = "The same as bench scaling --of fields"
	command.Long = command.Short + ": waves, Poisson's equation and halo exchanges over ranks, with a model of many nodes."
	command.Example = "  drawbridge bench domains --ranks 2"
	return command
}

func scalingCommand(use, of string) *cobra.Command {
	f := scalingFlags{of: of}
	command := &cobra.Command{Use: use, RunE: func(command *cobra.Command, arguments []string) error {
		c, err := talk(command)
		if err == nil {
			err = f.check(arguments)
		}
		if err != nil {
			return err
		}
		return f.run(c, arguments)
	}}
	f.add(command, runtime.NumCPU(), "the most ranks, and threads")
	flags := command.Flags()
	if of == "" {
		flags.StringVar(&f.of, "of", "", "properties or fields alone (default: both)")
		flags.BoolVar(&f.weak, "weak", false, "properties alone, as many cells for every rank, instead of sharing them out")
	}
	flags.IntVar(&f.n, "n", 128, "points of fields along each axis")
	flags.IntVar(&f.nodes, "nodes", 1000, "how many ranks, each on a node, the model predicts")
	flags.Float64Var(&f.link, "link", 25, "bandwidth of the network for each rank, in GB/s: an assumption")
	flags.Float64Var(&f.latency, "latency", 10, "latency of an exchange over the network, in us: an assumption")
	flags.StringVar(&f.transports, "transports", "auto,nccl,staging", "the transports, as DRAWBRIDGE_TRANSPORT names them")
	pictureFlag(flags, &f.png, "draw efficiency into this file, .png or .svg; of both kinds into NAME_properties and NAME_fields", "png")
	return command
}

// check refuses what cannot be run. Arguments for a program, a program and --weak without --of mean properties, as they did when the
// command had no fields.
func (f *scalingFlags) check(arguments []string) error {
	if f.of == "" && (f.weak || len(arguments) > 0 || f.program != "") {
		f.of = "properties"
	}
	switch {
	case f.ranks < 1 || f.ranks > 1024 || f.n < 16 || f.n > 2048 || f.nodes < 1 || !(f.link > 0) || !(f.latency >= 0):
		return fmt.Errorf("--ranks is %d (1 to 1024), --n %d (16 to 2048), --nodes %d, --link %g, --latency %g (above 0) expected", f.ranks, f.n, f.nodes, f.link, f.latency)
	case f.of != "" && f.of != "properties" && f.of != "fields":
		return fmt.Errorf("--of is %s, properties or fields expected", f.of)
	case f.of == "fields" && f.weak:
		return fmt.Errorf("--weak is for properties; fields are measured both ways")
	}
	return nil
}

// run measures, and prints what there is; with an error comes what was measured before.
func (f *scalingFlags) run(c *console.Console, arguments []string) error {
	var r scalingResults
	var failed error
	if f.of != "fields" && !f.weak {
		r.Properties.Strong, failed = f.properties(c, false, arguments)
	}
	if f.of == "" && failed == nil || f.weak {
		r.Properties.Weak, failed = f.properties(c, true, arguments)
	}
	if f.of != "properties" && failed == nil {
		r.Fields, failed = f.fields(c, arguments)
	}
	if len(r.Properties.Strong)+len(r.Properties.Weak)+len(r.Fields) == 0 {
		return failed
	}
	var err error
	if f.png != "" {
		err = f.draw(r)
	}
	return join(failed, answer(c, f.json(r), f.asJSON, err, func() { f.print(c, r) }))
}

// json is a list where one kind was measured.
func (f *scalingFlags) json(r scalingResults) any {
	switch {
	case f.of == "fields":
		return r.Fields
	case f.of == "properties":
		return append(r.Properties.Strong, r.Properties.Weak...)
	}
	return r
}

func (f *scalingFlags) print(c *console.Console, r scalingResults) {
	for i, runs := range [][]measure.Scaling{r.Properties.Strong, r.Properties.Weak} {
		if len(runs) > 0 {
			printPropertyScaling(c, []string{"strong", "weak"}[i], runs)
		}
	}
	if len(r.Fields) > 0 {
		f.printFields(c, r.Fields)
	}
}

// draw draws a picture of each kind; where both were measured, their names end in the kind.
func (f *scalingFlags) draw(r scalingResults) error {
	name := func(kind string) string {
		if f.of != "" {
			return f.png
		}
		end := filepath.Ext(f.png)
		return strings.TrimSuffix(f.png, end) + "_" + kind + end
	}
	chart := &picture.Chart{Title: "Property kernels", X: "cores", Y: "efficiency"}
	for i, runs := range [][]measure.Scaling{r.Properties.Strong, r.Properties.Weak} {
		if len(runs) > 0 {
			chart.Lines = append(chart.Lines, propertyLines(runs, []string{"strong", "weak"}[i])...)
		}
	}
	if len(chart.Lines) > 0 {
		if err := chart.Save(name("properties")); err != nil {
			return err
		}
	}
	if len(r.Fields) == 0 {
		return nil
	}
	chart = &picture.Chart{Title: "Fields over ranks", X: "ranks", Y: "efficiency", Lines: f.fieldLines(r.Fields)}
	return chart.Save(name("fields"))
}
