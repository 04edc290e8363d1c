package stencils

import "strings"

// ofOne are the instructions that replace the accumulator by a function of it.
var ofOne = map[string]string{"negate": "negate", "not": "is_not", "abs": "size", "sqrt": "root", "exp": "exponential", "log": "logarithm", "sin": "sine",
	"cos": "cosine", "tanh": "hyperbolic_tangent"}

// ofTwo are the instructions of an operation between x and y: of two operands, if there is one; of the accumulator that holds x and an
// operand y; of an operand x and the accumulator that holds y. commutes: the two operands may change places.
var ofTwo = map[string]struct {
	operands, first, second string
	commutes                bool
}{
	"+": {"sum", "add", "add", true}, "-": {"difference", "subtract", "subtract_from", false},
	"*": {"product", "multiply", "multiply", true}, "/": {"quotient", "divide", "divide_into", false},
	"min": {"", "least", "least_of", false}, "max": {"", "greatest", "greatest_of", false},
	"<": {"", "less", "greater", false}, "<=": {"", "less_equal", "greater_equal", false},
	"==": {"", "equal", "equal", true}, "!=": {"", "unequal", "unequal", true},
	"and": {"", "both", "both", true}, "or": {"", "either", "either", true}, "pow": {"", "raised", "raises", false},
}

// compile appends what leaves the value of a term in the accumulator. Each instruction rounds as the operations of the term do one by
// one: which instructions are chosen changes no bit.
func (p *program) compile(t *term) {
	if o, leaf := p.leaf(t); leaf {
		p.emit("load", o)
		return
	}
	switch {
	case strings.HasPrefix(t.op, stencilTerm):
		p.own(t.op[len(stencilTerm):], t.index, 0)
	case t.op == "put":
		p.put(t)
	case t.op == "total":
		p.compile(t.args[0])
		p.own("total", t.index, 0)
	case t.op == "fused":
		p.fused(t)
	case t.op == "power":
		p.power(t)
	case t.op == "select":
		p.choice(t)
	case len(t.args) == 1:
		if o, leaf := p.leaf(t.args[0]); leaf && t.op == "negate" && has("negated", o) {
			p.emit("negated", o)
			return
		}
		p.compile(t.args[0])
		p.emit(ofOne[t.op])
	case t.op == "*" && p.scaledPair(t):
	case t.op == "+" && p.sum(t.args[0], t.args[1]), t.op == "-" && p.difference(t.args[0], t.args[1]):
	default:
		p.two(t)
	}
}

func (p *program) power(t *term) {
	o, leaf := p.leaf(t.args[0])
	if t.value == 2 && leaf && has("squared", o) {
		p.emit("squared", o)
		return
	}
	p.compile(t.args[0])
	if t.value == 2 {
		p.emit("square")
		return
	}
	p.emitWith("power", int(t.value))
}

// two is an operation between two terms.
func (p *program) two(t *term) {
	op, x, y := ofTwo[t.op], t.args[0], t.args[1]
	xo, xLeaf := p.leaf(x)
	yo, yLeaf := p.leaf(y)
	switch {
	case xLeaf && yLeaf && op.operands != "" && has(op.operands, xo, yo):
		p.emit(op.operands, xo, yo)
	case xLeaf && yLeaf && op.operands != "" && op.commutes && has(op.operands, yo, xo):
		p.emit(op.operands, yo, xo)
	case yLeaf:
		p.compile(x)
		p.emit(op.first, yo)
	case xLeaf:
		p.compile(y)
		p.emit(op.second, xo)
	case p.need(x) >= p.need(y):
		p.compile(x)
		kept := p.keep()
		p.compile(y)
		p.emit(op.second, kept)
		p.release(1)
	default:
		p.compile(y)
		kept := p.keep()
		p.compile(x)
		p.emit(op.first, kept)
		p.release(1)
	}
}

// choice is yes or no by a condition. Both are computed.
func (p *program) choice(t *term) {
	condition, yes, no := t.args[0], t.args[1], t.args[2]
	yo, yLeaf := p.leaf(yes)
	no_, nLeaf := p.leaf(no)
	if name, ok := map[string]string{"<": "choose_if_less", "<=": "choose_if_less_equal"}[condition.op]; ok && yLeaf && nLeaf {
		a, aLeaf := p.leaf(condition.args[0])
		b, bLeaf := p.leaf(condition.args[1])
		if aLeaf && bLeaf && has(name, a, b, yo, no_) {
			p.emit(name, a, b, yo, no_)
			return
		}
	}
	kept := p.temporaries
	keepYes := func() {
		if !yLeaf {
			p.compile(yes)
			yo = p.keep()
		}
	}
	yesFirst := yLeaf || nLeaf || p.need(yes) >= p.need(no)
	if yesFirst {
		keepYes()
	}
	if !nLeaf {
		p.compile(no)
		no_ = p.keep()
	}
	if !yesFirst {
		keepYes()
	}
	p.compile(condition)
	p.emit("choose", yo, no_)
	p.release(p.temporaries - kept)
}

