package evidence

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"

	"drawbridge/tools/compare"
	"drawbridge/tools/picture"
)

// Picture shows reference, new and difference side by side with the worst point ringed. The first
// two share their colours; those of the difference are symmetric about zero.
func (p *Plane) Picture() *picture.Plane {
	low, high := reach(p.Ref, p.New)
	panel := func(name string, values []float64) picture.Panel {
		return picture.Panel{Name: name, Unit: p.Unit, Columns: p.Columns, Rows: p.Rows, Values: values}
	}
	ref, new, diff := panel("reference", p.Ref), panel("new", p.New), panel("new - reference", p.Diff)
	if low < high {
		ref.Low, ref.High, new.Low, new.High = low, high, low, high
	}
	if l, h := reach(p.Diff); max(-l, h) > 0 {
		diff.High = max(-l, h)
		diff.Low = -diff.High
	}
	title := p.Name
	if p.At != "" {
		title += " at " + p.At
	}
	return &picture.Plane{
		Title: title, Across: p.Across, Up: p.Up, Length: p.Length, Mark: p.Worst(),
		Left: p.Left, Right: p.Left + float64(p.Columns)*p.Step[0], Bottom: p.Bottom, Top: p.Bottom + float64(p.Rows)*p.Step[1],
		Panels: []picture.Panel{ref, new, diff},
		Cells:  p.Columns*p.Rows <= 64*64,
		Edges:  p.Edges[:min(len(p.Edges), mostEdges)],
	}
}

// Line shows the same for a dataset of one dimension.
func (p *Plane) Line() *picture.Profile {
	line := &picture.Profile{Title: p.Name, Along: p.Across, Length: p.Length}
	for i := range p.Columns {
		line.At = append(line.At, p.Left+(float64(i)+.5)*p.Step[0])
	}
	for _, c := range []picture.Curve{{Name: "reference", Values: p.Ref}, {Name: "new", Values: p.New}, {Name: "new - reference", Values: p.Diff}} {
		c.Unit = p.Unit
		line.Curves = append(line.Curves, c)
	}
	return line
}

// reach is the smallest and largest number of some lists.
func reach(lists ...[]float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, list := range lists {
		for _, v := range list {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	return low, high
}

// Histogram shows how many cells differ by how much; nil where none does.
func Histogram(f *compare.Field) *picture.Chart {
	if len(f.Octaves) == 0 {
		return nil
	}
	bars := &picture.Bars{}
	for k, n := range f.Octaves {
		from := math.Ldexp(1, max(k, -1022))
		bars.From, bars.To, bars.Count = append(bars.From, from), append(bars.To, 2*from), append(bars.Count, float64(n))
	}
	unit := ""
	if f.Unit != "" {
		unit = " [" + f.Unit + "]"
	}
	h := &picture.Chart{Title: "How much the cells differ", X: "|new - reference|" + unit, Y: "cells", LogX: true, LogY: true, Bars: bars}
	if limit := f.Tolerance.Absolute + f.Tolerance.Norm*float64(f.Reference); limit > 0 && f.Tolerance.Relative == 0 {
		h.MarkX, h.MarkName = []float64{limit}, []string{"tolerance"}
	}
	return h
}

// Chart shows the spectra of one direction: long waves left, the grid scale right.
func (s *Spectrum) Chart(unit string) *picture.Chart {
	x := make([]float64, len(s.Wavelength))
	for i, length := range s.Wavelength {
		x[i] = 1 / length
	}
	label := "amplitude"
	if unit != "" {
		label += " [" + unit + "]"
	}
	h := &picture.Chart{Title: "Waves along " + s.Axis, X: "wavelength [cells]", Y: label, LogX: true, LogY: true,
		Lines: []picture.Series{{Name: "new - reference", X: x, Y: s.Diff}, {Name: "reference", X: x, Y: s.Ref, Dashed: true}},
		MarkX: []float64{1. / gridScale}, MarkName: []string{"grid scale"}}
	for length := 2; length <= int(s.Wavelength[0]); length *= 2 {
		h.XTicks = append(h.XTicks, plot.Tick{Value: 1 / float64(length), Label: strconv.Itoa(length)})
	}
	h.ExactX = [2]float64{x[0], .5}
	return h
}
