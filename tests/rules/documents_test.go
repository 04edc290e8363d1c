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

// Every procedure that is bound to a type of the module stands on a page of Fortran.
func TestDocumentsNameEveryProcedure(t *testing.T) {
	pages := read(t, "docs", "fortran.md") + read(t, "docs", "stencils.md") + read(t, "docs", "fields.md") + read(t, "docs", "transfers.md") + read(t, "docs", "mpi.md")
	found := 0
	for _, m := range regexp.MustCompile(`(?m)^(?:by hand )?(\w+)(?:\(.*\)| = .*|)$`).FindAllStringSubmatch(read(t, "fortran", "procedures.txt"), -1) {
		found++
		if !regexp.MustCompile(`%` + m[1] + `\b`).MatchString(pages) {
			t.Errorf("no page of docs/ names the procedure %s", m[1])
		}
	}
	if found < 40 {
		t.Errorf("%d procedures in fortran/procedures.txt", found)
	}
}
