package entries

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"drawbridge/tools/generate/table"
)

// boundType is a type of the Fortran module with its procedures, as fortran/procedures.txt lists them.
type boundType struct {
	name       string
	line       table.Line
	procedures []*procedure
}

// procedure is one that is bound to a type.
type procedure struct {
	owner, name string
	line        table.Line
	meaning     []string
	arguments   []parameter

	byHand   bool
	specific []string // of a generic one that is written by hand

	calls *function // what it passes its arguments on to
	with  map[string]string
	then  string

	attributes string   // of the array q; "": it takes none
	kinds      []string // of q: 8, 4
	ranks      []int    // of q
	does       string
}

// parameter is an argument of a procedure in the table.
type parameter struct {
	name, initial string
	optional      bool
}

var (
	declaredRow  = regexp.MustCompile(`^argument (\w+)(\((?:\d+|:)\))?: ((?:character\(\*\)|integer|logical|real\(c_double\))(?:, [\w()]+)*)$`)
	procedureRow = regexp.MustCompile(`^(\w+)\((.*)\)$`)
	parameterRow = regexp.MustCompile(`^(?:(\w+)|\[(\w+) = ([^\]]+)\])$`)
	handRow      = regexp.MustCompile(`^by hand (\w+)(?: = (\w+(?: \w+)*))?$`)
	withRow      = regexp.MustCompile(`^with (\w+) = (.+)$`)
	arrayRow     = regexp.MustCompile(`^array ([^:]+): (real\([48]\)(?: real\([48]\))*), ranks ([2-5](?: [2-5])*)$`)
)

// procedureTable reads the table of the Fortran face.
type procedureTable struct {
	functions map[string]*function
	declared  map[string]string // Fortran declaration of an argument, with its name
	types     []*boundType
	last      *procedure
}

// readProcedures reads fortran/procedures.txt; an error names the line.
func readProcedures(text string, list []*section) (*procedureTable, error) {
	t := &procedureTable{functions: map[string]*function{}, declared: map[string]string{}}
	for _, s := range list {
		for _, f := range s.functions {
			t.functions[f.name] = f
		}
	}
	for _, line := range table.Lines("procedures.txt", text) {
		if err := t.take(line); err != nil {
			return nil, line.Fault("%w", err)
		}
	}
	for _, b := range t.types {
		for _, p := range b.procedures {
			if err := t.check(p); err != nil {
				return nil, p.line.Fault("%s of %s: %w", p.name, p.owner, err)
			}
		}
	}
	return t, nil
}

func (t *procedureTable) take(line table.Line) error {
	content := line.Text
	switch {
	case line.Belongs:
		if t.last == nil || t.last.byHand {
			return fmt.Errorf("'%s' belongs to no procedure", content)
		}
		return t.last.add(content, t.functions)
	case strings.HasPrefix(content, "argument "):
		return t.declare(content)
	case strings.HasPrefix(content, "type "):
		name := content[len("type "):]
		if slices.ContainsFunc(t.types, func(b *boundType) bool { return b.name == name }) {
			return fmt.Errorf("the type %s stands twice", name)
		}
		t.types, t.last = append(t.types, &boundType{name: name, line: line}), nil
		return nil
	}
	if len(t.types) == 0 {
		return fmt.Errorf("'%s' stands before the first type", content)
	}
	b := t.types[len(t.types)-1]
	p, err := newProcedure(b.name, line)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(b.procedures, func(other *procedure) bool { return other.name == p.name }) {
		return fmt.Errorf("%s of %s stands twice", p.name, b.name)
	}
	b.procedures, t.last = append(b.procedures, p), p
	return nil
}

func (t *procedureTable) declare(line string) error {
	row := declaredRow.FindStringSubmatch(line)
	if row == nil {
		return fmt.Errorf("'%s' is not 'argument NAME: TYPE' with a type that Fortran has", line)
	}
	if t.declared[row[1]] != "" {
		return fmt.Errorf("the argument %s stands twice", row[1])
	}
	t.declared[row[1]] = row[3] + " :: " + row[1] + row[2]
	return nil
}

