package translate

import (
	"fmt"
	"strings"

	"drawbridge/tools/port/syntax"
)

func (e *emitter) subscripts(at place, list []*syntax.Expr) []*syntax.Expr {
	if len(list) != len(at.dims) {
		e.fail("give one subscript for each extent", "%d subscripts of an array of %d extents", len(list), len(at.dims))
	}
	for _, s := range list {
		if s.Kind == syntax.Keyword || s.Kind == syntax.Star {
			e.fail("correct the subscripts", "the subscript %s", s)
		}
		if s.Kind != syntax.Range && e.rank(s) > 0 {
			e.fail("write a loop", "the vector subscript %s", s)
		}
	}
	return list
}

// rankOf answers the rank of a place with its subscripts.
func (e *emitter) rankOf(at place, subs []*syntax.Expr) int {
	if subs == nil {
		return len(at.dims)
	}
	n := 0
	for _, s := range subs {
		if s.Kind == syntax.Range {
			n++
		}
	}
	return n
}

// span answers the first index, the count and the step of a range.
func (e *emitter) span(d dim, r *syntax.Expr) (first, count, step string) {
	first, step = d.low, "1"
	if r.Of[0] != nil {
		first = e.integer(r.Of[0]).code
	}
	if r.Of[2] != nil {
		step = e.integer(r.Of[2]).code
		if r.Of[0] == nil || r.Of[1] == nil {
			e.fail("write both bounds of the section", "a section with a step and without a bound")
		}
	}
	if r.Of[1] == nil {
		if d.unknown {
			e.fail("give the upper bound", "a section up to the extent *")
		}
		if r.Of[0] == nil {
			return first, d.extent, step
		}
		return first, fmt.Sprintf("f_count(%s, %s, 1)", first, upper(d)), step
	}
	return first, fmt.Sprintf("f_count(%s, %s, %s)", first, e.integer(r.Of[1]).code, step), step
}

func upper(d dim) string {
	if d.low == "1" {
		return d.extent
	}
	return fmt.Sprintf("(%s + %s - 1)", d.low, d.extent)
}

// element answers the code of one element; ranges take their index from e.index, in turn.
func (e *emitter) element(at place, subs []*syntax.Expr) string {
	if e.packs != nil {
		if code := e.gathered(at, subs); code != "" {
			return code
		}
	}
	return e.elementHere(at, subs)
}

func (e *emitter) elementHere(at place, subs []*syntax.Expr) string {
	index := make([]string, len(at.dims))
	k := 0
	take := func() string {
		if k >= len(e.index) {
			e.fail("write a loop over the elements", "an array where a number is expected")
		}
		k++
		return e.index[k-1]
	}
	for i, d := range at.dims {
		switch {
		case subs == nil:
			index[i] = fmt.Sprintf("%s + %s", d.low, take())
		case subs[i].Kind == syntax.Range:
			j := take()
			first, _, step := e.span(d, subs[i])
			if step != "1" {
				j = fmt.Sprintf("%s*(%s)", j, step)
			}
			index[i] = first + " + " + j
		default:
			outer := e.index
			e.index = nil
			index[i] = e.integer(subs[i]).code
			e.index = outer
		}
	}
	return e.at(at, index)
}

// at answers the element at Fortran's indices.
func (e *emitter) at(at place, index []string) string {
	sum, stride := "", ""
	extents := make([]string, len(at.dims))
	for i, d := range at.dims {
		extents[i] = d.extent
	}
	all := product(extents...)
	wide := strings.Contains(all, "L") // int cannot count the elements
	for i, d := range at.dims {
		extent := d.extent
		if d.unknown || i == len(at.dims)-1 && extent == "1" && at.symbol.Argument && !at.behind {
			extent = "-1" // not known here: old programs write x(1) for x(*)
		}
		part := fmt.Sprintf("F_I(%s, %s, %s)", index[i], d.low, extent)
		if d.stride != "" {
			part = d.stride + "*" + part
		} else if stride != "" {
			if wide && strings.Trim(stride, "0123456789") == "" {
				part = "L*" + part
			} else {
				part = "*" + part
			}
			part = stride + part
		}
		if sum != "" {
			sum += " + "
		}
		sum += part
		if stride == "" {
			stride = d.extent
		} else {
			stride = strings.TrimSuffix(product(stride, d.extent), "L")
		}
	}
	if at.symbol.Argument && !at.behind {
		return fmt.Sprintf("%s[F_A(%s, %s)]", at.base, at.base, sum)
	}
	return fmt.Sprintf("%s[%s]", at.base, sum)
}
