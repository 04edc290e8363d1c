package history

import (
	"fmt"
	"math"

	"drawbridge/tools/hdf5file"
	"drawbridge/tools/picture"
	"drawbridge/tools/section"
)

// mostRows bounds a diagram whose snapshots lie unevenly in time.
const mostRows = 1000

// Diagram shows fields along a line of cells, across, against time, up: a row for each snapshot, or
// the nearest one where they lie unevenly. rest are the paths of snapshots without a step, which are not in it.
func Diagram(folder string, fields []string, cut section.Cut) (p *picture.Plane, rest []string, err error) {
	list, rest, err := moments(folder)
	if err != nil {
		return nil, nil, err
	}
	if len(list) < 2 {
		return nil, nil, fmt.Errorf("%s: a line against time needs at least two snapshots, there is %d", folder, len(list))
	}
	lines, err := linesOf(list, fields, cut)
	if err != nil {
		return nil, nil, err
	}
	at, upright := axis(list, lasts(list))
	first := lines[0]
	half := .5
	if n := len(first.At); n > 1 {
		half = (first.At[1] - first.At[0]) / 2
	}
	rows := nearest(at)
	p = &picture.Plane{Title: first.Title, Across: first.Along, Length: first.Length, Up: upright, UpFree: true,
		Left: first.At[0] - half, Right: first.At[len(first.At)-1] + half, Bottom: at[0], Top: at[len(at)-1]}
	for k, curve := range first.Curves {
		panel := picture.Panel{Name: curve.Name, Unit: curve.Unit, Columns: len(curve.Values), Rows: len(rows)}
		for _, i := range rows {
			panel.Values = append(panel.Values, lines[i].Curves[k].Values...)
		}
		p.Panels = append(p.Panels, panel)
	}
	return p, rest, nil
}

// linesOf reads the line of every snapshot; all must have the same cells.
func linesOf(list []moment, fields []string, cut section.Cut) ([]*picture.Profile, error) {
	var lines []*picture.Profile
	for _, one := range list {
		f, err := hdf5file.Open(one.path)
		if err != nil {
			return nil, err
		}
		line, err := section.Line(f, fields, cut)
		_ = f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", one.path, err)
		}
		if n := len(line.At); n != len(append(lines, line)[0].At) {
			return nil, fmt.Errorf("%s has %d cells along %s, the first snapshot has %d", one.path, n, cut.Axis, len(lines[0].At))
		}
		if len(lines) == 0 {
			line.Title = fmt.Sprintf("%s, steps %d to %d", line.Where, list[0].step, list[len(list)-1].step)
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// nearest answers for each row of an even axis which snapshot lies nearest to it.
func nearest(at []float64) []int {
	least := math.Inf(1)
	for i := range at[1:] {
		least = math.Min(least, at[i+1]-at[i])
	}
	last := len(at) - 1
	rows := int(math.Min(mostRows, math.Round((at[last]-at[0])/least)+1))
	list, k := make([]int, max(rows, 2)), 0
	for i := range list {
		t := at[0] + (at[last]-at[0])*float64(i)/float64(len(list)-1)
		for k < last && math.Abs(at[k+1]-t) <= math.Abs(at[k]-t) {
			k++
		}
		list[i] = k
	}
	return list
}
