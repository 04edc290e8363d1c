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
}

var identifier = regexp.MustCompile(`[A-Za-z_]\w*`)

// comment stands where a C comment was: it parts names until those in a macro are replaced.
const comment = "\x00"

// mostExpansions is how many names one line may have in the place of which others stand, and longestLine its length then.
const mostExpansions, longestLine = 10000, 1 << 20

// predefined are the names that gfortran defines. Those of its version and of the machine are known, but not their values.
func predefined() map[string]*macro {
	all := map[string]*macro{"__GFORTRAN__": {body: "1"}, "_LANGUAGE_FORTRAN": {body: "1"}, "__FILE__": {}, "__LINE__": {}}
	for _, name := range strings.Fields("__GNUC__ __GNUC_MINOR__ __GNUC_PATCHLEVEL__ __VERSION__ __DATE__ __TIME__ __TIMESTAMP__ _LP64 __LP64__ __PIC__ __pic__ __PIE__ __pie__ __BYTE_ORDER__ __OPTIMIZE__ __GFC_REAL_10__ __GFC_REAL_16__ __GFC_INT_16__") {
		all[name] = &macro{compiler: true}
	}
	return all
}

// defined says whether a name is defined, and notes that it was asked for.
func (p *preprocessor) defined(name string) bool {
	is := p.macros[name] != nil
	if !is {
		p.file.Undefined = append(p.file.Undefined, name)
	}
	return is
}

// define takes NAME BODY and NAME(a, b) BODY.
func (p *preprocessor) define(text string) error {
	name := identifier.FindString(text)
	if name == "" || !strings.HasPrefix(text, name) {
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
		if strings.TrimSpace(rest[1:end]) != "" {
			words = strings.Split(rest[1:end], ",")
		}
		for _, word := range words {
			word = strings.TrimSpace(word)
			if identifier.FindString(word) != word || word == "" {
				return p.fail("write names", "the arguments of #define %s", text)
			}
			m.parameters = append(m.parameters, word)
		}
		rest = rest[end+1:]
	}
	m.body = strings.TrimSpace(rest)
	p.macros[name] = m
	return nil
}

// expand puts what is defined in the place of names outside of strings, again and again.
func (p *preprocessor) expand(text string) (string, error) {
	var b strings.Builder
	quote, count := byte(0), 0
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote:
			quote = 0
		case quote == 0 && wordStart(c):
			j := i
			for j < len(text) && (wordStart(text[j]) || '0' <= text[j] && text[j] <= '9') {
				j++
			}
			given, rest, is, err := p.replaced(text[i:j], text[j:])
			if err != nil {
				return "", err
			}
			if is {
				if count++; count > mostExpansions || len(given)+len(rest) > longestLine {
					return "", p.fail("write it out", "the macro %s, which has no end", text[i:j])
				}
				text, i = given+rest, 0
				continue
			}
			b.WriteString(text[i:j])
			i = j
			continue
		}
		b.WriteByte(c)
		i++
	}
	return strings.ReplaceAll(b.String(), comment, ""), nil
}

func wordStart(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// replaced answers what stands for a name, and the text behind it and its arguments; is: there is something.
func (p *preprocessor) replaced(name, behind string) (given, rest string, is bool, err error) {
	m := p.macros[name]
	switch {
	case m == nil:
		return "", "", false, nil
	case name == "__LINE__":
		return fmt.Sprint(p.last), behind, true, nil
	case name == "__FILE__":
		return `"` + p.path + `"`, behind, true, nil
	case m.compiler:
		return "", "", false, p.fail("give it with --define", "the value of %s, which depends on the compiler", name)
	case !balanced(m.body):
		return "", "", false, p.fail("close the string", "the macro %s, which begins a string that it does not end", name)
	case !m.function:
		return strings.ReplaceAll(m.body, comment, ""), behind, true, nil
	}
	open := strings.TrimLeft(behind, " \t")
	if open == "" {
		return "", "", false, p.fail("write the arguments in the same line", "the macro %s at the end of a line", name)
	}
	if open[0] != '(' {
		return "", "", false, nil
	}
	arguments, length := argumentsOf(open)
	if length == 0 {
		return "", "", false, p.fail("write the arguments in the same line", "the macro %s, whose arguments do not end in the line", name)
	}
	if len(m.parameters) == 0 && len(arguments) == 1 && strings.TrimSpace(arguments[0]) == "" {
		arguments = nil
	}
	if len(arguments) != len(m.parameters) {
		return "", "", false, p.fail("correct the call", "%d arguments of the macro %s, which has %d", len(arguments), name, len(m.parameters))
	}
	given = identifier.ReplaceAllStringFunc(m.body, func(word string) string { // in strings, too
		if at := slices.Index(m.parameters, word); at >= 0 {
			return arguments[at]
		}
		return word
	})
	return strings.ReplaceAll(given, comment, ""), open[length:], true, nil
}

func balanced(text string) bool {
	quote := rune(0)
	for _, c := range text {
		switch {
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote:
			quote = 0
		}
	}
	return quote == 0
}

// argumentsOf splits (a, b) at its commas; length is that of all, or 0 where the parentheses do not close.
func argumentsOf(text string) (list []string, length int) {
	quote, depth, from := byte(0), 0, 1
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
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
