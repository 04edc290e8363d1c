package check

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"drawbridge/port/source"
	"drawbridge/port/syntax"
	"drawbridge/port/translate"
	"drawbridge/port/tree"
)

// cut makes copies of the owner's files that compile without modules which gfortran does not find. A copy has the routines that are
// compared and those that they call, with what their modules declare. None of these uses a name of a missing module, so that
// the copy computes what the file does.
type cut struct {
	world    *tree.Program
	missing  []string
	kept     map[string]*tree.Procedure // by place
	rows     []string                   // of the file at hand
	starts   []int                      // the lines where its statements begin
	included []string                   // flags: the folders of the files, for INCLUDE
}

// place tells procedures apart in all resolutions of the same files.
func place(u *syntax.Unit) string { return fmt.Sprint(u.Path, ":", u.Line) }

// newCut keeps the routines, what they call, and what the owner's file with port_setup calls.
func newCut(list []*translate.Routine, setup string) *cut {
	c := &cut{world: list[0].World, kept: map[string]*tree.Procedure{}}
	var keep func(p *tree.Procedure)
	keep = func(p *tree.Procedure) {
		if c.kept[place(p.Unit)] != nil {
			return
		}
		c.kept[place(p.Unit)] = p
		for q := range p.Calls {
			keep(q)
		}
		for _, q := range p.Internal {
			keep(q)
		}
	}
	for _, r := range list {
		keep(r.Procedure)
	}
	for _, name := range calledIn(setup) {
		for _, p := range c.world.Procedures {
			if p.Name == name {
				keep(p)
			}
		}
	}
	return c
}

// calledIn answers the names that a file calls.
func calledIn(path string) (names []string) {
	if path == "" {
		return nil
	}
	f, err := source.Read(path)
	if err != nil {
		return nil // gfortran says why
	}
	for _, u := range syntax.Units(f) {
		tree.Each(u.Body, func(s *syntax.Stmt) {
			names = append(names, s.Target)
			for _, e := range s.On {
				e.Walk(func(y *syntax.Expr) bool { names = append(names, y.Text); return true })
			}
		})
	}
	return names
}

var missingModule = regexp.MustCompile(`(?i)module file \W*(\w+)\.mod`)

// misses takes an error of gfortran, and says whether it is a missing module that copies can do without.
func (c *cut) misses(err error) bool {
	m := missingModule.FindStringSubmatch(err.Error())
	if m == nil {
		return false
	}
	name := strings.ToLower(m[1])
	if c.world.HasModule(name) || slices.Contains(c.missing, name) {
		return false
	}
	c.missing = append(c.missing, name)
	return true
}

