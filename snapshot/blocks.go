package snapshot

import "drawbridge/status"

// blocksPath is where VTKHDF keeps what belongs to no cell: one row for each rank.
const (
	fieldData  = "/VTKHDF/FieldData"
	blocksPath = fieldData + "/blocks"
)

// Blocks keeps how the run was cut: for each rank, from 0, the first and last cell of its block in
// x, y and z (x1 x2 y1 y2 z1 z2, counted from 1 in the whole grid). A comparison then names the
// rank in whose block a difference lies. Where a rank has several blocks or none, owners names the
// rank of each block of the list.
func (w *Writer) Blocks(list [][6]int, owners ...int) error {
	mutex.Lock()
	defer mutex.Unlock()
	const what = "blocks"
	if err := w.ready(what); err != nil {
		return err
	}
	if w.blocked {
		return w.about(what, status.Errorf(status.Order, "given twice"))
	}
	rows, err := w.grid.rows(list, owners)
	if err != nil {
		return w.about(what, err)
	}
	w.blocked = true
	if err = w.handle.group(fieldData); err == nil {
		err = w.handle.table(blocksPath, rows)
	}
	if err != nil {
		w.broken = w.about(what, err)
	}
	return w.broken
}

// rows checks that every block lies in the grid and that all or none have an owner.
func (g Grid) rows(list [][6]int, owners []int) ([][]int64, error) {
	if len(list) == 0 {
		return nil, status.Errorf(status.Argument, "no block given, expected one for each rank")
	}
	if len(owners) != 0 && len(owners) != len(list) {
		return nil, status.Errorf(status.Shape, "%d ranks given for %d blocks", len(owners), len(list))
	}
	rows := make([][]int64, len(list))
	for rank, b := range list {
		for d := range 3 {
			first, last := b[2*d], b[2*d+1]
			if first < 1 || last > g.Cells[d] || first > last {
				return nil, status.Errorf(status.Shape, "the block %d:%d in %c, number %d of the list, lies outside the grid's 1:%d", first, last, 'x'+d, rank+1, g.Cells[d])
			}
		}
		for _, n := range b {
			rows[rank] = append(rows[rank], int64(n))
		}
		if len(owners) == 0 {
			continue
		}
		if owners[rank] < 0 {
			return nil, status.Errorf(status.Argument, "block %d is of rank %d, expected at least 0", rank+1, owners[rank])
		}
		rows[rank] = append(rows[rank], int64(owners[rank]))
	}
	if i, j := overlap(list); i >= 0 {
		return nil, status.Errorf(status.Shape, "the blocks number %d and %d of the list overlap: %v and %v", i+1, j+1, list[i], list[j])
	}
	return rows, nil
}
