// Package history follows fields through a folder of snapshots: a cell, an extremum or a norm against
// time, or a whole line of cells against time.
//
// Here lives what is taken from each snapshot. Never here: which files are steps (series), drawing
// (picture), HDF5 calls (hdf5file).
package history

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"drawbridge/tools/hdf5file"
	"drawbridge/tools/picture"
	"drawbridge/tools/section"
	"drawbridge/tools/series"
)

// moment is one snapshot of a folder.
type moment struct {
	path string
	step int64
	time *float64 // s; nil where the file keeps no finite one
}

// moments lists the snapshots of a folder by their steps, and the paths of those without a step.
func moments(folder string) (list []moment, rest []string, err error) {
	files, names, err := series.Steps(folder)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		rest = append(rest, filepath.Join(folder, name))
	}
	for step, path := range files {
		list = append(list, moment{path: path, step: step})
	}
	slices.SortFunc(list, func(a, b moment) int { return int(a.step - b.step) })
	for i := range list {
		f, err := hdf5file.Open(list[i].path)
		if err != nil {
			return nil, nil, err
		}
		list[i].time = f.Time().Finite()
		_ = f.Close()
	}
	return list, rest, nil
}

// lasts is the time of the last snapshot, s; 0 where it keeps none.
func lasts(list []moment) float64 {
	if t := list[len(list)-1].time; t != nil {
		return *t
	}
	return 0
}

// axis is what the snapshots are set against: their times in a unit that reads well for `span` (s), or
// their steps where times are missing or do not grow.
func axis(list []moment, span float64) (at []float64, name string) {
	factor, unit := 1.0, "s"
	for _, u := range []struct {
		factor float64
		name   string
	}{{1e3, "ms"}, {1e6, "µs"}, {1e9, "ns"}} {
		if span*factor < .5 {
			factor, unit = u.factor, u.name
		}
	}
	timed := true
	for i, m := range list {
		at = append(at, 0)
		if m.time != nil {
			at[i] = *m.time * factor
		}
		timed = timed && m.time != nil && (i == 0 || at[i] > at[i-1])
	}
	if timed && len(list) > 1 {
		return at, "t [" + unit + "]"
	}
	for i, m := range list {
		at[i] = float64(m.step)
	}
	return at, "step"
}

// Follow draws a measure of each field against time, a chart for each field with a line for each
// folder. Fields none: the usual ones of the first snapshot. rest are the paths of snapshots without a step, which are in
// no chart.
func Follow(folders, fields []string, m Measure) (stack picture.Stack, rest []string, err error) {
	if len(fields) > section.MostFields {
		return nil, nil, section.TooMany(len(fields))
	}
	charts, span := map[string]*picture.Chart{}, 0.0
	for _, folder := range folders {
		list, without, err := moments(folder)
		if err != nil {
			return nil, nil, err
		}
		rest = append(rest, without...)
		if len(fields) == 0 {
			if fields, err = usual(list[0].path); err != nil {
				return nil, nil, err
			}
		}
		if span == 0 {
			span = lasts(list)
		}
		at, across := axis(list, span)
		for _, field := range fields {
			values, unit, err := m.along(list, field)
			if err != nil {
				return nil, nil, err
			}
			h := charts[field]
			if h == nil {
				h = &picture.Chart{Title: m.title(field), X: across, Y: picture.Label(field, unit), Width: 20, Height: 8}
				charts[field] = h
				stack = append(stack, h)
			}
			line := picture.Series{X: at, Y: values, Points: len(at) <= 60}
			if len(folders) > 1 {
				line.Name = filepath.Clean(folder)
			}
			h.Lines = append(h.Lines, line)
			if h.X != across {
				return nil, nil, fmt.Errorf("%s keeps no growing times and %s does: they cannot share a picture", folder, folders[0])
			}
		}
	}
	return stack, rest, nil
}

func usual(path string) ([]string, error) {
	f, err := hdf5file.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := section.Usual(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return names, nil
}

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

// Measures are the names of what one number may say of a field. All cells count alike: l1 is the mean
// of the magnitude, l2 the root of the mean square, linf the largest magnitude.
var Measures = []string{"point", "min", "max", "mean", "l1", "l2", "linf"}

// Measure is one of Measures; Cell is the cell of a point, x y z counted from 1, 0 the middle.
type Measure struct {
	Name string
	Cell [3]int
}

// Check refuses an unknown measure.
func (m Measure) Check() error {
	for _, known := range Measures {
		if m.Name == known {
			return nil
		}
	}
	return fmt.Errorf("--of is %q, expected one of %s", m.Name, strings.Join(Measures, ", "))
}

func (m Measure) title(field string) string {
	if m.Name == "point" {
		where := make([]string, 3)
		for d, n := range m.Cell {
			where[d] = fmt.Sprint(n)
			if n == 0 {
				where[d] = "middle"
			}
		}
		return fmt.Sprintf("%s at cell (%s)", field, strings.Join(where, ","))
	}
	return m.Name + " of " + field
}

// along takes the measure of a field in each snapshot; NaN where a field holds one.
func (m Measure) along(list []moment, field string) (values []float64, unit string, err error) {
	for _, one := range list {
		f, err := hdf5file.Open(one.path)
		if err != nil {
			return nil, "", err
		}
		value, at, err := m.take(f, field)
		_ = f.Close()
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", one.path, err)
		}
		if unit == "" {
			unit = at
		}
		values = append(values, value)
	}
	return values, unit, nil
}

func (m Measure) take(f *hdf5file.File, field string) (value float64, unit string, err error) {
	d, err := section.Find(f, field)
	if err != nil {
		return 0, "", err
	}
	unit = f.Unit(d.Path)
	if m.Name == "point" {
		value, err = section.Value(d, m.Cell)
		return value, unit, err
	}
	var s tally
	if err := d.Each(s.add); err != nil {
		return 0, "", err
	}
	return s.answer(m.Name), unit, nil
}

// tally collects a field piece by piece.
type tally struct {
	n                      int64
	low, high, sum, l1, l2 float64
}

func (s *tally) add(values []float64) {
	for i, v := range values {
		if s.n == 0 && i == 0 {
			s.low, s.high = v, v
		}
		s.low, s.high = math.Min(s.low, v), math.Max(s.high, v) // NaN stays
		s.sum, s.l1, s.l2 = s.sum+v, s.l1+math.Abs(v), s.l2+v*v
	}
	s.n += int64(len(values))
}

func (s *tally) answer(measure string) float64 {
	switch n := float64(s.n); measure {
	case "min":
		return s.low
	case "max":
		return s.high
	case "mean":
		return s.sum / n
	case "l1":
		return s.l1 / n
	case "l2":
		return math.Sqrt(s.l2 / n)
	}
	return math.Max(math.Abs(s.low), math.Abs(s.high))
}
