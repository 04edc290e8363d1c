package tree

import (
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
)

// foreign is what a module may bring into a scope whose file is not given.
type foreign struct {
	module  string
	names   []string        // which names: with a * at the end all that begin so
	library bool            // none of its names is that of an intrinsic
	only    bool            // the names are those behind only:, as they are called here
	bad     *syntax.Trouble // its file is given, and this is not read: any name may mean something else
}

// everything are the names of a module of which nothing is known.
var everything = []string{"*"}

// libraries are modules whose names are known without their files: those that their standard reserves, and those that
// implementations have beside them. None has the name of an intrinsic.
var libraries = map[string]string{
	"mpi":     "mpi* pmpi* ompi* commeq commneq datatypeeq datatypeneq errhandlereq errhandlerneq fileeq fileneq groupeq groupneq infoeq infoneq messageeq messageneq opeq opneq requesteq requestneq wineq winneq",
	"mpi_f08": "mpi* pmpi* ompi* c_*", "hdf5": "*", "netcdf": "nf90* onebyteint twobyteint fourbyteint eightbyteint fourbytereal eightbytereal",
	"omp_lib": "omp_* openmp_version", "openacc": "acc_* openacc_version",
	"drawbridge":    "drawbridge_* frame_t plan_t snapshot_t domain_t sequence_t",
	"iso_c_binding": "c_*", "ieee_arithmetic": "ieee_*", "ieee_exceptions": "ieee_*", "ieee_features": "ieee_*",
	"iso_fortran_env": "atomic_* character_* compiler_* current_team error_unit event_type file_storage_size initial_team input_unit int8 int16 integer_kinds iostat_* lock_type logical8 logical16 logical32 logical64 logical_kinds numeric_storage_size output_unit parent_team real16 real_kinds stat_* team_type",
}

// beyond is what a module may bring whose file is not given.
func beyond(module string) foreign {
	if names, known := libraries[module]; known {
		return foreign{module: module, names: strings.Fields(names), library: true}
	}
	return foreign{module: module, names: everything}
}

// brings says whether the module may have a name.
func (f foreign) brings(name string) bool {
	if f.library && !f.only && (intrinsicNames[name] || name == assignments) {
		return false
	}
	return slices.ContainsFunc(f.names, func(n string) bool {
		start, any := strings.CutSuffix(n, "*")
		return n == name || any && strings.HasPrefix(name, start)
	})
}

// trouble says why a name is refused that the module may have.
func (f foreign) trouble(name string) (bad *syntax.Trouble) {
	list := "write use " + f.module + ", only: with the names that it brings"
	switch {
	case f.bad != nil:
		bad = trouble(f.bad.Cure, "%s, which may be a name of the module %s: %s", name, f.module, f.bad.Reason)
		bad.Cause = f.bad
		return bad
	case name == assignments:
		bad = trouble("give the file that has the module, or "+list, "an assignment of a derived type, which the module %s may define, whose file is not given", f.module)
	case f.library:
		bad = trouble("use it in the caller, and pass what the routine needs as arguments", "%s of the module %s", name, f.module)
	case f.only:
		bad = trouble("give the file that has the module", "%s of the module %s, whose file is not given", name, f.module)
	case intrinsicNames[name]:
		bad = trouble(list+", or intrinsic :: "+name+", or give the file that has the module", "%s, which may be a name of the module %s, whose file is not given", name, f.module)
	default:
		bad = trouble("give the file that has the module, declare the name, or "+list, "%s, which may be a name of the module %s, whose file is not given", name, f.module)
	}
	bad.Class = strings.Replace(bad.Class, "module ...", "module "+f.module, 1)
	return bad
}

// assignments stands among the names of a module for assignments that it may define.
const assignments = "assignment(=)"

// passedOn is what a scope, that of a module, passes on of the modules whose files are not given.
func (s *Scope) passedOn() (list []foreign) {
	for _, f := range s.foreign {
		if s.private {
			var shown []string
			for n, public := range s.public {
				if public && f.brings(n) {
					shown = append(shown, n)
				}
			}
			f.names = shown
		}
		list = append(list, f)
	}
	return list
}

