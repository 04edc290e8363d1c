package survey

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"drawbridge/tools/port/report"
	"drawbridge/tools/port/tree"
)

// group is the routines with one kind of reason.
type group struct {
	reason, cure string
	list         []Entry
	share        float64
}

// groups sorts what is refused by the kind of its reason, the largest first.
func (s *Survey) groups() []*group {
	known := map[string]*group{}
	var list []*group
	for _, e := range s.Entries {
		f := e.Procedure.Fault
		if f == nil || e.Outside != "" {
			continue
		}
		g := known[f.Class]
		if g == nil {
			g = &group{reason: f.Class, cure: f.Cure}
			known[f.Class] = g
			list = append(list, g)
		}
		g.list = append(g.list, e)
		g.share += max(0, e.Share)
	}
	slices.SortStableFunc(list, func(a, b *group) int { return len(b.list) - len(a.list) })
	return list
}

// Short is the summary for a terminal.
func (s *Survey) Short() string {
	c := s.Counts()
	var b strings.Builder
	fmt.Fprintf(&b, "%d Fortran files, %d of them not read\n", s.Files, len(s.Unread))
	if n := len(s.Twins); n > 0 {
		fmt.Fprintf(&b, "%d modules have the name of a module of another file and are not counted; give a folder with one of them\n", n)
	}
	if n := len(s.Undefined); n > 0 {
		fmt.Fprintf(&b, "%d names that the preprocessor asks for are not defined; survey.md lists them, and --define defines them\n", n)
	}
	fmt.Fprintf(&b, "%d of %d routines can be ported now\n", c.Ported, c.All)
	if c.Loops > 0 {
		fmt.Fprintf(&b, "%d of them have loops over a grid that are refused: no kernels of a library, unless --as-point says that their arrays belong to one point\n", c.Loops)
	}
	fmt.Fprintf(&b, "%d have complex numbers, procedure arguments or ENTRY, or call a routine that has them. Of the other %d, %s are translated\n", c.Outside, c.Eligible, percent(c.Ported, c.Eligible))
	if s.Profile {
		ported := 0.0
		for _, e := range s.Entries {
			if e.ported() {
				ported += max(0, e.Share)
			}
		}
		fmt.Fprintf(&b, "run time: %.1f %% in routines that can be ported now, %.1f %% in routines that the files do not have\n", ported, s.Unknown)
	}
	for _, g := range s.groups() {
		fmt.Fprintf(&b, "%5d  %s; %s\n", len(g.list), g.reason, g.cure)
	}
	b.WriteString(report.EditLines(s.edits(), 5))
	return b.String()
}

// edits are those that free routines, by their share of the run time where there is a profile.
func (s *Survey) edits() []tree.Freed {
	var refused []*tree.Procedure
	share := map[*tree.Procedure]float64{}
	for _, e := range s.Entries {
		if !e.ported() && e.Outside == "" {
			refused = append(refused, e.Procedure)
			share[e.Procedure] = max(0, e.Share)
		}
	}
	list := tree.Edits(refused)
	total := func(x tree.Freed) (sum float64) {
		for _, p := range x.List {
			sum += share[p]
		}
		return sum
	}
	slices.SortStableFunc(list, func(a, b tree.Freed) int { return cmp.Compare(total(b), total(a)) })
	return list
}

func percent(n, of int) string {
	if of == 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}

