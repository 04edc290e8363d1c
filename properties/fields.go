package properties

import (
	"fmt"
	"slices"
	"strings"

	"drawbridge/device"
	"drawbridge/settings"
	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/views"
)

// OnFields is a collection with fields in the place of its views. It works on a box of interior points, at first on all; halos stay as
// they are.
type OnFields struct {
	Collection string
	*Call
	fields   *views.Fields
	reads    map[string]*views.Field // by view
	writes   map[string]*views.Field
	flag     *views.Field // memory for the flag word, where no field of the caller takes it and the device does not count
	form     *views.Field // any of the fields: all have its shape
	box      views.Box
	counting device.FieldDevice
	counter  device.Memory // of flags, where the device counts them
}

// Bind gives fields to a collection. reads and writes are names of views, each with its field: "T=temperature P=pressure Yi=Y"; a
// name alone is both. All fields are double, of one shape, and have as many components as the view: 1 or the number of species.
// Flags are counted by the device `counting`; where that is nil, Run counts them in flag words. computed are the numbers of the list.
func (p *TVProperties) Bind(fields *views.Fields, collection, reads, writes string, computed []string, counting device.FieldDevice) (*OnFields, error) {
	c, err := p.Call(collection)
	if err != nil {
		return nil, err
	}
	b := &OnFields{Collection: c.Name(), Call: c, fields: fields}
	err = b.bind(reads, writes, computed)
	if err == nil && b.own != nil {
		err = b.size()
	}
	if err == nil && counting != nil {
		err = b.countBy(counting)
	}
	if err == nil {
		err = b.scratch()
	}
	if err != nil {
		b.Close()
		return nil, status.Wrap(err, "properties %s: %v", collection, err)
	}
	return b, nil
}

func (b *OnFields) bind(reads, writes string, computed []string) (err error) {
	canRead, canWrite := b.own.given(b.Inputs()), b.Outputs()
	if b.reads, err = b.named("reads", reads, canRead, computed); err != nil {
		return err
	}
	if b.writes, err = b.named("writes", writes, canWrite, nil); err != nil {
		return err
	}
	if len(b.writes) == 0 {
		return status.Errorf(status.Argument, "no output is named; it can write %s", strings.Join(canWrite, " "))
	}
	optional := b.Optional()
	var missing []string
	for _, view := range canRead {
		if b.reads[view] != nil || b.own.has(view) {
			continue
		}
		if b.own != nil && slices.Contains(computed, view) {
			if err := b.own.take(view, view); err != nil {
				return err
			}
		} else if !slices.Contains(optional, view) {
			missing = append(missing, view)
		}
	}
	if len(missing) > 0 && b.own.nest() && b.own.argument(missing[0]).Number {
		_, err := views.NumberFrom("reads", missing[0], false, computed)
		return status.Wrap(err, "%v; give it as %s=1.5", err, missing[0])
	}
	if len(missing) > 0 {
		return status.Errorf(status.Argument, "no field is given for %s; it reads %s, given as view=field", strings.Join(missing, ", "), strings.Join(canRead, " "))
	}
	check := b.alike
	if b.own.nest() {
		check = b.fits
	}
	if err := check(); err != nil {
		return err
	}
	if err := b.apart(); err != nil {
		return err
	}
	b.box = b.form.Interior()
	return b.ready()
}

// ready refuses what options and species data do not allow; they may change before each run.
func (b *OnFields) ready() error {
	p := b.properties
	if b.own != nil {
		return b.ownReady()
	}
	if p.options.Normalise && b.reads["Yi"] != nil {
		return status.Errorf(status.Argument, "the option normalise would change field %s; apply the building block %s to it, and set the option to off", b.reads["Yi"].Name, normalise)
	}
	return p.data(b.collection)
}

// scratch takes memory for the flag word, where no field of the caller takes it.
func (b *OnFields) scratch() (err error) {
	if b.own == nil && b.writes["flag"] == nil && b.counting == nil && b.counts() == nil {
		shape := b.form.Shape
		for axis, n := range b.box.Extent { // which may reach beyond the interior
			shape[axis] = max(shape[axis], n)
		}
		b.flag, err = b.fields.Scratch("flag word of properties", b.form, shape)
	}
	return err
}

// named reads pairs of a view and a field.
func (b *OnFields) named(what, text string, known, computed []string) (map[string]*views.Field, error) {
	list := map[string]*views.Field{}
	for _, word := range settings.Words(text) {
		view, name, given := strings.Cut(word, "=")
		if !given {
			name = view
		}
		if b.own != nil {
			view = strings.ToLower(view) // as Fortran's names
		}
		if !slices.Contains(known, view) {
			return nil, status.Errorf(status.UnknownName, "it %s no view '%s'%s", what, view, nearest.Known(view, "it "+what, known, ""))
		}
		if list[view] != nil || what == "reads" && b.own.has(view) {
			return nil, status.Errorf(status.Argument, "%s: view %s is given twice", what, view)
		}
		if b.own != nil && what == "reads" {
			if is, err := b.own.takes(view, name, computed); err != nil {
				return nil, err
			} else if is {
				continue
			}
		}
		f, err := b.fields.Find(name)
		if err != nil {
			return nil, err
		}
		if f.Bytes != 8 {
			return nil, status.Errorf(status.Argument, "view %s: %s; properties need double", view, f.Describe())
		}
		list[view] = f
		if b.own != nil {
			continue // its widths may depend on numbers that are still to come
		}
		v, err := b.properties.store.Find(view)
		if err != nil {
			return nil, err
		}
		if err := b.properties.CheckUnit(view); err != nil {
			return nil, err
		}
		width := v.Width
		if what == "reads" {
			width = b.collection.Width(view, width)
		}
		if f.Components != width {
			return nil, status.Errorf(status.Shape, "view %s has %d components, %s has %d", view, width, f.Describe(), f.Components)
		}
	}
	return list, nil
}

