package files

import (
	"bytes"
	"fmt"
	"regexp"
)

// The bounds of what the lexer of YAML sees. It takes 20 to 50 bytes of memory for each byte of text and up to a kilobyte
// for each sign, and its time grows with the text, but for what stepsOf and blocks count.
const (
	mostText  = 8 << 20
	mostSigns = 720_000
	mostSteps = 100_000_000 // of a nanosecond or two
	mostMoved = 30_000_000  // of 10 to 20 nanoseconds
)

// checkText refuses a text for which the lexer of YAML would need too much memory or time. It looks at bytes and lines only.
func checkText(text []byte) error {
	if len(text) > mostText {
		return fmt.Errorf("its YAML has %d bytes (lists of reactions do not count), expected at most %d; put the part that you need into a file of its own", len(text), mostText)
	}
	signs, open, steps, number := 0, 0, 0, 1
	var b blocks
	for at := 0; at < len(text); number++ {
		line, next := lineOf(text, at)
		signs += signsOf(line, &open)
		if open > 100*mostDepth { // within quotes and remarks too, where few brackets stay open
			return tooDeep(number)
		}
		if steps += stepsOf(line); steps > mostSteps {
			return fmt.Errorf("line %d: up to here the YAML has too many tabs, or too many `<` in a row, in long lines; use spaces, or break the lines", number)
		}
		b.add(line, at)
		if err := b.check(number); err != nil {
			return err
		}
		at = next
	}
	if signs > mostSigns {
		return fmt.Errorf("its YAML has %d values and signs (lists of reactions do not count), expected at most %d; put the part that you need into a file of its own", signs, mostSigns)
	}
	b.leave(leastIndent, len(text))
	return b.check(number)
}

// lineOf gives the line at an offset, and where the next one begins. A carriage return ends a line too.
func lineOf(text []byte, at int) (line []byte, next int) {
	size := bytes.IndexAny(text[at:], "\r\n")
	if size < 0 {
		return text[at:], len(text)
	}
	next = at + size + 1
	if text[next-1] == '\r' && next < len(text) && text[next] == '\n' {
		next++
	}
	return text[at : at+size], next
}

// signsOf counts what may become a token: each sign that parts values, the end of a line that holds something, each
// reserved sign and each tab, for these become tokens that say what is wrong. Behind a percent sign each word is a token.
func signsOf(line []byte, open *int) (signs int) {
	directive := false
	for i, c := range line {
		switch c {
		case '[', '{':
			*open++
			signs++
		case ']', '}':
			*open = max(0, *open-1)
			signs++
		case ',', ':', '?', '"', '\'', '&', '*', '!', '|', '>', '#', '@', '`', '\t':
			signs++
		case '%':
			signs++
			directive = true
		case ' ':
			if directive {
				signs++
			}
		case '-':
			if i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t' { // no sign of a number
				signs++
			}
		}
	}
	if indentOf(line) < len(line) {
		signs++
	}
	return signs
}

// stepsOf counts where the lexer looks ahead again and again: from a tab in quotes to the end of the line, from each `<`
// to the last of those that follow it.
func stepsOf(line []byte) int {
	steps := bytes.Count(line, []byte("\t")) * len(line)
	for run, i := 0, 0; i < len(line); i++ {
		if line[i] != '<' {
			run = 0
			continue
		}
		run++
		steps += run
	}
	return steps
}

func indentOf(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " \t")) }

// blocks follows the blocks of text that `|` and `>` begin. Where one ends, the lexer copies the whole block for each blank
// line at its end. All its lines are indented deeper than the line that ends it, which says how far back it may begin.
// Only a line that parts two documents, and the end of the text, end a block of any indentation.
type blocks struct {
	levels []indentation // each deeper than the one before
	blank  int           // lines just before
	moved  int           // bytes that are copied
}

// indentation is the last line of this indentation. A start is one more than the offset of the earliest line that may
// begin a block, 0 where there is none.
type indentation struct {
	indent int
	before int // start among the lines before it that follow a less indented line
	at     int // start of this line itself
}

const leastIndent = -1 // less than any line has

// blockBegins is the end of a line that may begin a block.
var blockBegins = regexp.MustCompile(`[|>][-+0-9]*[ \t]*(#.*)?$`)

func (b *blocks) add(line []byte, offset int) {
	indent, start := indentOf(line), 0
	if indent == len(line) {
		b.blank++
		return
	}
	if bytes.HasPrefix(line, []byte("---")) || bytes.HasPrefix(line, []byte("...")) {
		indent = leastIndent
	}
	if bytes.ContainsAny(line, "|>") && blockBegins.Match(line) {
		start = offset + 1
	}
	before := b.leave(indent, offset)
	if top := len(b.levels) - 1; top >= 0 && b.levels[top].indent == indent {
		before = earliest(b.levels[top].before, earliest(b.levels[top].at, before))
		b.levels = b.levels[:top]
	}
	b.levels = append(b.levels, indentation{indent, before, start})
}

// leave ends the blocks that a line of this indentation ends, and gives the start among the deeper lines before it.
func (b *blocks) leave(indent, offset int) (start int) {
	top := len(b.levels) - 1
	for ; top >= 0 && b.levels[top].indent > indent; top-- {
		start = earliest(start, earliest(b.levels[top].before, b.levels[top].at))
	}
	b.levels = b.levels[:top+1]
	block := start
	if top >= 0 {
		block = earliest(block, b.levels[top].at)
		if indent == leastIndent {
			block = earliest(block, b.levels[top].before)
		}
	}
	if block > 0 {
		b.moved += b.blank * (offset + 1 - block)
	}
	b.blank = 0
	return start
}

func earliest(a, b int) int {
	if a == 0 || b == 0 {
		return a + b
	}
	return min(a, b)
}

func (b *blocks) check(line int) error {
	if b.moved <= mostMoved {
		return nil
	}
	return fmt.Errorf("line %d: up to here the YAML has too many blank lines at the end of long blocks of text (behind `|` or `>`); remove those lines", line)
}
