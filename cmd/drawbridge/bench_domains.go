package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
	"drawbridge/snapshot/picture"
)

// domainsFlags are those of the benchmark of fields over ranks.
type domainsFlags struct {
	ranksFlags
	n, nodes      int
	link, latency float64
	transports    string
	refused       map[string]string // of those transports that cannot be used here, the reason
}

func benchDomainsCommand() *cobra.Command {
	var f domainsFlags
	png := ""
	command := &cobra.Command{
		Use:   "domains [-- ARGUMENTS]",
		Short: "How fields scale over ranks: wave and Poisson's equation, halo exchange, a model",
		Long: `Run the wave equation of radius 4 on fields over 1, 2, 4 ... N ranks, with n^3 points for each rank (weak) and in all
(strong), and V-cycles of Poisson's equation in the same way. Run halo exchanges alone: one face, five fields and six faces, and 64^3 points in a recorded list. Each is measured with every transport
of --transports in the same run: the one that Drawbridge chooses (auto), ipc, nccl, mpi, and staging through host memory. A model of measured terms stands beside what was measured. It also predicts 8, 64, 512 ...
up to --nodes ranks with a network of --link GB/s and --latency us for each: weak and strong. Arguments after -- go to the program:
rounds=9 steps=20 every=2. The picture has what was measured, and the model.`,
		Example: "  drawbridge bench domains --ranks 2\n  drawbridge bench domains --ranks 4 --n 512 --link 50 --latency 4 --output weak.png",
		RunE: func(command *cobra.Command, arguments []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			runs, failed := f.measure(c, arguments)
			if len(runs) == 0 {
				return failed
			}
			if png != "" {
				err = f.chart(runs).Save(png)
			}
			return join(failed, answer(c, runs, f.asJSON, err, func() { f.print(c, runs) }))
		},
	}
	f.add(command, runtime.NumCPU(), "the most ranks")
	flags := command.Flags()
	flags.IntVar(&f.n, "n", 128, "points along each axis")
	flags.IntVar(&f.nodes, "nodes", 1000, "how many nodes the model predicts")
	flags.Float64Var(&f.link, "link", 25, "bandwidth of the network for each rank, in GB/s: an assumption")
	flags.Float64Var(&f.latency, "latency", 10, "latency of an exchange over the network, in us: an assumption")
	flags.StringVar(&f.transports, "transports", "auto,nccl,staging", "the transports, as DRAWBRIDGE_TRANSPORT names them")
	pictureFlag(flags, &png, "draw efficiency over ranks into this file, .png or .svg", "png")
	return command
}

// measure runs all cases; with an error come those so far.
func (f *domainsFlags) measure(c *console.Console, arguments []string) (runs []measure.Domains, err error) {
	if f.ranks < 1 || f.ranks > 1024 || f.n < 16 || f.n > 2048 || f.nodes < 1 || !(f.link > 0) || !(f.latency >= 0) {
		return nil, fmt.Errorf("--ranks is %d (1 to 1024), --n %d (16 to 2048), --nodes %d, --link %g, --latency %g (above 0) expected", f.ranks, f.n, f.nodes, f.link, f.latency)
	}
	f.refused = map[string]string{}
	run := func(ranks int, words ...string) {
		if err == nil {
			err = f.once(c, ranks, append(words, arguments...), &runs)
		}
	}
	n := "n=" + strconv.Itoa(f.n)
	for ranks := 1; ranks <= f.ranks; ranks *= 2 {
		run(ranks, "case=wave", "weak=1", n)
		run(ranks, "case=wave", "weak=0", n)
		run(ranks, "case=poisson", "weak=1", n)
		run(ranks, "case=poisson", "weak=0", n)
	}
	if f.ranks > 1 {
		run(f.ranks, "case=exchange", n, "fields=1", "periodic=0")
		run(f.ranks, "case=exchange", n, "fields=1")
		run(f.ranks, "case=exchange", n, "fields=5")
		run(f.ranks, "case=exchange", "n=64", "fields=1")
		run(f.ranks, "case=exchange", "n=16", "fields=1", "layers=1")
	}
	return runs, err
}

