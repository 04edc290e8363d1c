package picture

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Curve is one field along a line.
type Curve struct {
	Name, Unit string
	Values     []float64
}

// Profile shows curves over a coordinate, each in a panel of its own, one over the other.
type Profile struct {
	Title, Along string
	At           []float64 // coordinate of each value, m where Length says so
	Length       string
	Curves       []Curve
}

// panelSize is that of one curve's panel, its axes included.
var panelSize = vg.Point{X: 16 * vg.Centimeter, Y: 6 * vg.Centimeter}

// lineColour is the blue of viridis.
var lineColour = color.RGBA{R: 49, G: 104, B: 142, A: 255}

func (p *Profile) layout() (size vg.Point, paint func(draw.Canvas), err error) {
	if len(p.Curves) == 0 || len(p.At) < 2 {
		return size, nil, fmt.Errorf("a line needs at least one field and two cells along %s", p.Along)
	}
	factor, unit := 1.0, p.Length
	if unit == "m" {
		factor, unit = Readable(math.Abs(p.At[len(p.At)-1] - p.At[0]))
	}
	size = vg.Point{X: panelSize.X, Y: vg.Length(len(p.Curves))*panelSize.Y + headSpace}
	return size, func(c draw.Canvas) {
		for i, curve := range p.Curves {
			pl := newPlot()
			pl.X.Label.Text, pl.Y.Label.Text = Label(p.Along, unit), Label(curve.Name, curve.Unit)
			for _, line := range unbroken(p.At, curve.Values, factor) {
				line.Color, line.Width = lineColour, vg.Points(1.5)
				pl.Add(line)
			}
			spread(&pl.X, false)
			spread(&pl.Y, false)
			top := c.Max.Y - headSpace - vg.Length(i)*panelSize.Y
			pl.Draw(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: c.Min.X + gap, Y: top - panelSize.Y + gap}, Max: vg.Point{X: c.Max.X - gap, Y: top}}})
			if i == 0 {
				head := pl.Title.TextStyle
				head.XAlign, head.YAlign = text.XCenter, text.YCenter
				c.FillText(head, vg.Point{X: c.Center().X, Y: c.Max.Y - headSpace/2}, p.Title)
			}
		}
	}, nil
}

// unbroken cuts a curve where it has no number.
func unbroken(at, values []float64, factor float64) []*plotter.Line {
	var lines []*plotter.Line
	var run plotter.XYs
	flush := func() {
		if line, err := plotter.NewLine(run); err == nil && len(run) > 0 {
			lines = append(lines, line)
		}
		run = nil
	}
	for i, v := range values {
		if x := at[i] * factor; math.IsNaN(v+x) || math.IsInf(v, 0) || math.IsInf(x, 0) {
			flush()
			continue
		}
		run = append(run, plotter.XY{X: at[i] * factor, Y: v})
	}
	flush()
	return lines
}
