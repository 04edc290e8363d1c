package stencils

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/views"
)

// area is a box of interior points, its first one counted from 0. A narrow one begins between the places where rows of
// fields do.
type area struct {
	at, extent [3]int
	narrow     bool
}

func (a area) points() int { return a.extent[0] * a.extent[1] * a.extent[2] }

// partial tells that a request works on a part of the interior.
func (r *request) partial() bool { return r.areas != nil }

// points are those that a request works on.
func (r *request) points() int {
	if !r.partial() {
		return r.writes[0].Points()
	}
	n := 0
	for _, a := range r.areas {
		n += a.points()
	}
	return n
}

// areaWord parts the choices for areas, each of which may have a fastest variant of its own.
func (r *request) areaWord() string {
	if !r.partial() {
		return ""
	}
	return fmt.Sprint(r.areas, " ")
}

// on is the request on one area alone.
func (r *request) on(a area) *request {
	one := *r
	one.area = a
	return &one
}

// where is the area of a sweep: the interior, unless the request is on one area.
func (r *request) where() area {
	if r.area.points() == 0 {
		return area{extent: r.writes[0].Shape}
	}
	return r.area
}

// launches are the sweeps of a variant over all areas of a request.
func (s *Stencils) launches(r *request, v variant) (list []device.Sweep) {
	if !r.partial() {
		return v.sweeps(r)
	}
	for _, a := range r.areas {
		way := v
		if a.narrow {
			way = s.anywhere(r)
		}
		list = append(list, way.sweeps(r.on(a))...)
	}
	return list
}

// anywhere is a variant that may begin at any point: stores past the caches, and a GPU's quads, need whole registers.
func (s *Stencils) anywhere(r *request) variant {
	if s.about.Compiles && !r.op.Relaxes() {
		return s.plain("point:64", 64, false, false)
	}
	return s.variants(r)[0]
}

// setRegion reads the option `region`: interior, core:WIDTH, rim:WIDTH, or a box as 1:8/1:4/2:3.
func (s *Stencils) setRegion(r *request) error {
	text, given := r.options["region"]
	if !given || text == "interior" {
		return nil
	}
	f := r.writes[0]
	boxes, err := boxesOf(r.op.Name, text, f)
	switch {
	case err != nil:
		return err
	case r.steps > 1:
		return status.Errorf(status.Argument, "%s: region '%s' and steps=%d: several steps in one pass need the whole interior; leave one of both out", r.op.Name, text, r.steps)
	case len(r.op.Colours) > 1:
		return status.Errorf(status.Argument, "%s: region '%s': black points need the red ones of other regions; apply gauss_seidel_red to all regions, then gauss_seidel_black", r.op.Name, text)
	}
	r.areas = []area{}
	for _, b := range boxes {
		r.areas = append(r.areas, s.cutAlong(b, r)...)
	}
	return nil
}

// cutAlong cuts off a few points along x on a GPU, so that the rest begins as the rows of fields do. A host's registers may begin anywhere.
func (s *Stencils) cutAlong(b area, r *request) []area {
	if !s.about.Compiles { // a second pass over a few points of each row took 0.4 times as long as the whole core, at 256^3
		b.narrow = b.at[0]*r.writes[0].Bytes%s.device.FieldAlignment() != 0
		return []area{b}
	}
	unit := r.quadWidth()
	before := min((unit-b.at[0]%unit)%unit, b.extent[0])
	narrow, rest := b, b
	narrow.extent[0], narrow.narrow = before, true
	rest.at[0], rest.extent[0] = b.at[0]+before, b.extent[0]-before
	return slices.DeleteFunc([]area{narrow, rest}, func(a area) bool { return a.points() == 0 })
}

// Boxes are those that a region has in a field: "" or interior, core:WIDTH, rim:WIDTH, or a box as 1:8/1:4/2:3. faces:x are the interior and
// the first layer beyond x+: a point for each face of cells across x, that on the low side of a cell having its place.
func Boxes(entry, region string, f *views.Field) (list []views.Box, err error) {
	box := f.Interior()
	if region == "" || region == "interior" {
		return []views.Box{box}, nil
	}
	if across, is := strings.CutPrefix(region, "faces:"); is {
		axis := strings.Index("xyz"[:f.Dims], across)
		if axis < 0 || len(across) != 1 {
			return nil, status.Errorf(status.Argument, "%s: region is '%s', an axis expected, as in faces:x", entry, region)
		}
		box.Extent[axis]++
		return []views.Box{box}, nil
	}
	areas, err := boxesOf(entry, region, f)
	for _, a := range areas {
		if a.points() > 0 {
			list = append(list, views.Box{At: a.at, Extent: a.extent})
		}
	}
	return list, err
}

// boxesOf are the boxes that a region has in a field.
func boxesOf(operator, text string, f *views.Field) ([]area, error) {
	word, width, named := strings.Cut(text, ":")
	if named && (word == "core" || word == "rim") {
		n, err := strconv.Atoi(width)
		if err != nil || n < 0 {
			return nil, status.Errorf(status.Argument, "%s: region is '%s', a width of 0 or more layers expected, as in %s:1", operator, text, word)
		}
		core, rim := divided(f, n)
		if word == "rim" {
			return rim, nil
		}
		return core, nil
	}
	ranges := strings.Split(text, "/")
	if len(ranges) != f.Dims {
		return nil, status.Errorf(status.Argument, "%s: region is '%s'; interior, core:1, rim:1 or a box of %d ranges as 1:%d/1:%d expected", operator, text, f.Dims, f.Shape[0], f.Shape[1])
	}
	box := area{extent: [3]int{1, 1, 1}}
	for axis, text := range ranges {
		low, high, _ := strings.Cut(text, ":")
		from, wrong := strconv.Atoi(low)
		to, err := strconv.Atoi(high)
		if err != nil || wrong != nil || from < 1 || to < from || to > f.Shape[axis] {
			return nil, status.Errorf(status.Shape, "%s: region has '%s' along %c, two points from 1 to %d of %s expected, as in 1:%d", operator, text, 'x'+rune(axis), f.Shape[axis], f.Describe(), f.Shape[axis])
		}
		box.at[axis], box.extent[axis] = from-1, to-from+1
	}
	return []area{box}, nil
}

// divided are the core of a field, which is so many points away from all faces, and the boxes of the rim around it. Where the rims of two
// faces meet, there is no core.
func divided(f *views.Field, width int) (core, rim []area) {
	rest := area{extent: f.Shape}
	for axis := range f.Dims {
		if 2*width >= f.Shape[axis] {
			return nil, []area{rest}
		}
	}
	for axis := f.Dims - 1; axis >= 0 && width > 0; axis-- {
		low, high := rest, rest
		low.extent[axis], high.extent[axis] = width, width
		high.at[axis] = f.Shape[axis] - width
		rim = append(rim, low, high)
		rest.at[axis], rest.extent[axis] = width, f.Shape[axis]-2*width
	}
	return []area{rest}, rim
}
