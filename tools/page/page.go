// Package page lays a comparison of two files or of two series of files out as one HTML page that
// needs nothing but itself: pictures are inside, and there is no script.
//
// Here lives layout. Never here: comparing (compare, series), what is read for a picture (evidence).
package page

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"path"
	"reflect"
	"strings"

	"drawbridge/files"
	"drawbridge/tools/compare"
	"drawbridge/tools/evidence"
	"drawbridge/tools/hdf5file"
	"drawbridge/tools/picture"
	"drawbridge/tools/series"
)

//go:embed page.html
var text string

var layout = template.Must(template.New("page").Parse(text))

// What a page shows at most: fields in pictures, remarks, bytes of all pictures as they stand in it.
const mostCards, mostRemarks, mostBytes = 16, 200, 1_300_000

// card shows one field: pictures, and the cells that differ most.
type card struct {
	Anchor, Name, Caption string
	Notes                 []string
	Line                  []shot // of one dimension
	Planes                []plane
	WorstColumns          []string
	Worst                 [][]string
}

// plane is reference, new and difference side by side, with a mark at the worst cell, in per cent from the left and from below.
type plane struct {
	Words        string
	Left, Bottom float64
	Panels       []shot
}

// shot is a picture, and what it shows in words.
type shot struct {
	Picture template.URL
	Alt     string
}

// content is what the template shows.
type content struct {
	Same                                                  bool
	Hint, Title, Summary, Reference, New, Moment, Version string
	Growth                                                []shot
	Tables                                                []compare.Table
	Cards                                                 []card
	Remarks                                               []string
	room, left                                            int // for pictures, bytes; and how many have none
}

// Files makes the page of a comparison of two files.
func Files(r *compare.Result) ([]byte, error) {
	c := &content{Same: r.Same, Title: path.Base(r.New), Summary: r.Summary, Hint: r.Hint, Reference: r.Reference, New: r.New, room: mostBytes}
	return c.render(r, "Fields")
}

// Series makes the page of two series: growth, steps, and the fields of the first step beyond
// tolerance, or of the last step where there is none.
func Series(r *series.Result) ([]byte, error) {
	c := &content{Same: r.Same, Title: path.Base(r.New), Summary: r.Summary, Hint: r.Hint, Reference: r.Reference, New: r.New, room: mostBytes}
	if h := r.Growth(); h != nil {
		data, err := picture.Encode(".png", h)
		if err != nil {
			return nil, err
		}
		c.picture(&c.Growth, data, "largest difference of each field against time")
	}
	all := r.All()
	shown := all[len(all)-1]
	title := "Fields of the last, " + shown.Name()
	for _, one := range all {
		for _, why := range one.Reasons() {
			if len(c.Remarks) < mostRemarks {
				c.Remarks = append(c.Remarks, one.Name()+": "+why+".")
			}
		}
		if r.First != nil && one.Step == r.First.Step && one.File == r.First.File {
			shown, title = one, "Fields of "+one.Name()+", the first beyond tolerance"
		}
	}
	c.Tables = append(c.Tables, r.Table())
	c.skipped(r.Skipped)
	return c.render(shown, title)
}

