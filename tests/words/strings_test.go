package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// goStrings gives the strings of a Go file that look like prose; what + joins is one text.
func goStrings(source string) (texts []string) {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		return []string{"a file that Go cannot read: " + err.Error()}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BinaryExpr:
			if joined, ok := join(n); ok {
				texts = append(texts, prose(joined)...)
				return false
			}
		case *ast.BasicLit:
			if joined, ok := join(n); ok {
				texts = append(texts, prose(joined)...)
			}
		}
		return true
	})
	return texts
}

// join makes one string of a literal, or of a sum with a literal in it, in which x stands for the rest.
func join(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			s, err := strconv.Unquote(e.Value)
			return s, err == nil
		}
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			left, leftIs := join(e.X)
			right, rightIs := join(e.Y)
			if leftIs || rightIs {
				return orX(left, leftIs) + orX(right, rightIs), true
			}
		}
	}
	return "", false
}

func orX(s string, is bool) string {
	if is {
		return s
	}
	return "x"
}

var (
	literal = map[byte]*regexp.Regexp{
		'"':  regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*`),
		'\'': regexp.MustCompile(`'(?:[^'\n]|'')*'`),
	}
	seam = regexp.MustCompile(`"\s*"`)
	code = regexp.MustCompile(`[;{}]\s*\n|^\s*#\w|\bvoid \*?\w+\(|__\w|\breturn [^.\n]*;`)
)

// strings_ gives the strings of C or Fortran that look like prose; in C, strings side by side are one.
func strings_(source string, quote byte) (texts []string) {
	var kept []string
	for _, line := range strings.Split(source, "\n") {
		s := strings.TrimSpace(line)
		if quote == '"' && (strings.HasPrefix(s, "//") || strings.HasPrefix(s, "*") || strings.HasPrefix(s, "/*") || strings.HasPrefix(s, "#include")) ||
			quote == '\'' && strings.HasPrefix(s, "!") {
			continue
		}
		kept = append(kept, line)
	}
	for _, s := range literal[quote].FindAllString(strings.Join(kept, "\n"), -1) {
		s = strings.ReplaceAll(seam.ReplaceAllString(s[1:len(s)-1], ""), `\n`, "\n")
		texts = append(texts, prose(s)...)
	}
	return texts
}

var (
	docstring = regexp.MustCompile(`(?s)"""(.*?)"""`)
	formatted = regexp.MustCompile(`\bf"`)
)

// python gives the docstrings and the strings of Python.
func python(source string) (texts []string) {
	for _, s := range docstring.FindAllStringSubmatch(source, -1) {
		texts = append(texts, prose(s[1])...)
	}
	source = docstring.ReplaceAllString(source, "")
	return append(texts, strings_(formatted.ReplaceAllString(source, `"`), '"')...)
}

var gap = regexp.MustCompile(`\n\s*\n|\n[ \t]+|\n[-*] `)

// prose gives the paragraphs of a string; none of one that is code or too short to be a sentence.
func prose(s string) (texts []string) {
	if code.MatchString(s) {
		return nil
	}
	for _, part := range gap.Split(s, -1) {
		if len(strings.Fields(part)) > 1 {
			texts = append(texts, part)
		}
	}
	return texts
}
