package stencils

import (
	"time"

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
		q.appendOwn("swap", list, func() error { return s.fields.Swap(list[0], list[1]) })
	}
	return err
}

// copy appends a copy of a whole field.
func (q *Sequence) copy(r *request) error {
	s := q.stencils
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
	q.append(r, func() error {
		begin := time.Now()
		if err := s.fields.Copy(r.writes[0], r.reads[0]); err != nil || s.about.Compiles {
			return err
		}
		s.account.Kernel("copy of a field", int64(r.writes[0].Points()), r.bytes(), time.Since(begin).Seconds())
		return nil
	})
	return nil
}
