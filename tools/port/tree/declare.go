package tree

import (
	"slices"

	"drawbridge/tools/port/syntax"
)

// declare enters the declarations of a unit into its scope; complain gets what keeps the unit from being ported.
func (s *Scope) declare(world *Program, complain func(int, *syntax.Trouble)) {
	var lay, blocks []*syntax.Declaration
	for _, d := range s.Unit.Declarations {
		var bad *syntax.Trouble
		switch d.Kind {
		case "use":
			bad = world.use(s, d)
		case "implicit":
			bad = nil
			if len(d.Letters) == 0 {
				s.none = true
			}
			for c, t := range d.Letters {
				s.none = false
				s.implicit[c] = t
			}
		case "derived":
			s.define(d)
		case "bad":
			for _, n := range d.Names {
				x := s.own(n)
				x.Declared, x.Bad = true, d.Bad
			}
		case "type":
			s.typed(d)
		case "enum":
			s.last = ""
		case "enumerator":
			s.enumerators(d)
		case "parameter":
			for _, e := range d.Entities {
				x := s.own(e.Name)
				x.Parameter, x.Init = true, e.Init
			}
		case "dimension", "attribute", "external", "intrinsic":
			for _, e := range d.Entities {
				x := s.own(e.Name)
				if e.Dims != nil {
					bad = x.extents(e.Dims)
				}
				if d.Kind == "external" || d.Kind == "intrinsic" {
					s.outside(x, d.Kind)
				}
				for _, a := range d.Attrs {
					x.attribute(a)
				}
			}
		case "save":
			for _, n := range d.Names {
				s.own(n).Saved = true
			}
			if len(d.Names) == 0 {
				s.own("*save").Saved = true
			}
		case "data":
			s.spoil(d, s.data(d))
		case "equivalence":
			lay = append(lay, d)
		case "common":
			for _, e := range d.Entities {
				if x := s.own(e.Name); e.Dims != nil {
					bad = x.extents(e.Dims)
				}
			}
			blocks = append(blocks, d)
		case "interface":
			s.described(world, d)
			for _, n := range d.Names {
				if n == syntax.Assignment {
					s.own(n).Bad = trouble("call the procedure by its name", "an assignment of one's own")
					continue
				}
				used := s.names[n]
				x := s.own(n)
				if used != nil && used != x { // it adds to the generic name of a module, whose procedures are not all seen here
					x.Specific = append(x.Specific, "")
				}
				x.Generic, x.Specific = true, append(x.Specific, d.Specific...)
				for range d.Bodies { // not among those from which a call chooses
					x.Specific = append(x.Specific, "")
				}
				if d.Bad != nil {
					x.Bad = d.Bad
				}
			}
		case "access":
			s.access(d)
		}
		if bad != nil {
			complain(d.Line, bad)
		}
	}
	s.commons(blocks) // types and extents may come behind
	for _, d := range lay {
		s.spoil(d, s.overlays(d))
	}
	if s.Unit.Kind == "module" {
		s.blocks(lay)
	}
	s.doubts(complain)
}

// enumerators are whole numbers, each one more than the one in front of it.
func (s *Scope) enumerators(d *syntax.Declaration) {
	for _, e := range d.Entities {
		x := s.own(e.Name)
		x.Type, x.Declared, x.Parameter, x.Init = Type{Base: Integer, Kind: 4}, true, true, e.Init
		if e.Init == nil {
			x.Init = &syntax.Expr{Kind: syntax.Constant, Text: "0"}
		}
		if e.Init == nil && s.last != "" {
			x.Init = &syntax.Expr{Kind: syntax.Binary, Text: "+", Of: []*syntax.Expr{{Kind: syntax.Variable, Text: s.last}, {Kind: syntax.Constant, Text: "1"}}}
		}
		s.last = e.Name
	}
}

// outside marks a name as external, which hides an intrinsic of the same name, or as intrinsic.
func (s *Scope) outside(x *Symbol, kind string) {
	x.External, x.Intrinsic = kind == "external", kind == "intrinsic"
}

