package check

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

// cut makes copies of the owner's files that compile without modules which gfortran does not find. A copy has the routines that are
// compared and those that they call, with what their modules declare. None of these uses a name of a missing module, so that
// the copy computes what the file does.
type cut struct {
	world    *tree.Program
	missing  []string
	kept     map[string]*tree.Procedure // by place
	lines    []source.Line              // the statements of the file at hand
	others   map[int][]string           // what stands in the place of some of them
	included []string                   // flags: the folders of the files, for INCLUDE
	origins  map[string]*origin         // of the copies, by their paths
	left     map[string]string          // units that gfortran does not compile, by place, with what it says
	first    error                      // for the first one
}

// place tells procedures apart in all resolutions of the same files.
func place(u *syntax.Unit) string { return fmt.Sprint(u.Path, ":", u.Line) }

// newCut keeps the routines, what they call, and what the owner's file with port_setup calls.
func newCut(list []*translate.Routine, setup string) *cut {
	c := &cut{world: list[0].World, kept: map[string]*tree.Procedure{}, left: map[string]string{}, origins: map[string]*origin{}}
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

var (
	missingModule = regexp.MustCompile(`(?i)module file \W*(\w+)\.mod`)
	missingHeader = regexp.MustCompile(`(?i)included file \W*(?:\S*/)?mpif\.h|mpif\.h: No such file`)
)

// misses takes an error of gfortran, and says whether it is a missing module that copies can do without.
func (c *cut) misses(err error) bool {
	name := "mpi"
	if m := missingModule.FindStringSubmatch(err.Error()); m != nil {
		name = strings.ToLower(m[1])
	} else if !missingHeader.MatchString(err.Error()) {
		return false
	}
	if c.world.HasModule(name) || slices.Contains(c.missing, name) {
		return false
	}
	c.missing = append(c.missing, name)
	return true
}

// copies writes the copy of a file, if one is needed, and answers the path that is to be compiled with the flags.
func (c *cut) copies(f *source.File, folder string, flags []string) (string, error) {
	path, err := filepath.Abs(f.Path)
	if err != nil || len(c.missing) == 0 {
		return path, err
	}
	rows, err := rowsOf(f, path, folder, flags)
	if err != nil {
		return "", err
	}
	c.lines, c.others = f.Lines, map[int][]string{}
	for _, u := range syntax.Units(f) {
		c.unit(u)
	}
	if folder, err = os.MkdirTemp(folder, "owner-"); err != nil {
		return "", err
	}
	c.included = append(c.included, "-I"+filepath.Dir(path))
	path = filepath.Join(folder, filepath.Base(path))
	rows = c.written(rows, f.Fixed)
	c.origins[path] = &origin{f, rows}
	return path, os.WriteFile(path, []byte(strings.Join(rows, "\n")), 0o644)
}

// rowsOf answers the rows of a file as gfortran reads them.
func rowsOf(f *source.File, path, folder string, flags []string) ([]string, error) {
	if f.Preprocessed {
		return preprocessed(f, path, folder, flags)
	}
	text, err := os.ReadFile(path)
	return strings.Split(string(text), "\n"), err
}

// remove takes statements away, from one to another, and puts others in their place.
func (c *cut) remove(from, to int, others ...string) {
	for i := from; i <= to; i++ {
		c.others[i] = nil
	}
	c.others[from] = others
}

// written answers the rows of a file without what is removed. Several statements may begin in one row, behind semicolons or in
// the file of an INCLUDE: those that stay are written in its place.
func (c *cut) written(rows []string, fixed bool) []string {
	for first, next := 0, 0; first < len(c.lines); first = next {
		row, changed := c.lines[first].Number, false
		var kept []string
		for next = first; next < len(c.lines) && c.lines[next].Number == row; next++ {
			if others, is := c.others[next]; is {
				changed = true
				for _, text := range others {
					kept = append(kept, statement("", text, fixed))
				}
				continue
			}
			kept = append(kept, statement(c.lines[next].Label, c.lines[next].Text, fixed))
		}
		if !changed {
			continue
		}
		end := len(rows)
		if next < len(c.lines) {
			end = c.lines[next].Number - 1
		}
		clear(rows[row-1 : end])
		rows[row-1] = strings.Join(kept, "\n")
	}
	return rows
}

// statement writes a statement in lines that are short enough for its form.
func statement(label, text string, fixed bool) string {
	width, goesOn := 120, "&\n      &"
	if fixed {
		width, goesOn = 66, "\n     &"
	}
	var lines []string
	for ; len(text) > width; text = text[width:] {
		lines = append(lines, text[:width])
	}
	return fmt.Sprintf("%-5s ", label) + strings.Join(append(lines, text), goesOn)
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
	if _, left := c.left[place(u)]; left || scope == nil {
		c.remove(u.From, u.To)
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
		c.remove(d.From, d.To, lines...)
	case d.Kind == "derived" && s.Absent(d.Names[0]):
		c.remove(d.From, d.To)
	case d.Kind == "derived" && d.Bound > 0:
		c.remove(d.Bound, d.To, "end type")
	default:
		if at := slices.IndexFunc(s.Doubtful, func(x *tree.Doubtful) bool { return x.From == d.From }); at >= 0 {
			c.remove(d.From, d.To, sure(d, s.Doubtful[at].Names)...)
		}
	}
}

// sure writes what a declaration says of other names than some.
func sure(d *syntax.Declaration, unsure []string) (lines []string) {
	for _, e := range d.Entities {
		if d.Head != "" && !slices.Contains(unsure, e.Name) {
			lines = append(lines, d.Head+e.Text+d.Tail)
		}
	}
	return lines
}

// use clears a missing module, and names that are gone.
func (c *cut) use(d *syntax.Declaration) {
	s := c.world.ModuleScope(d.Module)
	missing := slices.Contains(c.missing, d.Module)
	handles := missing && d.Module == "mpi_f08" // handles.f90 has its types
	switch {
	case !handles && (missing || s == nil && c.world.HasModule(d.Module)):
		c.remove(d.From, d.To)
		return
	case !handles && (s == nil || len(d.Rename) == 0):
		return
	}
	var names []string
	for local, name := range d.Rename {
		switch {
		case handles && !slices.Contains(tree.Handles, name) || !handles && c.gone(s, name):
		case local == name: // gfortran takes no name => name
			names = append(names, name)
		default:
			names = append(names, local+" => "+name)
		}
	}
	line := "use " + d.Module
	if d.Only {
		line += ", only: " + strings.Join(names, ", ")
	} else if len(names) > 0 {
		line += ", " + strings.Join(names, ", ")
	}
	c.remove(d.From, d.To, line)
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
		c.remove(d.From, d.To, append(append([]string{"interface " + d.Names[0]}, lines...), "end interface")...)
	case len(d.Names) > 0:
		c.remove(d.From, d.To)
	case slices.ContainsFunc(c.lines[d.From:d.To+1], func(l source.Line) bool { return c.lacks(s, l.Text) }):
		c.remove(d.From, d.To)
	}
}

