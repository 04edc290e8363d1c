// Package port measures what each stage of the example solver's port gains, over species and orders.
//
// Here lives starting the solver on a small mixing layer and the ratios of its timings. Never here:
// tables, pictures, flags, or the timings of one run (account).
package port

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"drawbridge/cmd/drawbridge/internal/account"
)

// Stages are the stages of the port: the solver's own routines, the legacy calls, plans.
var Stages = []Stage{{"0", "use_bridge=F"}, {"1", "use_bridge=T"}, {"1b", "use_bridge=T face='plans'"}}

// Stage is a stage's name and the arguments that choose it.
type Stage struct{ Name, Arguments string }

// Bench is what to run: the solver, the folder of species.dat and transport.dat, and the case.
type Bench struct {
	Solver, Data, Launcher string // Launcher: mpirun
	Ranks, Rounds          int
	Cells                  [3]int // per rank in x, then y, z
	Viscous                bool
	MaxBlock               int // points of a stripe; 0: the solver's own
}

// Result is one count of species and one order: seconds per step of each stage, the least over the
// rounds of the median over a run's steps, and what follows from them.
type Result struct {
	Species  int     `json:"species"`
	Order    int     `json:"order"`
	Viscous  bool    `json:"viscous"`
	Ranks    int     `json:"ranks"`
	Cells    int64   `json:"cells"`
	Step     Times   `json:"step_seconds"`
	Property Times   `json:"property_seconds"` // of it, in the property calls
	Share    float64 `json:"property_share"`   // of stage 0
	Bound    float64 `json:"amdahl_bound"`     // of the whole solver, were the property calls free
	OwnBound float64 `json:"bound_own_rest"`   // the same, with the rest of the step as stage 1 has it
	Expected float64 `json:"amdahl_expected"`  // the same as Bound, with the property calls as fast as stage 1 made them
	Reached  float64 `json:"reached"`          // stage 0 / stage 1
	OfBound  float64 `json:"of_bound"`         // Reached / Bound
	OfOwn    float64 `json:"of_own_bound"`     // Reached / OwnBound
	Routines []Ratio `json:"routines"`         // stage 0 / stage 1, of each property routine that the run calls
}

// Times are seconds by stage.
type Times map[string]float64

// Ratio is a routine's seconds per step at stage 0 and stage 1.
type Ratio struct {
	Name     string  `json:"name"`
	Fortran  float64 `json:"fortran_seconds"`
	Bridge   float64 `json:"bridge_seconds"`
	Speed    float64 `json:"ratio"`
	OfStep   float64 `json:"share_of_fortran_step"`
	OfBridge float64 `json:"share_of_bridge_step"`
}

// Measure runs every stage in turn, Rounds times, and keeps the fastest round of each.
func (b *Bench) Measure(species, order, steps int) (Result, error) {
	folder, err := os.MkdirTemp("", "drawbridge-port.")
	if err != nil {
		return Result{}, err
	}
	defer os.RemoveAll(folder)
	if err := os.WriteFile(filepath.Join(folder, "case.nml"), []byte(b.namelist(species, order, steps)), 0o644); err != nil {
		return Result{}, err
	}
	best := map[string]*account.Run{}
	for round := 0; round < b.Rounds; round++ {
		for _, stage := range Stages {
			run, err := b.run(folder, stage)
			if err != nil {
				return Result{}, fmt.Errorf("%d species, order %d, stage %s: %w", species, order, stage.Name, err)
			}
			if old := best[stage.Name]; old == nil || run.StepSeconds < old.StepSeconds {
				best[stage.Name] = run
			}
		}
	}
	result := compare(best)
	result.Species, result.Order, result.Viscous = species, order, b.Viscous
	return result, nil
}

