package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"drawbridge/snapshot/compare"
	"drawbridge/snapshot/evidence"
	"drawbridge/snapshot/page"
	"drawbridge/snapshot/series"
	"drawbridge/snapshot/wholefile"
)

// outputs are the files that a comparison writes besides what it prints.
type outputs struct {
	junit, report, picture string
}

func (o *outputs) flags(flags *pflag.FlagSet) {
	flags.StringVar(&o.junit, "junit", "", "write the verdicts as JUnit XML to this file, too")
	flags.StringVar(&o.report, "report", "", "write one self-contained HTML page: verdict, table, histograms, slices, spectra")
	flags.StringVar(&o.picture, "png", "", "draw the plane through the worst point of the worst field (choose one by --field); of a series, the growth")
}

func (o *outputs) ofFiles(r *compare.Result) error {
	if o.junit != "" {
		if err := wholefile.Write(o.junit, r.JUnit()); err != nil {
			return err
		}
	}
	if o.picture != "" {
		if err := drawWorst(r, o.picture); err != nil {
			return err
		}
	}
	return o.page(func() ([]byte, error) { return page.Files(r) })
}

func (o *outputs) ofSeries(r *series.Result) error {
	if o.junit != "" {
		if err := wholefile.Write(o.junit, r.JUnit()); err != nil {
			return err
		}
	}
	if o.picture != "" {
		growth := r.Growth()
		if growth == nil {
			return fmt.Errorf("--png %s: no field differs at any step, so there is no growth to draw", o.picture)
		}
		if err := growth.Save(o.picture); err != nil {
			return err
		}
	}
	return o.page(func() ([]byte, error) { return page.Series(r) })
}

func (o *outputs) page(lay func() ([]byte, error)) error {
	if o.report == "" {
		return nil
	}
	text, err := lay()
	if err != nil {
		return err
	}
	return wholefile.Write(o.report, text)
}

// drawWorst draws the field that differs most among those compared.
func drawWorst(r *compare.Result, path string) error {
	f := series.Worst(r)
	if f == nil || f.Unequal == 0 {
		return fmt.Errorf("--png %s: no field differs, so there is no worst point to draw", path)
	}
	p, err := evidence.Open(r, f)
	switch {
	case err != nil:
		return err
	case p == nil || p.Columns*p.Rows < 2:
		return fmt.Errorf("--png %s: %s holds no plane to draw", path, f.Path)
	case p.Rows == 1:
		return p.Line().Save(path)
	}
	return p.Picture().Save(path)
}
