package lists

// grid is a field of the interpreter: an interior of n points along each axis and h layers of halo around it, in double
// precision. In 2-D n[2] is 1 and h[2] is 0.
type grid struct {
	n, h   [3]int
	a      []float64
	origin int // i+j+k of the point (0,0,0)
}

func newGrid(n, h [3]int) *grid {
	g := &grid{n: n, h: h}
	g.a = make([]float64, g.extent(0)*g.extent(1)*g.extent(2))
	return g
}

func (g *grid) extent(axis int) int { return g.n[axis] + 2*g.h[axis] }

// at is the place of a point that is counted from 0; halo points lie below 0 and from n on.
func (g *grid) at(p [3]int) int {
	return p[0] + g.h[0] + g.extent(0)*(p[1]+g.h[1]+g.extent(1)*(p[2]+g.h[2]))
}

func (g *grid) value(p [3]int) float64 { return g.a[g.at(p)] }

func (g *grid) beside(p [3]int, axis, by int) float64 {
	p[axis] += by
	return g.value(p)
}

func (g *grid) copy() *grid { return &grid{g.n, g.h, append([]float64(nil), g.a...), g.origin} }

// interior calls a function for every interior point, x fastest.
func (g *grid) interior(do func(p [3]int)) { box([3]int{}, g.n, do) }

func box(from, to [3]int, do func(p [3]int)) {
	for k := from[2]; k < to[2]; k++ {
		for j := from[1]; j < to[1]; j++ {
			for i := from[0]; i < to[0]; i++ {
				do([3]int{i, j, k})
			}
		}
	}
}

// set writes a function of the point to the interior. The function must not read what is written.
func (g *grid) set(value func(p [3]int) float64) {
	g.interior(func(p [3]int) { g.a[g.at(p)] = value(p) })
}

// axes are those that have neighbours.
func (g *grid) axes() int {
	if g.h[2] == 0 && g.n[2] == 1 {
		return 2
	}
	return 3
}

// laplacian is the sum over the axes of c (u(-1) - 2 u + u(+1)).
func (g *grid) laplacian(c []float64, p [3]int) float64 {
	sum := 0.0
	for axis := range g.axes() {
		sum += c[axis] * (g.beside(p, axis, -1) - 2*g.value(p) + g.beside(p, axis, 1))
	}
	return sum
}

// classes are the sums over the points of a 3^d box by their distance: centre, faces, edges, corners.
func (g *grid) classes(p [3]int) (sum [4]float64) {
	low := [3]int{-1, -1, -1}
	high := [3]int{2, 2, 2}
	if g.axes() == 2 {
		low[2], high[2] = 0, 1
	}
	box(low, high, func(d [3]int) {
		away := d[0]*d[0] + d[1]*d[1] + d[2]*d[2]
		sum[away] += g.value([3]int{p[0] + d[0], p[1] + d[1], p[2] + d[2]})
	})
	return sum
}

// relax makes one colour of a Gauss-Seidel sweep of laplacian(u) = f. Red is 0: i+j+k even, in the global grid.
func (g *grid) relax(f *grid, c []float64, colour int) {
	sum := 0.0
	for _, v := range c {
		sum += v
	}
	g.interior(func(p [3]int) {
		if (p[0]+p[1]+p[2]+g.origin)&1 != colour {
			return
		}
		beside := 0.0
		for axis := range g.axes() {
			beside += c[axis] * (g.beside(p, axis, -1) + g.beside(p, axis, 1))
		}
		g.a[g.at(p)] = (beside - f.value(p)) / (2 * sum)
	})
}

// fillFace writes halo layers beyond one face. Faces along y take layers of x with them, faces along z both.
func (g *grid) fillFace(axis, side, layers int, kind string, value float64, given *grid) {
	from, to := [3]int{}, g.n
	for before := range axis {
		wide := min(layers, g.h[before])
		from[before], to[before] = -wide, g.n[before]+wide
	}
	from[axis], to[axis] = 0, 1
	n := g.n[axis]
	box(from, to, func(p [3]int) {
		for k := 1; k <= layers; k++ {
			inner := func(m int) float64 { // the point that is number m counted inwards from this face, from 1
				q := p
				q[axis] = m - 1
				if side == 1 {
					q[axis] = n - m
				}
				return g.value(q)
			}
			q := p
			q[axis] = -k
			if side == 1 {
				q[axis] = n - 1 + k
			}
			switch kind {
			case "periodic":
				g.a[g.at(q)] = inner(n + 1 - k)
			case "mirror":
				g.a[g.at(q)] = inner(k)
			case "mirror_point":
				g.a[g.at(q)] = inner(k + 1)
			case "dirichlet":
				g.a[g.at(q)] = 2*value - inner(k)
			case "constant":
				g.a[g.at(q)] = value
			case "neumann":
				g.a[g.at(q)] = inner(k) + float64(2*k-1)*value
			case "given":
				g.a[g.at(q)] = given.value(q)
			}
		}
	})
}