// Doubt says why a name may be that of a module whose file is not given; nil: it is not.
func (s *Scope) Doubt(name string) *syntax.Trouble {
	for at := s; at != nil; at = at.Host {
		x := at.names[name]
		if x != nil && x.implied {
			x = nil
		}
		if x != nil && !x.Generic {
			return nil
		}
		list := at.foreign
		if x != nil { // which the module may extend
			list = slices.Concat(list, x.Home.foreign)
		}
		if i := slices.IndexFunc(list, func(f foreign) bool { return f.brings(name) }); i >= 0 {
			return list[i].trouble(name)
		}
		if x != nil {
			return nil
		}
	}
	return nil
}

// open says whether the scope, or one around it, uses a module whose file is not given.
func (s *Scope) open() bool {
	return s != nil && (len(s.foreign) > 0 || s.Host.open())
}

// doubtIn is Doubt for all names of some expressions.
func (s *Scope) doubtIn(list ...*syntax.Expr) (bad *syntax.Trouble) {
	for _, e := range list {
		e.Walk(func(y *syntax.Expr) bool {
			name := ""
			switch y.Kind {
			case syntax.Variable, syntax.Call, syntax.Implied:
				name = y.Text
			case syntax.Constant:
				_, name, _ = strings.Cut(y.Text, "_")
			}
			if bad == nil && name != "" && !('0' <= name[0] && name[0] <= '9') {
				bad = s.Doubt(name)
			}
			return true
		})
	}
	return bad
}

// doubtOf is Doubt for the names that a type needs.
func (s *Scope) doubtOf(t *syntax.TypeSpec) *syntax.Trouble {
	switch {
	case t == nil:
		return nil
	case t.Name != "" && t.Name != "*":
		if bad := s.Doubt(t.Name); bad != nil {
			return bad
		}
		if x := s.Known(t.Name); x != nil && x.doubtful {
			return x.Bad
		}
	}
	return s.doubtIn(t.Kind, t.Len)
}

// Doubtful is a declaration that gives names a meaning which may depend on a module whose file is not given.
type Doubtful struct {
	*syntax.Declaration
	Names []string
}

// doubtful answers why a declaration may mean something of a module whose file is not given; nil: it does not. The answer for one
// of its entities is doubtfulEntity.
func (s *Scope) doubtful(d *syntax.Declaration) *syntax.Trouble {
	bad := s.doubtOf(d.Spec)
	if d.Kind == "bad" { // it may name anything
		return d.Bad
	}
	note := func(b *syntax.Trouble) {
		if bad == nil {
			bad = b
		}
	}
	for _, t := range d.Letters {
		note(s.doubtOf(t))
	}
	note(s.doubtIn(d.Dims...))
	for _, group := range append(slices.Clone(d.Objects), d.Values...) {
		note(s.doubtIn(group...))
	}
	for _, f := range d.Fields {
		note(s.doubtful(f))
		for _, e := range f.Entities {
			note(s.doubtfulEntity(e))
		}
	}
	if d.Kind == "namelist" {
		for _, n := range d.Names {
			note(s.Doubt(n))
			if x := s.names[n]; x != nil && x.doubtful {
				note(x.Bad)
			}
		}
	}
	return bad
}

func (s *Scope) doubtfulEntity(e syntax.Entity) *syntax.Trouble {
	if bad := s.doubtIn(e.Init, e.Len); bad != nil {
		return bad
	}
	return s.doubtIn(e.Dims...)
}

