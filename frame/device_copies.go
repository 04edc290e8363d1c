package frame

import (
	"fmt"
	"slices"
	"time"

	"drawbridge/device/hostmemory"
	"drawbridge/status"
	"drawbridge/status/nearest"
	"drawbridge/views"
)

// Keep says that an input or output of the plan stays on the device between runs. An input is copied
// in again only after Changed, an output comes to the host only by Fetch. Plans that name the same
// variables and interior of the same array share what is there.
func (p *Plan) Keep(view string) error {
	found := p.named(view)
	if len(found) == 0 {
		return p.noSuch(view, "stay on the device")
	}
	if p.latest != nil && slices.Contains(found, p.latest) { // an output elsewhere of the same view is another matter
		found = slices.DeleteFunc(found, func(b *binding) bool { return b.array != p.latest.array })
	}
	for _, b := range found {
		if b.array.Part > 0 {
			return status.Errorf(status.Argument, "plan of %s, array %s: an array of one species does not stay on the device; give one array of all species, or leave out resident", p.collection, b.name)
		}
		if b.array.Device {
			return status.Errorf(status.Argument, "plan of %s, array %s: on_device and resident are both given; an array on the device stays there", p.collection, view)
		}
		b.stays = true
	}
	return nil
}

// Fetch brings an output that stays on the device to its host array, if the device's values are newer. After a run that failed there are none.
func (p *Plan) Fetch(view string) error {
	found := slices.DeleteFunc(p.named(view), func(b *binding) bool { return b.copy == nil })
	if len(found) == 0 {
		return p.noSuch(view, "be fetched: it does not stay on the device, or the plan was not run")
	}
	if outputs := p.of(p.writes, found); len(outputs) > 0 {
		found = outputs // not the first guess of the same view
	}
	if found[0].copy.Lost {
		return status.Errorf(status.Order, "plan of %s: the run that was to compute %s failed, so there is nothing to fetch; the array is as it was before that run", p.collection, view)
	}
	var seen []sight
	if err := p.fresh(found[0], hostmemory.Write, &seen); err != nil {
		return err
	}
	return p.frame.fetch(view, found[0].copy)
}

// Changed says that the host wrote to the array of an input that stays on the device: the next run of any
// plan copies it in again.
func (p *Plan) Changed(view string) error {
	found := p.named(view)
	if len(found) == 0 {
		return p.noSuch(view, "be changed")
	}
	if inputs := p.of(p.reads, found); len(inputs) > 0 {
		found = inputs
	}
	for _, b := range found {
		p.frame.outdate(b.array, nil)
	}
	return nil
}

// of are those bindings that are in a list too.
func (p *Plan) of(list, bindings []*binding) []*binding {
	return slices.DeleteFunc(slices.Clone(bindings), func(b *binding) bool { return !slices.Contains(list, b) })
}

// named are the uses of a name: of a view, or of a species of one.
func (p *Plan) named(name string) []*binding {
	view, species := p.apart(name)
	part, err := p.part("array", view, species, true)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(p.bindings(), func(b *binding) bool { return b.view != view || b.array.Part != part })
}

func (p *Plan) noSuch(view, what string) error {
	var used []string
	for _, b := range p.bindings() {
		used = append(used, b.name)
	}
	return status.Errorf(status.UnknownName, "plan of %s: '%s' was never read or written, so it cannot %s%s", p.collection, view, what, nearest.Question(view, used))
}

// kept tells whether the device has the values of an input already.
func (b *binding) kept() bool { return b.copy != nil && b.copy.OnDevice }

func (b *binding) bytes(start, end int) int64 { return 8 * int64(end-start+1) * int64(b.array.Width) }

// settle finds the device copies of a plan, brings to the host what a copy of this run would read there while
// the device's values are newer, and says whose values the run will change.
func (p *Plan) settle() error {
	for _, b := range p.bindings() {
		if b.copy != nil && (b.copy.Array != b.array || p.overwritten(b)) {
			b.copy = nil
		}
		if !b.stays || b.copy != nil || p.overwritten(b) {
			continue
		}
		r, err := p.frame.deviceCopy(b)
		if err != nil {
			return err
		}
		b.copy = r
	}
	for _, b := range p.bindings() {
		if b.kept() {
			continue
		}
		if err := p.frame.bringBack(b.array, nil); err != nil {
			return err
		}
	}
	for _, b := range p.writes { // other device copies hold more than what the run overwrites: none of it is lost
		if err := p.frame.bringBack(b.array, b.copy); err != nil {
			return err
		}
	}
	for _, b := range p.writes {
		p.frame.outdate(b.array, b.copy)
	}
	return nil
}

