package stencils

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/status"
	"drawbridge/views"
)

// checkNeighbours refuses neighbours that a field does not have, and those of the field that is written: other points may have
// written them already. It notes which fields are read beside the point, and how far.
func (r *request) checkNeighbours() error {
	for _, a := range r.expression.accesses {
		f := r.reads[a.field]
		reach := a.reach(f, r.writes[0])
		axis := slices.IndexFunc([]int{0, 1, 2}, func(axis int) bool { return a.at[axis] != 0 && f.Spreads(r.writes[0])[axis] })
		switch {
		case a.axes != 0 && a.axes != f.Dims:
			return status.Errorf(status.Argument, "pointwise: %s has %d distances, %d expected: %s", a.written(f.Name), a.axes, f.Dims, f.Describe())
		case axis >= 0:
			return status.Errorf(status.Argument, "pointwise: %s is read at a neighbour along %c, and %s has one point there, for all points of field %s; write %s", a.written(f.Name), "xyz"[axis], f.Describe(), r.writes[0].Name, a.without(axis).written(f.Name))
		case a.distance() > 0 && slices.Contains(r.writes, f):
			return status.Errorf(status.Argument, "pointwise: %s is read and field %s is written, so that some points would read new values; write to another field, then swap", a.written(f.Name), f.Name)
		case a.distance() > 0 && !slices.Contains(r.beside, f): // also where the neighbour is no halo cell, because the field is larger
			r.beside = append(r.beside, f)
		}
		if err := (views.Access{Field: f, Layers: f.AllAround(reach)}).Check("pointwise: " + a.written(f.Name)); err != nil {
			return err
		}
		r.radius = max(r.radius, a.distance())
	}
	return nil
}

// mostExact is the largest whole number up to which a float holds every one.
const mostExact = 1 << 24

// checkCoordinates refuses coordinates that the field which is written does not have, or that its precision does not hold.
func (r *request) checkCoordinates() error {
	f := r.writes[0]
	for _, axis := range r.expression.axes {
		from, to := f.First[axis], f.First[axis]+f.Shape[axis]-1
		switch {
		case axis >= f.Dims:
			return status.Errorf(status.Shape, "pointwise: '%s' is the place along %c in the global grid, %s has %d axes", coordinates[axis], 'x'+rune(axis), f.Describe(), f.Dims)
		case f.Bytes == 4 && max(to, -from) > mostExact:
			return status.Errorf(status.Shape, "pointwise: '%s' goes from %d to %d in %s, a float holds whole numbers up to %d; make the field double", coordinates[axis], from, to, f.Describe(), mostExact)
		}
	}
	return nil
}

// reach is how many layers of a field's halo an access needs, from the points of the field that is written.
func (a access) reach(f, over *views.Field) int {
	reach := 0
	for axis, d := range a.at {
		reach = max(reach, f.Lacks(over, axis, d))
	}
	return reach
}

// distance is how far away the access is along any axis.
func (a access) distance() int {
	most := 0
	for _, d := range a.at {
		most = max(most, d, -d)
	}
	return most
}

// without is the access at the point itself along an axis.
func (a access) without(axis int) access {
	a.at[axis] = 0
	return a
}

// written is an access as a caller writes it.
func (a access) written(name string) string {
	var distances []string
	for _, d := range a.at[:a.axes] {
		distances = append(distances, fmt.Sprintf("%+d", d))
	}
	if a.axes == 0 {
		return name
	}
	return name + "[" + strings.ReplaceAll(strings.Join(distances, ","), "+0", "0") + "]"
}

// reaching are the fields that an operator reads beyond the point.
func (r *request) reaching() []*views.Field {
	switch {
	case r.expression != nil:
		return r.beside
	case r.op.Relaxes():
		return r.writes
	}
	return r.reads[:r.op.Reaches]
}

// ownText is the part of a GPU's text that is this request's: its expression, and what follows at each point.
func (r *request) ownText() string {
	text := ""
	if r.expression != nil {
		text = r.expressionText("users_own")
	}
	if r.behind != nil {
		text += r.behind.text
	}
	return text
}

// expressionText defines a type whose value(a, p, at) is the expression, of the numbers a, of what it reads for a point: p, and of the
// point's coordinates. Where it reads neighbours, the type says of each of p where it is.
func (r *request) expressionText(name string) string {
	text := "struct " + name + " {\n    typedef " + r.writes[0].Precision() + " T;\n    static member T value(const T *a, const T *p, const T *at = nullptr) { " + r.expression.written() + " }\n"
	if r.differs() {
		text += r.expression.table("field", func(a access) int { return a.field })
		for axis, name := range []string{"x", "y", "z"} {
			text += r.expression.table(name, func(a access) int { return a.at[axis] })
		}
		text += r.expression.table("alone", func(a access) int { return r.alone(a) })
		text += r.expression.table("spread", func(a access) int { return r.spread(r.reads[a.field]) })
	}
	return text + "};\n"
}

// differs tells that not all that an expression reads lies at the point, in fields like the one that is written.
func (r *request) differs() bool {
	return len(r.beside) > 0 || r.expression != nil && slices.ContainsFunc(r.reads, func(f *views.Field) bool { return f.Differs(r.writes[0]) })
}

// How a GPU reads several points of a field along x: as they lie in memory, one by one where they do not begin as rows do, or one point for all.
const (
	asTheyLie = iota
	pointByPoint
	onePoint
)

func (r *request) spread(f *views.Field) int {
	u := r.writes[0]
	switch {
	case f.Spreads(u)[0]:
		return onePoint
	case f.Differs(u) && (f.Over(u, false).Base-f.Argument(false).Base)%r.quadWidth() != 0:
		return pointByPoint
	}
	return asTheyLie
}

// table is a function of C that gives a number of each access.
func (e *expression) table(name string, of func(access) int) string {
	text := "    static member int " + name + "(int k) {\n        switch (k) {"
	for k, a := range e.accesses {
		if n := of(a); n != 0 {
			text += fmt.Sprintf(" case %d: return %d;", k, n)
		}
	}
	return text + " default: return 0; }\n    }\n"
}

// alone is 1 of a field that is read at the point alone.
func (r *request) alone(a access) int {
	if slices.Contains(r.beside, r.reads[a.field]) {
		return 0
	}
	return 1
}
