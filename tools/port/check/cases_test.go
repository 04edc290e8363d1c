package check

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Source forms and declarations that were misread once: what is translated has the bits of gfortran, and what is not read refuses
// what uses it, and nothing else.
func TestCasesHaveTheBitsOfFortran(t *testing.T) {
	compilers(t)
	const first = "whose components have first values"
	for name, refusals := range map[string]map[string]string{
		"first_case.f90":            {},
		"understood.f90":            {"savedinblock": "save inside of block", "changes": "the module variable scheme is written"},
		"first_case_variants.f90":   {},
		"quotes.f90":                {},
		"format_array.f90":          {},
		"split.f":                   {},
		"split.f90":                 {},
		"whole.f90":                 {},
		"interface_of_external.f90": {},
		"extended_type.f90":         {"make": "a function whose result is a derived type"},
		"procedure_pointer.f90":     {"t_show": "I/O (print)"},
		"kind_and_mpi.f90":          {},
		"kind_and_include.f90":      {},
		"unread_component.f90":      {},
		"first_values.f90":          {"out": first, "loc": first, "loc2": first, "calls": first, "inblock": first, "array": first},
		"module_memory.f90": {"refuses": "the module variable v is written", "gives": "the module variable w is written", "writes": "what g%z(1) leads to is written",
			"lends": "what g%z leads to is written", "changes": "what sp%w leads to is written", "local": "the pointer assignment of z",
			"hidden": "inside of BLOCK or ASSOCIATE", "outer_one": "the pointer assignment to sp"},
		"more_forms.f90": {"holds": "without a type", "copies": "allocatable components", "pointed": "PROCEDURE", "text_bound": "BIND(C) with",
			"whole": "SELECT of types", "bound_type": "the component area", "made": "this of type class"},
		"contained.f90": {"add": "a function whose result is a derived type", "assigned": "an assignment of one's own",
			"complicated": "the component unread of type complex"},
	} {
		files, list, world := translated(t, "cases/"+name)
		for _, p := range world.Procedures {
			want, refused := refusals[p.Name]
			if (p.Fault != nil) != refused || refused && !strings.Contains(p.Fault.Error(), want) {
				t.Errorf("%s, %s: %v, expected %q", name, p.Name, p.Fault, want)
			}
		}
		if len(list) == 0 {
			continue
		}
		results, err := Run(files, list, Options{Points: 40, Seed: 1, Limit: time.Minute})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, r := range results {
			if r.Different > 0 || r.Trouble != "" || r.Points < 40 && !slices.Contains([]string{"components", "mix"}, r.Routine) {
				t.Errorf("%s: %+v", name, r)
			}
		}
	}
}
