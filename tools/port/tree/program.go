// Package tree resolves what package syntax has read: modules and their use, scopes, types and kinds, extents, constants,
// who calls whom and who writes what. It decides nothing about the language that comes out; that is package translate.
package tree

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"drawbridge/tools/port/source"
	"drawbridge/tools/port/syntax"
)

// Program is all files together.
type Program struct {
	Procedures []*Procedure
	modules    map[string]*module
	externals  map[string][]*Procedure
	internal   []*Procedure
	intrinsic  map[string]map[string]*Symbol
	Owner
	found map[string]bool // names of PerPoint that a variable has
	Twins []Twin          // of a tree
}

// Twin is a module whose name another file has as well, and which is left out.
type Twin struct{ Module, Path, Other string }

// module is a module with the state of its resolution.
type module struct {
	unit  *syntax.Unit
	scope *Scope
	bad   *syntax.Trouble
	busy  bool
}

// Resolve builds the tree of a set of files.
func Resolve(files []*source.File, says ...Owner) *Program {
	return resolveUnits(unitsOf(files), false, owner(says))
}

// ResolveUnits builds the tree of program units.
func ResolveUnits(units []*syntax.Unit, says ...Owner) *Program {
	return resolveUnits(units, false, owner(says))
}

// ResolveTree builds the tree of the files of a whole source tree, which may hold several programs: of procedures with one
// name, a call means the one whose file is nearest.
func ResolveTree(files []*source.File, says ...Owner) *Program {
	return resolveUnits(unitsOf(files), true, owner(says))
}

func unitsOf(files []*source.File) (units []*syntax.Unit) {
	for _, f := range files {
		units = append(units, syntax.Units(f)...)
	}
	return units
}

func resolveUnits(units []*syntax.Unit, several bool, says Owner) *Program {
	w := &Program{Owner: says, found: map[string]bool{}, modules: map[string]*module{}, externals: map[string][]*Procedure{}, intrinsic: map[string]map[string]*Symbol{}}
	for _, u := range units {
		switch first := w.modules[u.Name]; {
		case u.Kind != "module":
		case first == nil:
			w.modules[u.Name] = &module{unit: u}
		case several:
			w.Twins = append(w.Twins, Twin{u.Name, u.Path, first.unit.Path})
		default:
			first.unit.Bad = append(first.unit.Bad, &syntax.Fault{Line: u.Line, Trouble: trouble("give one file with it", "a second module named %s", u.Name)})
		}
	}
	for _, u := range units {
		if u.Kind == "subroutine" || u.Kind == "function" {
			p := &Procedure{Name: u.Name, Unit: u}
			if w.externals[u.Name] != nil && !several {
				p.Refuse(0, trouble("give one file with it", "a second procedure named %s", u.Name))
			}
			w.externals[u.Name] = append(w.externals[u.Name], p)
			w.Procedures = append(w.Procedures, p)
		}
	}
	for _, u := range units {
		if u.Kind == "module" {
			w.module(u.Name)
		}
	}
	for _, p := range w.Procedures {
		if p.Scope == nil {
			p.resolve(w, nil)
		}
	}
	w.doubts()
	w.generics()
	w.assignments()
	w.effects()
	w.selectors()
	w.perPoint()
	return w
}

// End answers what a statement is at which a point ends with an error, as the owner has said; "" if it is none.
func (w *Program) End(s *syntax.Stmt) string {
	name := s.Target
	switch {
	case s.Action == syntax.CallOf && slices.Contains(w.Ends, name):
		return "the call of " + name
	case s.Action != syntax.Unknown:
		return ""
	case slices.Contains(w.Ends, "write") && (name == "write" || name == "print"):
		return "I/O (" + name + ")"
	case slices.Contains(w.Ends, "stop") && (name == "stop" || name == "error"):
		return "STOP"
	}
	return ""
}

// module resolves a module once.
func (w *Program) module(name string) *module {
	m := w.modules[name]
	if m == nil || m.scope != nil || m.busy {
		return m
	}
	m.busy = true
	m.scope = newScope(m.unit, name, nil)
	complain := func(_ int, bad *syntax.Trouble) {
		if m.bad == nil {
			m.bad = bad
		}
	}
	for _, f := range m.unit.Bad {
		complain(f.Line, f.Trouble)
	}
	m.scope.declare(w, complain)
	var own []*Procedure
	for _, u := range m.unit.Contains {
		if u.Kind != "subroutine" && u.Kind != "function" {
			continue
		}
		p := &Procedure{Name: u.Name, Module: name, Unit: u}
		x := m.scope.own(u.Name)
		if x.Generic {
			p.Refuse(0, trouble("give the generic name another name", "a procedure with the name of a generic one"))
		}
		x.Procedure, x.Generic = p, false
		own = append(own, p)
	}
	for n, x := range m.scope.names {
		if x.Home == m.scope {
			if !x.Common {
				x.Module = name
			}
			shown, said := m.scope.public[n]
			x.Private = said && !shown || !said && m.scope.private
			if x.Procedure != nil {
				x.Procedure.Private = x.Private
			}
		}
	}
	w.Procedures = append(w.Procedures, own...)
	for _, p := range own {
		p.resolve(w, m.scope)
		if m.bad != nil {
			bad := trouble(m.bad.Cure, "its module %s: %s", name, m.bad.Reason)
			bad.Cause = m.bad
			p.Refuse(0, bad)
		}
	}
	m.busy = false
	return m
}

