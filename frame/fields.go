package frame

import (
	"strings"
	"time"

	"drawbridge/device"
	"drawbridge/properties"
	"drawbridge/settings"
	"drawbridge/status"
	"drawbridge/stencils"
	"drawbridge/views"
)

// operators makes the stencils of the Frame at the first call that needs them.
func (f *Frame) operators() (*stencils.Stencils, error) {
	if f.stencils != nil {
		return f.stencils, nil
	}
	isa, err := properties.ISA(f.values["isa"])
	if err != nil {
		return nil, err
	}
	if f.stencils, err = stencils.New(f.device, isa, f.values["stencils"], f.report); err == nil {
		f.stencils.Warn = f.warnOnce
	}
	return f.stencils, err
}

// checkStencils refuses a setting of the stencils that cannot be followed; what is chosen by default is not looked at.
func (f *Frame) checkStencils() error {
	if f.values["stencils"] == "measure" {
		return nil
	}
	_, err := f.operators()
	return err
}

// CreateField makes a named field of zeros on the device, of so many components, whose first point is point `first` of the global grid.
func (f *Frame) CreateField(name string, shape, first []int, halo int, precision string, components int) error {
	s, err := f.operators()
	if err != nil {
		return err
	}
	return s.Fields().CreateAt(name, shape, first, halo, precision, components)
}

// MakeTemporary says that a field holds values only within a run of a sequence.
func (f *Frame) MakeTemporary(name string) error {
	s, err := f.operators()
	if err != nil {
		return err
	}
	return s.Fields().MakeTemporary(name)
}

// DestroyField gives a field back.
func (f *Frame) DestroyField(name string) error {
	s, err := f.operators()
	if err != nil {
		return err
	}
	return s.Fields().Destroy(name)
}

// CopyField uploads an array into a field, or downloads it.
func (f *Frame) CopyField(name string, d Declared, a views.HostArray, layers int, toHost bool) error {
	s, err := f.operators()
	if err != nil {
		return err
	}
	begin, word, copy := time.Now(), "upload", s.Fields().Upload
	if toHost {
		word, copy = "download", s.Fields().Download
	}
	what := word + " " + name
	if a, err = d.Array(what, a); err != nil {
		return err
	}
	if err := f.besideCopies(name, a, toHost, func() error { return copy(name, a, layers) }); err != nil {
		if better := d.fitting(what, a, func(a views.HostArray) error { return s.Fields().Fits(what, name, a, layers) }); better != nil {
			return better
		}
		return err
	}
	if d.Lower == nil {
		mindBounds(what, a.Cornered())
	}
	field, err := s.Fields().Find(name)
	if err != nil {
		return err
	}
	f.report.Copy(what, int64(field.Points()*field.Bytes*field.Components), time.Since(begin).Seconds())
	return nil
}

// besideCopies makes a copy between a field and an array that plans may keep on the device: values that are newer there come first, and what
// the array gets is newer than they are.
func (f *Frame) besideCopies(name string, a views.HostArray, toHost bool, copy func() error) error {
	a.Width = 1
	if field, err := f.stencils.Fields().Find(name); err == nil {
		a.Width = field.Components
	}
	if err := f.bringBack(a, nil); err != nil {
		return err
	}
	err := copy()
	if err == nil && toHost {
		f.outdate(a, nil)
	}
	return err
}

// CopyPart copies an array into a part of a field, or the other way. first is the part's first point, of a field on a domain in the global
// grid.
func (f *Frame) CopyPart(name string, d Declared, a views.HostArray, first [3]int, toHost bool) error {
	s, err := f.operators()
	if err != nil {
		return err
	}
	begin, word := time.Now(), "upload"
	if toHost {
		word = "download"
	}
	if a, err = d.Array(word+" "+name, a); err != nil {
		return err
	}
	points := 0
	err = f.besideCopies(name, a, toHost, func() (err error) {
		points, err = s.Fields().CopyPart(word, name, a, first, toHost)
		return err
	})
	if err == nil {
		f.report.Copy(word+" "+name+" (part)", int64(points*a.ElementBytes()), time.Since(begin).Seconds())
	}
	return err
}

