package source

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// This file reads the lines of the preprocessor as gfortran -cpp does, which follows the rules of old C: directives begin in column 1,
// // is no comment, and names in strings stay. What depends on the compiler or its version, or is left open, refuses the file.

// preprocessor is one pass over a file and what it includes.
type preprocessor struct {
	file       *File
	macros     map[string]*macro
	rows       []row
	conditions []condition
	path       string // of the file at hand
	line       int    // in the file that was given
	inner      int    // in the file at hand
	last       int    // of those that are joined
}

// condition is an #if around the line at hand.
type condition struct {
	line            int
	on, done, other bool // this part is read; a part was; #else has been
}

// endings whose files gfortran preprocesses without a flag.
var preprocessedEndings = []string{".F", ".FOR", ".FTN", ".FPP", ".fpp", ".F77", ".F90", ".F95", ".F03", ".F08"}

// aDirective is a line by which a file is known as one for the preprocessor.
var aDirective = regexp.MustCompile(`(?m)^#\s*(if|ifdef|ifndef|define|undef|include)\b`)

// preprocesses says whether a file goes through the preprocessor.
func (f *File) preprocesses(text string) bool {
	switch {
	case f.flags.Preprocess != "":
		return f.flags.Preprocess == "-cpp"
	case slices.Contains(preprocessedEndings, filepath.Ext(f.Path)):
		return true
	}
	return f.flags.Automatic && aDirective.MatchString(text)
}

// preprocessed answers the rows that the preprocessor leaves of a text.
func (f *File) preprocessed(text string) ([]row, error) {
	p := &preprocessor{file: f, macros: predefined()}
	for _, d := range f.flags.Macros {
		name, body, given := strings.Cut(d[2:], "=")
		if p.path = f.Path; d[1] == 'U' {
			delete(p.macros, name)
			continue
		}
		if !given {
			body = "1"
		}
		if err := p.define(name + " " + body); err != nil {
			return nil, err
		}
	}
	if f.flags.Conditional {
		p.macros["_OPENMP"] = &macro{body: "201511"}
	}
	if err := p.text(f.Path, text, 0); err != nil {
		return nil, err
	}
	f.Preprocessed = true
	slices.Sort(f.Undefined)
	f.Undefined = slices.Compact(f.Undefined)
	return p.rows, nil
}

func (p *preprocessor) fail(cure, format string, values ...any) error {
	return &Error{p.path, p.inner, fmt.Sprintf(format, values...), cure}
}

// text goes through the lines of one file; those of an included one have the number of its #include.
func (p *preprocessor) text(path, text string, depth int) error {
	outer, at, open := p.path, p.inner, len(p.conditions)
	defer func() { p.path, p.inner = outer, at }()
	p.path = path
	lines := linesOf(text)
	for i := 0; i < len(lines); {
		p.inner = i + 1
		if depth == 0 {
			p.line = i + 1
		}
		line, next, err := p.logical(lines, i)
		if err != nil {
			return err
		}
		i, p.last = next, next
		switch {
		case strings.HasPrefix(line, "#"):
			err = p.directive(strings.TrimSpace(line[1:]), depth)
		case p.reads():
			if line, err = p.expand(line); err == nil {
				p.rows = append(p.rows, row{p.line, line})
			}
		}
		if err != nil {
			return err
		}
	}
	if len(p.conditions) > open {
		p.inner = p.conditions[len(p.conditions)-1].line
		return p.fail("end it with #endif", "an #if without its end")
	}
	return nil
}

// linesOf splits a text into its lines.
func linesOf(text string) []string {
	return strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n")
}

// logical answers the line at i without C comments, with those that a backslash or an open comment joins to it.
func (p *preprocessor) logical(lines []string, i int) (line string, next int, err error) {
	text := lines[i]
	for i++; strings.HasSuffix(text, "\\") && i < len(lines); i++ {
		text = text[:len(text)-1] + lines[i]
	}
	if !strings.Contains(text, "/*") {
		return text, i, nil
	}
	quote := byte(0)
	for k := 0; k < len(text); k++ {
		switch c := text[k]; {
		case quote == 0 && strings.HasPrefix(text[k:], "/*"):
			end := strings.Index(text[k+2:], "*/")
			for ; end < 0 && i < len(lines); i++ {
				text += " " + lines[i]
				end = strings.Index(text[k+2:], "*/")
			}
			if end < 0 {
				return "", i, p.fail("close it with */", "a C comment without its end")
			}
			text = text[:k] + comment + text[k+2+end+2:]
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote:
			quote = 0
		}
	}
	return text, i, nil
}