// shown answers the names of a module, and what it may have beside them: of modules whose files are not given.
func (w *Program) shown(module string) (names map[string]*Symbol, more []foreign, bad *syntax.Trouble) {
	names = map[string]*Symbol{}
	m := w.module(module)
	switch {
	case m == nil:
		for n, x := range w.intrinsicModule(module) {
			names[n] = x
		}
		return names, []foreign{beyond(module)}, nil
	case m.busy:
		return nil, nil, trouble("order the modules", "the module %s uses itself", module)
	case m.bad != nil:
		return names, []foreign{{module: module, names: everything, bad: m.bad}}, nil
	}
	for n, x := range m.scope.names {
		said, named := m.scope.public[n]
		if n != syntax.Assignment && x.Home == m.scope && x.Private || n != syntax.Assignment && x.Home != m.scope && (named && !said || !named && m.scope.private) {
			continue
		}
		names[n] = x
	}
	return names, m.scope.passedOn(), nil
}

// use enters the names of a module.
func (w *Program) use(s *Scope, d *syntax.Declaration) *syntax.Trouble {
	shown, more, bad := w.shown(d.Module)
	if bad != nil {
		return bad
	}
	enter := func(local string, x *Symbol) {
		if old := s.names[local]; old != nil && old != x {
			if old.Home == s {
				return
			}
			x = &Symbol{Name: local, Home: x.Home, Bad: trouble("rename one of them", "the name %s from two modules", local)}
		}
		s.names[local] = x
	}
	renamed := map[string]bool{}
	for local, name := range d.Rename {
		x := shown[name]
		renamed[name] = local != name
		if x != nil {
			enter(local, x)
			continue
		}
		at := slices.IndexFunc(more, func(f foreign) bool { return f.brings(name) || f.bad != nil || w.modules[d.Module] == nil })
		switch {
		case at < 0 && strings.Contains(name, "("): // an operator or assignment of a file that is there: Assignment among its names says which
			continue
		case at < 0:
			s.own(local).Bad = trouble("correct the name", "the name %s that module %s does not have", name, d.Module)
			continue
		}
		f := more[at]
		f.names, f.only = []string{local}, true
		s.foreign = append(s.foreign, f)
	}
	if !d.Only {
		for n, x := range shown {
			if !renamed[n] {
				enter(n, x)
			}
		}
		s.foreign = append(s.foreign, more...)
	}
	return nil
}

// constants of the intrinsic modules that are known.
var intrinsicConstants = map[string]map[string]int64{
	"iso_fortran_env": {"real32": 4, "real64": 8, "int32": 4, "int64": 8, "real128": 16, "int8": 1, "int16": 2},
	"iso_c_binding":   {"c_double": 8, "c_float": 4, "c_int": 4, "c_long": 8, "c_int32_t": 4, "c_int64_t": 8, "c_long_long": 8, "c_size_t": 8, "c_bool": 1},
	"ieee_arithmetic": {},
}

// IEEE names the procedures of ieee_arithmetic that are known.
var IEEE = []string{"ieee_is_nan", "ieee_is_finite", "ieee_value", "ieee_quiet_nan", "ieee_positive_inf", "ieee_negative_inf"}

// Handles are types of mpi_f08, which the standard says to hold nothing but the integer MPI_VAL.
var Handles = strings.Fields("mpi_comm mpi_datatype mpi_errhandler mpi_file mpi_group mpi_info mpi_message mpi_op mpi_request mpi_win")

// intrinsicModule answers the names of one, the same ones each time, so that two uses do not clash.
func (w *Program) intrinsicModule(name string) map[string]*Symbol {
	constants := intrinsicConstants[name]
	if constants == nil && name != "mpi_f08" {
		return nil
	}
	if names := w.intrinsic[name]; names != nil {
		return names
	}
	home := newScope(&syntax.Unit{}, name, nil)
	for n, v := range constants {
		x := home.own(n)
		x.Type, x.Parameter, x.Module = Type{Base: Integer, Kind: 4}, true, name
		x.Init = &syntax.Expr{Kind: syntax.Constant, Text: fmt.Sprint(v)}
	}
	if name == "ieee_arithmetic" {
		for _, n := range IEEE {
			x := home.own(n)
			x.Intrinsic = true
		}
	}
	if name == "mpi_f08" {
		for _, n := range Handles {
			value := &Symbol{Name: "mpi_val", Home: home, Type: Type{Base: Integer, Kind: 4}}
			home.own(n).Def = &Definition{Name: n, Module: name, Fields: []*Symbol{value}}
		}
	}
	w.intrinsic[name] = home.names
	return home.names
}

// Order sorts procedures by file and line, so that the output does not depend on the order of maps.
func (w *Program) Order() {
	sort.SliceStable(w.Procedures, func(i, j int) bool {
		a, b := w.Procedures[i].Unit, w.Procedures[j].Unit
		return a.Path < b.Path || a.Path == b.Path && a.Line < b.Line
	})
}
