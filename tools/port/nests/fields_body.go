package nests

import (
	"fmt"
	"slices"

	"drawbridge/tools/port/kernelset"
	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

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
	return e.With(f.expr)
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
