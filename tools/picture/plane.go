package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strings"

	"drawbridge/status/nearest"
)

// Panel is one field on a plane: Values[row*Columns+column], the row of the lowest coordinate
// first.
type Panel struct {
	Name, Unit    string
	Columns, Rows int
	Values        []float64
	Low, High     float64 // ends of the colour map; equal: those of the values
}

// Plane is what a picture of planes shows. Extents are in m and scaled to a readable unit.
type Plane struct {
	Title          string
	Across, Up     string       // names of the axes, such as x and y
	Left, Right    float64      // m
	Bottom, Top    float64      // m
	UpFree         bool         // up is no length: shown as it is, as high as suits
	Length         string       // unit of the extents; "" where they only count cells
	Panels         []Panel      // drawn from left to right
	Colours        string       // one of Maps; "" is auto
	Cells          bool         // each cell as a plain rectangle, instead of interpolated
	PanelWidth     float64      // cm; 0: a good one
	Edges          [][4]float64 // rectangles to outline: left, right, bottom, top, m
	Mark           []float64    // a place to ring, across and up, m; nil: none
	extents        [4]float64   // left right bottom top in the unit shown
	acrossL, upL   string
	panelW, panelH float64 // cm
}

// check refuses what cannot be drawn.
func (p *Plane) check() error {
	if len(p.Panels) == 0 {
		return fmt.Errorf("a picture needs at least one field")
	}
	for _, panel := range p.Panels {
		if panel.Columns < 1 || panel.Rows < 1 || panel.Columns*panel.Rows != len(panel.Values) {
			return fmt.Errorf("field %s: %d values for %d x %d cells", panel.Name, len(panel.Values), panel.Columns, panel.Rows)
		}
	}
	if !p.Drawable() {
		return fmt.Errorf("the plane reaches from %g to %g and from %g to %g", p.Left, p.Right, p.Bottom, p.Top)
	}
	return CheckMap(p.Colours)
}

// Drawable says whether the extents can be shown.
func (p *Plane) Drawable() bool { return drawable(p.Left, p.Right) && drawable(p.Bottom, p.Top) }

// drawable says whether an axis can have ticks: numbers that differ by more than their rounding.
func drawable(from, to float64) bool {
	const most, rounding = 1e30, 1e-12
	return from < to && math.Abs(from) < most && math.Abs(to) < most && to-from > rounding*max(math.Abs(from), math.Abs(to))
}

// CheckMap refuses an unknown colour map.
func CheckMap(name string) error {
	if name == "" || slices.Contains(Maps, name) {
		return nil
	}
	return fmt.Errorf("colour map %q is not known%s", name, nearest.Known(name, "there are", Maps, ""))
}

// scale picks mm, um or m so that the larger extent reads well, and the size of a panel so that a
// metre is as long across as up, where that leaves a picture to look at.
func (p *Plane) scale() {
	width, height := p.Right-p.Left, p.Top-p.Bottom
	factor, unit := 1.0, p.Length
	if p.UpFree {
		height = width
	}
	if unit == "m" {
		factor, unit = Readable(max(width, height))
	}
	p.extents = [4]float64{p.Left * factor, p.Right * factor, p.Bottom * factor, p.Top * factor}
	p.acrossL, p.upL = Label(p.Across, unit), Label(p.Up, unit)
	if p.UpFree {
		p.extents[2], p.extents[3], p.upL = p.Bottom, p.Top, p.Up
	}
	p.panelW = p.PanelWidth
	if p.panelW <= 0 {
		p.panelW = 9
	}
	p.panelH = p.panelW * min(2, max(.3, height/width))
	if p.panelH > 14 {
		p.panelW, p.panelH = p.panelW*14/p.panelH, 14
	}
}

// Readable answers the factor and name of the unit in which a length in m is shown.
func Readable(length float64) (float64, string) {
	switch {
	case length < 0.5e-3:
		return 1e6, "µm"
	case length < 0.5:
		return 1e3, "mm"
	}
	return 1, "m"
}

var powers = strings.NewReplacer("m3", "m³", "m2", "m²", "s2", "s²", "^3", "³", "^2", "²")

// Label is a name with its unit.
func Label(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + " [" + powers.Replace(unit) + "]"
}

// paint makes the image of a panel with `width` x `height` dots.
func (p *Plane) paint(panel *Panel, width, height int, low, high float64, colours ramp) image.Image {
	table := make([]color.RGBA, 1024)
	for i := range table {
		table[i] = colours(float64(i) / float64(len(table)-1))
	}
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			v := panel.sample((float64(x)+.5)/float64(width), (float64(height-1-y)+.5)/float64(height), p.Cells)
			if math.IsNaN(v) {
				img.SetRGBA(x, y, noValue)
				continue
			}
			at := min(1, max(0, fraction(v, low, high)))
			img.SetRGBA(x, y, table[int(at*float64(len(table)-1)+.5)])
		}
	}
	return img
}

// Encode draws the panel alone as a PNG of one dot for each cell, which takes few bytes, and answers the values at the ends of its colours.
func (p *Panel) Encode() (data []byte, low, high float64, err error) {
	low, high = limits(p)
	colours, palette := choose("", p, low, high), color.Palette{noValue}
	for k := range 255 {
		palette = append(palette, colours(float64(k)/254))
	}
	img := image.NewPaletted(image.Rect(0, 0, p.Columns, p.Rows), palette)
	for i, v := range p.Values {
		if !math.IsNaN(v) {
			img.SetColorIndex(i%p.Columns, p.Rows-1-i/p.Columns, uint8(1.5+254*min(1, max(0, fraction(v, low, high)))))
		}
	}
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, img)
	return b.Bytes(), low, high, err
}

// sample is the value at a fraction of the width and height: of the cell, or between the centres
// of four cells. A NaN among the four shows as it is.
func (p *Panel) sample(across, up float64, cells bool) float64 {
	x, y := across*float64(p.Columns), up*float64(p.Rows)
	if cells {
		return p.Values[min(p.Rows-1, int(y))*p.Columns+min(p.Columns-1, int(x))]
	}
	x0, fx := between(x, p.Columns)
	y0, fy := between(y, p.Rows)
	x1, y1 := min(x0+1, p.Columns-1), min(y0+1, p.Rows-1)
	row0, row1 := p.Values[y0*p.Columns:], p.Values[y1*p.Columns:]
	return (1-fy)*((1-fx)*row0[x0]+fx*row0[x1]) + fy*((1-fx)*row1[x0]+fx*row1[x1])
}

// between answers the cell centre below a coordinate and the fraction of the way to the next.
func between(at float64, n int) (int, float64) {
	at = min(float64(n-1), max(0, at-.5))
	below := int(at)
	return below, at - float64(below)
}
