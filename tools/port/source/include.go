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
// file, as gfortran does first; INCLUDE of a file that is not there stays, and is refused where it stands.
func rows(path, text string) ([]row, error) { return expanded(path, text, 0) }

func expanded(path, text string, depth int) ([]row, error) {
	var list []row
	for i, line := range strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n") {
		m := including.FindStringSubmatch(line)
		if m == nil {
			list = append(list, row{i + 1, line})
			continue
		}
		name := filepath.Join(filepath.Dir(path), m[1]+m[2])
		if filepath.IsAbs(m[1] + m[2]) {
			name = m[1] + m[2]
		}
		inner, err := files.Read(name, longest)
		if err != nil {
			list = append(list, row{i + 1, line})
			continue
		}
		if depth == deepest {
			return nil, &Error{path, i + 1, fmt.Sprintf("%d files that include each other", deepest), "look for a file that includes itself"}
		}
		part, err := expanded(name, string(inner), depth+1)
		if err != nil {
			return nil, err
		}
		for _, r := range part {
			list = append(list, row{i + 1, r.text})
		}
	}
	return list, nil
}
