// Package picture draws fields of a plane side by side and lines through a field, with colour bars,
// axes and units, by gonum.org/v1/plot.
//
// Here lives what a picture looks like. Never here: files of numbers (hdf5file), or what a field
// means. The shared library never imports it.
package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"strings"

	"drawbridge/files"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Lengths of the drawing.
const (
	resolution = 150 // dots per inch of a PNG, and of the images inside an SVG
	gap        = 0.3 * vg.Centimeter
	barWidth   = 0.45 * vg.Centimeter
	barSpace   = 2.4 * vg.Centimeter // bar, its numbers and the air around
	nameSpace  = 0.8 * vg.Centimeter // the name over one panel
	headSpace  = 1.0 * vg.Centimeter // the title over all panels
)

// Drawing is a Plane, a Chart or a Profile. It knows its size and draws itself on a canvas of that size.
type Drawing interface {
	layout() (size vg.Point, draw func(draw.Canvas), err error)
}

func (p *Plane) layout() (total vg.Point, paint func(draw.Canvas), err error) {
	if err := p.check(); err != nil {
		return total, nil, err
	}
	p.scale()
	plots := make([]*plot.Plot, len(p.Panels))
	var sizes []vg.Point
	total.X = gap
	for i := range p.Panels {
		plots[i] = p.plot()
		size := p.room(plots[i])
		sizes = append(sizes, size)
		total.X += size.X + barSpace
		total.Y = max(total.Y, size.Y)
	}
	total.Y += nameSpace + headSpace + gap
	return total, func(c draw.Canvas) {
		head := plots[0].Title.TextStyle
		head.Font.Size = vg.Points(13)
		head.XAlign, head.YAlign = text.XCenter, text.YCenter
		c.FillText(head, vg.Point{X: c.Center().X, Y: c.Max.Y - headSpace/2}, p.Title)
		left := c.Min.X + gap
		for i, pl := range plots {
			box := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: left, Y: c.Min.Y + gap}, Max: vg.Point{X: left + sizes[i].X, Y: c.Min.Y + gap + sizes[i].Y}}}
			p.panel(box, pl, &p.Panels[i])
			left += sizes[i].X + barSpace
		}
	}, nil
}

// newPlot is an empty plot in the house's letters and ticks.
func newPlot() *plot.Plot {
	pl := plot.New()
	for _, style := range []*text.Style{&pl.Title.TextStyle, &pl.X.Label.TextStyle, &pl.Y.Label.TextStyle,
		&pl.X.Tick.Label, &pl.Y.Tick.Label, &pl.Legend.TextStyle} {
		style.Font.Variant = "Sans"
		style.Handler = oneLine{style.Handler}
	}
	pl.X.Tick.Marker, pl.Y.Tick.Marker = wholeTicks{}, wholeTicks{}
	pl.X.Scale, pl.Y.Scale = linear{}, linear{}
	return pl
}

// oneLine draws names of a file as they are and on one line: what would break it is written as an escape.
type oneLine struct{ text.Handler }

func (h oneLine) Lines(s string) []string { return h.Handler.Lines(files.OneLine(s)) }

func (h oneLine) Box(s string, f font.Font) (width, height, depth vg.Length) {
	return h.Handler.Box(files.OneLine(s), f)
}

func (h oneLine) Draw(c vg.Canvas, s string, style text.Style, at vg.Point) {
	h.Handler.Draw(c, files.OneLine(s), style, at)
}

// plot makes the axes of a panel, no content yet.
func (p *Plane) plot() *plot.Plot {
	pl := newPlot()
	pl.X.Label.Text, pl.Y.Label.Text = p.acrossL, p.upL
	pl.X.Min, pl.X.Max, pl.Y.Min, pl.Y.Max = p.extents[0], p.extents[1], p.extents[2], p.extents[3]
	pl.X.Padding, pl.Y.Padding = 0, 0
	pl.X.Scale, pl.Y.Scale = plot.LinearScale{}, plot.LinearScale{} // gonum draws images as they are on these alone; check bounds the extents
	return pl
}

// room is the size that a panel needs so that its data area has the size asked.
func (p *Plane) room(pl *plot.Plot) vg.Point {
	data := vg.Point{X: vg.Length(p.panelW) * vg.Centimeter, Y: vg.Length(p.panelH) * vg.Centimeter}
	const axes = 5 * vg.Centimeter // letters and numbers of the axes need less
	whole := vg.Point{X: max(axes, 2*data.X), Y: max(axes, 2*data.Y)}
	inside := pl.DataCanvas(draw.NewCanvas(vgimg.New(whole.X, whole.Y), whole.X, whole.Y)).Size()
	return vg.Point{X: data.X + whole.X - inside.X, Y: data.Y + whole.Y - inside.Y}
}

