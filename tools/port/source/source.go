// Package source reads Fortran files in free and fixed form and gives their statements, one a line, with comments and
// continuations taken away. It knows nothing of the language beyond strings; no syntax lives here.
package source

import (
	"fmt"
	"path/filepath"
	"strings"

	"drawbridge/files"
)

// Line is one statement: the line where it begins, its label ("" without one) and its text in lower case outside of strings.
// In fixed form it has no blanks outside of strings. Bad says why it cannot be read, and Cure what to write.
type Line struct {
	Number    int
	Label     string
	Text      string
	Bad, Cure string
}

// File is one Fortran file as statements.
type File struct {
	Path         string
	Fixed        bool
	Kinds        Kinds
	Included     []string // files that INCLUDE and #include bring
	Preprocessed bool
	Rows         []string // what the preprocessor leaves of each line
	Undefined    []string // names that its conditions ask for, and that nothing defines
	Lines        []Line
	flags        *Flags
	kept         []string // names that have values of the compiler's, and stay
}

// Own are the flags by which a build compiles the file.
func (f *File) Own() []string { return f.flags.Own }

// Keeps says whether a row has a name for which the compiler has a value that is not known here.
func (f *File) Keeps(row string) bool { return f.keeps(row, strings.Clone) != "" }

func (f *File) keeps(text string, written func(string) string) string {
	for _, name := range f.kept {
		if strings.Contains(text, written(name)) {
			return name
		}
	}
	return ""
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

// Read reads a file. The ending says the form, unless flags do: .f, .for, .ftn and .f77 are fixed.
func Read(path string, flags ...*Flags) (*File, error) {
	text, err := files.Read(path, longest)
	if err != nil {
		return nil, err
	}
	return Parse(path, string(text), flags...)
}

// Parse is Read for a text that is at hand.
func Parse(path, text string, flags ...*Flags) (*File, error) {
	f := &File{Path: path, flags: plainFlags()}
	if len(flags) > 0 && flags[0] != nil {
		f.flags = flags[0]
	}
	f.Kinds = f.flags.Kinds
	switch strings.ToLower(filepath.Ext(path)) {
	case ".f", ".for", ".ftn", ".f77", ".fpp":
		f.Fixed = true
	}
	if f.flags.Form != "" {
		f.Fixed = f.flags.Form == "fixed"
	}
	text = strings.TrimPrefix(text, "\xef\xbb\xbf") // the mark of UTF-8, which gfortran passes over, too
	switch {
	case strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff"):
		return nil, &Error{path, 1, "the text is UTF-16", "save it as UTF-8"}
	case strings.IndexByte(text, 0) >= 0:
		return nil, &Error{path, 1 + strings.Count(text[:strings.IndexByte(text, 0)], "\n"), "a byte of zero, so that this is no text", "give Fortran, or save it as UTF-8"}
	}
	var lines []row
	var err error
	if f.preprocesses(text) {
		lines, err = f.preprocessed(text)
	} else {
		for i, line := range linesOf(text) {
			lines = append(lines, row{i + 1, line})
		}
	}
	if err == nil && f.Preprocessed {
		f.keep(lines, len(linesOf(text)))
	}
	if err == nil {
		lines, err = f.included(path, lines, 0)
	}
	if err != nil {
		return nil, err
	}
	if f.Fixed {
		return f, f.fixed(lines)
	}
	return f, f.free(lines)
}

// keep keeps the text that the preprocessor leaves: those of an #include are in its line.
func (f *File) keep(lines []row, n int) {
	f.Rows = make([]string, n)
	for i, next := 0, 0; i < len(lines); i = next {
		var texts []string
		for next = i; next < len(lines) && lines[next].number == lines[i].number; next++ {
			texts = append(texts, lines[next].text)
		}
		f.Rows[lines[i].number-1] = strings.Join(texts, "\n")
	}
}

func notPreprocessed(path string, n int) *Error {
	return &Error{path, n, "a line of the preprocessor", "give --flags=-cpp as the build does, or name the file .F90 or .F"}
}

// statement is what has been read of one, up to its end or that of the row, with all behind semicolons.
type statement struct {
	begun     bool
	number    int
	label     string
	open      byte // the quote of the string at hand; 0 outside
	last      byte // the last character of text
	slash     bool // a string has a backslash
	text      strings.Builder
	ends      []int // where semicolons stand
	bad, cure string
}

func (s *statement) begin(number int, label string) { s.begun, s.number, s.label = true, number, label }

// refuse keeps the first reason why the statement cannot be read.
func (s *statement) refuse(reason, cure string) {
	if s.bad == "" {
		s.bad, s.cure = reason, cure
	}
}

// add adds one character, in small letters outside of strings.
func (s *statement) add(c byte) {
	switch {
	case s.open == 0 && (c == '\'' || c == '"'):
		s.open = c
	case s.open == c:
		s.open = 0
	case s.open != 0:
		s.slash = s.slash || c == '\\'
	case c == ';':
		s.ends = append(s.ends, s.text.Len())
	case 'A' <= c && c <= 'Z':
		c += 'a' - 'A'
	}
	s.text.WriteByte(c)
	s.last = c
}

// finish gives the file the statements, and begins anew.
func (s *statement) finish(f *File) {
	if s.open != 0 {
		s.refuse("a string that does not end", "close it")
	}
	if s.slash && f.flags.Backslash {
		s.refuse("a backslash in a string with -fbackslash", "write the character with achar")
	}
	text, from := s.text.String(), 0
	if name := f.keeps(text, strings.ToLower); name != "" {
		s.refuse("the value of "+name+", which depends on the compiler", "give it with --define")
	}
	for _, end := range append(s.ends, len(text)) {
		f.add(s, text[from:end])
		from, s.label = end+1, ""
	}
	*s = statement{}
}

// add appends a statement; in free form a number in front is its label.
func (f *File) add(s *statement, text string) {
	label, text := s.label, strings.TrimSpace(text)
	if n := len(text) - len(strings.TrimLeft(text, "0123456789")); !f.Fixed && n > 0 && n < len(text) && text[n] == ' ' {
		label, text = text[:n], strings.TrimSpace(text[n:])
	}
	if text != "" || s.bad != "" {
		f.Lines = append(f.Lines, Line{s.number, strings.TrimLeft(label, "0"), text, s.bad, s.cure})
	}
}
