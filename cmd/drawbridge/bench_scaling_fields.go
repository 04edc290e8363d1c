package main

import (
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strconv"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
	"drawbridge/tools/picture"
)

// fields runs all cases of fields; with an error come those so far.
func (f *scalingFlags) fields(c *console.Console, arguments []string) (runs []measure.Domains, err error) {
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

func (f *scalingFlags) once(c *console.Console, ranks int, arguments []string, runs *[]measure.Domains) error {
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

func (f *scalingFlags) printFields(c *console.Console, runs []measure.Domains) {
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

// transportsOf are those that were measured, in their order.
func transportsOf(runs []measure.Domains) (list []string) {
	for _, d := range runs {
		if !slices.Contains(list, d.Transport) {
			list = append(list, d.Transport)
		}
	}
	return list
}

// fieldLines show the efficiency over the ranks, of waves with the model beside, and of Poisson's equation.
func (f *scalingFlags) fieldLines(runs []measure.Domains) (lines []picture.Series) {
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
				lines = append(lines, line)
			}
		}
		if len(model.X) > 0 {
			lines = append(lines, model)
		}
	}
	return lines
}
