package snapshot

import (
	"encoding/json"
	"time"

	"drawbridge/status"
	"drawbridge/views"
)

// Field writes a field: from each rank the interior of an array, which is as large as its box.
func (t *Together) Field(name, unit string, source views.HostArray) error {
	return t.FieldUnless(nil, name, unit, source)
}

// FieldUnless is Field of a rank that was refused before it came here: no rank writes then.
func (t *Together) FieldUnless(refused error, name, unit string, source views.HostArray) error {
	begin := time.Now()
	what := "field " + name
	box := t.boxes[t.ranks.Rank()]
	mine := Grid{Cells: [3]int{box[1] - box[0] + 1, box[3] - box[2] + 1, box[5] - box[4] + 1}}
	err := t.admit(what, unit, func() error {
		if refused != nil {
			return refused
		}
		if err := checkName("field", name); err != nil {
			return err
		}
		if t.fields[name] {
			return status.Errorf(status.Order, "given twice")
		}
		return mine.checkSource(source)
	})
	if err != nil {
		return err
	}
	if t.road == RoadDirect {
		err = t.direct(name, unit, [3]int{box[0], box[2], box[4]}, source)
	} else {
		err = t.through(name, unit, [3]int{box[0], box[2], box[4]}, source)
	}
	t.fields[name] = true
	t.bytes += int64(8 * mine.Cells[0] * mine.Cells[1] * mine.Cells[2])
	t.spent += time.Since(begin)
	return err
}

// lay makes the dataset of a field and answers where its bytes begin in the file.
func (t *Together) lay(w *Writer, name, unit string) (int64, error) {
	offset, err := w.handle.reserve(name, t.grid.Cells)
	if err == nil {
		err = w.handle.text(folder+name, "units", unit, false)
	}
	return offset, err
}

// through takes this rank's box to the file by parallel HDF5 or by way of rank 0.
func (t *Together) through(name, unit string, first [3]int, source views.HostArray) error {
	what := "field " + name
	var offset int64
	err := t.each(what, func(w *Writer) error {
		var err error
		offset, err = t.lay(w, name, unit)
		return err
	})
	switch {
	case err != nil:
		return err
	case t.road == RoadParallel:
		return t.each(what, func(w *Writer) error { return w.handle.part(name, t.grid.Cells, first, source) })
	}
	return t.spoil(t.ranks.Agree(what, about(t.path, what, t.gather(offset, source))))
}

// laid is where rank 0 laid a field, or why it could not.
type laid struct {
	Offset int64
	Code   status.Code
	Text   string
}

// direct takes this rank's box straight to its place: one exchange tells where that is. A failure of
// the writing itself is told by the next call, so that ranks wait for each other once.
func (t *Together) direct(name, unit string, first [3]int, source views.HostArray) error {
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
	records, err := t.ranks.Share(text)
	if err != nil {
		return t.spoil(err)
	}
	if err := json.Unmarshal(records[0], &mine); err != nil {
		return t.spoil(err)
	}
	if mine.Code != status.OK {
		return t.spoil(about(t.path, what, status.Errorf(mine.Code, "%s", mine.Text)))
	}
	t.late = about(t.path, what, place(t.temporary, mine.Offset, t.grid.Cells, first, source))
	return nil
}
