package stencils

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/device"
	"drawbridge/views"
)

// behind is operators of one point that a GPU runs in the kernel of another operator, at each of its points. What one computes is in a
// register when the next one reads it.
type behind struct {
	requests []*request
	base     *views.Field // whose strides lead from an address of the first operator's result to a point
	fields   []placed     // that the kernel gets behind those of its own operator
	ends     []*reducing  // whose states it gets behind those
	text     string       // of kernels/stencils/gpu/behind.h
}

// placed is a field of a kernel, or its second memory.
type placed struct {
	field          *views.Field
	output, second bool
}

// arguments are the further fields as they lie now, and the states of reductions.
func (b *behind) arguments() []device.Array {
	list := make([]device.Array, len(b.fields), len(b.fields)+len(b.ends))
	for i, p := range b.fields {
		list[i] = p.argument(b.requests[0].writes[0])
	}
	for _, e := range b.ends {
		list = append(list, e.stateArray(0, true))
	}
	return list
}

// early is a field that is read before the first operator's result is there. plain: its memory is written, by a value that does not wait
// for the read. So the read must not be one that may pass stores.
type early struct {
	field *views.Field
	at    int
	plain bool
}

// behindText is a text in the making.
type behindText struct {
	behind
	own            []placed                  // the first operator's fields
	value          map[*views.Field]string   // what a field holds at the point
	needs          map[string][]*views.Field // the fields whose reading a value waits for
	early          []early
	numbers        int             // of the kernel so far
	located        bool            // an expression names coordinates
	placed         bool            // a field that is read or written at the end has strides of its own
	placedEarly    bool            // one that is read early has
	define         strings.Builder // types of expressions
	hold, take     strings.Builder // what is read early
	load           strings.Builder
	compute, store strings.Builder
}

// fused is a group as one request: of its first operator, with the fields and numbers of all. ends are reductions that its kernel makes too.
func (g *group) fused(ends []*reducing) *request {
	first := *g.requests[0]
	t := &behindText{value: map[*views.Field]string{}, needs: map[string][]*views.Field{}}
	for i, f := range first.all() {
		t.own = append(t.own, placed{field: f, output: i >= len(first.reads)})
	}
	result := first.writes[0]
	t.base = g.base()
	t.value[result] = "v0"
	t.numbers = len(first.numbers)
	first.numbers, first.cells = slices.Clone(first.numbers), slices.Clone(first.cells)
	for i, r := range g.requests[1:] {
		for _, k := range r.cells {
			first.cells, first.cellMemory = append(first.cells, len(first.numbers)+k), r.cellMemory
		}
		t.add(r, i+1)
		first.numbers = append(first.numbers, r.numbers...)
	}
	t.handOver(ends)
	t.keep(g)
	t.readEarly()
	foundEarly, found, here := "", "", ""
	if t.placedEarly {
		foundEarly = t.pointOf(len(first.reads))
	}
	if t.located || t.placed {
		found = t.pointOf(len(first.reads))
	}
	if t.located {
		here = "        const coordinates<T> here(s, x + i, y, z);\n"
	}
	fmt.Fprintf(&t.define, `template <class V> struct ahead {
%s    template <class T> member void take(const sweep &s, const T *p) {
        const long to = p - (const T *)s.field[%d];
%s%s    }
};
template <bool streaming, class T, class V, class C> function void give(const sweep &s, T *p, V v, C centre, const ahead<V> &with) {
    const long to = p - (T *)s.field[%d];
%s%s    unrolled for (int i = 0; i < memory_of<V>::N; i++) {
        const T v0 = kept(nth(v, i));
%s%s    }
%s}
`, &t.hold, len(first.reads), foundEarly, &t.take, len(first.reads), found, &t.load, here, &t.compute, &t.store)
	t.text, t.requests = t.define.String(), g.requests
	first.behind, first.sweeps, first.settled, first.title = &t.behind, map[string][]device.Sweep{}, nil, g.title()
	first.latest.name = ""
	return &first
}

// add computes an operator's result, which becomes what the field that it writes holds.
func (t *behindText) add(r *request, n int) {
	op := r.operation(true)
	if r.expression != nil {
		op = fmt.Sprintf("users_own_%d", n)
		t.define.WriteString(r.expressionText(op))
	}
	var reads []string
	for _, f := range r.reads {
		reads = append(reads, t.read(f, r.writes[0], r.spread(f)))
	}
	if len(reads) == 0 {
		reads = []string{"T(0)"}
	}
	fmt.Fprintf(&t.compute, "        const T x%d[] = {%s};\n", n, strings.Join(reads, ", "))
	at := ""
	if r.expression != nil && len(r.expression.axes) > 0 {
		at, t.located = ", here.of", true
	}
	fmt.Fprintf(&t.compute, "        const T v%d = kept(%s::value(numbers<T>(s) + %d, x%d%s));\n", n, op, t.numbers, n, at)
	value := fmt.Sprintf("v%d", n)
	for i, f := range r.reads {
		if r.expression == nil || strings.Contains(r.expression.written(), fmt.Sprintf("p[%d]", i)) {
			t.needs[value] = append(t.needs[value], t.needs[t.value[f]]...)
		}
	}
	t.value[r.writes[0]] = value
	t.numbers += len(r.numbers)
}

