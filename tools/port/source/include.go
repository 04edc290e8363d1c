package source

import (
	"fmt"
	"path/filepath"
	"regexp"

	"drawbridge/files"
)

// row is a line of a file, with its number in the file that was given: lines that INCLUDE brings have the number of the INCLUDE.
type row struct {
	number int
	text   string
}

var including = regexp.MustCompile(`(?i)^\s*include\s*(?:'([^']+)'|"([^"]+)")\s*(?:!.*)?$`)

// deepest is how deep files may include each other.
const deepest = 16

// included puts the text of included files in the place of INCLUDE. They are looked for beside the file, as gfortran does first, then
// in the folders of -I; INCLUDE of a file that is not there stays, and is refused where it stands.
func (f *File) included(path string, lines []row, depth int) (list []row, err error) {
	for _, line := range lines {
		m := including.FindStringSubmatch(line.text)
		name, inner := "", ""
		if m != nil {
			name, inner = f.find(path, m[1]+m[2], true)
		}
		if name == "" {
			list = append(list, line)
			continue
		}
		if depth == deepest {
			return nil, &Error{path, line.number, fmt.Sprintf("%d files that include each other", deepest), "look for a file that includes itself"}
		}
		f.Included = append(f.Included, name)
		var part []row
		for _, text := range linesOf(inner) {
			part = append(part, row{line.number, text})
		}
		if part, err = f.included(name, part, depth+1); err != nil {
			return nil, err
		}
		list = append(list, part...)
	}
	return list, nil
}

// find reads the file that INCLUDE names, beside another or only in the folders of -I; its path is "" where there is none.
func (f *File) find(path, name string, beside bool) (found, text string) {
	folders := f.flags.Folders
	if filepath.IsAbs(name) {
		folders = []string{""}
	} else if beside {
		folders = append([]string{filepath.Dir(path)}, folders...)
	}
	for _, folder := range folders {
		full := filepath.Join(folder, name)
		if inner, err := files.Read(full, longest); err == nil {
			return full, string(inner)
		}
	}
	return "", ""
}
