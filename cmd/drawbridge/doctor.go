package main

import (
	"fmt"
	"os"
	"strings"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/doctor"
	"drawbridge/cmd/drawbridge/internal/mps"
	"drawbridge/cmd/drawbridge/internal/probe"
	"drawbridge/frame"
	"drawbridge/report"

	"github.com/spf13/cobra"
)

func doctorCommand() *cobra.Command {
	asJSON := false
	command := &cobra.Command{
		Use:   "doctor [PROGRAM]",
		Short: "Check whether a solver can run here, and say how to fix what is wrong",
		Long: `Check the library and its release, MPI and its launcher, the settings, the CPU, the GPU with its driver
and compiler, the cache, the limits of the system, and HDF5. Each check is one line with the verdict ok, warning or
problem, and the cure. With PROGRAM, an executable of a solver, check the library that this program gets.

Start the command as you start the solver, with the same modules, the same variables and the same launcher.
With several ranks, the first of each node prints.

Exit codes: 0 no problem (there may be warnings), 1 a problem, 2 the command could not do its work.`,
		Example: "  drawbridge doctor\n  drawbridge doctor ./solver\n  srun -n 8 drawbridge doctor ./solver\n  drawbridge doctor --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			if !speaks() {
				return nil
			}
			patient := doctor.Patient{Environment: environment()}
			if len(arguments) == 1 {
				patient.Program = arguments[0]
			}
			if patient.Command, err = os.Executable(); err != nil {
				patient.Command = ""
			}
			checks := patient.Examine()
			if asJSON {
				err = c.JSON(checks)
			} else {
				printChecks(c, checks)
			}
			if err == nil && doctor.Count(checks, doctor.Problem) > 0 {
				return verdict(1)
			}
			return err
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return command
}

func printChecks(c *console.Console, checks []doctor.Check) {
	for _, check := range checks {
		word := fmt.Sprintf("%-8s", check.State)
		switch check.State {
		case doctor.OK:
			word = c.Good(word)
		default:
			word = c.Bad(word)
		}
		cure := ""
		if check.Cure != "" {
			cure = " Cure: " + check.Cure
			if !strings.HasSuffix(check.Finding, "?") {
				cure = "." + cure
			}
		}
		c.Printf("%s %-16s %s%s", word, check.Name, check.Finding, cure)
	}
	c.Printf("%s: %d ok, %s, %s", several(len(checks), "check"), doctor.Count(checks, doctor.OK),
		several(doctor.Count(checks, doctor.Warning), "warning"), several(doctor.Count(checks, doctor.Problem), "problem"))
}

