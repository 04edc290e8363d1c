package picture

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"drawbridge/status/nearest"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Range is the values at the ends of the colour map of a field; of all fields where it names none.
type Range struct {
	Field     string
	Low, High float64
}

// ParseRange reads LOW:HIGH or FIELD=LOW:HIGH.
func ParseRange(text string) (Range, error) {
	r := Range{}
	ends := text
	if at := strings.LastIndex(text, "="); at >= 0 {
		r.Field, ends = text[:at], text[at+1:]
	}
	low, high, _ := strings.Cut(ends, ":")
	var err [2]error
	r.Low, err[0] = strconv.ParseFloat(low, 64)
	r.High, err[1] = strconv.ParseFloat(high, 64)
	if err[0] != nil || err[1] != nil || !(r.Low < r.High) || math.IsInf(r.Low, 0) || math.IsInf(r.High, 0) {
		return r, fmt.Errorf("range '%s': expected LOW:HIGH or FIELD=LOW:HIGH, two numbers, the smaller one first", text)
	}
	return r, nil
}

// SetRanges gives panels the ranges that are named; a later one wins. With `same` all panels get one range, which holds the values of
// all; fields of different units have none.
func (p *Plane) SetRanges(ranges []Range, same bool) error {
	names := make([]string, len(p.Panels))
	for i, panel := range p.Panels {
		names[i] = panel.Name
	}
	for _, r := range ranges {
		found := false
		for i := range p.Panels {
			if r.Field == "" || r.Field == p.Panels[i].Name {
				p.Panels[i].Low, p.Panels[i].High = r.Low, r.High
				found = true
			}
		}
		if !found {
			return fmt.Errorf("range of '%s': no such field is drawn%s", r.Field, nearest.Known(r.Field, "fields are", names, ""))
		}
	}
	if !same {
		return nil
	}
	low, high := math.Inf(1), math.Inf(-1)
	for i := range p.Panels {
		if p.Panels[i].Unit != p.Panels[0].Unit {
			return fmt.Errorf("one range for all: %s is in '%s' and %s in '%s'; name fields of one unit", names[0], p.Panels[0].Unit, names[i], p.Panels[i].Unit)
		}
		l, h := limits(&p.Panels[i])
		low, high = min(low, l), max(high, h)
	}
	for i := range p.Panels {
		p.Panels[i].Low, p.Panels[i].High = low, high
	}
	return nil
}

// edges draws the rectangles of Edges, dark with a bright core, as far as they lie in the picture.
func (p *Plane) edges(c draw.Canvas, area vg.Rectangle) {
	x := func(at float64) vg.Length { return area.Min.X + vg.Length((at-p.Left)/(p.Right-p.Left))*area.Size().X }
	y := func(at float64) vg.Length {
		return area.Min.Y + vg.Length((at-p.Bottom)/(p.Top-p.Bottom))*area.Size().Y
	}
	for _, stroke := range []draw.LineStyle{{Color: color.Black, Width: vg.Points(2.4)}, {Color: color.White, Width: vg.Points(1)}} {
		for _, e := range p.Edges {
			left, right, low, high := max(e[0], p.Left), min(e[1], p.Right), max(e[2], p.Bottom), min(e[3], p.Top)
			for _, at := range e[:2] {
				if at > p.Left && at < p.Right && low < high {
					c.StrokeLine2(stroke, x(at), y(low), x(at), y(high))
				}
			}
			for _, at := range e[2:] {
				if at > p.Bottom && at < p.Top && left < right {
					c.StrokeLine2(stroke, x(left), y(at), x(right), y(at))
				}
			}
		}
	}
}