// Form is one of the fields; all have its shape.
func (b *OnFields) Form() *views.Field { return b.form }

// Confine makes it work on a box alone, which may have layers of halos: then all of its fields have them.
func (b *OnFields) Confine(box views.Box) error {
	b.box = box
	for _, a := range b.Accesses() {
		if err := a.Check("a region of it"); err != nil {
			return status.Wrap(err, "properties %s: %v", b.Collection, err)
		}
	}
	return nil
}

// alike refuses fields of different shapes; their halos may differ.
func (b *OnFields) alike() error {
	for _, f := range b.Fields() {
		if b.form == nil {
			b.form = f
		}
		if f.Shape != b.form.Shape || f.Dims != b.form.Dims {
			return status.Errorf(status.Shape, "%s and %s differ in shape", b.form.Describe(), f.Describe())
		}
	}
	return nil
}

// apart refuses an output that lies over something else: only a field that is the same view may be read and written, as T where it
// is a first guess. Kernels store while other points are still read.
func (b *OnFields) apart() error {
	for view, f := range b.writes {
		for other, g := range b.writes {
			if view < other && f.Overlaps(g) {
				return status.Errorf(status.Argument, "outputs %s and %s are both written to field %s", view, other, f.Name)
			}
		}
		for other, g := range b.reads {
			if f.Overlaps(g) && (view != other || f != g) {
				return status.Errorf(status.Argument, "output %s is written to field %s, which input %s is read from; another field must take it", view, f.Name, other)
			}
		}
	}
	return nil
}

// Fields are all that are bound.
func (b *OnFields) Fields() []*views.Field {
	var list []*views.Field
	for _, m := range []map[string]*views.Field{b.reads, b.writes} {
		for _, f := range m {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(f, g *views.Field) int { return strings.Compare(f.Name, g.Name) })
	return slices.Compact(list)
}

// slots gives each slot its field.
func (b *OnFields) slots() []device.Array {
	b.arrays = b.Slots(b.arrays)
	for i, x := range b.arguments {
		a := &b.arrays[i]
		switch f := b.reads[x.Name]; {
		case x.Withheld:
		case a.Output:
			if f = b.writes[x.Name]; f == nil && x.Name == "flag" {
				if b.flag != nil { // nil where flags are counted, and kept by nobody
					*a = b.inUnit(x.Name, b.flag.Argument(true))
				}
			} else if f != nil {
				*a = b.inUnit(x.Name, b.within(f.Argument(true)))
			}
		case f != nil:
			*a = b.within(b.across(f, b.inUnit(x.Name, f.Argument(false))))
		}
	}
	return b.arrays
}

// within makes the first point of the box that of an array.
func (b *OnFields) within(a device.Array) device.Array {
	a.Base += a.Offset(b.box.At)
	return a
}

// inUnit gives the field of a view the Frame's unit of it. Kernels of an owner's set take fields as they are.
func (b *OnFields) inUnit(view string, a device.Array) device.Array {
	if b.own != nil {
		return a
	}
	b.properties.store.Unit(view).Put(&a)
	return a
}

// Run launches the collection on every point of the box.
func (b *OnFields) Run() (Launch, error) {
	err := b.ready()
	if err == nil {
		err = b.scratch()
	}
	if err != nil {
		return Launch{}, status.Wrap(err, "properties %s: %v", b.Collection, err)
	}
	if counts := b.counts(); counts != nil {
		return b.runCounted(counts)
	}
	return b.Launch(b.properties.device, b.slots(), b.region())
}

func (b *OnFields) region() device.Region { return device.Whole(b.box.Extent) }

// Points counts those of one launch.
func (b *OnFields) Points() int64 { return int64(b.box.Points()) }

// Bytes are those of one launch: each input read once, each output written once.
func (b *OnFields) Bytes() (total int64) {
	for _, m := range []map[string]*views.Field{b.reads, b.writes} {
		for _, f := range m {
			total += b.Points() * int64(f.Components) * int64(f.Bytes)
		}
	}
	return total
}

// Place is the interior point (1-based) that point t (1-based) of a launch is, in words.
func (b *OnFields) Place(t int) string {
	p := b.at(t)
	if b.form.Dims == 2 {
		return fmt.Sprintf("point (%d,%d) of the fields", p[0], p[1])
	}
	return fmt.Sprintf("point (%d,%d,%d) of the fields", p[0], p[1], p[2])
}

// at is where point t (1-based) of a launch is in the interior, counted from 1.
func (b *OnFields) at(t int) [3]int {
	x, y, z := b.region().At(t - 1)
	return [3]int{x + b.box.At[0] + 1, y + b.box.At[1] + 1, z + b.box.At[2] + 1}
}

// InputAt is what the field of a view holds at point t (1-based) of a launch; nil where it is not known.
func (b *OnFields) InputAt(view string, t int) []float64 {
	f := b.reads[view]
	if f == nil {
		return nil
	}
	values, err := b.fields.Point(f, b.at(t))
	if err != nil {
		return nil
	}
	return values
}