// described enters the external procedures, and procedure arguments, that an interface describes.
func (s *Scope) described(world *Program, d *syntax.Declaration) {
	for _, u := range d.Bodies {
		if slices.Contains(d.Attrs, "abstract") {
			continue
		}
		x := s.own(u.Name)
		x.External, x.Declared = true, true
		if u.Has("module") {
			x.Bad = trouble("write a module procedure", "a procedure of a submodule")
		}
		if u.Kind != "function" {
			continue
		}
		inner := newScope(u, s.Module, s)
		result := inner.own(u.Result)
		inner.declare(world, func(int, *syntax.Trouble) {})
		if u.Type != nil {
			result.Type, result.Bad = inner.typeOf(u.Type)
		}
		if result.Type.Base == None {
			result.Type, result.Bad = inner.implied(u.Result)
		}
		x.Type = result.Type
		if result.Bad != nil {
			x.Bad = result.Bad
		}
	}
}

func (s *Scope) access(d *syntax.Declaration) {
	if len(d.Names) == 0 {
		s.private = d.Attrs[0] == "private"
	}
	for _, n := range d.Names {
		s.public[n] = d.Attrs[0] != "private"
	}
}

func (s *Scope) define(d *syntax.Declaration) {
	x := s.own(d.Names[0])
	x.Def = &Definition{Name: d.Names[0], Module: s.Module, Bad: d.Bad}
	for _, a := range d.Attrs {
		if a == "private" || a == "public" {
			s.public[x.Name] = a == "public"
		}
	}
	inner := newScope(s.Unit, s.Module, s)
	for _, name := range d.Specific {
		parent := s.Known(name)
		if parent == nil || parent.Def == nil || parent.Def.Bad != nil {
			x.Def.Bad = trouble("write a plain derived type", "a type that extends %s, which is not read", name)
			return
		}
		if len(parent.Def.Fields) == 0 { // it takes no room, which C++ would give it
			continue
		}
		x.Def.Extends, x.Def.First, x.Def.Owns = true, parent.Def.First, parent.Def.Owns
		x.Def.Fields = append(x.Def.Fields, &Symbol{Name: name, Home: inner, Type: Type{Base: Derived, Def: parent.Def}})
	}
	for _, f := range d.Fields {
		inner.typed(f)
		var bad *syntax.Trouble
		for _, e := range f.Entities {
			field := inner.names[e.Name]
			switch {
			case bad != nil:
			case field.Deferred != "":
				x.Def.Owns = x.Def.Owns || field.Deferred == "allocatable"
				field.descriptor(f.Spec)
				x.Def.First = x.Def.First || x.Def.Owns || e.Pointer
				x.Def.Fields = append(x.Def.Fields, field)
				continue
			case field.Bad != nil:
				bad = field.Bad
			case field.unread(s.kinds().Double == 8):
			case field.Type.Base == Other:
				bad = trouble(cureOf(field.Type.Word), "a component of type %s", field.Type.Word)
			case field.Type.Base == Derived && field.Type.Def == x.Def:
				bad = trouble("write plain components", "a type that holds itself")
			}
			for _, dim := range field.Dims {
				if _, ok := s.Constant(dim.High); dim.High == nil || !ok {
					bad = trouble("give the component constant extents", "the extent of the component %s", e.Name)
				}
			}
			x.Def.First = x.Def.First || field.Init != nil || field.Type.Base == Derived && field.Type.Def.First
			x.Def.Owns = x.Def.Owns || field.Type.Base == Derived && field.Type.Def.Owns
			x.Def.Fields = append(x.Def.Fields, field)
		}
		if bad != nil && x.Def.Bad == nil {
			x.Def.Bad = bad
		}
	}
}

// unread says whether a component that is not read is one whose place is known all the same, so that others can be read.
func (x *Symbol) unread(known bool) bool {
	switch {
	case x.Type.Base == Character && x.Type.Kind > 0:
		x.Unread, x.Count = "char", int64(x.Type.Kind)
		x.Bad = trouble(cureOf("character"), "the component %s of type character", x.Name)
	case x.Type.Word == "complex" && known && (x.Type.Kind == 4 || x.Type.Kind == 8):
		x.Unread, x.Count = map[int]string{4: "float", 8: "double"}[x.Type.Kind], 2
		x.Bad = trouble(cureOf("complex"), "the component %s of type complex", x.Name)
	default:
		return false
	}
	return true
}

