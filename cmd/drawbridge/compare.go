package main

import (
	"errors"
	"fmt"
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
		for _, path := range r.Missing {
			c.Printf("%s %s is missing in %s", c.Bad("!"), path, r.New)
		}
		for _, path := range r.Extra {
			c.Printf("%s %s is in %s alone", c.Bad("!"), path, r.New)
		}
		printSkips(c, r.Skipped)
		for _, a := range r.Attributes {
			c.Printf("%s", c.Faint(fmt.Sprintf("attribute %s@%s: %s | %s", a.Object, a.Name, absent(a.Reference), absent(a.New))))
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

func absent(text string) string {
	if text == "" {
		return "(absent)"
	}
	return text
}

func printFields(c *console.Console, r *compare.Result) {
	t := c.Table(2, "field", "unit", "max abs", "max rel", "RMS", "L2 rel", "ULP", "beyond", "largest at (x,y,z)", "rank", "verdict", "ref there", "new there")
	var notes []string
	for _, f := range r.Fields {
		word := c.Good("same")
		if !f.Same {
			word = c.Bad("different")
		}
		name := name(f.Path)
		figures, where := []string{figure(f.MaxAbs), figure(f.MaxRel), figure(f.RMS), figure(f.L2), compare.ULPText(f.ULP)}, f.Where
		if f.OnlyNaN() {
			figures, where = slices.Repeat([]string{"NaN"}, len(figures)), f.FirstNaN
		}
		row := append([]string{name, f.Unit}, figures...)
		t.Row(append(row, fmt.Sprintf("%d of %d", f.Beyond, f.Count), where.String(), where.RankText(), word, valueAt(where, true), valueAt(where, false))...)
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

// name is the last part of a path.
func name(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// valueAt is one of the two values at a place, "" where they are no numbers.
func valueAt(p *compare.Place, reference bool) string {
	switch {
	case p == nil:
		return ""
	case reference:
		return string(p.Reference)
	}
	return string(p.New)
}

// printWorst lists the cells of each field that differ most.
func printWorst(c *console.Console, r *compare.Result) {
	for _, f := range r.Fields {
		if len(f.Worst) == 0 {
			continue
		}
		c.Printf("%s: the %d cells that differ most", name(f.Path), len(f.Worst))
		t := c.Table(0, "(x,y,z)", "position [m]", "ref", "new", "|new - ref|", "relative", "rank")
		for i := range f.Worst {
			w := &f.Worst[i]
			t.Row(w.String(), position(&w.Place), string(w.Reference), string(w.New), figure(w.Absolute), figure(w.Relative), w.RankText())
		}
		t.Render()
	}
}

// position is where a cell of a snapshot lies, "" elsewhere.
func position(p *compare.Place) string {
	if p.Position == nil {
		return ""
	}
	return fmt.Sprintf("%.6g,%.6g,%.6g", p.Position[0], p.Position[1], p.Position[2])
}