func (f *domainsFlags) once(c *console.Console, ranks int, arguments []string, runs *[]measure.Domains) error {
	path, err := measure.Find(f.program, "bench_domains")
	if err != nil {
		return fmt.Errorf("%w; it is part of a build with MPI", err)
	}
	if _, err := exec.LookPath(f.mpirun); err != nil {
		return fmt.Errorf("%s: %w; name the mpirun with --mpirun", f.mpirun, err)
	}
	transports := f.transports
	if ranks == 1 {
		transports = "auto" // nothing goes to another rank
	}
	var environment []string
	if f.device != "" {
		environment = append(environment, "DRAWBRIDGE_DEVICE="+f.device)
	}
	err = measure.Run(f.mpirun, append([]string{"-n", strconv.Itoa(ranks), path, "transports=" + transports}, arguments...), environment, c.Err, func(line []byte) error {
		d, err := measure.ParseDomains(line, ranks)
		switch {
		case err != nil:
		case d.Refused != "":
			f.refused[d.Transport] = d.Refused
		default:
			*runs = append(*runs, d)
		}
		return err
	})
	if err != nil && ranks > 1 {
		return fmt.Errorf("%d ranks: %w; where slots are missing: fewer --ranks, or OMPI_MCA_rmaps_base_oversubscribe=1 (Open MPI)", ranks, err)
	}
	return err
}

// find is a run that was measured.
func find(runs []measure.Domains, is func(d measure.Domains) bool) (measure.Domains, bool) {
	i := slices.IndexFunc(runs, is)
	if i < 0 {
		return measure.Domains{}, false
	}
	return runs[i], true
}

// efficiency of a wave, or of a V-cycle of Poisson's equation: the step of one rank over this one's, and over the ranks too where the same points are shared out.
func efficiency(runs []measure.Domains, d measure.Domains) float64 {
	one, _ := find(runs, func(o measure.Domains) bool {
		return o.Case == d.Case && o.Ranks == 1 && o.Weak == d.Weak
	})
	e := one.First / d.First
	if d.Weak == 0 {
		e /= float64(d.Ranks)
	}
	return e
}

func (f *domainsFlags) print(c *console.Console, runs []measure.Domains) {
	t := c.Table(3, "wave", "transport", "n", "ranks", "ms a step", "one box alone, ms", "exchange, ms", "efficiency", "model, ms")
	words := []string{"strong", "weak"} // by weak
	link, linked := f.fitted(runs)
	for _, d := range runs {
		if d.Case != "wave" {
			continue
		}
		model := "-"
		if linked && d.Transport == "auto" && d.Ranks > 1 {
			model = fmt.Sprintf("%.4f", f.modelOf(d, link))
		}
		t.Row(words[d.Weak], d.Transport, fmt.Sprint(d.N), fmt.Sprint(d.Ranks), fmt.Sprintf("%.4f", d.First), fmt.Sprintf("%.4f", d.Second),
			fmt.Sprintf("%.4f", d.Third), fmt.Sprintf("%.1f %%", 100*efficiency(runs, d)), model)
	}
	t.Render()
	t = c.Table(2, "poisson", "transport", "n", "ranks", "ms a cycle", "one box alone, ms", "solution to 1e-8, ms", "efficiency")
	for _, d := range runs {
		if d.Case == "poisson" {
			t.Row(words[d.Weak], d.Transport, fmt.Sprint(d.N), fmt.Sprint(d.Ranks), fmt.Sprintf("%.3f", d.First), fmt.Sprintf("%.3f", d.Second), fmt.Sprintf("%.2f", d.Third),
				fmt.Sprintf("%.1f %%", 100*efficiency(runs, d)))
		}
	}
	t.Render()
	t = c.Table(2, "exchange", "transport", "ranks", "fields", "layers", "MB sent", "ms", "ms within a list", "GB/s sent")
	for _, d := range runs {
		if d.Case == "exchange" {
			t.Row(fmt.Sprintf("%d^3", d.N), d.Transport, fmt.Sprint(d.Ranks), fmt.Sprint(d.Fields), fmt.Sprint(d.Layers), fmt.Sprintf("%.2f", 1e-6*float64(d.Bytes)),
				fmt.Sprintf("%.4f", d.First), fmt.Sprintf("%.4f", d.Marginal()), fmt.Sprintf("%.1f", 1e-9*d.Rate()))
		}
	}
	t.Render()
	for _, name := range slices.Sorted(maps.Keys(f.refused)) {
		c.Printf("transport %s is not in the tables: %s", name, f.refused[name])
	}
	f.predict(c, runs, link, linked)
}

// overlaps tells whether the runs computed while halos travelled.
func overlaps() bool { return os.Getenv("DRAWBRIDGE_OVERLAP") == "always" }

