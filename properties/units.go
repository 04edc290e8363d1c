package properties

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/views"
)

// dimension is the powers of kg, m, s, K and mol in a unit.
type dimension [5]float64

// baseUnits are what units of views are written with, and how large they are.
var baseUnits = map[string]struct {
	dimension
	size float64
}{
	"1": {size: 1}, "kg": {dimension{1}, 1}, "m": {dimension{0, 1}, 1}, "s": {dimension{0, 0, 1}, 1}, "K": {dimension{0, 0, 0, 1}, 1},
	"mol": {dimension{0, 0, 0, 0, 1}, 1}, "g": {dimension{1}, 1e-3}, "cm": {dimension{0, 1}, 1e-2},
	"Pa": {dimension{1, -1, -2}, 1}, "J": {dimension{1, 2, -2}, 1}, "W": {dimension{1, 2, -3}, 1},
}

// parseUnit reads a unit as names.go writes it: "Pa kg/m3", "1e-10 m". ok is false of words as "any".
func parseUnit(text string) (d dimension, size float64, ok bool) {
	size = 1
	for i, part := range strings.Split(text, "/") {
		sign := 1.0
		if i > 0 {
			sign = -1
		}
		for _, word := range strings.Fields(part) {
			if v, err := strconv.ParseFloat(word, 64); err == nil {
				size *= v
				continue
			}
			name, power := word, 1.0
			if last := word[len(word)-1]; last >= '2' && last <= '9' {
				name, power = word[:len(word)-1], float64(last-'0')
			}
			base, known := baseUnits[name]
			if !known {
				return d, 1, false
			}
			for k := range d {
				d[k] += sign * power * base.dimension[k]
			}
			size *= math.Pow(base.size, sign*power)
		}
	}
	return d, size, true
}

// measured is a quantity that a Frame may be told a unit for.
type measured struct{ name, unit string }

var quantities = []measured{
	{"pressure", "Pa"}, {"temperature", "K"}, {"density", "kg/m3"}, {"velocity", "m/s"}, {"length", "m"}, {"time", "s"}, {"energy", "J/kg"},
	{"heat_capacity", "J/kg/K"}, {"viscosity", "Pa s"}, {"conductivity", "W/m/K"}, {"molar_mass", "kg/mol"},
}

// Quantities are the names that UnitsOf knows.
func Quantities() []string {
	var names []string
	for _, q := range quantities {
		names = append(names, q.name)
	}
	return names
}

// scale is a quantity whose unit, in SI, was given.
type scale struct {
	name  string
	value float64
	dimension
}

// unitSystem is scales none of which follows from the others.
type unitSystem []scale

// newUnitSystem refuses scales that cannot be meant, and those of which one contradicts the others.
func newUnitSystem(names []string, values []float64) (unitSystem, error) {
	var s unitSystem
	for i, name := range names {
		at := slices.IndexFunc(quantities, func(q measured) bool { return q.name == name })
		if at < 0 {
			return nil, status.Errorf(status.UnknownName, "units: '%s' is not a quantity with a unit%s", name, nearest.Known(name, "quantities are", Quantities(), ""))
		}
		if slices.Contains(names[:i], name) {
			return nil, status.Errorf(status.Argument, "units: %s is given twice", name)
		}
		q := quantities[at]
		if err := (views.Unit{Scale: values[i]}).Check("units: " + name); err != nil {
			return nil, err
		}
		d, _, _ := parseUnit(q.unit)
		powers, follows := s.powers(d)
		if !follows {
			s = append(s, scale{name, values[i], d})
			continue
		}
		if v := s.product(powers); math.Abs(v/values[i]-1) > 1e-12 {
			return nil, status.Errorf(status.Argument, "units: %s = %g %s contradicts %s, which give %g; leave one of them out, and give arrays in other units their scale= in plan%%read and plan%%write",
				name, values[i], q.unit, s.words(powers), v)
		}
	}
	return s, nil
}

