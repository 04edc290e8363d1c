package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/snapshot/hdf5file"
	"drawbridge/snapshot/picture"
	"drawbridge/snapshot/section"
)

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
}

func plotCommand() *cobra.Command {
	var f plotFlags
	command := &cobra.Command{
		Use:   "plot FILE",
		Short: "Draw fields of a snapshot as PNG or SVG",
		Long: `Draw planes of one or more fields side by side, or the fields along a line (--line).

Without --field: density and temperature, or the first field there is. The plane goes through the
middle, normal to the axis with the fewest cells; --normal, --at and --cell choose another. Files of
other programs work too: name a dataset by its path; its axes then count cells.`,
		Example: `  drawbridge plot run.h5 --field density,temperature -o mixing.png
  drawbridge plot run.h5 --normal y --at 0.0005 -o cut.svg
  drawbridge plot run.h5 --line y --field density,pressure -o profile.png
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
				f.output = strings.TrimSuffix(arguments[0], filepath.Ext(arguments[0])) + ".png"
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
	flags.Float64Var(&f.at, "at", 0, "where the plane lies along --normal, m")
	flags.IntSliceVar(&f.cell, "cell", nil, "a cell that the plane or line goes through: X,Y,Z counted from 1, 0 the middle")
	flags.StringVar(&f.line, "line", "", "draw along this axis instead: x, y or z")
	flags.StringVar(&f.colours, "colors", "auto", "colour map: "+strings.Join(picture.Maps, ", "))
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
	case f.width < 0 || f.width > 100:
		return cut, fmt.Errorf("--width is %g cm, expected 0 to 100", f.width)
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
	plane.Colours, plane.Cells, plane.PanelWidth = f.colours, f.cells, f.width
	return plane.Save(f.output)
}
