package stencils

import (
	"fmt"
	"slices"
)

// termOf is an operator as a term over the fields and numbers of its group, whose own numbers begin at base; nil where there is none.
// It rounds as the operator's own kernel does.
func (m *merging) termOf(r *request, base int) *term {
	number := func(k int) *term { return &term{op: "named", index: base + k} }
	if r.expression != nil {
		return m.rewritten(r, r.expression.term, base)
	}
	var x []*term // what it reads at the point
	for _, f := range r.reads[min(r.op.Reaches, len(r.reads)):] {
		x = append(x, m.read(f))
	}
	product := func(a, b *term) *term { return &term{op: "*", args: []*term{a, b}} }
	switch r.op.Name {
	case "constant":
		return number(0)
	case "multiply":
		return product(number(0), product(x[0], x[1]))
	case "divide":
		return product(number(0), &term{op: "/", args: x})
	case "combine":
		sum := product(number(0), x[0])
		for k := 1; k < len(x); k++ {
			sum = fusedTerm(number(k), x[k], sum)
		}
		return sum
	case "combine_product":
		return fusedTerm(number(2), product(x[2], x[3]), fusedTerm(number(1), x[1], product(number(0), x[0])))
	case "residual":
		if l := m.stencil(r, base, "laplacian"); l != nil {
			return &term{op: "-", args: []*term{x[0], l}}
		}
	case "laplacian", "laplacian_high", "stencil7", "derivative_x", "derivative_y", "derivative_z":
		return m.stencil(r, base, r.op.Name)
	}
	return nil
}

// fusedTerm is c x + y, as operators add products; c is a number.
func fusedTerm(c, x, y *term) *term { return &term{op: "fused", args: []*term{c, x, y}} }

// stencilTerm begins the op of a term that is an instruction by itself.
const stencilTerm = "stencil "

// stencil is the instruction of a stencil: of what it reads beside the point, and of its numbers.
func (m *merging) stencil(r *request, base int, operator string) *term {
	dims := r.writes[0].Dims
	name := fmt.Sprintf("%s_%dd", operator, dims)
	switch operator {
	case "laplacian_high":
		name = fmt.Sprintf("%s_r%d", name, r.radius)
	case "derivative_x", "derivative_y":
		name = fmt.Sprintf("derivative_r%d", r.radius)
	case "derivative_z":
		name = fmt.Sprintf("derivative_z_r%d", r.radius)
	}
	if _, there := forms[name]; !there || len(r.reads) != r.op.Reaches && operator == r.op.Name {
		return nil
	}
	m.result.beside = true
	m.result.stacks = m.result.stacks || dims == 3 && (operator == "laplacian_high" || operator == "derivative_z")
	m.stencils = append(m.stencils, words(m.slot(placed{field: r.reads[0]}), base, len(r.numbers), max(r.op.Axis-1, 0)|reachAlongZ(r)<<8))
	return &term{op: stencilTerm + name, index: len(m.stencils) - 1}
}

// reachAlongZ is how many planes above a point a stencil reads.
func reachAlongZ(r *request) int {
	if r.writes[0].Dims < 3 || r.op.Axis == 1 || r.op.Axis == 2 {
		return 0
	}
	return r.radius
}

// rewritten is a term of an expression over the fields and numbers of the group.
func (m *merging) rewritten(r *request, t *term, base int) *term {
	switch t.op {
	case "field":
		a := r.expression.accesses[t.index]
		if f := r.reads[a.field]; a.at != [3]int{} {
			m.result.beside = true
			return m.access(m.slot(placed{field: f}), a.at)
		} else {
			return m.read(f)
		}
	case "named":
		return &term{op: "named", index: base + t.index}
	case "coordinate":
		if !slices.Contains(m.e.axes, t.index) {
			m.e.axes = append(m.e.axes, t.index)
		}
		return t
	}
	other := *t
	other.args = nil
	for _, a := range t.args {
		other.args = append(other.args, m.rewritten(r, a, base))
	}
	return &other
}

// fused is c x + y with a number c.
func (p *program) fused(t *term) {
	c, _ := p.leaf(t.args[0])
	x, y := t.args[1], t.args[2]
	xo, xLeaf := p.leaf(x)
	yo, yLeaf := p.leaf(y)
	f, product := p.factors(y)
	switch {
	case product && xLeaf && has("combined", c, xo, f[1], f[0]):
		p.emit("combined", c, xo, f[1], f[0])
	case product && !xLeaf && has("scale_onto_product", c, f[1], f[0]):
		p.compile(x)
		p.emit("scale_onto_product", c, f[1], f[0])
	case xLeaf:
		p.compile(y)
		p.emit("accumulate", c, xo)
	case yLeaf:
		p.compile(x)
		p.emit("scale_onto", c, yo)
	default:
		p.compile(x)
		kept := p.keep()
		p.compile(y)
		p.emit("accumulate", c, kept)
		p.release(1)
	}
}

// put stores the accumulator where an access of a program of several outputs says.
func (p *program) put(t *term) {
	p.compile(t.args[0])
	past := 0
	if t.logical {
		past = 1
	}
	o, _ := p.leaf(&term{op: "field", index: t.index})
	name := "put_home"
	if o.kind == 'P' {
		name = "put_apart"
	}
	p.own(name, o.place, past)
}

// own appends an instruction whose operand is a place, or a number of its own.
func (p *program) own(name string, place, n int) {
	p.code = append(p.code, words(forms[name], place), words(0, n))
}
