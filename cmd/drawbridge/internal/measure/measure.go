package measure

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Properties is one line of bench_properties or bench_transport: nanoseconds per point.
type Properties struct {
	Bench      string  `json:"bench"`
	Collection string  `json:"collection,omitempty"`
	Species    int     `json:"species"`
	States     string  `json:"states,omitempty"` // random, the worst case for batches, or smooth as in a solver
	ISA        string  `json:"isa"`
	Points     int     `json:"points"`
	Reference  float64 `json:"reference_ns"`         // textbook Fortran
	Kernel     float64 `json:"kernel_ns"`            // the kernel alone
	Bridge     float64 `json:"bridge_ns,omitempty"`  // from Fortran array to Fortran array, through the legacy calls
	Plan       float64 `json:"plan_ns,omitempty"`    // the same by a plan
	Worst      float64 `json:"worst"`                // largest relative difference of an output
	CopyShare  float64 `json:"copy_share,omitempty"` // on a GPU: of its copy's rate, counting each input and output once
	Ratio      float64 `json:"ratio"`                // Reference / Kernel, formed here
	Goal       float64 `json:"goal,omitempty"`
}

// Bridge is one line of bench_bridge: a figure beside its yardstick of the same run.
type Bridge struct {
	Bench     string  `json:"bench"`
	Name      string  `json:"name"`
	Value     float64 `json:"value"`
	Unit      string  `json:"unit"`
	Goal      float64 `json:"goal,omitempty"`      // of Value: at least where it is a rate (GB/s), at most where it is a time
	Yardstick float64 `json:"yardstick,omitempty"` // the same work in plain C, in the same unit
	Ratio     float64 `json:"ratio,omitempty"`     // Value / Yardstick
}

// goals are the speed-ups asked of the host on one core, by collection, instruction set and species.
var goals = map[string]map[string]map[int]float64{
	"preosthermalproperties": {
		"avx512": {5: 12, 10: 15, 20: 25, 50: 50},
		"avx2":   {5: 8, 10: 10, 20: 15, 50: 28},
	},
	"eosthermalandviscousproperties": { // without Di
		"avx512": {5: 15, 10: 15, 20: 25, 50: 50},
		"avx2":   {5: 10, 10: 10, 20: 16.7, 50: 33.3},
	},
	"chungcalctransprop": { // with Di
		"avx512": {5: 8, 10: 8, 20: 8, 50: 8},
		"avx2":   {5: 5.3, 10: 5.3, 20: 5.3, 50: 5.3},
	},
}

// Find answers where a benchmark program is: the one named, else the one installed with the command.
func Find(named, program string) (string, error) {
	if named != "" {
		if _, err := os.Stat(named); err != nil {
			return "", err
		}
		return named, nil
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	path := filepath.Join(filepath.Dir(self), "..", "libexec", "drawbridge", program)
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("the program %s is not at %s: build it with `make`, or name it with --program", program, filepath.Clean(path))
	}
	return filepath.Clean(path), nil
}

// Run starts a program and hands each JSON line to `line` as it comes; other lines go to errors.
func Run(program string, arguments, environment []string, errors io.Writer, line func([]byte) error) error {
	command := exec.Command(program, arguments...)
	command.Env = append(os.Environ(), environment...)
	command.Stderr = errors
	output, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	err = read(output, errors, line)
	if err != nil {
		_, _ = io.Copy(io.Discard, output)
	}
	if failed := command.Wait(); failed != nil {
		return fmt.Errorf("%s: %w", filepath.Base(program), failed)
	}
	return err
}

func read(output io.Reader, errors io.Writer, line func([]byte) error) error {
	lines := 0
	scanner := bufio.NewScanner(output)
	for scanner.Scan() {
		text := bytes.TrimSpace(scanner.Bytes())
		if len(text) == 0 {
			continue
		}
		if text[0] != '{' {
			fmt.Fprintf(errors, "%s\n", text)
			continue
		}
		lines++
		if err := line(text); err != nil {
			return err
		}
	}
	if err := scanner.Err(); err != nil {
		return err
	}
	if lines == 0 {
		return fmt.Errorf("the program printed no result")
	}
	return nil
}

// ParseProperties reads a line and adds ratio and goal. `best` is what a program means that says so
// of its instruction set.
func ParseProperties(line []byte, best string) (Properties, error) {
	var p Properties
	if err := json.Unmarshal(line, &p); err != nil {
		return p, fmt.Errorf("%s: %w", line, err)
	}
	if p.Bench != "properties" || !(p.Reference > 0) || !(p.Kernel > 0) {
		return p, fmt.Errorf("%s: no result of bench_properties", line)
	}
	if p.ISA == "best" {
		p.ISA = best
	}
	if p.Collection == "" {
		p.Collection = "preosthermalproperties"
	}
	p.Ratio = p.Reference / p.Kernel
	if p.Goal == 0 {
		p.Goal = goals[p.Collection][p.ISA][p.Species]
	}
	return p, nil
}

// Met says whether the goal is reached; also where there is none.
func (p Properties) Met() bool { return p.Ratio >= p.Goal }

// ParseBridge reads a line and adds the ratio.
func ParseBridge(line []byte) (Bridge, error) {
	var b Bridge
	if err := json.Unmarshal(line, &b); err != nil {
		return b, fmt.Errorf("%s: %w", line, err)
	}
	if b.Bench != "bridge" || b.Name == "" || !(b.Value >= 0) {
		return b, fmt.Errorf("%s: no result of bench_bridge", line)
	}
	if b.Yardstick > 0 {
		b.Ratio = b.Value / b.Yardstick
	}
	return b, nil
}

// Rate says that more is better.
func (b Bridge) Rate() bool { return strings.HasSuffix(b.Unit, "/s") }

// Met says whether the goal is reached; also where there is none.
func (b Bridge) Met() bool {
	if b.Goal == 0 {
		return true
	}
	if b.Rate() {
		return b.Value >= b.Goal
	}
	return b.Value <= b.Goal
}
