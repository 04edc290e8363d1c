package stencils

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// lexical are the words of an expression that hold digits, names before numbers, and what would begin a comment.
var lexical = regexp.MustCompile(`[\p{L}_$][\p{L}\p{N}_$]*|(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?[\p{L}\p{N}_$]*|//|/\*`)

// number is one as in Fortran: 2, 2., .5, 1d-3.
var number = regexp.MustCompile(`^(\d+\.?\d*|\.\d+)(?:[eEdD]([+-]?\d+))?$`)

// signs are those of an expression; hints say what stands for those that other languages have.
var (
	signs = []string{"**", "<=", ">=", "==", "!=", "+", "-", "*", "/", "<", ">", "(", ")", ",", "?", ":", ".", "_"}
	hints = map[rune]string{'&': "; 'and' joins comparisons", '|': "; 'or' joins comparisons", '!': "; 'not' stands before a comparison", '^': "; a power is **", '=': "; to be equal is =="}
)

// foreign are operators of Fortran that expressions write otherwise.
var foreign = regexp.MustCompile(`(?i)/=|\.(?:gt|ge|lt|le|eq|ne|and|or|not|eqv|neqv|true|false)\.`)

// instead says what to write for them.
var instead = map[string]string{"/=": "!=", ".ne.": "!=", ".eq.": "==", ".gt.": ">", ".ge.": ">=", ".lt.": "<", ".le.": "<=",
	".and.": "and", ".or.": "or", ".not.": "not", ".eqv.": "", ".neqv.": "", ".true.": "", ".false.": ""}

// ofFortran finds the first operator that only Fortran has: its column, from 0, and what to write; "": there is none.
func ofFortran(text string) (at int, wrong string) {
	span := foreign.FindStringIndex(text)
	if span == nil {
		return 0, ""
	}
	word, at := text[span[0]:span[1]], len([]rune(text[:span[0]]))
	if sign := instead[strings.ToLower(word)]; sign != "" {
		return at, word + " is no operator of an expression; write " + sign
	}
	return at, word + " is no operator of an expression; write a comparison with < <= > >= == != and or not"
}

// strange finds what is no sign, name or number of an expression: its column, from 0, and why; "": nothing.
func strange(text string) (at int, wrong string) {
	runes := []rune(text)
	for at := 0; at < len(runes); at++ {
		c := runes[at]
		if unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsSpace(c) {
			continue
		}
		if at+1 < len(runes) && slices.Contains(signs, string(runes[at:at+2])) {
			at++
		} else if !slices.Contains(signs, string(c)) || strings.HasPrefix(string(runes[at:]), "??") {
			return at, "no sign of an expression" + hints[c]
		}
	}
	return 0, ""
}

// plainNumbers writes an expression's numbers as the parser reads them; names stay, and so does every column. wrong is the
// column, from 0, and what is wrong there; "": nothing.
func plainNumbers(text string) (plain string, at int, wrong string) {
	var b strings.Builder
	end := 0
	for _, span := range lexical.FindAllStringIndex(text, -1) {
		word := text[span[0]:span[1]]
		b.WriteString(text[end:span[0]])
		end = span[1]
		switch {
		case word == "//" || word == "/*":
			return "", len([]rune(text[:span[0]])), "no operator of an expression"
		case word[0] != '.' && (word[0] < '0' || word[0] > '9'):
			b.WriteString(word)
			continue
		}
		parts := number.FindStringSubmatch(word)
		if parts == nil {
			return "", len([]rune(text[:span[0]])), "a number as 2, 2.5 or 1d-3 expected"
		}
		value := strings.TrimSuffix(parts[1], ".")
		if parts[2] != "" {
			value += "e" + parts[2]
		}
		if _, err := strconv.ParseFloat(value, 64); err != nil || !strings.ContainsAny(value, ".e") && len(value) > 18 {
			return "", len([]rune(text[:span[0]])), "at most 18 digits without a point, and no more than 1.7d308, expected"
		}
		b.WriteString(value + strings.Repeat(" ", len(word)-len(value)))
	}
	return b.String() + text[end:], 0, ""
}
