package main

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"drawbridge/cmd/drawbridge/internal/console"
	"drawbridge/tools/compare"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// compareFlags is the command line of compare.
type compareFlags struct {
	asked         compare.Options // as the flags say
	file          string          // tolerances, patterns and renames as YAML
	asJSON, quiet bool
	outputs       outputs
	tolerances    []string
	renames       []string
	atol          float64
	worst         int  // cells to list of each field
	listed        bool // on the terminal, too
}

func compareCommand() *cobra.Command {
	var f compareFlags
	command := &cobra.Command{
		Use:   "compare REF NEW",
		Short: "Say whether two HDF5 files, or two folders of snapshots, hold the same state",
		Long: `Compare the datasets of two HDF5 files by path: snapshots of Drawbridge or other files, any number type,
any rank, chunked or compressed, larger than memory. Two folders are two series: snapshots are
matched by their step, and the first step beyond tolerance is named.

An element is the same if |new - ref| <= abs + rel * max(|ref|,|new|) + rtol * |ref| + norm * max|ref|
of its field. --atol and --rtol are those of numpy.isclose. NaN against NaN is the same (--strict-nan: it is not); NaN against a number never is.
Cells are counted from 1, x first. Files of different times are different (--exclude time leaves the
times out). Other different attributes are reported and do not change the verdict.

--tolerances reads a YAML file; flags win over it:
  default: {rel: 1e-9}
  fields:
    temperature: {abs: 0.01, rel: 1e-6}
    "Y_*": {norm: 1e-8}
  rename: {rho: density}
  only: [density, "Y_*"]
  exclude: [scratch]
  halo: 2
  nan: different         # or same
  extra: ignore          # or different
  unused: ignore         # or refuse: a name that matches no dataset is an error

Exit codes: 0 the same within tolerance, 1 different, 2 could not compare, or a dataset cannot be read and the rest is the same.`,
		Example: `  drawbridge compare fortran.h5 bridge.h5 --rel 1e-6
  drawbridge compare a.h5 b.h5 --norm 1e-9 --tolerance temperature=abs:0.01,rel:1e-6
  drawbridge compare a.h5 b.h5 --field 'Y_*,density' --halo 2
  drawbridge compare old.h5 new.h5 --rename rho=density --json
  drawbridge compare a.h5 b.h5 --tolerances limits.yaml --report difference.html
  drawbridge compare a.h5 b.h5 --field density --png density.png
  drawbridge compare a.h5 b.h5 --worst 10 --difference d.h5
  drawbridge compare fortran_run/ bridge_run/ --norm 1e-9 --report series.html`,
		Args: exactly(2, "REF and NEW"),
		RunE: func(command *cobra.Command, arguments []string) error {
			c, err := talk(command)
			if err != nil {
				return err
			}
			o, err := f.options(command.Flags())
			if err != nil {
				return err
			}
			if err := overwrites([]string{f.outputs.junit, f.outputs.report, f.outputs.picture}, append(arguments, f.file)...); err != nil {
				return err
			}
			series, err := folders(arguments[0], arguments[1])
			if err != nil {
				return err
			}
			if err := f.outputs.check(series); err != nil {
				return err
			}
			if series {
				return runSeries(c, arguments[0], arguments[1], o, &f)
			}
			return runCompare(c, arguments[0], arguments[1], o, &f)
		},
	}
	flags, o := command.Flags(), &f.asked
	flags.StringVar(&f.file, "tolerances", "", "read tolerances, patterns and renames from this YAML file")
	flags.Float64Var(&o.Absolute, "abs", 0, "absolute tolerance, in the unit of the field")
	flags.Float64Var(&o.Relative, "rel", 0, "relative tolerance")
	flags.Float64Var(&f.atol, "atol", 0, "the same as --abs, by numpy's name")
	flags.Float64Var(&o.OfReference, "rtol", 0, "tolerance relative to the value in REF, as in numpy: |new - ref| <= atol + rtol*|ref|")
	flags.Float64Var(&o.Norm, "norm", 0, "tolerance relative to the largest magnitude of the field in REF")
	flags.StringArrayVar(&f.tolerances, "tolerance", nil, "tolerance of one field or pattern: NAME=abs:A,rel:R,norm:N, also rtol:R (repeatable)")
	flags.StringSliceVarP(&o.Include, "field", "f", nil, "only these fields: names, paths or patterns")
	flags.StringSliceVar(&o.Exclude, "exclude", nil, "leave out these fields: names, paths or patterns; or subfolders by name")
	flags.StringArrayVar(&f.renames, "rename", nil, "a field has another name in NEW: REFNAME=NEWNAME (repeatable)")
	flags.IntVar(&o.Halo, "halo", 0, "leave out this many layers at each side of x, y and z")
	flags.BoolVar(&o.StrictNaN, "strict-nan", false, "count NaN against NaN as a difference")
	flags.BoolVar(&o.IgnoreExtra, "ignore-extra", false, "allow datasets or steps that only NEW has")
	flags.BoolVar(&o.IgnoreUnits, "ignore-missing-units", false, "allow a unit that one file alone keeps; two different units stay a difference")
	flags.StringVar(&o.TimeName, "time", "", "the time is this dataset or attribute of one number: PATH, OBJECT@NAME, or NAME of the root")
	flags.StringVar(&o.StepName, "step", "", "in folders, the step is this dataset or attribute of one whole number")
	flags.BoolVar(&o.UnusedNames, "ignore-unused", false, "allow names, in flags or in the file, that match no dataset")
	flags.IntVar(&f.worst, "worst", 10, "list this many cells of each field that differ most; JSON and the page list 10 without it")
	flags.BoolVar(&f.asJSON, "json", false, "print JSON")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the verdict alone")
	f.outputs.flags(flags)
	return command
}

