// Package tables writes the lists that follow from the rows of kernels/properties/*.h and kernels/stencils/operators/*.h:
// include lists, kernel lists, Go's table of operators and the table in docs/stencils.md.
//
// Here lives how a row is written and which are refused. Never here: a kernel's or an operator's name.
package tables

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"drawbridge/tools/generate/table"
)

// The files, from the root of the repository.
const (
	propertiesFolder = "kernels/properties"
	operatorsFolder  = "kernels/stencils/operators"
	propertiesFile   = "kernels/properties.h"
	listFile         = "kernels/list.h"
	operatorsFile    = "kernels/stencils/operators.h"
	stencilsFile     = "kernels/stencils/list_operators.h"
	tableFile        = "kernels/stencils/set/operators.go"
	operatorsPage    = "docs/stencils.md"
	viewsFile        = "properties/names.go"
	viewsPage        = "docs/fortran.md"
	referenceFiles   = "fortran/reference_*.f90"
)

// source is a header with its rows, or the part of one kernel: its path from the root, with slashes, and the lines above it.
type source struct {
	path, text string
	above      int
}

// base is its name without the ending.
func (s source) base() string { return strings.TrimSuffix(filepath.Base(s.path), ".h") }

// fault is an error with its place: the line that holds the first of what is at the offset.
func (s source) fault(offset int, format string, values ...any) error {
	return fmt.Errorf("%s:%d: %s", s.path, s.above+1+strings.Count(s.text[:offset], "\n"), fmt.Sprintf(format, values...))
}

// Generate makes the texts of the files that follow from the rows, by their names.
func Generate(root string) (map[string]string, error) {
	references, err := referenced(root)
	if err != nil {
		return nil, err
	}
	views, err := declared(root)
	if err != nil {
		return nil, err
	}
	made := map[string]string{}
	sources, err := files(root, propertiesFolder+"/*.h")
	if err == nil {
		err = properties(sources, references, views, made)
	}
	if err != nil {
		return nil, err
	}
	if made[listFile], err = table.After(root, listFile, "\n */\n", made[listFile]); err != nil {
		return nil, err
	}
	if made[viewsPage], err = table.InPage(root, viewsPage, viewsHead, viewRows(views)); err != nil {
		return nil, err
	}
	if sources, err = files(root, operatorsFolder+"/*.h"); err != nil {
		return nil, err
	}
	rows, err := operators(sources, references, made)
	if err != nil {
		return nil, err
	}
	made[operatorsPage], err = table.InPage(root, operatorsPage, tableHead, rows)
	return made, err
}

// files are those of a pattern in the order of their names.
func files(root, pattern string) (list []source, err error) {
	paths, err := filepath.Glob(filepath.Join(root, pattern))
	if err == nil && len(paths) == 0 {
		err = fmt.Errorf("no file is %s", pattern)
	}
	for _, path := range paths {
		text, failed := os.ReadFile(path)
		err = cmp.Or(err, failed)
		list = append(list, source{path: filepath.Dir(pattern) + "/" + filepath.Base(path), text: string(text)})
	}
	return list, err
}

// written begins every file that is made from the rows of a folder.
func written(open, folder, close string) string {
	return open + "Written by make generate from the rows in " + folder + ". Change those, not this file." + close + "\n"
}
