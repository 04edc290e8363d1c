package rules

import (
	"regexp"
	"strings"
	"testing"
)

func TestDocumentsListTheStatusCodes(t *testing.T) {
	same(t, "status code",
		table(t, read(t, "status", "codes.go"), `(?m)^\t(\w+)\s+Code = (\d+)`, 10),
		swapped(table(t, read(t, "docs", "errors.md"), `(?m)^\| (\d+) \| (\w+) \|`, 10)))
}

// swapped turns number -> NAME into name -> number, as the code has it.
func swapped(byNumber map[string]string) map[string]string {
	byName := map[string]string{}
	for number, name := range byNumber {
		byName[strings.ToLower(strings.ReplaceAll(name, "_", ""))] = number
	}
	return byName
}

// variables are the names that the pages give to variables of the module's types.
var variables = map[string]string{"frame_t": "frame", "plan_t": "plan", "snapshot_t": "snapshot", "domain_t": "domain", "sequence_t": "step"}

// Every public procedure of a type of the module has a row in a table, or an item of a list, on a page of Fortran.
func TestDocumentsHaveARowForEveryProcedure(t *testing.T) {
	pages := read(t, "docs", "fortran.md") + read(t, "docs", "stencils.md") + read(t, "docs", "fields.md") + read(t, "docs", "transfers.md") + read(t, "docs", "mpi.md")
	bound := regexp.MustCompile(`(?m)^    (?:procedure|generic)(, private)? :: (\w+) =>`)
	found := 0
	for _, kind := range regexp.MustCompile(`(?ms)^  type :: (\w+_t)$.*?^  end type`).FindAllStringSubmatch(read(t, "fortran", "drawbridge.f90"), -1) {
		for _, m := range bound.FindAllStringSubmatch(kind[0], -1) {
			if m[1] != "" {
				continue
			}
			found++
			call := variables[kind[1]] + "%" + m[2]
			if !regexp.MustCompile("(?m)^(?:\\||-) .*`(?:call )?" + call + "[(`]").MatchString(pages) {
				t.Errorf("no page of docs/ has a row for %s", call)
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d procedures in the types of fortran/drawbridge.f90", found)
	}
}

// Every public name of the module that is no type stands on a page.
func TestDocumentsNameWhatTheModuleMakesPublic(t *testing.T) {
	pages := read(t, "docs", "fortran.md") + read(t, "docs", "errors.md") + read(t, "docs", "flags.md") + read(t, "docs", "stencils.md")
	module := regexp.MustCompile(`&\s*\n\s*`).ReplaceAllString(read(t, "fortran", "drawbridge.f90"), "")
	names := regexp.MustCompile(`(?m)^  (?:public :: (.*)|.*, public :: (DRAWBRIDGE_\w+))`).FindAllStringSubmatch(module, -1)
	if len(names) < 30 {
		t.Errorf("only %d public names in fortran/drawbridge.f90", len(names))
	}
	for _, m := range names {
		for _, name := range strings.Split(m[1]+m[2], ",") {
			name = strings.TrimSpace(name)
			short := strings.TrimPrefix(strings.TrimPrefix(name, "DRAWBRIDGE_"), "FLAG_")
			if !regexp.MustCompile(`(?i)\b(?:` + name + `|` + short + `)\b`).MatchString(pages) {
				t.Errorf("no page of docs/ names %s", name)
			}
		}
	}
}
