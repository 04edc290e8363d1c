package syntax

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Class is the class of a token.
type Class int

const (
	End Class = iota
	Name
	Number
	String
	Logical
	Operator
	Unread // what is no token
)

// Token is one token of a statement.
type Token struct {
	Class Class
	Text  string
}

// Trouble is a construct that is not read; Cure says what to write instead.
type Trouble struct {
	Reason, Cure string
	Class        string // the reason without names, by which reasons are counted
	Cause        *Trouble
}

// Edit tells edits apart: one removes all troubles of one declaration, and one file that is given all that ask for it.
func (t *Trouble) Edit() any {
	for t.Cause != nil {
		t = t.Cause
	}
	if strings.HasPrefix(t.Cure, "give the file") {
		return t.Reason
	}
	return t
}

func (t *Trouble) Error() string { return t.Reason }

func trouble(cure, format string, values ...any) *Trouble {
	return NewTrouble(cure, format, values...)
}

// NewTrouble makes one; its class is the format with the verbs left out. Expressions are shown as they are written.
func NewTrouble(cure, format string, values ...any) *Trouble {
	for i, x := range values {
		if e, is := x.(*Expr); is {
			values[i] = e.Source()
		}
	}
	reason := fmt.Sprintf(format, values...)
	class := verbs.ReplaceAllString(format, "...")
	if strings.Trim(class, ". ") == "" {
		class = reason
	}
	return &Trouble{reason, cure, class, nil}
}

var verbs = regexp.MustCompile(`%[a-z]`)

const plainCure = "write it in standard Fortran"

var dotted = map[string]string{".eq.": "==", ".ne.": "/=", ".lt.": "<", ".le.": "<=", ".gt.": ">", ".ge.": ">=",
	".and.": ".and.", ".or.": ".or.", ".not.": ".not.", ".eqv.": ".eqv.", ".neqv.": ".neqv.", ".true.": ".true.", ".false.": ".false."}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || c == '_' }
func digit(c byte) bool  { return '0' <= c && c <= '9' }

// Tokens cuts the text of a statement. What is no token is refused; the others are there all the same.
func Tokens(text string) (list []Token, bad *Trouble) {
	refuse := func(t *Trouble) {
		if bad == nil {
			bad = t
		}
		list = append(list, Token{Unread, ""})
	}
	for i := 0; i < len(text); {
		c, j := text[i], i+1
		switch {
		case c == ' ':
		case letter(c):
			j = word(text, i)
			list = append(list, Token{Name, text[i:j]})
		case digit(c) || c == '.' && digitAt(text, i+1):
			j = number(text, i)
			list = append(list, Token{Number, text[i:j]})
		case c == '\'' || c == '"':
			for j < len(text) && (text[j] != c || j+1 < len(text) && text[j+1] == c) {
				if text[j] == c {
					j++
				}
				j++
			}
			if j >= len(text) {
				refuse(trouble(plainCure, "a string that does not end"))
				break
			}
			list = append(list, Token{String, strings.ReplaceAll(text[i+1:j], string([]byte{c, c}), string(c))})
			j++
		case c == '.':
			if j = word(text, j); j >= len(text) || text[j] != '.' || j == i+1 {
				refuse(trouble(plainCure, "a lone point"))
				j = i + 1
				break
			}
			j++
			var t Token
			t, j = between(text, i, j)
			list = append(list, t)
		case j < len(text) && slices.Contains(twoCharacters, text[i:j+1]):
			j++
			list = append(list, Token{Operator, text[i:j]})
		case strings.IndexByte("+-*/<>=(),:%[]&", c) >= 0:
			list = append(list, Token{Operator, text[i:j]})
		default:
			refuse(trouble(plainCure, "the character %q", c))
		}
		i = j
	}
	return list, bad
}

var twoCharacters = []string{"**", "//", "==", "/=", "<=", ">=", "=>", "::", "(/", "/)"}

// word answers where the letters, digits and underscores from i on end.
func word(text string, i int) int {
	for i < len(text) && (letter(text[i]) || digit(text[i])) {
		i++
	}
	return i
}

// between is the operator or logical constant between two points, and where it ends: a kind belongs to a constant.
func between(text string, i, j int) (Token, int) {
	plain, known := dotted[text[i:j]]
	switch {
	case !known:
		return Token{Operator, text[i:j]}, j
	case plain == ".true." || plain == ".false.":
		if j < len(text) && text[j] == '_' {
			k := word(text, j)
			return Token{Logical, plain + text[j:k]}, k
		}
		return Token{Logical, plain}, j
	}
	return Token{Operator, plain}, j
}

// number answers where the number that begins at i ends; "1.and." is 1 and an operator.
func number(text string, i int) int {
	j := i
	for digitAt(text, j) {
		j++
	}
	if j < len(text) && text[j] == '.' && !operatorAt(text, j) {
		for j++; digitAt(text, j); j++ {
		}
	}
	if j < len(text) && (text[j] == 'e' || text[j] == 'd') {
		k := j + 1
		if k < len(text) && (text[k] == '+' || text[k] == '-') {
			k++
		}
		if digitAt(text, k) {
			for j = k; digitAt(text, j); j++ {
			}
		}
	}
	if j < len(text) && text[j] == '_' {
		j = word(text, j)
	}
	return j
}

func digitAt(text string, i int) bool { return i < len(text) && digit(text[i]) }

// operatorAt says whether an operator such as .and. begins at the point.
func operatorAt(text string, at int) bool {
	end := at + 1
	for end < len(text) && letter(text[end]) {
		end++
	}
	return end > at+1 && end < len(text) && text[end] == '.' && !(end == at+2 && (text[at+1] == 'e' || text[at+1] == 'd'))
}

// written is the text of tokens.
func written(list []Token) string {
	var b strings.Builder
	for _, t := range list {
		if t.Class == String {
			t.Text = "'" + strings.ReplaceAll(t.Text, "'", "''") + "'"
		}
		b.WriteString(t.Text + " ")
	}
	return b.String()
}
