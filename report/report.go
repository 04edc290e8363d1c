// Package report counts what a Frame did: time, bytes and rate per kernel and per copy, flagged
// points by bit. It merges the accounts of the ranks of a run, and prints them as text and as JSON.
//
// Here lives counting and laying out. Never here: measuring (the caller brings seconds), or
// knowing what a kernel or a view is.
package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Line is one row: a kernel or a copy, summed over its calls.
type Line struct {
	Name    string  `json:"name"`
	Calls   int64   `json:"calls"`
	Points  int64   `json:"points,omitempty"`
	Seconds float64 `json:"seconds"`
	Bytes   int64   `json:"bytes"`                     // fewest bytes the work must move: inputs once, outputs once
	Ranks   *Spread `json:"ranks,omitempty"`           // of a line that is the sum over the ranks
	Packing float64 `json:"packing_seconds,omitempty"` // host threads, beside Seconds
	Skipped int64   `json:"skipped,omitempty"`         // copies that were not needed
	Ceiling float64 `json:"ceiling,omitempty"`         // bytes per second that the device could do at most
}

// Flagged is how many points carried one bit of `flag`.
type Flagged struct {
	Name   string `json:"name"`
	Points int64  `json:"points"`
}

// Failure is how many points a collection could not compute, by the bit of `flag` that says why.
type Failure struct {
	Collection string `json:"collection"`
	Flag       string `json:"flag"`
	Points     int64  `json:"points"`
}

// Report is the account of one Frame.
type Report struct {
	Device   string     `json:"device"`             // its place among the ranks of its node; of several ranks: their devices, "sums over N ranks"
	Limits   *Ceilings  `json:"ceilings,omitempty"` // of a GPU, measured for this report
	Ranks    []Place    `json:"ranks,omitempty"`    // where each rank works
	Shared   []string   `json:"shared,omitempty"`   // which ranks share a GPU or CPUs
	Kernels  []*Line    `json:"kernels"`
	Copies   []*Line    `json:"copies"`
	Flags    []Flagged  `json:"flags"`
	Failures []*Failure `json:"failures,omitempty"` // in the order in which the kinds were first met
	Notes    []string   `json:"notes,omitempty"`    // said once, e.g. views that still lived at finalize

	kernels, copies map[string]*Line
	flags           map[string]int64
}

// Ceilings are the most that a GPU's link and memory can do, in bytes per second.
type Ceilings struct {
	In       float64 `json:"in"`       // pinned memory to the device, alone
	Out      float64 `json:"out"`      // and back
	InBoth   float64 `json:"in_both"`  // both at a time
	OutBoth  float64 `json:"out_both"` // both at a time
	Pageable float64 `json:"pageable"` // ordinary memory to the device
	Memory   float64 `json:"memory"`   // device to device, read and written
}

// Rate says what the ceilings are; copies whose name begins with in and with out are held against theirs.
func (r *Report) Rate(c Ceilings, in, out string) {
	r.Limits = &c
	for _, l := range r.Kernels {
		l.Ceiling = c.Memory
	}
	for _, l := range r.Copies {
		switch {
		case strings.HasPrefix(l.Name, in):
			l.Ceiling = c.In
		case strings.HasPrefix(l.Name, out):
			l.Ceiling = c.Out
		}
	}
}

// New begins an account for a device.
func New(device string) *Report {
	return &Report{Device: device, Kernels: []*Line{}, Copies: []*Line{}, Flags: []Flagged{},
		kernels: map[string]*Line{}, copies: map[string]*Line{}, flags: map[string]int64{}}
}

// Kernel adds one launch.
func (r *Report) Kernel(name string, points, bytes int64, seconds float64) {
	line := r.kernels[name]
	if line == nil {
		line = &Line{Name: name}
		r.kernels[name] = line
		r.Kernels = append(r.Kernels, line)
	}
	line.add(points, bytes, seconds)
}

// Copy adds one copy between the host's array and a view.
func (r *Report) Copy(name string, bytes int64, seconds float64) {
	r.copy(name).add(0, bytes, seconds)
}

// Pack adds seconds that host threads packed or unpacked for a copy, where that is measured apart.
func (r *Report) Pack(name string, seconds float64) { r.copy(name).Packing += seconds }

// Skip counts a copy that was not needed, because the values were where they are used.
func (r *Report) Skip(name string) { r.copy(name).Skipped++ }

func (r *Report) copy(name string) *Line {
	line := r.copies[name]
	if line == nil {
		line = &Line{Name: name}
		r.copies[name] = line
		r.Copies = append(r.Copies, line)
	}
	return line
}

// Flag adds points that carried a bit.
func (r *Report) Flag(name string, points int64) { r.flags[name] += points }

