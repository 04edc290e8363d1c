package tables

import (
	"fmt"
	"regexp"
	"strings"

	"drawbridge/tools/generate/table"
)

// view is a view's declaration in properties/names.go.
type view struct{ name, width, unit, meaning string }

var (
	viewList = regexp.MustCompile(`^var (scalars|perSpecies) = `)
	viewRow  = regexp.MustCompile(`^\{Name: "(\w+)", Unit: "([^"]+)", Meaning: "([^"]+)"\},$`)
)

// declared reads the views from the Go text that declares them, in its order. The text is read, not imported: lists that are wrong
// must not keep the generator from being built.
func declared(root string) (list []view, err error) {
	text, err := table.Text(root, viewsFile)
	if err != nil {
		return nil, err
	}
	width, seen := "", map[string]bool{}
	for _, line := range table.Lines(viewsFile, text) {
		if m := viewList.FindStringSubmatch(line.Text); m != nil {
			width = map[string]string{"scalars": "1", "perSpecies": "ns"}[m[1]]
			continue
		} else if line.Text == "}" {
			width = ""
		}
		if width == "" || strings.HasPrefix(line.Text, "//") {
			continue
		}
		m := viewRow.FindStringSubmatch(line.Text)
		switch {
		case m == nil:
			return nil, line.Fault(`'%s' is no view; {Name: "NAME", Unit: "UNIT", Meaning: "MEANING"}, is expected`, line.Text)
		case seen[m[1]]:
			return nil, line.Fault("view %s stands twice", m[1])
		}
		seen[m[1]] = true
		list = append(list, view{m[1], width, m[2], m[3]})
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no lists 'scalars' and 'perSpecies' of views", viewsFile)
	}
	return list, nil
}

const viewsHead = "| name | width | unit | meaning |\n|---|---|---|---|\n"

var pageNamed = regexp.MustCompile(`\(docs/\w+\.md\)`)

// viewRows are the rows of the page's table.
func viewRows(list []view) string {
	var b strings.Builder
	for _, v := range append(list[:len(list):len(list)], view{"Q", "nq", "any", "the host's own variables"}) {
		meaning := pageNamed.ReplaceAllStringFunc(v.meaning, func(page string) string {
			name := strings.TrimPrefix(page[1:len(page)-1], "docs/")
			return "([" + strings.ToUpper(name[:1]) + strings.TrimSuffix(name[1:], ".md") + "](" + name + "))"
		})
		meaning = strings.ReplaceAll(meaning, "|", `\|`)
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", v.name, v.width, v.unit, meaning)
	}
	return b.String()
}
