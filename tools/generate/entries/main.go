// Package entries writes what follows from two tables. From that of public functions, entries.txt: the C header, the C functions that only
// forward, the bind(C) blocks of the Fortran module, the C reference, and the types of the Python package. From that of the Fortran
// face, fortran/procedures.txt: the lists of procedures in the module's types, those that only pass arguments on, and those for
// each rank and kind of an array.
//
// Here live the forms of the tables. Never here: what a function does (bridge's other files).
package entries

import "drawbridge/tools/generate/table"

// The files, from the root of the repository.
const (
	tableFile      = "bridge/entries.txt"
	headerFile     = "bridge/entry.h"
	forwardFile    = "bridge/forward.c"
	moduleFile     = "fortran/drawbridge.f90"
	proceduresFile = "fortran/procedures.txt"
	pageFile       = "docs/c_reference.md"
	pythonFile     = "python/drawbridge/_entries.py"
)

// Generate makes the texts of the files that follow from the tables, by their names.
func Generate(root string) (map[string]string, error) {
	text, err := table.Text(root, tableFile)
	if err != nil {
		return nil, err
	}
	list, err := readTable(text)
	if err != nil {
		return nil, err
	}
	module, err := table.Text(root, moduleFile)
	if err != nil {
		return nil, err
	}
	with, err := withTables(root, module, list)
	if err != nil {
		return nil, err
	}
	python, err := pythonEntries(root, list)
	if err != nil {
		return nil, err
	}
	files := map[string]string{moduleFile: with, pythonFile: python}
	for file, part := range map[string][2]string{headerFile: {headerMark, cHeader(list)}, forwardFile: {forwardMark, cBodies(list)}, pageFile: {pageMark, page(list)}} {
		if files[file], err = table.After(root, file, part[0], part[1]); err != nil {
			return nil, err
		}
	}
	return files, nil
}
