package stencils

import (
	"fmt"
	"slices"

	"drawbridge/device"
	"drawbridge/views"
)

// whyAlone says why an operator runs by itself, whatever comes before and after it; "": it may be fused.
func (s *Stencils) whyAlone(r *request) string {
	switch {
	case s.oneByOne:
		return "the setting stencils says unfused"
	case r.op.Relaxes():
		return r.called() + " relaxes: each of its points needs new values of its neighbours"
	case r.steps > 1:
		return r.called() + " makes several steps in one pass"
	case r.variant != "" || s.selected[r.op.Name] != "":
		return "the variant of " + r.called() + " was chosen by hand"
	case r.options["fuse"] == "no":
		return r.called() + " has the option fuse=no"
	case s.about.Compiles && len(r.writes) != 1:
		return fmt.Sprintf("%s writes %d fields, and an operator in a fused kernel of a GPU writes one", r.called(), len(r.writes))
	case !s.about.Compiles && s.about.Chainer == nil:
		return "this device does not fuse"
	}
	return ""
}

// whyApart says why an operator cannot follow in a group; "": it can.
func (s *Stencils) whyApart(g *group, r *request) string {
	u, first := r.writes[0], g.requests[0].writes[0]
	reaching := r.reaching()
	if s.about.Compiles && len(reaching) > 0 {
		return fmt.Sprintf("%s reads neighbours in field %s, and a fused kernel of a GPU has one such operator, its first", r.called(), reaching[0].Name)
	}
	if i := slices.IndexFunc(reaching, g.writes); i >= 0 {
		return fmt.Sprintf("%s reads neighbours in field %s, which the entries before it write", r.called(), reaching[i].Name)
	}
	if s.about.Compiles {
		if fields, numbers := g.needs(r); fields > device.MostFields || numbers > device.MostNumbers {
			return fmt.Sprintf("the kernel would have %d fields and %d numbers, at most %d and %d", fields, numbers, device.MostFields, device.MostNumbers)
		}
	}
	switch {
	case len(g.ends) > 0:
		return "a reduction is between"
	case len(g.requests) == mostTogether:
		return fmt.Sprintf("%d operators are fused already", mostTogether)
	case u.Shape != first.Shape || u.Dims != first.Dims:
		return fmt.Sprintf("field %s has another shape than %s", u.Name, first.Name)
	case u.First != first.First:
		return fmt.Sprintf("field %s has another place in the global grid than %s", u.Name, first.Name)
	case u.Bytes != first.Bytes:
		return fmt.Sprintf("field %s has another precision than %s", u.Name, first.Name)
	case r.areaWord() != g.requests[0].areaWord():
		return "they work on different regions"
	case r.partial() && slices.ContainsFunc(r.writes, g.reaches): // points outside the region would have to go to the second memory
		return fmt.Sprintf("field %s is read at neighbours before and written on a part alone", u.Name)
	case !slices.ContainsFunc(r.all(), g.touches):
		return "they have no field in common"
	}
	return ""
}

// needs are the fields and numbers of a GPU's kernel for a group and one more operator. The first operator's fields count as often as it
// names them, and fields that are read at neighbours and written count twice.
func (g *group) needs(r *request) (fields, numbers int) {
	for _, other := range append(slices.Clone(g.requests), r) {
		numbers += len(other.numbers)
	}
	seconds := len(g.renewed)
	if g.reaches(r.writes[0]) && !slices.Contains(g.renewed, r.writes[0]) {
		seconds++
	}
	return g.fieldsWith(r.all()) + seconds, numbers
}

// whyNoEnd says why a reduction cannot be made at the end of a group; "": it can.
func (s *Stencils) whyNoEnd(g *group, e *reducing) string {
	u := g.requests[0].writes[0]
	unlike := slices.IndexFunc(e.fields, func(f *views.Field) bool { return f.Shape != u.Shape || f.Dims != u.Dims || f.Bytes != u.Bytes })
	switch {
	case !s.about.Compiles && s.about.Chainer == nil:
		return "this device does not fuse"
	case s.about.Compiles && !s.sumsAt(g):
		return "the kernel works on more than one point at a time, or beside an exchange"
	case s.about.Compiles && !g.hasRoomFor(e):
		return "the kernel has no room for its fields and sums"
	case g.requests[0].partial() || !e.whole():
		return "one of them works on a part alone"
	case unlike >= 0:
		return fmt.Sprintf("field %s has another shape or precision than %s", e.fields[unlike].Name, u.Name)
	case !slices.ContainsFunc(e.fields, g.touches):
		return "they have no field in common"
	}
	return ""
}

// unfused reports, once for each list, two operators that follow each other and are not fused, and the reason.
func (q *Sequence) unfused(before, e entry, reason string) {
	text := fmt.Sprintf("sequence %s: %s and %s are not fused: %s", q.name, before.said(), e.said(), reason)
	q.stencils.noteOnce("%s", text)
}

// noteOnce puts a line into the report, once.
func (s *Stencils) noteOnce(format string, values ...any) {
	if text := fmt.Sprintf(format, values...); !s.reported[text] {
		s.reported[text] = true
		s.account.Note("%s", text)
	}
}

// said names an entry with the field that it writes or reduces.
func (e entry) said() string {
	if e.kind == anOperator {
		return fmt.Sprintf("%s (%s)", e.request.called(), e.request.writes[0].Name)
	}
	return fmt.Sprintf("reduce %s (%s)", e.reduces.what, e.reduces.fields[0].Name)
}
