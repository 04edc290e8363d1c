package nests

import (
	"fmt"
	"slices"

	"drawbridge/port/kernelset"
	"drawbridge/port/syntax"
	"drawbridge/port/translate"
	"drawbridge/port/tree"
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
func (n *Nest) fielded() (f *fielded, bad *syntax.Trouble) {
	defer func() {
		if r := recover(); r != nil {
			trouble, ours := r.(*syntax.Trouble)
			if !ours {
				panic(r)
			}
			f, bad = nil, trouble
		}
	}()
	f = &fielded{n: n, arrays: map[string]*array{}, roles: map[string]kernelset.Role{}}
	f.settleAxes()
	for _, a := range n.Accesses {
		f.arrays[a.Array] = f.array(a)
	}
	u := *n.Of.Unit
	u.Name, u.Line, u.Contains = n.Name+"_on_fields", n.Line, nil
	u.Body = f.list(append(slices.Clone(n.before), f.point()...))
	u.Body = f.withoutShifts(u.Body)
	f.unit = &u
	f.arguments()
	return f, nil
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
	case x == nil || !x.Argument:
		f.no("the array %s is no argument", a.Array)
	case x.Type != tree.Type{Base: tree.Real, Kind: 8}:
		f.no("the array %s is %s, and fields of real(8) are expected", a.Array, x.Type)
	case x.Optional:
		f.no("the array %s is optional", a.Array)
	}
	found := &array{symbol: x, access: a, count: 1}
	each(f.n.body, func(_ *syntax.Stmt, e *syntax.Expr) { f.holds(found, e) })
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

// list rewrites statements: elements of the arrays are reached by strides.
func (f *fielded) list(list []*syntax.Stmt) []*syntax.Stmt {
	var all []*syntax.Stmt
	for _, s := range list {
		c := *s
		c.On, c.Blocks = nil, nil
		for _, e := range s.On {
			c.On = append(c.On, f.expr(e))
		}
		for _, b := range s.Blocks {
			d := *b
			d.Tests = nil
			for _, e := range b.Tests {
				d.Tests = append(d.Tests, f.expr(e))
			}
			d.Body = f.list(b.Body)
			c.Blocks = append(c.Blocks, &d)
		}
		all = append(all, &c)
	}
	return all
}

func (f *fielded) expr(e *syntax.Expr) *syntax.Expr {
	if e == nil {
		return nil
	}
	if x := f.arrays[e.Text]; x != nil && e.Kind == syntax.Call {
		return f.element(x, e)
	}
	c := *e
	c.Of = nil
	for _, y := range e.Of {
		c.Of = append(c.Of, f.expr(y))
	}
	return &c
}

// element is an element of an array, counted from the point's own one.
func (f *fielded) element(x *array, e *syntax.Expr) *syntax.Expr {
	a := &analysis{n: f.n, p: f.n.Of, moved: f.n.moved}
	sum, times := &syntax.Expr{Kind: syntax.Constant, Text: "0"}, int64(1)
	for k, sub := range e.Of {
		if at, ok := a.shifted(sub); ok && f.axes[at.index] >= 0 {
			if at.by != 0 {
				sum = moved(sum, at.by, f.stride(x, kernelset.Role{Kind: kernelset.Stride, Axis: f.axes[at.index]}))
			}
			continue
		}
		if sub.Kind == syntax.Range {
			f.no("a section of %s", e.Text)
		}
		low := &syntax.Expr{Kind: syntax.Constant, Text: "1"}
		if x.symbol.Dims[k].Low != nil {
			low = x.symbol.Dims[k].Low
		}
		step := f.stride(x, kernelset.Role{Kind: kernelset.Stride, Axis: kernelset.Component, Times: times})
		sum = binary("+", sum, binary("*", bracket(binary("-", bracket(f.expr(sub)), bracket(low))), step))
		if k < len(e.Of)-1 {
			times *= f.extent(x, k)
		}
	}
	return &syntax.Expr{Kind: syntax.Call, Text: e.Text, Of: []*syntax.Expr{sum}}
}

// extent is that of a dimension of components before the last one; components said that it is constant.
func (f *fielded) extent(x *array, k int) int64 {
	d, low := x.symbol.Dims[k], int64(1)
	if d.Low != nil {
		v, _ := f.n.Of.Scope.Constant(d.Low)
		low = v.I
	}
	v, _ := f.n.Of.Scope.Constant(d.High)
	return v.I - low + 1
}

// stride is the argument that holds a stride of an array.
func (f *fielded) stride(x *array, role kernelset.Role) *syntax.Expr {
	role.Of = x.symbol.Name
	name := fmt.Sprintf("%s_stride%d", role.Of, role.Axis+1)
	if role.Times > 1 {
		name += fmt.Sprintf("_%d", role.Times)
	}
	if f.n.Of.Scope.Known(name) != nil {
		f.no("it has the name %s, which the kernel needs", name)
	}
	f.roles[name] = role
	return &syntax.Expr{Kind: syntax.Variable, Text: name}
}

func bracket(e *syntax.Expr) *syntax.Expr {
	return &syntax.Expr{Kind: syntax.Bracket, Of: []*syntax.Expr{e}}
}

func binary(sign string, a, b *syntax.Expr) *syntax.Expr {
	return &syntax.Expr{Kind: syntax.Binary, Text: sign, Of: []*syntax.Expr{a, b}}
}

// moved is sum + by*stride.
func moved(sum *syntax.Expr, by int64, stride *syntax.Expr) *syntax.Expr {
	sign := "+"
	if by < 0 {
		sign, by = "-", -by
	}
	return binary(sign, sum, binary("*", &syntax.Expr{Kind: syntax.Constant, Text: fmt.Sprint(by)}, stride))
}

// withoutShifts leaves statements such as ip = i + 1 out, where nothing needs them any more.
func (f *fielded) withoutShifts(list []*syntax.Stmt) []*syntax.Stmt {
	used := mentioned(list, func(s *syntax.Stmt) bool { return s.Action != syntax.Assign })
	return slices.DeleteFunc(list, func(s *syntax.Stmt) bool {
		if s.Action != syntax.Assign || s.On[0].Kind != syntax.Variable {
			return false
		}
		_, shift := f.n.moved[s.On[0].Text]
		return shift && !used[s.On[0].Text]
	})
}

// mentioned are the names in a list of statements; targets of assignments to scalars count where target says so.
func mentioned(list []*syntax.Stmt, target func(s *syntax.Stmt) bool) map[string]bool {
	names := map[string]bool{}
	see := func(e *syntax.Expr) {
		if e == nil {
			return
		}
		e.Walk(func(y *syntax.Expr) bool {
			if y.Kind == syntax.Variable || y.Kind == syntax.Call {
				names[y.Text] = true
			}
			return true
		})
	}
	tree.Each(list, func(s *syntax.Stmt) {
		if s.Action == syntax.Do {
			names[s.Target] = true
		}
		for i, e := range s.On {
			if i > 0 || e == nil || e.Kind != syntax.Variable || target(s) {
				see(e)
			}
		}
		for _, b := range s.Blocks {
			for _, e := range b.Tests {
				see(e)
			}
		}
	})
	return names
}

// arguments decides which arguments the kernel has: numbers, arrays, their strides, and indices whose value is used.
func (f *fielded) arguments() {
	used := mentioned(f.unit.Body, func(*syntax.Stmt) bool { return true })
	dropped := map[string]bool{}
	f.unit.Arguments = nil
	for _, a := range f.n.Of.Arguments {
		switch {
		case f.arrays[a.Name] != nil:
			f.argument(a.Name, kernelset.Role{Kind: kernelset.Field})
		case !used[a.Name]:
			dropped[a.Name] = true
		case a.Array() || a.Type.Base == tree.Derived || a.Optional:
			f.no("the argument %s is no number and not read at the point", a.Name)
		default:
			f.argument(a.Name, kernelset.Role{Kind: kernelset.Number})
		}
	}
	var strides []string
	for name, role := range f.roles {
		if role.Kind == kernelset.Stride {
			strides = append(strides, name)
		}
	}
	slices.Sort(strides)
	for _, name := range strides {
		f.argument(name, f.roles[name])
	}
	for k, x := range f.n.Indices {
		if used[x.Name] && f.axes[k] >= 0 {
			f.argument(x.Name, kernelset.Role{Kind: kernelset.Index, Axis: f.axes[k], Low: f.low(x)})
		}
	}
	f.declare(dropped, strides)
}

// low is the first value of an index whose value is used.
func (f *fielded) low(x Index) int64 {
	v, ok := f.n.Of.Scope.Constant(x.Low)
	if !ok || v.Type.Base != tree.Integer {
		f.no("the value of %s is used, and its first one is no constant", x.Name)
	}
	return v.I
}

func (f *fielded) argument(name string, role kernelset.Role) {
	f.unit.Arguments = append(f.unit.Arguments, name)
	f.roles[name] = role
	f.order = append(f.order, name)
}

// declare makes each array one of assumed size from 0 on, leaves out the arguments that are gone, and declares the strides.
func (f *fielded) declare(dropped map[string]bool, strides []string) {
	zero := &syntax.Expr{Kind: syntax.Constant, Text: "0"}
	flat := []*syntax.Expr{{Kind: syntax.Range, Of: []*syntax.Expr{zero, {Kind: syntax.Star}, nil}}}
	var list []*syntax.Declaration
	for _, d := range f.unit.Declarations {
		c := *d
		c.Entities = nil
		for _, e := range d.Entities {
			if dropped[e.Name] {
				continue
			}
			if f.arrays[e.Name] != nil && (d.Kind == "type" || e.Dims != nil) {
				e.Dims = flat
			}
			c.Entities = append(c.Entities, e)
		}
		if len(d.Entities) == 0 || len(c.Entities) > 0 {
			list = append(list, &c)
		}
	}
	eight := &syntax.TypeSpec{Base: "integer", Kind: &syntax.Expr{Kind: syntax.Constant, Text: "8"}}
	for _, name := range strides {
		list = append(list, &syntax.Declaration{Kind: "type", Line: f.n.Line, Spec: eight, Attrs: []string{"intent(in)"}, Entities: []syntax.Entity{{Name: name}}})
	}
	f.unit.Declarations = list
}

// loadable is the nest for a library; its routine is the translation of the unit.
func (f *fielded) loadable(r *translate.Routine, name string) *kernelset.Nest {
	k := &kernelset.Nest{Name: name, Routine: r, Of: f.n.Of, Line: f.n.Line, Dims: f.dims()}
	for _, argument := range f.order {
		role := f.roles[argument]
		if x := f.arrays[argument]; x != nil {
			role.Count, role.Extent = x.count, x.extent
			role.Write, role.Read = x.access.Written, !x.access.Written || !f.overwrites(x)
			role.Reach, role.Along = f.reach(x)
		}
		k.Roles = append(k.Roles, role)
	}
	k.Expressions = f.expressions()
	return k
}

// reach is how far an array is read along each axis, x first, and along which axes it extends at all.
func (f *fielded) reach(x *array) (reach [3][2]int64, along [3]bool) {
	for i, o := range x.access.Offsets {
		if axis := f.axes[i]; o.Used && axis >= 0 {
			reach[axis], along[axis] = [2]int64{o.Low, o.High}, true
		}
	}
	return reach, along
}

// expressions are the nest as expressions of Drawbridge, where all their numbers are arguments.
func (f *fielded) expressions() []kernelset.Expression {
	var list []kernelset.Expression
	if slices.Contains(f.axes, -1) {
		return nil
	}
	for _, g := range f.n.Formulas {
		for _, name := range g.Names {
			if f.roles[name].Kind != kernelset.Number || f.n.Of.Scope.Known(name).Type != (tree.Type{Base: tree.Real, Kind: 8}) {
				return nil
			}
		}
		list = append(list, kernelset.Expression{Field: g.Field, Text: g.Text, Numbers: g.Names})
	}
	return list
}
