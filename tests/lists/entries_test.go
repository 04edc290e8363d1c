package lists

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"drawbridge/stencils"
)

// entry appends one random entry to the list of the device and to that of the interpreter.
func (w *world) entry(t *testing.T, q *stencils.Sequence) {
	ways := []func() application{w.derivative, w.laplacian, w.high, w.classes, w.residual, w.relax, w.combine, w.product, w.divide, w.fill, w.fill,
		w.swap, w.copyField, w.own, w.own, w.constant, w.grayScott}
	w.take(t, q, ways[w.Intn(len(ways))]())
}

// take appends one entry.
func (w *world) take(t *testing.T, q *stencils.Sequence, a application) {
	t.Helper()
	w.onPart(&a)
	said := fmt.Sprintf("%s(%s -> %s) %v %s", a.operator, a.reads, a.writes, a.numbers, a.options)
	if err := q.Apply(a.operator, a.reads, a.writes, a.numbers, a.options); err != nil {
		t.Fatalf("%s: %v", said, err)
	}
	w.said = append(w.said, said)
	w.steps = append(w.steps, a.plain)
}

// onPart gives some operators a region, often that of the one before, so that they run together. Points outside of it stay.
func (w *world) onPart(a *application) {
	if w.Intn(4) == 0 {
		w.newRegion()
	}
	if w.region == "" || slices.Contains([]string{"fill", "swap", "copy", "gauss_seidel"}, a.operator) || strings.Contains(a.options, "steps=") {
		return
	}
	a.options = strings.TrimSpace(a.options + " region=" + w.region)
	plain, inside := a.plain, w.inside
	a.plain = func() {
		before := map[string]*grid{}
		for _, name := range strings.Fields(a.writes) {
			before[name] = w.grids[name].copy()
		}
		plain()
		for name, old := range before {
			g := w.grids[name]
			g.interior(func(p [3]int) {
				if !inside(p) {
					g.a[g.at(p)] = old.value(p)
				}
			})
		}
	}
}

// newRegion chooses a region, or the interior.
func (w *world) newRegion() {
	width := w.Intn(4)
	core := func(p [3]int) bool {
		for axis, n := range w.shape {
			if p[axis] < width || p[axis] >= n-width {
				return false
			}
		}
		return true
	}
	switch w.Intn(4) {
	case 0:
		w.region = ""
	case 1:
		w.region, w.inside = fmt.Sprintf("core:%d", width), core
	case 2:
		w.region, w.inside = fmt.Sprintf("rim:%d", width), func(p [3]int) bool { return !core(p) }
	case 3:
		var words []string
		var from, to [3]int
		for axis, n := range w.shape {
			from[axis] = w.Intn(n)
			to[axis] = from[axis] + w.Intn(n-from[axis])
			words = append(words, fmt.Sprintf("%d:%d", from[axis]+1, to[axis]+1))
		}
		w.region, w.inside = strings.Join(words, "/"), func(p [3]int) bool {
			for axis := range w.shape {
				if p[axis] < from[axis] || p[axis] > to[axis] {
					return false
				}
			}
			return true
		}
	}
}

// application is one entry and what plain loops do for it.
type application struct {
	operator, reads, writes string
	numbers                 []float64
	options                 string
	plain                   func()
}

// partner is the other field with the same halo.
var partner = map[string]string{"a": "b", "b": "a", "c": "d", "d": "c"}

// other is a field that is none of those.
func (w *world) other(but ...string) string {
	for {
		if name := w.field(); !slices.Contains(but, name) {
			return name
		}
	}
}

// apart sets a field to a function of others' values before.
func (w *world) apart(z string, value func(p [3]int) float64) func() {
	return func() {
		result := w.grids[z].copy()
		result.set(value)
		w.grids[z].a = result.a
	}
}

func (w *world) dims() int { return len(w.shape) }

