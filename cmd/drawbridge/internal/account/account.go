// Package account reads what solver runs and the library wrote about their times, and sets them
// side by side: what a step and its properties took with the bridge off and on.
//
// Here lives the arithmetic of that table. Never here: layout (console) or measuring.
package account

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"drawbridge/files"
	"drawbridge/report"
)

// Run is what a solver writes about one run. Times are of the slowest rank.
type Run struct {
	Run             string    `json:"run"` // "fortran" or "bridge"
	Ranks           int       `json:"ranks"`
	Cells           int64     `json:"cells"`
	Steps           int       `json:"steps"`
	Species         []string  `json:"species"`
	StepSeconds     float64   `json:"step_seconds"`     // median of a step
	PropertySeconds float64   `json:"property_seconds"` // in property routines, per step
	Routines        []Routine `json:"routines"`
}

// Routine is one property routine, summed over the run.
type Routine struct {
	Name    string  `json:"name"`
	Calls   int64   `json:"calls"`
	Seconds float64 `json:"seconds"`
}

// Account is the runs and the library's own reports: one of a run, or two that are compared.
type Account struct {
	Reference *Run           `json:"reference,omitempty"`
	Bridge    *Run           `json:"bridge,omitempty"`
	Library   *report.Report `json:"library,omitempty"`
	Second    *report.Report `json:"second,omitempty"`
	Files     []string       `json:"reports,omitempty"` // of the library, in their order
	Pairs     []Pair         `json:"pairs,omitempty"`
	Lines     []Pair         `json:"lines,omitempty"` // kernels and copies of two reports, whole runs
}

// Pair is one time with the bridge off and on, or of two reports. Zero stands for absent.
type Pair struct {
	Name      string  `json:"name"`
	Reference float64 `json:"reference_seconds,omitempty"` // per step
	Bridge    float64 `json:"bridge_seconds,omitempty"`    // per step
	Ratio     float64 `json:"ratio,omitempty"`             // reference / bridge
}

// Read takes the files in any order: each says itself what it is.
func Read(paths ...string) (*Account, error) {
	a := &Account{}
	for _, path := range paths {
		if err := a.add(path); err != nil {
			return nil, err
		}
	}
	if a.Reference != nil && a.Bridge != nil {
		if err := comparable(a.Reference, a.Bridge); err != nil {
			return nil, err
		}
	}
	a.pair()
	return a, nil
}

func (a *Account) add(path string) error {
	bytes, err := files.Read(path, files.MostReport)
	if err != nil {
		return err
	}
	var kind struct {
		Run    *string `json:"run"`
		Device *string `json:"device"`
	}
	if err := json.Unmarshal(bytes, &kind); err != nil {
		if bytes = bytes[:min(len(bytes), 200)]; strings.Contains(strings.ToLower(string(bytes)), "html") {
			return fmt.Errorf("%s: a page, as compare --report writes; open it in a browser. DRAWBRIDGE_REPORT=FILE.json writes a report that this command reads", path)
		}
		return fmt.Errorf("%s: no JSON: %w. DRAWBRIDGE_REPORT=FILE.json writes a report that this command reads", path, err)
	}
	switch {
	case kind.Run != nil:
		return a.addRun(path, bytes)
	case kind.Device != nil:
		return a.addReport(path, bytes)
	}
	return fmt.Errorf("%s: neither a solver's timings (\"run\") nor a report of the library (\"device\")", path)
}

func (a *Account) addReport(path string, bytes []byte) (err error) {
	into := &a.Library
	if a.Library != nil {
		into = &a.Second
	}
	if *into != nil {
		return fmt.Errorf("%s: a third report of the library, after %s; expected one, or two to compare", path, strings.Join(a.Files, " and "))
	}
	if *into, err = report.Parse(bytes); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	a.Files = append(a.Files, path)
	return nil
}

func (a *Account) addRun(path string, bytes []byte) error {
	run := &Run{}
	if err := json.Unmarshal(bytes, run); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if run.Steps < 1 || !(run.StepSeconds > 0) {
		return fmt.Errorf("%s: %d steps of %g s are not a run", path, run.Steps, run.StepSeconds)
	}
	into := &a.Reference
	switch run.Run {
	case "fortran":
	case "bridge":
		into = &a.Bridge
	default:
		return fmt.Errorf("%s: the run is %q, expected fortran or bridge", path, run.Run)
	}
	if *into != nil {
		return fmt.Errorf("%s: a second run of kind %q; expected one", path, run.Run)
	}
	*into = run
	return nil
}

// comparable refuses a ratio between different work.
func comparable(a, b *Run) error {
	if a.Cells != b.Cells || a.Ranks != b.Ranks || !slices.Equal(a.Species, b.Species) {
		return fmt.Errorf("the runs are not of one case: %d cells, %d ranks, %v against %d cells, %d ranks, %v",
			a.Cells, a.Ranks, a.Species, b.Cells, b.Ranks, b.Species)
	}
	return nil
}

// pair sets the times side by side: the step, its properties, then each routine, in the order of the first run that has it. Of two
// reports it does so with kernels and copies.
func (a *Account) pair() {
	var names, lines []string
	reference, bridge := a.Reference.times(&names), a.Bridge.times(&names)
	a.Pairs = pairs(names, reference, bridge)
	if a.Second != nil {
		first, second := ofReport(a.Library, &lines), ofReport(a.Second, &lines)
		a.Lines = pairs(lines, first, second)
	}
}

func pairs(names []string, first, second map[string]float64) (all []Pair) {
	for _, name := range names {
		p := Pair{Name: name, Reference: first[name], Bridge: second[name]}
		if p.Reference > 0 && p.Bridge > 0 {
			p.Ratio = p.Reference / p.Bridge
		}
		all = append(all, p)
	}
	return all
}

// ofReport are the seconds of a report's kernels and copies by name, like times.
func ofReport(r *report.Report, names *[]string) map[string]float64 {
	times := map[string]float64{}
	for _, l := range append(slices.Clone(r.Kernels), r.Copies...) {
		if times[l.Name] += l.Seconds; l.Seconds != 0 && !slices.Contains(*names, l.Name) {
			*names = append(*names, l.Name)
		}
	}
	return times
}

// times are seconds per step by name; names that are new are added to those that are known.
func (r *Run) times(names *[]string) map[string]float64 {
	times := map[string]float64{}
	add := func(name string, seconds float64) {
		if times[name] = seconds; seconds != 0 && !slices.Contains(*names, name) {
			*names = append(*names, name)
		}
	}
	if r != nil {
		add("step", r.StepSeconds)
		add("properties", r.PropertySeconds)
		for _, x := range r.Routines {
			if x.Calls > 0 {
				add(x.Name, x.Seconds/float64(r.Steps))
			}
		}
	}
	return times
}