// render adds the fields, the cards and the remarks of one pair of files, and fills the template.
func (c *content) render(r *compare.Result, title string) ([]byte, error) {
	c.Version, c.Moment = hdf5file.Version(), moment(r)
	fields := r.Table()
	fields.Title, fields.Note = title, tolerance(r)
	anchors := map[*compare.Field]string{}
	differing := 0
	for _, f := range series.WorstFirst(r) {
		if f.Unequal == 0 || f.Where == nil && f.FirstNaN == nil {
			continue
		}
		if differing++; differing <= mostCards {
			anchors[f] = fmt.Sprintf("field-%d", differing)
			if err := c.card(r, f, anchors[f]); err != nil {
				return nil, err
			}
		}
	}
	for i, f := range r.Fields {
		fields.Rows[i].Anchor = anchors[f]
	}
	if len(fields.Rows) > 0 {
		c.Tables = append(c.Tables, fields)
	}
	if differing > mostCards {
		c.Remarks = append(c.Remarks, fmt.Sprintf("%d fields differ; the %d that differ most are shown in pictures.", differing, mostCards))
	}
	if c.left > 0 {
		c.Remarks = append(c.Remarks, fmt.Sprintf("%d pictures are left out to keep this page small; choose fewer fields by --field to see them.", c.left))
	}
	c.remark(r)
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

// card shows a field by the plane through its worst cell, and the cells round that.
func (c *content) card(r *compare.Result, f *compare.Field, anchor string) error {
	k := card{Anchor: anchor, Name: path.Base(f.Path), Caption: caption(f)}
	if f.Reason != "" {
		k.Notes = append(k.Notes, f.Reason+".")
	}
	k.WorstColumns, k.Worst = f.WorstCells()
	plane, err := evidence.Open(r, f)
	if err != nil {
		return err
	}
	if plane != nil {
		if err := c.planes(&k, plane); err != nil {
			return err
		}
	}
	c.Cards = append(c.Cards, k)
	return nil
}

func (c *content) planes(k *card, p *evidence.Plane) error {
	if words := p.Verdict(); words != "" {
		k.Notes = append(k.Notes, words)
	}
	if p.Cut {
		k.Notes = append(k.Notes, "The plane is larger than the part shown round its worst point.")
	}
	place := p.Name
	if p.At != "" {
		place += " at " + p.At
	}
	if p.Rows == 1 {
		if p.Columns < 2 {
			return nil
		}
		data, err := picture.Encode(".png", p.Line())
		c.picture(&k.Line, data, place+": reference, new, and new - reference along the line")
		return err
	}
	for _, part := range []*evidence.Plane{p.Zoom(), p} {
		if part == nil {
			continue
		}
		drawing, shown := part.Picture(), plane{Words: place + ", the whole plane"}
		if part != p || p.Cut {
			shown.Words = fmt.Sprintf("%s, the %d x %d cells round the worst one", place, part.Columns, part.Rows)
		}
		shown.Words += fmt.Sprintf("; %s to the right, %s upwards", part.Across, part.Up)
		shown.Left, shown.Bottom = 100*(drawing.Mark[0]-drawing.Left)/(drawing.Right-drawing.Left), 100*(drawing.Mark[1]-drawing.Bottom)/(drawing.Top-drawing.Bottom)
		for i := range drawing.Panels {
			panel := &drawing.Panels[i]
			data, low, high, err := panel.Encode()
			if err != nil {
				return err
			}
			c.picture(&shown.Panels, data, fmt.Sprintf("%s: %.7g to %.7g %s", panel.Name, low, high, panel.Unit))
		}
		if len(shown.Panels) > 0 {
			k.Planes = append(k.Planes, shown)
		}
	}
	return nil
}

// picture puts a PNG into the page itself, where there is room.
func (c *content) picture(list *[]shot, png []byte, alt string) {
	data := "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)
	if len(data) > c.room {
		c.left++
		return
	}
	c.room -= len(data)
	*list = append(*list, shot{template.URL(data), alt})
}

// remark lists what is neither a number nor a picture.
func (c *content) remark(r *compare.Result) {
	if r.TimeNote != "" {
		c.Remarks = append(c.Remarks, strings.ToUpper(r.TimeNote[:1])+r.TimeNote[1:]+".")
	}
	for _, name := range r.Missing {
		c.Remarks = append(c.Remarks, name+" is missing in the new file.")
	}
	for _, name := range r.Extra {
		c.Remarks = append(c.Remarks, name+" is in the new file alone.")
	}
	c.skipped(r.Skipped)
	for _, a := range r.Attributes {
		c.Remarks = append(c.Remarks, fmt.Sprintf("Attribute %s of %s: %s in the reference, %s in the new file.", a.Name, a.Object, cmp.Or(a.Reference, "absent"), cmp.Or(a.New, "absent")))
	}
}

func (c *content) skipped(list []compare.Skip) {
	for _, s := range list {
		c.Remarks = append(c.Remarks, s.Path+" was not compared: "+s.Reason+".")
	}
}
