package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/files"
	"drawbridge/tools/compare"
	"drawbridge/tools/difference"
	"drawbridge/tools/evidence"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/page"
	"drawbridge/tools/picture"
	"drawbridge/tools/series"
)

// outputs are the files that a comparison writes besides what it prints.
type outputs struct {
	junit, report, picture, difference string
	apart                              bool // what was written is said on the error stream
}

func (o *outputs) flags(flags *pflag.FlagSet) {
	flags.StringVar(&o.junit, "junit", "", "write the verdicts as JUnit XML to this file, too")
	flags.StringVar(&o.report, "report", "", "write one self-contained HTML page: verdict, table, planes, cells that differ most")
	flags.StringVar(&o.difference, "difference", "", "write new - ref of each field that differs to this HDF5 file; overwrites nothing")
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

// names are the files that a comparison writes.
func (o *outputs) names() []string {
	return slices.DeleteFunc([]string{o.junit, o.report, o.picture, o.difference}, func(name string) bool { return name == "" })
}

// collide refuses two outputs of one name, and one in the place of an HDF5 file.
func (o *outputs) collide() error {
	known := map[string]bool{}
	for _, name := range o.names() {
		place, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		if folder, err := filepath.EvalSymlinks(filepath.Dir(place)); err == nil {
			place = filepath.Join(folder, filepath.Base(place))
		}
		if known[place] {
			return fmt.Errorf("%s would hold two outputs: give one of them another name", name)
		}
		known[place] = true
		if name != o.difference && hdf5file.Signed(name) {
			return fmt.Errorf("%s is an HDF5 file and is not overwritten: give what is written another name", name)
		}
	}
	return nil
}

// check refuses outputs that cannot be written, or that would overwrite each other or a snapshot, before anything is compared.
func (o *outputs) check(series bool) error {
	if err := o.collide(); err != nil {
		return err
	}
	switch {
	case o.difference == "":
		return nil
	case series:
		return errors.New("--difference takes two files: compare those of one step")
	}
	return difference.Check(o.difference)
}

func (o *outputs) ofFiles(c *console.Console, r *compare.Result) error {
	if err := o.xml(r.JUnit); err != nil {
		return err
	}
	if o.picture != "" {
		if err := drawWorst(c, r, o.picture); err != nil {
			return err
		}
	}
	if o.difference != "" {
		if err := o.writeDifference(c, r); err != nil {
			return err
		}
	}
	return o.page(func() ([]byte, error) { return page.Files(r) })
}

// writeDifference says which file it has made, or why none; the verdict stands. Where programs read the answer it says so on the
// error stream.
func (o *outputs) writeDifference(c *console.Console, r *compare.Result) error {
	made, err := difference.Write(r, o.difference)
	if errors.Is(err, difference.ErrNothing) {
		fmt.Fprintf(c.Err, "--difference %s: not written: %v\n", files.OneLine(o.difference), err)
		return nil
	}
	if err != nil {
		return err
	}
	say := func(format string, values ...any) { c.Printf(format, values...) }
	if o.apart {
		say = func(format string, values ...any) {
			fmt.Fprintf(c.Err, "%s\n", files.OneLine(fmt.Sprintf(format, values...)))
		}
	}
	say("new - ref of %s is in %s", strings.Join(made.Fields, ", "), made.File)
	for _, s := range made.LeftOut {
		say("not in %s: %s: %s", made.File, s.Path, s.Reason)
	}
	return nil
}

func (o *outputs) ofSeries(c *console.Console, r *series.Result) error {
	if err := o.xml(r.JUnit); err != nil {
		return err
	}
	if o.picture != "" {
		if growth := r.Growth(); growth == nil {
			notDrawn(c, o.picture, "no field differs by a number at any step, so there is no growth to draw")
		} else if err := picture.Save(o.picture, growth); err != nil {
			return err
		}
	}
	return o.page(func() ([]byte, error) { return page.Series(r) })
}

func (o *outputs) xml(verdicts func() []byte) error {
	if o.junit == "" {
		return nil
	}
	return files.Write(o.junit, verdicts())
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
			return picture.Save(path, p.Line())
		}
		return picture.Save(path, p.Picture())
	}
	notDrawn(c, path, "no field has values that differ and can be drawn")
	return nil
}

// notDrawn tells of a picture that was asked for and has nothing to show; the verdict stands.
func notDrawn(c *console.Console, path, why string) {
	fmt.Fprintf(c.Err, "--png %s: not drawn: %s\n", files.OneLine(path), files.OneLine(why))
}
