package report

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/tools/port/tree"
)

// EditLines says which few edits free several procedures, those that free most first.
func EditLines(list []tree.Freed, most int) string {
	var b strings.Builder
	for _, x := range list {
		if most == 0 {
			break
		}
		if len(x.List) < 2 {
			continue
		}
		most--
		fmt.Fprintf(&b, "%s %d routines: %s\n", count(len(x.Edits)), len(x.List), names(x.List))
		for _, f := range x.Edits {
			fmt.Fprintf(&b, "  %s:%d: %s; %s\n", f.Path, f.Line, f.Reason, f.Cure)
		}
	}
	return b.String()
}

func count(n int) string {
	if n == 1 {
		return "this edit frees"
	}
	return fmt.Sprintf("these %d edits free", n)
}

// names lists procedures; of many, the first ones.
func names(list []*tree.Procedure) string {
	const most = 8
	var all []string
	for _, p := range list[:min(len(list), most)] {
		all = append(all, p.Label())
	}
	if len(list) > most {
		all = append(all, "...")
	}
	return strings.Join(all, ", ")
}

// EditTable is a part of a page with all of them.
func EditTable(list []tree.Freed) string {
	const most = 40
	var b strings.Builder
	for i, x := range list[:min(len(list), most)] {
		if i == 0 {
			b.WriteString("\n## Which edits free which routines\n\n| routines | edits | free |\n|---|---|---|\n")
		}
		var edits []string
		for _, f := range x.Edits {
			edits = append(edits, fmt.Sprintf("%s:%d: %s; %s", f.Path, f.Line, f.Reason, f.Cure))
		}
		fmt.Fprintf(&b, "| %d | %s | %s |\n", len(x.List), Cell(strings.Join(edits, "<br>")), names(x.List))
	}
	return b.String()
}

// Stays are subroutines that only fill tables of modules which kernels read: they run as Fortran, before the kernels.
func (s Summary) Stays() (list []*tree.Procedure) {
	for _, p := range s.Refused() {
		if s.fills(p) != "" {
			list = append(list, p)
		}
	}
	return list
}

// hard are the refused procedures that should be translated.
func (s Summary) hard() []*tree.Procedure {
	return slices.DeleteFunc(s.Refused(), func(p *tree.Procedure) bool { return s.fills(p) != "" })
}

// fills names a variable that such a subroutine fills, and a routine that reads it; "" where it is none. One that reads what it
// fills, or has the numbers of a point for arguments, may be called for each point.
func (s Summary) fills(p *tree.Procedure) (why string) {
	if p.Result != nil {
		return ""
	}
	for _, f := range p.Faults() {
		if f.Class != tree.WritesModule {
			return ""
		}
	}
	for i, a := range p.Arguments {
		if p.Writes(i) || !a.Array() && (a.Type.Base == tree.Real || a.Type.Base == tree.Derived) {
			return ""
		}
	}
	for _, r := range s.Routines {
		for _, x := range r.Modules {
			if !p.Written[x.Name] || p.Scope.Known(x.Name) != x {
				continue
			}
			if p.ReadsBeforeItFills(r.World, x) {
				return ""
			}
			if why == "" {
				why = fmt.Sprintf("it fills %s, which %s reads", x.Name, r.Procedure.Label())
			}
		}
	}
	return why
}

// refusal is what the terminal says of a routine that is refused: all reasons.
func (s Summary) refusal(p *tree.Procedure) string {
	var b strings.Builder
	if why := s.fills(p); why != "" {
		f := p.Fault
		fmt.Fprintf(&b, "stays Fortran: %s\n  %s:%d: %s: call it before the kernels run\n", p.Label(), f.Path, f.Line, why)
		return b.String()
	}
	fmt.Fprintf(&b, "refused: %s\n", p.Label())
	for _, f := range p.Faults() {
		fmt.Fprintf(&b, "  %s:%d: %s\n  write instead: %s\n", f.Path, f.Line, f.Reason, f.Cure)
	}
	return b.String()
}
