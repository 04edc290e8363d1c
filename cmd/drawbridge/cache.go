package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
	"unsafe"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/device/gpu"
	"drawbridge/frame"
	"drawbridge/properties"
	"drawbridge/status"
	"drawbridge/views"

	"github.com/spf13/cobra"
)

func cacheCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "cache",
		Short: "List, warm or clear the cache of kernels compiled for GPUs",
		Long: `Kernels are compiled for a GPU at their first use and kept in a folder: DRAWBRIDGE_CACHE, otherwise drawbridge in
XDG_CACHE_HOME or ~/.cache. The name of an entry depends on all that it was made from, so an old entry is never
used by mistake; it only takes space. The folder may be copied to another machine, or shared.`,
		Example: "  drawbridge cache list\n  drawbridge cache clear\n  drawbridge cache warm --species CH4,O2,CO2,H2O,N2\n  drawbridge cache warm --species O2,N2 --architecture sm_90",
	}, cacheListCommand(), cacheClearCommand(), cacheWarmCommand())
}

// cacheFolder is the folder that a run would use here.
func cacheFolder() (string, error) {
	folder := gpu.CacheFolder(os.Getenv("DRAWBRIDGE_CACHE"), environment())
	if folder == "" {
		return "", status.Errorf(status.NotAvailable, "there is no cache: DRAWBRIDGE_CACHE is off, or neither XDG_CACHE_HOME nor HOME is set")
	}
	return folder, nil
}

func cacheEntries() (folder string, entries []gpu.CacheEntry, err error) {
	if folder, err = cacheFolder(); err != nil {
		return "", nil, err
	}
	if entries, err = gpu.CacheEntries(folder); err != nil {
		return "", nil, status.Errorf(status.File, "cache: %v", err)
	}
	return folder, entries, nil
}

func cacheListCommand() *cobra.Command {
	return printsJSON(&cobra.Command{
		Use:     "list",
		Short:   "List the entries of the cache",
		Long:    "List what the cache holds: the kernel, the kind (code, or variant: the one that was measured as the fastest),\nits size and age, and whether the file is complete.",
		Example: "  drawbridge cache list\n  drawbridge cache list --json",
		Args:    exactly(0, "none"),
		RunE: speak(func(c *console.Console, _ []string) error {
			folder, entries, err := cacheEntries()
			if err != nil {
				return err
			}
			if c.AsJSON {
				return c.JSON(entries)
			}
			t := c.Table(2, "kernel", "kind", "bytes", "made", "")
			var bytes int64
			for _, e := range entries {
				bytes += e.Bytes
				word := c.Good("whole")
				if !e.Whole {
					word = c.Bad("damaged: will be compiled again")
				}
				t.Row(e.Kernel, e.Kind, fmt.Sprint(e.Bytes), e.Made.Format(time.DateTime), word)
			}
			t.Render()
			c.Printf("%d entries, %.2f MB in %s", len(entries), 1e-6*float64(bytes), folder)
			return nil
		}),
	})
}

func cacheClearCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "clear",
		Short:   "Remove the entries of the cache",
		Long:    "Remove every entry of the cache. Other files in its folder stay.",
		Example: "  drawbridge cache clear",
		Args:    exactly(0, "none"),
		RunE: speak(func(c *console.Console, _ []string) error {
			folder, entries, err := cacheEntries()
			if err != nil {
				return err
			}
			for _, e := range entries {
				if err := os.Remove(filepath.Join(folder, e.File)); err != nil && !os.IsNotExist(err) {
					return status.Errorf(status.File, "cache: %v", err)
				}
			}
			c.Printf("%d entries removed from %s", len(entries), folder)
			return nil
		}),
	}
}

// warming is what cache warm is told.
type warming struct {
	names, collections, outputs, architectures []string
	points                                     int
}

func cacheWarmCommand() *cobra.Command {
	w := warming{points: 1 << 17}
	command := &cobra.Command{
		Use:   "warm --species NAMES",
		Short: "Compile the collections of a mixture, and measure their variants, before a run needs them",
		Long: `Compile every collection for a mixture on this machine's GPU, and measure its variants at a number of points. A
run with the same species, options, size and outputs then finds everything in the cache.

With --architecture no GPU is needed, only NVRTC or hipRTC (DRAWBRIDGE_CUDA, DRAWBRIDGE_HIPRTC name the folder). So a login node can compile all
variants for the compute nodes. The first run there measures which is the fastest. The cache folder and the compiler's
version must be those of the run.`,
		Example: "  drawbridge cache warm --species CH4,O2,CO2,H2O,N2\n  drawbridge cache warm --species O2,N2 --collection preosthermalproperties --points 1000000\n" +
			"  drawbridge cache warm --species CH4,O2,CO2,H2O,N2 --architecture sm_80,sm_90",
		Args: exactly(0, "none"),
		RunE: speak(func(c *console.Console, _ []string) error { return w.run(c) }),
	}
	flags := command.Flags()
	flags.StringSliceVar(&w.names, "species", nil, "species of the mixture, in their order")
	flags.StringSliceVar(&w.collections, "collection", nil, "collections; default: all")
	flags.StringSliceVar(&w.outputs, "outputs", nil, "views that the run computes; default: all outputs of a collection")
	flags.StringSliceVar(&w.architectures, "architecture", nil, "compile for these, such as sm_80,sm_90; default: the GPU of this machine, which also measures")
	flags.IntVar(&w.points, "points", w.points, "points of a stripe (max_block)")
	return command
}

