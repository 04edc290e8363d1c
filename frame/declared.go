package frame

import (
	"fmt"

	"drawbridge/status"
	"drawbridge/views"
)

// Declared is the arrays of a plan as the host declares them.
type Declared struct {
	Extents  []int  // of the dimensions, the fastest first: 3, or up to 5 with those of the variables
	Lower    []int  // bounds of the dimensions, from which Interior counts; nil: from 1
	Order    string // what the dimensions are; empty: i,j,k,var
	Interior [6]int // first and last point along x, y and z
}

// fromOne are lower bounds of arrays that say none.
var fromOne = [3]int{1, 1, 1}

// block is the extents along x, y and z, the interior counted from 1, and the lower bounds of x, y and z.
func (d Declared) block(what string) (a views.HostArray, lower [3]int, err error) {
	a = views.HostArray{Address: 8, Var: 1, Width: 1}
	if a.Order, err = orderOf(what, d.Order); err != nil {
		return a, lower, err
	}
	lower = fromOne
	if d.Lower != nil {
		if lower, err = along(what+", lbound", d.Lower, a.Order); err != nil {
			return a, lower, err
		}
	}
	if a, err = arranged(what+", shape", d.Extents, a); err != nil {
		return a, lower, err
	}
	a.Shift, a.Interior = shift(lower), counted(d.Interior, lower)
	a.Order, a.Shape[3] = views.Order{}, max(a.Shape[3], 1)
	return a, lower, a.Check(what)
}

// refused is the error of a block that does not fit, with the order that would.
func (d Declared) refused(what string, err error) error {
	if status.CodeOf(err) != status.Shape {
		return err
	}
	tried, _ := orderOf("", d.Order)
	for _, text := range orders {
		order, _ := orderOf("", text)
		other := d
		other.Order = text
		if _, _, bad := other.block(what); order == tried || bad != nil {
			continue
		}
		if d.Order != "" {
			return status.Wrap(err, "%s: order='%s' does not fit shape %s, and order='%s' fits (%v)", what, d.Order, commas(d.Extents), text, err)
		}
		return status.Wrap(err, "%v; order='%s' fits shape %s", err, text, commas(d.Extents))
	}
	return err
}

// along gives numbers of an array's dimensions by axis: those of x, y and z.
func along(what string, list []int, order views.Order) ([3]int, error) {
	a, err := arranged(what, list, views.HostArray{Order: order})
	return [3]int(a.Shape[:3]), err
}

// shift is what declared bounds add to an index from 1.
func shift(lower [3]int) [3]int { return [3]int{lower[0] - 1, lower[1] - 1, lower[2] - 1} }

// counted counts an interior from 1 that is counted from lower bounds.
func counted(interior [6]int, lower [3]int) [6]int {
	for i := range interior {
		interior[i] -= lower[i/2] - 1
	}
	return interior
}

// lowerOf are the declared bounds of an array of a plan along x, y and z. Where all are 1 they are not known: an array that came through
// a dummy argument has lost its own.
func (p *Plan) lowerOf(what string, use Use, order views.Order) (lower [3]int, known bool, err error) {
	if use.Lower == nil || len(use.Extents) == 5 { // nobody declares two dimensions as one
		return fromOne, false, nil
	}
	lower, err = along(what, use.Lower, order)
	return lower, lower != fromOne, err
}

// sameBounds refuses an array with other lower bounds than those from which the plan's interior counts.
func (p *Plan) sameBounds(name string, use Use, order views.Order) error {
	what := "plan of " + p.collection + ", array of " + name
	lower, known, err := p.lowerOf(what, use, order)
	if err != nil || !known || !p.bounded || lower == p.lower {
		return err
	}
	return status.Errorf(status.Shape, "%s: its lower bounds are %s, and those of lbound= of create, from which interior counts, are %s. Declare it with those, or pass it through a dummy argument",
		what, commas(lower[:]), commas(p.lower[:]))
}

// mindCorner warns once of an interior that was counted from 1 and seems to be meant from declared bounds.
func (p *Plan) mindCorner(name string, use Use, order views.Order) {
	if p.bounded || p.minded {
		return
	}
	p.minded = true
	lower, _, _ := p.lowerOf("", use, order)
	mindBounds("plan of "+p.collection+", array of "+name, views.Cornered(p.shape, p.interior, lower))
}

// commas writes numbers as Fortran has them.
func commas(list []int) string {
	text := ""
	for i, n := range list {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprint(n)
	}
	return "[" + text + "]"
}
