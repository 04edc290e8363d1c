package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/plot"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
	"drawbridge/tools/picture"
)

func benchStencilsCommand() *cobra.Command {
	var f benchFlags
	var png string
	command := &cobra.Command{
		Use:   "stencils [-- ARGUMENTS]",
		Short: "Stencils: every variant of every operator as a share of a copy",
		Long: `Measure every variant of every operator on fields: ms, GB/s (of the bytes that must move at least), the share of
a copy in the same run, points per second. On the host, compare with plain Fortran loops on as many threads
(gfortran -O3 -march=native, OpenMP). For one thread: DRAWBRIDGE_THREADS=1 OMP_NUM_THREADS=1.
Arguments after -- go to the benchmark program: n=256, gray_scott=4096, repeat=7, only=NAME, variant=PREFIX,
precision=float|double. "of copy" refers to the faster of the copies at the top of the table.`,
		Example: "  drawbridge bench stencils --device host --output stencils.png\n  drawbridge bench stencils --device cuda -- n=512 gray_scott=16384",
		RunE: func(command *cobra.Command, arguments []string) error {
			c, results, err := collect(&f, command, "bench_stencils", arguments, func(line []byte) (measure.Stencil, error) {
				return measure.ParseStencil(line, strings.HasPrefix(f.device, "cuda"))
			})
			measured := func(s measure.Stencil) bool {
				return s.Variant != "" && s.Variant != measure.PlainLoops || s.Cycles > 0
			}
			if err == nil && !slices.ContainsFunc(results, measured) {
				err = fmt.Errorf("nothing was measured: no operator, or no variant, has the name in %q", strings.Join(arguments, " "))
			}
			fastest := measure.AgainstPlain(results)
			if err == nil && png != "" {
				err = stencilChart(results).Save(png)
			}
			return answer(c, results, f.asJSON, err, func() {
				printStencils(c, results)
				printAgainstPlain(c, fastest)
			})
		},
	}
	f.add(command)
	pictureFlag(command.Flags(), &png, "draw the shares into this file, .png or .svg", "png")
	return command
}

func printStencils(c *console.Console, results []measure.Stencil) {
	t := c.Table(3, "operator", "precision", "variant", "n", "ms", "GB/s", "of copy", "goal", "Gpoint/s", "of plain loops", "")
	for _, s := range results {
		switch {
		case s.Cycles > 0:
			t.Row(s.Operator, s.Precision, fmt.Sprintf("%d V-cycles, %.0f fine sweeps", s.Cycles, s.Sweeps), fmt.Sprint(s.N), fmt.Sprintf("%.1f", s.Ms), "", "", "", "", "", "")
		case s.Variant == "":
			t.Row(s.Operator, "", "", "", "", fmt.Sprintf("%.0f", s.Copy), "", "", "", "", "")
		default:
			goal, plain := "", ""
			if s.OfPlain > 0 {
				plain = fmt.Sprintf("%.2f", s.OfPlain)
			}
			if s.Goal > 0 {
				goal = fmt.Sprintf(">= %.0f %%", 100*s.Goal)
			}
			t.Row(s.Operator, s.Precision, s.Variant, fmt.Sprint(s.N), fmt.Sprintf("%.3f", s.Ms), fmt.Sprintf("%.0f", s.GBs),
				fmt.Sprintf("%.0f %%", 100*s.Share), goal, fmt.Sprintf("%.2f", 1e-9*s.Points), plain, met(c, s.Goal, s.Share >= s.Goal))
		}
	}
	t.Render()
}

// printAgainstPlain tells which operators gain least and most by their fastest variant: none may be below 1.
func printAgainstPlain(c *console.Console, fastest []measure.Stencil) {
	if len(fastest) == 0 {
		return
	}
	least, most := fastest[0], fastest[len(fastest)-1]
	c.Printf("\nfastest variants over plain Fortran loops: from %.2f times their speed (%s %s, %s) to %.2f (%s %s, %s)%s",
		least.OfPlain, least.Operator, least.Precision, least.Variant, most.OfPlain, most.Operator, most.Precision, most.Variant, ofGoal(c, "; at least 1: ", 1, least.OfPlain >= 1))
}

// stencilChart has a dot per variant over its operator; several steps at once are left to the table.
func stencilChart(results []measure.Stencil) *picture.Chart {
	h := &picture.Chart{Title: "stencils", X: "operator", Y: "share of a copy", Width: 24, Height: 10}
	places, families := map[string]int{}, map[string]int{}
	for _, s := range results {
		if s.Variant == "" || s.Several() {
			continue
		}
		place := s.Operator + " " + s.Precision
		if _, known := places[place]; !known {
			places[place] = len(places)
			h.XTicks = append(h.XTicks, plot.Tick{Value: float64(places[place]), Label: short(s)})
		}
		family, _, _ := strings.Cut(s.Variant, ":")
		if _, known := families[family]; !known {
			families[family] = len(h.Lines)
			h.Lines = append(h.Lines, picture.Series{Name: family, Points: true})
		}
		line := &h.Lines[families[family]]
		line.X, line.Y = append(line.X, float64(places[place])), append(line.Y, s.Share)
	}
	h.ExactX = [2]float64{-0.5, float64(len(places)) - 0.5}
	return h
}

// short names an operator in a tick.
func short(s measure.Stencil) string {
	name := strings.NewReplacer("derivative_", "d", "laplacian_high", "lap4", "laplacian", "lap", "stencil", "", "gauss_seidel", "gs", "gray_scott", "gray", "combine", "axpy").Replace(s.Operator)
	return name + " " + s.Precision[:1]
}
