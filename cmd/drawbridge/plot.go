package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/tools/hdf5file"
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
}

func plotCommand() *cobra.Command {
	var f plotFlags
	command := &cobra.Command{
		Use:   "plot FILE",
		Short: "Draw fields of a snapshot as PNG or SVG",
		Long: `Draw planes of one or more fields side by side, or the fields along a line (--line).

Without --field: density and temperature, or the first field of the most dimensions. The plane goes through the
middle, normal to the axis with the fewest cells; --normal, --at and --cell choose another. Files of
other programs work too: name a dataset by its path; its axes then count cells.`,
		Example: `  drawbridge plot run.h5 --field density,temperature -o mixing.png
  drawbridge plot run.h5 --normal y --at 0.0005 -o cut.svg
  drawbridge plot run.h5 --line y --field density,pressure -o profile.png
  drawbridge plot run.h5 --field temperature --range 150:300 -o cold.png
  drawbridge plot other.h5 --field /group/rho --colors viridis -o rho.png`,
		Args: exactly(1, "FILE"),
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
			if err := f.draw(arguments[0], cut); err != nil {
				return err
			}
			c.Printf("%s", f.output)
			return nil
		},
	}
	flags := command.Flags()
	flags.StringSliceVarP(&f.fields, "field", "f", nil, "fields by name or path, drawn from left to right")
	flags.StringVarP(&f.output, "output", "o", "", "file to write, .png or .svg (default: FILE with .png)")
	flags.StringVar(&f.normal, "normal", "", "axis that the plane is normal to: x, y or z")
	flags.Float64Var(&f.at, "at", 0, "where the plane lies along --normal, m; of a file without coordinates use --cell")
	flags.IntSliceVar(&f.cell, "cell", nil, "a cell that the plane or line goes through: X,Y,Z counted from 1, 0 the middle")
	flags.StringVar(&f.line, "line", "", "draw along this axis instead: x, y or z")
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

// draw draws a plane of a file, or its fields along a line.
func (f *plotFlags) draw(path string, cut section.Cut) error {
	if f.line != "" && (len(f.ranges) > 0 || f.sameRange) {
		return fmt.Errorf("--range and --same-range are of colours: they go with planes")
	}
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
		return picture.Save(f.output, profile)
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
	return picture.Save(f.output, plane)
}