// Fail adds points that a collection could not compute, and tells whether they are the first of their kind.
func (r *Report) Fail(collection, flag string, points int64) bool {
	for _, f := range r.Failures {
		if f.Collection == collection && f.Flag == flag {
			f.Points += points
			return false
		}
	}
	r.Failures = append(r.Failures, &Failure{collection, flag, points})
	return true
}

// Note keeps a sentence for the reader.
func (r *Report) Note(format string, values ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, values...))
}

// NoteOnce is Note of what may be said again.
func (r *Report) NoteOnce(format string, values ...any) {
	if note := fmt.Sprintf(format, values...); !slices.Contains(r.Notes, note) {
		r.Notes = append(r.Notes, note)
	}
}

// JSON gives the account for programs.
func (r *Report) JSON() ([]byte, error) {
	r.settle()
	return json.MarshalIndent(r, "", "  ")
}

// Text gives the account for people.
func (r *Report) Text() string {
	r.settle()
	var b strings.Builder
	if len(r.Ranks) > 1 {
		fmt.Fprintf(&b, "Drawbridge on %d ranks; calls, ms and MB are sums over them\n", len(r.Ranks))
	} else {
		fmt.Fprintf(&b, "Drawbridge on %s\n", r.Device)
	}
	r.textOfRanks(&b)
	table(&b, "kernel", r.Kernels, true)
	textOfSpread(&b, "kernel over the ranks", r.Kernels)
	table(&b, "copy", r.Copies, false)
	textOfSpread(&b, "copy over the ranks", r.Copies)
	textOfSkipped(&b, r.Copies)
	if c := r.Limits; c != nil {
		fmt.Fprintf(&b, "bandwidth now: %.1f GB/s in, %.1f out, %.1f and %.1f at a time; memory %.0f GB/s\n", 1e-9*c.In, 1e-9*c.Out, 1e-9*c.InBoth, 1e-9*c.OutBoth, 1e-9*c.Memory)
	}
	for _, f := range r.Flags {
		fmt.Fprintf(&b, "flagged: %d points %s\n", f.Points, f.Name)
	}
	for _, note := range r.Notes {
		fmt.Fprintln(&b, note)
	}
	return b.String()
}

func (l *Line) add(points, bytes int64, seconds float64) {
	l.Calls++
	l.Points += points
	l.Bytes += bytes
	l.Seconds += seconds
}

func (r *Report) settle() {
	r.Flags = r.Flags[:0]
	for name, points := range r.flags {
		r.Flags = append(r.Flags, Flagged{name, points})
	}
	sort.Slice(r.Flags, func(i, j int) bool { return r.Flags[i].Name < r.Flags[j].Name })
}

// happened are the lines that are more than zeros.
func happened(lines []*Line) []*Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l *Line) bool { return l.Calls == 0 && l.Seconds == 0 && l.Packing == 0 })
}

// textOfSkipped names the views that were never copied, on one line.
func textOfSkipped(b *strings.Builder, copies []*Line) {
	var names []string
	for _, l := range copies {
		if l.Calls == 0 && l.Skipped > 0 {
			names = append(names, fmt.Sprintf("%s %d", l.Name, l.Skipped))
		}
	}
	if len(names) > 0 {
		fmt.Fprintf(b, "used in place instead of copied, times: %s\n", strings.Join(names, ", "))
	}
}

func table(b *strings.Builder, title string, lines []*Line, kernels bool) {
	if lines = happened(lines); len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "%-32s %9s %12s %10s %8s", title, "calls", "ms", "MB", "GB/s")
	if kernels {
		b.WriteString("  ns/point")
	}
	b.WriteByte('\n')
	for _, l := range lines {
		fmt.Fprintf(b, "%-32s %9d %12.3f %10.1f %8s", l.Name, l.Calls, 1e3*l.Seconds, float64(l.Bytes)/1e6, ratio(float64(l.Bytes)/1e9, l.Seconds, 2))
		if kernels {
			fmt.Fprintf(b, " %9s", ratio(1e9*l.Seconds, float64(l.Points), 1))
		}
		if l.Ceiling > 0 && l.Seconds > 0 {
			fmt.Fprintf(b, "  %.0f %% of the ceiling", 100*float64(l.Bytes)/l.Seconds/l.Ceiling)
		}
		if l.Packing > 0 {
			fmt.Fprintf(b, "  and %.3f ms packing", 1e3*l.Packing)
		}
		if l.Skipped > 0 {
			fmt.Fprintf(b, "  %d skipped: used in place", l.Skipped)
		}
		b.WriteByte('\n')
	}
}

func ratio(a, b float64, digits int) string {
	if b == 0 {
		return "-"
	}
	return fmt.Sprintf("%.*f", digits, a/b)
}