func newProcedure(owner string, line table.Line) (*procedure, error) {
	p := &procedure{owner: owner, line: line, with: map[string]string{}}
	if row := handRow.FindStringSubmatch(line.Text); row != nil {
		p.name, p.byHand, p.specific = row[1], true, strings.Fields(row[2])
		return p, nil
	}
	row := procedureRow.FindStringSubmatch(line.Text)
	if row == nil {
		return nil, fmt.Errorf("'%s' is no procedure: NAME(ARGUMENTS) or 'by hand NAME' is expected", line.Text)
	}
	p.name = row[1]
	for _, item := range strings.Split(row[2], ", ") {
		if item == "" {
			continue
		}
		parts := parameterRow.FindStringSubmatch(item)
		if parts == nil {
			return nil, fmt.Errorf("%s: '%s' is no argument: NAME or [NAME = VALUE] is expected", p.name, item)
		}
		p.arguments = append(p.arguments, parameter{name: parts[1] + parts[2], initial: parts[3], optional: parts[3] != ""})
	}
	if !p.has("stat") {
		p.arguments = append(p.arguments, parameter{name: "stat"}, parameter{name: "errmsg"})
	}
	return p, nil
}

func (p *procedure) has(name string) bool {
	return slices.ContainsFunc(p.arguments, func(a parameter) bool { return a.name == name })
}

// add takes a line that belongs to a procedure.
func (p *procedure) add(line string, functions map[string]*function) error {
	if name, ok := strings.CutPrefix(line, "calls "); ok {
		if p.calls = functions[name]; p.calls == nil || p.calls.binding == "none" {
			return fmt.Errorf("%s calls %s, which the module does not bind; entries.txt lists the functions", p.name, name)
		}
		return nil
	}
	for word, into := range map[string]*string{"then ": &p.then, "does ": &p.does} {
		if statement, ok := strings.CutPrefix(line, word); ok {
			*into = statement
			return nil
		}
	}
	if row := withRow.FindStringSubmatch(line); row != nil {
		p.with[row[1]] = row[2]
		return nil
	}
	if row := arrayRow.FindStringSubmatch(line); row != nil {
		p.attributes = row[1]
		for _, kind := range strings.Fields(row[2]) {
			p.kinds = append(p.kinds, kind[len("real("):len("real(")+1])
		}
		for _, rank := range strings.Fields(row[3]) {
			p.ranks = append(p.ranks, int(rank[0]-'0'))
		}
		return nil
	}
	if strings.HasPrefix(line, "array ") {
		return fmt.Errorf("'%s' is not 'array ATTRIBUTES: real(8) real(4), ranks 2 3 4'", line)
	}
	p.meaning = append(p.meaning, line)
	return nil
}

// check refuses a procedure that cannot be written.
func (t *procedureTable) check(p *procedure) error {
	switch {
	case p.byHand:
		return nil
	case len(p.meaning) == 0:
		return fmt.Errorf("it has no meaning; the line below its name says what it does")
	case (p.calls == nil) == (p.does == ""):
		return fmt.Errorf("it needs either 'calls FUNCTION' or 'does STATEMENT'")
	case (p.does == "") != (p.attributes == ""):
		return fmt.Errorf("'array' and 'does' belong together")
	case p.does != "":
		return t.checkArrays(p)
	}
	return t.checkCall(p)
}

func (t *procedureTable) checkArrays(p *procedure) error {
	for _, a := range p.arguments {
		if a.optional {
			return fmt.Errorf("%s: a default needs 'calls'", a.name)
		}
		if standard[a.name] == "" && a.name != "q" && t.declared[a.name] == "" {
			return fmt.Errorf("no line 'argument %s: TYPE' says what %s is", a.name, a.name)
		}
	}
	if !p.has("q") {
		return fmt.Errorf("it has no argument q, the array")
	}
	return nil
}

func (t *procedureTable) checkCall(p *procedure) error {
	for _, a := range p.arguments {
		if standard[a.name] == "" && p.calls.find(a.name) == nil {
			return fmt.Errorf("%s is no argument of %s", a.name, p.calls.name)
		}
	}
	for name := range p.with {
		if p.calls.find(name) == nil {
			return fmt.Errorf("with %s: it is no argument of %s", name, p.calls.name)
		}
	}
	for _, a := range p.calls.arguments {
		if a.name != "handle" && !p.has(a.name) && p.with[a.name] == "" {
			return fmt.Errorf("%s does not get %s", p.calls.name, a.name)
		}
	}
	return nil
}
