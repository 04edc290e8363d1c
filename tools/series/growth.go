package series

import (
	"fmt"
	"math"

	"drawbridge/tools/picture"
)

// mostLines is how many fields a chart of growth shows: those that differ most in the end.
const mostLines = 7

// Growth charts the normalised error of the fields against time, or against the step where the
// series keeps no times; nil where nothing ever differs.
func (r *Result) Growth() *picture.Chart {
	across, at := "t [s]", make([]float64, len(r.Steps))
	for i, one := range r.Steps {
		if one.Time == nil || math.IsNaN(float64(*one.Time)) || math.IsInf(float64(*one.Time), 0) || i > 0 && !(float64(*one.Time) > at[i-1]) {
			across = "step"
			break
		}
		at[i] = float64(*one.Time)
	}
	if across == "step" {
		for i, one := range r.Steps {
			at[i] = float64(one.Step)
		}
	}
	lines := r.lines(at)
	if len(lines) == 0 {
		return nil
	}
	h := &picture.Chart{Title: "Where the runs part", X: across, Y: "max |new - ref| / max |ref|", LogY: true, Lines: lines, Width: 24, Height: 10}
	if r.First != nil && r.First.File == "" {
		mark := float64(r.First.Step)
		if across != "step" {
			mark = float64(*r.First.Time)
		}
		h.MarkX, h.MarkName = []float64{mark}, []string{fmt.Sprintf("beyond tolerance from step %d", r.First.Step)}
	}
	return h
}

// lines holds one for each field that differs at some step, the worst first.
func (r *Result) lines(at []float64) []picture.Series {
	worst := map[string]float64{}
	values := map[string][]float64{}
	for i, one := range r.Steps {
		for _, f := range one.Fields {
			if values[f.Path] == nil {
				values[f.Path] = make([]float64, len(r.Steps))
			}
			values[f.Path][i] = float64(f.Linf)
			if v := float64(f.Linf); v > worst[f.Path] {
				worst[f.Path] = v
			}
		}
	}
	var lines []picture.Series
	for _, path := range byWorst(worst) {
		if len(lines) < mostLines {
			lines = append(lines, picture.Series{Name: name(path), X: at, Y: values[path], Points: true})
		}
	}
	return lines
}