// handles compiles a module mpi_f08 that has the types of handles alone.
func handles(folder string) error {
	text := "module mpi_f08\n"
	for _, name := range tree.Handles {
		text += fmt.Sprintf("type, bind(c) :: %s\ninteger :: mpi_val\nend type\n", name)
	}
	if err := os.WriteFile(filepath.Join(folder, "handles.f90"), []byte(text+"end module\n"), 0o644); err != nil {
		return err
	}
	return tool(folder, "gfortran", "-c", "-o", "handles.o", "handles.f90")
}

var word = regexp.MustCompile(`\w+`)

// lacks says whether a statement of an interface uses a missing module or a type that is gone; no procedure that is kept needs an
// abstract interface.
func (c *cut) lacks(s *tree.Scope, text string) bool {
	words := word.FindAllString(text, -1)
	if len(words) > 0 && (words[0] == "abstract" || words[0] == "use" && slices.ContainsFunc(words, func(w string) bool { return slices.Contains(c.missing, w) })) {
		return true
	}
	return slices.ContainsFunc(words, func(w string) bool {
		x := s.Known(w)
		return x != nil && x.Def != nil && s.Absent(w)
	})
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
	return fmt.Errorf("gfortran finds no module "+strings.Join(c.missing, ", ")+", and the Fortran does not compile without; give the folder of its .mod file as --flags=-I/FOLDER: %w", err)
}
