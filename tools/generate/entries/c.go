package entries

import (
	"fmt"
	"strconv"
	"strings"
)

const headerBegin = `/* The public functions of libdrawbridge, written by make generate from bridge/entries.txt.
 * The frame_ ones are the legacy calls (docs/fortran.md): integers by value, trailing underscore, no status code.
 * The drawbridge_ ones return a status code (docs/errors.md); none of them stops the program but drawbridge_stop.
 * A text is an address and its length: it needs no NUL. A buffer is an address and its size: the library fills it with blanks and
 * writes no NUL. An address may be null only where its meaning says so. docs/c_reference.md says the same with more room. */
#ifndef DRAWBRIDGE_ENTRY_H
#define DRAWBRIDGE_ENTRY_H

#ifdef __cplusplus
extern "C" {
#endif
`

const headerEnd = `
#ifdef __cplusplus
}
#endif

#endif
`

// width is the longest line of what is written, in characters.
const width = 120

// cHeader is bridge/entry.h.
func cHeader(list []*section) string {
	var b strings.Builder
	b.WriteString(headerBegin)
	for i, s := range list {
		b.WriteString("\n" + comment(fmt.Sprintf("%d. %s", i+1, s.title), s.about))
		for _, f := range s.functions {
			b.WriteString("\n" + f.comment() + f.prototype(width) + ";\n")
		}
	}
	return b.String() + headerEnd
}

// comment says what a function does, and each argument that is not said by its name.
func (f *function) comment() string {
	lines := []string{f.meaning}
	for _, a := range f.arguments {
		lines = append(lines, "  "+a.name+": "+a.says()+".")
	}
	return comment(lines...)
}

// says is the meaning of an argument, with how many numbers it has where that is fixed.
func (a argument) says() string {
	if n, err := strconv.Atoi(a.extent); err == nil && n > 1 {
		return a.extent + " numbers: " + a.meaning
	}
	return a.meaning
}

func comment(lines ...string) string {
	var all []string
	for _, line := range lines {
		if line == "" {
			continue
		}
		indent := strings.Repeat(" ", len(line)-len(strings.TrimLeft(line, " ")))
		all = append(all, wrap(strings.TrimSpace(line), width-8, indent, indent+"  ")...)
	}
	return "/* " + strings.Join(all, "\n * ") + " */\n"
}

// prototype is the declaration without its semicolon.
func (f *function) prototype(width int) string {
	result := "int "
	if f.nothing {
		result = "void "
	}
	begin := result + f.name + "("
	var list []string
	for _, a := range f.arguments {
		list = append(list, a.c()...)
	}
	if list == nil {
		list = []string{"void"}
	}
	var lines []string
	line := begin
	for i, text := range list {
		end := ", "
		if i == len(list)-1 {
			end = ")"
		}
		if len(line)+len(text)+len(end) > width && line != begin {
			lines = append(lines, strings.TrimRight(line, " "))
			line = strings.Repeat(" ", len(begin))
		}
		line += text + end
	}
	return strings.Join(append(lines, line), "\n")
}

var cTypes = map[string]string{"int": "int ", "real": "double ", "char": "char ", "void": "void "}

// c are the arguments in C.
func (a argument) c() []string {
	switch {
	case a.kind == "text":
		return []string{"const char *" + a.name, "int " + a.name + "_length"}
	case a.kind == "name":
		return []string{"const char *" + a.name}
	case a.kind == "buffer":
		return []string{"char *" + a.name, "int " + a.name + "_size"}
	case a.kind == "routine":
		return []string{"void (*" + a.name + ")(const int *code, const char *message, const int *length)"}
	case a.intent == "in":
		return []string{"const " + cTypes[a.kind] + a.numbers()}
	case a.intent != "":
		return []string{cTypes[a.kind] + a.numbers()}
	}
	if kind, ok := strings.CutPrefix(a.kind, "address "); ok {
		kind, constant := strings.CutPrefix(kind, "const ")
		if constant {
			return []string{"const " + cTypes[kind] + "*" + a.name}
		}
		return []string{cTypes[kind] + "*" + a.name}
	}
	return []string{cTypes[a.kind] + a.name}
}

// numbers is the declarator of numbers in place: with their count where that is fixed, so that compilers warn of shorter arrays.
func (a argument) numbers() string {
	if _, err := strconv.Atoi(a.extent); err == nil {
		return a.name + "[" + a.extent + "]"
	}
	return "*" + a.name
}

// wrap breaks a text into lines at blanks.
func wrap(text string, width int, first, others string) []string {
	var lines []string
	line := first
	for i, word := range strings.Fields(text) {
		if i > 0 && len([]rune(line))+1+len([]rune(word)) > width {
			lines = append(lines, line)
			line = others
		} else if i > 0 {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