// Reduce answers one number of a field.
func (f *Frame) Reduce(what, name, other string) (float64, error) {
	s, err := f.operators()
	if err != nil {
		return 0, err
	}
	return s.Reduce(what, name, other)
}

// VisitPoints adds values to single points of a field, or reads them into values.
func (f *Frame) VisitPoints(v stencils.Visit) error {
	s, err := f.operators()
	if err != nil {
		return err
	}
	return s.VisitPoints(v)
}

// NewSequence begins a list of operators and answers its handle.
func (f *Frame) NewSequence(name string) (int, error) {
	s, err := f.operators()
	if err != nil {
		return 0, err
	}
	handle := newHandle()
	f.sequences[handle] = s.NewSequence(name)
	return handle, nil
}

// AppendProperties adds a collection on fields to a sequence, for each block; reads and writes are as properties.Bind takes them. words
// are the name of the collection and, after a blank, region=, as operators take it: a rim is several launches.
func (f *Frame) AppendProperties(q *stencils.Sequence, words, reads, writes string, numbers []float64) error {
	s, err := f.operators()
	if err != nil {
		return err
	}
	return q.Whole("properties", func() error { return f.appendProperties(q, s, words, reads, writes, numbers) })
}

func (f *Frame) appendProperties(q *stencils.Sequence, s *stencils.Stencils, words, reads, writes string, numbers []float64) error {
	collection, region, err := apartRegion(words)
	if err != nil {
		return err
	}
	formulas, err := f.properties.Expressions(s.Fields(), collection, reads, writes, q.Computed(), stencils.Word)
	if err != nil {
		return err
	}
	if formulas != nil && !strings.HasPrefix(region, "faces:") { // which expressions do not reach
		var list []stencils.Formula
		for _, e := range formulas {
			list = append(list, stencils.Formula(e))
		}
		return q.Formulas(collection, region, list)
	}
	if len(numbers) > 0 {
		return status.Errorf(status.Argument, "properties %s: numbers given: %d, none expected", collection, len(numbers))
	}
	list, err := f.boundTo(s, collection, region, reads, writes, q.Computed())
	if err != nil {
		return err
	}
	return inTurn(list, func(b *properties.OnFields) error { return f.append(q, s, b) })
}

// inTurn gives each of several to a list, which closes what it got. Where that fails, nobody else knows those behind: they are closed here.
func inTurn[T interface{ Close() }](several []T, give func(T) error) error {
	for i, one := range several {
		if err := give(one); err != nil {
			for _, behind := range several[i+1:] {
				behind.Close()
			}
			return err
		}
	}
	return nil
}

// append adds a collection on fields to a sequence.
func (f *Frame) append(q *stencils.Sequence, s *stencils.Stencils, b *properties.OnFields) error {
	c := &collection{b, f, s, f.counting() != nil}
	var points, bytes int64
	if c.counts {
		points, bytes = b.Points(), b.Bytes()
	}
	var numbers stencils.Numbers
	if b.Owned() {
		numbers = b
	}
	return q.Append("properties "+b.Collection, c, b.Accesses(), numbers, points, bytes)
}

// apartRegion takes region= out of the words of a property call: the rest are a collection and, of an owner's kernel, its numbers.
func apartRegion(words string) (collection, region string, err error) {
	var rest, regions []string
	for _, word := range settings.Words(words) {
		if value, is := strings.CutPrefix(word, "region="); is {
			regions = append(regions, value)
		} else {
			rest = append(rest, word)
		}
	}
	collection, region = strings.Join(rest, " "), strings.Join(regions, " ")
	switch {
	case len(regions) > 1:
		err = status.Errorf(status.Argument, "properties %s: option 'region' is given twice", collection)
	case len(regions) == 1 && region == "":
		err = status.Errorf(status.Argument, "properties %s: region is '', one as interior, core:1, rim:1, faces:x or a box as 1:8/1:4 expected", collection)
	}
	return collection, region, err
}

