package picture

import (
	"strings"
	"testing"
)

func TestParseRange(t *testing.T) {
	for text, want := range map[string]Range{
		"1:2": {"", 1, 2}, "T=-1e3:0.5": {"T", -1e3, .5}, "/a=b=1:2": {"/a=b", 1, 2},
		"2:1": {}, "1:1": {}, "1": {}, "": {}, ":": {}, "nan:1": {}, "0:inf": {}, "T=": {}, "a:b": {},
	} {
		got, err := ParseRange(text)
		if (err == nil) != (want != Range{}) || err == nil && got != want {
			t.Errorf("%q: %v, %v, expected %v", text, got, err, want)
		}
	}
}

// Two fields of one unit get the range of both; a range that is named holds for its field, or for all.
func TestSetRanges(t *testing.T) {
	plane := func() *Plane {
		panel := func(name, unit string, values ...float64) Panel {
			return Panel{Name: name, Unit: unit, Columns: len(values), Rows: 1, Values: values}
		}
		return &Plane{Panels: []Panel{panel("u", "m/s", 1, 5), panel("v", "m/s", 2, 9), panel("T", "K", 300, 400)}}
	}
	ends := func(p *Plane) (list []float64) {
		for i := range p.Panels {
			low, high := limits(&p.Panels[i])
			list = append(list, low, high)
		}
		return list
	}
	for _, c := range []struct {
		drawn  int
		ranges []Range
		same   bool
		want   []float64
		failed string
	}{
		{3, nil, false, []float64{1, 5, 2, 9, 300, 400}, ""},
		{2, nil, true, []float64{1, 9, 1, 9}, ""},
		{3, []Range{{"", 0, 10}, {"T", 200, 500}}, false, []float64{0, 10, 0, 10, 200, 500}, ""},
		{2, []Range{{"u", 0, 20}}, true, []float64{0, 20, 0, 20}, ""},
		{3, nil, true, nil, "u is in 'm/s' and T in 'K'"},
		{3, []Range{{"t", 0, 1}}, false, nil, "did you mean 'T'? Fields are u v T"},
	} {
		p := plane()
		p.Panels = p.Panels[:c.drawn]
		err := p.SetRanges(c.ranges, c.same)
		if c.failed != "" {
			if err == nil || !strings.Contains(err.Error(), c.failed) {
				t.Errorf("%v: %v, expected %q", c.ranges, err, c.failed)
			}
			continue
		}
		got := ends(p)
		for i := range c.want {
			if err != nil || got[i] != c.want[i] {
				t.Fatalf("%v same=%t: %v, %v, expected %v", c.ranges, c.same, got, err, c.want)
			}
		}
	}
}