func (w *world) derivative() application {
	axis, r := w.Intn(w.dims()), 1+w.Intn(w.halo)
	u := w.field()
	z, c := w.other(u), w.numbers(2*r+1)
	return application{"derivative_" + string(rune('x'+axis)), u, z, c, "", w.apart(z, func(p [3]int) float64 {
		sum := 0.0
		for m := -r; m <= r; m++ {
			sum += c[m+r] * w.grids[u].beside(p, axis, m)
		}
		return sum
	})}
}

func (w *world) laplacian() application {
	u := w.field()
	z, c := w.other(u), w.numbers(w.dims())
	return application{"laplacian", u, z, c, "", w.apart(z, func(p [3]int) float64 { return w.grids[u].laplacian(c, p) })}
}

func (w *world) high() application {
	r, u := 1+w.Intn(w.halo), w.field()
	z, c := w.other(u), w.numbers(w.dims()*(r+1))
	return application{"laplacian_high", u, z, c, "", w.apart(z, func(p [3]int) float64 {
		sum := 0.0
		for axis := range w.dims() {
			of := c[axis*(r+1):]
			sum += of[0] * w.grids[u].value(p)
			for m := 1; m <= r; m++ {
				sum += of[m] * (w.grids[u].beside(p, axis, -m) + w.grids[u].beside(p, axis, m))
			}
		}
		return sum
	})}
}

// classes are stencil7 and stencil27: weights by distance.
func (w *world) classes() application {
	u := w.field()
	z := w.other(u)
	operator, n := "stencil7", 2
	if w.Intn(2) == 0 {
		operator, n = "stencil27", w.dims()+1
	}
	c := w.numbers(n)
	return application{operator, u, z, c, "", w.apart(z, func(p [3]int) float64 {
		sum := 0.0
		classes := w.grids[u].classes(p)
		for i, v := range c {
			sum += v * classes[i] / 3
		}
		return 3 * sum
	})}
}

func (w *world) residual() application {
	u, f := w.field(), w.field()
	z, c := w.other(u, f), w.numbers(w.dims())
	return application{"residual", u + " " + f, z, c, "", w.apart(z, func(p [3]int) float64 { return w.grids[f].value(p) - w.grids[u].laplacian(c, p) })}
}

func (w *world) relax() application {
	u := w.field()
	f, c := w.other(u), w.numbers(w.dims())
	for i := range c {
		c[i] = 0.1 + math.Abs(c[i])
	}
	operator := []string{"gauss_seidel", "gauss_seidel_red", "gauss_seidel_black"}[w.Intn(3)]
	return application{operator, f, u, c, "", func() {
		if operator != "gauss_seidel_black" {
			w.grids[u].relax(w.grids[f], c, 0)
		}
		if operator != "gauss_seidel_red" {
			w.grids[u].relax(w.grids[f], c, 1)
		}
	}}
}

func (w *world) combine() application {
	reads, z := []string{}, w.field()
	for range 1 + w.Intn(4) {
		reads = append(reads, w.field())
	}
	c := w.numbers(len(reads))
	return application{"combine", strings.Join(reads, " "), z, c, "", w.apart(z, func(p [3]int) float64 {
		sum := 0.0
		for i, name := range reads {
			sum += c[i] * w.grids[name].value(p)
		}
		return sum
	})}
}

func (w *world) product() application {
	x, y, u, v, z, c := w.field(), w.field(), w.field(), w.field(), w.field(), w.numbers(3)
	at := func(name string, p [3]int) float64 { return w.grids[name].value(p) }
	if w.Intn(2) == 0 {
		return application{"multiply", x + " " + y, z, c[:1], "", w.apart(z, func(p [3]int) float64 { return c[0] * at(x, p) * at(y, p) })}
	}
	return application{"combine_product", strings.Join([]string{x, y, u, v}, " "), z, c, "", w.apart(z, func(p [3]int) float64 {
		return c[0]*at(x, p) + c[1]*at(y, p) + c[2]*at(u, p)*at(v, p)
	})}
}