// options joins the file of tolerances and the flags; the flags win.
func (f *compareFlags) options(flags *pflag.FlagSet) (compare.Options, error) {
	var o compare.Options
	if f.file != "" {
		if err := o.ReadFile(f.file); err != nil {
			return o, err
		}
	}
	if flags.Changed("abs") && flags.Changed("atol") {
		return o, errors.New("--atol and --abs are the same tolerance: give one of them")
	}
	for name, take := range map[string]func(){
		"abs": func() { o.Absolute = f.asked.Absolute }, "rel": func() { o.Relative = f.asked.Relative },
		"atol": func() { o.Absolute = f.atol }, "rtol": func() { o.OfReference = f.asked.OfReference },
		"norm": func() { o.Norm = f.asked.Norm }, "halo": func() { o.Halo = f.asked.Halo },
		"strict-nan": func() { o.StrictNaN = f.asked.StrictNaN }, "ignore-extra": func() { o.IgnoreExtra = f.asked.IgnoreExtra },
		"ignore-missing-units": func() { o.IgnoreUnits = f.asked.IgnoreUnits },
		"time":                 func() { o.TimeName = f.asked.TimeName }, "step": func() { o.StepName = f.asked.StepName },
		"ignore-unused": func() { o.UnusedNames = f.asked.UnusedNames },
		"field":         func() { o.Include = f.asked.Include }, "exclude": func() { o.Exclude = append(o.Exclude, f.asked.Exclude...) },
	} {
		if flags.Changed(name) {
			take()
		}
	}
	if f.worst < 1 || f.worst > compare.MostWorst {
		return o, fmt.Errorf("--worst is %d, expected 1 to %d", f.worst, compare.MostWorst)
	}
	f.outputs.apart = f.asJSON || f.quiet
	if f.listed = flags.Changed("worst"); f.listed || f.asJSON || f.outputs.report != "" {
		o.Worst = f.worst
	}
	return o, f.into(&o)
}

