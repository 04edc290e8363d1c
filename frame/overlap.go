package frame

import (
	"fmt"
	"slices"

	"drawbridge/device"
	"drawbridge/properties"
	"drawbridge/status"
	"drawbridge/views"
)

// stripeQueue carries one stripe at a time: a queue of the device, views of its own, and what is under way.
type stripeQueue struct {
	queue      device.Queue
	store      *views.Store
	properties *properties.TVProperties
	start, end int // interior points of the stripe
	steps      []step
}

// step is one copy or launch that was started.
type step struct {
	name   string // of the view, or of the kernel
	in     bool
	bytes  int64
	launch *properties.Launch
}

func (s step) direction() string {
	if s.in {
		return "in "
	}
	return "out "
}

// stripeQueues gives the queues on which stripes overlap; none where the device or the setting has them one after the other,
// or where a stripe must be judged before its results go out.
func (f *Frame) stripeQueues(collection string) ([]*stripeQueue, error) {
	d := f.device.About().Overlapping
	if d == nil || f.values["overlap"] == "off" || f.values["check"] == "strict" || f.properties.Normalises(collection) {
		return nil, nil
	}
	queues, err := d.Queues()
	if err != nil {
		return nil, err
	}
	for i, q := range queues {
		if i == len(f.queues) {
			f.queues = append(f.queues, &stripeQueue{queue: q, store: f.store.On(q, fmt.Sprintf(" (stripe %d of %d at a time)", i+1, len(queues)))})
		}
		f.queues[i].properties = f.properties.On(q, f.queues[i].store)
	}
	return f.queues, nil
}

// overlapped runs stripes so that one is copied in while another is computed and a third copied out.
func (p *Plan) overlapped(queues []*stripeQueue) error {
	defer p.frame.device.About().Overlapping.Rest()
	start, written, next := 1, 0, 0
	var failure error
	for _, size := range p.stripes() {
		l := queues[next%len(queues)]
		if failure = p.finish(l, &written); failure == nil {
			failure = p.begin(l, start, start+size-1)
			next++
		}
		if failure != nil {
			break
		}
		start += size
	}
	last := written
	for range queues { // what is under way lands, whatever happened
		l := queues[next%len(queues)]
		last = max(last, l.end)
		before := written
		if err := p.finish(l, &written); failure == nil {
			failure = err
		} else {
			written = before
		}
		next++
	}
	if failure != nil {
		return status.Wrap(failure, "%v (%d interior points are written; points %d..%d were under way and may be; the others are as before)", failure, written, written+1, max(last, written+1))
	}
	return nil
}

// begin starts all that a stripe needs.
func (p *Plan) begin(l *stripeQueue, start, end int) error {
	l.start, l.end = start, end
	p.lend(l.store, start)
	for _, name := range p.optional {
		l.store.SetValid(name, 0) // what an earlier stripe left is no first guess of this one
	}
	for _, b := range p.reads {
		if b.kept() {
			l.store.Lend(b.view, b.copy, start, end-start+1)
			continue
		}
		if err := l.store.Unpack(b.view, b.array, start, end); err != nil {
			return err
		}
		l.steps = append(l.steps, step{name: b.view, in: true, bytes: b.bytes(start, end)})
	}
	p.expect(l.store)
	launch, err := p.launch(l.properties, l.store, device.Line(end-start+1))
	if err != nil {
		return err
	}
	l.steps = append(l.steps, step{name: launch.Kernel, bytes: launch.Bytes, launch: &launch})
	for _, b := range p.writes {
		if b.copy != nil {
			continue
		}
		if err := l.store.Pack(b.view, b.array, start, end); err != nil {
			return err
		}
		l.steps = append(l.steps, step{name: b.view, bytes: b.bytes(start, end)})
	}
	return l.queue.Start()
}

// finish waits for a queue's stripe and accounts for it.
func (p *Plan) finish(l *stripeQueue, written *int) error {
	if l.end == 0 {
		return nil
	}
	steps, start, end := l.steps, l.start, l.end
	l.steps, l.end = l.steps[:0], 0
	l.store.Return()
	done, err := l.queue.Finish()
	if err != nil {
		return err
	}
	*written = end
	for i, s := range steps {
		if i < len(done) {
			if err := p.tell(s, done[i], start); err != nil {
				return err
			}
		}
	}
	return nil
}

// tell puts one finished step of the stripe from start on into the report.
func (p *Plan) tell(s step, done device.Done, start int) error {
	f := p.frame
	switch {
	case s.launch != nil:
		s.launch.Flagged = done.Flagged
		f.launched(*s.launch, done.Seconds)
		if done.Flagged > 0 {
			return f.account(p.collection, *s.launch, stripe{plan: p, start: start})
		}
	default:
		f.copied(s.direction()+s.name, s.bytes, done.Seconds, done.Packing)
	}
	return nil
}

// stripes cuts the interior into pieces of at most max_block points: small ones first and last, because
// nothing overlaps with the first copy in and the last copy out, large ones between, because an engine
// takes some microseconds per copy. Whole planes where max_block allows.
func (p *Plan) stripes() []int {
	const least = 1 << 15 // points of the first and the last
	points, most, unit := p.points(), p.frame.MaxBlock, 1
	in := p.interior
	if plane := (in[1] - in[0] + 1) * (in[3] - in[2] + 1); most >= plane {
		unit = plane
	}
	sizes := graded(points/unit, min(most/unit, (least+unit-1)/unit), most/unit)
	for i := range sizes {
		sizes[i] *= unit
	}
	return sizes
}

// graded cuts total into pieces that double from first up to most, and fall again to the end.
func graded(total, first, most int) []int {
	var rise []int
	size, left := first, total
	for ; left >= 2*size; size = min(2*size, most) {
		rise = append(rise, size)
		left -= 2 * size
	}
	sizes := slices.Clone(rise)
	for ; left > 0; left -= min(left, most) {
		sizes = append(sizes, min(left, most))
	}
	slices.Reverse(rise)
	return append(sizes, rise...)
}

func (p *Plan) points() int {
	in := p.interior
	return (in[1] - in[0] + 1) * (in[3] - in[2] + 1) * (in[5] - in[4] + 1)
}
