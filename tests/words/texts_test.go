package words

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// text is one paragraph, one cell of a table or one string of a program that a user may read.
type text struct{ file, words string }

// notForUsers are folders and files whose texts only those who change Drawbridge read, or that are diaries by intent.
var notForUsers = []string{"build", "tests", "bench", "docs/notes", "CHANGELOG.md", "CONTRIBUTING.md"}

// publicComments are the files whose comments document calls.
var publicComments = []string{"fortran/drawbridge.f90", "bridge/entry.h", "device/profile/drawbridge_tool.h"}

// userTexts reads every text that a user may read: pages, strings of the programs, comments of the public interfaces.
func userTexts(t *testing.T) (texts []text) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		if slices.Contains(notForUsers, name) || d.IsDir() && name != "." && strings.HasPrefix(d.Name(), ".") {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if d.IsDir() || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "/testdata/") {
			return nil
		}
		read := reader(name)
		if read == nil {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, words := range read(string(content)) {
			texts = append(texts, text{name, words})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// reader gives what reads the texts of a file; nil where it has none.
func reader(name string) func(string) []string {
	public := slices.Contains(publicComments, name)
	switch filepath.Ext(name) {
	case ".md":
		return markdown
	case ".go":
		return goStrings
	case ".html":
		return page
	case ".c", ".cpp", ".h":
		if public {
			return func(s string) []string { return append(comments(s, "//", "/*"), strings_(s, '"')...) }
		}
		return func(s string) []string { return strings_(s, '"') }
	case ".f90":
		if public {
			return func(s string) []string { return append(comments(s, "!", ""), strings_(s, '\'')...) }
		}
		return func(s string) []string { return strings_(s, '\'') }
	case ".cmake", ".sh", ".txt", ".in":
		return func(s string) []string { return strings_(s, '"') }
	}
	return nil
}

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
