package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/skeleton"
)

func newCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:     "new",
		Short:   "Write the first files of a new solver or kernel",
		Long:    "Write a folder with a program that builds and runs, or with a routine that translates, to begin with.",
		Example: "  drawbridge new solver nozzle\n  drawbridge new kernel density",
	}, newSolverCommand(), newKernelCommand())
}

func newSolverCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "solver NAME",
		Short: "Write a small Fortran solver that calls the library, with CMakeLists.txt and Makefile",
		Long: `Write the folder NAME with a Fortran solver of 50 lines, without MPI, that computes properties by a plan in each step.
It comes with a CMakeLists.txt (find_package) and a Makefile (pkg-config), and builds against an installed library.
The folder must not exist.`,
		Example: "  drawbridge new solver nozzle\n  PKG_CONFIG_PATH=/opt/drawbridge/lib/pkgconfig make -C nozzle   # where the library is installed",
		Args:    exactly(1, "NAME"),
		RunE:    writes("solver", "Build and run it:\n    cd NAME && "+searchPath()+"make && ./NAME"),
	}
}

func newKernelCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "kernel NAME",
		Short: "Write a Fortran routine of one grid point for drawbridge port, with a Makefile",
		Long: `Write the folder NAME with a Fortran routine of one grid point and a Makefile. make translates the routine into C++ and
compares both, bit for bit (drawbridge port --check), for which it needs gfortran, g++ and objcopy.
The folder must not exist.`,
		Example: "  drawbridge new kernel density\n  make -C density",
		Args:    exactly(1, "NAME"),
		RunE:    writes("kernel", "Translate and compare it:\n    cd NAME && make"),
	}
}

// writes makes a command that writes a folder of a kind, and of the words that follow its files.
func writes(kind, next string) func(*cobra.Command, []string) error {
	return speak(func(c *console.Console, arguments []string) error {
		list, err := skeleton.Write("", arguments[0], kind)
		if err != nil {
			return err
		}
		for _, file := range list {
			c.Printf("%s", file)
		}
		for _, line := range strings.Split("\n"+strings.ReplaceAll(next, "NAME", arguments[0]), "\n") {
			c.Printf("%s", line)
		}
		return nil
	})
}

// searchPath is what make needs to find the library of this command's own prefix, with a blank; "" in the places where pkg-config looks.
func searchPath() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	prefix := filepath.Dir(filepath.Dir(self))
	found, err := filepath.Glob(filepath.Join(prefix, "lib*", "pkgconfig", "drawbridge.pc"))
	deeper, _ := filepath.Glob(filepath.Join(prefix, "lib", "*", "pkgconfig", "drawbridge.pc"))
	if found = append(found, deeper...); err != nil || len(found) == 0 || prefix == "/usr" || prefix == "/usr/local" {
		return ""
	}
	return "PKG_CONFIG_PATH=" + filepath.Dir(found[0]) + " "
}