func (w *world) divide() application {
	x, z, c := w.field(), w.field(), w.numbers(1)
	return application{"divide", x + " one", z, c, "", w.apart(z, func(p [3]int) float64 { return c[0] * w.grids[x].value(p) / w.grids["one"].value(p) })}
}

func (w *world) constant() application {
	z, c := w.field(), w.numbers(1)
	return application{"constant", "", z, c, "", w.apart(z, func([3]int) float64 { return c[0] })}
}

func (w *world) fill() application {
	kinds := []string{"periodic", "mirror", "mirror_point", "dirichlet", "constant", "neumann", "given"}
	kind, u, layers := kinds[w.Intn(len(kinds))], w.field(), 1+w.Intn(w.halo)
	var c []float64
	value := 0.0
	if slices.Contains([]string{"dirichlet", "constant", "neumann"}, kind) {
		value = w.number()
		c = []float64{value}
	}
	from := ""
	if kind == "given" {
		from = partner[u]
	}
	words, faces := []string{}, [][2]int{}
	for axis := range w.dims() {
		for side := range 2 {
			if w.Intn(3) > 0 {
				words = append(words, string(rune('x'+axis))+[]string{"-", "+"}[side])
				faces = append(faces, [2]int{axis, side})
			}
		}
	}
	if len(words) == 0 {
		words, faces = []string{"y-"}, [][2]int{{1, 0}}
	}
	w.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] }) // their order does not matter
	options := fmt.Sprintf("kind=%s faces=%s layers=%d", kind, strings.Join(words, "/"), layers)
	return application{"fill", from, u, c, options, func() {
		for _, f := range faces {
			w.grids[u].fillFace(f[0], f[1], layers, kind, value, w.grids[from])
		}
	}}
}

func (w *world) swap() application {
	x := w.field()
	y := partner[x]
	return application{"swap", "", x + " " + y, nil, "", func() { w.grids[x].a, w.grids[y].a = w.grids[y].a, w.grids[x].a }}
}

func (w *world) copyField() application {
	x := w.field()
	z := partner[x] // of the same halo
	return application{"copy", x, z, nil, "", func() { w.grids[z].a = w.grids[x].copy().a }}
}

func (w *world) own() application {
	z, numbers := w.field(), map[string]float64{}
	w.written = z
	e := w.expression(1+w.Intn(4), numbers)
	var words []string
	var c []float64
	for name, v := range numbers {
		words, c = append(words, name), append(c, v)
	}
	options := ""
	if len(words) > 0 {
		options = "names=" + strings.Join(words, "/")
	}
	return application{"pointwise", e.text, z, c, options, w.apart(z, e.at)}
}

// grayScott makes one step or several; each ring of points that a later step needs is made by the steps before.
func (w *world) grayScott() application {
	if w.dims() != 2 {
		return w.constant()
	}
	u := w.field()
	v := w.other(u)
	x := w.other(u, v)
	y := w.other(u, v, x)
	c, steps := []float64{0.16, 0.08, 0.035, 0.065, 0.5}, 1+w.Intn(w.halo)
	return application{"gray_scott", u + " " + v, x + " " + y, c, fmt.Sprintf("steps=%d", steps), func() {
		a, b := w.grids[u].copy(), w.grids[v].copy()
		for s := 1; s <= steps; s++ {
			nextA, nextB, ring := a.copy(), b.copy(), steps-s
			one := []float64{1, 1}
			box([3]int{-ring, -ring, 0}, [3]int{a.n[0] + ring, a.n[1] + ring, 1}, func(p [3]int) {
				uu, vv := a.value(p), b.value(p)
				nextA.a[a.at(p)] = uu + c[4]*(c[0]*a.laplacian(one, p)-uu*vv*vv+c[2]*(1-uu))
				nextB.a[b.at(p)] = vv + c[4]*(c[1]*b.laplacian(one, p)+uu*vv*vv-(c[2]+c[3])*vv)
			})
			a, b = nextA, nextB
		}
		w.grids[x].set(a.value)
		w.grids[y].set(b.value)
	}}
}
