package source

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

var named = regexp.MustCompile(`^(?:"([^"]+)"|<([^>]+)>)`)

// include takes #include "name" and #include <name>.
func (p *preprocessor) include(rest string) error {
	m := named.FindStringSubmatch(rest)
	if m == nil {
		expanded, err := p.expand(rest, false)
		if m = named.FindStringSubmatch(strings.TrimSpace(expanded)); err != nil || m == nil {
			return p.fail("write the name of a file", "#include %s", rest)
		}
	}
	if p.depth == deepest {
		return p.fail("look for a file that includes itself", "%d files that include each other", deepest)
	}
	name, text := p.file.find(p.path, m[1]+m[2], m[1] != "")
	switch {
	case name == "" && filepath.Base(m[1]+m[2]) == "mpif.h":
		p.rows = append(p.rows, row{p.line, "      include 'mpif.h'"})
		return nil
	case name == "":
		return p.fail("give its folder with --include", "#include of %s, which is not there", m[1]+m[2])
	}
	p.file.Included = append(p.file.Included, name)
	return p.read(name, text, p.depth+1)
}

// unfollowed are pragmas that change names, or end the preprocessor.
var unfollowed = regexp.MustCompile(`^(push_macro|pop_macro|GCC\s+(poison|error|dependency))\b`)

// pragma follows #pragma once; most others are for compilers of C.
func (p *preprocessor) pragma(rest string) error {
	switch word := nameOf(rest); {
	case word == "once":
		p.once[wholeName(p.path)] = p.text
	case unfollowed.MatchString(rest):
		return p.fail("leave it out", "#pragma %s, which the translation does not follow", rest)
	}
	return nil
}

func wholeName(path string) string {
	if whole, err := filepath.Abs(linked(path)); err == nil {
		return whole
	}
	return path
}

// readOnce says whether a file has been read and asks to be read once.
func (p *preprocessor) readOnce(path, text string) (is bool, err error) {
	name := wholeName(path)
	for other, same := range p.once {
		switch {
		case other == name:
			return true, nil
		case same == text: // gfortran takes them for one where their times are the same
			err = p.fail("include one of them", "%s and %s, which have the same text with #pragma once", path, other)
		}
	}
	return false, err
}

var numbers = regexp.MustCompile(`^(\d{1,9})(?:\s+"([^"\\]*)")?$`)

// numbered takes #line NUMBER "FILE", and the same without the word.
func (p *preprocessor) numbered(rest string) error {
	expanded, err := p.expand(rest, false)
	m := numbers.FindStringSubmatch(strings.TrimSpace(expanded))
	if err != nil || m == nil {
		return p.fail("write a number, and the name of a file", "#line %s", rest)
	}
	n, _ := strconv.Atoi(m[1])
	p.shift = n - p.at - 1
	if strings.Contains(expanded, `"`) {
		p.shown = m[2]
	}
	return nil
}
