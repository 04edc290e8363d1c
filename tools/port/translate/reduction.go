package translate

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

var reductions = []string{"sum", "product", "maxval", "minval", "any", "all", "count", "dot_product", "matmul", "maxloc", "minloc", "norm2"}

const reductionCure = "write a loop"

// reduction translates a function of whole arrays: its loop runs before the statement.
func (e *emitter) reduction(name string, x *syntax.Expr) (value, bool) {
	switch name {
	case "matmul":
		return e.matmul(x), true
	case "dot_product":
		list := e.arguments(x, "vector_a", "vector_b")
		if list[0] == nil || list[1] == nil || e.rank(list[0]) != 1 || e.rank(list[1]) != 1 {
			e.fail(reductionCure, "%s", x)
		}
		index := e.indices(1)
		a, b := e.with(index, list[0]), e.with(index, list[1])
		if a.t != b.t || a.t.Base > tree.Real {
			e.fail("give the arguments the same kind", "dot_product of %s and %s", a.t, b.t)
		}
		t := e.temporary(a.t, e.varies(list...))
		extents := e.extents(list[0])
		e.alike(extents, e.extents(list[1]))
		open, closing := e.loops(index, extents)
		e.before("%s = 0; %s%s = %s + %s * %s;%s", t, open, t, t, a.code, b.code, closing)
		return value{t: a.t, code: t}, true
	case "maxloc", "minloc":
		return e.location(name, x), true
	case "norm2":
		return e.norm(x), true
	}
	if slices.Contains(moved, name) {
		return e.movedElement(name, x), true
	}
	if slices.Contains(shaping, name) {
		e.fail(reductionCure, "the intrinsic %s", name)
	}
	if !slices.Contains(reductions, name) {
		return value{}, false
	}
	list := e.arguments(x, "array", "dim", "mask")
	if name == "any" || name == "all" || name == "count" {
		list[2] = nil
	} else if list[1] != nil && len(x.Of) == 2 && x.Of[1].Kind != syntax.Keyword && e.typeOf(list[1]).Base == tree.Logical {
		list[1], list[2] = nil, list[1]
	}
	if list[0] == nil || list[1] != nil || e.rank(list[0]) == 0 {
		e.fail(reductionCure, "%s", x)
	}
	return e.reduce(name, list[0], list[2]), true
}

func (e *emitter) reduce(name string, array, mask *syntax.Expr) value {
	if e.varies(array, mask) {
		return e.reduceLanes(name, array, mask)
	}
	index := e.indices(e.rank(array))
	v := e.with(index, array)
	if mask != nil {
		if r := e.rank(mask); r != 0 && r != len(index) {
			e.fail("give the mask the shape of the array", "a mask of rank %d", r)
		}
	}
	test := e.masking(mask, index)
	open, closing := e.loops(index, e.extents(array))
	if name == "maxval" || name == "minval" {
		return e.extreme(name, v, open, closing, test)
	}
	answer, r := v.t, sums[name]
	if r.logical != (v.t.Base == tree.Logical) || !r.logical && v.t.Base > tree.Real {
		e.fail(arithmetic, "%s of a %s", name, v.t)
	}
	if name == "count" {
		answer = integer4
	}
	t := e.temporary(answer, false)
	e.before("%s = %s; %s%s%s%s", t, r.first, open, test, fmt.Sprintf(r.step, t, v.code), closing)
	return value{t: answer, code: t}
}

// sums are the reductions that add each element to what is there: what they begin with, and the step of one number or of the lanes %[3]s.
var sums = map[string]struct {
	first, step, lanes string
	logical            bool
}{
	"sum":     {"0", "%[1]s = %[1]s + %[2]s;", "f_set(%[3]s, %[1]s, %[1]s + %[2]s);", false},
	"product": {"1", "%[1]s = %[1]s * %[2]s;", "f_set(%[3]s, %[1]s, %[1]s * %[2]s);", false},
	"any":     {"0", "if (%[2]s) %[1]s = 1;", "%[1]s = %[1]s || (%[3]s && %[2]s);", true},
	"all":     {"1", "if (!%[2]s) %[1]s = 0;", "%[1]s = %[1]s && (%[2]s || !%[3]s);", true},
	"count":   {"0", "if (%[2]s) %[1]s = %[1]s + 1;", "%[1]s = %[1]s + f_ones(%[3]s && %[2]s);", true},
}

