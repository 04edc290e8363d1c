package translate

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// The intrinsics of bits and of the parts of a real number.
var (
	ofBits  = strings.Fields("ibits ibset ibclr shiftl shiftr shifta ishftc merge_bits popcnt leadz trailz")
	ofParts = strings.Fields("scale set_exponent fraction exponent spacing nearest")
)

// within looks that a number lies from low to high, where the translation is checked: Fortran leaves open what others give.
func within(code string, low, high string) string {
	return fmt.Sprintf("(int)(F_I(%s, %s, %s - (%s) + 1) + (%s))", code, low, high, low, low)
}

// bits translates a function of bits.
func (e *emitter) bits(name string, list []value) value {
	counts := map[string][]int{"ibits": {3}, "ishftc": {2, 3}, "merge_bits": {3}, "popcnt": {1}, "leadz": {1}, "trailz": {1}}[name]
	if counts == nil {
		counts = []int{2}
	}
	if !slices.Contains(counts, len(list)) {
		e.fail("correct the call", "%d arguments of %s", len(list), name)
	}
	e.needs(len(list), name, list, tree.Integer)
	t := list[0].t
	size := fmt.Sprint(8 * t.Kind)
	codes := []string{list[0].code}
	switch name {
	case "popcnt", "leadz", "trailz":
		t = integer4
	case "merge_bits":
		e.same(name, list)
		codes = append(codes, list[1].code, list[2].code)
	case "ibset", "ibclr":
		codes = append(codes, within(list[1].code, "0", size+" - 1"))
	case "shiftl", "shiftr", "shifta":
		codes = append(codes, within(list[1].code, "0", size))
	case "ibits": // gfortran 12 is wrong where all bits are asked for
		codes = append(codes, within(list[1].code, "0", size+" - 1"), within(list[2].code, "0", fmt.Sprintf("(%s - %s < %s - 1 ? %s - %s : %s - 1)", size, list[1].code, size, size, list[1].code, size)))
	case "ishftc":
		if len(list) == 3 {
			size = within(list[2].code, "1", size)
		}
		codes = append(codes, within(list[1].code, "-"+size, size), size)
	}
	return value{t: t, code: fmt.Sprintf("f_%s(%s)", name, strings.Join(codes, ", "))}
}

// parts translates a function of the mantissa or the exponent of a number.
func (e *emitter) realParts(name string, list []value) value {
	second := map[string]tree.Base{"scale": tree.Integer, "set_exponent": tree.Integer, "nearest": tree.Real}[name]
	if len(list) == 0 || len(list) > 2 || (len(list) == 2) != (second != tree.None) || list[0].t.Base != tree.Real || len(list) == 2 && list[1].t.Base != second {
		e.fail("correct the call", "the arguments of %s", name)
	}
	if constants(list) {
		e.fail("write the number out", "a function of constants that the compiler folds")
	}
	t, codes := list[0].t, []string{list[0].code}
	if name == "exponent" {
		t = integer4
	}
	if second == tree.Integer {
		codes = append(codes, "(int)"+list[1].code)
	} else if second == tree.Real {
		codes = append(codes, fmt.Sprintf("(f_sign(1.0, (double)%s) < 0)", list[1].code))
	}
	return value{t: t, code: fmt.Sprintf("f_%s(%s)", name, strings.Join(codes, ", "))}
}

// moved are intrinsics whose elements are those of their argument at other places.
var moved = strings.Fields("cshift reshape transpose spread")

// moves says whether an expression reads elements at other places than it writes them.
func (e *emitter) moves(x *syntax.Expr) bool {
	return x.Any(func(y *syntax.Expr) bool {
		return y.Kind == syntax.Call && slices.Contains(moved, y.Text) && !e.designates(y) && e.p.Called(e.world, y.Text) == nil
	})
}

// movedOf answers the array, the rank of the result, and the extents of a moved one. dim is the extent that moves, from 0.
func (e *emitter) movedOf(name string, x *syntax.Expr) (array *syntax.Expr, dim int, extents []string) {
	names := map[string]string{"cshift": "array shift dim", "reshape": "source shape pad order", "transpose": "matrix", "spread": "source dim ncopies"}[name]
	list := append(e.arguments(x, strings.Fields(names)...), nil, nil)
	array = list[0]
	if array == nil || e.rank(array) == 0 && name != "spread" || name == "reshape" && (list[1] == nil || list[2] != nil || list[3] != nil) || name == "transpose" && e.rank(array) != 2 {
		e.fail(reductionCure, "%s", x)
	}
	if e.rank(array) > 0 {
		extents = e.extents(array)
	}
	at := map[string]*syntax.Expr{"cshift": list[2], "spread": list[1]}[name]
	if name == "cshift" || name == "spread" {
		v, ok := tree.Value{I: 1}, true
		if at != nil {
			v, ok = e.p.Scope.Constant(at)
		}
		most := len(extents)
		if name == "spread" {
			most++
		}
		if !ok || v.I < 1 || v.I > int64(most) || list[1] == nil || name == "cshift" && e.rank(list[1]) > 0 || name == "spread" && list[2] == nil {
			e.fail(reductionCure, "%s", x)
		}
		dim = int(v.I) - 1
	}
	switch name {
	case "transpose":
		extents = []string{extents[1], extents[0]}
	case "spread":
		extents = slices.Insert(slices.Clone(extents), dim, fmt.Sprintf("f_count(1, %s, 1)", e.integer(list[2]).code))
	case "reshape":
		if list[1].Kind != syntax.Array {
			e.fail("write the extents, as reshape(x, [2, 3])", "%s", x)
		}
		extents = nil
		for _, y := range list[1].Of {
			if e.rank(y) > 0 {
				e.fail("write the extents, as reshape(x, [2, 3])", "%s", x)
			}
			extents = append(extents, "(long)"+e.integer(y).code)
		}
	}
	return array, dim, extents
}

// movedElement is the element at hand of such a function.
func (e *emitter) movedElement(name string, x *syntax.Expr) value {
	array, dim, extents := e.movedOf(name, x)
	if len(e.index) != len(extents) {
		e.fail("write a loop over the elements", "an array where a number is expected")
	}
	outer := e.index
	index := slices.Clone(outer)
	switch name {
	case "cshift":
		e.index = nil
		index[dim] = fmt.Sprintf("f_turned(%s, %s, %s)", index[dim], e.integer(e.arguments(x, "array", "shift", "dim")[1]).code, extents[dim])
	case "transpose":
		index = []string{outer[1], outer[0]}
	case "spread":
		index = slices.Delete(index, dim, dim+1)
	case "reshape":
		all := "(" + linear(outer, extents) + ")"
		if index = []string{all}; e.rank(array) > 1 {
			index = nil
			for k, n := range e.extents(array) {
				if k < e.rank(array)-1 {
					index = append(index, fmt.Sprintf("(%s %% %s)", all, n))
				} else {
					index = append(index, all)
				}
				all = fmt.Sprintf("(%s / %s)", all, n)
			}
		}
	}
	e.index = index
	v := e.elementOf(array)
	e.index = outer
	return v
}
