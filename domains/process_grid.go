package domains

import (
	"cmp"
	"fmt"
	"slices"
)

// processGrid is how many parts each axis has.
type processGrid [3]int

func (p processGrid) String() string { return fmt.Sprintf("%d x %d x %d", p[0], p[1], p[2]) }

// part is the box of a rank: axes are cut into parts of nearly equal extents, and ranks count along x first.
func (p processGrid) part(rank int, global [3]int) (b Part) {
	at := [3]int{rank % p[0], rank / p[0] % p[1], rank / (p[0] * p[1])}
	for i, n := range global {
		from, to := at[i]*n/p[i], (at[i]+1)*n/p[i]
		b.First[i], b.Extents[i] = from+1, to-from
	}
	return b
}

// boxes are the parts of all ranks.
func (p processGrid) boxes(global [3]int) (list []Part) {
	for rank := range p[0] * p[1] * p[2] {
		list = append(list, p.part(rank, global))
	}
	return list
}

// processGrids are those of so many ranks that give each rank a point at least.
func processGrids(ranks int, global [3]int) (list []processGrid) {
	for x := 1; x <= ranks; x++ {
		for y := 1; x*y <= ranks; y++ {
			if p := (processGrid{x, y, ranks / (x * y)}); x*y*p[2] == ranks && p[0] <= global[0] && p[1] <= global[1] && p[2] <= global[2] {
				list = append(list, p)
			}
		}
	}
	return list
}

// betweenNodes is how many times a point counts that travels between nodes: a network has a fraction of the bandwidth of NVLink or of
// shared memory.
const betweenNodes = 4

// faces are the points at faces between the parts, those between nodes counted several times. An axis counts as between nodes where
// any two neighbours along it run on different ones. hosts are the nodes of the ranks.
func (p processGrid) faces(global [3]int, periodic [3]bool, hosts []string) (points int) {
	for axis, parts := range p {
		area := global[(axis+1)%3] * global[(axis+2)%3]
		if p.crosses(axis, periodic[axis], hosts) {
			area *= betweenNodes
		}
		switch {
		case !periodic[axis]:
			points += (parts - 1) * area
		case parts > 1:
			points += parts * area
		}
	}
	return points
}

// crosses tells whether neighbours along an axis run on different nodes.
func (p processGrid) crosses(axis int, periodic bool, hosts []string) bool {
	stride := []int{1, p[0], p[0] * p[1]}[axis]
	for rank, host := range hosts {
		next := rank + stride
		if rank/stride%p[axis] == p[axis]-1 {
			next = rank - (p[axis]-1)*stride
			if !periodic {
				continue
			}
		}
		if host != hosts[next] {
			return true
		}
	}
	return false
}

// chosenGrid is the process grid of the fewest points at faces. Of those with as many, it has the longest rows: faces across x are packed
// point by point. There is a point for each rank.
func chosenGrid(global [3]int, periodic [3]bool, hosts []string) processGrid {
	return slices.MinFunc(processGrids(len(hosts), global), func(p, q processGrid) int {
		return cmp.Or(p.faces(global, periodic, hosts)-q.faces(global, periodic, hosts), p[0]-q[0])
	})
}

// choose divides the grid of a domain, whose ranks know each other: all come to the same grid.
func (d *Domain) choose() {
	best := chosenGrid(d.Global, d.Periodic, d.hosts)
	if len(d.hosts) > 1 {
		d.all.Report.NoteOnce("domain of %v points: process grid %v, which has the fewest points at faces (those between nodes count %d times)", d.Global[:d.Dims], best, betweenNodes)
	}
	d.Boxes = best.boxes(d.Global)
}
