package listing

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"drawbridge/tools/generate/table"
)

// message is a text with dots for what is filled in, and the name of its code.
type message struct{ text, code string }

const (
	wrapped = "as its cause"
	warning = "warning"
	plain   = "reason" // a part of the message of a call, or a message of the command
	command = "exit 2"
)

// makers are functions that make a message of a format, which is their first argument or follows their first.
var makers = []string{"refuse", "refusal", "wrong", "trouble", "NewTrouble", "fail"}

// notForUsers are folders of tests, and the checks of doctor, which a page of its own explains.
var notForUsers = []string{"testdata", "doctor"}

// messages gives those in the sources of a folder.
func messages(folder string) (found []message, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(notForUsers, d.Name()):
			return filepath.SkipDir
		case d.IsDir() || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		switch filepath.Ext(path) {
		case ".go":
			of, err := ofGo(path)
			found = append(found, of...)
			return err
		case ".py", ".f90":
			of, err := ofText(path, raisers[filepath.Ext(path)])
			found = append(found, of...)
			return err
		}
		return nil
	})
	return found, err
}

func ofGo(path string) (found []message, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if call, is := n.(*ast.CallExpr); is {
			code, at := kind(call)
			if code == plain && ofCommand.MatchString(path) {
				code = command
			}
			if at >= 0 && len(call.Args) > at {
				if format, is := text(call.Args[at]); is && code != "INTERNAL" && says(format) {
					found = append(found, message{dotted(format), code})
				}
			}
		}
		return true
	})
	return found, nil
}

// kind tells which message a call makes: its code, and which argument is the text; -1 where it makes none.
func kind(call *ast.CallExpr) (code string, at int) {
	function, is := call.Fun.(*ast.SelectorExpr)
	if !is {
		name, _ := call.Fun.(*ast.Ident)
		if name == nil || len(call.Args) == 0 {
			return "", -1
		}
		function = &ast.SelectorExpr{Sel: name}
	}
	room, _ := function.X.(*ast.Ident)
	switch {
	case slices.Contains(makers, function.Sel.Name):
		if len(call.Args) > 1 {
			if first, is := text(call.Args[0]); !is || !verb.MatchString(first) {
				if _, is := text(call.Args[1]); is { // the first one is the cure, or the node
					return plain, 1
				}
			}
		}
		return plain, 0
	case room != nil && room.Name == "status" && function.Sel.Name == "Errorf":
		if code, is := call.Args[0].(*ast.SelectorExpr); is {
			return strings.ToUpper(table.Snake(code.Sel.Name)), 1
		}
		return wrapped, 1
	case room != nil && room.Name == "status" && function.Sel.Name == "Wrap":
		return wrapped, 1
	case room != nil && room.Name == "fmt" && function.Sel.Name == "Errorf":
		return plain, 0
	case function.Sel.Name == "warn" || function.Sel.Name == "warnHere" || function.Sel.Name == "Warn":
		return warning, 0
	}
	return "", -1
}

// text is that of a string, of strings that are added, or of the format of a Sprintf.
func text(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, e.Kind == token.STRING && err == nil
	case *ast.BinaryExpr:
		left, leftIs := text(e.X)
		right, rightIs := text(e.Y)
		if !leftIs {
			left = "%s"
		}
		if !rightIs {
			right = "%s"
		}
		return left + right, e.Op == token.ADD && (leftIs || rightIs)
	case *ast.CallExpr:
		if f, is := e.Fun.(*ast.SelectorExpr); is && f.Sel.Name == "Sprintf" {
			return text(e.Args[0])
		}
	}
	return "", false
}

var (
	verb  = regexp.MustCompile(`%[-+#0-9.*]*(?:\[\d+\])?[a-zA-Z]`)
	blank = regexp.MustCompile(`\s+`)

	ofCommand = regexp.MustCompile(`(?:^|/)cmd/`)
)

// says tells whether a format has words of its own.
func says(format string) bool {
	return strings.ContainsFunc(verb.ReplaceAllString(format, ""), unicode.IsLetter)
}

// dotted puts dots where values are filled in.
func dotted(format string) string {
	s := strings.ReplaceAll(verb.ReplaceAllString(format, "…"), "%%", "%")
	return strings.TrimSpace(blank.ReplaceAllString(strings.ReplaceAll(s, "`", "'"), " "))
}

// raiser is how a language without a parser here makes messages: an expression with the groups "code" and "text",
// what stands between two strings of a text, and what stands in its strings for a value.
type raiser struct{ call, seam, value, quote *regexp.Regexp }

var raisers = map[string][]raiser{
	".py": {{
		call:  regexp.MustCompile(`(?s)raise Error\("(?P<code>[A-Z_]+)",\s*f?(?P<text>"(?:[^"\\]|\\.)*"(?:\s*f?"(?:[^"\\]|\\.)*")*)`),
		seam:  regexp.MustCompile(`"\s*f?"`),
		value: regexp.MustCompile(`\{[^{}]*\}`),
		quote: regexp.MustCompile(`^"|"$`),
	}},
	".f90": {{
		call:  regexp.MustCompile(`(?s)refuse\((?P<text>[^\n]*?'[^\n]*?(?:&[ \t]*\n[^\n]*?)*),[\s&]*DRAWBRIDGE_(?P<code>[A-Z_]+)\)`),
		seam:  regexp.MustCompile(`''|'(?:\s|&)*//(?:\s|&)*'`),
		value: regexp.MustCompile(`'(?:\s|&)*//[^']*//(?:\s|&)*'|^\w+\([^()]*\)(?:\s|&)*//(?:\s|&)*'|^[^']*//(?:\s|&)*'|'(?:\s|&)*//[^']*$`),
		quote: regexp.MustCompile(`^'|'$`),
	}, {
		call:  regexp.MustCompile(`write \(text, '[^']*'\)\s*(?P<text>(?:[^\n]*&\n)*[^\n]*)\n[^\n]*refuse\(trim\(text\), DRAWBRIDGE_(?P<code>[A-Z_]+)\)`),
		seam:  regexp.MustCompile(`\x00`),
		value: regexp.MustCompile(`'\s*,[^']*,(?:\s|&)*'|'\s*,[^']*$`),
		quote: regexp.MustCompile(`^'|'$`),
	}},
}

func ofText(path string, raisers []raiser) (found []message, err error) {
	source, err := os.ReadFile(path)
	for _, r := range raisers {
		for _, m := range r.call.FindAllStringSubmatch(string(source), -1) {
			words := r.value.ReplaceAllString(r.seam.ReplaceAllString(m[r.call.SubexpIndex("text")], ""), "%s")
			if words = r.quote.ReplaceAllString(words, ""); says(words) {
				found = append(found, message{dotted(words), m[r.call.SubexpIndex("code")]})
			}
		}
	}
	return found, err
}
