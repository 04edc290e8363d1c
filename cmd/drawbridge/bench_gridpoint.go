package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/gridbench"
	"drawbridge/device/cuda"
	"drawbridge/status"
)

func benchGridpointCommand() *cobra.Command {
	asJSON, device, picture, points := false, "cuda", "", 2048*120
	command := &cobra.Command{
		Use:   "gridpoint",
		Short: "Compare the variants of a kernel per grid point on a GPU",
		Long: `Measure one pattern, every species with every other at every grid point, in every variant: one thread per
point, unroll-and-jam, tiles, teams of warps, bulk stores. The ceiling is the GPU's own copy, measured in
the same run; bytes count each input read once and each output written once.`,
		Example: "  drawbridge bench gridpoint\n  drawbridge bench gridpoint --json --output variants.png",
		Args:    exactly(0, "none"),
		RunE: func(command *cobra.Command, _ []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			if points < 256 || points%256 != 0 {
				return status.Errorf(status.Argument, "--points: %d is not a multiple of 256", points)
			}
			ordinal, err := strconv.Atoi(strings.TrimPrefix(device, "cuda:"))
			if device == "cuda" {
				ordinal, err = 0, nil
			}
			if err != nil || ordinal < 0 {
				return status.Errorf(status.Argument, "--device is %q, expected cuda or cuda:N", device)
			}
			r, err := gridbench.Run(ordinal, points, cuda.Options{Driver: os.Getenv("DRAWBRIDGE_DRIVER"), Toolkit: os.Getenv("DRAWBRIDGE_CUDA"), Threads: 4})
			if err != nil {
				return err
			}
			r.Command = "drawbridge " + strings.Join(os.Args[1:], " ")
			if picture != "" {
				err = gridbench.Draw(r, picture)
			}
			return answer(c, r, asJSON, err, func() { printGridpoint(c, r) })
		},
	}
	flags := command.Flags()
	flags.BoolVar(&asJSON, "json", false, "print JSON")
	flags.StringVar(&device, "device", device, "which GPU: cuda or cuda:N")
	pictureFlag(flags, &picture, "also draw the shares into this file, .png or .svg")
	flags.IntVar(&points, "points", points, "grid points, a multiple of 256")
	return command
}

func printGridpoint(c *console.Console, r gridbench.Report) {
	c.Printf("%s, driver %s, NVRTC %s; %d points x %d species, %.3f GB; copy within the device %.0f GB/s", r.Device, r.Driver, r.Compiler, r.Points,
		r.Species, 1e-9*float64(r.Bytes), r.CopyGBs)
	t := c.Table(2, "variant", "what", "ms", "GB/s", "of copy", "registers")
	best := 0.0
	for _, l := range r.Results {
		if l.Why != "" {
			t.Row(l.Variant, l.Meaning, "-", "-", l.Why, "-")
			continue
		}
		best = max(best, l.Share)
		t.Row(l.Variant, l.Meaning, fmt.Sprintf("%.3f", l.Ms), fmt.Sprintf("%.0f", l.GBs), fmt.Sprintf("%.1f %%", 100*l.Share), fmt.Sprint(l.Regs))
	}
	t.Render()
	c.Printf("best: %.1f %% of the copy", 100*best)
}