// fitted is the link that the exchanges show.
func (f *domainsFlags) fitted(runs []measure.Domains) (measure.Link, bool) {
	small, large, found := f.ends(runs, "auto")
	link, err := measure.Fit(small, large)
	return link, found && err == nil
}

// modelOf is the ms of a step as the model says, of the step on one box alone and what the link needs for its bytes.
func (f *domainsFlags) modelOf(d measure.Domains, link measure.Link) float64 {
	return measure.Step(d.Second, link.Exchange(float64(d.Bytes)), 0, overlaps())
}

// ends are the exchanges of fewest and most bytes by a transport.
func (f *domainsFlags) ends(runs []measure.Domains, transport string) (small, large measure.Domains, found bool) {
	for _, d := range runs {
		if d.Case != "exchange" || d.Transport != transport || d.Bytes == 0 {
			continue
		}
		if !found || d.Bytes < small.Bytes {
			small = d
		}
		if !found || d.Bytes > large.Bytes {
			large = d
		}
		found = true
	}
	return small, large, found
}

// predict prints what the model says of many nodes, beside its terms.
func (f *domainsFlags) predict(c *console.Console, runs []measure.Domains, link measure.Link, linked bool) {
	one, found := find(runs, func(d measure.Domains) bool { return d.Case == "wave" && d.Weak == 1 && d.Ranks == 1 })
	if !found {
		return
	}
	if linked {
		c.Printf("measured link: %.1f us and %.1f GB/s of a rank", 1e3*link.LatencyMs, 1e-9*link.Rate)
	}
	network := measure.Link{LatencyMs: 1e-3 * f.latency, Rate: 1e9 * f.link}
	c.Printf("model: six faces of four layers over a network of %g GB/s and %g us for each rank (assumed), step of one rank %.4f ms (measured)", f.link, f.latency, one.First)
	t := c.Table(0, "ranks", "weak, ms a step", "efficiency", "strong, ms a step", "efficiency")
	for ranks := 8; ; ranks *= 8 {
		p := measure.Predict(min(ranks, f.nodes), f.n, 4, one.First, network, overlaps())
		weak, strong := p.EfficiencyOf(one.First)
		t.Row(fmt.Sprint(p.Ranks), fmt.Sprintf("%.4f", p.Weak), fmt.Sprintf("%.1f %%", 100*weak), fmt.Sprintf("%.4f", p.Strong), fmt.Sprintf("%.1f %%", 100*strong))
		if ranks >= f.nodes {
			break
		}
	}
	t.Render()
	c.Printf("weak: %d^3 points for each rank. strong: %d^3 in all, and a smaller box loses nothing but its exchange. The model has no late rank, and nothing else grows with the ranks", f.n, f.n)
}

// transportsOf are those that were measured, in their order.
func transportsOf(runs []measure.Domains) (list []string) {
	for _, d := range runs {
		if !slices.Contains(list, d.Transport) {
			list = append(list, d.Transport)
		}
	}
	return list
}

// chart shows the efficiency over the ranks, of waves with the model beside, and of Poisson's equation.
func (f *domainsFlags) chart(runs []measure.Domains) *picture.Chart {
	chart := &picture.Chart{Title: "Fields over ranks", X: "ranks", Y: "efficiency"}
	link, linked := f.fitted(runs)
	for weak, name := range []string{"strong", "weak"} {
		model := picture.Series{Name: "wave, " + name + ", model"}
		for _, of := range []string{"wave", "poisson"} {
			for _, transport := range transportsOf(runs) {
				line := picture.Series{Name: of + ", " + name + ", " + transport, Points: true, Dashed: transport != "auto"}
				for _, d := range runs {
					if d.Case != of || d.Weak != weak || d.Transport != transport {
						continue
					}
					line.X, line.Y = append(line.X, float64(d.Ranks)), append(line.Y, efficiency(runs, d))
					if of == "wave" && transport == "auto" && linked {
						predicted := d
						if d.Ranks > 1 {
							predicted.First = f.modelOf(d, link)
						}
						model.X, model.Y = append(model.X, float64(d.Ranks)), append(model.Y, efficiency(runs, predicted))
					}
				}
				chart.Lines = append(chart.Lines, line)
			}
		}
		if len(model.X) > 0 {
			chart.Lines = append(chart.Lines, model)
		}
	}
	return chart
}
