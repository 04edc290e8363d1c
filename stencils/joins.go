package stencils

import "drawbridge/views"

// join is the faces of a field beyond which a block lies, where a list exchanges it. Another list may exchange it on another domain.
type join struct {
	field *views.Field
	faces [3][2]bool
}

// joinFields finds the joins of the list. Fields that swaps and copies bring together know the same blocks beyond their faces.
func (q *Sequence) joinFields() {
	faces := map[*views.Field][3][2]bool{}
	for _, e := range q.entries {
		for _, a := range e.accesses {
			if a.Mode != views.Exchanges {
				continue
			}
			joined := faces[a.Field]
			for axis, sides := range a.Layers {
				for side, layers := range sides {
					joined[axis][side] = joined[axis][side] || layers > 0
				}
			}
			faces[a.Field] = joined
			a.Field.JoinFaces(joined)
		}
	}
	for news := true; news; {
		news = false
		for _, e := range q.entries {
			for _, a := range e.accesses {
				if a.Mode == views.Copies || a.Mode == views.Swaps {
					news = a.Field.JoinAs(a.From) || news
				}
				if a.Mode == views.Swaps {
					news = a.From.JoinAs(a.Field) || news
				}
			}
		}
	}
	q.joins = nil
	for _, e := range q.entries {
		for _, a := range e.accesses {
			switch a.Mode {
			case views.Copies, views.Swaps:
				q.joins = append(q.joins, join{a.Field, a.Field.Joined()}, join{a.From, a.From.Joined()})
			case views.Exchanges:
				q.joins = append(q.joins, join{a.Field, a.Field.Joined()})
			}
		}
	}
}
