package entries

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"drawbridge/tools/generate/table"
)

// A section is functions that belong together.
type section struct {
	title     string
	about     string
	functions []*function
}

type function struct {
	name      string
	meaning   string
	nothing   bool // it gives no status code
	binding   string
	byHand    bool   // its C function stands in a file that nobody generates
	calls     string // the Go export with its arguments, as the table writes them; "": its own name and all arguments
	everyStep bool
	arguments []argument
	line      table.Line
}

// argument is a row of the table: one argument of the Fortran programmer's, of which a text is two in C.
type argument struct {
	name, kind, meaning string
	intent              string // in, out, inout of numbers in place
	optional            bool
	extent              string // of numbers in place: "" one, "*" as many as another argument says, or a count
}

var (
	argumentRow = regexp.MustCompile(`^(\w+): ([a-z][\w \[\]]*?) = (.+)$`)
	numbers     = regexp.MustCompile(`^(optional )?(in|out|inout) (int|real)(\[\d*\])?$`)
	goCall      = regexp.MustCompile(`^calls go[A-Z]\w*\(.*\)$`)
	plainKinds  = regexp.MustCompile(`^(int|real|text|name|buffer|routine|address (const )?(char|int|real|void))$`)
)

// readTable reads the table; an error names the line.
func readTable(text string) ([]*section, error) {
	var list []*section
	var f *function
	seen := map[string]bool{}
	for _, line := range table.Lines("entries.txt", text) {
		content := line.Text
		switch {
		case !line.Belongs && strings.HasPrefix(content, "section "):
			list, f = append(list, &section{title: content[len("section "):]}), nil
		case len(list) == 0:
			return nil, line.Fault("'%s' stands before the first section", content)
		case line.Belongs:
			if f == nil {
				return nil, line.Fault("'%s' belongs to no function", content)
			}
			if err := f.add(content); err != nil {
				return nil, line.Fault("%s: %w", f.name, err)
			}
		case !strings.HasPrefix(content, "frame_") && !strings.HasPrefix(content, "drawbridge_"):
			s := list[len(list)-1]
			if len(s.functions) > 0 {
				return nil, line.Fault("'%s' is no function: names begin with frame_ or drawbridge_", content)
			}
			s.about = strings.TrimSpace(s.about + " " + content)
		default:
			if seen[content] {
				return nil, line.Fault("%s stands twice", content)
			}
			seen[content] = true
			f = newFunction(content)
			f.line = line
			s := list[len(list)-1]
			s.functions = append(s.functions, f)
		}
	}
	return list, complete(list)
}

func newFunction(name string) *function {
	f := &function{name: name, nothing: strings.HasPrefix(name, "frame_"), binding: "none"}
	if short, modern := strings.CutPrefix(name, "drawbridge_"); modern {
		f.binding = "c_" + short
	}
	return f
}

// add takes a line that belongs to a function.
func (f *function) add(line string) error {
	if row := argumentRow.FindStringSubmatch(line); row != nil {
		return f.argument(row[1], row[2], row[3])
	}
	if is := map[string]*bool{"returns nothing": &f.nothing, "by hand": &f.byHand, "every step": &f.everyStep}[line]; is != nil {
		*is = true
		return nil
	}
	if binding, ok := strings.CutPrefix(line, "fortran "); ok {
		f.binding = binding
		return nil
	}
	if goCall.MatchString(line) {
		f.calls = strings.TrimPrefix(line, "calls ")
		return nil
	}
	if strings.Contains(line, "*/") {
		return fmt.Errorf("'%s' would end a comment of C", line)
	}
	if strings.HasPrefix(line, "returns ") || len(f.arguments) > 0 {
		return fmt.Errorf("'%s' is no argument: NAME: TYPE = MEANING is expected", line)
	}
	f.meaning = strings.TrimSpace(f.meaning + " " + line)
	return nil
}

func (f *function) argument(name, kind, meaning string) error {
	a := argument{name: name, kind: kind, meaning: meaning}
	if strings.Contains(meaning, "*/") {
		return fmt.Errorf("%s: its meaning would end a comment of C", name)
	}
	if slices.ContainsFunc(f.arguments, func(other argument) bool { return strings.EqualFold(other.name, name) }) { // Fortran knows no case
		return fmt.Errorf("the argument %s stands twice", name)
	}
	if parts := numbers.FindStringSubmatch(kind); parts != nil {
		a.optional, a.intent, a.kind = parts[1] != "", parts[2], parts[3]
		if a.extent = strings.Trim(parts[4], "[]"); parts[4] == "[]" {
			a.extent = "*"
		}
	} else if !plainKinds.MatchString(kind) {
		return fmt.Errorf("%s: '%s' is no type; the head of the table lists them", name, kind)
	}
	f.arguments = append(f.arguments, a)
	return nil
}

// complete refuses a function whose meaning is missing, or of which nobody knows what it calls.
func complete(list []*section) error {
	for _, s := range list {
		for _, f := range s.functions {
			if f.meaning == "" {
				return f.line.Fault("%s has no meaning; the line below its name says what it does", f.name)
			}
			if err := f.checkCall(); err != nil {
				return f.line.Fault("%s: %w", f.name, err)
			}
		}
	}
	return nil
}
