package main

import (
	"fmt"
	"slices"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
	"drawbridge/tools/picture"
)

// properties runs a plan on one core, then on more ranks, then on more threads; with an error come the runs so far.
func (f *scalingFlags) properties(c *console.Console, weak bool, arguments []string) ([]measure.Scaling, error) {
	if weak {
		arguments = append([]string{"weak=1"}, arguments...)
	}
	var runs []measure.Scaling
	run := func(ranks, threads int) error {
		return f.start(c, ranks, append([]string{"bench=scaling", fmt.Sprintf("threads=%d", threads)}, arguments...), func(line []byte) error {
			s, err := measure.ParseScaling(line, ranks, threads)
			if err == nil {
				runs = append(runs, s)
			}
			return err
		})
	}
	var failed error
	for n := 1; n <= f.ranks && failed == nil; n++ {
		if failed = run(n, 1); failed != nil && n > 1 {
			failed = fmt.Errorf("%d ranks: %w; where slots are missing: fewer --ranks, or OMPI_MCA_rmaps_base_oversubscribe=1 (Open MPI)", n, failed)
		}
	}
	for n := 2; n <= f.ranks && failed == nil; n++ {
		failed = run(1, n)
	}
	if failed != nil && len(runs) == 0 {
		return nil, failed
	}
	return runs, join(failed, measure.Efficiencies(runs))
}

func printPropertyScaling(c *console.Console, what string, runs []measure.Scaling) {
	t := c.Table(1, "properties", "ranks", "threads", "species", "points", "ms", "million points/s", "efficiency")
	for _, s := range runs {
		t.Row(what, fmt.Sprint(s.Ranks), fmt.Sprint(s.Threads), fmt.Sprint(s.Species), fmt.Sprint(s.Points), fmt.Sprintf("%.3f", 1e3*s.Seconds),
			fmt.Sprintf("%.2f", 1e-6*s.Rate), fmt.Sprintf("%.1f %%", 100*s.Efficiency))
	}
	t.Render()
	if slices.ContainsFunc(runs, func(s measure.Scaling) bool { return s.Efficiency > 1.1 }) {
		c.Printf("more than 110 %%: the machine was not quiet, measure again")
	}
}

// propertyLines show the efficiency of ranks and of threads over the cores they use.
func propertyLines(runs []measure.Scaling, what string) []picture.Series {
	ranks := picture.Series{Name: what + ", ranks of one thread", Points: true}
	threads := picture.Series{Name: what + ", threads of one rank", Points: true, Dashed: true}
	for _, s := range runs {
		if s.Threads == 1 {
			ranks.X, ranks.Y = append(ranks.X, float64(s.Ranks)), append(ranks.Y, s.Efficiency)
		}
		if s.Ranks == 1 {
			threads.X, threads.Y = append(threads.X, float64(s.Threads)), append(threads.Y, s.Efficiency)
		}
	}
	return []picture.Series{ranks, threads}
}
