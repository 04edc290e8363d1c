package evidence

import "drawbridge/tools/picture"

// Picture shows reference, new and difference side by side with the worst point ringed. The first
// two share their colours; those of the difference are symmetric about zero.
func (p *Plane) Picture() *picture.Plane {
	low, high := picture.Reach(p.Ref, p.New)
	panel := func(name string, values []float64) picture.Panel {
		return picture.Panel{Name: name, Unit: p.Unit, Columns: p.Columns, Rows: p.Rows, Values: values}
	}
	ref, new, diff := panel("reference", p.Ref), panel("new", p.New), panel("new - reference", p.Diff)
	if low < high {
		ref.Low, ref.High, new.Low, new.High = low, high, low, high
	}
	if l, h := picture.Reach(p.Diff); max(-l, h) > 0 {
		diff.High = max(-l, h)
		diff.Low = -diff.High
	}
	title := p.Name
	if p.At != "" {
		title += " at " + p.At
	}
	return &picture.Plane{
		Title: title, Across: p.Across, Up: p.Up, Length: p.Length, UpFree: p.UpFree, Mark: p.Worst(),
		Left: p.Left, Right: p.Left + float64(p.Columns)*p.Step[0], Bottom: p.Bottom, Top: p.Bottom + float64(p.Rows)*p.Step[1],
		Panels: []picture.Panel{ref, new, diff},
		Cells:  p.Columns*p.Rows <= 64*64,
		Edges:  p.Edges[:min(len(p.Edges), mostEdges)],
	}
}

// Line shows the same for a dataset of one dimension.
func (p *Plane) Line() *picture.Profile {
	line := &picture.Profile{Title: p.Name, Along: p.Across, Length: p.Length}
	for i := range p.Columns {
		line.At = append(line.At, p.Left+(float64(i)+.5)*p.Step[0])
	}
	for _, c := range []picture.Curve{{Name: "reference", Values: p.Ref}, {Name: "new", Values: p.New}, {Name: "new - reference", Values: p.Diff}} {
		c.Unit = p.Unit
		line.Curves = append(line.Curves, c)
	}
	return line
}
