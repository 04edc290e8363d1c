package properties

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"drawbridge/device"
	"drawbridge/properties/owners"
	"drawbridge/status"
	"drawbridge/views"
)

// nest tells whether the kernel is a loop nest, which reads neighbours.
func (o *own) nest() bool { return o != nil && o.kernel.Dims > 0 }

// argument is what the kernel says of an argument.
func (o *own) argument(name string) owners.Argument {
	for _, a := range o.kernel.Arguments {
		if a.Name == name {
			return a
		}
	}
	return owners.Argument{}
}

// given are the arguments that a caller names: all but the indices of a loop nest.
func (o *own) given(names []string) []string {
	if !o.nest() {
		return names
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return o.argument(name).Index > 0 })
}

// fits refuses fields that a loop nest cannot run on: of other extents, or with too thin a halo.
func (b *OnFields) fits() error {
	k := b.own.kernel
	for _, a := range k.Arguments {
		f := b.writes[a.Name]
		if a.Write && f == nil {
			return status.Errorf(status.Argument, "no field is given for output %s; a loop nest writes all of its arrays", a.Name)
		}
		if f != nil {
			b.form = f
		}
	}
	if b.form.Dims < k.Dims {
		return status.Errorf(status.Shape, "it loops over %d axes, %s has %d", k.Dims, b.form.Describe(), b.form.Dims)
	}
	for _, a := range k.Arguments {
		for _, f := range []*views.Field{b.reads[a.Name], b.writes[a.Name]} {
			if f == nil {
				continue
			}
			if err := b.reaches(a, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// reaches refuses a field for one argument.
func (b *OnFields) reaches(a owners.Argument, f *views.Field) error {
	for axis, n := range b.form.Shape {
		across := axis >= b.own.kernel.Dims || !a.Along[axis]
		if f.Shape[axis] != n && !(across && f.Shape[axis] == 1 && !a.Write) {
			return status.Errorf(status.Shape, "%s and %s differ in shape", b.form.Describe(), f.Describe())
		}
	}
	if f.Dims == b.form.Dims {
		if err := views.SamePlace(b.Collection, b.form, f); err != nil && f.Shape == b.form.Shape {
			return err
		}
	}
	layers := int64(0)
	if a.Reach != nil {
		for _, r := range a.Reach {
			layers = max(layers, -r[0], r[1])
		}
	}
	return views.Access{Field: f, Layers: f.AllAround(int(layers))}.Check("its argument " + a.Name)
}

// Accesses are what the collection does with its fields, by their names: a loop nest reads halos too, from the points of its box.
func (b *OnFields) Accesses() (list []views.Access) {
	for name, f := range b.reads {
		reach := [3][2]int64{}
		if b.own.nest() && b.own.argument(name).Reach != nil {
			reach = *b.own.argument(name).Reach
		}
		a := views.Access{Field: f}
		if b.writes[name] != f { // else it reads what it has itself left beyond the faces
			a.Layers = b.beyond(f, reach)
		}
		list = append(list, a)
	}
	mode := views.WritesPart
	if b.form.Spans(b.box) {
		mode = views.Writes
	}
	for _, f := range b.writes {
		list = append(list, views.Access{Field: f, Mode: mode})
		if beyond := b.beyond(f, [3][2]int64{}); beyond != [3][2]int{} { // as what lies there in the grid is computed
			list = append(list, views.Access{Field: f, Mode: views.Wraps, Layers: beyond})
		}
	}
	slices.SortFunc(list, func(f, g views.Access) int {
		return cmp.Or(int(f.Mode-g.Mode), strings.Compare(f.Field.Name, g.Field.Name))
	})
	return list
}

// beyond are the layers of a field that the points of the box reach beyond its faces; a field with one point for all of an axis has none.
func (b *OnFields) beyond(f *views.Field, reach [3][2]int64) (layers [3][2]int) {
	for axis := range f.Dims {
		if f.Shape[axis] == b.form.Shape[axis] {
			before, behind := b.box.At[axis], b.form.Shape[axis]-b.box.At[axis]-b.box.Extent[axis]
			layers[axis] = [2]int{max(0, int(-reach[axis][0])-before), max(0, int(reach[axis][1])-behind)}
		}
	}
	return layers
}

// place gives a loop nest the place of its first point in the grid, where it uses that.
func (b *OnFields) place() {
	for _, a := range b.own.kernel.Arguments {
		if a.Index > 0 {
			b.own.numbers[a.Name] = float64(int64(b.form.First[a.Index-1]) - 1 + a.Low)
		}
	}
}

// across makes a field that has one point along an axis the same for all points along it.
func (b *OnFields) across(f *views.Field, a device.Array) device.Array {
	if !b.own.nest() {
		return a
	}
	for axis, stride := range []*int{&a.Point, &a.Row, &a.Plane} {
		if f.Shape[axis] == 1 && b.form.Shape[axis] > 1 {
			*stride = 0
		}
	}
	return a
}

// Expression is an assignment of a loop nest in terms of the caller's fields.
type Expression struct {
	Field, Text string
	Names       []string // of the numbers
	Numbers     []float64
}

// Expressions gives a loop nest that is arithmetic as expressions of the caller's fields; none where it is no such nest, or where
// names of fields and numbers cannot stand beside each other. word tells whether a name has a meaning of its own in expressions.
func (p *TVProperties) Expressions(fields *views.Fields, collection, reads, writes string, computed []string, word func(string) bool) ([]Expression, error) {
	c, err := p.Call(collection)
	if err != nil || c.own == nil || len(c.own.kernel.Expressions) == 0 {
		return nil, nil // Bind says what is wrong with the name
	}
	b := &OnFields{Collection: c.Name(), Call: c, fields: fields}
	err = b.bind(reads, writes, computed)
	if err == nil {
		err = b.valuesFit() // an expression would run for each component, or name fields that are none
	}
	if err != nil {
		return nil, status.Wrap(err, "properties %s: %v", collection, err)
	}
	names := b.fieldNames()
	for argument, f := range b.reads {
		if g := b.writes[argument]; g != nil && g != f {
			return nil, nil // an expression knows one field by the name
		}
	}
	for name := range b.own.numbers {
		if computed := b.own.computed[name]; computed != "" {
			name, names[name] = computed, computed
		}
		if word(name) || slices.ContainsFunc(b.Fields(), func(f *views.Field) bool { return f.Whole().Name == name }) {
			return nil, nil
		}
	}
	for _, name := range names {
		if !plainName.MatchString(name) || word(plainName.FindStringSubmatch(name)[1]) {
			return nil, nil
		}
	}
	var list []Expression
	for _, e := range c.own.kernel.Expressions {
		made := Expression{Field: renamed(e.Field, names), Text: renamed(e.Text, names)}
		for _, name := range e.Numbers {
			if b.own.computed[name] == "" {
				made.Names, made.Numbers = append(made.Names, name), append(made.Numbers, b.own.numbers[name])
			}
		}
		list = append(list, made)
	}
	return list, nil
}

// fieldNames are the names of the caller's fields by argument.
func (b *OnFields) fieldNames() map[string]string {
	names := map[string]string{}
	for _, list := range []map[string]*views.Field{b.reads, b.writes} {
		for argument, f := range list {
			names[argument] = f.Name
		}
	}
	return names
}

var (
	plainName = regexp.MustCompile(`^([A-Za-z_]\w*)(?:\(\d+\))?$`)
	// namesAndNumbers are those of an expression: 1e-5 holds no name.
	namesAndNumbers = regexp.MustCompile(`\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|[A-Za-z_]\w*`)
)

// renamed puts the names of fields into an expression.
func renamed(text string, names map[string]string) string {
	return namesAndNumbers.ReplaceAllStringFunc(text, func(word string) string {
		if name, is := names[word]; is {
			return name
		}
		return word
	})
}
