package tree

import (
	"cmp"
	"fmt"
	"slices"
)

// Freed is a few edits that together free some procedures.
type Freed struct {
	Edits []*Fault // where one of the reasons stands that an edit removes
	List  []*Procedure
}

// mostEdits is how many edits are worth a line.
const mostEdits = 3

// needs are the edits that procedures need with what they call, at most one more than are worth a line; nil: they are not known.
type needs map[*Procedure][]*Fault

// needsOf finds the edits of all procedures that are called, those called first, until nothing changes: there may be circles.
func needsOf(list []*Procedure) needs {
	n := needs{}
	var order []*Procedure
	var visit func(p *Procedure)
	visit = func(p *Procedure) {
		if _, seen := n[p]; seen {
			return
		}
		n[p] = []*Fault{}
		for _, f := range p.Faults() {
			if f.Called != nil {
				visit(f.Called)
			}
		}
		order = append(order, p)
	}
	for _, p := range list {
		visit(p)
	}
	for changed := true; changed; {
		changed = false
		for _, p := range order {
			if known := n[p]; known != nil {
				n[p] = n.of(p)
				changed = changed || n[p] == nil || len(n[p]) > len(known)
			}
		}
	}
	return n
}

// of answers what a procedure needs by what is known of those that it calls.
func (n needs) of(p *Procedure) []*Fault {
	if p.unkept {
		return nil
	}
	list := slices.Clone(n[p])
	add := func(f *Fault) {
		if len(list) <= mostEdits && !slices.ContainsFunc(list, func(g *Fault) bool { return g.edit == f.edit }) {
			list = append(list, f)
		}
	}
	for _, f := range p.Faults() {
		if f.Called == nil {
			add(f)
			continue
		}
		if n[f.Called] == nil {
			return nil
		}
		for _, g := range n[f.Called] {
			add(g)
		}
	}
	return list
}

// Edits answers which edits free which procedures, those that free most first; an edit is named by the reason that it removes.
func Edits(list []*Procedure) []Freed {
	type set struct {
		edits []*Fault
		key   string
	}
	sets, numbers := map[*Procedure]set{}, map[any]int{}
	exact, known := map[string][]*Procedure{}, needsOf(list)
	for _, p := range list {
		if len(known[p]) == 0 || len(known[p]) > mostEdits {
			continue
		}
		var s set
		var ids []int
		of := map[int]*Fault{}
		for _, f := range known[p] {
			if numbers[f.edit] == 0 {
				numbers[f.edit] = len(numbers) + 1
			}
			ids = append(ids, numbers[f.edit])
			of[numbers[f.edit]] = f
		}
		slices.Sort(ids)
		for _, id := range ids {
			s.edits = append(s.edits, of[id])
		}
		s.key = fmt.Sprint(ids)
		sets[p] = s
		exact[s.key] = append(exact[s.key], p)
	}
	var all []Freed
	seen := map[string]bool{}
	for _, p := range list {
		s, is := sets[p]
		if !is || seen[s.key] {
			continue
		}
		seen[s.key] = true
		all = append(all, Freed{s.edits, freedBy(s.edits, numbers, exact)})
	}
	slices.SortStableFunc(all, func(a, b Freed) int {
		return cmp.Or(len(b.List)-len(a.List), len(a.Edits)-len(b.Edits))
	})
	above := map[*Procedure]bool{}
	return slices.DeleteFunc(all, func(x Freed) bool { // most of what it frees is freed by one above
		news := 0
		for _, p := range x.List {
			if !above[p] {
				news++
			}
		}
		if 2*news < len(x.List) {
			return true
		}
		for _, p := range x.List {
			above[p] = true
		}
		return false
	})
}

// freedBy answers the procedures whose edits are among some.
func freedBy(edits []*Fault, numbers map[any]int, exact map[string][]*Procedure) (list []*Procedure) {
	for part := 1; part < 1<<len(edits); part++ {
		var ids []int
		for i, f := range edits {
			if part>>i&1 == 1 {
				ids = append(ids, numbers[f.edit])
			}
		}
		slices.Sort(ids)
		list = append(list, exact[fmt.Sprint(ids)]...)
	}
	return list
}
