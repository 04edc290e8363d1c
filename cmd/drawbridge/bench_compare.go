package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/versus"
	"drawbridge/tools/hdf5file"
)

func benchCompareCommand() *cobra.Command {
	folder, program, size, rounds, asJSON := os.TempDir(), "", 4096, 3, false
	command := &cobra.Command{
		Use:   "compare",
		Short: "Comparing two large files against cat and h5diff on the same files",
		Long: `Write two snapshots, first with equal contents, then with every element different by 1e-12. Time three programs on
them in turn, from the page cache: cat of both to /dev/null, drawbridge compare, and h5diff if it is installed.
Each figure is the median of the rounds. The files must fit the folder and the page cache. They are removed at the
end, on Ctrl-C too.`,
		Example: "  drawbridge bench compare\n  drawbridge bench compare --mb 512 --folder /scratch --json",
		Args:    exactly(0, "none"),
		RunE: func(command *cobra.Command, _ []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			if size < 1 || rounds < 1 || rounds > 99 {
				return fmt.Errorf("--mb is %d and --rounds %d, expected at least 1 and at most 99 rounds", size, rounds)
			}
			if !hdf5file.Available {
				_, err := hdf5file.Open("")
				return err
			}
			if program == "" {
				if program, err = os.Executable(); err != nil {
					return err
				}
			}
			ctx, stop := signal.NotifyContext(command.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			results, err := compareCases(ctx, program, folder, int64(size)<<20, rounds)
			if err != nil && ctx.Err() != nil {
				err = errors.New("interrupted; the files are removed")
			}
			return answer(c, results, asJSON, err, func() { printVersus(c, results) })
		},
	}
	flags := command.Flags()
	flags.StringVar(&folder, "folder", folder, "where the files are written")
	flags.StringVar(&program, "program", "", "drawbridge to measure instead of this one")
	flags.IntVar(&size, "mb", size, "size of each file, MiB")
	flags.IntVar(&rounds, "rounds", rounds, "how often each program runs")
	flags.BoolVar(&asJSON, "json", false, "print JSON")
	return command
}

func compareCases(ctx context.Context, program, folder string, bytes int64, rounds int) ([]versus.Result, error) {
	var results []versus.Result
	for _, differ := range []bool{false, true} {
		pair, err := versus.MakePair(ctx, folder, bytes, differ)
		if err != nil {
			return nil, err
		}
		r, err := versus.Measure(ctx, program, pair, differ, rounds)
		pair.Remove()
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return results, nil
}

func printVersus(c *console.Console, results []versus.Result) {
	t := c.Table(1, "contents", "MB each", "cat s", "compare s", "h5diff s", "of cat", "over h5diff", "memory MB")
	for _, r := range results {
		t.Row(r.Case, fmt.Sprintf("%.0f", r.FileMB), fmt.Sprintf("%.2f", r.Cat), fmt.Sprintf("%.2f", r.Compare), quotient(r.H5diff, 1, "%.2f"),
			fmt.Sprintf("%.0f %%", 100*r.OfCat), quotient(r.OverH5diff, 1, "%.1fx"), fmt.Sprintf("%.0f", r.MemoryMB))
	}
	t.Render()
}
