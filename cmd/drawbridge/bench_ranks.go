package main

import (
	"cmp"
	"fmt"
	"os/exec"
	"strconv"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
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

// join puts two errors, each of which may be nil, on one line.
func join(first, second error) error {
	if first == nil || second == nil {
		return cmp.Or(first, second)
	}
	return fmt.Errorf("%w; %w", first, second)
}