// compare forms the ratios.
func compare(runs map[string]*account.Run) Result {
	old, ported := runs["0"], runs["1"]
	r := Result{Ranks: old.Ranks, Cells: old.Cells, Step: Times{}, Property: Times{}}
	for name, run := range runs {
		r.Step[name], r.Property[name] = run.StepSeconds, run.PropertySeconds
	}
	r.Share = old.PropertySeconds / old.StepSeconds
	r.Bound = 1 / math.Max(1-r.Share, 1e-9)
	r.Expected = 1 / (1 - r.Share + r.Share*ported.PropertySeconds/old.PropertySeconds)
	r.Reached = old.StepSeconds / ported.StepSeconds
	r.OfBound = r.Reached / r.Bound
	r.OwnBound = old.StepSeconds / math.Max(ported.StepSeconds-ported.PropertySeconds, 1e-9)
	r.OfOwn = r.Reached / r.OwnBound
	for i, routine := range old.Routines {
		if routine.Calls == 0 {
			continue
		}
		fortran, bridge := routine.Seconds/float64(old.Steps), ported.Routines[i].Seconds/float64(ported.Steps)
		r.Routines = append(r.Routines, Ratio{routine.Name, fortran, bridge, fortran / bridge, fortran / old.StepSeconds, bridge / ported.StepSeconds})
	}
	return r
}

// namelist is a mixing layer with a trace of every species, so that none costs less for being absent.
func (b *Bench) namelist(species, order, steps int) string {
	named, cold, warm := "'CH4', 'O2', 'N2'", "O2", "CH4"
	if species < 3 {
		named, cold, warm = []string{"'N2'", "'O2', 'CH4'"}[species-1], []string{"N2", "O2"}[species-1], []string{"N2", "CH4"}[species-1]
	}
	return fmt.Sprintf(`&SolverInputs
  case_name = 'mixing layer', species = %s, species_count = %d, cold_species = '%s', warm_species = '%s', trace = 0.02
  species_file = '%s/species.dat', transport_file = '%s/transport.dat', output = 'run', timings = 'run.json'
  cells = %d, %d, %d, lengths = %g, %g, %g, layer = %g, wave = 2e-5, u_cold = -60, u_warm = 80
  order = %d, viscous = %t, cfl = 0.4, steps = %d
/
&DrawbridgeInputs
/
`, named, species, cold, warm, b.Data, b.Data, b.Ranks*b.Cells[0], b.Cells[1], b.Cells[2], 1.5e-5*float64(b.Ranks*b.Cells[0]),
		1.5e-5*float64(b.Cells[1]), 1.5e-5*float64(b.Cells[2]), 1.5e-5*10, order, b.Viscous, steps)
}

// reason is what a program that failed complained of, or else said last; a launcher frames its words by lines of dashes.
func reason(complaints, said string) string {
	const most = 600
	var words []string
	for _, word := range strings.Fields(complaints) {
		if strings.Trim(word, "-=*") != "" {
			words = append(words, word)
		}
	}
	if text := strings.Join(words, " "); len(text) > most {
		return text[:most] + " ..."
	} else if text != "" {
		return text
	}
	lines := strings.Split(strings.TrimSpace(said), "\n")
	return lines[len(lines)-1]
}

func (b *Bench) run(folder string, stage Stage) (*account.Run, error) {
	arguments := append([]string{b.Solver, "case.nml"}, strings.Fields(stage.Arguments)...)
	if b.MaxBlock > 0 {
		arguments = append(arguments, fmt.Sprintf("max_block=%d", b.MaxBlock))
	}
	if b.Ranks > 1 {
		arguments = append([]string{b.Launcher, "-np", fmt.Sprint(b.Ranks)}, arguments...)
	}
	command := exec.Command(arguments[0], arguments[1:]...)
	var said, complaints bytes.Buffer
	command.Dir, command.Stdout, command.Stderr = folder, &said, &complaints
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, reason(complaints.String(), said.String()))
	}
	read, err := account.Read(filepath.Join(folder, "run.json"))
	if err != nil {
		return nil, err
	}
	if read.Reference != nil {
		return read.Reference, nil
	}
	return read.Bridge, nil
}
