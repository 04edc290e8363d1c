// Command drawbridge compares and draws snapshots, tells what this machine has, and lays out what a
// run or a benchmark measured.
//
// Each subcommand has a file of its own that reads flags and prints; the work lives in packages.
// Exit codes: 0 done (compare: the same), 1 the answer is no (compare: different, doctor, port, species check), 2 trouble.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/files"
	"drawbridge/frame"
	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/tools/hdf5file"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// verdict is an answer that is no error, but no 0 either.
type verdict int

func (v verdict) Error() string { return fmt.Sprintf("exit %d", int(v)) }

// trouble is the exit code of a command that could not do its work.
const trouble = 2

// longestCall is how long one call of HDF5 may compute, waiting for disks not counted, before the file counts as damaged.
const longestCall = 2 * time.Minute

func main() {
	hdf5file.NameCrashes(longestCall)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and answers the exit code.
func run(arguments []string, out, complaints io.Writer) int {
	root := rootCommand()
	root.SetArgs(arguments)
	answer := &console.Sink{To: out}
	root.SetOut(answer)
	root.SetErr(complaints)
	refuseUnknownShells(root)
	command, err := root.ExecuteC()
	if answer.Failed != nil { // whatever else happened, nobody has read the answer
		err = fmt.Errorf("the answer cannot be written: %w", answer.Failed)
	}
	var code verdict
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintf(complaints, "%s: %s\n", command.CommandPath(), files.OneLine(inWords(err)))
	return trouble
}

// inWords is an error's text, where the system's words about a file are a sentence that says what to do.
func inWords(err error) string {
	var of *fs.PathError
	if !errors.As(err, &of) {
		return err.Error()
	}
	said := of.Error()
	switch here, _ := os.Getwd(); {
	case errors.Is(of, fs.ErrNotExist) && filepath.IsAbs(of.Path):
		said = of.Path + ": no such file or folder; check the name"
	case errors.Is(of, fs.ErrNotExist):
		said = of.Path + ": no such file or folder in " + here + "; check the name"
	case errors.Is(of, fs.ErrPermission):
		said = of.Path + ": this user has no permission to " + of.Op + " it"
	}
	return strings.Replace(err.Error(), of.Error(), said, 1)
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "drawbridge",
		Short: "Compare and draw snapshots, translate routines, inspect this machine, measure performance",
		Long: `The library Drawbridge computes real-gas properties and stencils for existing solvers, on CPU cores or a GPU.
This command compares and draws snapshots, translates Fortran routines, checks the machine, and measures.

Exit codes: 0 success, 1 the answer is no (compare: different; doctor: a problem; port, species check: refused),
2 error, with one line on stderr.`,
		Example: `  drawbridge compare fortran.h5 bridge.h5 --rel 1e-6
  drawbridge plot bridge.h5 --field density,temperature -o mixing.png
  drawbridge doctor`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.Version = versions()
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(wrongValue)
	root.PersistentFlags().String("color", "auto", "colour: auto (on a terminal), always or never")
	group(root, compareCommand(), plotCommand(), doctorCommand(), reportCommand(), explainCommand(), kernelsCommand(), speciesCommand(), benchCommand(), cacheCommand(), versionCommand(), newCommand(), portCommand())
	root.SetHelpCommand(helpCommand(root))
	takeDecimals(root)
	offerValues(root)
	_ = root.RegisterFlagCompletionFunc("color", offer(flagValues["color"])) // a persistent flag: not among root's own
	return root
}

// refuseUnknownShells makes cobra's command for completions say what it knows, where it would only show its help;
// it keeps the writer that it finds, so that is set before.
func refuseUnknownShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion, _, _ := root.Find([]string{"completion"})
	completion.Args, completion.RunE = cobra.ArbitraryArgs, func(_ *cobra.Command, arguments []string) error {
		return fmt.Errorf("shell %q is not known, expected bash, fish, powershell or zsh", strings.Join(arguments, " "))
	}
}

// helpCommand shows the help of a command; cobra's own ends with 0 where there is none of that name.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Show the help of a command",
		Example: "  drawbridge help compare",
		RunE: func(_ *cobra.Command, arguments []string) error {
			command, rest, err := root.Find(arguments)
			if err == nil && len(rest) > 0 {
				err = subcommand(command, rest)
			}
			if err != nil {
				return fmt.Errorf("no help for %q: %w", strings.Join(arguments, " "), err)
			}
			return command.Help()
		},
	}
}

// wrongValue says in plain words what a flag expects, or which flag there is.
func wrongValue(command *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		return unknownFlag(command, unknown)
	}
	if !errors.As(err, &invalid) {
		return err
	}
	flag := invalid.GetFlag()
	words, known := map[string][2]string{"int": {"a decimal whole number such as 10", "a decimal whole number of at most 9223372036854775807"},
		"float64": {"a decimal number such as 1e-9", "a decimal number of at most 1.8e+308"}, "bool": {"true or false"},
		"intSlice": {"decimal whole numbers with commas between", "decimal whole numbers of at most 9223372036854775807"}}[flag.Value.Type()]
	if !known {
		return err
	}
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("--%s is %q, too large: expected %s", flag.Name, invalid.GetValue(), words[1])
	}
	return fmt.Errorf("--%s is %q, expected %s", flag.Name, invalid.GetValue(), words[0])
}

