package source

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// macro is what stands for a name.
type macro struct {
	function   bool
	parameters []string
	body       string
	compiler   bool // the body is the compiler's own
	perhaps    bool // flags and versions of the compiler say whether it is defined
	place      bool // __LINE__ and __FILE__
}

var identifier = regexp.MustCompile(`[A-Za-z_]\w*`)

// comment stands where a C comment was: it parts names until those in a macro are replaced.
const comment = "\x00"

// mostExpansions is how many names one line may have in the place of which others stand, and longestLine its length then.
const mostExpansions, longestLine = 10000, 1 << 20

// predefined are the names that gfortran defines.
func predefined() map[string]*macro {
	all := map[string]*macro{"__FILE__": {place: true}, "__LINE__": {place: true}}
	for _, line := range strings.Split(strings.TrimSpace(always), "\n") {
		name, body, _ := strings.Cut(line, " ")
		all[name] = &macro{body: body}
	}
	for _, name := range strings.Fields(otherValues) {
		all[name] = &macro{compiler: true}
	}
	for _, name := range strings.Fields(otherNames) {
		all[name] = &macro{compiler: true, perhaps: true}
	}
	return all
}

// defined says whether a name is defined, and notes that it was asked for.
func (p *preprocessor) defined(name string) (bool, error) {
	m := p.macros[name]
	if m != nil && m.perhaps {
		return false, p.fail("give it with --define, or -U"+name+" with --flags", "a condition on %s, which depends on the compiler and its flags", name)
	}
	if m == nil {
		p.file.Undefined = append(p.file.Undefined, name)
	}
	return m != nil, nil
}

// nameOf is the name at the beginning of a text.
func nameOf(text string) string {
	if text == "" || !wordStart(text[0]) {
		return ""
	}
	return identifier.FindString(text)
}

func (p *preprocessor) undefine(text string) error {
	name := nameOf(text)
	if name == "" || name == "defined" {
		return p.fail("write a name", "#undef %s", text)
	}
	delete(p.macros, name)
	return nil
}

// define takes NAME BODY and NAME(a, b) BODY.
func (p *preprocessor) define(text string) error {
	name := nameOf(text)
	if name == "" || name == "defined" {
		return p.fail("write a name", "#define %s", text)
	}
	m, rest := &macro{}, text[len(name):]
	if strings.HasPrefix(rest, "(") {
		end := strings.IndexByte(rest, ')')
		if end < 0 {
			return p.fail("close the parentheses", "#define %s", text)
		}
		m.function = true
		var words []string
		if !blank(rest[1:end]) {
			words = strings.Split(rest[1:end], ",")
		}
		for _, word := range words {
			word = strings.Trim(word, blanks)
			if identifier.FindString(word) != word || word == "" || slices.Contains(m.parameters, word) {
				return p.fail("write names", "the arguments of #define %s", text)
			}
			m.parameters = append(m.parameters, word)
		}
		rest = rest[end+1:]
	}
	m.body = strings.Trim(rest, blanks)
	p.macros[name] = m
	return nil
}

// expand puts what is defined in the place of names outside of strings, again and again. In a line, names whose values are the
// compiler's stay, and a macro looks for its arguments in the next lines; a condition refuses the one and has not the other.
func (p *preprocessor) expand(text string, line bool) (string, error) {
	var b strings.Builder
	quote, count := byte(0), 0
	for i := 0; i < len(text); {
		if quote != 0 || !wordStart(text[i]) {
			next, n := quoted(text, i, quote)
			b.WriteString(text[i : i+n])
			quote, i = next, i+n
			continue
		}
		name := nameOf(text[i:])
		m := p.macros[name]
		j := i + len(name)
		if line && m != nil && m.function && blank(text[j:]) {
			more, err := p.more(name)
			if err != nil {
				return "", err
			}
			text, i, j, count = text[i:]+more, 0, len(name), 0
		}
		for open := strings.TrimLeft(text[j:], blanks); line && m != nil && m.function && strings.HasPrefix(open, "("); open = strings.TrimLeft(text[j:], blanks) {
			if _, length := argumentsOf(open); length > 0 || p.at >= len(p.lines) || strings.HasPrefix(p.lines[p.at], "#") {
				break
			}
			next, err := p.logical()
			if err != nil {
				return "", err
			}
			text += " " + next // gfortran writes a blank for the end of a line
		}
		given, rest, is, err := p.replaced(name, text[j:], line)
		if err != nil {
			return "", err
		}
		if is {
			if count++; count > mostExpansions || len(given)+len(rest) > longestLine {
				return "", p.fail("write it out", "the macro %s, which has no end", name)
			}
			text, i = given+comment+rest, 0
			continue
		}
		b.WriteString(name)
		i = j
	}
	return strings.ReplaceAll(b.String(), comment, ""), nil
}

