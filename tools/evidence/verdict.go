package evidence

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Verdict says in words where the difference lives: in few cells, or at which scale; "" where nothing says so.
func (p *Plane) Verdict() string {
	cells := p.carriers()
	if cells > 0 && 100*cells <= len(p.Diff) {
		return fmt.Sprintf("The difference sits in few places: %d of the %d cells of this plane hold 90 %% of it. "+
			"Likely causes are an index, the edge of a block, or single wrong points.", cells, len(p.Diff))
	}
	touched := 0
	for _, d := range p.Diff {
		if d != 0 {
			touched++
		}
	}
	if touched > 0 && 2*touched <= len(p.Diff) {
		return fmt.Sprintf("The difference lies in %d of the %d cells of this plane; the others have the same values. "+
			"Likely causes are a wrong halo, the bounds of a loop, or the edge of a block. A cause that has not spread yet looks the same.", touched, len(p.Diff))
	}
	share := p.roughness()
	words := "is smooth and follows the flow, as a wrong coefficient or tolerance does"
	switch {
	case math.IsNaN(share):
		return ""
	case share > .8:
		words = "lives at the grid scale: it changes its sign from cell to cell"
	case share > .3:
		words = "is spread over all scales, as round-off and jumps are"
	}
	return fmt.Sprintf("The difference %s.", words)
}

// carriers counts the fewest cells that hold 90 % of the squared difference; 0 where nothing differs.
func (p *Plane) carriers() int {
	var squares []float64
	total := 0.0
	for _, d := range p.Diff {
		if square := d * d; square > 0 && !math.IsInf(square, 0) {
			squares = append(squares, square)
			total += square
		}
	}
	slices.Sort(squares)
	sum := 0.0
	for i := len(squares) - 1; i >= 0; i-- {
		if sum += squares[i]; sum >= .9*total {
			return len(squares) - i
		}
	}
	return 0
}

// roughness is the mean square of the steps between neighbours, over four times the variance: 0 where the difference is smooth, 1/2 of noise, 1 of a
// zigzag; the larger one of both directions. NaN where it does not vary, or is not finite.
func (p *Plane) roughness() float64 {
	_, variance := stat.PopMeanVariance(p.Diff, nil)
	most := math.NaN()
	for _, step := range []int{1, p.Columns} {
		sum, pairs := 0.0, 0.0
		for i := step; i < len(p.Diff); i++ {
			if step == 1 && i%p.Columns == 0 {
				continue
			}
			d := p.Diff[i] - p.Diff[i-step]
			sum, pairs = sum+d*d, pairs+1
		}
		if share := sum / (4 * pairs * variance); !(most >= share) && !math.IsInf(share, 0) {
			most = share
		}
	}
	return most
}