// descriptor is unread for an allocatable or pointer component: what lies there is an address, of an array its bounds, too, and of a
// class the place of its type.
func (x *Symbol) descriptor(spec *syntax.TypeSpec) {
	x.Unread, x.Count, x.Rank = "long", 1, len(x.Dims)
	if x.Array() {
		x.Count = 5 + 3*int64(x.Rank)
	}
	if spec.Base == "class" {
		x.Count++
	}
	if spec.Name == "*" {
		x.Count++
	}
	if known := x.Bad == nil && (spec.Base != "class" || x.Rank == 0) && (x.Type.Base == Integer || x.Type.Base == Real || x.Type.Base == Logical || x.Type.Base == Derived && x.Type.Def.Bad == nil); !known {
		x.Deferred = ""
	}
	x.Bad, x.Dims = trouble("pass what lies there as an argument", "the component %s, which is allocatable or a pointer", x.Name), nil
}

// typed enters the names of a type declaration.
func (s *Scope) typed(d *syntax.Declaration) {
	t, bad := s.typeOf(d.Spec)
	for _, e := range d.Entities {
		x := s.own(e.Name)
		x.Type, x.Declared, x.Bad, x.Class = t, true, bad, d.Spec.Base == "class"
		if e.Len != nil && t.Base == Character {
			x.Type, x.Bad = s.text(e.Len)
		} else if e.Len != nil {
			x.Bad = trouble("write the kind in front", "the length after the name %s", e.Name)
		}
		dims := e.Dims
		if dims == nil {
			dims = d.Dims
		}
		if dims != nil {
			if b := x.extents(dims); b != nil {
				x.Bad = b
			}
		}
		if e.Init != nil {
			x.Init = e.Init
		}
		if e.Pointer {
			x.attribute("pointer")
		}
		for _, a := range d.Attrs {
			switch a {
			case "private", "public":
				s.public[e.Name] = a == "public"
			case "external", "intrinsic":
				s.outside(x, a)
			default:
				x.attribute(a)
			}
		}
	}
}

// deferred refuses memory that is not known.
func (x *Symbol) deferred() *syntax.Trouble {
	return trouble(map[string]string{"allocatable": "use an array whose extents are arguments", "pointer": "pass the array as an argument"}[x.Deferred], "the attribute %s", x.Deferred)
}

var attributes = map[string]string{"volatile": "leave volatile out", "asynchronous": "leave asynchronous out", "value": "leave value out"}

func (x *Symbol) attribute(a string) {
	switch a {
	case "parameter":
		x.Parameter = true
	case "optional":
		x.Optional = true
	case "save":
		x.Saved = true
	case "allocatable", "pointer":
		x.Deferred = a
	case "protected", "contiguous":
	case "target": // pointers are refused, so that nothing here points to it; another argument may be the same memory
		x.Target = true
	case "intent(in)", "intent(out)", "intent(inout)":
		x.Intent = a[7 : len(a)-1]
	default:
		cure := attributes[a]
		if cure == "" {
			cure = "leave it out"
		}
		x.Bad = trouble(cure, "the attribute %s", a)
	}
}

func (x *Symbol) extents(dims []*syntax.Expr) *syntax.Trouble {
	x.Dims = nil
	for i, d := range dims {
		switch {
		case d.Kind == syntax.Star:
			x.Dims = append(x.Dims, Dim{Star: true})
		case d.Kind != syntax.Range:
			x.Dims = append(x.Dims, Dim{High: d})
		case d.Of[2] != nil:
			return trouble("write low:high", "an extent with a step")
		case d.Of[1] == nil:
			x.Dims = append(x.Dims, Dim{Low: d.Of[0], Assumed: true})
		case d.Of[1].Kind == syntax.Star:
			x.Dims = append(x.Dims, Dim{Low: d.Of[0], Star: true})
		default:
			x.Dims = append(x.Dims, Dim{Low: d.Of[0], High: d.Of[1]})
		}
		if x.Dims[i].Star && i < len(dims)-1 {
			return trouble("give the extent", "* before the last extent")
		}
	}
	return nil
}