// written tells whether the run writes to an array, through whatever view.
func (p *Plan) written(a views.HostArray) bool {
	return slices.ContainsFunc(p.writes, func(w *binding) bool { return shares(a, w.array) })
}

// overwritten tells whether an input cannot stay: its view is an output's too that goes to the host, so that
// the device holds the output when the run is over, or another output that stays lies over it, which the
// kernel would write while it still reads the input.
func (p *Plan) overwritten(b *binding) bool {
	if b.output {
		return false
	}
	return slices.ContainsFunc(p.writes, func(w *binding) bool {
		if w.view == b.view {
			return !w.stays || w.array != b.array && shares(w.array, b.array)
		}
		return w.stays && shares(w.array, b.array)
	})
}

// failed forgets what a run that failed left half written on the device.
func (p *Plan) failed() {
	for _, b := range p.writes {
		if b.copy != nil {
			b.copy.OnDevice, b.copy.Stale, b.copy.Lost = false, false, true
		}
	}
}

// done notes which side has the values after a run.
func (p *Plan) done() {
	for _, b := range p.reads {
		if b.kept() {
			p.frame.report.Skip("in " + b.view)
		} else if b.copy != nil && !p.written(b.array) {
			b.copy.OnDevice = true
		}
	}
	for _, b := range p.writes {
		if b.copy != nil {
			b.copy.OnDevice, b.copy.Stale, b.copy.Lost = true, true, false
			p.frame.report.Skip("out " + b.view)
		}
	}
}

// deviceCopy finds what is on the device of an array, or makes room for it.
func (f *Frame) deviceCopy(b *binding) (*views.DeviceCopy, error) {
	for _, r := range f.copies {
		if r.Array == b.array {
			return r, nil
		}
	}
	f.sweep()
	r, err := f.serial.buffers.DeviceCopy(b.view, b.array)
	if err != nil {
		return nil, err
	}
	f.copies = append(f.copies, r)
	return r, nil
}

// sweep frees device copies that no plan uses any more and that the host has.
func (f *Frame) sweep() {
	f.copies = slices.DeleteFunc(f.copies, func(r *views.DeviceCopy) bool {
		for _, p := range f.plans {
			if slices.ContainsFunc(p.bindings(), func(b *binding) bool { return b.copy == r }) {
				return false
			}
		}
		if r.Stale {
			f.report.Note("what was computed for variable %d of an array and stayed on the device was never fetched; its plan is gone, and so is it", r.Array.Var)
		}
		r.Close()
		return true
	})
}

func (f *Frame) fetch(view string, r *views.DeviceCopy) error {
	if !r.Stale {
		return nil
	}
	what := fmt.Sprintf("the array of variable %d that stayed on the device", r.Array.Var)
	if err := hostmemory.Check(what, r.Array.Address, r.Array.Bytes(), hostmemory.Write); err != nil {
		return err
	}
	begin := time.Now()
	if err := r.Fetch(); err != nil {
		return err
	}
	f.copied("out "+view, r.Bytes(), time.Since(begin).Seconds(), 0)
	r.Stale = false
	return nil
}

// bringBack makes the host's values of an array true where a device copy of it, other than own, is newer.
func (f *Frame) bringBack(a views.HostArray, own *views.DeviceCopy) error {
	for _, r := range f.copies {
		if r != own && r.Stale && shares(a, r.Array) {
			if err := f.fetch("resident", r); err != nil {
				return err
			}
		}
	}
	return nil
}

// outdate says that values of an array are about to be newer, on the host or in the device copy own, than
// those of its other device copies.
func (f *Frame) outdate(a views.HostArray, own *views.DeviceCopy) {
	for _, r := range f.copies {
		if r != own && shares(a, r.Array) {
			r.OnDevice, r.Stale, r.Lost = false, false, false
		}
	}
}

// shares tells whether the variables that are meant lie in the same memory: an array and a section of it
// begin at different addresses. Of one array whose variables lie between each other, those of other numbers do not.
func shares(a, b views.HostArray) bool {
	if a.SameArray(b) {
		return a.Var < b.Var+b.Width && b.Var < a.Var+a.Width
	}
	aFirst, aEnd := a.Span()
	bFirst, bEnd := b.Span()
	return aFirst < bEnd && bFirst < aEnd
}

// unfetched counts device copies whose values the host never saw.
func (f *Frame) unfetched() int {
	n := 0
	for _, r := range f.copies {
		if r.Stale {
			n++
		}
	}
	return n
}
