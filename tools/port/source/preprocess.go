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
	line       int               // in the file that was given
	once       map[string]string // the texts of files with #pragma once, by their whole paths
	place
}

// place is where the preprocessor is in the file at hand.
type place struct {
	path, text string
	depth      int // of #include
	open       int // conditions around its #include
	lines      []string
	at         int    // lines that are read
	inner      int    // the first one of those that are joined
	several    bool   // a backslash or a comment joins some
	shift      int    // what #line adds to __LINE__
	shown      string // __FILE__
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
	p := &preprocessor{file: f, macros: predefined(), once: map[string]string{}}
	if f.flags.Conditional {
		p.macros["_OPENMP"] = &macro{body: "201511"}
	}
	if f.flags.OpenACC {
		p.macros["_OPENACC"] = &macro{body: "201711"}
	}
	for _, d := range f.flags.Macros {
		name, body, given := strings.Cut(d[2:], "=")
		if d[1] == 'U' {
			if p.undefine(name) != nil {
				return nil, fmt.Errorf("-U %s, expected NAME", name)
			}
			continue
		}
		if !given {
			body = "1"
		}
		if p.define(name+" "+body) != nil {
			return nil, fmt.Errorf("--define %s, expected NAME or NAME=VALUE", d[2:])
		}
	}
	if err := p.read(f.Path, text, 0); err != nil {
		return nil, err
	}
	f.Preprocessed = true
	slices.Sort(f.Undefined)
	f.Undefined = slices.Compact(f.Undefined)
	slices.Sort(f.kept)
	f.kept = slices.Compact(f.kept)
	return p.rows, nil
}

func (p *preprocessor) fail(cure, format string, values ...any) error {
	return &Error{p.path, p.inner, strings.ReplaceAll(fmt.Sprintf(format, values...), comment, " "), cure}
}

// read goes through the lines of one file; those of an included one have the number of its #include.
func (p *preprocessor) read(path, text string, depth int) error {
	if is, err := p.readOnce(path, text); is || err != nil {
		return err
	}
	outer := p.place
	defer func() { p.place = outer }()
	p.place = place{path: path, shown: path, text: text, depth: depth, open: len(p.conditions), lines: linesOf(text)}
	for p.at < len(p.lines) {
		p.inner = p.at + 1
		if depth == 0 {
			p.line = p.inner
		}
		line, err := p.logical()
		switch {
		case err != nil:
		case strings.HasPrefix(line, "#"):
			err = p.directive(strings.Trim(line[1:], blanks))
		case p.reads():
			if line, err = p.expand(line, true); err == nil {
				p.keep(line)
			}
		}
		if err != nil {
			return err
		}
	}
	if len(p.conditions) > p.open {
		p.inner = p.conditions[len(p.conditions)-1].line
		return p.fail("end it with #endif", "an #if without its end")
	}
	return nil
}

// keep adds what is left of lines: several where a macro looked for its arguments in the next ones.
func (p *preprocessor) keep(text string) {
	for i, line := range strings.Split(text, "\n") {
		if p.depth > 0 {
			i = 0
		}
		p.rows = append(p.rows, row{p.line + i, line})
	}
}

// linesOf splits a text into its lines.
func linesOf(text string) []string {
	return strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n")
}

// joined answers the next line with those that a backslash at the end joins to it. Blanks may be behind the backslash.
func (p *preprocessor) joined() string {
	var b strings.Builder
	for {
		line := p.lines[p.at]
		p.at++
		text := strings.TrimRight(line, " \t\f\v")
		if !strings.HasSuffix(text, "\\") || p.at == len(p.lines) {
			b.WriteString(line)
			return b.String()
		}
		b.WriteString(text[:len(text)-1])
	}
}

// logical answers the next line without C comments, with those that a backslash or an open comment joins to it.
func (p *preprocessor) logical() (string, error) {
	first := p.at
	defer func() { p.several = p.at > first+1 }()
	text := p.joined()
	if !strings.Contains(text, "/*") {
		return text, nil
	}
	var b strings.Builder
	quote := byte(0)
	for k := 0; k < len(text); {
		if quote != 0 || !strings.HasPrefix(text[k:], "/*") {
			next, n := quoted(text, k, quote)
			b.WriteString(text[k : k+n])
			quote, k = next, k+n
			continue
		}
		end := strings.Index(text[k+2:], "*/")
		for k += 2; end < 0; end = strings.Index(text, "*/") {
			if p.at == len(p.lines) {
				return "", p.fail("close it with */", "a C comment without its end")
			}
			text, k = p.joined(), 0
		}
		k += end + 2
		b.WriteString(comment)
	}
	return b.String(), nil
}

// reads says whether lines at hand are read: no #if around leaves them out.
func (p *preprocessor) reads() bool {
	return !slices.ContainsFunc(p.conditions, func(c condition) bool { return !c.on })
}

var directiveWord = regexp.MustCompile(`^[A-Za-z_]\w*`)

func (p *preprocessor) directive(text string) error {
	word := directiveWord.FindString(text)
	rest := strings.Trim(text[len(word):], blanks)
	if word != "define" {
		rest = strings.TrimSpace(strings.ReplaceAll(rest, comment, " "))
	}
	switch word {
	case "if", "ifdef", "ifndef":
		return p.begin(word, rest)
	case "elif", "elifdef", "elifndef", "else", "endif":
		return p.next(word, rest)
	}
	if !p.reads() {
		return nil
	}
	switch {
	case word == "define":
		return p.define(rest)
	case word == "undef":
		return p.undefine(rest)
	case word == "include":
		return p.include(rest)
	case word == "pragma":
		return p.pragma(rest)
	case word == "line" || text != "" && '0' <= text[0] && text[0] <= '9':
		return p.numbered(rest)
	case word == "error":
		return p.fail("give the names of the build with --define, or its flags with --flags", "the preprocessor meets #error %s", rest)
	case text == "" || word == "warning" || word == "ident":
		return nil
	}
	return p.fail("leave it out", "#%s, which is not a line of the preprocessor", text)
}

// begin takes #if, #ifdef and #ifndef.
func (p *preprocessor) begin(word, rest string) (err error) {
	c := condition{line: p.inner, done: true}
	if p.reads() {
		c.on, err = p.asks(word, rest)
		c.done = c.on
	}
	p.conditions = append(p.conditions, c)
	return err
}

// asks answers whether lines behind #if, #ifdef, #ifndef and those with el in front are read.
func (p *preprocessor) asks(word, rest string) (bool, error) {
	word = strings.TrimPrefix(word, "el")
	if word == "if" {
		return p.holds(rest)
	}
	name := nameOf(rest)
	if name == "" {
		return false, p.fail("write a name", "#%s %s", word, rest)
	}
	is, err := p.defined(name)
	return is == (word == "ifdef"), err
}

// next takes #elif, #elifdef, #elifndef, #else and #endif.
func (p *preprocessor) next(word, rest string) (err error) {
	if len(p.conditions) == p.open {
		return p.fail("leave it out", "#%s without its #if", word)
	}
	last := len(p.conditions) - 1
	c := &p.conditions[last]
	switch {
	case word == "endif":
		p.conditions = p.conditions[:last]
		return nil
	case c.other:
		return p.fail("leave it out", "#%s after #else", word)
	}
	c.on, c.other = !c.done, word == "else"
	if word != "else" && c.on {
		c.on, err = p.asks(word, rest)
	}
	c.done = c.done || c.on
	return err
}
