package history

import (
	"fmt"
	"math"
	"strings"

	"drawbridge/tools/hdf5file"
	"drawbridge/tools/section"
)

// Measures are the names of what one number may say of a field. All cells count alike: l1 is the mean
// of the magnitude, l2 the root of the mean square, linf the largest magnitude.
var Measures = []string{"point", "min", "max", "mean", "l1", "l2", "linf"}

// Measure is one of Measures; Cell is the cell of a point, x y z counted from 1, 0 the middle.
type Measure struct {
	Name string
	Cell [3]int
}

// Check refuses an unknown measure.
func (m Measure) Check() error {
	for _, known := range Measures {
		if m.Name == known {
			return nil
		}
	}
	return fmt.Errorf("--of is %q, expected one of %s", m.Name, strings.Join(Measures, ", "))
}

func (m Measure) title(field string) string {
	if m.Name == "point" {
		where := make([]string, 3)
		for d, n := range m.Cell {
			where[d] = fmt.Sprint(n)
			if n == 0 {
				where[d] = "middle"
			}
		}
		return fmt.Sprintf("%s at cell (%s)", field, strings.Join(where, ","))
	}
	return m.Name + " of " + field
}

// along takes the measure of a field in each snapshot; NaN where a field holds one.
func (m Measure) along(list []moment, field string) (values []float64, unit string, err error) {
	for _, one := range list {
		f, err := hdf5file.Open(one.path)
		if err != nil {
			return nil, "", err
		}
		value, at, err := m.take(f, field)
		_ = f.Close()
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", one.path, err)
		}
		if unit == "" {
			unit = at
		}
		values = append(values, value)
	}
	return values, unit, nil
}

func (m Measure) take(f *hdf5file.File, field string) (value float64, unit string, err error) {
	d, err := section.Find(f, field)
	if err != nil {
		return 0, "", err
	}
	unit = f.Unit(d.Path)
	if m.Name == "point" {
		value, err = section.Value(d, m.Cell)
		return value, unit, err
	}
	var s tally
	if err := d.Each(s.add); err != nil {
		return 0, "", err
	}
	return s.answer(m.Name), unit, nil
}

// tally collects a field piece by piece.
type tally struct {
	n                      int64
	low, high, sum, l1, l2 float64
}

func (s *tally) add(values []float64) {
	for i, v := range values {
		if s.n == 0 && i == 0 {
			s.low, s.high = v, v
		}
		s.low, s.high = math.Min(s.low, v), math.Max(s.high, v) // NaN stays
		s.sum, s.l1, s.l2 = s.sum+v, s.l1+math.Abs(v), s.l2+v*v
	}
	s.n += int64(len(values))
}

func (s *tally) answer(measure string) float64 {
	switch n := float64(s.n); measure {
	case "min":
		return s.low
	case "max":
		return s.high
	case "mean":
		return s.sum / n
	case "l1":
		return s.l1 / n
	case "l2":
		return math.Sqrt(s.l2 / n)
	}
	return math.Max(math.Abs(s.low), math.Abs(s.high))
}
