package main

import (
	"fmt"
	"strings"
)

const pageBegin = `# The C functions

Include ` + "`drawbridge.h`" + ` and link ` + "`-ldrawbridge`" + `; both are installed by ` + "`make install`" + `.
This page and the header are written from one table.
[examples/c/properties.c](../examples/c/properties.c) is a complete program.

Compile a program with pkg-config, or with the folder where you [installed](installation.md) Drawbridge:

` + "```sh" + `
cc properties.c -o properties $(pkg-config --cflags --libs drawbridge) -Wl,-rpath,$(pkg-config --variable=libdir drawbridge)
cc properties.c -o properties -I$HOME/drawbridge/include -L$HOME/drawbridge/lib -ldrawbridge -Wl,-rpath,$HOME/drawbridge/lib
` + "```" + `

- Functions whose names begin with ` + "`drawbridge_`" + ` return a status code: 0 is success ([errors.md](errors.md)). They never stop the program, but for ` + "`drawbridge_stop`" + `, which exists for that.
- Functions whose names begin with ` + "`frame_`" + ` are the legacy calls of Fortran ([fortran.md](fortran.md)). They return nothing; a failure goes to the stop routine.
- A text is an address and a number of characters. It needs no NUL at its end.
- A buffer is an address and its size in bytes. The library fills it with blanks and writes no NUL.
- An address may be null only where its meaning says so.
- Arrays lie as Fortran lays them: the first index runs fastest, and indices count from 1.
- Every address is checked. One that cannot be read or written is refused.
`

// page is docs/c_reference.md.
func page(list []*section) string {
	var b strings.Builder
	b.WriteString(pageBegin)
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
				fmt.Fprintf(&b, "| `%s` | %s |\n", a.name, strings.ReplaceAll(a.meaning, "|", `\|`))
			}
		}
	}
	return b.String()
}

// sentences puts each on a line of its own.
func sentences(text string) string { return strings.ReplaceAll(text, ". ", ".\n") }
