package report

import (
	"fmt"
	"strings"

	"drawbridge/tools/port/nests"
	"drawbridge/tools/port/tree"
)

// shortNests is the summary of loop nests for a terminal; "" where there are none.
func (s Summary) shortNests() string {
	done, refused := nests.Done(s.Nests)
	var b strings.Builder
	if len(done)+len(refused) > 0 {
		fmt.Fprintf(&b, "%d of %d loop nests have a kernel of one point\n", len(done), len(done)+len(refused))
	}
	for _, n := range refused {
		fmt.Fprintf(&b, "refused: the loops of %s\n  %s:%d: %s\n  write instead: %s%s\n", n.Of.Label(), n.Fault.Path, n.Fault.Line, n.Fault.Reason, n.Fault.Cure, n.OrAsPoint())
	}
	for _, n := range s.Notes {
		fmt.Fprintf(&b, "taken as one point: %s\n  %s:%d: %s\n", n.Of.Label(), n.Of.Unit.Path, n.Line, n.Text)
	}
	return b.String()
}

// RefusedLoops answers the routines of which a loop nest is refused.
func (s Summary) RefusedLoops() (list []*tree.Procedure) {
	for _, r := range s.Nests {
		if r.Fault() != nil {
			list = append(list, r.Of)
		}
	}
	return list
}

// nestPage is the part of the report about loop nests.
func (s Summary) nestPage() string {
	done, refused := nests.Done(s.Nests)
	if len(done)+len(refused)+len(s.Notes) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n## Loop nests\n")
	if len(s.Notes) > 0 {
		b.WriteString("\n| routine | where | taken as one point |\n|---|---|---|\n")
		for _, n := range s.Notes {
			fmt.Fprintf(&b, "| `%s` | %s:%d | %s |\n", n.Of.Label(), n.Of.Unit.Path, n.Line, Cell(n.Text))
		}
	}
	if len(refused) > 0 {
		b.WriteString("\n| routine | where | why it has no kernel of one point | write instead |\n|---|---|---|---|\n")
		for _, n := range refused {
			fmt.Fprintf(&b, "| `%s` | %s:%d | %s | %s |\n", n.Of.Label(), n.Fault.Path, n.Fault.Line, Cell(n.Fault.Reason), Cell(n.Fault.Cure))
		}
	}
	if len(done) > 0 {
		b.WriteString("\n```text\n")
		for _, n := range done {
			b.WriteString(n.Row() + "\n")
		}
		b.WriteString("```\n")
	}
	for _, n := range done {
		fmt.Fprintf(&b, "\n%s, line %d, as an expression of Drawbridge:\n", n.Of.Label(), n.Line)
		if n.Formulas == nil {
			fmt.Fprintf(&b, "none, because %s.\n", n.Plain)
			continue
		}
		b.WriteString("\n```fortran\n")
		for _, f := range n.Formulas {
			b.WriteString(f.Line() + "\n")
		}
		b.WriteString("```\n")
	}
	if len(s.NestResults) > 0 {
		b.WriteString("\nCompared with the Fortran, all points in the opposite order:\n\n| routine | points | values | different | worst | output |\n|---|---|---|---|---|---|\n")
		for _, r := range s.NestResults {
			fmt.Fprintf(&b, "| `%s` | %d | %d | %d | %s | %s |\n", r.Routine, r.Points, r.Values, r.Different, Cell(worst(r)+r.Trouble), output(r))
		}
	}
	return b.String()
}