// reads says whether lines at hand are read: no #if around leaves them out.
func (p *preprocessor) reads() bool {
	return !slices.ContainsFunc(p.conditions, func(c condition) bool { return !c.on })
}

var directiveWord = regexp.MustCompile(`^[a-z]+`)

func (p *preprocessor) directive(text string, depth int) error {
	word := directiveWord.FindString(text)
	rest := strings.TrimSpace(text[len(word):])
	if word != "define" {
		rest = strings.TrimSpace(strings.ReplaceAll(rest, comment, " "))
	}
	switch word {
	case "if", "ifdef", "ifndef":
		return p.begin(word, rest)
	case "elif", "else", "endif":
		return p.next(word, rest)
	}
	if !p.reads() {
		return nil
	}
	switch {
	case word == "define":
		return p.define(rest)
	case word == "undef":
		delete(p.macros, identifier.FindString(rest))
		return nil
	case word == "include":
		return p.include(rest, depth)
	case word == "error":
		return p.fail("give the names of the build with --define, or its flags with --flags", "the preprocessor meets #error %s", rest)
	case text == "" || word == "pragma" || word == "warning" || word == "line" || word == "ident" || text[0] >= '0' && text[0] <= '9':
		return nil
	}
	return p.fail("leave it out", "#%s, which is no line of the preprocessor", text)
}

// begin takes #if, #ifdef and #ifndef.
func (p *preprocessor) begin(word, rest string) (err error) {
	c := condition{line: p.inner, done: true}
	if p.reads() {
		switch word {
		case "if":
			c.on, err = p.holds(rest)
		default:
			name := identifier.FindString(rest)
			if name == "" || !strings.HasPrefix(rest, name) {
				return p.fail("write a name", "#%s %s", word, rest)
			}
			c.on = p.defined(name) == (word == "ifdef")
		}
		c.done = c.on
	}
	p.conditions = append(p.conditions, c)
	return err
}

// next takes #elif, #else and #endif.
func (p *preprocessor) next(word, rest string) (err error) {
	if len(p.conditions) == 0 {
		return p.fail("leave it out", "#%s without its #if", word)
	}
	last := len(p.conditions) - 1
	c := &p.conditions[last]
	switch {
	case word == "endif":
		p.conditions = p.conditions[:last]
		return nil
	case c.other:
		return p.fail("leave it out", "#%s behind #else", word)
	}
	c.on, c.other = !c.done, word == "else"
	if word == "elif" && c.on {
		c.on, err = p.holds(rest)
	}
	c.done = c.done || c.on
	return err
}

var named = regexp.MustCompile(`^(?:"([^"]+)"|<([^>]+)>)`)

// include takes #include "name" and #include <name>.
func (p *preprocessor) include(rest string, depth int) error {
	m := named.FindStringSubmatch(rest)
	if m == nil {
		expanded, err := p.expand(rest)
		if m = named.FindStringSubmatch(strings.TrimSpace(expanded)); err != nil || m == nil {
			return p.fail("write the name of a file", "#include %s", rest)
		}
	}
	if depth == deepest {
		return p.fail("look for a file that includes itself", "%d files that include each other", deepest)
	}
	name, text := p.file.find(p.path, m[1]+m[2])
	switch {
	case name == "" && filepath.Base(m[1]+m[2]) == "mpif.h":
		p.rows = append(p.rows, row{p.line, "      include 'mpif.h'"})
		return nil
	case name == "":
		return p.fail("give its folder with --include", "#include of %s, which is not there", m[1]+m[2])
	}
	p.file.Included = append(p.file.Included, name)
	return p.text(name, text, depth+1)
}
