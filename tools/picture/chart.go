package picture

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Series is one line of a chart.
type Series struct {
	Name   string
	X, Y   []float64
	Points bool // a dot at each value
	Dashed bool
}

// Chart shows lines over axes that may be logarithmic. Values that a logarithm cannot show are left out.
type Chart struct {
	Title, X, Y   string
	LogX, LogY    bool
	Lines         []Series
	MarkX         []float64 // dashed vertical lines, with their names
	MarkName      []string
	XTicks        []plot.Tick // instead of round numbers, in the units of X
	ExactX        [2]float64  // ends of the axis; equal: those of the values
	Width, Height float64     // cm; 0: good ones
}

// hues tell lines apart: viridis' blue first, then colours that stay apart for colour-blind eyes
// (P. Tol, qualitative "bright", SRON/EPS/TN/09-002).
var hues = []color.RGBA{{68, 119, 170, 255}, {238, 102, 119, 255}, {34, 136, 51, 255}, {204, 150, 30, 255},
	{102, 204, 238, 255}, {170, 51, 119, 255}, {120, 120, 120, 255}}

func (h *Chart) layout() (vg.Point, func(draw.Canvas), error) {
	size := vg.Point{X: 14 * vg.Centimeter, Y: 8 * vg.Centimeter}
	if h.Width > 0 && h.Height > 0 {
		size = vg.Point{X: vg.Length(h.Width) * vg.Centimeter, Y: vg.Length(h.Height) * vg.Centimeter}
	}
	pl, err := h.plot()
	if err != nil {
		return size, nil, err
	}
	return size, func(c draw.Canvas) {
		c.Min, c.Max = c.Min.Add(vg.Point{X: gap, Y: gap}), c.Max.Sub(vg.Point{X: gap, Y: gap})
		h.names(&c, pl)
		h.upright(&c, pl)
		pl.Draw(c)
		h.marks(c, pl)
	}, nil
}

func (h *Chart) plot() (*plot.Plot, error) {
	pl := newPlot()
	pl.X.Label.Text = h.X
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{225}, color.Gray{225}
	pl.Add(grid)
	shown := 0
	for i, s := range h.Lines {
		shown += h.line(pl, s, hues[i%len(hues)])
	}
	if shown == 0 {
		return nil, fmt.Errorf("chart %q: no value can be shown", h.Title)
	}
	spread(&pl.X, h.LogX)
	spread(&pl.Y, h.LogY)
	if h.ExactX[0] < h.ExactX[1] {
		pl.X.Min, pl.X.Max = h.ExactX[0], h.ExactX[1]
	}
	if h.XTicks != nil {
		pl.X.Tick.Marker = plot.ConstantTicks(h.XTicks)
	}
	return pl, nil
}

// line adds what of a line can be shown and answers how many values that is.
func (h *Chart) line(pl *plot.Plot, s Series, hue color.RGBA) int {
	y := make([]float64, len(s.Y))
	shown := 0
	for i, v := range s.Y {
		y[i] = v
		if (h.LogY && !(v > 0)) || (h.LogX && !(s.X[i] > 0)) || math.IsInf(v, 0) || math.IsNaN(v) {
			y[i] = math.NaN()
			continue
		}
		shown++
	}
	for _, line := range unbroken(s.X, y, 1) {
		line.Color, line.Width = hue, vg.Points(1.5)
		if s.Dashed {
			line.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
		}
		pl.Add(line)
		if s.Points || len(line.XYs) == 1 {
			dots := &plotter.Scatter{XYs: line.XYs, GlyphStyle: draw.GlyphStyle{Color: hue, Radius: vg.Points(2.5), Shape: draw.CircleGlyph{}}}
			pl.Add(dots)
		}
	}
	return shown
}

// marks draws the vertical lines and their names beside them.
func (h *Chart) marks(c draw.Canvas, pl *plot.Plot) {
	area := pl.DataCanvas(c)
	for i, x := range h.MarkX {
		at := pl.X.Norm(x)
		if !(at >= 0 && at <= 1) {
			continue
		}
		left := area.X(at)
		c.StrokeLine2(draw.LineStyle{Color: hues[1], Width: vg.Points(1.2), Dashes: []vg.Length{vg.Points(4), vg.Points(3)}}, left, area.Min.Y, left, area.Max.Y)
		style := pl.Legend.TextStyle
		style.Font.Size, style.Color, style.XAlign, style.YAlign = vg.Points(9), hues[1], text.XLeft, text.YTop
		side := vg.Points(4)
		if at > .6 {
			style.XAlign, side = text.XRight, -side
		}
		c.FillText(style, vg.Point{X: left + side, Y: area.Max.Y - vg.Points(3)}, h.MarkName[i])
	}
}

// names draws the title and a row of what the lines are called over the axes, and takes its room
// off the canvas.
func (h *Chart) names(c *draw.Canvas, pl *plot.Plot) {
	head, style := pl.Title.TextStyle, pl.Legend.TextStyle
	head.XAlign, head.YAlign = text.XCenter, text.YTop
	style.Font.Size, style.YAlign = vg.Points(9), text.YCenter
	c.FillText(head, vg.Point{X: c.Center().X, Y: c.Max.Y}, h.Title)
	c.Max.Y -= head.Height(h.Title) + gap
	dash, x, y, rows := vg.Points(16), c.Min.X+nameIndent, c.Max.Y-vg.Points(5), 0
	for i, s := range h.Lines {
		if s.Name == "" {
			continue
		}
		width := dash + vg.Points(4) + style.Width(s.Name) + vg.Points(12)
		if x+width > c.Max.X && x > c.Min.X+nameIndent {
			x, y = c.Min.X+nameIndent, y-vg.Points(13)
			rows++
		}
		line := draw.LineStyle{Color: hues[i%len(hues)], Width: vg.Points(1.5)}
		if s.Dashed {
			line.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
		}
		c.StrokeLine2(line, x, y, x+dash, y)
		c.FillText(style, vg.Point{X: x + dash + vg.Points(4), Y: y}, s.Name)
		x += width
		rows = max(rows, 1)
	}
	if rows > 0 {
		c.Max.Y = y - vg.Points(10)
	}
}

// upright draws the name of the vertical axis. gonum's own would press the axes down, because it
// looks for the middle of a logarithmic axis at its top.
func (h *Chart) upright(c *draw.Canvas, pl *plot.Plot) {
	style := pl.Y.Label.TextStyle
	c.Min.X += style.Height(h.Y) + gap
	style.Rotation, style.XAlign, style.YAlign = math.Pi/2, text.XCenter, text.YBottom
	area := pl.DataCanvas(*c)
	c.FillText(style, vg.Point{X: c.Min.X - gap/2, Y: area.Center().Y}, h.Y)
}

// nameIndent keeps the row of names off the left edge.
const nameIndent = 1.5 * vg.Centimeter
