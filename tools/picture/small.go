package picture

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// A small picture has fewer dots, so many steps in each map, and the colours that a palette holds.
const (
	smallResolution = 80
	smallSteps      = 96
	mostColours     = 256
)

// EncodeSmall draws the plane as a PNG of few bytes, for pages that hold many pictures.
func (p *Plane) EncodeSmall() ([]byte, error) {
	p.small = true
	size, paint, err := p.layout()
	if err != nil {
		return nil, err
	}
	canvas := vgimg.NewWith(vgimg.UseWH(size.X, size.Y), vgimg.UseDPI(smallResolution))
	paint(draw.New(canvas))
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, paletted(canvas.Image(), p.shown()))
	return b.Bytes(), err
}

// resolution is the dots per inch of the images within the picture.
func (p *Plane) resolution() float64 {
	if p.small {
		return smallResolution
	}
	return resolution
}

// wholeDots rounds a length in cm to dots: an image that lies on the dots of its picture is not blurred, and takes fewer bytes.
func wholeDots(cm float64) float64 {
	const dot = 2.54 / smallResolution
	return math.Round(cm/dot) * dot
}

// offDots is how far a point lies from the dot at its left and below.
func offDots(at vg.Point) vg.Point {
	const dot = vg.Inch / smallResolution
	off := func(l vg.Length) vg.Length { return l - dot*vg.Length(math.Round(float64(l/dot))) }
	return vg.Point{X: off(at.X), Y: off(at.Y)}
}

// stepped keeps a map to so many colours that those of two maps and of the letters fit a palette.
func (p *Plane) stepped(colours ramp) ramp {
	if !p.small {
		return colours
	}
	return func(at float64) color.RGBA { return colours(float64(int(at*(smallSteps-1)+.5)) / (smallSteps - 1)) }
}

// shown are the colours of the maps of all panels.
func (p *Plane) shown() (list []color.RGBA) {
	for i := range p.Panels {
		low, high := limits(&p.Panels[i])
		colours := choose(p.Colours, &p.Panels[i], low, high)
		for k := range smallSteps {
			if c := colours(float64(k) / (smallSteps - 1)); !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	}
	return list
}

// paletted keeps the colours that are wanted and the most frequent of the others; the rest becomes the nearest of these.
func paletted(img image.Image, wanted []color.RGBA) *image.Paletted {
	bounds := img.Bounds()
	counts := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA) }
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			counts[at(x, y)]++
		}
	}
	var all []color.RGBA
	for c := range counts {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b color.RGBA) int {
		return cmp.Or(counts[b]-counts[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B), int(a.A)-int(b.A))
	})
	var palette color.Palette
	for _, c := range slices.Concat(wanted, all) {
		if len(palette) < mostColours && !slices.Contains(palette, color.Color(c)) {
			palette = append(palette, c)
		}
	}
	out := image.NewPaletted(bounds, palette)
	index := map[color.RGBA]uint8{}
	for _, c := range all {
		index[c] = uint8(palette.Index(c))
	}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			out.SetColorIndex(x, y, index[at(x, y)])
		}
	}
	return out
}

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
