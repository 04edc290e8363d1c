package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/status"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/history"
	"drawbridge/tools/picture"
	"drawbridge/tools/section"
)

// leastWidth leaves a few pixels of a panel that is 0.3 times as high as wide, cm.
const leastWidth = 0.1

// plotFlags steer a picture.
type plotFlags struct {
	fields       []string
	output       string
	normal, line string
	at           float64
	cell         []int
	colours      string
	cells        bool
	width        float64
	ranges       []string // LOW:HIGH or FIELD=LOW:HIGH
	sameRange    bool
	of           string // a measure of a series
}

func plotCommand() *cobra.Command {
	var f plotFlags
	command := &cobra.Command{
		Use:   "plot FILE | FOLDER...",
		Short: "Draw fields of a snapshot, or of a series against time, as PNG or SVG",
		Long: `Draw planes of one or more fields side by side, or the fields along a line (--line).

Without --field: density and temperature, or the first field of the most dimensions. The plane goes through the
middle, normal to the axis with the fewest cells; --normal, --at and --cell choose another. Files of
other programs work too: name a dataset by its path; its axes then count cells.

For folders of snapshots: draw one number of each field against time, with a line for each folder. --of chooses the
number: point (--cell, otherwise the middle), min, max (the default), mean, l1 (mean magnitude), l2 (root mean
square) or linf (largest magnitude). With --line: draw the cells along a line across and the time upwards.`,
		Example: `  drawbridge plot run.h5 --field density,temperature -o mixing.png
  drawbridge plot run.h5 --normal y --at 0.0005 -o cut.svg
  drawbridge plot run.h5 --line y --field density,pressure -o profile.png
  drawbridge plot run.h5 --field temperature --range 150:300 -o cold.png
  drawbridge plot other.h5 --field /group/rho --colors viridis -o rho.png
  drawbridge plot run/ --field temperature --of max -o hottest.png
  drawbridge plot fortran_run/ bridge_run/ --field pressure --of point --cell 1,20,3 -o probe.svg
  drawbridge plot run/ --field density --line y -o layer_in_time.png`,
		Args: func(command *cobra.Command, arguments []string) error {
			if len(arguments) == 0 {
				return fmt.Errorf("0 arguments given, expected FILE or FOLDER...; see %s --help", command.CommandPath())
			}
			return nil
		},
		RunE: func(command *cobra.Command, arguments []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			cut, err := f.cut(command.Flags().Changed("at"))
			if err != nil {
				return err
			}
			if f.output == "" {
				f.output = strings.TrimSuffix(filepath.Clean(arguments[0]), filepath.Ext(arguments[0])) + ".png"
			}
			if err := overwrites([]string{f.output}, arguments...); err != nil {
				return err
			}
			rest, err := f.any(arguments, cut)
			if err != nil {
				return err
			}
			for _, path := range rest {
				c.Printf("passed over: %s: it has no attribute step, and its name ends in no number of its own", path)
			}
			c.Printf("%s", f.output)
			return nil
		},
	}
	flags := command.Flags()
	flags.StringSliceVarP(&f.fields, "field", "f", nil, "fields by name or path, drawn from left to right")
	flags.StringVarP(&f.output, "output", "o", "", "file to write, .png or .svg (default: FILE or FOLDER with .png)")
	flags.StringVar(&f.normal, "normal", "", "axis that the plane is normal to: x, y or z")
	flags.Float64Var(&f.at, "at", 0, "where the plane lies along --normal, m; of a file without coordinates use --cell")
	flags.IntSliceVar(&f.cell, "cell", nil, "a cell that the plane or line goes through: X,Y,Z counted from 1, 0 the middle")
	flags.StringVar(&f.line, "line", "", "draw along this axis instead: x, y or z")
	flags.StringVar(&f.of, "of", "", "of a folder: "+strings.Join(history.Measures, ", ")+" (default max)")
	flags.StringVar(&f.colours, "colors", "auto", "colour map: "+strings.Join(picture.Maps, ", "))
	flags.StringArrayVar(&f.ranges, "range", nil, "values at the ends of the colour map, so that pictures can be compared: LOW:HIGH, or FIELD=LOW:HIGH (repeatable)")
	flags.BoolVar(&f.sameRange, "same-range", false, "one range of colours for all fields of the picture")
	flags.BoolVar(&f.cells, "cells", false, "draw each cell as a plain rectangle, not interpolated")
	flags.Float64Var(&f.width, "width", 0, "width of one field's panel, cm")
	return command
}

