package nests

import (
	"maps"
	"slices"

	"drawbridge/tools/port/kernelset"
	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/translate"
	"drawbridge/tools/port/tree"
)

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
			f.no("the argument %s is not a number, and is not read at the point", a.Name)
		default:
			f.argument(a.Name, kernelset.Role{Kind: kernelset.Number})
		}
	}
	of := func(names []string, wanted func(name string) bool) []string {
		return slices.DeleteFunc(names, func(name string) bool { return !wanted(name) })
	}
	ofModules := of(slices.Sorted(maps.Keys(f.arrays)), func(name string) bool { return !f.arrays[name].symbol.Argument })
	for _, name := range ofModules { // a field of the same name holds their values
		f.argument(name, kernelset.Role{Kind: kernelset.Field})
	}
	strides := of(slices.Sorted(maps.Keys(f.roles)), func(name string) bool { return f.roles[name].Kind == kernelset.Stride })
	for _, name := range strides {
		f.argument(name, f.roles[name])
	}
	for k, x := range f.n.Indices {
		if used[x.Name] && f.axes[k] >= 0 {
			f.argument(x.Name, kernelset.Role{Kind: kernelset.Index, Axis: f.axes[k], Low: f.low(x)})
		}
	}
	f.declare(dropped, ofModules, strides)
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

// declare makes each array one of assumed size from 0 on, leaves out the arguments that are gone, and declares the arrays of
// modules and the strides.
func (f *fielded) declare(dropped map[string]bool, ofModules, strides []string) {
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
	eight := &syntax.Expr{Kind: syntax.Constant, Text: "8"}
	for _, name := range ofModules {
		list = append(list, &syntax.Declaration{Kind: "type", Line: f.n.Line, Spec: &syntax.TypeSpec{Base: "real", Kind: eight}, Entities: []syntax.Entity{{Name: name, Dims: flat}}})
	}
	for _, name := range strides {
		list = append(list, &syntax.Declaration{Kind: "type", Line: f.n.Line, Spec: &syntax.TypeSpec{Base: "integer", Kind: eight}, Attrs: []string{"intent(in)"}, Entities: []syntax.Entity{{Name: name}}})
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
			role.Write, role.Read = x.access.Written, !x.access.Written || !f.overwrites(r.World, x)
			role.Reach, role.Along = f.reach(x)
		}
		k.Roles = append(k.Roles, role)
	}
	k.Expressions = f.expressions()
	return k
}

// overwrites tells whether the kernel sets all of an array's own element before it reads it.
func (f *fielded) overwrites(w *tree.Program, x *array) bool {
	return x.count == 1 && x.extent == "" && f.n.Of.Overwrites(w, ended(f.n.body, false), x.symbol.Name)
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
