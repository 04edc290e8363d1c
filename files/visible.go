package files

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible writes what a terminal would obey as an escape, such as \x1b: control characters, marks that turn the
// direction of the text, bytes that are no UTF-8. Line ends and tabs stay.
func Visible(text string) string {
	clean := true
	for _, r := range text {
		if r == utf8.RuneError || hidden(r) {
			clean = false
			break
		}
	}
	if clean {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case hidden(r) && r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		case hidden(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

// hidden says whether a terminal or a browser may act on a character, or show nothing of it.
func hidden(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == 0x2028 || r == 0x2029)
}

// OneLine writes line ends and tabs as \n and \t, too: a name of a file stays on the line where it is printed.
func OneLine(text string) string {
	return oneLine.Replace(Visible(text))
}

var oneLine = strings.NewReplacer("\n", `\n`, "\t", `\t`)
