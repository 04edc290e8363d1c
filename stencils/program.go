package stencils

import (
	"math"
	"slices"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/status"
)

// Places of operands, as in kernels/stencils/expression_steps.h: accesses to fields, numbers, temporaries, accesses to fields apart.
const (
	fieldPlaces     = 32
	numberPlaces    = 64
	temporaryPlaces = 32
	temporariesFrom = fieldPlaces + numberPlaces
	apartFrom       = temporariesFrom + temporaryPlaces
)

// forms are the instructions that a host has, by name and kinds of operands.
var forms = kernels.ExpressionForms()

// operand is where an instruction finds a value. kind: F a row of a field, N a number, P a temporary or a field apart.
type operand struct {
	kind  byte
	place int
}

// strides says which fields of a sweep have the strides of most, so that one offset leads to a point of them all. home is one
// of them; bits of apart are the others. Bits of splat are fields with one point along x; of them those of level have one value on each plane,
// which instructions read as a number.
type strides struct{ home, apart, splat, level int }

func stridesOf(fields []device.Array, planes int) strides {
	alike := func(a, b device.Array) bool {
		return a.Point == b.Point && a.Row == b.Row && (a.Plane == b.Plane || planes == 1)
	}
	found := homeOf(fields, alike)
	for k, f := range fields {
		if f.Point == 0 {
			found.splat |= 1 << k
			if f.Row == 0 {
				found.level |= 1 << k
			}
		}
	}
	found.apart &^= found.level
	return found
}

func homeOf(fields []device.Array, alike func(a, b device.Array) bool) strides {
	var found strides
	most := 0
	for i := len(fields) - 1; i >= 0; i-- { // where it does not matter, the field that is written
		if fields[i].Spread() {
			continue
		}
		count, apart := 0, 0
		for k, f := range fields {
			if alike(f, fields[i]) {
				count++
			} else {
				apart |= 1 << k
			}
		}
		if count > most {
			most, found = count, strides{home: i, apart: apart}
		}
	}
	return found
}

// program is an expression as a host runs it: instructions that compute in an accumulator.
type program struct {
	e           *expression
	apart       uint64 // bits of the accesses to fields apart; the output's is behind them
	splat       uint64 // bits of the accesses to fields with one point along x
	level       uint64 // of them those that are one number on each plane
	named       int    // numbers that come with each launch; the first of the numbers' places are theirs
	constants   []float64
	code        []uint64
	needs       map[*term]int // temporaries
	temporaries int           // in use
	most        int           // of them at a time
	refusal     error
}

// programOf compiles an expression of so many named numbers: what kernels/stencils/expression_host.h reads.
func programOf(e *expression, s strides, named int) ([]uint64, error) {
	p := &program{e: e, named: named, needs: map[*term]int{}}
	all := e.places()
	if n := len(all); n > fieldPlaces {
		return nil, status.Errorf(status.Argument, "pointwise: %d different fields, neighbours and coordinates are read, at most %d expected; make two expressions of it", n, fieldPlaces)
	}
	for i, a := range append(slices.Clone(all), access{field: len(e.fields)}) {
		p.addAccess(i, a.field, s)
	}
	p.compile(e.term)
	p.code[len(p.code)-2] += uint64(len(forms)) // the last instruction stores
	head := []uint64{words(named, len(p.constants), p.most, len(all)), words(s.home, 0, len(e.fields)), p.apart, p.splat}
	head = append(head, accessWords(all)...)
	for _, c := range p.constants {
		head = append(head, math.Float64bits(c))
	}
	return append(head, p.code...), p.refusal
}

// places are the accesses of an expression, and behind them its coordinates, whose fields are -1, -2, -3.
func (e *expression) places() []access {
	all := slices.Clone(e.accesses)
	for _, axis := range e.axes {
		all = append(all, access{field: -1 - axis})
	}
	return all
}

// addAccess notes the strides of the i-th access, which is to a field, or to a coordinate: below 0.
func (p *program) addAccess(i, field int, s strides) {
	if field < 0 {
		p.apart |= 1 << i
		return
	}
	p.apart |= uint64(s.apart>>field&1) << i
	p.splat |= uint64(s.splat>>field&1) << i
	p.level |= uint64(s.level>>field&1) << i
}

