package main

import (
	"os"
	"runtime"
	"strings"
	"unsafe"

	"github.com/spf13/cobra"

	"drawbridge/frame"
	"drawbridge/properties"
	"drawbridge/status"
	"drawbridge/views"
)

func cacheWarmCommand() *cobra.Command {
	var names, collections []string
	points := 1 << 17
	command := &cobra.Command{
		Use:   "warm --species NAMES",
		Short: "Compile the collections of a mixture, and measure their layouts, before a run needs them",
		Long: `Compile every collection for a mixture on this machine's GPU, with all outputs, and measure its layouts at a
number of points. A run with the same species, options and size then finds all it needs.`,
		Example: "  drawbridge cache warm --species CH4,O2,CO2,H2O,N2\n  drawbridge cache warm --species O2,N2 --collection preosthermalproperties --points 1000000",
		Args:    exactly(0, "none"),
		RunE: func(command *cobra.Command, _ []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			if len(names) == 0 {
				return status.Errorf(status.Argument, "--species: name the species of the run, as CH4,O2,N2")
			}
			if len(collections) == 0 {
				for _, known := range properties.Collections {
					collections = append(collections, known.Name)
				}
			}
			done, err := warm(names, collections, points)
			if err != nil {
				return err
			}
			c.Printf("%s", strings.TrimSpace(done))
			return nil
		},
	}
	flags := command.Flags()
	flags.StringSliceVar(&names, "species", nil, "species of the mixture, in their order")
	flags.StringSliceVar(&collections, "collection", nil, "collections; default: all")
	flags.IntVar(&points, "points", points, "points of a stripe (max_block)")
	return command
}

// warm runs each collection once on plain values and gives the report.
func warm(names, collections []string, points int) (string, error) {
	environment := map[string]string{}
	for _, word := range os.Environ() {
		name, value, _ := strings.Cut(word, "=")
		environment[name] = value
	}
	if environment["DRAWBRIDGE_DEVICE"] == "" {
		environment["DRAWBRIDGE_DEVICE"] = "cuda"
	}
	if err := frame.Initialize(frame.Config{MaxBlock: points, Species: len(names), Names: names, DeviceID: -1, Environment: environment}); err != nil {
		return "", err
	}
	defer frame.Finalize()
	f, err := frame.Current("cache warm")
	if err != nil {
		return "", err
	}
	for _, collection := range collections {
		reads, _, err := f.Views(collection)
		if err != nil {
			return "", err
		}
		for _, view := range reads {
			if err := fillView(f, view, len(names), points); err != nil {
				return "", err
			}
		}
		if err := f.Run(collection, points, nil); err != nil {
			return "", err
		}
	}
	return f.ReportText(false), nil
}

// plain are values of inputs that every collection can work with, SI.
var plain = map[string]float64{"T": 600, "P": 5e6, "rho": 20, "ke": 1e4, "h": 5e5, "e": 4e5, "rhoP": 1e-6, "rhoT": -0.1, "hP": 1e-4, "hT": 1500}

func fillView(f *frame.Frame, view string, ns, points int) error {
	width, value := 1, plain[view]
	if view == "Yi" {
		width, value = ns, 1/float64(ns)
	}
	values := make([]float64, width*points)
	for i := range values {
		values[i] = value
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&values[0])
	a := views.HostArray{Address: uintptr(unsafe.Pointer(&values[0])), Shape: [4]int{points, 1, 1, width}, Interior: [6]int{1, points, 1, 1, 1, 1}, Var: 1, Width: width}
	return f.Unpack(view, a, 1, points)
}