// cut translates the flags that say where.
func (f *plotFlags) cut(placed bool) (section.Cut, error) {
	cut := section.Cut{Axis: f.normal}
	switch {
	case f.line != "" && (f.normal != "" || placed):
		return cut, fmt.Errorf("--line goes with --cell, not with --normal or --at")
	case placed && f.normal == "":
		return cut, fmt.Errorf("--at needs --normal to say along which axis")
	case len(f.cell) != 0 && len(f.cell) != 3:
		return cut, fmt.Errorf("--cell has %d numbers, expected X,Y,Z", len(f.cell))
	case f.width != 0 && !(f.width >= leastWidth && f.width <= 100): // NaN too
		return cut, fmt.Errorf("--width is %g cm, expected %g to 100, or 0 for the usual width", f.width, leastWidth)
	}
	if f.line != "" {
		cut.Axis = f.line
	}
	if placed {
		cut.At = []float64{f.at}
	}
	copy(cut.Cell[:], f.cell)
	return cut, picture.CheckMap(f.colours)
}

// any draws what the arguments name: one file, or folders. rest are the snapshots of the folders that it passes over.
func (f *plotFlags) any(paths []string, cut section.Cut) (rest []string, err error) {
	folders := 0
	ranges := len(f.ranges) > 0 || f.sameRange
	for _, path := range paths {
		if folder(path) {
			folders++
		}
	}
	switch {
	case ranges && (folders > 0) != (f.line != ""): // lines, not colours
		return nil, fmt.Errorf("--range and --same-range are of colours: they go with planes of one file, or with --line of one folder")
	case folders == 0 && len(paths) == 1:
		if f.of != "" {
			return nil, fmt.Errorf("--of %s goes with a folder of snapshots; %s is none", f.of, paths[0])
		}
		return nil, f.draw(paths[0], cut)
	case folders < len(paths):
		return nil, fmt.Errorf("%s given and %d of them folders, expected one FILE, or FOLDER...", status.Count(len(paths), "argument"), folders)
	case f.normal != "":
		return nil, fmt.Errorf("--normal goes with one file; a folder takes --of, --cell and --line")
	case f.line != "":
		return f.diagram(paths, cut)
	}
	measure := history.Measure{Name: f.of, Cell: cut.Cell}
	if f.of == "" {
		measure.Name = "max"
	}
	if len(f.cell) > 0 && measure.Name != "point" {
		return nil, fmt.Errorf("--cell goes with --of point or with --line, not with %s", measure.Name)
	}
	if err := measure.Check(); err != nil {
		return nil, err
	}
	stack, rest, err := history.Follow(paths, f.fields, measure)
	if err != nil {
		return nil, err
	}
	return rest, stack.Save(f.output)
}

func (f *plotFlags) diagram(folders []string, cut section.Cut) (rest []string, err error) {
	if len(folders) != 1 || f.of != "" {
		return nil, fmt.Errorf("--line draws one folder, without --of")
	}
	plane, rest, err := history.Diagram(folders[0], f.fields, cut)
	if err != nil {
		return nil, err
	}
	return rest, f.save(plane)
}

func (f *plotFlags) draw(path string, cut section.Cut) error {
	file, err := hdf5file.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if f.line != "" {
		profile, err := section.Line(file, f.fields, cut)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return profile.Save(f.output)
	}
	plane, err := section.Plane(file, f.fields, cut)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return f.save(plane)
}

// save writes a picture of planes as the flags say.
func (f *plotFlags) save(plane *picture.Plane) error {
	var ranges []picture.Range
	for _, text := range f.ranges {
		r, err := picture.ParseRange(text)
		if err != nil {
			return fmt.Errorf("--range: %w", err)
		}
		ranges = append(ranges, r)
	}
	if err := plane.SetRanges(ranges, f.sameRange); err != nil {
		return err
	}
	plane.Colours, plane.Cells, plane.PanelWidth = f.colours, f.cells, f.width
	return plane.Save(f.output)
}
