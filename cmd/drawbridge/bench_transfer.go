package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/plot"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/measure"
	"drawbridge/tools/picture"
)

func benchTransferCommand() *cobra.Command {
	var f benchFlags
	image := ""
	command := &cobra.Command{
		Use:   "transfer [-- ARGUMENTS]",
		Short: "Transports between host and GPU, compared with the bandwidth of the link",
		Long: `Measure a plan from Fortran array to Fortran array with every transport: packed, pinned, resident, with stripes one
by one or overlapped. The same process measures the bandwidth of the link, and how fast all bound cores can pack:
the host device copies the same rows. Packed transports are compared with that; the time that threads pack is in
a column of its own. Arguments after -- go to the benchmark program.`,
		Example: "  drawbridge bench transfer --device cuda --output transfer.png\n  drawbridge bench transfer --json -- species=10 block=120",
		RunE: func(command *cobra.Command, arguments []string) error {
			folder, err := os.MkdirTemp("", "drawbridge-transfer-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(folder)
			c, results, err := collect(&f, command, "bench_transfer", append(arguments, "reports="+folder), func(line []byte) (measure.Transfer, error) {
				return measure.ParseTransfer(line, folder)
			})
			if err == nil && image != "" {
				err = transferChart(results).Save(image)
			}
			return answer(c, results, f.asJSON, err, func() { printTransfers(c, results) })
		},
	}
	f.add(command)
	pictureFlag(command.Flags(), &image, "draw the rates into this file, .png or .svg", "png")
	return command
}

func printTransfers(c *console.Console, results []measure.Transfer) {
	if len(results) > 0 {
		t := results[0]
		c.Printf("%s: %d species, %d^3 points, halo %d, max_block %d", t.Device, t.Species, t.Block, t.Halo, t.MaxBlock)
		if l := t.Ceilings; l != nil {
			c.Printf("link: %.1f GB/s in, %.1f out, %.1f and %.1f at a time, %.1f from pageable memory", 1e-9*l.In, 1e-9*l.Out, 1e-9*l.InBoth, 1e-9*l.OutBoth, 1e-9*l.Pageable)
		}
	}
	t := c.Table(1, "transport", "ms", "GB/s", "link alone, ms", "cores alone, ms", "packing, ms", "share", "of", "goal", "")
	for _, r := range results {
		goal := ""
		if r.Goal > 0 {
			goal = fmt.Sprintf(">= %.0f %%", 100*r.Goal)
		}
		t.Row(strings.ReplaceAll(r.Path, "_", " "), fmt.Sprintf("%.2f", r.MS), fmt.Sprintf("%.1f", 1e-9*r.Rate()), inMS(r.LinkMS),
			inMS(r.CoresMS), inMS(r.PackMS), fmt.Sprintf("%.0f %%", 100*r.Share), r.Of, goal, met(c, r.Goal, r.Met()))
	}
	t.Render()
}

func inMS(ms float64) string {
	if ms == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", ms)
}

// transferChart shows the rate of the busier direction by path, and the link's ceiling.
func transferChart(results []measure.Transfer) *picture.Chart {
	chart := &picture.Chart{Title: "A plan from Fortran array to Fortran array", X: "transport", Y: "GB/s, busier direction", Bars: &picture.Bars{}, Width: 18, Height: 9}
	ceiling := picture.Series{Name: "link", Dashed: true}
	for i, r := range results {
		if strings.HasPrefix(r.Path, "resident") {
			continue // it moves less
		}
		x := float64(i + 1)
		chart.Bars.From, chart.Bars.To, chart.Bars.Count = append(chart.Bars.From, x-0.4), append(chart.Bars.To, x+0.4), append(chart.Bars.Count, 1e-9*r.Rate())
		chart.XTicks = append(chart.XTicks, plot.Tick{Value: x, Label: strings.ReplaceAll(r.Path, "_", " ")})
		if r.Ceilings != nil {
			ceiling.X, ceiling.Y = append(ceiling.X, x), append(ceiling.Y, 1e-9*max(r.Ceilings.Out, r.Ceilings.In))
		}
	}
	if len(ceiling.X) > 1 {
		chart.Lines = append(chart.Lines, ceiling)
	}
	return chart
}
