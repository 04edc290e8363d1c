package page

import (
	"fmt"
	"strings"

	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/series"
)

// step is one row of the table of a series.
type step struct {
	Step                                            string // or the name of files without one
	Time, Beyond, Field, MaxAbs, Norm, Where, Owner string
	Same                                            bool
}

// Series makes the page of two series: growth, steps, and the fields of the first step beyond
// tolerance, or of the last step where there is none.
func Series(r *series.Result) ([]byte, error) {
	c := &content{Same: r.Same, Title: base(r.New), Summary: r.Summary, Hint: r.Hint, Reference: r.Reference, New: r.New, Version: hdf5file.Version()}
	if h := r.Growth(); h != nil {
		data, err := h.Encode(".svg")
		if err != nil {
			return nil, err
		}
		c.Growth = inline("image/svg+xml", data)
	}
	all := r.All()
	shown := all[len(all)-1]
	c.FieldsTitle = "Fields of the last, " + shown.Name()
	for _, one := range all {
		c.Series = append(c.Series, stepRow(one))
		for _, why := range one.Reasons() {
			if len(c.Remarks) < mostRemarks {
				c.Remarks = append(c.Remarks, one.Name()+": "+why+".")
			}
		}
		if r.First != nil && one.Step == r.First.Step && one.File == r.First.File {
			shown = one
			c.FieldsTitle = "Fields of " + one.Name() + ", the first beyond tolerance"
		}
	}
	c.Moment = moment(shown)
	for _, s := range r.Skipped {
		c.Remarks = append(c.Remarks, s.Path+" was not compared: "+s.Reason+".")
	}
	if err := c.add(shown); err != nil {
		return nil, err
	}
	return c.render()
}

func stepRow(one *compare.Result) step {
	s := step{Step: strings.TrimPrefix(one.Name(), "step "), Time: "no time", Same: one.Same}
	if one.Time != nil {
		s.Time = fmt.Sprintf("%.6g", *one.Time)
	}
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
