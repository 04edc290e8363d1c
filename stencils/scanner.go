package stencils

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// token is a word of an expression: a sign or one of and, or, not; a name; a number; or the end.
type token struct {
	kind  tokenKind
	text  string // of a sign or a name
	at    int    // column, counted from 0
	value float64
}

type tokenKind int

const (
	aSign tokenKind = iota
	aName
	aNumber
	theEnd
)

// lexical are the words of an expression: blanks, names, what may be a number, what other languages have, and signs.
var lexical = regexp.MustCompile(`^(?:([\s\v\x{85}\p{Z}]+)|([\p{L}_][\p{L}\p{N}_]*)|((?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?[\p{L}\p{N}_$]*)|(//|/\*|\?\?)|(\*\*|[<>=!]=|[-+*/<>(),:[\]]|\?))`)

// number is one as in Fortran: 2, 2., .5, 1d-3.
var number = regexp.MustCompile(`^(\d+\.?\d*|\.\d+)(?:[eEdD]([+-]?\d+))?$`)

// hints say what stands for signs that other languages have.
var hints = map[rune]string{'&': "; 'and' joins comparisons", '|': "; 'or' joins comparisons", '!': "; 'not' stands before a comparison", '^': "; a power is **", '=': "; to be equal is =="}

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
	word, at := text[span[0]:span[1]], utf8.RuneCountInString(text[:span[0]])
	if sign := instead[strings.ToLower(word)]; sign != "" {
		return at, word + " is no operator of an expression; write " + sign
	}
	return at, word + " is no operator of an expression; write a comparison with < <= > >= == != and or not"
}

// scan cuts an expression into tokens. wrong is the column, from 0, and what is wrong there; "": nothing.
func scan(text string) (tokens []token, at int, wrong string) {
	if at, wrong := ofFortran(text); wrong != "" {
		return nil, at, wrong
	}
	for text != "" {
		parts := lexical.FindStringSubmatch(text)
		if parts == nil {
			c, _ := utf8.DecodeRuneInString(text)
			return nil, at, "no sign of an expression" + hints[c]
		}
		switch name, digits, others, sign := parts[2], parts[3], parts[4], parts[5]; {
		case name == "and" || name == "or" || name == "not":
			tokens = append(tokens, token{kind: aSign, text: name, at: at})
		case name != "":
			tokens = append(tokens, token{kind: aName, text: name, at: at})
		case digits != "":
			value, wrong := numberOf(digits)
			if wrong != "" {
				return nil, at, wrong
			}
			tokens = append(tokens, token{kind: aNumber, value: value, at: at})
		case others != "":
			return nil, at, "no operator of an expression"
		case sign != "":
			tokens = append(tokens, token{kind: aSign, text: sign, at: at})
		}
		at += utf8.RuneCountInString(parts[0])
		text = text[len(parts[0]):]
	}
	return append(tokens, token{kind: theEnd, at: at}), at, ""
}

// numberOf reads a number as Fortran writes it.
func numberOf(word string) (value float64, wrong string) {
	parts := number.FindStringSubmatch(word)
	if parts == nil {
		return 0, "a number as 2, 2.5 or 1d-3 expected"
	}
	plain := strings.TrimSuffix(parts[1], ".")
	if parts[2] != "" {
		plain += "e" + parts[2]
	}
	value, err := strconv.ParseFloat(plain, 64)
	if err != nil || !strings.ContainsAny(plain, ".e") && len(plain) > 18 {
		return 0, "at most 18 digits without a point, and no more than 1.7d308, expected"
	}
	return value, ""
}
