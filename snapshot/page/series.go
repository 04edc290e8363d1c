package page

import (
	"fmt"

	"drawbridge/snapshot/compare"
	"drawbridge/snapshot/hdf5file"
	"drawbridge/snapshot/series"
)

// step is one row of the table of a series.
type step struct {
	Step                                            int64
	Time, Beyond, Field, MaxAbs, Norm, Where, Owner string
	Same                                            bool
}

// Series makes the page of two series: growth, steps, and the fields of the first step beyond
// tolerance, or of the last step where there is none.
func Series(r *series.Result) ([]byte, error) {
	c := &content{Same: r.Same, Title: base(r.New), Summary: r.Summary, Reference: r.Reference, New: r.New, Version: hdf5file.Version()}
	if h := r.Growth(); h != nil {
		data, err := h.Encode(".svg")
		if err != nil {
			return nil, err
		}
		c.Growth = inline("image/svg+xml", data)
	}
	shown := r.Steps[len(r.Steps)-1]
	c.FieldsTitle = fmt.Sprintf("Fields at the last step, %d", shown.Step)
	for _, one := range r.Steps {
		c.Series = append(c.Series, stepRow(one))
		if r.First != nil && one.Step == r.First.Step {
			shown = one
			c.FieldsTitle = fmt.Sprintf("Fields at step %d, the first beyond tolerance", one.Step)
		}
	}
	c.Moment = moment(shown)
	for _, s := range r.Skipped {
		c.Remarks = append(c.Remarks, s.Path+" is no step: "+s.Reason+".")
	}
	if err := c.add(shown); err != nil {
		return nil, err
	}
	return c.render()
}

func stepRow(one *compare.Result) step {
	s := step{Step: one.Step, Time: fmt.Sprintf("%.6g", one.Time), Same: one.Same}
	beyond := 0
	for _, f := range one.Fields {
		if !f.Same {
			beyond++
		}
	}
	s.Beyond = fmt.Sprintf("%d of %d", beyond, len(one.Fields))
	if f := series.Worst(one); f != nil && f.Unequal > 0 {
		s.Field, s.MaxAbs, s.Norm, s.Where, s.Owner = base(f.Path), figure(f.MaxAbs), figure(f.Linf), f.Where.String(), f.Where.Owner()
	}
	return s
}
