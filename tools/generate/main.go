// Command generate writes the files that follow from the tables of the repository. `make generate` runs it; its test runs it again and
// compares.
//
// table reads tables. tables writes the lists of kernels and operators, entries what follows from the public functions, listing the page
// of all messages. Never here: what a function, a kernel or a message says.
package main

import (
	"fmt"
	"os"

	"drawbridge/tools/generate/entries"
	"drawbridge/tools/generate/listing"
	"drawbridge/tools/generate/tables"
)

func main() {
	for _, part := range parts {
		files, err := part(".")
		for name, text := range files {
			if err == nil {
				err = os.WriteFile(name, []byte(text), 0o644)
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "generate:", err)
			os.Exit(1)
		}
	}
}

// parts give the texts of files by their names. Their order counts: the Python package repeats the list of kernels.
var parts = []func(root string) (map[string]string, error){tables.Generate, entries.Generate, listing.Generate}
