package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// view is a view's declaration in properties/names.go.
type view struct{ name, width, unit, meaning string }

// declared reads the views from the Go text that declares them, in its order. The text is read, not imported: lists that are wrong
// must not keep the generator from being built.
func declared(root string) ([]view, error) {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, viewsFile), nil, 0)
	if err != nil {
		return nil, err
	}
	var list []view
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		width := map[string]string{"scalars": "1", "perSpecies": "ns"}[spec.Names[0].Name]
		rows, ok := spec.Values[0].(*ast.CompositeLit)
		if width == "" || !ok {
			return true
		}
		for _, row := range rows.Elts {
			v := view{width: width}
			for _, part := range row.(*ast.CompositeLit).Elts {
				pair, _ := part.(*ast.KeyValueExpr)
				if pair == nil {
					continue
				}
				key, _ := pair.Key.(*ast.Ident)
				value, _ := pair.Value.(*ast.BasicLit)
				if key == nil || value == nil {
					continue
				}
				text, _ := strconv.Unquote(value.Value)
				switch key.Name {
				case "Name":
					v.name = text
				case "Unit":
					v.unit = text
				case "Meaning":
					v.meaning = text
				}
			}
			list = append(list, v)
		}
		return false
	})
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no lists 'scalars' and 'perSpecies' of views", viewsFile)
	}
	return list, checkViews(list)
}

func checkViews(list []view) error {
	seen := map[string]bool{}
	for _, v := range list {
		switch {
		case seen[v.name]:
			return fmt.Errorf("%s: view %s stands twice", viewsFile, v.name)
		case v.name == "" || v.unit == "" || v.meaning == "":
			return fmt.Errorf("%s: view '%s': Name, Unit and Meaning are expected", viewsFile, v.name)
		}
		seen[v.name] = true
	}
	return nil
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

// inPage puts rows under the head of a table of a page, in the place of those that are there.
func inPage(root, name, head, rows string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		return "", err
	}
	page := string(text)
	begin := strings.Index(page, head)
	if begin < 0 {
		return "", fmt.Errorf("%s has no table that begins with the line %s", name, strings.SplitN(head, "\n", 2)[0])
	}
	begin += len(head)
	end := begin
	for strings.HasPrefix(page[end:], "| ") {
		end += strings.Index(page[end:]+"\n", "\n") + 1
	}
	return page[:begin] + rows + page[end:], nil
}
