package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"drawbridge/frame"
	"drawbridge/tools/hdf5file"
)

func versionCommand() *cobra.Command {
	asJSON := false
	command := &cobra.Command{
		Use:     "version",
		Short:   "Print the versions of this command and of what it is built with",
		Example: "  drawbridge version\n  drawbridge version --json",
		Args:    exactly(0, "none"),
		RunE: func(command *cobra.Command, _ []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			if asJSON {
				return c.JSON(map[string]string{"drawbridge": frame.Version, "go": runtime.Version(), "hdf5": hdf5file.Version()})
			}
			c.Printf("%s", versions())
			return nil
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return command
}

// versions is the line of drawbridge version and drawbridge --version.
func versions() string {
	return fmt.Sprintf("drawbridge %s (%s, %s)", frame.Version, runtime.Version(), readsHDF5())
}

func readsHDF5() string {
	if v := hdf5file.Version(); v != "" {
		return "HDF5 " + v
	}
	return "without HDF5"
}
