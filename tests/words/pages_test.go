package words

import (
	"regexp"
	"slices"
	"strings"
)

var markup = regexp.MustCompile(`(?s)<(?:style|script).*?</(?:style|script)>|<[^>]*>|\{\{.*?\}\}`)

// page gives the texts between the tags of a page.
func page(source string) []string { return prose(markup.ReplaceAllString(source, "\n\n")) }

var (
	listItem = regexp.MustCompile(`^\s*(?:[-*]|\d+\.)\s`)
	heading  = regexp.MustCompile(`^#+\s`)
)

// markdown gives the paragraphs, the lists and the cells of tables of a page, without its code. A list is one text with the
// line that announces it: items without a full stop are parts of one sentence.
func markdown(page string) (texts []string) {
	var paragraph []string
	fence, blank, list, announced := false, true, false, false
	end := func() {
		words := strings.TrimSpace(strings.Join(paragraph, " "))
		paragraph = nil
		switch last := len(texts) - 1; {
		case words == "":
			return
		case list && announced:
			texts[last] += " " + words
		default:
			texts = append(texts, words)
		}
		announced = list || strings.HasSuffix(words, ":")
		list = false
	}
	for _, line := range strings.Split(page, "\n") {
		begins := blank
		blank = strings.TrimSpace(line) == ""
		item := listItem.MatchString(line)
		switch {
		case strings.HasPrefix(line, "```"):
			end()
			fence, announced = !fence, false
		case fence || begins && len(paragraph) == 0 && strings.HasPrefix(line, "    ") && !item:
			blank, announced = begins, false
		case heading.MatchString(line):
			end()
			announced = false
		case blank:
			end()
		case strings.HasPrefix(line, "|"):
			end()
			texts, announced = append(texts, cells(line)...), false
		case item:
			end()
			paragraph, list = []string{listItem.ReplaceAllString(line, "")}, true
		default:
			paragraph = append(paragraph, line)
		}
	}
	end()
	return slices.DeleteFunc(texts, func(s string) bool { return s == "" })
}

// cells cuts a row of a table; a bar after a backslash stays.
func cells(row string) []string {
	row = strings.ReplaceAll(strings.Trim(strings.TrimSpace(row), "|"), `\|`, "\x00")
	list := strings.Split(row, "|")
	for i := range list {
		list[i] = strings.TrimSpace(strings.ReplaceAll(list[i], "\x00", "|"))
	}
	return list
}

// prototype begins a comment that repeats a declaration of C.
var prototype = regexp.MustCompile(`^\s*(?:int|void|const \w+|double|long) \*?\w+\(|^ {4}`)

// comments gives the comments of C or Fortran: lines that follow each other are one text, up to an empty one.
// Lines that begin with four blanks are code.
func comments(source, line, block string) (texts []string) {
	var paragraph []string
	end := func() {
		texts, paragraph = append(texts, strings.Join(paragraph, " ")), nil
	}
	inside := false
	for _, s := range strings.Split(source, "\n") {
		s = strings.TrimSpace(s)
		if block != "" && strings.HasPrefix(s, block) {
			end()
			inside, s = true, strings.TrimPrefix(s, block)
		}
		switch {
		case inside:
			s, _, closed := strings.Cut(s, "*/")
			paragraph = append(paragraph, strings.TrimPrefix(s, "*"))
			if closed || strings.Trim(s, "* ") == "" {
				end()
			}
			inside = !closed
		case strings.HasPrefix(s, line) && prototype.MatchString(strings.TrimPrefix(s, line)):
			end()
		case strings.HasPrefix(s, line) && strings.Trim(s, line+" ") != "":
			paragraph = append(paragraph, strings.TrimPrefix(s, line))
		default:
			end()
			if at := strings.LastIndex(s, " "+line+" "); at >= 0 {
				texts = append(texts, s[at+len(line)+2:])
			}
		}
	}
	end()
	return texts
}
