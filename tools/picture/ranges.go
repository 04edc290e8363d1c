package picture

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"drawbridge/status/nearest"
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
