package nests

import (
	"slices"

	"drawbridge/tools/port/kernelset"
	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// fielded is a nest as a kernel for fields: each array is the address of the point's own element, and neighbours are reached by
// strides, which are arguments.
type fielded struct {
	n      *Nest
	unit   *syntax.Unit
	axes   []int // of the indices, x first from 0; -1: components, which are looped over at each point
	arrays map[string]*array
	roles  map[string]kernelset.Role // of the arguments
	order  []string                  // of the arguments
}

// array is an array that is read or written at the point.
type array struct {
	symbol *tree.Symbol
	holds  []int // for each dimension the index that it holds; -1: a component
	access *Access
	count  int64  // components, where they are known
	extent string // else the argument that says how many
}

// fielded writes the kernel for fields; what cannot be one is trouble.
func (n *Nest) fielded(w *tree.Program, r *Routine) (*fielded, *syntax.Trouble) {
	f := &fielded{n: n, arrays: map[string]*array{}, roles: map[string]kernelset.Role{}}
	return f, syntax.Try(func() {
		f.settleAxes()
		for _, a := range n.Accesses {
			f.arrays[a.Array] = f.array(a)
		}
		f.fresh(w, r)
		u := *n.Of.Unit
		u.Name, u.Line, u.Contains = n.Name+"_on_fields", n.Line, nil
		u.Body = f.list(append(slices.Clone(n.before), f.point()...))
		u.Body = f.withoutShifts(u.Body)
		f.unit = &u
		f.arguments()
	})
}

// settleAxes decides which axis each index counts along. Of four indices one counts components: it reads no neighbours, and
// stands in the last place of an array that is written, or in the first.
func (f *fielded) settleAxes() {
	n := len(f.n.Indices)
	for i := range n {
		f.axes = append(f.axes, n-1-i)
	}
	if n <= 3 {
		return
	}
	places := f.n.Accesses[slices.IndexFunc(f.n.Accesses, func(a *Access) bool { return a.Written })].places
	components := -1
	for _, place := range []int{slices.Max(places), slices.Min(places)} {
		if i := slices.Index(places, place); components < 0 && f.stays(i) {
			components = i
		}
	}
	if n > 4 || components < 0 {
		f.no("it has %d indices, fields have 3 and components", n)
	}
	f.axes[components] = -1
	for i, place := range places {
		if i == components {
			continue
		}
		f.axes[i] = 0
		for j, other := range places {
			if j != components && other < place {
				f.axes[i]++
			}
		}
	}
}

// stays tells whether no array is read at a neighbour along an index.
func (f *fielded) stays(index int) bool {
	return !slices.ContainsFunc(f.n.Accesses, func(a *Access) bool { return a.Offsets[index].Low != 0 || a.Offsets[index].High != 0 })
}

// dims counts the axes.
func (f *fielded) dims() int { return min(len(f.axes), 3) }

// point is what is done at a point, for each of its components.
func (f *fielded) point() []*syntax.Stmt {
	i := slices.Index(f.axes, -1)
	if i < 0 {
		return ended(f.n.body, false)
	}
	x := f.n.Indices[i]
	return []*syntax.Stmt{{Action: syntax.Do, Line: f.n.Line, Target: x.Name, On: []*syntax.Expr{x.Low, x.High, nil},
		Blocks: []*syntax.Block{{Line: f.n.Line, Body: f.n.body}}}}
}

func (f *fielded) no(format string, values ...any) { panic(trouble("", format, values...)) }

// array judges an array: real(8), an argument, its indices always in the same dimensions.
func (f *fielded) array(a *Access) *array {
	x := f.n.Of.Scope.Known(a.Array)
	switch {
	case x == nil || !x.Argument && !x.OfModule() || x.Common || x.PerPoint:
		f.no("the array %s is no argument, and no array of a module", a.Array)
	case x.Type != tree.Type{Base: tree.Real, Kind: 8}:
		f.no("the array %s is %s, and fields of real(8) are expected", a.Array, x.Type)
	case x.Optional:
		f.no("the array %s is optional", a.Array)
	}
	found := &array{symbol: x, access: a, count: 1}
	each(append(slices.Clone(f.n.before), f.n.body...), func(_ *syntax.Stmt, e *syntax.Expr) { f.holds(found, e) })
	tree.Each(f.n.body, func(s *syntax.Stmt) {
		if s.Action == syntax.Assign {
			f.holds(found, s.On[0])
		}
	})
	f.components(found)
	return found
}

// holds finds the dimensions that hold indices, in every element of an expression.
func (f *fielded) holds(x *array, e *syntax.Expr) {
	a := &analysis{n: f.n, p: f.n.Of, moved: f.n.moved}
	e.Walk(func(y *syntax.Expr) bool {
		switch {
		case y.Text != x.symbol.Name:
		case y.Kind == syntax.Variable:
			f.no("all of the array %s is used", y.Text)
		case y.Kind == syntax.Call:
			holds := make([]int, len(y.Of))
			for k, sub := range y.Of {
				holds[k] = -1
				if at, ok := a.shifted(sub); ok && f.axes[at.index] >= 0 {
					holds[k] = at.index
				}
			}
			if x.holds != nil && !slices.Equal(x.holds, holds) {
				f.no("%s has its indices in other places elsewhere", y)
			}
			x.holds = holds
		}
		return true
	})
}

// components counts those of an array: the extents of all dimensions that hold no index. One of them may be an argument.
func (f *fielded) components(x *array) {
	scope := f.n.Of.Scope
	for k, d := range x.symbol.Dims {
		if x.holds[k] >= 0 {
			continue
		}
		low, high := int64(1), d.High
		if d.Low != nil {
			v, ok := scope.Constant(d.Low)
			if !ok {
				f.no("the lower bound %s of %s is no constant", d.Low, x.symbol.Name)
			}
			low = v.I
		}
		if high == nil {
			f.no("the number of components of %s is not known", x.symbol.Name)
		}
		if v, ok := scope.Constant(high); ok {
			x.count *= v.I - low + 1
			continue
		}
		y := scope.Known(high.Text)
		if high.Kind != syntax.Variable || y == nil || !y.Argument || y.Type.Base != tree.Integer || low != 1 || x.extent != "" || k != len(x.symbol.Dims)-1 {
			f.no("the number of components %s of %s is neither a constant nor an argument", high, x.symbol.Name)
		}
		x.extent = high.Text
	}
	if x.count < 1 {
		f.no("the array %s has no components", x.symbol.Name)
	}
}

// fresh refuses a kernel where an array that is a field for loops of the routine is read from the memory of its module.
func (f *fielded) fresh(w *tree.Program, r *Routine) {
	text := append(slices.Clone(f.n.before), f.n.chain[0])
	used := mentioned(text, func(*syntax.Stmt) bool { return true })
	for _, n := range r.Nests {
		for _, a := range n.Accesses {
			x := r.Of.Scope.Known(a.Array)
			if x == nil || !x.OfModule() {
				continue
			}
			if bad, _ := hidden(w, r.Of, text, x, "the array "+x.Name+", which is a field"); bad != nil {
				panic(bad)
			}
			if f.arrays[a.Array] == nil && used[a.Array] {
				f.no("the array %s is read from its module, and a field for other loops of the routine", a.Array)
			}
		}
	}
}
