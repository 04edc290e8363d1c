// Package report says in words what was translated, what was refused and why, and how the comparison ended.
package report

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"drawbridge/tools/port/check"
	"drawbridge/tools/port/kernelset"
	"drawbridge/tools/port/nests"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// Summary is what a set of files gave.
type Summary struct {
	Procedures  []*tree.Procedure
	Routines    []*translate.Routine
	Results     []check.Result // of a check, in the order of Routines; nil without one
	Nests       []*nests.Routine
	Notes       []nests.Note
	NestResults []check.Result // of the routines whose nests all have kernels
	Undefined   []string       // names that the preprocessor asks for and nothing defines
}

// Refused answers the procedures that are not translated.
func (s Summary) Refused() []*tree.Procedure {
	var list []*tree.Procedure
	for _, p := range s.Procedures {
		if p.Fault != nil && !slices.ContainsFunc(s.Nests, func(r *nests.Routine) bool { return r.Whole != nil && r.Of.Label() == p.Label() }) {
			list = append(list, p)
		}
	}
	return list
}

// Wrong answers how many routines differ from the original, and how many could not be compared.
func (s Summary) Wrong() (different, failed int) {
	for _, r := range slices.Concat(s.Results, s.NestResults) {
		switch {
		case r.Different > 0 || r.Packs.Beyond > 0 || r.GPU.Beyond > 0:
			different++
		case r.Trouble != "" || r.Points == 0:
			failed++
		}
	}
	return different, failed
}

// Short is the summary for a terminal.
func (s Summary) Short() string {
	var b strings.Builder
	loops := ""
	if n := len(s.RefusedLoops()); n > 0 {
		loops = fmt.Sprintf("; the loops of %d are refused", n)
	}
	fmt.Fprintf(&b, "%d of %d routines translated%s\n", len(s.Procedures)-len(s.Refused()), len(s.Procedures), loops)
	for _, p := range s.Refused() {
		b.WriteString(s.refusal(p))
	}
	b.WriteString(EditLines(tree.Edits(s.hard()), 3))
	b.WriteString(s.shortNests())
	if s.Results == nil && s.NestResults == nil {
		return b.String()
	}
	values, equal := 0, 0
	for _, r := range slices.Concat(s.Results, s.NestResults) {
		values, equal = values+r.Values, equal+r.Values-r.Different
	}
	different, failed := s.Wrong()
	fmt.Fprintf(&b, "compared with the Fortran: %d of %d values are equal bit for bit\n", equal, values)
	if all, proved := len(s.Results)+len(s.NestResults), s.proved(); proved < all {
		fmt.Fprintf(&b, "%d of %d routines were compared with finite output that is not the same at all points; report.md says which\n", proved, all)
	}
	for k, r := range slices.Concat(s.Results, s.NestResults) {
		if line := verdict(r); line != "" {
			fmt.Fprintf(&b, "  %s: %s%s\n", r.Routine, line, s.unsettled(k))
		}
	}
	for _, w := range scaledWays {
		if all, ran := s.scaled(w); ran > 0 {
			fmt.Fprintf(&b, "%d of %d routines %s: %d of %d values are within bounds that are scaled by their conditioning; the worst is %.3g units\n", ran, len(s.Results), w.name, all.Values-all.Beyond, all.Values, all.Worst)
		}
	}
	if different+failed > 0 {
		fmt.Fprintf(&b, "routines that differ: %d; not compared: %d\n", different, failed)
	}
	return b.String()
}

// proved counts the routines whose comparison means something: outputs are finite, and not the same at all points.
func (s Summary) proved() (n int) {
	for _, r := range slices.Concat(s.Results, s.NestResults) {
		if r.Varies {
			n++
		}
	}
	return n
}

// output says what the routines compute at the points.
func output(r check.Result) string {
	if r.Varies {
		return "varies"
	}
	return "none is finite and varies"
}

// unsettled says where compilers are known to differ in a routine that differs.
func (s Summary) unsettled(k int) string {
	if k >= len(s.Results) || s.Results[k].Different == 0 || len(s.Routines[k].Unsettled) == 0 {
		return ""
	}
	return "; this need not be an error of the translation: " + strings.Join(s.Routines[k].Unsettled, "; ")
}

// verdict says what is remarkable about a comparison; "" when nothing is.
func verdict(r check.Result) string {
	switch {
	case r.Trouble != "":
		return "not compared: " + r.Trouble
	case r.Different > 0:
		return fmt.Sprintf("%d of %d values differ; worst: %s", r.Different, r.Values, worst(r))
	case r.Packs.Beyond > 0:
		return beyond("as packs", r.Packs)
	case r.GPU.Beyond > 0:
		return beyond("on the GPU", r.GPU)
	case r.Points == 0:
		return fmt.Sprintf("not compared: no point lies in its domain (%s); give --range", reasons(r))
	}
	return ""
}

