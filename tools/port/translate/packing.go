package translate

import (
	"fmt"
	"slices"

	"drawbridge/tools/port/syntax"
	"drawbridge/tools/port/tree"
)

// Packs are several points at once, one in each lane of a SIMD register. All numbers of real(8) differ from lane to lane, but for
// those of modules. Of integers and logicals those do that the lanes set differently: these vary. A branch on what varies runs
// both ways under masks, and a loop runs until no lane is left in it.
type packing struct {
	world  *tree.Program
	root   *tree.Procedure
	all    []*tree.Procedure
	vary   map[*tree.Symbol]bool
	ragged map[*syntax.Stmt]bool    // constructs that lanes leave one by one
	jumped map[*syntax.Stmt]bool    // statements with a label that lanes reach by jumps, one by one
	early  map[*tree.Procedure]bool // procedures that lanes leave one by one
	grew   bool
}

// mostLanes is how many values the local arrays of constant extents may have: the stack of a thread holds 16 times as many.
const mostLanes = 4096

// newPacking finds out what varies in a routine and all that it calls; trouble says why it cannot run as packs.
func newPacking(w *tree.Program, root *tree.Procedure) (k *packing, bad *syntax.Trouble) {
	k = &packing{world: w, root: root, vary: map[*tree.Symbol]bool{}, ragged: map[*syntax.Stmt]bool{},
		jumped: map[*syntax.Stmt]bool{}, early: map[*tree.Procedure]bool{}}
	k.collect(root)
	extents := map[*tree.Symbol]bool{}
	room := int64(0)
	for _, p := range k.all {
		if bad := k.allowed(p); bad != nil {
			return nil, bad
		}
		for _, x := range p.Scope.Variables() {
			if x.Array() && !x.Argument && k.differs(x) {
				room += Size(x)
			}
		}
		if room > mostLanes {
			return nil, syntax.NewTrouble("", "local arrays of more than %d values", mostLanes)
		}
		for _, x := range p.Scope.Variables() {
			for _, bound := range x.Bounds() {
				bound.Walk(func(y *syntax.Expr) bool {
					if s := p.Scope.Known(y.Text); y.Kind == syntax.Variable && s != nil {
						extents[s] = true
					}
					return true
				})
			}
		}
	}
	for _, a := range root.Arguments {
		if a.Array() && a.Dims[0].Assumed {
			return nil, syntax.NewTrouble("", "the assumed shape of %s", a.Name)
		}
		if a.Type.Base != tree.Real && !extents[a] {
			k.vary[a] = true
		}
	}
	for k.grew = true; k.grew; {
		k.grew = false
		for _, p := range k.all {
			s := &packScan{packing: k, p: p, aims: aims(p.Unit.Body)}
			s.list(p.Unit.Body, k.early[p])
		}
	}
	for x := range extents {
		if k.vary[x] {
			return nil, syntax.NewTrouble("", "the extent %s differs from point to point", x.Name)
		}
	}
	for i, a := range root.Arguments {
		if root.Writes(i) && !k.differs(a) {
			return nil, syntax.NewTrouble("", "the extent %s, which is written", a.Name)
		}
	}
	return k, nil
}

func (k *packing) collect(p *tree.Procedure) {
	if slices.Contains(k.all, p) {
		return
	}
	for q := range p.Calls {
		k.collect(q)
	}
	k.all = append(k.all, p)
}

// differs says whether a symbol has a value for each lane.
func (k *packing) differs(x *tree.Symbol) bool {
	switch {
	case x.Parameter || x.OfModule():
		return false
	case x.Type.Base == tree.Real:
		return !x.Saved && x.Init == nil && x.Data == nil
	}
	return k.vary[x]
}

// varies says whether one of some expressions has a value for each lane.
func (k *packing) varies(p *tree.Procedure, list ...*syntax.Expr) (found bool) {
	for _, e := range list {
		e.Walk(func(y *syntax.Expr) bool {
			switch y.Kind {
			case syntax.Variable:
				x := p.Scope.Known(y.Text)
				if x == nil {
					x, _ = p.Scope.Lookup(y.Text)
				}
				found = found || x != nil && k.differs(x)
			case syntax.Call:
				if x := p.Scope.Known(y.Text); x != nil && x.Array() {
					found = found || k.differs(x)
					return !found
				}
				found = found || p.Called(k.world, y.Text) != nil
				if name, _ := generic(y.Text); slices.Contains(asking, name) || slices.Contains(tree.Inquiries, name) {
					return false
				}
			}
			return !found
		})
	}
	return found
}

func (k *packing) mark(x *tree.Symbol) {
	if x != nil && x.Type.Base != tree.Real && !x.Parameter && !x.OfModule() && !k.vary[x] {
		k.vary[x], k.grew = true, true
	}
}

// counts says whether a loop's variable is one number for all lanes: those that are in the loop have the same.
func (k *packing) counts(p *tree.Procedure, x *syntax.Stmt, under bool) bool {
	if k.varies(p, x.On[0], x.On[2]) {
		return false
	}
	return !under && !k.varies(p, x.On...) && !k.ragged[x] || k.local(p, x.Target)
}

// local says whether a variable counts loops and stands nowhere outside of them.
func (k *packing) local(p *tree.Procedure, name string) bool {
	if x := p.Scope.Known(name); x != nil && (x.Argument || x == p.Result) {
		return false
	}
	names := func(e *syntax.Expr) bool { return e.Mentions(name) }
	var stands func(body []*syntax.Stmt) bool
	stands = func(body []*syntax.Stmt) bool {
		return slices.ContainsFunc(body, func(s *syntax.Stmt) bool {
			counted := s.Action == syntax.Do && s.Target == name
			return slices.ContainsFunc(s.On, names) || !counted && slices.ContainsFunc(s.Blocks, func(b *syntax.Block) bool {
				return slices.ContainsFunc(b.Tests, names) || stands(b.Body)
			})
		})
	}
	return !stands(p.Unit.Body)
}

// packName is the name of a procedure as packs.
func packName(q *tree.Procedure) string { return fmt.Sprintf("k%s", Name(q)) }
