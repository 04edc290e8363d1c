package stencils

import (
	"drawbridge/status"
	"drawbridge/views"
)

// swap appends an exchange of the memories of two fields.
func (q *Sequence) swap(names string) error {
	s := q.stencils
	list, err := s.list("swap", names, 0)
	if err == nil && len(list) != 2 {
		err = status.Errorf(status.Argument, "swap: %d fields given, 2 expected", len(list))
	}
	if err == nil {
		err = s.fields.CanSwap(list[0], list[1])
	}
	if err == nil {
		err = Lasting("swap", list)
	}
	if err == nil {
		q.add(entry{kind: aSwap, name: "swap", accesses: []views.Access{{Field: list[0], Mode: views.Swaps, From: list[1]}}, kept: true})
	}
	return err
}

// copy appends a copy of a whole field.
func (q *Sequence) copy(r *request) error {
	if err := views.Alike("copy", r.reads[0], r.writes[0]); err != nil {
		return err
	}
	if err := Lasting("copy", r.all()); err != nil {
		return err
	}
	for _, f := range r.all() {
		if f.Whole() != f {
			return status.Errorf(status.Argument, "copy: %s is a component; copy whole fields, or use combine with the number 1", f.Name)
		}
	}
	q.add(entry{kind: aCopy, name: "copy", request: r, accesses: []views.Access{{Field: r.writes[0], Mode: views.Copies, From: r.reads[0]}}, kept: true})
	return nil
}
