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

// editsOf answers what must be edited so that a procedure is translated, with what it calls; nil: more than some edits.
func editsOf(p *Procedure, around []*Procedure, into map[any]*Fault) bool {
	if slices.Contains(around, p) {
		return true
	}
	for _, f := range p.Faults() {
		if f.Called != nil {
			if !editsOf(f.Called, append(around, p), into) {
				return false
			}
			continue
		}
		if into[f.edit] == nil {
			into[f.edit] = f
		}
		if len(into) > mostEdits {
			return false
		}
	}
	return true
}

// Edits answers which edits free which procedures, those that free most first; an edit is named by the reason that it removes.
func Edits(list []*Procedure) []Freed {
	type set struct {
		edits []*Fault
		key   string
	}
	sets, numbers := map[*Procedure]set{}, map[any]int{}
	exact := map[string][]*Procedure{}
	for _, p := range list {
		into := map[any]*Fault{}
		if p.Fault == nil || !editsOf(p, nil, into) || len(into) == 0 {
			continue
		}
		var s set
		var ids []int
		of := map[int]*Fault{}
		for edit, f := range into {
			if numbers[edit] == 0 {
				numbers[edit] = len(numbers) + 1
			}
			ids = append(ids, numbers[edit])
			of[numbers[edit]] = f
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
	known := map[*Procedure]bool{}
	return slices.DeleteFunc(all, func(x Freed) bool { // most of what it frees is freed by one above
		news := 0
		for _, p := range x.List {
			if !known[p] {
				news++
			}
		}
		if 2*news < len(x.List) {
			return true
		}
		for _, p := range x.List {
			known[p] = true
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
