package tree

import (
	"slices"
	"strings"
)

// Owner is what the owner of the code says about it.
type Owner struct {
	Ends     []string // procedures, and the words write and stop, at which a point ends with an error
	PerPoint []string // what each point has for itself: ROUTINE (what it keeps), /BLOCK/ (of COMMON), MODULE%NAME
	AsPoint  []string // routines of one point, whose loops are not over a grid: NAME or MODULE::NAME
}

// owner joins the statements of the owner.
func owner(list []Owner) (all Owner) {
	for _, o := range list {
		all.Ends = append(all.Ends, o.Ends...)
		all.PerPoint = append(all.PerPoint, o.PerPoint...)
		all.AsPoint = append(all.AsPoint, o.AsPoint...)
	}
	return all
}

// OnePoint tells whether the owner says that a routine works on one point.
func (w *Program) OnePoint(p *Procedure) bool { return slices.ContainsFunc(w.AsPoint, p.Named) }

// perPoint marks the variables of which each point has a copy of its own: it begins with what the host program has (SAVE: with
// the first value) and ends with the point. What no procedure writes needs no copy.
func (w *Program) perPoint() {
	if len(w.PerPoint) == 0 {
		return
	}
	said := func(name string) bool {
		if !slices.Contains(w.PerPoint, name) {
			return false
		}
		w.found[name] = true
		return true
	}
	for _, m := range w.modules {
		for _, x := range m.scope.names {
			if x.OfModule() && x.Home == m.scope {
				x.PerPoint = said(x.Module+"%"+x.Name) || said(x.Module+"%")
			}
		}
	}
	for _, p := range w.Within() {
		for _, x := range p.Scope.names {
			switch {
			case x.Parameter || x.Procedure != nil || x.Def != nil || x.Argument:
			case x.Common:
				x.PerPoint = said(strings.ToLower(x.Module)) || x.PerPoint
			case x.OfModule():
			case x.Home == p.Scope && x.Saved && x.Overlay == nil && p.Written[x.Name]:
				x.PerPoint = said(p.Name) || x.PerPoint
			}
		}
	}
}

// Unfound are the names of PerPoint that no variable has.
func (w *Program) Unfound() (list []string) {
	for _, name := range w.PerPoint {
		if !w.found[name] {
			list = append(list, name)
		}
	}
	return list
}
