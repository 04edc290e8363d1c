package frame

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/status"
	"drawbridge/views"
)

// Use is an array of the host as a plan is given it.
type Use struct {
	Address uintptr
	Extents []int    // of its memory, the fastest first: 3 to 5
	Lower   []int    // declared bounds of its dimensions; nil: not known
	Single  bool     // real(4)
	Device  bool     // it lies on the device
	Var     int      // first variable, from 1
	Order   string   // empty: that of the plan
	Scale   *float64 // nil: that of the Frame
	Offset  *float64
}

// axisNames are the words of an order, by axis as views.Order counts them.
var axisNames = []string{"i", "j", "k", "var"}

// usual is the order of an array that says none.
const usual = "i,j,k,var"

// orders are those that codes use: messages name the one that fits.
var orders = []string{usual, "var,i,j,k", "i,j,var,k", "i,var,j,k", "k,j,i,var", "var,k,j,i", "k,j,var,i", "k,var,j,i"}

// orderOf reads the order of an array's axes, the fastest first. var may be absent.
func orderOf(what, text string) (views.Order, error) {
	if strings.TrimSpace(text) == "" {
		text = usual
	}
	var order views.Order
	words := strings.Split(strings.ToLower(text), ",")
	if len(words) == 3 {
		words = append(words, "var")
	}
	seen := map[int]bool{}
	for d, word := range words {
		axis := slices.Index(axisNames, strings.TrimSpace(word))
		if axis < 0 || seen[axis] || len(words) != 4 {
			return order, status.Errorf(status.Argument, "%s: order = '%s': the names i, j, k and var expected, each once, the fastest index first, as 'var,i,j,k'", what, text)
		}
		seen[axis], order[d] = true, uint8(axis)
	}
	if order == (views.Order{0, 1, 2, 3}) {
		return views.Order{}, nil
	}
	return order, nil
}

// described is an array as a plan is given it, in its order and unit.
func (p *Plan) described(role, view string, use Use) (a views.HostArray, err error) {
	what := "plan of " + p.collection + ", " + role + " " + view
	a = views.HostArray{Address: use.Address, Single: use.Single, Device: use.Device, Var: use.Var}
	if strings.TrimSpace(use.Order) == "" {
		use.Order = p.order
	}
	if a.Order, err = orderOf(what, use.Order); err != nil {
		return a, err
	}
	if a, err = arranged(what, use.Extents, a); err != nil {
		return a, err
	}
	a.Unit, err = p.unitOf(what, role, view, use)
	return a, err
}

// arranged gives an array the extents that its memory has, in its order. One of three axes has one variable.
func arranged(what string, extents []int, a views.HostArray) (views.HostArray, error) {
	order := slices.Clone(a.Order[:])
	if a.Order == (views.Order{}) {
		order = []uint8{0, 1, 2, 3}
	}
	switch len(extents) {
	case 3:
		order = append(slices.DeleteFunc(order, func(axis uint8) bool { return axis == 3 }), 3)
		extents = append(slices.Clone(extents), 1)
		a.Order = views.Order(order)
		if slices.IsSorted(order) {
			a.Order = views.Order{}
		}
	case 4:
	case 5:
		if order[3] != 3 {
			return a, status.Errorf(status.Shape, "%s: an array of rank 5 has its variables last, in two dimensions that count as one, q(i,j,k,m,n); with another order pass an array of rank 4", what)
		}
		extents = append(slices.Clone(extents[:3]), extents[3]*extents[4])
	default:
		return a, status.Errorf(status.Shape, "%s: the array has rank %d, 3 to 5 expected", what, len(extents))
	}
	for d, axis := range order {
		a.Shape[axis] = extents[d]
	}
	return a, nil
}

// fitting is the end of a message that refuses the extents of an array: the order with which they fit, if one does.
func (p *Plan) fitting(a views.HostArray) string {
	var memory [4]int // extents as they lie
	for d, axis := range a.Order {
		if a.Order == (views.Order{}) {
			axis = uint8(d)
		}
		memory[d] = a.Shape[axis]
	}
	c := ""
	if turned := turnedRound(memory[:]); a.Order == (views.Order{}) && [3]int(turned[:3]) == p.shape {
		c = inC(turned)
	}
	for _, text := range orders {
		order, _ := orderOf("", text)
		if order == (views.Order{}) {
			order = views.Order{0, 1, 2, 3}
		}
		var shape [4]int
		for d, axis := range order {
			shape[axis] = memory[d]
		}
		if [3]int(shape[:3]) == p.shape {
			return fmt.Sprintf("; order='%s' fits: %s%s", text, commas(memory[:]), c)
		}
	}
	return "; all arrays of a plan have the shape of create: declare this one with the same halo, or copy its interior"
}

// unitOf is the unit of an array: its own, or that of the Frame.
func (p *Plan) unitOf(what, role, view string, use Use) (views.Unit, error) {
	if p.call.Owned() && use.Scale == nil && use.Offset == nil {
		return views.Unit{}, nil // an owner's routine knows its own units
	}
	if use.Scale == nil && use.Offset == nil {
		if err := p.frame.properties.CheckUnit(view); err != nil {
			return views.Unit{}, status.Wrap(err, "%s: %v", what, err)
		}
		return p.frame.store.Unit(view), nil
	}
	unit := views.Unit{Scale: 1}
	if use.Scale != nil {
		unit.Scale = *use.Scale
	}
	if use.Offset != nil {
		unit.Offset = *use.Offset
	}
	if err := unit.Check(what); err != nil {
		return unit, err
	}
	switch {
	case view == "flag" && !p.call.Owned():
		return unit, status.Errorf(status.Argument, "%s: flags are bits and take no scale= or offset=", what)
	case role == "input" && slices.Contains([]string{"Yi", "Xi"}, view):
		return unit, status.Errorf(status.Argument, "%s: fractions have no unit and take no scale= or offset=; they add up to 1", what)
	}
	if unit == (views.Unit{Scale: 1}) {
		return views.Unit{}, nil
	}
	return unit, nil
}

// SetUnits says in which units all that comes without a scale of its own is held: names of quantities with the size of their unit
// in SI. None: SI.
func (f *Frame) SetUnits(names []string, values []float64) error {
	var inUse error
	if n := len(f.plans) + len(f.sequences); n > 0 {
		inUse = status.Errorf(status.Order, "units: %d plans and sequences were made before; call units before them, or destroy them", n)
	}
	return f.properties.SetUnits(names, values, inUse)
}