// masking is the test of a mask for the element at an index; "" without a mask.
func (e *emitter) masking(mask *syntax.Expr, index []string) string {
	if mask == nil {
		return ""
	}
	outer := e.index
	e.index = index
	m := e.elementOf(mask)
	e.index = outer
	if m.t.Base != tree.Logical {
		e.fail("compare with a number", "a mask of %s", m.t)
	}
	return "if (" + m.code + ") "
}

// extreme is maxval or minval: NaN is passed over, unless all values are NaN.
func (e *emitter) extreme(name string, v value, open, closing, test string) value {
	if v.t.Base > tree.Real {
		e.fail(arithmetic, "%s of a %s", name, v.t)
	}
	t, state := e.temporary(v.t, false), e.temporary(integer4, false)
	e.before("f_%s_begin(%s, %s); %s%sf_%s_next(%s, %s, %s);%s f_%s_end(%s, %s);", name, t, state, open, test, name, t, state, v.code, closing, name, t, state)
	return value{t: v.t, code: t}
}

// norm is norm2 as gfortran computes it: squares are divided by that of the largest number so far.
func (e *emitter) norm(x *syntax.Expr) value {
	list := e.arguments(x, "x", "dim")
	if list[0] == nil || list[1] != nil || e.rank(list[0]) == 0 {
		e.fail(reductionCure, "%s", x)
	}
	index := e.indices(e.rank(list[0]))
	v := e.with(index, list[0])
	if v.t.Base != tree.Real {
		e.fail(arithmetic, "norm2 of a %s", v.t)
	}
	open, closing := e.loops(index, e.extents(list[0]))
	sum, scale := e.temporary(v.t, false), e.temporary(v.t, false)
	e.before("%s = 0; %s = 1; %sf_norm2_next(%s, %s, %s);%s", sum, scale, open, sum, scale, v.code, closing)
	return value{t: v.t, code: fmt.Sprintf("(F_EVEN%s(sqrt, %s) * %s)", suffix(v.t), sum, scale)}
}

// location is maxloc or minloc of an array of one extent, with dim=1: the place of the first one, counted from 1; NaN is passed
// over, unless there is nothing else.
func (e *emitter) location(name string, x *syntax.Expr) value {
	list := e.arguments(x, "array", "dim", "mask")
	dim := int64(0)
	if list[1] != nil {
		if v, ok := e.p.Scope.Constant(list[1]); ok && v.Type.Base == tree.Integer {
			dim = v.I
		}
	}
	if list[0] == nil || dim != 1 || e.rank(list[0]) != 1 {
		e.fail(fmt.Sprintf("write %s(array, 1) of an array of one extent", name), "%s", x)
	}
	index := e.indices(1)
	v := e.with(index, list[0])
	test := e.masking(list[2], index)
	if v.t.Base > tree.Real {
		e.fail(arithmetic, "%s of a %s", name, v.t)
	}
	open, closing := e.loops(index, e.extents(list[0]))
	place, best := e.temporary(integer4, false), e.temporary(v.t, false)
	e.before("%s = 0; %s%sf_%s_next(%s, %s, %s, %s);%s", place, open, test, name, place, best, v.code, index[0], closing)
	return value{t: integer4, code: place}
}

