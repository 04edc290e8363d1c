package syntax

import (
	"fmt"
	"regexp"
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
	return &Trouble{Reason: reason, Cure: cure, Class: class}
}

var verbs = regexp.MustCompile(`%[a-z]`)

const plainCure = "write it in standard Fortran"

var dotted = map[string]string{".eq.": "==", ".ne.": "/=", ".lt.": "<", ".le.": "<=", ".gt.": ">", ".ge.": ">=",
	".and.": ".and.", ".or.": ".or.", ".not.": ".not.", ".eqv.": ".eqv.", ".neqv.": ".neqv.", ".true.": ".true.", ".false.": ".false."}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || c == '_' }
func digit(c byte) bool  { return '0' <= c && c <= '9' }

// Tokens cuts the text of a statement.
func Tokens(text string) ([]Token, *Trouble) {
	var list []Token
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == ' ':
			i++
		case letter(c):
			j := i
			for j < len(text) && (letter(text[j]) || digit(text[j])) {
				j++
			}
			list = append(list, Token{Name, text[i:j]})
			i = j
		case digit(c) || c == '.' && i+1 < len(text) && digit(text[i+1]):
			j := number(text, i)
			list = append(list, Token{Number, strings.ReplaceAll(text[i:j], " ", "")})
			i = j
		case c == '\'' || c == '"':
			j := i + 1
			for j < len(text) && (text[j] != c || j+1 < len(text) && text[j+1] == c) {
				if text[j] == c {
					j++
				}
				j++
			}
			if j >= len(text) {
				return nil, trouble(plainCure, "a string that does not end")
			}
			list = append(list, Token{String, text[i+1 : j]})
			i = j + 1
		case c == '.':
			j := strings.IndexByte(text[i+1:], '.')
			if j < 0 {
				return nil, trouble(plainCure, "a lone point")
			}
			word := strings.ReplaceAll(text[i:i+j+2], " ", "")
			plain, known := dotted[word]
			if !known {
				return nil, trouble("write a function", "the operator %s", word)
			}
			i += j + 2
			class := Operator
			if plain == ".true." || plain == ".false." {
				class = Logical
				if i < len(text) && text[i] == '_' { // a kind: kept in the text
					k := i + 1
					for k < len(text) && (letter(text[k]) || digit(text[k])) {
						k++
					}
					plain += text[i:k]
					i = k
				}
			}
			list = append(list, Token{class, plain})
		default:
			two := ""
			if i+1 < len(text) {
				two = text[i : i+2]
			}
			switch two {
			case "**", "//", "==", "/=", "<=", ">=", "=>", "::", "(/", "/)":
				list = append(list, Token{Operator, two})
				i += 2
				continue
			}
			if !strings.ContainsRune("+-*/<>=(),:%[]&", rune(c)) {
				return nil, trouble(plainCure, "the character %q", c)
			}
			list = append(list, Token{Operator, string(c)})
			i++
		}
	}
	return list, nil
}

// number answers where the number that begins at i ends; "1.and." is 1 and an operator.
func number(text string, i int) int {
	j := i
	for j < len(text) && digit(text[j]) {
		j++
	}
	exponent := j
	if j < len(text) && text[j] == '.' && !operatorAt(text, j) {
		j++
		for digitAt(text, skip(text, j)) { // old programs write 3.14159 26535 d0: blanks mean nothing in fixed form
			j = skip(text, j) + 1
		}
		exponent = skip(text, j)
	}
	if exponent < len(text) && (text[exponent] == 'e' || text[exponent] == 'd') {
		k := exponent + 1
		if k < len(text) && (text[k] == '+' || text[k] == '-') {
			k++
		}
		if digitAt(text, k) {
			for digitAt(text, k) {
				k++
			}
			j = k
		}
	}
	if j < len(text) && text[j] == '_' {
		for j++; j < len(text) && (letter(text[j]) || digit(text[j])); j++ {
		}
	}
	return j
}

func digitAt(text string, i int) bool { return i < len(text) && digit(text[i]) }

// skip passes over blanks.
func skip(text string, j int) int {
	for j < len(text) && text[j] == ' ' {
		j++
	}
	return j
}

// operatorAt says whether an operator such as .and. begins at the point.
func operatorAt(text string, at int) bool {
	rest := strings.ReplaceAll(text[at:min(len(text), at+12)], " ", "")
	for word := range dotted {
		if strings.HasPrefix(rest, word) {
			return true
		}
	}
	return false
}
