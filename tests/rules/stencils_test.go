package rules

import (
	"fmt"
	"strings"
	"testing"

	"drawbridge/stencils"
)

func TestDocumentsListTheOperators(t *testing.T) {
	document := read(t, "docs", "stencils.md")
	for _, o := range stencils.Operators {
		reads := fmt.Sprint(o.Least)
		if o.Most > o.Least {
			reads += fmt.Sprintf(" to %d", o.Most)
		}
		if row := fmt.Sprintf("| `%s` | %s | %d | %s | %s |", o.Name, reads, o.Writes, o.Numbers, o.Meaning); !strings.Contains(document, row) {
			t.Errorf("docs/stencils.md lacks the row\n%s", row)
		}
	}
	for _, what := range stencils.Reductions {
		if !strings.Contains(document, "`'"+what+"'`") {
			t.Errorf("docs/stencils.md does not name the reduction %s", what)
		}
	}
}
