package stencils

import (
	"regexp"
	"strings"
)

// lexical are the words of an expression that hold digits, names before numbers, and what would begin a comment.
var lexical = regexp.MustCompile(`[\p{L}_$][\p{L}\p{N}_$]*|(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?[\p{L}\p{N}_$]*|//|/\*`)

// number is one as in Fortran: 2, 2., .5, 1d-3.
var number = regexp.MustCompile(`^(\d+\.?\d*|\.\d+)(?:[eEdD]([+-]?\d+))?$`)

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
		b.WriteString(value + strings.Repeat(" ", len(word)-len(value)))
	}
	return b.String() + text[end:], 0, ""
}
