// Package table reads the little tables of the repository, from which make generate writes files: texts with a row or a word a line, and
// rows of a form within sources.
//
// Never here: what a row means.
package table

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Line is a line of a table that says something. Belongs: it is indented, so it belongs to what is above it.
type Line struct {
	Text    string
	Belongs bool
	file    string
	Number  int
}

// Fault is an error at the line.
func (l Line) Fault(format string, values ...any) error {
	return fmt.Errorf("%s:%d: %w", l.file, l.Number, fmt.Errorf(format, values...))
}

// Lines are those of a text but empty ones and those that begin with #.
func Lines(file, text string) (list []Line) {
	for i, line := range strings.Split(text, "\n") {
		if content := strings.TrimSpace(line); content != "" && !strings.HasPrefix(line, "#") {
			list = append(list, Line{content, strings.HasPrefix(line, " "), file, i + 1})
		}
	}
	return list
}

// Text is a file of the repository.
func Text(root, file string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	return string(text), err
}

// Rows are the parts of each row of a form in a file of the repository, which has at least so many.
func Rows(root, file, form string, least int) ([][]string, error) {
	text, err := Text(root, file)
	if err != nil {
		return nil, err
	}
	rows := regexp.MustCompile(form).FindAllStringSubmatch(text, -1)
	if len(rows) < least {
		return nil, fmt.Errorf("%s has %d rows of the form %s, at least %d are expected", file, len(rows), form, least)
	}
	return rows, nil
}

// After is a file with what is written in the place of all that follows a mark; what is above the mark is its own.
func After(root, file, mark, written string) (string, error) {
	text, err := Text(root, file)
	head, _, found := strings.Cut(text, mark)
	if err == nil && !found {
		err = fmt.Errorf("%s has no line '%s', after which make generate writes", file, strings.TrimSpace(mark))
	}
	return head + mark + written, err
}

// InPage is a page with rows under the head of a table, in the place of those that are there.
func InPage(root, file, head, rows string) (string, error) {
	page, err := Text(root, file)
	if err != nil {
		return "", err
	}
	before, after, found := strings.Cut(page, head)
	if !found {
		first, _, _ := strings.Cut(head, "\n")
		return "", fmt.Errorf("%s has no table that begins with the line %s", file, first)
	}
	for strings.HasPrefix(after, "| ") {
		_, after, _ = strings.Cut(after, "\n")
	}
	return before + head + rows + after, nil
}

var camel = regexp.MustCompile(`([a-z])([A-Z])`)

// Snake turns NullPointer into Null_Pointer.
func Snake(name string) string { return camel.ReplaceAllString(name, "${1}_${2}") }
