// Package page lays a comparison of two files or of two series of files out as one HTML page that
// needs nothing but itself: pictures are inside, and there is no script.
//
// Here lives layout. Never here: comparing (compare, series), what is read for a picture (evidence).
package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"reflect"
	"strings"

	"drawbridge/files"
	"drawbridge/tools/compare"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/series"
)

//go:embed page.html
var text string

var layout = template.Must(template.New("page").Parse(text))

// mostRemarks bounds what a page says of the steps of a series.
const mostRemarks = 200

// content is what the template shows.
type content struct {
	Same                                         bool
	Hint, Title, Summary, Reference, New, Moment string
	FieldsTitle, Tolerance, Version              string
	Series                                       []step
	Growth                                       template.URL
	Fields                                       []field
	Cards                                        []card
	Remarks                                      []string
}

// field is one row of the table.
type field struct {
	Name, Unit, Anchor, Where, Rank                string
	MaxAbs, MaxRel, RMS, L1, L2, Linf, ULP, Beyond string
	Decorrelation, Reference, New                  string
	Same                                           bool
}

// Files makes the page of a comparison of two files.
func Files(r *compare.Result) ([]byte, error) {
	c := &content{Same: r.Same, Title: base(r.New), Summary: r.Summary, Hint: r.Hint, Reference: r.Reference, New: r.New,
		Moment: moment(r), FieldsTitle: "Fields", Version: hdf5file.Version()}
	if err := c.add(r); err != nil {
		return nil, err
	}
	return c.render()
}

func (c *content) render() ([]byte, error) {
	show(reflect.ValueOf(c).Elem())
	var b bytes.Buffer
	err := layout.Execute(&b, c)
	return b.Bytes(), err
}

// show writes characters that a browser would hide or obey as escapes, in every text: names of a file may have such.
func show(v reflect.Value) {
	switch {
	case v.Type() == reflect.TypeFor[string]():
		v.SetString(files.OneLine(v.String()))
	case v.Kind() == reflect.Pointer && !v.IsNil():
		show(v.Elem())
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			show(v.Field(i))
		}
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			show(v.Index(i))
		}
	}
}

// add sets the table, the cards and the remarks of one pair of files.
func (c *content) add(r *compare.Result) error {
	shown := worthShowing(r)
	anchors := map[*compare.Field]string{}
	for i, f := range shown {
		anchors[f] = fmt.Sprintf("field-%d", i+1)
		made, err := newCard(r, f, anchors[f])
		if err != nil {
			return err
		}
		c.Cards = append(c.Cards, *made)
	}
	differing := 0
	for _, f := range r.Fields {
		c.Fields = append(c.Fields, row(f, anchors[f]))
		if f.Unequal > 0 {
			differing++
		}
	}
	if differing > len(shown) {
		c.Remarks = append(c.Remarks, fmt.Sprintf("%d fields differ; the %d that differ most are shown in pictures.", differing, len(shown)))
	}
	if left := c.fit(); left > 0 {
		c.Remarks = append(c.Remarks, fmt.Sprintf("%d pictures are left out to keep this page small; choose fewer fields by --field to see them.", left))
	}
	c.Tolerance = tolerance(r)
	c.remark(r)
	return nil
}

// remark lists what is neither a number nor a picture.
func (c *content) remark(r *compare.Result) {
	if r.TimeNote != "" {
		c.Remarks = append(c.Remarks, strings.ToUpper(r.TimeNote[:1])+r.TimeNote[1:]+".")
	}
	for _, path := range r.Missing {
		c.Remarks = append(c.Remarks, path+" is missing in the new file.")
	}
	for _, path := range r.Extra {
		c.Remarks = append(c.Remarks, path+" is in the new file alone.")
	}
	for _, s := range r.Skipped {
		c.Remarks = append(c.Remarks, s.Path+" was not compared: "+s.Reason+".")
	}
	for _, a := range r.Attributes {
		c.Remarks = append(c.Remarks, fmt.Sprintf("Attribute %s of %s: %s in the reference, %s in the new file.", a.Name, a.Object, present(a.Reference), present(a.New)))
	}
}

func present(value string) string {
	if value == "" {
		return "absent"
	}
	return value
}

func base(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

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
