package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/cmd/drawbridge/internal/probe"
	"drawbridge/frame"
	"drawbridge/report"
)

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
