package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/snapshot/compare"
)

// compareFlags are those that are no field of compare.Options.
type compareFlags struct {
	asJSON, quiet bool
	junit         string
	tolerances    []string
	renames       []string
}

func compareCommand() *cobra.Command {
	var o compare.Options
	var f compareFlags
	command := &cobra.Command{
		Use:   "compare REF NEW",
		Short: "Say whether two HDF5 files hold the same state",
		Long: `Compare the datasets of two HDF5 files by path: our snapshots or anybody's files, any number type,
any rank, chunked or compressed, larger than memory.

An element is the same where |new - ref| <= abs + rel * max(|ref|,|new|) + norm * max|ref| of its
field. NaN against NaN is the same (--strict-nan: it is not); NaN against a number never is.
Cells are counted from 1, x first. Differing attributes are told and do not change the verdict.

Exit codes: 0 the same within tolerance, 1 different, 2 could not compare.`,
		Example: `  drawbridge compare fortran.h5 bridge.h5 --rel 1e-6
  drawbridge compare a.h5 b.h5 --norm 1e-9 --tolerance temperature=abs:0.01,rel:1e-6
  drawbridge compare a.h5 b.h5 --field 'Y_*,density' --halo 2
  drawbridge compare old.h5 new.h5 --rename rho=density --json`,
		Args: exactly(2, "REF and NEW"),
		RunE: func(command *cobra.Command, arguments []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			if err := f.into(&o); err != nil {
				return err
			}
			return runCompare(c, arguments[0], arguments[1], o, f)
		},
	}
	flags := command.Flags()
	flags.Float64Var(&o.Absolute, "abs", 0, "absolute tolerance, in the unit of the field")
	flags.Float64Var(&o.Relative, "rel", 0, "relative tolerance")
	flags.Float64Var(&o.Norm, "norm", 0, "tolerance relative to the largest magnitude of the field in REF")
	flags.StringArrayVar(&f.tolerances, "tolerance", nil, "tolerance of one field: NAME=abs:A,rel:R,norm:N (repeatable)")
	flags.StringSliceVarP(&o.Include, "field", "f", nil, "only these fields: names, paths or patterns")
	flags.StringSliceVar(&o.Exclude, "exclude", nil, "not these fields: names, paths or patterns")
	flags.StringArrayVar(&f.renames, "rename", nil, "a field is named otherwise in NEW: REFNAME=NEWNAME (repeatable)")
	flags.IntVar(&o.Halo, "halo", 0, "leave out this many layers at each side of x, y and z")
	flags.BoolVar(&o.StrictNaN, "strict-nan", false, "NaN against NaN is a difference")
	flags.BoolVar(&o.IgnoreExtra, "ignore-extra", false, "datasets that only NEW has are no difference")
	flags.BoolVar(&f.asJSON, "json", false, "print JSON")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the verdict alone")
	flags.StringVar(&f.junit, "junit", "", "write the verdicts as JUnit XML to this file, too")
	return command
}

// into translates repeated flags.
func (f *compareFlags) into(o *compare.Options) error {
	o.PerField, o.Rename = map[string]compare.Tolerance{}, map[string]string{}
	for _, text := range f.tolerances {
		field, t, err := compare.ParseTolerance(text)
		if err != nil {
			return err
		}
		o.PerField[field] = t
	}
	for _, text := range f.renames {
		from, to, found := strings.Cut(text, "=")
		if !found || from == "" || to == "" {
			return fmt.Errorf("--rename %s: expected REFNAME=NEWNAME", text)
		}
		o.Rename[from] = to
	}
	return nil
}

func runCompare(c *console.Console, reference, new string, o compare.Options, f compareFlags) error {
	update, end := c.Bar("comparing")
	o.Progress = update
	r, err := compare.Files(reference, new, o)
	end()
	if err != nil {
		return err
	}
	if f.junit != "" {
		if err := os.WriteFile(f.junit, r.JUnit(), 0o644); err != nil {
			return err
		}
	}
	if f.asJSON {
		err = c.JSON(r)
	} else {
		printComparison(c, r, f.quiet)
	}
	if err == nil && !r.Same {
		return verdict(1)
	}
	return err
}

func printComparison(c *console.Console, r *compare.Result, quiet bool) {
	if !quiet {
		printFields(c, r)
		for _, path := range r.Missing {
			c.Printf("%s %s is missing in %s", c.Bad("!"), path, r.New)
		}
		for _, path := range r.Extra {
			c.Printf("%s %s is in %s alone", c.Bad("!"), path, r.New)
		}
		for _, s := range r.Skipped {
			c.Printf("%s", c.Faint(fmt.Sprintf("not compared: %s: %s", s.Path, s.Reason)))
		}
		for _, a := range r.Attributes {
			c.Printf("%s", c.Faint(fmt.Sprintf("attribute %s@%s: %s | %s", a.Object, a.Name, absent(a.Reference), absent(a.New))))
		}
	}
	word := c.Good("SAME")
	if !r.Same {
		word = c.Bad("DIFFERENT")
	}
	c.Printf("%s: %s", word, r.Summary)
}

func absent(text string) string {
	if text == "" {
		return "(absent)"
	}
	return text
}

func printFields(c *console.Console, r *compare.Result) {
	t := c.Table(2, "field", "unit", "max abs", "max rel", "RMS", "L2 rel", "ULP", "beyond", "largest at (x,y,z)", "")
	var notes []string
	for _, f := range r.Fields {
		word := c.Good("same")
		if !f.Same {
			word = c.Bad("different")
		}
		name := f.Path[strings.LastIndexByte(f.Path, '/')+1:]
		t.Row(name, f.Unit, figure(f.MaxAbs), figure(f.MaxRel), figure(f.RMS), figure(f.L2), fmt.Sprint(f.ULP),
			fmt.Sprintf("%d of %d", f.Beyond, f.Count), f.Where.String(), word)
		if f.Reason != "" {
			notes = append(notes, fmt.Sprintf("%s: %s", name, f.Reason))
		}
	}
	if len(r.Fields) > 0 {
		t.Render()
	}
	for _, note := range notes {
		c.Printf("%s", note)
	}
}

// figure prints a difference with the digits that matter.
func figure(f compare.Figure) string {
	if f == 0 {
		return "0"
	}
	return fmt.Sprintf("%.2e", float64(f))
}
