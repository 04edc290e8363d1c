package words

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const mostWords = 30

// insider are words with a meaning of this project's own, and what the field says instead.
var insider = []struct{ word, say string }{
	{`roads?`, "path or transport"},
	{`fringe[sd]?`, "halo"},
	{`lane`, "queue"},
	{`layouts? of threads`, "variant"},
	{`residents`, "device copies, or what stays on the device"},
	{`SIMD packs?|packs? of (?:points|lanes)`, "batch, SIMD lanes or registers"},
	{`crowded`, "full or shared"},
	{`told`, "who gets which message"},
	{`the talk`, "the legacy calls"},
	{`hall of fame`, "the list"},
	{`of ours`, "Drawbridge's"},
	{`strangers?`, "another user or program"},
	{`who asks`, "the caller"},
	{`of yours`, "your"},
	{`nobody|anybody`, "who or what: no rank, other programs"},
	{`anew`, "again"},
	{`yardstick`, "reference"},
	{`(?:legacy|modern|Fortran|two) faces?`, "the legacy calls, the module drawbridge, interface"},
}

// finding is one sentence of one file, and what is wrong with it.
type finding struct{ file, sentence, why string }

func TestTextsForUsersArePlain(t *testing.T) {
	texts := userTexts(t)
	if len(texts) < 5000 {
		t.Fatalf("only %d texts were found", len(texts))
	}
	for _, file := range []string{"README.md", "docs/species.md", "docs/notes/stencils.md", "python/drawbridge/_frame.py", "examples/legacy_solver/README.md"} {
		if !slices.ContainsFunc(texts, func(x text) bool { return x.file == file }) {
			t.Errorf("%s was not read", file)
		}
	}
	for _, text := range texts {
		for _, f := range judge(text) {
			t.Errorf("%s: %s\n  %s\n  Write it in plain English: subject, verb, object; at most 30 words, better 25; the field's words.", f.file, f.why, f.sentence)
		}
	}
}

// judge gives what is wrong with the sentences of a text, each sentence once.
func judge(text text) (found []finding) {
	for _, sentence := range sentences(text.words) {
		if why := wrong(sentence); why != "" {
			found = append(found, finding{text.file, sentence, why})
		}
	}
	return found
}

var insiderPatterns = func() (patterns []*regexp.Regexp) {
	for _, i := range insider {
		patterns = append(patterns, regexp.MustCompile(`(?i)(?:^|[^\w/.-])(`+i.word+`)(?:$|[^\w/_-])`))
	}
	return patterns
}()

// wrong says what is wrong with a sentence; "" where nothing is.
func wrong(sentence string) string {
	if n := count(sentence); n > mostWords {
		return fmt.Sprintf("a sentence of %d words, %d at most", n, mostWords)
	}
	plain := quoted.ReplaceAllString(sentence, "`x`")
	for i, pattern := range insiderPatterns {
		if m := pattern.FindStringSubmatch(plain); m != nil {
			return fmt.Sprintf("an insider word, '%s'; say %s", m[1], insider[i].say)
		}
	}
	return ""
}

var (
	quoted   = regexp.MustCompile("`[^`]*`")
	hasWord  = regexp.MustCompile(`[\pL\d]`)
	linkText = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	sentEnd  = regexp.MustCompile(`[.!?]["')*]*\s+`)
)

// count is the number of words of a sentence; what stands in backquotes is one.
func count(sentence string) (n int) {
	for _, word := range strings.Fields(quoted.ReplaceAllString(sentence, "`x`")) {
		if hasWord.MatchString(word) {
			n++
		}
	}
	return n
}

// sentences cuts a paragraph, with links by their text only.
func sentences(paragraph string) (list []string) {
	paragraph = linkText.ReplaceAllString(paragraph, "$1")
	paragraph = strings.Join(strings.Fields(paragraph), " ")
	start := 0
	for _, end := range sentEnd.FindAllStringIndex(paragraph, -1) {
		list = append(list, strings.TrimSpace(paragraph[start:end[1]]))
		start = end[1]
	}
	return append(list, strings.TrimSpace(paragraph[start:]))
}

// A text with such a sentence is found, one without is not.
func TestJudge(t *testing.T) {
	long := strings.Repeat("word ", mostWords) + "more."
	for _, c := range []struct {
		text string
		bad  bool
	}{
		{strings.Repeat("word ", mostWords-1) + "more.", false},
		{long, true},
		{"A short one. " + long, true},
		{strings.Repeat("short. ", 100), false},
		{"The road of the data.", true},
		{"A broad way, `fringe` and DRAWBRIDGE_road_x and docs/road.txt.", false},
		{"Each lane is busy.", true},
		{"SIMD lanes are fine.", false},
		{"`" + strings.Repeat("in code ", mostWords) + "` is one word.", false},
		{"Every rank is told which value differs.", true},
	} {
		if bad := len(judge(text{"x.md", c.text})) > 0; bad != c.bad {
			t.Errorf("%q: bad %t, expected %t", c.text, bad, c.bad)
		}
	}
}

// Wherever a long sentence stands on a page, it is found, also as a list whose items have no full stop; code is not read.
func TestLongSentencesOfPages(t *testing.T) {
	long, half := strings.Repeat("word ", mostWords+1), strings.Repeat("word ", mostWords/2)
	for _, c := range []struct {
		page string
		bad  bool
	}{
		{"# Page\n\n" + long, true},
		{half + "\n" + half + "more.", true},
		{"- " + long, true},
		{"1. First.\n2. " + long, true},
		{"- First.\n  - " + long, true},
		{"- First.\n\n    - " + long, true},
		{"> " + long, true},
		{"| a | " + long + " |", true},
		{"These are refused:\n\n- " + half + "\n- " + half, true},
		{"- " + half + "\n\n- " + half + "\n- more", true},
		{"These are refused:\n\n- " + half + ".\n- " + half + ".", false},
		{"- " + half + "\n\n# Page\n\n- " + half + "more", false},
		{"- " + half + "\n\n" + half + "\n\n- " + half, false},
		{"Look:\n\n    " + long + "\n\n- " + half, false},
		{"```\n" + long + "\n```", false},
	} {
		bad := false
		for _, words := range markdown(c.page) {
			bad = bad || len(judge(text{"x.md", words})) > 0
		}
		if bad != c.bad {
			t.Errorf("%q: bad %t, expected %t", c.page, bad, c.bad)
		}
	}
}