// Page is the whole survey as Markdown.
func (s *Survey) Page() string {
	c := s.Counts()
	var b strings.Builder
	fmt.Fprintf(&b, "# Survey of drawbridge port\n\n| | routines |\n|---|---|\n| all | %d |\n| can be ported now | %d |\n", c.All, c.Ported)
	fmt.Fprintf(&b, "| complex numbers, procedure arguments, ENTRY, or a call of such a routine | %d |\n| of the others, ported | %s |\n", c.Outside, percent(c.Ported, c.Eligible))
	if s.Profile {
		fmt.Fprintf(&b, "\nThe profile has %.1f %% of the run time in routines that these files do not have.\n", s.Unknown)
		s.times(&b)
	}
	b.WriteString(report.EditTable(s.edits()))
	b.WriteString("\n## What the others need\n\n| routines | reason | write instead |\n|---|---|---|\n")
	groups := s.groups()
	for _, g := range groups {
		fmt.Fprintf(&b, "| %d | %s | %s |\n", len(g.list), report.Cell(g.reason), report.Cell(g.cure))
	}
	for _, g := range groups {
		fmt.Fprintf(&b, "\n### %s\n\n| routine | where | reason | write instead |\n|---|---|---|---|\n", g.reason)
		for _, e := range g.list {
			for _, f := range e.Procedure.Faults() {
				fmt.Fprintf(&b, "| `%s` | %s:%d | %s | %s |\n", e.Procedure.Label(), f.Path, f.Line, report.Cell(f.Reason), report.Cell(f.Cure))
			}
		}
	}
	b.WriteString("\n## Out of reach\n\n| routine | file | what it has, or what it calls has |\n|---|---|---|\n")
	for _, e := range s.Entries {
		if !e.ported() && e.Outside != "" {
			fmt.Fprintf(&b, "| `%s` | %s:%d | %s |\n", e.Procedure.Label(), e.Procedure.Unit.Path, e.Procedure.Unit.Line, e.Outside)
		}
	}
	if c.Loops > 0 {
		b.WriteString("\n## Can be ported now as routines of one point, but not their loops over a grid\n\n| routine | where | reason | write instead |\n|---|---|---|---|\n")
		for _, e := range s.Entries {
			if f := e.Loops; f != nil {
				fmt.Fprintf(&b, "| `%s` | %s:%d | %s | %s |\n", e.Procedure.Label(), f.Path, f.Line, report.Cell(f.Reason), report.Cell(f.Cure))
			}
		}
	}
	b.WriteString("\n## Can be ported now\n\n| routine | file |\n|---|---|\n")
	for _, e := range s.Entries {
		if e.ported() && e.Loops == nil {
			fmt.Fprintf(&b, "| `%s` | %s:%d |\n", e.Procedure.Label(), e.Procedure.Unit.Path, e.Procedure.Unit.Line)
		}
	}
	if len(s.Twins) > 0 {
		b.WriteString("\n## Modules that are not counted\n\nAnother file has a module of the same name, and its routines are counted.\n\n| module | not counted | counted |\n|---|---|---|\n")
		for _, x := range s.Twins {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", x.Module, x.Path, x.Other)
		}
	}
	b.WriteString(report.Undefined(s.Undefined))
	if len(s.Unread) > 0 {
		b.WriteString("\n## Files that are not read\n\n")
		for _, u := range s.Unread {
			fmt.Fprintf(&b, "- %s\n", u.Reason)
		}
	}
	return b.String()
}

// times lists the routines of the profile, the slowest first.
func (s *Survey) times(b *strings.Builder) {
	list := slices.DeleteFunc(slices.Clone(s.Entries), func(e Entry) bool { return e.Share < 0 })
	slices.SortStableFunc(list, func(x, y Entry) int { return cmp.Compare(y.Share, x.Share) })
	b.WriteString("\n## Where the time is\n\n| % of the time | routine | file | state |\n|---|---|---|---|\n")
	for _, e := range list {
		state := "can be ported now"
		switch f := e.Procedure.Fault; {
		case f != nil && e.Outside != "":
			state = "out of reach: " + e.Outside
		case f != nil:
			state = fmt.Sprintf("line %d: %s; %s", f.Line, f.Reason, f.Cure)
		}
		fmt.Fprintf(b, "| %.2f | `%s` | %s:%d | %s |\n", e.Share, e.Procedure.Label(), e.Procedure.Unit.Path, e.Procedure.Unit.Line, report.Cell(state))
	}
}
