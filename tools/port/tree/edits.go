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
	numbers, known := map[any]int{}, needsOf(list)
	exact, sets, keys := map[string][]*Procedure{}, map[string][]*Fault{}, []string{}
	for _, p := range list {
		edits := slices.Clone(known[p])
		if len(edits) == 0 || len(edits) > mostEdits {
			continue
		}
		for _, f := range edits {
			if numbers[f.edit] == 0 {
				numbers[f.edit] = len(numbers) + 1
			}
		}
		slices.SortFunc(edits, func(a, b *Fault) int { return numbers[a.edit] - numbers[b.edit] })
		key := keyOf(edits, numbers)
		if exact[key] == nil {
			sets[key], keys = edits, append(keys, key)
		}
		exact[key] = append(exact[key], p)
	}
	var all []Freed
	for _, key := range keys {
		all = append(all, Freed{sets[key], freedBy(sets[key], numbers, exact)})
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

// keyOf tells sets of edits apart.
func keyOf(edits []*Fault, numbers map[any]int) (key string) {
	for _, f := range edits {
		key += fmt.Sprint(numbers[f.edit], " ")
	}
	return key
}

// freedBy answers the procedures whose edits are among some.
func freedBy(edits []*Fault, numbers map[any]int, exact map[string][]*Procedure) (list []*Procedure) {
	for part := 1; part < 1<<len(edits); part++ {
		var some []*Fault
		for i, f := range edits {
			if part>>i&1 == 1 {
				some = append(some, f)
			}
		}
		list = append(list, exact[keyOf(some, numbers)]...)
	}
	return list
}
