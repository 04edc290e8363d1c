package frame

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/status"
	"drawbridge/views"
)

// Declared is an array, or those of a plan, as the host declares it.
type Declared struct {
	Extents  []int  // of the dimensions, the fastest first: 3, or up to 5 with those of the variables
	Lower    []int  // bounds of the dimensions, from which Interior counts; nil: from 1
	Order    string // what the dimensions are; empty: i,j,k,var
	Interior [6]int // first and last point along x, y and z
	Whole    bool   // the interior is the whole array
}

// fromOne are lower bounds of arrays that say none.
var fromOne = [3]int{1, 1, 1}

// block is the extents along x, y and z, the interior counted from 1, and the lower bounds of x, y and z.
func (d Declared) block(what string) (a views.HostArray, lower [3]int, err error) {
	a, err = d.Array(what, views.HostArray{Address: 8, Var: 1, Width: 1})
	if err != nil {
		return a, lower, err
	}
	for i := range lower {
		lower[i] = 1 + a.Shift[i]
	}
	a.Order, a.Shape[3] = views.Order{}, max(a.Shape[3], 1)
	return a, lower, a.Check(what)
}

// Array gives an array of the host its order, extents and interior, which counts from 1 there.
func (d Declared) Array(what string, a views.HostArray) (views.HostArray, error) {
	var err error
	if a.Order, err = orderOf(what, d.Order); err != nil {
		return a, err
	}
	lower := fromOne
	if d.Lower != nil {
		if lower, err = along(what+", lbound", d.Lower, a.Order); err != nil {
			return a, err
		}
	}
	if a, err = arranged(what+", shape", d.Extents, a); err != nil {
		return a, err
	}
	if a.Shift, a.Interior = shift(lower), counted(d.Interior, lower); d.Whole {
		a.Interior = [6]int{1, a.Shape[0], 1, a.Shape[1], 1, a.Shape[2]}
	}
	return a, nil
}

// fitting adds to the error of an array that does not fit, as fits found, the order with which it would.
func (d Declared) fitting(what string, a views.HostArray, fits func(a views.HostArray) error) error {
	found := fits(a)
	if status.CodeOf(found) != status.Shape {
		return found
	}
	for _, text := range orders {
		order, _ := orderOf("", text)
		other := d
		other.Order = text
		if order == a.Order && len(d.Extents) > 3 {
			continue
		}
		if b, err := other.Array(what, a); err == nil && b.Order != a.Order && fits(b) == nil {
			return status.Wrap(found, "%v; order='%s' fits the extents %s", found, text, commas(d.Extents))
		}
	}
	return found
}

// refused is the error of a block that does not fit, with the order that would.
func (d Declared) refused(what string, err error) error {
	if status.CodeOf(err) != status.Shape {
		return err
	}
	tried, _ := orderOf("", d.Order)
	round, c := d, ""
	if round.Extents = turnedRound(d.Extents); tried == (views.Order{}) {
		if _, _, bad := round.block(what); bad == nil {
			c = inC(round.Extents)
		}
	}
	for _, text := range orders {
		order, _ := orderOf("", text)
		other := d
		other.Order = text
		if _, _, bad := other.block(what); order == tried || bad != nil {
			continue
		}
		if d.Order != "" {
			return status.Wrap(err, "%s: order='%s' does not fit shape %s, and order='%s' fits%s (%s)", what, d.Order, commas(d.Extents), text,
				c, strings.TrimPrefix(err.Error(), what+": "))
		}
		return status.Wrap(err, "%v; order='%s' fits shape %s%s", err, text, commas(d.Extents), c)
	}
	if c != "" {
		return status.Wrap(err, "%v%s", err, c)
	}
	if cure := d.cure(); cure != "" {
		return status.Wrap(err, "%v; %s", err, cure)
	}
	return err
}

// cure says what is missing where an interior lies outside the array: lower bounds, or the halo in the extents.
func (d Declared) cure() string {
	below, behind := false, false
	order, _ := orderOf("", d.Order)
	shape, wrong := along("", d.Extents, order)
	lower := fromOne
	if d.Lower != nil && wrong == nil {
		lower, wrong = along("", d.Lower, order)
	}
	if wrong != nil {
		return ""
	}
	for i := range 3 {
		first, last := d.Interior[2*i], d.Interior[2*i+1]
		if first > last {
			return ""
		}
		below = below || first < lower[i]
		behind = behind || last > lower[i]+shape[i]-1
	}
	switch {
	case below && d.Lower == nil:
		return "without lbound= interior counts from 1: give create lbound=, the lower bounds that the array is declared with"
	case behind && d.Lower != nil:
		return fmt.Sprintf("shape %s from lbound %s ends at %d, %d, %d: give shape(q), with its halo", commas(d.Extents), commas(d.Lower),
			lower[0]+shape[0]-1, lower[1]+shape[1]-1, lower[2]+shape[2]-1)
	case behind:
		return fmt.Sprintf("shape %s is too small: give shape(q), with its halo", commas(d.Extents))
	}
	return ""
}

// turnedRound are extents with the slowest first, as C declares an array whose first index is the slowest.
func turnedRound(extents []int) []int {
	list := slices.Clone(extents)
	if len(list) == 4 && list[3] == 1 { // an array of three dimensions
		slices.Reverse(list[:3])
	} else {
		slices.Reverse(list)
	}
	return list
}

// inC is the end of a message about extents that fit when they are turned round.
func inC(turned []int) string {
	return "; in C give extents with the fastest first: " + commas(turned)
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
	mindBounds("plan of "+p.collection+", array of "+name, views.Cornered(p.shape, p.interior, lower, order))
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
