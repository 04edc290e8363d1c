package history

import (
	"fmt"
	"path/filepath"
	"slices"

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
