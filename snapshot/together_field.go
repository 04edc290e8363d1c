package snapshot

import (
	"encoding/json"
	"runtime"
	"slices"
	"time"

	"drawbridge/status"
	"drawbridge/views"
)

// Field writes a field: from each rank the interior of an array, which is as large as its box. A rank of
// several boxes calls once for each, in their order; the arrays must stay until the last, which is the
// collective one and tells what was wrong with any.
func (t *Together) Field(name, unit string, source views.HostArray) error {
	return t.FieldUnless(nil, name, unit, source)
}

// FieldUnless is Field of a rank that was refused before it came here: no rank writes then.
func (t *Together) FieldUnless(refused error, name, unit string, source views.HostArray) error {
	begin := time.Now()
	mine := t.mine()
	if refused == nil && len(t.parts) > 0 && name != t.part {
		refused = status.Errorf(status.Order, "field %s came before all boxes of field %s", name, t.part)
	}
	if refused == nil {
		refused = t.Fits(name, source)
	}
	if refused == nil && t.wrong == nil {
		var values []uint64
		source, values = source.Rearranged(true)
		t.kept = append(t.kept, values)
	}
	if t.wrong == nil && refused != nil && len(mine) > 1 {
		refused = status.Wrap(refused, "box %d of %d: %v", len(t.parts)+1, len(mine), refused)
	}
	if t.wrong == nil {
		t.wrong = refused
	}
	t.part = name
	if t.parts = append(t.parts, source); len(t.parts) < len(mine) {
		return nil
	}
	parts, wrong := t.parts, t.wrong
	defer runtime.KeepAlive(t.kept)
	t.parts, t.wrong, t.kept = nil, nil, nil
	err := t.admit("field "+name, unit, func() error {
		if wrong != nil {
			return wrong
		}
		if err := checkField(name, unit); err != nil {
			return err
		}
		if t.fields[name] {
			return status.Errorf(status.Order, "given twice")
		}
		return nil
	})
	if err != nil {
		return err
	}
	if t.transport == TransportDirect {
		err = t.direct(name, unit, parts)
	} else {
		err = t.through(name, unit, parts)
	}
	t.fields[name] = err == nil
	for _, box := range mine {
		t.bytes += 8 * gridOf(box).points()
	}
	t.spent += time.Since(begin)
	return err
}

// Fits refuses an array that does not fit itself or the box of this rank that comes next.
func (t *Together) Fits(_ string, source views.HostArray) error {
	return gridOf(t.mine()[len(t.parts)]).checkSource(source)
}

// Holds tells whether a field is in the file.
func (t *Together) Holds(field string) bool { return t.fields[field] }

// mine are the boxes of this rank.
func (t *Together) mine() [][6]int {
	first := slices.Index(t.owners, t.ranks.Rank())
	n := first
	for n < len(t.owners) && t.owners[n] == t.owners[first] {
		n++
	}
	return t.boxes[first:n]
}

// gridOf is a grid as large as a box.
func gridOf(box [6]int) Grid {
	return Grid{Cells: [3]int{box[1] - box[0] + 1, box[3] - box[2] + 1, box[5] - box[4] + 1}}
}

func (g Grid) points() int64 { return int64(g.Cells[0]) * int64(g.Cells[1]) * int64(g.Cells[2]) }

func firstOf(box [6]int) [3]int { return [3]int{box[0], box[2], box[4]} }

// lay makes the dataset of a field and answers where its bytes begin in the file.
func (t *Together) lay(w *Writer, name, unit string) (int64, error) {
	offset, err := w.handle.reserve(name, t.grid.Cells)
	if err == nil {
		err = w.handle.text(folder+name, "units", unit, false)
	}
	return offset, err
}

// through takes this rank's boxes to the file by parallel HDF5 or by way of rank 0.
func (t *Together) through(name, unit string, parts []views.HostArray) error {
	what := "field " + name
	var offset int64
	err := t.each(what, func(w *Writer) error {
		var err error
		offset, err = t.lay(w, name, unit)
		return err
	})
	if err != nil {
		return err
	}
	begin := time.Now()
	defer func() { t.busy += time.Since(begin) }()
	if t.transport == TransportParallel {
		return t.each(what, func(w *Writer) error { return t.rounds(w, name, parts) })
	}
	later, err := t.gather(offset, parts)
	return t.spoil(t.ranks.AgreeAfter(1+later, "snapshot: "+what, about(t.path, what, err)))
}

// rounds makes as many collective calls of HDF5 on every rank as the rank with the most boxes needs.
func (t *Together) rounds(w *Writer, name string, parts []views.HostArray) error {
	most, boxes := 0, map[int]int{}
	for _, rank := range t.owners {
		boxes[rank]++
		most = max(most, boxes[rank])
	}
	var failure error
	mine := t.mine()
	for i := range most {
		var err error
		if i < len(parts) {
			err = w.handle.part(name, t.grid.Cells, firstOf(mine[i]), &parts[i])
		} else {
			err = w.handle.part(name, t.grid.Cells, [3]int{1, 1, 1}, nil)
		}
		if failure == nil {
			failure = err
		}
	}
	return failure
}

// laid is where rank 0 laid a field, or why it could not.
type laid struct {
	Offset int64
	Code   status.Code
	Text   string
}

// direct takes this rank's boxes straight to their places: one exchange tells where that is. A failure of
// the writing itself is told by the next call, so that ranks wait for each other once.
func (t *Together) direct(name, unit string, parts []views.HostArray) error {
	what := "field " + name
	var mine laid
	if t.w != nil {
		mutex.Lock()
		offset, err := t.lay(t.w, name, unit)
		mutex.Unlock()
		if mine.Offset = offset; err != nil {
			mine.Code, mine.Text = status.CodeOf(err), err.Error()
		}
	}
	text, err := json.Marshal(mine)
	if err != nil {
		return t.spoil(err)
	}
	records, err := t.ranks.Share("snapshot: "+what, text)
	if err != nil {
		return t.spoil(err)
	}
	if err := json.Unmarshal(records[0], &mine); err != nil {
		return t.spoil(err)
	}
	if mine.Code != status.OK {
		return t.spoil(about(t.path, what, status.Errorf(mine.Code, "%s", mine.Text)))
	}
	begin := time.Now()
	for i, box := range t.mine() {
		if t.late == nil {
			t.late = about(t.path, what, place(t.temporary, mine.Offset, t.grid.Cells, firstOf(box), parts[i]))
		}
	}
	t.busy += time.Since(begin)
	return nil
}