// boundTo is a collection on fields, once for each box of a region.
func (f *Frame) boundTo(s *stencils.Stencils, collection, region, reads, writes string, computed []string) (list []*properties.OnFields, err error) {
	entry := "properties " + collection
	defer func() {
		if err != nil {
			for _, b := range list {
				b.Close()
			}
		}
	}()
	boxes := make([]views.Box, 1)
	for i := 0; i < len(boxes); i++ {
		b, err := f.properties.Bind(s.Fields(), collection, reads, writes, computed, f.counting())
		if err != nil {
			return list, err
		}
		list = append(list, b)
		if err := stencils.Lasting(entry, b.Fields()); err != nil {
			return list, err
		}
		if i == 0 {
			if boxes, err = stencils.Boxes(entry, region, b.Form()); err != nil {
				return list, err
			}
		}
		if len(boxes) == 0 { // the core of fields that are all rim
			b.Close()
			return nil, nil
		}
		if err := b.Confine(boxes[i]); err != nil {
			return list, err
		}
	}
	return list, nil
}

// counting is the device where it counts flags itself; nil where it does not, or where a check must see the flags of each launch.
func (f *Frame) counting() device.FieldDevice {
	about := f.device.About()
	if !about.Counting || f.values["check"] == "strict" {
		return nil
	}
	return about.Fields
}

// collection is one on fields, as an entry of a sequence. A device that counts flags by itself starts it, and nobody waits.
type collection struct {
	*properties.OnFields
	frame    *Frame
	stencils *stencils.Stencils
	counts   bool // the device does
}

// Prepare has nothing to do; a graph keeps what is not waited for.
func (c *collection) Prepare() (kept bool, err error) { return c.counts, nil }

// Run starts it or, where the device counts no flags, runs it when the sweeps before it are done.
func (c *collection) Run(to device.Stream) error {
	if c.counts {
		return c.Start(to)
	}
	f := c.frame
	defer f.profile.Range("collection " + c.Collection)()
	if err := c.stencils.Finish(); err != nil {
		return err
	}
	begin := time.Now()
	launch, err := c.OnFields.Run()
	if err != nil {
		return err
	}
	f.launched(launch, time.Since(begin).Seconds())
	return c.told(launch)
}

// told says what the points carry that a launch has flagged.
func (c *collection) told(launch properties.Launch) error {
	if launch.Flagged == 0 {
		return nil
	}
	return c.frame.account(c.Collection, launch, stripe{fields: c.OnFields})
}

// Done takes the flags of so many runs.
func (c *collection) Done(runs int, failed bool) error {
	if !c.counts {
		return nil
	}
	if failed {
		_, _ = c.Counted(1) // where the device is lost, nothing is left to forget
		return nil
	}
	launch, err := c.Counted(runs)
	if err != nil {
		return err
	}
	return c.told(launch)
}

// Sequence finds a sequence by its handle.
func (f *Frame) Sequence(handle int) (*stencils.Sequence, error) {
	q, ok := f.sequences[handle]
	if !ok {
		return nil, absent("sequence", handle)
	}
	return q, nil
}

// DestroySequence forgets a sequence.
func (f *Frame) DestroySequence(handle int) error {
	q, err := f.Sequence(handle)
	if err != nil {
		return err
	}
	q.Close()
	delete(f.sequences, handle)
	return nil
}

// Solve runs V-cycles; it answers the relative residuals from the first guess on.
func (f *Frame) Solve(p stencils.Poisson) ([]float64, error) {
	s, err := f.operators()
	if err != nil {
		return nil, err
	}
	return s.Solve(p)
}
