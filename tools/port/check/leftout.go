package check

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// This file leaves out of copies what gfortran does not compile without the missing modules, so that the rest is compared.

// failure is an error of a compiler, with all that it printed.
type failure struct{ message, output string }

func (f *failure) Error() string { return f.message }

// origin is the file that a copy is made of. The rows of the copy may have several lines each.
type origin struct {
	file *source.File
	rows []string
}

// row answers the row of the file that a line of the copy is of.
func (o *origin) row(line int) int {
	for k, text := range o.rows {
		if line -= 1 + strings.Count(text, "\n"); line <= 0 {
			return k + 1
		}
	}
	return 0
}

// unit answers the unit of a row that can be left out: a procedure, with those that it contains, or a module.
func (o *origin) unit(row int) *syntax.Unit {
	within := func(u *syntax.Unit) bool {
		return u.To < len(o.file.Lines) && o.file.Lines[u.From].Number <= row && row <= o.file.Lines[u.To].Number
	}
	for _, u := range syntax.Units(o.file) {
		if !within(u) {
			continue
		}
		for _, inner := range u.Contains {
			if u.Kind == "module" && within(inner) {
				return inner
			}
		}
		return u
	}
	return nil
}

var position = regexp.MustCompile(`(?m)^(.+):(\d+):\d+:$`)

// leavesOut leaves the units out in which gfortran finds errors, and what calls them; it says whether there is one.
func (c *cut) leavesOut(err error) bool {
	var f *failure
	if !errors.As(err, &f) {
		return false
	}
	more := false
	for _, m := range position.FindAllStringSubmatch(f.output, -1) {
		o := c.origins[m[1]]
		line, _ := strconv.Atoi(m[2])
		if o == nil {
			continue
		}
		if u := o.unit(o.row(line)); u != nil {
			more = c.leave(u, f.message) || more
		}
	}
	if more && c.first == nil {
		c.first = err
	}
	return more
}

// leave leaves a unit out with the procedures that it contains, and those that call them.
func (c *cut) leave(u *syntax.Unit, reason string) bool {
	if _, known := c.left[place(u)]; known {
		return false
	}
	c.left[place(u)] = reason
	delete(c.kept, place(u))
	for _, inner := range u.Contains {
		c.leave(inner, reason)
	}
	for _, p := range c.kept {
		if callsUnit(p, u) {
			c.leave(p.Unit, fmt.Sprintf("it calls %s: %s", u.Name, reason))
		}
	}
	return true
}

// callsUnit says whether a procedure calls that of a unit.
func callsUnit(p *tree.Procedure, u *syntax.Unit) bool {
	for q := range p.Calls {
		if place(q.Unit) == place(u) {
			return true
		}
	}
	return false
}

// leftOut says why each unit is left out, by place.
func (c *cut) leftOut() map[string]string {
	list := map[string]string{}
	for at, reason := range c.left {
		list[at] = fmt.Sprintf("gfortran finds no module %s, and this part of the file does not compile without; give the folder of its .mod file as --flags=-I/FOLDER: %s", strings.Join(c.missing, ", "), reason)
	}
	return list
}