// handOver gives the terms of reductions to the kernel's loop (kernels/stencils/gpu/summed.h).
func (t *behindText) handOver(ends []*reducing) {
	t.ends = ends
	for n, e := range ends {
		var of []string
		for _, f := range e.fields {
			of = append(of, t.read(f, f, asTheyLie))
		}
		fmt.Fprintf(&t.compute, "        term_place(%d, i) = term_of<reduce_%s>(%s, %s);\n", n, e.what, of[0], of[len(of)-1])
	}
}

// read is what a field holds at the point of one that is written, loaded if no operator has computed it. how: it lies along x.
func (t *behindText) read(f, u *views.Field, how int) string {
	if _, known := t.value[f]; !known {
		at := t.place(placed{field: f})
		switch {
		case how != asTheyLie:
			t.placed = true
			fmt.Fprintf(&t.load, "    V l%d = spread_along_x<V>(row_of<T>(s, %d, y, z), x, %d);\n", at, at, how)
		case f.Differs(u):
			t.placed = true
			fmt.Fprintf(&t.load, "    V l%d = aligned<V>(row_of<T>(s, %d, y, z) + x);\n", at, at)
		case at == 0:
			fmt.Fprintf(&t.load, "    V l0 = centre_of<V>(centre, %s);\n", t.address(f, at, &t.placed))
		default:
			t.early = append(t.early, early{field: f, at: at})
			fmt.Fprintf(&t.hold, "    V l%d;\n", at)
			fmt.Fprintf(&t.load, "    V l%d = with.l%d;\n", at, at)
		}
		t.value[f] = fmt.Sprintf("nth(l%d, i)", at)
		t.needs[t.value[f]] = []*views.Field{f}
	}
	return t.value[f]
}

// place is where the kernel has a field, behind its own ones if it is none of them.
func (t *behindText) place(p placed) int {
	for i, other := range append(slices.Clone(t.own), t.fields...) {
		if other.field == p.field && other.second == p.second {
			return i
		}
	}
	t.fields = append(t.fields, p)
	return len(t.own) + len(t.fields) - 1
}

// address is where the kernel has the point of a field. placed: the field has strides of its own, so the text needs the point's coordinates.
func (t *behindText) address(f *views.Field, at int, placed *bool) string {
	if f.LiesAs(t.base) {
		return fmt.Sprintf("(T *)s.field[%d] + to", at)
	}
	*placed = true
	return fmt.Sprintf("row_of<T>(s, %d, y, z) + x", at)
}

// pointOf finds the coordinates of the point from its distance to the first one, in 32 bits where that is enough: a GPU divides faster then.
func (t *behindText) pointOf(at int) string {
	a, integer := t.base.Argument(false), "long"
	if a.Plane*t.base.Shape[2] < 1<<31 {
		integer = "unsigned"
	}
	return fmt.Sprintf(`    typedef %[2]s whole;
    const whole in_plane = (whole)to %% (whole)s.plane[%[1]d];
    const long z = (whole)to / (whole)s.plane[%[1]d], y = in_plane / (whole)s.row[%[1]d], x = in_plane %% (whole)s.row[%[1]d];
    (void)x, (void)y, (void)z;
`, at, integer)
}

// base is the field whose strides the kernel's first operator gets for its result: the result itself or, where that is a temporary field
// that never reaches memory, the first field that the group keeps. So most addresses need no division.
func (g *group) base() *views.Field {
	result := g.requests[0].writes[0]
	for _, r := range g.requests[1:] {
		if f := r.writes[0]; slices.Contains(g.passing, result) && !slices.Contains(g.passing, f) {
			return f
		}
	}
	return result
}

// readEarly loads what operators read before they write it.
func (t *behindText) readEarly() {
	for _, e := range t.early {
		how := "aligned"
		if e.plain {
			how = "plain"
		}
		fmt.Fprintf(&t.take, "        l%d = %s<V>((const T *)%s);\n", e.at, how, t.address(e.field, e.at, &t.placedEarly))
	}
}

// keep stores the last value of each field that outlives the group.
func (t *behindText) keep(g *group) {
	var done []*views.Field
	for _, r := range g.requests {
		f := r.writes[0]
		if slices.Contains(done, f) || slices.Contains(g.passing, f) {
			continue
		}
		done = append(done, f)
		at := t.place(placed{field: f, output: true, second: slices.Contains(g.renewed, f)})
		for i, e := range t.early {
			if e.field == f && !slices.Contains(g.renewed, f) && !slices.Contains(t.needs[t.value[f]], f) {
				t.early[i].plain = true
			}
		}
		fmt.Fprintf(&t.load, "    V r%d;\n", at)
		fmt.Fprintf(&t.compute, "        nth(r%d, i) = %s;\n", at, t.value[f])
		fmt.Fprintf(&t.store, "    put<streaming>(%s, r%d);\n", t.address(f, at, &t.placed), at)
	}
}

// gather gives the kernel the numbers of all operators as they are now.
func (r *request) gather() {
	all := r.numbers[:0]
	for _, other := range r.behind.requests {
		all = append(all, other.numbers...)
	}
}

// fieldsWith counts the fields that a kernel of the group gets, and those of one more operator or reduction.
func (g *group) fieldsWith(more []*views.Field) int {
	all := g.requests[0].all()
	count := len(all)
	take := func(fields []*views.Field) {
		for _, f := range fields {
			if !slices.Contains(all, f) {
				all, count = append(all, f), count+1
			}
		}
	}
	for _, r := range g.requests[1:] {
		take(r.all())
	}
	for _, e := range g.ends {
		take(e.fields)
	}
	take(more)
	return count
}