// powers of the scales whose product has a dimension, by elimination. ok: there are such.
func (s unitSystem) powers(d dimension) (powers []float64, ok bool) {
	n := len(s)
	rows := make([][]float64, len(d)) // a row for each base unit: its powers in the scales, and in d
	for k := range d {
		for _, given := range s {
			rows[k] = append(rows[k], given.dimension[k])
		}
		rows[k] = append(rows[k], d[k])
	}
	for column := range n { // the scales are independent, so each has its pivot
		at := column
		for k := column; k < len(rows); k++ {
			if math.Abs(rows[k][column]) > math.Abs(rows[at][column]) {
				at = k
			}
		}
		rows[column], rows[at] = rows[at], rows[column]
		for k := range rows {
			if k == column {
				continue
			}
			f := rows[k][column] / rows[column][column]
			for j := range rows[k] {
				rows[k][j] -= f * rows[column][j]
			}
		}
	}
	for k := n; k < len(rows); k++ {
		if math.Abs(rows[k][n]) > 1e-9 {
			return nil, false
		}
	}
	for k := range n {
		powers = append(powers, math.Round(rows[k][n]/rows[k][k]*60)/60) // fractions of small integers
	}
	return powers, true
}

// product of the scales: exact where they are powers of two and the powers whole.
func (s unitSystem) product(powers []float64) float64 {
	v := 1.0
	for i, p := range powers {
		base := s[i].value
		if 2*p == math.Trunc(2*p) && p != math.Trunc(p) {
			base, p = math.Sqrt(base), 2*p
		}
		v *= math.Pow(base, p)
	}
	return v
}

// words names the scales of a product.
func (s unitSystem) words(powers []float64) string {
	var words []string
	for i, p := range powers {
		if p != 0 {
			words = append(words, fmt.Sprintf("%s = %g", s[i].name, s[i].value))
		}
	}
	return strings.Join(words, ", ")
}

// SetUnits says in which units the views of all collections are held: names of quantities with the size of their unit, in SI. None: SI.
// The units of other quantities follow from them. What is in use cannot change: inUse is then the error.
func (p *TVProperties) SetUnits(names []string, values []float64, inUse error) error {
	system, err := newUnitSystem(names, values)
	if err != nil {
		return err
	}
	units, open := map[string]views.Unit{}, map[string]string{}
	for _, d := range Declarations(p.ns, 0) {
		dimension, size, known := parseUnit(d.Unit)
		if !known || dimension == dimensionless || size != 1 || len(system) == 0 { // parameters of Chung's correlations keep theirs
			continue
		}
		powers, follows := system.powers(dimension)
		if !follows {
			open[d.Name] = d.Unit
			continue
		}
		if scale := system.product(powers); scale != 1 {
			units[d.Name] = views.Unit{Scale: scale}
		}
	}
	if inUse != nil && !(maps.Equal(units, p.viewUnits) && maps.Equal(open, p.openUnits)) {
		return inUse
	}
	p.store.SetUnits(units)
	p.units, p.viewUnits, p.openUnits = system, units, open
	p.epoch++
	return nil
}

var dimensionless dimension

// CheckUnit refuses a view whose unit does not follow from those of the Frame.
func (p *TVProperties) CheckUnit(view string) error {
	unit, open := p.openUnits[view]
	if !open {
		return nil
	}
	var given []string
	for _, s := range p.units {
		given = append(given, s.name)
	}
	more := "one of " + strings.Join(Quantities(), ", ")
	var enough []string
	for _, q := range quantities {
		d, _, _ := parseUnit(q.unit)
		if _, follows := p.units.powers(d); follows {
			continue
		}
		mine, _, _ := parseUnit(unit)
		if _, follows := append(slices.Clone(p.units), scale{dimension: d}).powers(mine); follows {
			enough = append(enough, q.name)
		}
	}
	if len(enough) > 0 {
		more = strings.Join(enough, " or ")
	}
	return status.Errorf(status.Argument, "the unit of %s (%s) does not follow from those of the Frame, which are of %s; give frame%%units %s too, or the array a scale=", view, unit, strings.Join(given, ", "), more)
}
