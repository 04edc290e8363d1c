package source

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

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

// rows splits a text into lines, and puts the text of included files in the place of INCLUDE. They are looked for beside the
// file, as gfortran does first, then in the folders of -I; INCLUDE of a file that is not there stays, and is refused where it stands.
func (f *File) rows(path, text string, depth int) ([]row, error) {
	var list []row
	for i, line := range strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n") {
		m := including.FindStringSubmatch(line)
		if m == nil {
			list = append(list, row{i + 1, line})
			continue
		}
		name, inner := f.find(path, m[1]+m[2])
		if name == "" {
			list = append(list, row{i + 1, line})
			continue
		}
		if depth == deepest {
			return nil, &Error{path, i + 1, fmt.Sprintf("%d files that include each other", deepest), "look for a file that includes itself"}
		}
		f.Included = append(f.Included, name)
		part, err := f.rows(name, inner, depth+1)
		if err != nil {
			return nil, err
		}
		for _, r := range part {
			list = append(list, row{i + 1, r.text})
		}
	}
	return list, nil
}

// find reads the file that INCLUDE names; its path is "" where there is none.
func (f *File) find(path, name string) (found, text string) {
	if filepath.IsAbs(name) {
		name = filepath.Clean(name)
		if inner, err := files.Read(name, longest); err == nil {
			return name, string(inner)
		}
		return "", ""
	}
	for _, folder := range append([]string{filepath.Dir(path)}, f.flags.Folders...) {
		full := filepath.Join(folder, name)
		if inner, err := files.Read(full, longest); err == nil {
			return full, string(inner)
		}
	}
	return "", ""
}