// matmul computes the product before the statement, each element as a sum from the first term on.
func (e *emitter) matmul(x *syntax.Expr) value {
	list := e.arguments(x, "matrix_a", "matrix_b")
	if list[0] == nil || list[1] == nil {
		e.fail(reductionCure, "%s", x)
	}
	ra, rb := e.rank(list[0]), e.rank(list[1])
	if ra+rb < 3 {
		e.fail(reductionCure, "%s", x)
	}
	if len(e.index) == 0 {
		e.fail("write a loop over the elements", "an array where a number is expected")
	}
	if !e.result.Matmul {
		e.result.Matmul = true
		e.warn("the order of the additions of matmul is the run time library's own: the translation adds from the first term on")
	}
	ea, eb, k := e.extents(list[0]), e.extents(list[1]), e.indices(1)[0]
	ia, ib := []string{k}, []string{k}
	var index, extents []string
	if ra == 2 {
		ia = []string{e.indices(1)[0], k}
		index, extents = append(index, ia[0]), append(extents, ea[0])
	}
	if rb == 2 {
		ib = append(ib, e.indices(1)[0])
		index, extents = append(index, ib[1]), append(extents, eb[1])
	}
	a, b := e.with(ia, list[0]), e.with(ib, list[1])
	if a.t != b.t || a.t.Base > tree.Real {
		e.fail("give the arguments the same kind", "matmul of %s and %s", a.t, b.t)
	}
	name, at := fmt.Sprintf("w_%d", e.next()), linear(index, extents)
	open, closing := e.loops(index, extents)
	inner, innerEnd := e.loops([]string{k}, []string{ea[ra-1]})
	e.before("%s", local(e.kindOf(a.t, e.varies(list...)), name, product(extents...)))
	e.before("%s%s[%s] = 0; %s%s[%s] = %s[%s] + %s * %s;%s%s", open, name, at, inner, name, at, name, at, a.code, b.code, innerEnd, closing)
	return value{t: a.t, code: fmt.Sprintf("%s[%s]", name, linear(e.index[:len(index)], extents))}
}

// shaping are intrinsics whose result is an array of another shape.
var shaping = strings.Fields("eoshift pack unpack findloc")

// asking are the intrinsics that answer one number for any argument.
var asking = strings.Fields("size lbound ubound present ieee_value ichar iachar char achar len len_trim trim allocated associated")

// rankOfCall answers the rank of a function's result.
func (e *emitter) rankOfCall(x *syntax.Expr) int {
	q := e.p.Called(e.world, x.Text)
	if e.functions[x.Text] != nil || q != nil && !q.Filled && q.Unit.Has("elemental") {
		return e.ranks(x.Of)
	}
	switch name, _ := generic(x.Text); {
	case q != nil && q.Filled:
		return len(q.Arguments[len(q.Arguments)-1].Dims)
	case q != nil:
		return 0
	case name == "matmul" && len(x.Of) == 2:
		return e.rank(x.Of[0]) + e.rank(x.Of[1]) - 2
	case !e.p.IsIntrinsic(x.Text):
		e.unknown(x.Text)
	case slices.Contains(shaping, name):
		e.fail(reductionCure, "the intrinsic %s", name)
	case slices.Contains(moved, name):
		_, _, extents := e.movedOf(name, x)
		return len(extents)
	case slices.Contains(reductions, name) || slices.Contains(asking, name) || slices.Contains(tree.Inquiries, name):
		return 0
	case !byElement(name):
		e.fail("write it with loops and elementary functions", "the intrinsic %s", x.Text)
	}
	return e.ranks(x.Of)
}

// byElement says whether an intrinsic works element by element.
func byElement(name string) bool {
	return mathematics[name] != "" || slices.Contains(elemental, name) || slices.Contains(ofBits, name) || slices.Contains(ofParts, name)
}

// ranks is the largest rank of some expressions.
func (e *emitter) ranks(list []*syntax.Expr) (n int) {
	for _, x := range list {
		n = max(n, e.rank(x))
	}
	return n
}

func (e *emitter) extentsOfCall(x *syntax.Expr) []string {
	if x.Text == "matmul" && len(x.Of) == 2 {
		a, b := e.extents(x.Of[0]), e.extents(x.Of[1])
		return append(a[:len(a)-1:len(a)-1], b[1:]...)
	}
	if q := e.p.Called(e.world, x.Text); q != nil && q.Filled && e.functions[x.Text] == nil {
		return e.filled(x, q).extents
	}
	if name, _ := generic(x.Text); slices.Contains(moved, name) && e.functions[x.Text] == nil && e.p.Called(e.world, x.Text) == nil {
		_, _, extents := e.movedOf(name, x)
		return extents
	}
	if list := e.common(x.Of); list != nil {
		return list
	}
	e.fail(reductionCure, "the extents of %s", x)
	return nil
}
