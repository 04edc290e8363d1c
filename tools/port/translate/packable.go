package translate

import (
	"slices"
	"strings"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// packed are the intrinsics that packs have.
var packed = slices.Concat(
	strings.Fields("sqrt exp log log10 sin cos tan asin acos atan sinh cosh tanh erf erfc aint anint"),
	strings.Fields("abs max min sign dim atan2 hypot mod modulo int nint floor ceiling real dble merge"),
	strings.Fields("ieee_is_nan ieee_is_finite isnan sum product maxval minval any all count dot_product matmul"),
	strings.Fields("size lbound ubound present ieee_value"), tree.Inquiries)

// allowed says what keeps a procedure from running as packs.
func (k *packing) allowed(p *tree.Procedure) (bad *syntax.Trouble) {
	no := func(format string, values ...any) {
		if bad == nil {
			bad = syntax.NewTrouble("", format+", in "+p.Name, values...)
		}
	}
	if len(p.Internal) > 0 || p.Host != nil {
		no("internal procedures")
	}
	if p.Owns || p.KeepsAny() {
		no("variables that stay from call to call")
	}
	for _, x := range p.Scope.Variables() {
		switch {
		case x.Parameter || x.OfModule():
		case x.Overlay != nil:
			no("EQUIVALENCE of %s", x.Name)
		case x.Type != real8 && x.Type != integer4 && x.Type != logical4:
			no("the %s %s", x.Type, x.Name)
		}
	}
	look := func(e *syntax.Expr) {
		e.Walk(func(y *syntax.Expr) bool {
			if x := p.Scope.Known(tree.Root(y)); y.Kind == syntax.Component && (x == nil || !x.OfModule() && !x.Parameter) {
				no("the component %s", y)
			}
			if y.Kind == syntax.Call && p.Called(k.world, y.Text) == nil && p.IsIntrinsic(y.Text) {
				if name, _ := generic(y.Text); !slices.Contains(packed, name) {
					no("the intrinsic %s", y.Text)
				}
			}
			return true
		})
	}
	if goesBack(p.Unit.Body) {
		no("goto backwards")
	}
	tree.Each(p.Unit.Body, func(s *syntax.Stmt) {
		switch {
		case p.End(k.world, s) != "":
			no("a point that ends (--end-at)")
		case p.StatementFunction(s) != nil && p.Scope.Known(s.On[0].Text) == nil:
			no("the statement function %s", s.On[0].Text)
		}
		switch s.Action {
		case syntax.Computed, syntax.AssignLabel, syntax.GotoAssigned:
			no("goto with a choice of labels")
		case syntax.Arithmetic:
			no("an arithmetic if")
		case syntax.Where:
			no("where")
		case syntax.Unknown:
			no("a statement that is not translated")
		}
		for _, e := range s.Exprs() {
			look(e)
		}
	})
	return bad
}
