package tables

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	routineBegin = regexp.MustCompile(`^\s*(?:(?:pure|elemental|recursive|real\(wp\)|integer)\s+)*(?:subroutine|function) (\w+)`)
	listed       = regexp.MustCompile(`^\s*!>? (?:Kernels|Operators): ([\w ]+)\.$`)
	publicNames  = regexp.MustCompile(`(?m)^\s*public\s*::((?:[^\n]*&\n)*[^\n]*)`)
	word         = regexp.MustCompile(`\w+`)
)

// reference is the Fortran routine that stands for a kernel or an operator.
type reference struct {
	routine, place string // its name, and file:line
	public         bool
}

// referenced are the kernels and operators that a reference routine in Fortran stands for.
func referenced(root string) (map[string]reference, error) {
	sources, err := files(root, referenceFiles)
	if err != nil {
		return nil, err
	}
	known := map[string]reference{}
	for _, s := range sources {
		routines(s.path, s.text, known)
	}
	return known, nil
}

// routines adds what the routines of a Fortran text stand for: their own names, without reference_, and those that a line above them lists.
func routines(path, text string, known map[string]reference) {
	public := map[string]bool{}
	for _, m := range publicNames.FindAllStringSubmatch(text, -1) {
		for _, name := range word.FindAllString(m[1], -1) {
			public[name] = true
		}
	}
	var waiting []string
	for i, line := range strings.Split(text, "\n") {
		if m := listed.FindStringSubmatch(line); m != nil {
			waiting = append(waiting, strings.Fields(m[1])...)
		} else if m := routineBegin.FindStringSubmatch(line); m != nil {
			for _, name := range append(waiting, strings.TrimPrefix(m[1], "reference_")) {
				known[name] = reference{m[1], fmt.Sprintf("%s:%d", path, i+1), public[m[1]]}
			}
			waiting = nil
		}
	}
}

// lacking says what is wrong with the reference of a kernel or an operator; "" where nothing is.
func lacking(references map[string]reference, kind, name string) string {
	r, ok := references[name]
	switch {
	case !ok && kind == "kernel":
		return fmt.Sprintf("kernel %s has no reference: name it in a line '!> Kernels: %s.' above a routine of %s", name, name, referenceFiles)
	case !ok:
		return fmt.Sprintf("operator %s has no reference: name it in a line '! Operators: %s.' above a routine of fortran/reference_stencils.f90", name, name)
	case !r.public:
		return fmt.Sprintf("%s %s: its reference %s (%s) is not public: add it to a line 'public ::' there", kind, name, r.routine, r.place)
	}
	return ""
}
