package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"drawbridge/tools/port/check"
	"drawbridge/tools/port/kernelset"
)

// scaledWay is a way to run the translation whose values may have other last bits than the Fortran's.
type scaledWay struct {
	name, title, without string
	of                   func(r check.Result) check.Scaled
}

var scaledWays = []scaledWay{
	{"as packs", "As packs", "point by point, because of", func(r check.Result) check.Scaled { return r.Packs }},
	{"on the GPU", "On a GPU", "not compared there, because", func(r check.Result) check.Scaled { return r.GPU }},
}

// scaled adds up the comparisons of one way, and counts the routines that ran.
func (s Summary) scaled(w scaledWay) (all check.Scaled, ran int) {
	for _, r := range s.Results {
		x := w.of(r)
		if x.Points > 0 {
			ran++
		}
		all.Points, all.Values, all.Beyond = all.Points+x.Points, all.Values+x.Values, all.Beyond+x.Beyond
		all.Worst = max(all.Worst, x.Worst)
	}
	return all, ran
}

// PacksOf keeps the comparisons as packs of what a library runs so.
func (s *Summary) PacksOf(set *kernelset.Set) {
	for k := range s.Results {
		if x := &s.Results[k].Packs; x.Reason == "" && !set.AsPacks(s.Routines[k].Procedure) {
			*x = check.Scaled{Reason: "no kernel that runs as packs"}
		}
	}
}

// scaledPage is the part of the page about one way.
func (s Summary) scaledPage(w scaledWay) string {
	if _, ran := s.scaled(w); ran == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\nA unit is one rounding of the value, and what the Fortran's own value moves.\nIt moves where all inputs move by one unit in the last place, and where products and sums are contracted.\n"+
		"The bound is 1000 units. The worst of each output is given in units.\n\n| routine | points | values | beyond | worst of each output | %s |\n|---|---|---|---|---|---|\n", w.title, w.without)
	for _, r := range s.Results {
		x := w.of(r)
		var list []string
		for _, name := range slices.Sorted(maps.Keys(x.Outputs)) {
			list = append(list, fmt.Sprintf("%s %.3g", name, x.Outputs[name]))
		}
		if list == nil && x.Points > 0 {
			list = []string{"all bits equal"}
		}
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d | %s | %s |\n", r.Routine, x.Points, x.Values, x.Beyond, Cell(strings.Join(list, ", ")), Cell(x.Reason))
	}
	return b.String()
}

// beyond says that values lie beyond their bounds.
func beyond(way string, x check.Scaled) string {
	return fmt.Sprintf("%s, %d of %d values are beyond their bounds; worst: %s, %.3g units", way, x.Beyond, x.Values, x.Where, x.Worst)
}
