package stencils

import (
	"slices"

	"drawbridge/views"
)

// fewestCells: a level of so many cells is solved by sweeps alone.
const fewestCells = 8

// mesh is a grid of cells of equal lengths, all of it, whatever its ranks hold.
type mesh struct {
	cells   []int
	spacing []float64
	walls   bool // u is 0 on the faces
	around  bool // the ends of each axis meet
}

// shape is the cells along x, y and z.
func (m mesh) shape() [3]int {
	shape := [3]int{1, 1, 1}
	copy(shape[:], m.cells)
	return shape
}

func (m mesh) points() int { return views.Box{Extent: m.shape()}.Points() }

// weights are those of laplacian(u) along each axis. Between slopes of 0, or around a periodic axis, a single cell has no curvature.
func (m mesh) weights() []float64 {
	w := make([]float64, len(m.cells))
	for i, h := range m.spacing {
		if m.cells[i] > 1 || m.walls {
			w[i] = 1 / (h * h)
		}
	}
	return w
}

// coarser is the next level: about half of the cells along each axis whose neighbours are the closest. Those along other axes wait until
// all spacings are alike, because a point-wise sweep smooths along short distances alone (U. Trottenberg et al., Multigrid, 2001, 5.1.2).
// Between walls an axis keeps 2 cells: the halo of a single one would be made of itself. false: there is none.
func (m mesh) coarser() (mesh, bool) {
	least, all, closest := 1, 1, 0.0
	if m.walls {
		least = 2
	}
	for i, n := range m.cells {
		all *= n
		if n > least && (closest == 0 || m.spacing[i] < closest) {
			closest = m.spacing[i]
		}
	}
	if all <= fewestCells || closest == 0 {
		return mesh{}, false
	}
	next := mesh{cells: slices.Clone(m.cells), spacing: slices.Clone(m.spacing), walls: m.walls, around: m.around}
	for i, n := range m.cells {
		if n > least && m.spacing[i] < 1.5*closest {
			next.cells[i] = (n + 1) / 2
			next.spacing[i] *= float64(n) / float64(next.cells[i])
		}
	}
	return next, true
}

// halves tells whether the quick kernels serve between a level and the next coarser one: every axis has half of the cells, but the third
// of three may keep its own.
func (m mesh) halves(coarse mesh) bool {
	for i, n := range m.cells {
		if n != 2*coarse.cells[i] && (i < 2 || n != coarse.cells[i]) {
			return false
		}
	}
	return true
}
