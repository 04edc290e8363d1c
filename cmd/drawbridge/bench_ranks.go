package main

import (
	"cmp"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
	"drawbridge/snapshot/picture"
)

// ranksFlags are common to what runs under mpirun.
type ranksFlags struct {
	benchFlags
	mpirun string
	ranks  int
}

func (f *ranksFlags) add(command *cobra.Command, ranks int, meaning string) {
	f.benchFlags.add(command)
	command.Flags().StringVar(&f.mpirun, "mpirun", "mpirun", "the mpirun of the MPI that the library is built with")
	command.Flags().IntVar(&f.ranks, "ranks", ranks, meaning)
}

// start runs the program once on some ranks.
func (f *ranksFlags) start(c *console.Console, ranks int, arguments []string, line func([]byte) error) error {
	path, err := measure.Find(f.program, "bench_ranks")
	if err != nil {
		return fmt.Errorf("%w; it is part of a build with MPI", err)
	}
	if _, err := exec.LookPath(f.mpirun); err != nil {
		return fmt.Errorf("%s: %w; name the mpirun with --mpirun", f.mpirun, err)
	}
	var environment []string
	if f.device != "" {
		environment = append(environment, "DRAWBRIDGE_DEVICE="+f.device)
	}
	return measure.Run(f.mpirun, append([]string{"-n", strconv.Itoa(ranks), path}, arguments...), environment, c.Err, line)
}

func benchScalingCommand() *cobra.Command {
	var f ranksFlags
	weak, png := false, ""
	command := &cobra.Command{
		Use:   "scaling [-- ARGUMENTS]",
		Short: "How property kernels scale over the ranks and threads of this machine",
		Long: `Run a plan of 13 thermal properties on 1 to N ranks of one thread, and on one rank of 1 to N threads. Print the
efficiency: points per second, relative to one core and to the number of cores. The cells are divided among the
ranks (strong scaling), or every rank has the same number (--weak). Arguments after -- go to the program:
cells=96 species=5.`,
		Example: "  drawbridge bench scaling\n  drawbridge bench scaling --ranks 8 --weak --output scaling.png -- species=20",
		RunE: func(command *cobra.Command, arguments []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			if weak {
				arguments = append(arguments, "weak=1")
			}
			runs, failed := f.scaling(c, arguments)
			if len(runs) == 0 {
				return failed
			}
			if png != "" {
				err = scalingChart(runs).Save(png)
			}
			return join(failed, answer(c, runs, f.asJSON, err, func() { printScaling(c, runs) }))
		},
	}
	f.add(command, runtime.NumCPU(), "run on 1 to this many ranks, and threads")
	command.Flags().BoolVar(&weak, "weak", false, "as many cells for every rank, instead of sharing them out")
	pictureFlag(command.Flags(), &png, "draw efficiency over cores into this file, .png or .svg", "png")
	return command
}

// scaling runs one core, then more ranks, then more threads; with an error come the runs so far.
func (f *ranksFlags) scaling(c *console.Console, arguments []string) ([]measure.Scaling, error) {
	if f.ranks < 1 || f.ranks > 1024 {
		return nil, fmt.Errorf("--ranks is %d, expected 1 to 1024", f.ranks)
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

// join puts two errors, each of which may be nil, on one line.
func join(first, second error) error {
	if first == nil || second == nil {
		return cmp.Or(first, second)
	}
	return fmt.Errorf("%w; %w", first, second)
}

func printScaling(c *console.Console, runs []measure.Scaling) {
	t := c.Table(0, "ranks", "threads", "species", "points", "ms", "million points/s", "efficiency")
	for _, s := range runs {
		t.Row(fmt.Sprint(s.Ranks), fmt.Sprint(s.Threads), fmt.Sprint(s.Species), fmt.Sprint(s.Points), fmt.Sprintf("%.3f", 1e3*s.Seconds),
			fmt.Sprintf("%.2f", 1e-6*s.Rate), fmt.Sprintf("%.1f %%", 100*s.Efficiency))
	}
	t.Render()
	if slices.ContainsFunc(runs, func(s measure.Scaling) bool { return s.Efficiency > 1.1 }) {
		c.Printf("more than 110 %%: the machine was not quiet, measure again")
	}
}

// scalingChart shows the efficiency of ranks and of threads over the cores they use.
func scalingChart(runs []measure.Scaling) *picture.Chart {
	ranks := picture.Series{Name: "ranks of one thread", Points: true}
	threads := picture.Series{Name: "threads of one rank", Points: true, Dashed: true}
	for _, s := range runs {
		if s.Threads == 1 {
			ranks.X, ranks.Y = append(ranks.X, float64(s.Ranks)), append(ranks.Y, s.Efficiency)
		}
		if s.Ranks == 1 {
			threads.X, threads.Y = append(threads.X, float64(s.Threads)), append(threads.Y, s.Efficiency)
		}
	}
	return &picture.Chart{Title: "Property kernels", X: "cores", Y: "efficiency", Lines: []picture.Series{ranks, threads}}
}

func benchSnapshotCommand() *cobra.Command {
	var f ranksFlags
	command := &cobra.Command{
		Use:   "snapshot [-- ARGUMENTS]",
		Short: "How fast all ranks write one snapshot, against dd",
		Long: `Write one snapshot by all ranks, until it is on the disk and renamed. In turn with it, write as many zeros to the
same folder by dd conv=fsync. DRAWBRIDGE_COLLECTIVE chooses the transport. Arguments after -- go to the program:
cells=128 fields=8 path=FILE.h5 (default: in the current folder).`,
		Example: "  drawbridge bench snapshot\n  drawbridge bench snapshot --ranks 4 -- cells=160 path=/scratch/x.h5",
		RunE: func(command *cobra.Command, arguments []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			var results []measure.Snapshot
			err = f.start(c, f.ranks, append([]string{"bench=snapshot"}, arguments...), func(line []byte) error {
				s, err := measure.ParseSnapshot(line, f.ranks)
				results = append(results, s)
				return err
			})
			return answer(c, results, f.asJSON, err, func() { printSnapshots(c, results) })
		},
	}
	f.add(command, 2, "how many ranks write")
	return command
}

func printSnapshots(c *console.Console, results []measure.Snapshot) {
	t := c.Table(0, "ranks", "MB", "snapshot GB/s", "dd GB/s", "ratio", "goal", "")
	for _, s := range results {
		gb := 1e-9 * float64(s.Bytes)
		t.Row(fmt.Sprint(s.Ranks), fmt.Sprintf("%.0f", 1e3*gb), fmt.Sprintf("%.3f", gb/s.Seconds), fmt.Sprintf("%.3f", gb/s.DDSeconds),
			fmt.Sprintf("%.2f", s.Ratio), atLeast(s.Goal), met(c, s.Goal, s.Met()))
	}
	t.Render()
}
