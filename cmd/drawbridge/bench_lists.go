package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
)

// listTime is one line of bench_lists: ms for each step.
type listTime struct {
	Bench      string  `json:"bench"`
	List       string  `json:"list"`
	N          int     `json:"n"`
	Threads    int     `json:"threads"`
	Together   float64 `json:"together_ms"`
	Apart      float64 `json:"apart_ms"`
	Plain      float64 `json:"plain_ms"` // 0: left out
	OfCopy     float64 `json:"of_copy"`  // the least time by bytes, over the time together
	Difference float64 `json:"difference"`
	Same       string  `json:"same"`
	Launches   int     `json:"launches"`  // kernels and copies of one run that a GPU replays; 0: none does
	Start      float64 `json:"start_us"`  // of the host for one run, with an empty queue
	Starts     float64 `json:"starts_us"` // for several runs by one call
}

// startGoal is how long the host may take to start so many kernels, us.
func startGoal(launches int) float64 { return 3 + 0.5*float64(launches) }

func benchListsCommand() *cobra.Command {
	return benchmark(&cobra.Command{
		Use:   "lists [-- ARGUMENTS]",
		Short: "Time steps whose operators run together, one by one, and as plain Fortran",
		Long: `Measure four time steps on n x n x n points. heat: fill, Laplacian, update. wave: fill, Laplacian of radius 4,
update, damping, swap. flux: fill, an expression with neighbours and a conductivity of each face, update. grad: fill, three
derivatives, three expressions, seven fields that are all kept. Each list runs with its operators together and one by one.
A plain Fortran loop on as many threads (gfortran -O3 -march=native) does the same: fused, of grad six loops. The three take turns.
Times are medians. The bound by bytes moves every field of the list once at the speed of a copy, read or written.
same tells whether both lists give the same bits. Set OMP_WAIT_POLICY=passive for two threads or more.
On a GPU the last columns are the kernels and copies of a run that is replayed, and the least time that the host takes to start it.
The queue is empty then. The last of them is the time to start several runs by one call. Arguments after -- go to the benchmark
program: n=256 rounds=9 steps=2 threads=1 only=heat|wave|flux|grad plain=1.`,
		Example: "  drawbridge bench lists --device host\n  drawbridge bench lists --device host -- n=128 threads=2 plain=0",
	}, "bench_lists", parseListTime, printListTimes)
}

func parseListTime(line []byte) (r listTime, err error) {
	err = json.Unmarshal(line, &r)
	return r, err
}

// goals are those that the list has on this many points and threads of a host.
func (r listTime) goals() (list []listGoal) {
	if least := map[string]float64{"heat": 1.4, "wave": 2}[r.List]; least > 0 && r.N == 256 {
		bound := ""
		if r.OfCopy > 0 {
			bound = fmt.Sprintf(", by bytes at most %.2f", r.Apart/(r.OfCopy*r.Together))
		}
		list = append(list, listGoal{"over one by one", r.Apart / r.Together, least, bound})
	}
	if r.Plain > 0 && (r.List == "grad" && r.N == 48 && r.Threads == 1 || r.List != "grad" && r.N == 512 && r.Threads == 2) {
		list = append(list, listGoal{"over Fortran", r.Plain / r.Together, 1, ""})
	}
	return list
}

// listGoal is a ratio and the least that it should be.
type listGoal struct {
	words         string
	ratio, wanted float64
	bound         string
}

func printListTimes(c *console.Console, results []listTime) {
	t := c.Table(1, "list", "points", "threads", "together, ms", "one by one, ms", "faster", "Fortran, ms", "Fortran / together", "same bits", "",
		"kernels", "start, us", "goal", "", "several, us")
	for _, r := range results {
		plain, ratio := "-", "-"
		var goals []string
		for _, g := range r.goals() {
			if said := ofGoal(c, fmt.Sprintf("%s %.2f%s, goal %g: ", g.words, g.ratio, g.bound, g.wanted), g.wanted, g.ratio >= g.wanted); said != "" {
				goals = append(goals, said)
			}
		}
		if r.Plain > 0 {
			plain, ratio = fmt.Sprintf("%.3f", r.Plain), fmt.Sprintf("%.2f", r.Plain/r.Together)
		}
		kernels, start, several, goal, reached := "-", "-", "-", "", ""
		if r.Launches > 0 {
			kernels, start, several = fmt.Sprint(r.Launches), fmt.Sprintf("%.1f", r.Start), fmt.Sprintf("%.1f", r.Starts)
			goal, reached = fmt.Sprintf("<= %.1f", startGoal(r.Launches)), met(c, startGoal(r.Launches), r.Start <= startGoal(r.Launches))
		}
		t.Row(r.List, fmt.Sprintf("%d^3", r.N), fmt.Sprint(r.Threads), fmt.Sprintf("%.3f", r.Together), fmt.Sprintf("%.3f", r.Apart),
			fmt.Sprintf("%.2f", r.Apart/r.Together), plain, ratio, map[string]string{"T": "yes"}[r.Same]+map[string]string{"F": "NO"}[r.Same], strings.Join(goals, ", "),
			kernels, start, goal, reached, several)
	}
	t.Render()
}
