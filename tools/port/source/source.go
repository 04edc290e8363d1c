package source

import (
	"fmt"
	"path/filepath"
	"strings"

	"drawbridge/files"
)

// Line is one statement: the line where it begins, its label ("" without one) and its text in lower case outside of strings.
type Line struct {
	Number int
	Label  string
	Text   string
}

// File is one Fortran file as statements.
type File struct {
	Path  string
	Fixed bool
	Lines []Line
}

// Error is a file that cannot be read as Fortran, with the line.
type Error struct {
	Path   string
	Line   int
	Reason string
	Cure   string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d: %s; %s", e.Path, e.Line, e.Reason, e.Cure)
}

// longest is the size, in bytes, of the largest file that is read.
const longest = 64 << 20

// Read reads a file; the ending says the form: .f, .for, .ftn and .f77 are fixed.
func Read(path string) (*File, error) {
	text, err := files.Read(path, longest)
	if err != nil {
		return nil, err
	}
	return Parse(path, string(text))
}

// Parse is Read for a text that is at hand.
func Parse(path, text string) (*File, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".f", ".for", ".ftn", ".f77":
		return fixed(path, text)
	}
	return free(path, text)
}

func preprocessor(path string, n int) *Error {
	return &Error{path, n, "a line of the preprocessor", "run gfortran -E -cpp -P on the file first, and give the result"}
}

// quoted follows strings: it answers the state after c, where open is 0 outside of a string.
func quoted(open, c byte) byte {
	switch {
	case open == 0 && (c == '\'' || c == '"'):
		return c
	case open == c:
		return 0
	}
	return open
}

// uncomment cuts a comment off; open is the string that the row begins in, and the answer the one it ends in.
func uncomment(row string, open byte) (string, byte) {
	for i := 0; i < len(row); i++ {
		if open == 0 && row[i] == '!' {
			return row[:i], 0
		}
		open = quoted(open, row[i])
	}
	return row, open
}

// parts splits at semicolons, and writes small letters outside of strings.
func parts(text string) []string {
	var list []string
	var b strings.Builder
	open := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		if open == 0 && c == ';' {
			list = append(list, b.String())
			b.Reset()
			continue
		}
		if open == 0 && 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if open == 0 && c == '\t' {
			c = ' '
		}
		open = quoted(open, c)
		b.WriteByte(c)
	}
	return append(list, b.String())
}

func free(path, text string) (*File, error) {
	f := &File{Path: path}
	var statement strings.Builder
	open, continued, start := byte(0), false, 0
	lines, err := rows(path, text)
	if err != nil {
		return nil, err
	}
	for _, line := range lines {
		number, row := line.number, line.text
		if strings.HasPrefix(row, "#") {
			return nil, preprocessor(path, number)
		}
		trimmed := strings.TrimSpace(row)
		if strings.HasPrefix(trimmed, "!") && open == 0 || trimmed == "" {
			continue
		}
		if continued {
			if strings.HasPrefix(trimmed, "&") {
				row = strings.TrimLeft(row, " \t")[1:]
			} else if open != 0 {
				return nil, &Error{path, number, "a string that goes on without &", "begin the line with &"}
			}
		} else {
			start = number
		}
		cut, after := uncomment(row, open)
		if end := strings.TrimRight(cut, " \t"); strings.HasSuffix(end, "&") {
			statement.WriteString(end[:len(end)-1])
			if open = after; open == 0 { // else the string goes on in the next row
				statement.WriteByte(' ')
			}
			continued = true
			continue
		}
		if after != 0 {
			return nil, &Error{path, number, "a string that does not end", "close it"}
		}
		statement.WriteString(cut)
		for _, part := range parts(statement.String()) {
			f.add(start, "", part)
		}
		statement.Reset()
		open, continued = 0, false
	}
	if continued {
		return nil, &Error{path, start, "the file ends inside of a statement", "give the whole file"}
	}
	return f, nil
}

// add appends a statement; a number in front is its label.
func (f *File) add(number int, label, text string) {
	text = strings.TrimSpace(text)
	if label == "" {
		n := 0
		for n < len(text) && '0' <= text[n] && text[n] <= '9' {
			n++
		}
		if 0 < n && n < len(text) && (text[n] == ' ') {
			label, text = text[:n], strings.TrimSpace(text[n:])
		}
	}
	if text != "" {
		f.Lines = append(f.Lines, Line{number, strings.TrimLeft(label, "0"), text})
	}
}