// talk makes the console of a subcommand.
func talk(command *cobra.Command) (*console.Console, error) {
	when, err := command.Flags().GetString("color")
	if err != nil {
		return nil, err
	}
	c, err := console.New(command.OutOrStdout(), command.ErrOrStderr(), when)
	if err == nil && command.Flags().Lookup("json") != nil {
		c.AsJSON, err = command.Flags().GetBool("json")
	}
	return c, err
}

// speak makes the work of a subcommand of what answers on a console.
func speak(answer func(c *console.Console, arguments []string) error) func(*cobra.Command, []string) error {
	return func(command *cobra.Command, arguments []string) error {
		c, err := talk(command)
		if err != nil {
			return err
		}
		return answer(c, arguments)
	}
}

// printsJSON gives a command the flag --json.
func printsJSON(command *cobra.Command) *cobra.Command {
	command.Flags().Bool("json", false, "print JSON")
	return command
}

// group makes a command of subcommands.
func group(command *cobra.Command, subs ...*cobra.Command) *cobra.Command {
	command.Args, command.RunE = subcommand, func(command *cobra.Command, _ []string) error { return command.Help() }
	command.AddCommand(subs...)
	return command
}

// exactly refuses another number of arguments and says which are expected.
func exactly(n int, what string) cobra.PositionalArgs { return between(n, n, what) }

// between is the same for a least and a largest number.
func between(least, most int, what string) cobra.PositionalArgs {
	return func(command *cobra.Command, arguments []string) error {
		if n := len(arguments); n < least || n > most {
			return fmt.Errorf("%s given, expected %s; see %s --help", status.Count(len(arguments), "argument"), what, command.CommandPath())
		}
		return nil
	}
}

// model is what to use in the place of the predictions of bench scaling.
const model = "the prediction for many nodes is not made any more; the tables have what an exchange costs"

// gone are commands and flags of earlier releases, and what to use in their place.
var gone = map[string]string{
	"drawbridge info":    "drawbridge doctor says what a run would use here",
	"drawbridge mps":     "start nvidia-cuda-mps-control -d yourself, as docs/mpi.md shows",
	"drawbridge man":     "drawbridge COMMAND --help prints the same texts, and docs/command_line.md has them all",
	"bench compare":      "time drawbridge compare, cat and h5diff on your own files",
	"bench reductions":   "bench expressions -- only=8 to only=11 measures sum, dot, norm2 and max",
	"gridpoint --output": "the table has the shares, and --json prints them",
	"bench pairs":        "its figures are in docs/how_to/input_pairs.md",
	"bench orders":       "its figures are in docs/how_to/index_orders.md",
	"plot --of":          "plot draws one file; write the numbers of a run by the solver, or read its snapshots with h5py",
	"scaling --nodes":    model, "domains --nodes": model, "scaling --link": model, "domains --link": model, "scaling --latency": model, "domains --latency": model,
	"bench fields": "bench properties measures the same kernels",
}

// subcommand refuses what is none of a command's own, and names what may have been meant.
func subcommand(command *cobra.Command, arguments []string) error {
	if len(arguments) == 0 {
		return nil
	}
	if instead := gone[command.Name()+" "+arguments[0]]; instead != "" {
		return fmt.Errorf("the command %q is gone since release 0.3.0: %s", arguments[0], instead)
	}
	var known []string
	for _, c := range command.Commands() {
		if c.IsAvailableCommand() {
			known = append(known, c.Name())
		}
	}
	show := ""
	if slices.Contains(known, "show") {
		show = fmt.Sprintf("; to look it up: %s show %s", command.CommandPath(), arguments[0])
	}
	return fmt.Errorf("no command %q; %s%s", arguments[0], nearest.Sentence(arguments[0], known), show)
}

// unknownFlag names the flag that may have been meant.
func unknownFlag(command *cobra.Command, unknown *pflag.NotExistError) error {
	if command.HasSubCommands() {
		if err := subcommand(command, command.Flags().Args()); err != nil {
			return err
		}
	}
	name := unknown.GetSpecifiedName()
	if instead := gone[command.Name()+" --"+name]; instead != "" {
		return fmt.Errorf("the flag --%s is gone since release 0.3.0: %s", name, instead)
	}
	var known []string
	command.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, f.Name)
		}
	})
	if near := nearest.Name(name, known); near != "" && len(name) > 1 {
		return fmt.Errorf("%w; nearest: --%s", unknown, near)
	}
	return fmt.Errorf("%w; see %s --help", unknown, command.CommandPath())
}

func versionCommand() *cobra.Command {
	return printsJSON(&cobra.Command{
		Use:     "version",
		Short:   "Print the versions of this command and of what it is built with",
		Example: "  drawbridge version\n  drawbridge version --json",
		Args:    exactly(0, "none"),
		RunE: speak(func(c *console.Console, _ []string) error {
			if c.AsJSON {
				return c.JSON(map[string]string{"drawbridge": frame.Version, "go": runtime.Version(), "hdf5": hdf5file.Version()})
			}
			c.Printf("%s", versions())
			return nil
		}),
	})
}

// versions is the line of drawbridge version and drawbridge --version.
func versions() string {
	hdf5 := "without HDF5"
	if v := hdf5file.Version(); v != "" {
		hdf5 = "HDF5 " + v
	}
	return fmt.Sprintf("drawbridge %s (%s, %s)", frame.Version, runtime.Version(), hdf5)
}
