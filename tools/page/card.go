package page

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"sort"

	"drawbridge/tools/compare"
	"drawbridge/tools/evidence"
	"drawbridge/tools/picture"
)

// mostCards is how many fields get pictures, those beyond tolerance first.
const mostCards = 16

// mostBytes bounds all pictures of a page, as they stand in it.
const mostBytes = 1_300_000

// shot is a picture, and what it shows in words.
type shot struct {
	Picture template.URL
	Alt     string
}

// card shows one field in pictures.
type card struct {
	Anchor, Name, Caption string
	Notes                 []string
	Worst                 []cell
	Zoom, Plane           *shot
	Charts                []shot
}

// cell is one row of the cells that differ most.
type cell struct {
	Cell, Position, Reference, New, Absolute, Relative, Rank string
}

// worthShowing are the fields that differ: beyond tolerance first, then by their relative size.
func worthShowing(r *compare.Result) []*compare.Field {
	var list []*compare.Field
	for _, f := range r.Fields {
		if f.Unequal > 0 && (f.Where != nil || f.FirstNaN != nil) {
			list = append(list, f)
		}
	}
	sort.SliceStable(list, func(i, k int) bool {
		if list[i].Same != list[k].Same {
			return list[k].Same
		}
		return list[i].Linf > list[k].Linf
	})
	return list[:min(len(list), mostCards)]
}

func newCard(r *compare.Result, f *compare.Field, anchor string) (*card, error) {
	c := &card{Anchor: anchor, Name: base(f.Path), Caption: caption(f)}
	if f.Reason != "" {
		c.Notes = append(c.Notes, f.Reason+".")
	}
	for i := range f.Worst {
		c.Worst = append(c.Worst, worstRow(&f.Worst[i]))
	}
	if h := evidence.Histogram(f); h != nil {
		if err := c.chart(h, "histogram: how many cells of "+c.Name+" differ by how much"); err != nil {
			return nil, err
		}
	}
	plane, err := evidence.Open(r, f)
	if err != nil || plane == nil {
		return c, err
	}
	spectra := plane.Spectra()
	if words := plane.Verdict(spectra); words != "" {
		c.Notes = append(c.Notes, words)
	}
	if plane.Cut {
		c.Notes = append(c.Notes, "The plane is larger than the part shown round its worst point.")
	}
	for _, s := range spectra {
		if err := c.chart(s.Chart(f.Unit), "spectrum of the difference and of the reference of "+c.Name+" along "+s.Axis); err != nil {
			return nil, err
		}
	}
	return c, c.planes(plane)
}

// planes draws the plane through the worst cell, and the cells round that.
func (c *card) planes(p *evidence.Plane) (err error) {
	panels := ": reference, new, and new - reference; a ring marks the worst cell"
	place := p.Name
	if p.At != "" {
		place += " at " + p.At
	}
	switch {
	case p.Rows > 1:
		if c.Plane, err = small(p, place+panels); err != nil {
			return err
		}
		if zoom := p.Zoom(); zoom != nil {
			c.Zoom, err = small(zoom, fmt.Sprintf("%s, the %d x %d cells round the worst one%s", place, zoom.Columns, zoom.Rows, panels))
			if len(zoom.Edges) > 0 && err == nil {
				c.Zoom.Alt += ", lines are the edges of blocks"
			}
		}
	case p.Columns > 1:
		var data []byte
		data, err = p.Line().Encode(".svg")
		c.Plane = &shot{inline("image/svg+xml", data), place + ": reference, new, and new - reference along the line"}
	}
	return err
}

func small(p *evidence.Plane, alt string) (*shot, error) {
	drawing := p.Picture()
	drawing.Cells = true
	data, err := drawing.EncodeSmall()
	return &shot{inline("image/png", data), alt}, err
}

func (c *card) chart(h *picture.Chart, alt string) error {
	data, err := h.Encode(".svg")
	if err != nil {
		return err
	}
	c.Charts = append(c.Charts, shot{inline("image/svg+xml", data), alt})
	return nil
}

// inline puts a picture into the page itself.
func inline(kind string, data []byte) template.URL {
	return template.URL("data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data))
}

// fit leaves out what would make the page too large: the charts of the last fields first, then planes, then zooms. It answers
// how many pictures that are.
func (c *content) fit() (left int) {
	room := mostBytes - len(c.Growth)
	keep := func(s *shot) bool {
		if s == nil || len(s.Picture) > room {
			return false
		}
		room -= len(s.Picture)
		return true
	}
	for _, choose := range []func(*card) **shot{func(k *card) **shot { return &k.Zoom }, func(k *card) **shot { return &k.Plane }} {
		for i := range c.Cards {
			if s := choose(&c.Cards[i]); *s != nil && !keep(*s) {
				*s = nil
				left++
			}
		}
	}
	for i := range c.Cards {
		var kept []shot
		for _, s := range c.Cards[i].Charts {
			if keep(&s) {
				kept = append(kept, s)
			} else {
				left++
			}
		}
		c.Cards[i].Charts = kept
	}
	return left
}

func worstRow(w *compare.Cell) cell {
	row := cell{Cell: w.String(), Reference: string(w.Reference), New: string(w.New), Absolute: figure(w.Absolute), Relative: figure(w.Relative), Rank: w.RankText()}
	if at := w.Position; at != nil {
		row.Position = fmt.Sprintf("%.6g, %.6g, %.6g", at[0], at[1], at[2])
	}
	return row
}
