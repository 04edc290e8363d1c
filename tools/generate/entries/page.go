package entries

import (
	"fmt"
	"strings"
)

// pageMark is where the written part of the page begins.
const pageMark = "\n<!-- `make generate` writes the rest of this page from bridge/entries.txt. -->\n"

// page is what follows the mark in docs/c_reference.md.
func page(list []*section) string {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "\n## %s\n", s.title)
		if s.about != "" {
			fmt.Fprintf(&b, "\n%s\n", sentences(s.about))
		}
		for _, f := range s.functions {
			fmt.Fprintf(&b, "\n### %s\n\n%s\n\n```c\n%s;\n```\n", f.name, sentences(f.meaning), f.prototype(100))
			if len(f.arguments) > 0 {
				b.WriteString("\n| argument | meaning |\n|---|---|\n")
			}
			for _, a := range f.arguments {
				fmt.Fprintf(&b, "| `%s` | %s |\n", a.name, strings.ReplaceAll(a.says(), "|", `\|`))
			}
		}
	}
	return b.String()
}

// sentences puts each on a line of its own.
func sentences(text string) string { return strings.ReplaceAll(text, ". ", ".\n") }