// factors are the operands of a product of two, a field before a number.
func (p *program) factors(t *term) ([]operand, bool) {
	if t.op == "power" && t.value == 2 {
		x, leaf := p.leaf(t.args[0])
		return []operand{x, x}, leaf
	}
	if t.op != "*" {
		return nil, false
	}
	x, xLeaf := p.leaf(t.args[0])
	y, yLeaf := p.leaf(t.args[1])
	if x.kind == 'N' {
		x, y = y, x
	}
	return []operand{x, y}, xLeaf && yLeaf
}

// scaled is a product of a term that must be computed and an operand.
func (p *program) scaled(t *term) (computed *term, by operand, ok bool) {
	if t.op != "*" {
		return nil, operand{}, false
	}
	for i := range 2 {
		_, leaf := p.leaf(t.args[i])
		if by, ok := p.leaf(t.args[1-i]); ok && !leaf {
			return t.args[i], by, true
		}
	}
	return nil, operand{}, false
}

// pair are the operands of c*(x + y) or c*(x - y), and the end of the names of instructions for it: such as fluxes between neighbours.
func (p *program) pair(t *term) (name string, operands []operand) {
	if t.op != "*" {
		return "", nil
	}
	for i := range 2 {
		c, leaf := p.leaf(t.args[i])
		name := map[string]string{"+": "scaled_sum", "-": "scaled_difference"}[t.args[1-i].op]
		if !leaf || name == "" {
			continue
		}
		x, xLeaf := p.leaf(t.args[1-i].args[0])
		y, yLeaf := p.leaf(t.args[1-i].args[1])
		if xLeaf && yLeaf && has(name, c, x, y) {
			return name, []operand{c, x, y}
		}
	}
	return "", nil
}

func (p *program) scaledPair(t *term) bool {
	name, operands := p.pair(t)
	return name != "" && p.alone(name, operands...)
}

// after emits an instruction of the accumulator, once it holds a term, if there is one for these operands.
func (p *program) after(t *term, name string, operands ...operand) bool {
	if !has(name, operands...) {
		return false
	}
	p.compile(t)
	p.emit(name, operands...)
	return true
}

// alone emits an instruction that needs no accumulator, if there is one for these operands.
func (p *program) alone(name string, operands ...operand) bool {
	if !has(name, operands...) {
		return false
	}
	p.emit(name, operands...)
	return true
}

// sum is x + y by one instruction that multiplies too, if there is one.
func (p *program) sum(x, y *term) bool {
	xs, xProduct := p.factors(x)
	ys, yProduct := p.factors(y)
	if xProduct && yProduct && p.alone("products_sum", append(xs, ys...)...) {
		return true
	}
	return p.plus(x, y) || p.plus(y, x)
}

// plus is product + other, for either order.
func (p *program) plus(product, other *term) bool {
	o, leaf := p.leaf(other)
	if f, ok := p.factors(product); ok {
		return leaf && p.alone("product_plus", f[0], f[1], o) || !leaf && p.after(other, "add_product", f...)
	}
	if computed, by, ok := p.scaled(product); ok && leaf {
		return p.after(computed, "multiply_plus", by, o)
	}
	if f, ok := p.productAndOperand(product, "+"); ok && !leaf {
		return p.after(other, "product_plus_add", f...)
	}
	if f, ok := p.productAndOperand(product, "-"); ok && !leaf && p.after(other, "product_minus_add", f...) {
		return true
	}
	if name, f := p.pair(product); name != "" && !leaf {
		return p.after(other, "add_"+name, f...)
	}
	return false
}

// productAndOperand are the operands of x*y + z, or of x*y - z.
func (p *program) productAndOperand(t *term, op string) ([]operand, bool) {
	if t.op != op {
		return nil, false
	}
	for i := range 2 {
		if i == 1 && op == "-" {
			break
		}
		f, product := p.factors(t.args[i])
		if z, leaf := p.leaf(t.args[1-i]); product && leaf {
			return append(f, z), true
		}
	}
	return nil, false
}

// difference is x - y by one instruction that multiplies too, if there is one.
func (p *program) difference(x, y *term) bool {
	xo, xLeaf := p.leaf(x)
	yo, yLeaf := p.leaf(y)
	xs, xProduct := p.factors(x)
	ys, yProduct := p.factors(y)
	switch {
	case xProduct && yProduct && p.alone("products_difference", append(xs, ys...)...):
		return true
	case xProduct && yLeaf:
		return p.alone("product_minus", xs[0], xs[1], yo)
	case yProduct && xLeaf:
		return p.alone("minus_product", ys[0], ys[1], xo)
	case yProduct:
		return p.after(x, "subtract_product", ys...)
	case xProduct:
		return p.after(y, "subtract_from_product", xs...)
	}
	if computed, by, ok := p.scaled(x); ok && yLeaf {
		return p.after(computed, "multiply_minus", by, yo)
	}
	if computed, by, ok := p.scaled(y); ok && xLeaf {
		return p.after(computed, "minus_multiply", by, xo)
	}
	if f, ok := p.productAndOperand(x, "+"); ok && !yLeaf {
		return p.after(y, "product_plus_subtract", f...)
	}
	if name, f := p.pair(y); name != "" && !xLeaf {
		return p.after(x, "subtract_"+name, f...)
	}
	return false
}
