package picture

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Stack draws charts one over the other, the first at the top.
type Stack []*Chart

// Save draws the charts to a PNG or SVG file.
func (s Stack) Save(path string) error { return save(path, s) }

func (s Stack) layout() (total vg.Point, paint func(draw.Canvas), err error) {
	if len(s) == 0 {
		return total, nil, fmt.Errorf("a picture needs at least one field")
	}
	var sizes []vg.Point
	var paints []func(draw.Canvas)
	for _, h := range s {
		size, paint, err := h.layout()
		if err != nil {
			return total, nil, err
		}
		sizes, paints = append(sizes, size), append(paints, paint)
		total.X, total.Y = max(total.X, size.X), total.Y+size.Y
	}
	return total, func(c draw.Canvas) {
		top := c.Max.Y
		for i, paint := range paints {
			paint(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: c.Min.X, Y: top - sizes[i].Y}, Max: vg.Point{X: c.Min.X + sizes[i].X, Y: top}}})
			top -= sizes[i].Y
		}
	}, nil
}
