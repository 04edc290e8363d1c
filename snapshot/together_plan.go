package snapshot

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"

	"drawbridge/status"
)

// plan is what every rank tells the others before a file is begun.
type plan struct {
	Path      string
	Grid      Grid
	Boxes     [][6]int
	Transport string // asked by name; "" leaves the choice
	Parallel  bool   // this rank's HDF5 has MPI-IO
}

// prepare checks what one rank can see alone.
func (p *plan) prepare() error {
	if err := p.Grid.checkNew(p.Path); err != nil {
		return err
	}
	if _, err := p.Grid.rows(p.Boxes, nil); err != nil {
		return about(p.Path, "box", err)
	}
	mutex.Lock()
	defer mutex.Unlock()
	if err := bind(); err != nil {
		return err
	}
	p.Parallel = parallel != nil && parallel.usable()
	return nil
}

func sharePlans(ranks Ranks, mine plan) ([]plan, error) {
	text, err := json.Marshal(mine)
	if err != nil {
		return nil, err
	}
	records, err := ranks.Share("snapshot%create", text)
	if err != nil {
		return nil, err
	}
	plans := make([]plan, len(records))
	for i, r := range records {
		if err := json.Unmarshal(r, &plans[i]); err != nil {
			return nil, err
		}
	}
	return plans, nil
}

// settle compares the plans of all ranks and chooses the transport.
func (t *Together) settle(plans []plan) error {
	all := true
	for rank, p := range plans {
		if p.Path != plans[0].Path || !reflect.DeepEqual(p.Grid, plans[0].Grid) || p.Transport != plans[0].Transport {
			return status.Errorf(status.Argument, "rank %d asks for %s of %+v, rank 0 for %s of %+v", rank, p.Path, p.Grid, plans[0].Path, plans[0].Grid)
		}
		all = all && p.Parallel
		for _, box := range p.Boxes {
			t.boxes, t.owners = append(t.boxes, box), append(t.owners, rank)
		}
	}
	if err := fill(t.grid.Cells, t.boxes, t.owners); err != nil {
		return err
	}
	_, onNode := t.ranks.Node()
	switch t.transport = plans[0].Transport; {
	case t.transport == TransportParallel && !all:
		return status.Errorf(status.NotAvailable, "the HDF5 in use (%s) has no MPI-IO of this program's MPI; name a parallel one in %s", bound.Path, LibraryVariable)
	case t.transport != "":
	case all:
		t.transport = TransportParallel
	case onNode == t.ranks.Size():
		t.transport = TransportDirect
	default:
		t.transport = TransportGather
	}
	return nil
}

// fill refuses boxes that overlap or leave cells of the grid out.
func fill(cells [3]int, boxes [][6]int, owners []int) error {
	if i, j := overlap(boxes); i >= 0 {
		return status.Errorf(status.Shape, "the boxes of rank %d and rank %d overlap: %v and %v", owners[i], owners[j], boxes[i], boxes[j])
	}
	held := 0
	for _, b := range boxes {
		held += (b[1] - b[0] + 1) * (b[3] - b[2] + 1) * (b[5] - b[4] + 1)
	}
	if whole := cells[0] * cells[1] * cells[2]; held != whole {
		return status.Errorf(status.Shape, "the boxes of the ranks hold %d cells, the grid has %d", held, whole)
	}
	return nil
}

// overlap finds two boxes with a common cell; -1: there are none. Boxes are compared in the order of their low ends,
// each only with those that begin before it ends: not all pairs.
func overlap(boxes [][6]int) (int, int) {
	d := 2 * mostCut(boxes)
	order := make([]int, len(boxes))
	for i := range boxes {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(boxes[i][d]-boxes[j][d], i-j) })
	for n, i := range order {
		a := boxes[i]
		for _, j := range order[n+1:] {
			b := boxes[j]
			if b[d] > a[d+1] {
				break
			}
			if a[0] <= b[1] && b[0] <= a[1] && a[2] <= b[3] && b[2] <= a[3] && a[4] <= b[5] && b[4] <= a[5] {
				return min(i, j), max(i, j)
			}
		}
	}
	return -1, -1
}

// mostCut is the direction, 0 to 2, in which the boxes begin at the most places.
func mostCut(boxes [][6]int) (direction int) {
	most := 0
	for d := range 3 {
		places := map[int]bool{}
		for _, b := range boxes {
			places[b[2*d]] = true
		}
		if len(places) > most {
			most, direction = len(places), d
		}
	}
	return direction
}
