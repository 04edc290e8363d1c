package main

import (
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/files"
	"drawbridge/snapshot/compare"
	"drawbridge/snapshot/evidence"
	"drawbridge/snapshot/page"
	"drawbridge/snapshot/series"
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

// overwrites refuses an output that is one of the files that are read.
func overwrites(written []string, read ...string) error {
	for _, to := range written {
		there, err := os.Stat(to)
		if to == "" || err != nil {
			continue
		}
		for _, from := range read {
			if input, err := os.Stat(from); err == nil && os.SameFile(there, input) {
				return fmt.Errorf("%s is read: give what is written another name", to)
			}
		}
	}
	return nil
}

func (o *outputs) ofFiles(c *console.Console, r *compare.Result) error {
	if o.junit != "" {
		if err := files.Write(o.junit, r.JUnit()); err != nil {
			return err
		}
	}
	if o.picture != "" {
		if err := drawWorst(c, r, o.picture); err != nil {
			return err
		}
	}
	return o.page(func() ([]byte, error) { return page.Files(r) })
}

func (o *outputs) ofSeries(c *console.Console, r *series.Result) error {
	if o.junit != "" {
		if err := files.Write(o.junit, r.JUnit()); err != nil {
			return err
		}
	}
	if o.picture != "" {
		if growth := r.Growth(); growth == nil {
			notDrawn(c, o.picture, "no field differs by a number at any step, so there is no growth to draw")
		} else if err := growth.Save(o.picture); err != nil {
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
	return files.Write(o.report, text)
}

// drawWorst draws the field that differs most among those compared whose values differ and can be drawn.
func drawWorst(c *console.Console, r *compare.Result, path string) error {
	for _, f := range series.WorstFirst(r) {
		if f.Unequal == 0 {
			continue
		}
		p, err := evidence.Open(r, f)
		switch {
		case err != nil:
			return err
		case p == nil || p.Columns*p.Rows < 2:
			continue
		case p.Rows == 1:
			return p.Line().Save(path)
		}
		return p.Picture().Save(path)
	}
	notDrawn(c, path, "no field has values that differ and can be drawn")
	return nil
}

// notDrawn tells of a picture that was asked for and has nothing to show; the verdict stands.
func notDrawn(c *console.Console, path, why string) {
	fmt.Fprintf(c.Err, "--png %s: not drawn: %s\n", files.OneLine(path), files.OneLine(why))
}