func (w warming) run(c *console.Console) error {
	if len(w.names) == 0 {
		return status.Errorf(status.Argument, "--species: name the species of the run, as CH4,O2,N2")
	}
	if len(w.collections) == 0 {
		w.collections = collectionNames()
	}
	if err := w.check(); err != nil {
		return err
	}
	folder, err := cacheFolder()
	if err != nil {
		return err
	}
	if len(w.architectures) == 0 {
		text, err := w.on("", c)
		if err != nil {
			return status.Wrap(err, "%v; --architecture sm_90 compiles where there is no GPU", err)
		}
		c.Printf("%s", strings.TrimSpace(text))
	}
	for _, architecture := range w.architectures {
		text, err := w.on(architecture, c)
		if err != nil {
			return err
		}
		c.Printf("%s in %s; the first run on a GPU measures the variants", text, folder)
	}
	return nil
}

// check refuses, before anything is compiled, collections and outputs that do not exist.
func (w warming) check() error {
	var written []string
	for _, collection := range w.collections {
		_, writes, err := properties.Names(collection)
		if err != nil {
			return status.Wrap(err, "--collection: %v", err)
		}
		written = append(written, writes...)
	}
	slices.Sort(written)
	for _, view := range w.outputs {
		if !slices.Contains(written, view) {
			return status.Errorf(status.UnknownName, "--outputs: '%s' is not an output; outputs are %s", view, strings.Join(slices.Compact(written), " "))
		}
	}
	if w.points < 1 {
		return status.Errorf(status.Argument, "--points is %d, at least 1 expected", w.points)
	}
	return nil
}

// on runs each collection once on plain values, on the GPU, or compiles for an architecture; the text is the
// report, or what was compiled.
func (w warming) on(architecture string, c *console.Console) (string, error) {
	vars := environment()
	switch named := vars["DRAWBRIDGE_DEVICE"]; {
	case named == "":
		vars["DRAWBRIDGE_DEVICE"] = "gpu"
	case !gpu.Is(named) && architecture == "":
		return "", status.Errorf(status.Argument, "DRAWBRIDGE_DEVICE=%s has no cache to warm: only kernels of a GPU are cached", named)
	}
	if err := frame.Initialize(frame.Config{MaxBlock: w.points, Species: len(w.names), Names: w.names, DeviceID: -1, Compile: architecture, Environment: vars}); err != nil {
		return "", err
	}
	defer frame.Finalize()
	f, err := frame.Current("cache warm")
	if err != nil {
		return "", err
	}
	for _, collection := range w.collections {
		compiled, found, _ := f.Compiled()
		if err := w.one(f, collection); err != nil {
			return "", err
		}
		if more, known, who := f.Compiled(); who != "" {
			c.Printf("%s: %d compiled, %d found", collection, more-compiled, known-found)
		}
	}
	if err := f.CacheFailure(); err != nil {
		return "", status.Errorf(status.File, "nothing is kept, the cache cannot be written: %v", err)
	}
	if compiled, found, who := f.Compiled(); who != "" {
		return fmt.Sprintf("%s: %d variants compiled, %d found", who, compiled, found), nil
	}
	return f.ReportText(false)
}

func (w warming) one(f *frame.Frame, collection string) error {
	reads, writes, err := f.Views(collection)
	if err != nil {
		return err
	}
	for _, view := range reads {
		if err := fillView(f, view, len(w.names), w.points); err != nil {
			return err
		}
	}
	if len(w.outputs) == 0 {
		return f.Run(collection, w.points, nil)
	}
	asked := map[string]bool{}
	for _, view := range w.outputs {
		if slices.Contains(writes, view) {
			asked[view] = true
		}
	}
	if len(asked) == 0 {
		return nil // it writes none of them
	}
	return f.Run(collection, w.points, asked)
}

// plain are values of inputs that every collection can work with, SI.
var plain = map[string]float64{"T": 600, "P": 5e6, "rho": 20, "ke": 1e4, "h": 5e5, "e": 4e5, "rhoP": 1e-6, "rhoT": -0.1, "hP": 1e-4, "hT": 1500}

func fillView(f *frame.Frame, view string, ns, points int) error {
	width, value := 1, plain[view]
	if view == "Yi" {
		width, value = ns, 1/float64(ns)
	}
	values := slices.Repeat([]float64{value}, width*points)
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&values[0])
	a := views.HostArray{Address: uintptr(unsafe.Pointer(&values[0])), Shape: [4]int{points, 1, 1, width}, Interior: [6]int{1, points, 1, 1, 1, 1}, Var: 1, Width: width}
	return f.Unpack(view, a, 1, points)
}