// words joins numbers of 16 bits, the first one lowest.
func words(numbers ...int) uint64 {
	var all uint64
	for i, n := range numbers {
		all |= uint64(uint16(n)) << (16 * i)
	}
	return all
}

func formName(name string, operands []operand) string {
	for i, o := range operands {
		if i == 0 {
			name += " "
		}
		name += string(o.kind)
	}
	return name
}

// has says that there is an instruction for operands of these kinds.
func has(name string, operands ...operand) bool {
	_, ok := forms[formName(name, operands)]
	return ok
}

func (p *program) emit(name string, operands ...operand) { p.emitWith(name, 0, operands...) }

// emitWith appends an instruction with a whole number of its own.
func (p *program) emitWith(name string, n int, operands ...operand) {
	form, ok := forms[formName(name, operands)]
	if !ok {
		p.refuse(status.Errorf(status.Internal, "pointwise: there is no instruction %s", formName(name, operands)))
	}
	list := [5]int{form}
	for i, o := range operands {
		list[i+1] = o.place
	}
	p.code = append(p.code, words(list[:4]...), words(list[4], n))
}

func (p *program) refuse(err error) {
	if p.refusal == nil {
		p.refusal = err
	}
}

// leaf is the operand that a field or a number is.
func (p *program) leaf(t *term) (operand, bool) {
	switch {
	case t.op == "field" && p.apart>>t.index&1 != 0:
		return operand{'P', apartFrom + t.index}, true
	case t.op == "field" && p.level>>t.index&1 != 0:
		return operand{'N', t.index}, true
	case t.op == "field":
		return operand{'F', t.index}, true
	case t.op == "number":
		return p.constant(t.value), true
	case t.op == "negate" && t.args[0].op == "number":
		return p.constant(-t.args[0].value), true
	case t.op == "coordinate":
		return operand{'P', apartFrom + len(p.e.accesses) + slices.Index(p.e.axes, t.index)}, true
	case t.op == "kept":
		return operand{'P', temporariesFrom + t.index}, true
	case t.op == "named":
		return operand{'N', fieldPlaces + t.index}, true
	}
	return operand{}, false
}

func (p *program) constant(value float64) operand {
	same := func(c float64) bool { return math.Float64bits(c) == math.Float64bits(value) } // 0 is not -0
	i := slices.IndexFunc(p.constants, same)
	if i < 0 {
		i = len(p.constants)
		p.constants = append(p.constants, value)
	}
	if p.named+i >= numberPlaces {
		p.refuse(status.Errorf(status.Argument, "pointwise: more than %d numbers in one expression; make two expressions of it", numberPlaces))
		return operand{'N', fieldPlaces}
	}
	return operand{'N', fieldPlaces + p.named + i}
}

// keep moves the accumulator into a temporary, which is free again after release.
func (p *program) keep() operand {
	if p.temporaries == temporaryPlaces {
		p.refuse(status.Errorf(status.Argument, "pointwise: more than %d intermediate values at a time; make two expressions of it", temporaryPlaces))
		p.temporaries--
	}
	to := operand{'P', temporariesFrom + p.temporaries}
	p.temporaries++
	p.most = max(p.most, p.temporaries)
	form := [5]int{forms["keep"], to.place}
	p.code = append(p.code, words(form[:4]...), 0)
	return to
}

func (p *program) release(n int) { p.temporaries -= n }

// need is how many temporaries a term takes: what needs most is computed first.
func (p *program) need(t *term) int {
	if n, known := p.needs[t]; known {
		return n
	}
	var list []int
	for _, a := range t.args {
		if _, leaf := p.leaf(a); !leaf {
			list = append(list, p.need(a))
		}
	}
	slices.Sort(list)
	slices.Reverse(list)
	n := 0
	for kept, k := range list {
		n = max(n, k+kept)
	}
	p.needs[t] = n
	return n
}