// panel draws one field and its colour bar.
func (p *Plane) panel(c draw.Canvas, pl *plot.Plot, panel *Panel) {
	low, high := limits(panel)
	colours := choose(p.Colours, panel, low, high)
	area := pl.DataCanvas(c)
	width, height := dots(area.Size().X), dots(area.Size().Y)
	img := p.paint(panel, width, height, low, high, colours)
	pl.Add(plotter.NewImage(img, p.extents[0], p.extents[2], p.extents[1], p.extents[3]))
	pl.Draw(c)
	frame(c, area.Rectangle)
	p.edges(c, area.Rectangle)
	p.ring(c, area.Rectangle)
	name := pl.Title.TextStyle
	name.XAlign, name.YAlign = text.XCenter, text.YCenter
	c.FillText(name, vg.Point{X: area.Center().X, Y: area.Max.Y + nameSpace/2}, Label(panel.Name, panel.Unit))
	bar(c, area, low, high, colours, pl.Y.Tick.Label)
}

func dots(l vg.Length) int { return max(2, int(math.Round(l.Dots(resolution)))) }

func frame(c draw.Canvas, r vg.Rectangle) {
	c.StrokeLines(plotter.DefaultLineStyle, []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min})
}

// bar draws the colours at the right of the data area, with numbers.
func bar(c draw.Canvas, area draw.Canvas, low, high float64, colours ramp, style text.Style) {
	box := vg.Rectangle{Min: vg.Point{X: area.Max.X + gap, Y: area.Min.Y}, Max: vg.Point{X: area.Max.X + gap + barWidth, Y: area.Max.Y}}
	const steps = 256
	img := image.NewRGBA(image.Rect(0, 0, 1, steps))
	for i := range steps {
		img.SetRGBA(0, steps-1-i, colours(float64(i)/(steps-1)))
	}
	c.DrawImage(box, img)
	frame(c, box)
	style.XAlign, style.YAlign, style.Rotation = text.XLeft, text.YCenter, 0
	for _, tick := range (wholeTicks{}).Ticks(low, high) {
		y := box.Min.Y + vg.Length(fraction(tick.Value, low, high))*(box.Max.Y-box.Min.Y)
		c.StrokeLine2(plotter.DefaultLineStyle, box.Max.X, y, box.Max.X+vg.Points(3), y)
		c.FillText(style, vg.Point{X: box.Max.X + vg.Points(5), Y: y}, tick.Label)
	}
}

// ring marks the place that is asked for, bright inside dark, so that it shows on every colour.
func (p *Plane) ring(c draw.Canvas, area vg.Rectangle) {
	if len(p.Mark) != 2 {
		return
	}
	at := vg.Point{
		X: area.Min.X + vg.Length((p.Mark[0]-p.Left)/(p.Right-p.Left))*area.Size().X,
		Y: area.Min.Y + vg.Length((p.Mark[1]-p.Bottom)/(p.Top-p.Bottom))*area.Size().Y,
	}
	for _, stroke := range []draw.LineStyle{{Color: color.Black, Width: vg.Points(3)}, {Color: color.White, Width: vg.Points(1.5)}} {
		var circle vg.Path
		circle.Move(vg.Point{X: at.X + vg.Points(7), Y: at.Y})
		circle.Arc(at, vg.Points(7), 0, 2*math.Pi)
		circle.Close()
		c.SetLineStyle(stroke)
		c.Stroke(circle)
	}
}

// Save draws to a file, which is put in place as a whole; its ending says whether PNG or SVG.
func Save(path string, d Drawing) error {
	data, err := Encode(filepath.Ext(path), d)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return files.Write(path, data)
}

// Encode draws the bytes of a file with this ending, .png or .svg.
func Encode(ending string, d Drawing) ([]byte, error) {
	size, paint, err := d.layout()
	if err != nil {
		return nil, err
	}
	var canvas interface {
		vg.CanvasSizer
		io.WriterTo
	}
	switch strings.ToLower(ending) {
	case ".png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(size.X, size.Y), vgimg.UseDPI(resolution))}
	case ".svg":
		canvas = vgsvg.New(size.X, size.Y)
	default:
		return nil, fmt.Errorf("a picture ends in .png or .svg, not in %q", ending)
	}
	paint(draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