const blanks = " \t\f\v\n" + comment

func blank(text string) bool { return strings.Trim(text, blanks) == "" }

// more answers the lines behind a name whose arguments may begin there, up to the first one that is not blank.
func (p *preprocessor) more(name string) (string, error) {
	var b strings.Builder
	for p.at < len(p.lines) {
		if strings.HasPrefix(p.lines[p.at], "#") {
			return "", p.fail("write something after it", "the macro %s at the end of a line, with #%s after it", name, directiveWord.FindString(strings.TrimSpace(p.lines[p.at][1:])))
		}
		text, err := p.logical()
		b.WriteString("\n" + text)
		if err != nil || !blank(text) {
			return b.String(), err
		}
	}
	if p.depth > 0 {
		return "", p.fail("write something behind it", "the macro %s at the end of an included file", name)
	}
	return b.String(), nil
}

// quoted follows strings: it answers the quote that is open behind the byte at i, and how many bytes belong together. A backslash
// in front of a quote or another backslash takes its meaning, outside of strings too.
func quoted(text string, i int, quote byte) (open byte, n int) {
	switch c := text[i]; {
	case c == '\\' && i+1 < len(text) && strings.IndexByte(`\'"`, text[i+1]) >= 0:
		return quote, 2
	case quote == 0 && (c == '\'' || c == '"'):
		return c, 1
	case c == quote:
		return 0, 1
	}
	return quote, 1
}

func wordStart(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// replaced answers what stands for a name, and the text behind it and its arguments; is: there is something.
func (p *preprocessor) replaced(name, behind string, line bool) (given, rest string, is bool, err error) {
	m := p.macros[name]
	switch {
	case m == nil:
		return "", "", false, nil
	case m.place && name == "__FILE__":
		return `"` + p.shown + `"`, behind, true, nil
	case m.place && !p.several:
		return fmt.Sprint(p.at + p.shift), behind, true, nil
	case (m.compiler || m.place) && line:
		p.file.kept = append(p.file.kept, name)
		return "", "", false, nil
	case m.compiler || m.place:
		return "", "", false, p.fail("give it with --define", "the value of %s, which depends on the compiler", name)
	case !balanced(m.body):
		return "", "", false, p.fail("close the string", "the macro %s, which begins a string that it does not end", name)
	case !m.function:
		return strings.ReplaceAll(m.body, comment, ""), behind, true, nil
	}
	open := strings.TrimLeft(behind, blanks)
	if open == "" || open[0] != '(' {
		return "", "", false, nil
	}
	arguments, length := argumentsOf(open)
	if length == 0 {
		return "", "", false, p.fail("close the parentheses", "the macro %s, whose arguments do not end in front of a line of the preprocessor or the end of the file", name)
	}
	if len(m.parameters) == 0 && len(arguments) == 1 && strings.Trim(arguments[0], comment) == "" {
		arguments = nil
	}
	if len(arguments) != len(m.parameters) {
		return "", "", false, p.fail("correct the call", "%d arguments of the macro %s, which has %d", len(arguments), name, len(m.parameters))
	}
	return strings.ReplaceAll(m.with(arguments), comment, ""), open[length:], true, nil
}

// with answers the body with arguments in the place of parameters, in strings too. In "..." it escapes quotes as gfortran does.
func (m *macro) with(arguments []string) string {
	var b strings.Builder
	quote, from := false, 0
	for _, at := range identifier.FindAllStringIndex(m.body, -1) {
		k := slices.Index(m.parameters, m.body[at[0]:at[1]])
		if k < 0 {
			continue
		}
		part, argument, inner := m.body[from:at[0]], arguments[k], false
		b.WriteString(part)
		quote = quote != (strings.Count(part, `"`)%2 == 1)
		for i := 0; i < len(argument); i++ {
			if c := argument[i]; quote && (c == '"' || c == '\\' && inner) {
				inner = inner != (c == '"' && i > 0 && argument[i-1] != '\\')
				b.WriteByte('\\')
			}
			b.WriteByte(argument[i])
		}
		from = at[1]
	}
	return b.String() + m.body[from:]
}

func balanced(text string) bool {
	quote := byte(0)
	for i, n := 0, 0; i < len(text); i += n {
		quote, n = quoted(text, i, quote)
	}
	return quote == 0
}

// argumentsOf splits (a, b) at its commas; length is that of all, or 0 where the parentheses do not close.
func argumentsOf(text string) (list []string, length int) {
	quote, depth, from := byte(0), 0, 1
	for i, n := 0, 0; i < len(text); i += n {
		c := text[i]
		if quote, n = quoted(text, i, quote); quote != 0 {
			continue
		}
		switch {
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return append(list, text[from:i]), i + 1
			}
		case c == ',' && depth == 1:
			list = append(list, text[from:i])
			from = i + 1
		}
	}
	return nil, 0
}
