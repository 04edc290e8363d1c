package syntax

import (
	"regexp"
	"slices"
	"strings"
)

var (
	constructName = regexp.MustCompile(`^[a-z]\w*:(if\(|do|select|where\(|block$|associate\()`)
	typeWords     = regexp.MustCompile(`^(doubleprecision|doublecomplex|real|integer|logical|complex|character|byte)(\*\d+)?`)
	functionHead  = regexp.MustCompile(`^function[a-z]\w*\(`)
	moduleHead    = regexp.MustCompile(`^(subroutine|function|pure|elemental|recursive)[a-z]\w*\(`)
	loopHead      = regexp.MustCompile(`^do(\d*),?(while\(|concurrent\(|$|[a-z]\w*=)`)
	assignHead    = regexp.MustCompile(`^assign(\d+)to([a-z]\w*)$`)
	endHead       = regexp.MustCompile(`^end(subroutine|function|module|program|submodule|procedure|interface|type|blockdata|block|if|do|select|where|forall|associate|enum|critical)`)
)

// keywords begin a statement; of two that fit, the longer one stands first.
var keywords = func() []string {
	list := strings.Fields(`subroutine function recursive pure elemental impure moduleprocedure submodule module program blockdata entry contains
		use implicitnone implicit include data common save external intrinsic dimension equivalence namelist parameter optional allocatable pointer
		target private public protected volatile asynchronous contiguous value sequence intent interface abstractinterface type class
		selectcase selecttype casedefault case goto call return continue stop errorstop pause exit cycle print read write open close rewind
		inquire backspace flush endfile allocate deallocate nullify elsewhere else block associate critical procedure enumerator enum import
		generic final format`)
	slices.SortFunc(list, func(a, b string) int { return len(b) - len(a) })
	return list
}()

// spelled are keywords of two words.
var spelled = strings.NewReplacer("moduleprocedure", "module procedure", "blockdata", "block data", "implicitnone", "implicit none", "abstractinterface", "abstract interface",
	"selectcase", "select case", "selecttype", "select type", "casedefault", "case default", "errorstop", "error stop", "doubleprecision", "double precision", "doublecomplex", "double complex")

// spaced puts blanks behind the keywords of a statement of fixed form, whose text has none.
func spaced(text string) string {
	if constructName.MatchString(text) {
		at := strings.IndexByte(text, ':') + 1
		return text[:at] + spaced(text[at:])
	}
	if isAssignment(text) {
		return text
	}
	for _, word := range []string{"elseif(", "if(", "where(", "forall("} {
		if !strings.HasPrefix(text, word) {
			continue
		}
		end := closing(text, len(word)-1)
		head := strings.Replace(text[:end], "elseif", "else if", 1)
		switch rest := text[end:]; {
		case strings.HasPrefix(rest, "then") && !isAssignment(rest):
			return head + " then " + rest[4:]
		case word == "elseif(":
			return head + rest
		default:
			return head + " " + spaced(rest)
		}
	}
	if m := typeWords.FindString(text); m != "" {
		return spacedType(m, text[len(m):])
	}
	if m := loopHead.FindStringSubmatchIndex(text); m != nil {
		return "do " + text[m[2]:m[3]] + " " + text[m[4]:]
	}
	if m := assignHead.FindStringSubmatch(text); m != nil {
		return "assign " + m[1] + " to " + m[2]
	}
	if m := endHead.FindStringSubmatch(text); m != nil {
		return "end " + spelled.Replace(m[1]) + " " + text[len(m[0]):]
	}
	for _, word := range keywords {
		rest, is := strings.CutPrefix(text, word)
		switch {
		case !is:
		case slices.Contains([]string{"recursive", "pure", "elemental", "impure"}, word), word == "module" && moduleHead.MatchString(rest):
			return word + " " + spaced(rest)
		case word == "case" || word == "type" || word == "class" || word == "elsewhere" || word == "intent":
			end := 0
			if strings.HasPrefix(rest, "(") {
				end = closing(rest, 0)
			}
			if word == "type" && functionHead.MatchString(rest[end:]) {
				return word + rest[:end] + " " + spaced(rest[end:])
			}
			return word + rest[:end] + " " + rest[end:]
		default:
			return spelled.Replace(word) + " " + rest
		}
	}
	return text
}

// spacedType is spaced for what begins with a type.
func spacedType(word, rest string) string {
	end := 0
	if strings.HasPrefix(rest, "*(") {
		end = closing(rest, 1)
	} else if strings.HasPrefix(rest, "(") {
		end = closing(rest, 0)
	}
	head := spelled.Replace(word) + rest[:end]
	if rest = rest[end:]; functionHead.MatchString(rest) {
		return head + " function " + rest[len("function"):]
	}
	for _, prefix := range []string{"recursive", "pure", "elemental", "impure"} {
		if after, is := strings.CutPrefix(rest, prefix); is && functionHead.MatchString(after) {
			return head + " " + spaced(rest)
		}
	}
	return head + " " + rest
}

// isAssignment says whether a text without blanks is a target and = or =>; do10i=1,5 is none.
func isAssignment(text string) bool {
	i := word(text, 0)
	if i == 0 || digit(text[0]) {
		return false
	}
	for i < len(text) {
		switch text[i] {
		case '(':
			i = closing(text, i)
		case '%':
			i = word(text, i+1)
		case '=':
			m := loopHead.FindString(text)
			return !strings.HasPrefix(text[i:], "==") && !(strings.HasSuffix(m, "=") && outerComma(text[i:]))
		default:
			return false
		}
	}
	return false
}

// outerComma says whether a comma stands outside of parentheses and strings.
func outerComma(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(':
			i = closing(text, i) - 1
		case '\'', '"':
			i = quoteEnd(text, i)
		case ',':
			return true
		}
	}
	return false
}

// closing answers what is behind the parenthesis that closes the one at i.
func closing(text string, i int) int {
	for depth := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\'', '"':
			i = quoteEnd(text, i)
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// quoteEnd answers where the string that begins at i ends.
func quoteEnd(text string, i int) int {
	if end := strings.IndexByte(text[i+1:], text[i]); end >= 0 {
		return i + 1 + end
	}
	return len(text) - 1
}