// copies writes the copy of a file, if one is needed, and answers the path that is to be compiled.
func (c *cut) copies(f *source.File, folder string) (string, error) {
	path, err := filepath.Abs(f.Path)
	if err != nil || len(c.missing) == 0 {
		return path, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	c.rows, c.starts = strings.Split(string(text), "\n"), nil
	for _, l := range f.Lines {
		c.starts = append(c.starts, l.Number)
	}
	for _, u := range syntax.Units(f) {
		c.unit(u)
	}
	if folder, err = os.MkdirTemp(folder, "owner-"); err != nil {
		return "", err
	}
	c.included = append(c.included, "-I"+filepath.Dir(path))
	path = filepath.Join(folder, filepath.Base(path))
	return path, os.WriteFile(path, []byte(strings.Join(c.rows, "\n")), 0o644)
}

// remove clears the statements that begin from one line to another, and puts others in their place.
func (c *cut) remove(from, to int, others ...string) {
	end := len(c.rows)
	for _, n := range c.starts {
		if n > to {
			end = min(end, n-1)
		}
	}
	for i := from; i <= end; i++ {
		c.rows[i-1] = ""
	}
	for i := range others {
		others[i] = "      " + others[i]
	}
	c.rows[from-1] = strings.Join(others, "\n")
}

// unit clears what a unit has of the missing modules, and units that are not kept.
func (c *cut) unit(u *syntax.Unit) {
	var scope *tree.Scope
	switch u.Kind {
	case "module":
		scope = c.world.ModuleScope(u.Name)
	case "subroutine", "function":
		if p := c.kept[place(u)]; p != nil {
			scope = p.Scope
		}
	case "block data":
		return
	}
	if scope == nil {
		c.remove(u.Line, u.End)
		return
	}
	for _, d := range u.Declarations {
		c.declaration(scope, d)
	}
	for _, inner := range u.Contains {
		c.unit(inner)
	}
}

func (c *cut) declaration(s *tree.Scope, d *syntax.Declaration) {
	switch {
	case d.Kind == "use":
		c.use(d)
	case d.Kind == "interface":
		c.generic(s, d)
	case d.Kind == "access" && len(d.Names) > 0:
		var lines []string
		for _, n := range d.Names {
			if n != "operator" && n != "assignment" && !c.gone(s, n) {
				lines = append(lines, d.Attrs[0]+" :: "+n)
			}
		}
		c.remove(d.Line, d.Line, lines...)
	case d.Kind == "derived" && s.Absent(d.Names[0]):
		c.remove(d.Line, d.End)
	case d.Kind == "derived" && d.Bound > 0:
		c.remove(d.Bound, d.End, "end type")
	case slices.ContainsFunc(s.Doubtful, func(x *syntax.Declaration) bool { return x.Line == d.Line && x.Kind == d.Kind }):
		c.remove(d.Line, d.Line)
	}
}

// use clears a missing module, and names that are gone.
func (c *cut) use(d *syntax.Declaration) {
	if slices.Contains(c.missing, d.Module) {
		c.remove(d.Line, d.Line)
		return
	}
	s := c.world.ModuleScope(d.Module)
	if s == nil || len(d.Rename) == 0 {
		return
	}
	line := map[bool]string{true: "use " + d.Module + ", only:", false: "use " + d.Module}[d.Only]
	lines := []string{line}
	for local, name := range d.Rename {
		if !c.gone(s, name) {
			lines = append(lines, strings.TrimSuffix(line, ", only:")+map[bool]string{true: ", only: ", false: ", "}[d.Only]+local+" => "+name)
		}
	}
	if !d.Only && len(lines) > 1 { // one statement: each would bring all names
		lines = []string{line + strings.ReplaceAll(strings.Join(lines[1:], ""), line, "")}
	}
	for i, l := range lines { // gfortran takes no name => name
		if local, name, both := strings.Cut(l, " => "); both && strings.HasSuffix(local, " "+name) {
			lines[i] = local
		}
	}
	c.remove(d.Line, d.Line, lines...)
}

// generic keeps those procedures of a generic name that are kept, and interfaces of external procedures.
func (c *cut) generic(s *tree.Scope, d *syntax.Declaration) {
	var lines []string
	for _, n := range d.Specific {
		if !c.gone(s, n) {
			lines = append(lines, "module procedure "+n)
		}
	}
	switch {
	case len(lines) > 0 && len(d.Names) > 0:
		c.remove(d.Line, d.End, append(append([]string{"interface " + d.Names[0]}, lines...), "end interface")...)
	case len(d.Names) > 0:
		c.remove(d.Line, d.End)
	default:
		text := strings.ToLower(strings.Join(c.rows[d.Line-1:d.End], "\n"))
		if slices.ContainsFunc(c.missing, func(m string) bool { return regexp.MustCompile(`\buse\b.*\b` + m + `\b`).MatchString(text) }) {
			c.remove(d.Line, d.End)
		}
	}
}

// gone says whether the copies have nothing of this name.
func (c *cut) gone(s *tree.Scope, name string) bool {
	x := s.Known(name)
	switch {
	case s.Absent(name):
		return true
	case x.Generic:
		return !slices.ContainsFunc(x.Specific, func(n string) bool { return x.Home.Known(n) != nil && !c.gone(x.Home, n) })
	case x.Procedure != nil:
		return c.kept[place(x.Procedure.Unit)] == nil
	}
	return false
}

// explain says what the files were compiled without.
func (c *cut) explain(err error) error {
	if len(c.missing) == 0 {
		return fmt.Errorf("the Fortran does not compile; correct it, or give flags with --flags: %w", err)
	}
	return errors.New("gfortran finds no module " + strings.Join(c.missing, ", ") + ", and the Fortran does not compile without; give the folder of its .mod file as --flags=-I/FOLDER: " + err.Error())
}
