package rules

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// insider are words with a meaning of this project's own. What the field says instead: path, halo, queue, variant, device copies, batch,
// full, (who gets the message), the legacy calls, Drawbridge's, another user, the caller, your, no rank, again, reference, interface.
var insider = regexp.MustCompile(`(?i)(?:^|[^\w/.-])(roads?|fringe[sd]?|lane|layouts? of threads|residents|SIMD packs?|packs? of (?:points|lanes)|crowded|told|` +
	`the talk|hall of fame|of ours|strangers?|who asks|of yours|nobody|anybody|anew|yardstick|(?:legacy|modern|Fortran|two) faces?)(?:$|[^\w/_-])`)

var (
	listItem = regexp.MustCompile(`^\s*(?:[-*]|\d+\.)\s`)
	fences   = regexp.MustCompile("(?ms)^```.*?^```$|^#+ [^\n]*$|^\n(?:    [^\n]*\n)+")
	breaks   = regexp.MustCompile(`\n\s*\n|\n\|`)
	quoted   = regexp.MustCompile("`[^`]*`")
	linkText = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	sentEnd  = regexp.MustCompile(`[.!?]["')*]*(?:\s+|$)`)
	aWord    = regexp.MustCompile(`[\pL\d]`)
)

// unplain gives the sentences of a page of Markdown that have more than 30 words or an insider word. Code is left out; a list is one text
// with the line that announces it, so that items without a full stop are parts of one sentence.
func unplain(page string) (found []string) {
	page = "\n" + quoted.ReplaceAllString(linkText.ReplaceAllString(fences.ReplaceAllString(page, "\n"), "$1"), "x")
	for _, paragraph := range breaks.Split(listsTogether(page), -1) {
		for _, cell := range strings.Split(paragraph, "|") {
			for _, sentence := range sentEnd.Split(cell, -1) {
				words := slices.DeleteFunc(strings.Fields(sentence), func(w string) bool { return !aWord.MatchString(w) })
				if len(words) > 30 || insider.MatchString(sentence) {
					found = append(found, strings.Join(words, " "))
				}
			}
		}
	}
	return found
}

// listsTogether takes away the empty lines before and between the items of a list.
func listsTogether(page string) string {
	var lines []string
	for _, line := range strings.Split(page, "\n") {
		if n := len(lines); listItem.MatchString(line) {
			line = listItem.ReplaceAllString(line, "")
			if n > 1 && lines[n-1] == "" && strings.HasSuffix(lines[n-2], ":") {
				lines = lines[:n-1]
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// The pages hold what users read: docs/all_messages.md has every message, docs/command_line.md the help, docs/c_reference.md the comments of
// the interface.
func TestPagesArePlain(t *testing.T) {
	read := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && (name == "build" || name == "tests" || name == "bench" || name == "testdata" || name != ".." && strings.HasPrefix(name, ".")) {
			return filepath.SkipDir
		} else if filepath.Ext(name) != ".md" || name == "CHANGELOG.md" || name == "CONTRIBUTING.md" {
			return nil
		}
		page, err := os.ReadFile(path)
		for _, sentence := range unplain(string(page)) {
			t.Errorf("%s: more than 30 words, or '%s': %s", path, insider.FindString(sentence), sentence)
		}
		read++
		return err
	})
	if err != nil || read < 40 {
		t.Fatalf("%d pages were read: %v", read, err)
	}
	long, half := strings.Repeat("word ", 31), strings.Repeat("word ", 16)
	for page, bad := range map[string]bool{long: true, half + "\n" + half: true, half + ". " + half: false, "- " + long: true, "| a | " + long + " |": true, "## " + half + "\n\n" + half: false,
		"These:\n\n- " + half + "\n- " + half: true, "These:\n\n- " + half + ".\n- " + half + ".": false, "```\n" + long + "\n```": false, "Look:\n\n    " + long + "\n\n" + long: true, "The road of data.": true, "`road` and docs/road.txt.": false} {
		if (len(unplain(page)) > 0) != bad {
			t.Errorf("%q: bad should be %t", page, bad)
		}
	}
}
