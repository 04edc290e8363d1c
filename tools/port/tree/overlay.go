package tree

import (
	"fmt"
	"slices"

	"drawbridge/tools/port/syntax"
)

const overlayCure = "use a variable of its own, or transfer in the caller"

// Overlay is memory that several variables of a routine share by EQUIVALENCE.
type Overlay struct {
	Members []*Symbol
	Bytes   int64
}

// place is where one element of an EQUIVALENCE lies in its variable, in bytes.
func (s *Scope) place(e *syntax.Expr) (*Symbol, int64, *syntax.Trouble) {
	bad := trouble(overlayCure, "EQUIVALENCE of %s", e)
	if e.Kind != syntax.Variable && e.Kind != syntax.Call {
		return nil, 0, bad
	}
	x, b := s.Lookup(e.Text)
	switch {
	case b != nil:
		return nil, 0, b
	case x.Home != s || x.Argument || x.Parameter || x.Module != "" || x.Procedure != nil || x.External || x.Type.Base > Logical || x.Type.Base == None:
		return nil, 0, bad
	}
	lows, extents, fixed := x.Shape()
	if x.Array() && !fixed {
		return nil, 0, bad
	}
	at, ok := s.offset(e.Of, lows, extents, nil)
	if e.Kind == syntax.Call && !ok {
		return nil, 0, bad
	}
	return x, at * int64(x.Type.Kind), nil
}

// overlays lays the variables of EQUIVALENCE over each other.
func (s *Scope) overlays(d *syntax.Declaration) *syntax.Trouble {
	for _, group := range d.Objects {
		var first *Symbol
		base := int64(0)
		for _, e := range group {
			x, at, bad := s.place(e)
			if bad != nil {
				return bad
			}
			if x.Overlay == nil {
				x.Overlay = &Overlay{Members: []*Symbol{x}}
				x.Offset = 0
			}
			if first == nil {
				first, base = x, x.Offset+at
				continue
			}
			if bad := join(first, x, base-(x.Offset+at)); bad != nil {
				return bad
			}
		}
		if first != nil {
			if bad := first.Overlay.settle(s.Unit.Kind == "module"); bad != nil {
				return bad
			}
		}
	}
	return nil
}

// blocks makes a block, as of COMMON, of the memory that variables of a module share. gfortran numbers the groups from the last one on, and
// names a block after the last group in it.
func (s *Scope) blocks(lay []*syntax.Declaration) {
	var groups [][]*syntax.Expr
	for _, d := range lay {
		groups = append(groups, d.Objects...)
	}
	names := map[*Overlay]string{}
	for i, group := range groups {
		if x := s.names[Root(group[0])]; x != nil && x.Overlay != nil {
			names[x.Overlay] = fmt.Sprintf("/%s.eq.%d/", s.Module, len(groups)-1-i)
		}
	}
	for o, name := range names {
		for _, m := range o.Members {
			m.Common, m.Module, m.Overlay = true, name, nil
		}
	}
}

// join puts the memory of x over that of first, shifted by some bytes.
func join(first, x *Symbol, shift int64) *syntax.Trouble {
	if first.Overlay == x.Overlay {
		if shift != 0 {
			return trouble(overlayCure, "EQUIVALENCE that gives %s two places", x.Name)
		}
		return nil
	}
	for _, m := range x.Overlay.Members {
		m.Offset += shift
		m.Overlay = first.Overlay
		first.Overlay.Members = append(first.Overlay.Members, m)
	}
	return nil
}

// settle makes the smallest offset 0, and finds the size; every variable must lie at a multiple of its own size.
func (o *Overlay) settle(static bool) *syntax.Trouble {
	low := o.Members[0].Offset
	for _, m := range o.Members {
		low = min(low, m.Offset)
	}
	o.Bytes = 0
	for _, m := range o.Members {
		m.Offset -= low
		size := int64(m.Type.Kind)
		_, extents, _ := m.Shape()
		for _, n := range extents {
			size *= n
		}
		o.Bytes = max(o.Bytes, m.Offset+size)
		if m.Offset%int64(m.Type.Kind) != 0 || o.Bytes > mostValues && !static {
			return trouble(overlayCure, "EQUIVALENCE that lays %s across the others", m.Name)
		}
	}
	return nil
}

// sharing are the variables that share the memory of x by EQUIVALENCE: x alone where nothing does.
func (x *Symbol) sharing() []*Symbol {
	if x.Overlay == nil {
		return []*Symbol{x}
	}
	return x.Overlay.Members
}

// WritesOverlay says whether the procedure writes a variable that shares the memory of x.
func (p *Procedure) WritesOverlay(x *Symbol) bool {
	return slices.ContainsFunc(x.sharing(), func(m *Symbol) bool { return p.Written[m.Name] })
}

// Keeping says whether the memory of x keeps its values from call to call.
func (x *Symbol) Keeping() bool {
	return slices.ContainsFunc(x.sharing(), func(m *Symbol) bool { return m.Saved })
}

// Overlaid says whether variables of the procedure share memory.
func (p *Procedure) Overlaid() bool {
	for _, x := range p.Scope.names {
		if x.Home == p.Scope && x.Overlay != nil {
			return true
		}
	}
	return false
}

// TakesText says whether the procedure has an argument of type character.
func (p *Procedure) TakesText() bool {
	return slices.ContainsFunc(p.Arguments, func(a *Symbol) bool { return a.Type.Base == Character })
}
