package stencils

import (
	"fmt"

	"drawbridge/views"
)

// warnOfHalos warns of fields whose halo an operator reads although nothing has written it: no fill, copy or swap before it in
// the list, and no upload with a halo. Such a halo holds zeros.
func (q *Sequence) warnOfHalos() {
	if q.forgetsHalos || q.stencils.Warn == nil {
		return
	}
	written := map[*views.Field]bool{}
	for _, e := range q.entries {
		if e.request == nil {
			for _, f := range e.fields {
				written[f.Source()] = written[f.Source()] || e.writesHalo()
			}
		}
		for _, f := range e.reaching() {
			if whole := f.Source(); !written[whole] && !whole.HaloWritten() {
				written[whole] = true
				q.stencils.Warn(fmt.Sprintf("sequence %s: %s reads the halo of field %s, which nothing has filled: it holds zeros. Put a fill of %s before it, or upload its halo",
					q.name, e.operator(), whole.Name, whole.Name))
			}
		}
	}
}

// reaching are the fields whose halo the entry reads.
func (e entry) reaching() []*views.Field {
	switch {
	case e.request != nil:
		return e.request.reaching()
	case e.work != nil:
		return e.work.Reaching
	}
	return nil
}

// operator names the entry for people.
func (e entry) operator() string {
	if e.request != nil {
		return e.request.called()
	}
	return e.name
}

// writesHalo tells a fill, a copy, a swap, or work that does. Reductions and other work leave the halo alone.
func (e entry) writesHalo() bool {
	return e.fill != nil || e.name == "copy" || e.name == "swap" || e.work != nil && e.work.Halo
}