// into translates repeated flags.
func (f *compareFlags) into(o *compare.Options) error {
	if o.PerField == nil {
		o.PerField = map[string]compare.Tolerance{}
	}
	if o.Rename == nil {
		o.Rename = map[string]string{}
	}
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

func runCompare(c *console.Console, reference, new string, o compare.Options, f *compareFlags) error {
	update, end := c.Bar("comparing")
	o.Progress = update
	r, err := compare.Files(reference, new, o)
	end()
	if err != nil {
		return err
	}
	if err := f.outputs.ofFiles(c, r); err != nil {
		return err
	}
	if f.asJSON {
		err = c.JSON(r)
	} else {
		printComparison(c, r, f)
	}
	return codeOf(err, r.Same, r.Undecided())
}

// codeOf is the exit code of a comparison. What could not be read leaves no verdict, unless something else differs.
func codeOf(err error, same, undecided bool) error {
	switch {
	case err != nil || same:
		return err
	case undecided:
		return verdict(trouble)
	}
	return verdict(1)
}

func printComparison(c *console.Console, r *compare.Result, f *compareFlags) {
	if !f.quiet {
		printFields(c, r)
		if f.listed {
			printWorst(c, r)
		}
		printTimes(c, r)
		for _, name := range r.Missing {
			c.Printf("%s %s is missing in %s", c.Bad("!"), name, r.New)
		}
		for _, name := range r.Extra {
			c.Printf("%s %s is in %s alone", c.Bad("!"), name, r.New)
		}
		printSkips(c, r.Skipped)
		for _, a := range r.Attributes {
			c.Printf("%s", c.Faint(fmt.Sprintf("attribute %s@%s: %s | %s", a.Object, a.Name, cmp.Or(a.Reference, "(absent)"), cmp.Or(a.New, "(absent)"))))
		}
	}
	conclude(c, r.Same, r.Undecided(), r.Summary, r.Hint, f.quiet)
}

// printTimes tells of times that differ, or that one file alone keeps.
func printTimes(c *console.Console, r *compare.Result) {
	switch {
	case r.TimesDiffer:
		c.Printf("%s %s", c.Bad("!"), r.TimeNote)
	case r.TimeNote != "":
		c.Printf("%s", c.Faint(r.TimeNote))
	}
}

// printSkips lists what was not compared; what counts against the verdict is marked.
func printSkips(c *console.Console, skipped []compare.Skip) {
	for _, s := range skipped {
		if s.Counts {
			c.Printf("%s not compared: %s: %s", c.Bad("!"), s.Path, s.Reason)
		} else {
			c.Printf("%s", c.Faint(fmt.Sprintf("not compared: %s: %s", s.Path, s.Reason)))
		}
	}
}

// conclude prints the verdict, the last line of every comparison.
func conclude(c *console.Console, same, undecided bool, summary, hint string, quiet bool) {
	if hint != "" && !quiet {
		c.Printf("hint: %s", hint)
	}
	word := c.Good("SAME")
	if !same {
		word = c.Bad("DIFFERENT")
	}
	if undecided {
		word = c.Bad("NOT COMPARED")
	}
	c.Printf("%s: %s", word, summary)
}

func printFields(c *console.Console, r *compare.Result) {
	if len(r.Fields) > 0 {
		printTable(c, 2, r.Table(), "field", "unit", "max abs", "max rel", "RMS", "L2 rel", "ULP", "beyond", "largest at (x,y,z)", "rank", "verdict", "ref there", "new there")
	}
	for _, f := range r.Fields {
		if f.Reason != "" {
			c.Printf("%s: %s", path.Base(f.Path), f.Reason)
		}
	}
}

// printTable prints columns of a table, the first of which are words.
func printTable(c *console.Console, words int, from compare.Table, columns ...string) {
	t := c.Table(words, columns...)
	for _, row := range from.Rows {
		var cells []string
		for _, column := range columns {
			cell := row.Cells[slices.Index(from.Columns, column)]
			if column == "verdict" {
				cell = map[bool]func(string) string{true: c.Good, false: c.Bad}[row.Same](cell)
			}
			cells = append(cells, cell)
		}
		t.Row(cells...)
	}
	t.Render()
}

// printWorst lists the cells of each field that differ most.
func printWorst(c *console.Console, r *compare.Result) {
	for _, f := range r.Fields {
		if len(f.Worst) == 0 {
			continue
		}
		c.Printf("%s: the %d cells that differ most", path.Base(f.Path), len(f.Worst))
		columns, rows := f.WorstCells()
		t := c.Table(0, columns...)
		for _, row := range rows {
			t.Row(row...)
		}
		t.Render()
	}
}
