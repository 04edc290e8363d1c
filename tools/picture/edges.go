package picture

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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
