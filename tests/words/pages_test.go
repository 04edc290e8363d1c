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

// markdown gives the paragraphs, the items of lists and the cells of tables of a page, without its code.
func markdown(page string) (texts []string) {
	var paragraph []string
	fence, blank := false, true
	end := func() {
		texts, paragraph = append(texts, strings.Join(paragraph, " ")), nil
	}
	for _, line := range strings.Split(page, "\n") {
		begins := blank
		blank = strings.TrimSpace(line) == ""
		switch {
		case strings.HasPrefix(line, "```"):
			end()
			fence = !fence
		case fence || begins && len(paragraph) == 0 && strings.HasPrefix(line, "    "):
			blank = begins
		case blank || heading.MatchString(line):
			end()
		case strings.HasPrefix(line, "|"):
			end()
			texts = append(texts, cells(line)...)
		case listItem.MatchString(line):
			end()
			paragraph = []string{listItem.ReplaceAllString(line, "")}
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