func worst(r check.Result) string {
	var list []string
	for name, w := range r.Worst {
		text := fmt.Sprintf("%s %d ULP at point %d", name, w.ULP, w.Trial)
		if w.ULP == ^uint64(0) {
			text = fmt.Sprintf("%s NaN on one side at point %d", name, w.Trial)
		}
		list = append(list, text)
	}
	sort.Strings(list)
	return strings.Join(list, ", ")
}

func reasons(r check.Result) string {
	var list []string
	for text, n := range r.Reasons {
		list = append(list, fmt.Sprintf("%s: %d", text, n))
	}
	if r.Undefined > 0 {
		list = append(list, fmt.Sprintf("undefined values: %d", r.Undefined))
	}
	sort.Strings(list)
	return strings.Join(list, ", ")
}

// Page is the whole report as Markdown.
func (s Summary) Page() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Report of drawbridge port\n\n%d of %d routines are translated.\n", len(s.Procedures)-len(s.Refused()), len(s.Procedures))
	if refused := s.Refused(); len(refused) > 0 {
		b.WriteString("\n## Refused\n\n| routine | where | reason | write instead |\n|---|---|---|---|\n")
		for _, p := range refused {
			if why := s.fills(p); why != "" {
				fmt.Fprintf(&b, "| `%s` | %s:%d | %s | keep it in Fortran, and call it before the kernels run |\n", p.Label(), p.Fault.Path, p.Fault.Line, Cell(why))
				continue
			}
			for _, f := range p.Faults() {
				fmt.Fprintf(&b, "| `%s` | %s:%d | %s | %s |\n", p.Label(), f.Path, f.Line, Cell(f.Reason), Cell(f.Cure))
			}
		}
		b.WriteString(EditTable(tree.Edits(s.hard())))
	}
	b.WriteString("\n## Translated\n\n| routine | C++ function | warnings |\n|---|---|---|\n")
	for _, r := range s.Routines {
		fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", r.Procedure.Label(), translate.Name(r.Procedure), Cell(strings.Join(r.Warnings, "; ")))
	}
	if s.Results != nil {
		b.WriteString("\n## Compared with the Fortran\n\nBoth sides were compiled with -O0 and without contraction. A branch counts when a test was true and when it was false.\n\n")
		agreed := 0
		for _, r := range s.Results {
			agreed += r.Types
		}
		fmt.Fprintf(&b, "The types of %d names agree with those that gfortran itself prints.\n\n", agreed)
		b.WriteString("| routine | points | values | different | worst | branches | outside | undefined | open | output |\n|---|---|---|---|---|---|---|---|---|---|\n")
		for k, r := range s.Results {
			taken, missed := branches(r)
			fmt.Fprintf(&b, "| `%s` | %d | %d | %d | %s | %d of %d%s | %d | %d | %d | %s |\n", r.Routine, r.Points, r.Values, r.Different, Cell(worst(r)+r.Trouble+s.unsettled(k)), taken, 2*len(r.Branches), missed, r.Outside, r.Undefined, r.Open, output(r))
		}
		b.WriteString("\noutside: points where an index leaves its array, a division by zero, or a loop without end. " +
			"undefined: points where the routine reads a value that nothing set.\n" +
			"open: points where max or min meets a NaN or two zeros, which Fortran leaves open, and the compilers chose differently.\n")
	}
	for _, w := range scaledWays {
		b.WriteString(s.scaledPage(w))
	}
	b.WriteString(s.nestPage())
	b.WriteString(Undefined(s.Undefined))
	b.WriteString("\n## Kernels\n\n")
	for _, r := range s.Routines {
		fmt.Fprintf(&b, "    %s\n", kernelset.Line(r))
	}
	return b.String()
}

// Undefined is a part of a page with the names that the preprocessor asks for; "" without any.
func Undefined(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("\n## Names that the preprocessor asks for and nothing defines\n\n`%s`\n", strings.Join(names, "` `"))
}

// branches counts the sides of the tests that were taken, and names the lines with one that was not.
func branches(r check.Result) (taken int, missed string) {
	var lines []string
	for i, n := range r.Branches {
		for _, side := range n {
			if side > 0 {
				taken++
			}
		}
		if (n[0] == 0 || n[1] == 0) && i < len(r.Lines) {
			lines = append(lines, fmt.Sprint(r.Lines[i]))
		}
	}
	if len(lines) > 0 {
		missed = ", not both in line " + strings.Join(lines, ", ")
	}
	return taken, missed
}

// Cell is a text in a table of Markdown.
func Cell(text string) string { return strings.ReplaceAll(text, "|", "\\|") }