// unsure answers the names of a declaration that may depend on a module whose file is not given, each with the reason. What is no
// list of entities depends as a whole.
func (s *Scope) unsure(d *syntax.Declaration) map[string]*syntax.Trouble {
	list := map[string]*syntax.Trouble{}
	all, names := s.doubtful(d), declares(d)
	for _, e := range d.Entities {
		if bad := s.doubtfulEntity(e); bad != nil {
			list[e.Name] = bad
		}
	}
	for _, n := range names {
		if x := s.names[n]; x != nil && x.doubtful {
			list[n] = x.Bad
		}
	}
	if all == nil && d.Head == "" {
		for _, n := range names {
			if all == nil {
				all = list[n]
			}
		}
	}
	if all != nil {
		for _, n := range append(names, "") { // "": the declaration itself
			if list[n] == nil {
				list[n] = all
			}
		}
	}
	return list
}

// declares answers the names that a declaration gives a meaning to.
func declares(d *syntax.Declaration) (names []string) {
	if d.Kind == "derived" || d.Kind == "save" || d.Kind == "bad" {
		names = append(names, d.Names...)
	}
	for _, e := range d.Entities {
		names = append(names, e.Name)
	}
	for _, group := range d.Objects {
		for _, e := range group {
			if n := Root(e); n != "" {
				names = append(names, n)
			}
		}
	}
	return names
}

// doubts refuses what declarations give a meaning to that may depend on a module whose file is not given.
func (s *Scope) doubts(complain func(int, *syntax.Trouble)) {
	if !s.open() {
		return
	}
	known := map[*syntax.Declaration]*Doubtful{}
	for changed := true; changed; {
		changed = false
		for _, d := range s.Unit.Declarations {
			switch d.Kind {
			case "use", "interface", "access":
				continue
			}
			for n, bad := range s.unsure(d) {
				if known[d] == nil {
					known[d] = &Doubtful{Declaration: d}
					s.Doubtful = append(s.Doubtful, known[d])
				}
				if slices.Contains(known[d].Names, n) {
					continue
				}
				known[d].Names, changed = append(known[d].Names, n), true
				if n == "" {
					if d.Kind == "implicit" {
						complain(d.Line, bad)
					}
					continue
				}
				x := s.own(n)
				x.Bad, x.doubtful = bad, true
				if x.Def != nil {
					x.Def.Bad = bad
				}
			}
		}
	}
}

// doubts refuses routines that use a name which a module may have whose file is not given.
func (w *Program) doubts() {
	for _, p := range w.Within() {
		if !p.Scope.open() {
			continue
		}
		p.note(p.Unit.Line, p.Scope.doubtOf(p.Unit.Type))
		Each(p.Unit.Body, func(s *syntax.Stmt) {
			if w.End(s) != "" {
				return
			}
			if s.Target != "" && (s.Action == syntax.CallOf || s.Action == syntax.Do || s.Action == syntax.AssignLabel || s.Action == syntax.GotoAssigned) {
				p.note(s.Line, p.Scope.Doubt(s.Target))
			}
			bad := p.Scope.doubtIn(s.Exprs()...)
			if p.note(s.Line, bad); bad == nil && s.Action == syntax.Assign {
				if t, _, ok := p.shape(w, s.On[0]); ok && t.Base == Derived {
					p.note(s.Line, p.Scope.Doubt(assignments))
				}
			}
		})
	}
}

// note refuses the procedure, and the one that contains it, if there is a reason.
func (p *Procedure) note(line int, bad *syntax.Trouble) {
	if bad == nil {
		return
	}
	p.Refuse(line, bad)
	if p.Host != nil {
		p.Host.Refuse(line, bad)
	}
}

// ModuleScope answers the scope of a module of the files; nil: they have none of this name, or its declarations are not read.
func (w *Program) ModuleScope(name string) *Scope {
	if m := w.modules[name]; m != nil && m.bad == nil {
		return m.scope
	}
	return nil
}

// HasModule says whether the files have a module.
func (w *Program) HasModule(name string) bool { return w.modules[name] != nil }

// Within answers all procedures, those inside of others too.
func (w *Program) Within() []*Procedure { return append(slices.Clone(w.Procedures), w.internal...) }

// Absent says whether a name means nothing where the modules are left out whose files are not given.
func (s *Scope) Absent(name string) bool {
	x := s.Known(name)
	return x == nil || x.doubtful || x.Def != nil && x.Def.Trouble() != nil
}
