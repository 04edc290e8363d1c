package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/mps"
)

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
