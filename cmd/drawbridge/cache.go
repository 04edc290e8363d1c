package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"drawbridge/device/cuda"
	"drawbridge/status"
)

func cacheCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "cache",
		Short: "List, warm or clear the cache of kernels compiled for GPUs",
		Long: `Kernels are compiled for a GPU at their first use and kept in a folder: DRAWBRIDGE_CACHE, otherwise drawbridge in
XDG_CACHE_HOME or ~/.cache. The name of an entry depends on all that it was made from, so an old entry is never
used by mistake; it only takes space. The folder may be copied to another machine, or shared.`,
		Example: "  drawbridge cache list\n  drawbridge cache clear\n  drawbridge cache warm --species CH4,O2,CO2,H2O,N2\n  drawbridge cache warm --species O2,N2 --architecture sm_90",
		Args:    subcommand,
		RunE:    func(command *cobra.Command, _ []string) error { return command.Help() },
	}
	command.AddCommand(cacheListCommand(), cacheClearCommand(), cacheWarmCommand())
	return command
}

// cacheFolder is the folder that a run would use here.
func cacheFolder() (string, error) {
	environment := map[string]string{}
	for _, name := range []string{"XDG_CACHE_HOME", "HOME"} {
		environment[name] = os.Getenv(name)
	}
	folder := cuda.CacheFolder(os.Getenv("DRAWBRIDGE_CACHE"), environment)
	if folder == "" {
		return "", status.Errorf(status.NotAvailable, "there is no cache: DRAWBRIDGE_CACHE is off, or neither XDG_CACHE_HOME nor HOME is set")
	}
	return folder, nil
}

func cacheEntries() (folder string, entries []cuda.CacheEntry, err error) {
	if folder, err = cacheFolder(); err != nil {
		return "", nil, err
	}
	if entries, err = cuda.CacheEntries(folder); err != nil {
		return "", nil, status.Errorf(status.File, "cache: %v", err)
	}
	return folder, entries, nil
}

func cacheListCommand() *cobra.Command {
	asJSON := false
	command := &cobra.Command{
		Use:     "list",
		Short:   "List the entries of the cache",
		Long:    "List what the cache holds: the kernel, the kind (code, or variant: the one that was measured as the fastest),\nits size and age, and whether the file is complete.",
		Example: "  drawbridge cache list\n  drawbridge cache list --json",
		Args:    exactly(0, "none"),
		RunE: func(command *cobra.Command, _ []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			folder, entries, err := cacheEntries()
			if err != nil {
				return err
			}
			if asJSON {
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
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return command
}

func cacheClearCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "clear",
		Short:   "Remove the entries of the cache",
		Long:    "Remove every entry of the cache. Other files in its folder stay.",
		Example: "  drawbridge cache clear",
		Args:    exactly(0, "none"),
		RunE: func(command *cobra.Command, _ []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
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
		},
	}
}
