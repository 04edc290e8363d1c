package entries

import (
	"fmt"
	"strings"
)

const pageBegin = `# The C functions

Include ` + "`drawbridge.h`" + ` and link ` + "`-ldrawbridge`" + `; both are installed by ` + "`make install`" + `.
This page and the header are written from one table.
Two programs are complete: [examples/c/properties.c](../examples/c/properties.c) computes properties, [examples/c/heat.c](../examples/c/heat.c) the heat equation on a field.

Compile a program with pkg-config, or with the folder where you [installed](installation.md) Drawbridge:

` + "```sh" + `
cc properties.c -o properties $(pkg-config --cflags --libs drawbridge) -Wl,-rpath,$(pkg-config --variable=libdir drawbridge)
cc properties.c -o properties -I$HOME/drawbridge/include -L$HOME/drawbridge/lib -ldrawbridge -Wl,-rpath,$HOME/drawbridge/lib
` + "```" + `

These words mean the same thing everywhere ([Glossary](glossary.md)):

| word | meaning |
|---|---|
| Frame | the one object that holds the library's state in a process |
| collection | a set of properties that is computed at once, such as ` + "`preosThermalProperties`" + ` ([Which collection do I want?](collections.md)); a building block is a part of one |
| view | one quantity by its name, such as T, P, Yi or rho |
| interior | the points of an array without its halo |
| stripe | a range of interior points that is copied and computed at once, at most max_block of them |
| field | a named array on the device, with a halo ([Fields and stencils](stencils.md)) |

- Functions whose names begin with ` + "`drawbridge_`" + ` return a status code: 0 is success ([Errors](errors.md)). Of these only ` + "`drawbridge_stop`" + ` stops the program.
- Functions whose names begin with ` + "`frame_`" + ` are the legacy calls of Fortran ([Fortran](fortran.md)). They return nothing; a failure goes to the stop routine.
- A text is an address and a number of characters. It needs no NUL at its end.
- A buffer is an address and its size in bytes. The library fills it with blanks and writes no NUL.
- An address may be null only where its meaning says so.
- Arrays lie as Fortran lays them: the first index runs fastest, and indices count from 1, those of ` + "`interior`" + ` too. For an array ` + "`q[nvar][nz][ny][nx]`" + ` of C give the extents ` + "`{nx, ny, nz, nvar}`" + ` and no order. For ` + "`q[nz][ny][nx][nvar]`" + ` the order is ` + "`var,i,j,k`" + `, and the extents are ` + "`{nvar, nx, ny, nz}`" + `.
- Messages name the calls of Fortran: ` + "`plan%read`" + `, ` + "`plan%write`" + ` and ` + "`plan%bind`" + ` are the roles 0, 1 and 2 of ` + "`drawbridge_plan_array`" + `.
- An output may lie over an input of the same plan, which is read first.
- Names of collections are not case-sensitive. Messages have them in small letters.
- Every address is checked. A call rejects one that cannot be read or written.
- An array of the host may begin at any address. One on a GPU must begin at a multiple of the bytes of its elements.
- A prototype with ` + "`const int shape[4]`" + ` reads 4 numbers, whatever the length of the array is that is passed. Compilers warn of shorter arrays.
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
				fmt.Fprintf(&b, "| `%s` | %s |\n", a.name, strings.ReplaceAll(a.says(), "|", `\|`))
			}
		}
	}
	return b.String()
}

// sentences puts each on a line of its own.
func sentences(text string) string { return strings.ReplaceAll(text, ". ", ".\n") }
