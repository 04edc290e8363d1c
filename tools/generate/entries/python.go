package entries

import (
	"fmt"
	"strings"

	"drawbridge/tools/generate/table"
)

const pythonBegin = `# Written by make generate from bridge/entries.txt, docs/errors.md, kernels/list.h, kernels/flags.h and
# properties/names.go. Change those, not this file.
`

// pythonSource is a list of Drawbridge that the Python package repeats, read as text.
type pythonSource struct {
	file, name string
	row        string
	form       string // of an entry of the dict, from the row's parts
	least      int
}

var pythonSources = []pythonSource{
	{"docs/errors.md", "CODES", `(?m)^\| (\d+) \| (\w+) \|`, "%s: %q", 10},
	{"kernels/flags.h", "FLAGS", `(?m)^FLAG\((\w+), (\d+), `, "%q: %s", 10},
	{"kernels/list.h", "COLLECTIONS", `(?m)^KERNEL\((\w+), "([^"]*)", "([^"]*)", `, "%q: (%q, %q)", 40},
	{"properties/names.go", "VIEWS", `(?m)^\t\{Name: "(\w+)", Unit: "([^"]*)", Meaning: "([^"]*)"\}`, "%q: (%q, %q)", 60},
}

// pythonEntries is python/drawbridge/_entries.py: the functions' types for ctypes, where every address is a c_void_p, which None, byref and
// numbers fit, and the lists beside them.
func pythonEntries(root string, list []*section) (string, error) {
	var b strings.Builder
	b.WriteString(pythonBegin + "from ctypes import c_char_p, c_double, c_int, c_void_p\n\n# function: (result, arguments)\nFUNCTIONS = {\n")
	for _, s := range list {
		for _, f := range s.functions {
			result := "c_int"
			if f.nothing {
				result = "None"
			}
			var types []string
			for _, a := range f.arguments {
				types = append(types, a.form().python)
			}
			fmt.Fprintf(&b, "    %q: (%s, [%s]),\n", f.name, result, strings.Join(types, ", "))
		}
	}
	b.WriteString("}\n")
	for _, source := range pythonSources {
		rows, err := table.Rows(root, source.file, source.row, source.least)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\n# from %s\n%s = {\n", source.file, source.name)
		for _, row := range rows {
			var parts []any
			for _, part := range row[1:] {
				parts = append(parts, part)
			}
			fmt.Fprintf(&b, "    "+source.form+",\n", parts...)
		}
		b.WriteString("}\n")
	}
	return b.String(), nil
}
