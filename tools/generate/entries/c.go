package entries

import (
	"fmt"
	"strconv"
	"strings"
)

// headerMark is where the written part of the header begins.
const headerMark = "extern \"C\" {\n#endif\n"

const headerEnd = `
#ifdef __cplusplus
}
#endif

#endif
`

// width is the longest line of what is written, in characters.
const width = 120

// cHeader is what follows the mark in bridge/entry.h.
func cHeader(list []*section) string {
	var b strings.Builder
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
	const blank = "\x00" // within an argument
	begin := "int " + f.name + "("
	if f.nothing {
		begin = "void " + f.name + "("
	}
	var list []string
	for _, a := range f.arguments {
		list = append(list, a.c()...)
	}
	if list == nil {
		list = []string{"void"}
	}
	for i := range list {
		list[i] = strings.ReplaceAll(list[i], " ", blank)
	}
	text := strings.ReplaceAll(begin, " ", blank) + strings.Join(list, ", ") + ")"
	return strings.ReplaceAll(strings.Join(wrap(text, width-1, "", strings.Repeat(" ", len(begin))), "\n"), blank, " ")
}

// form is how an argument stands in each language; % is its name.
type form struct {
	c       []string
	fortran [][2]string // kind and name of each; the kind names what it imports in its brackets
	python  string
}

const character, integer = "character(kind=c_char)", "integer(c_int), value"

// forms are those of kinds that have one form each.
var forms = map[string]form{
	"text":    {[]string{"const char *%", "int %_length"}, [][2]string{{character + ", intent(in)", "%(*)"}, {integer, "%_length"}}, "c_char_p, c_int"},
	"buffer":  {[]string{"char *%", "int %_size"}, [][2]string{{character + ", intent(inout)", "%(*)"}, {integer, "%_size"}}, "c_void_p, c_int"},
	"name":    {[]string{"const char *%"}, nil, "c_char_p"},
	"routine": {[]string{"void (*%)(const int *code, const char *message, const int *length)"}, [][2]string{{"type(c_funptr), value", "%"}}, "c_void_p"},
	"int":     {[]string{"int %"}, [][2]string{{integer, "%"}}, "c_int"},
	"real":    {[]string{"double %"}, [][2]string{{"real(c_double), value", "%"}}, "c_double"},
}

var cTypes = map[string]string{"int": "int ", "real": "double ", "char": "char ", "void": "void "}

// form gives the form of an argument. Numbers in place have their count where that is fixed, so that compilers warn of shorter arrays.
func (a argument) form() form {
	kind, address := strings.CutPrefix(a.kind, "address ")
	if !address && a.intent == "" {
		return forms[kind]
	}
	kind, constant := strings.CutPrefix(kind, "const ")
	c := cTypes[kind] + "*%"
	if _, err := strconv.Atoi(a.extent); err == nil {
		c = cTypes[kind] + "%[" + a.extent + "]"
	}
	if constant || a.intent == "in" {
		c = "const " + c
	}
	if address || a.optional {
		return form{[]string{c}, [][2]string{{"type(c_ptr), value", "%"}}, "c_void_p"}
	}
	number, _, _ := strings.Cut(forms[kind].fortran[0][0], ",")
	name, intent := "%", "inout"
	if a.extent != "" {
		name += "(" + a.extent + ")"
	}
	if a.intent == "in" {
		intent = "in"
	}
	return form{[]string{c}, [][2]string{{number + ", intent(" + intent + ")", name}}, "c_void_p"}
}

// c are the arguments in C.
func (a argument) c() (list []string) {
	for _, text := range a.form().c {
		list = append(list, strings.Replace(text, "%", a.name, 1))
	}
	return list
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