func several(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func infoCommand() *cobra.Command {
	asJSON := false
	command := &cobra.Command{
		Use:     "info",
		Short:   "Show what this machine has, what is missing, and how to get it",
		Long:    "Show which devices, instruction sets and CPUs a run would use here, and which MPI and HDF5 are installed.\nShow which GPU each rank of the node takes; start the command as you start the ranks; the first of each node prints.\nFor what is missing, say how to get it.",
		Example: "  drawbridge info\n  drawbridge info --json\n  mpirun -np 1 --bind-to core drawbridge info",
		Args:    exactly(0, "none"),
		RunE: func(command *cobra.Command, _ []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			if !speaks() {
				return nil
			}
			m := machine{probe.Look(), frame.Place(environment())}
			if asJSON {
				return c.JSON(m)
			}
			printMachine(c, m.Machine)
			printPlacement(c, m)
			return nil
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return command
}

// machine is what info answers.
type machine struct {
	probe.Machine
	Placement frame.Placement `json:"placement"`
}

func environment() map[string]string {
	m := map[string]string{}
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		m[name] = value
	}
	return m
}

// printPlacement says where the ranks of this node go; nothing where there is one, and no GPU.
func printPlacement(c *console.Console, m machine) {
	p := m.Placement
	if p.Size < 2 && p.GPUs == 0 {
		return
	}
	c.Printf("\nrank %d of %d of this node, CPUs %s", p.Rank, p.Size, report.Ranges(m.CPUs))
	if p.GPUs == 0 {
		c.Printf("no GPU is visible: ranks run on host cores")
		return
	}
	for rank, gpu := range p.GPU {
		c.Printf("rank %d -> cuda:%d of %d visible", rank, gpu, p.GPUs)
	}
	if len(p.Sharing) > 1 {
		c.Printf("%d ranks share cuda:%d (ranks %s): start MPS (nvidia-cuda-mps-control -d), which lets them run side by side", len(p.Sharing), p.GPU[p.Rank], report.Ranges(p.Sharing))
	}
}

func printMachine(c *console.Console, m probe.Machine) {
	c.Printf("drawbridge %s on %s", frame.Version, m.CPU)
	c.Printf("instruction sets of the kernels, best first: %s", strings.Join(m.ISAs, " "))
	c.Printf("CPUs of this process: %s (%d, and as many threads by default)\n", report.Ranges(m.CPUs), len(m.CPUs))
	t := c.Table(4, "device", "here", "", "for")
	items(c, t, m.Devices)
	t.Section("part", "here", "", "for")
	items(c, t, m.Parts)
	t.Render()
	for _, i := range append(m.Devices, m.Parts...) {
		if i.Advice != "" {
			c.Printf("%s: %s", i.Name, i.Advice)
		}
	}
}

func items(c *console.Console, t *console.Table, list []probe.Item) {
	for _, i := range list {
		word := c.Good("yes")
		if !i.Found {
			word = c.Bad("no")
		}
		t.Row(i.Name, word, i.What, c.Faint(i.Purpose))
	}
}

func mpsCommand() *cobra.Command {
	var server mps.Server
	command := &cobra.Command{
		Use:   "mps start|status|stop",
		Short: "Start NVIDIA's MPS for the ranks of a batch job, and stop it",
		Long: `Several ranks that share a GPU work at the same time under MPS; without it the GPU takes turns. start runs
nvidia-cuda-mps-control of this node in a folder of its own and prints the variables that the ranks need. stop ends
it. Nothing of the GPU is changed: not its compute mode, clocks or partitions.

Run it once on each node, as the user of the job, before the solver starts:

    srun --ntasks-per-node=1 drawbridge mps start
    eval "$(drawbridge mps start)"             # one node
    drawbridge mps stop

Exit codes: 0 done (status: it runs), 1 status: it does not run, 2 the command could not do its work.`,
		Example: "  eval \"$(drawbridge mps start)\"\n  drawbridge mps status\n  drawbridge mps stop",
		Args:    subcommand,
		RunE:    func(command *cobra.Command, _ []string) error { return command.Help() },
	}
	flags := command.PersistentFlags()
	flags.StringVar(&server.Folder, "folder", "", "folder of the pipes and logs (default: drawbridge-mps-USER-JOB in the temporary folder)")
	flags.StringVar(&server.Control, "control", "nvidia-cuda-mps-control", "the control program of MPS")
	part := func(use, short string, do func() (string, error)) *cobra.Command {
		return &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs, Example: "  drawbridge mps " + use, RunE: func(command *cobra.Command, _ []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			if server.Folder == "" {
				server.Folder = mps.Default(os.Getenv)
			}
			text, err := do()
			if text != "" {
				c.Printf("%s", text)
			}
			if use == "status" && err == nil && text == mps.Down(server.Folder) {
				return verdict(1)
			}
			if err != nil {
				return fmt.Errorf("mps %s: %w", use, err)
			}
			return nil
		}}
	}
	command.AddCommand(part("start", "Start MPS, and print the variables that ranks need", server.Start),
		part("status", "Tell whether MPS runs", server.Status), part("stop", "End MPS", server.Stop))
	return command
}
