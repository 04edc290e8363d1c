package frame

import (
	"fmt"
	"slices"
	"time"

	"drawbridge/device"
	"drawbridge/properties"
	"drawbridge/status"
	"drawbridge/views"
)

// stripeQueue carries one stripe at a time: views of its own on a queue of the device, and what is under way. Without a queue it
// works on the device itself, and each step is over when it returns.
type stripeQueue struct {
	queue      device.Queue
	store      *views.Store
	properties *properties.TVProperties
	start, end int // interior points of the stripe; 0: none
	steps      []step
}

// step is one copy or launch of a stripe.
type step struct {
	name   string // of the view, or of the kernel
	in     bool
	bytes  int64
	launch *properties.Launch
}

// title names a step in the report and for profilers.
func (s step) title() string {
	switch {
	case s.launch != nil:
		return "collection " + s.name
	case s.in:
		return "in " + s.name
	}
	return "out " + s.name
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

// mostSharers is how many ranks may share a GPU before the queues of each cost more than they gain a plan of one stripe: with 8 ranks they
// cost nothing, with 16 they made the example solver's step 36.6 ms long and 26.5 without (bench/results/0.2.0_h100.md#2026-11-25-sixteen-ranks).
const mostSharers = 8

// crowds tells whether a plan has one stripe, which overlaps with nothing, on a GPU that many ranks share.
func (f *Frame) crowds(p *Plan) bool {
	if f.device.About().Overlapping == nil || f.sharers <= mostSharers || len(p.overlappingSizes()) > 1 {
		return false
	}
	f.report.NoteOnce("plans of one stripe use no queues of their own: about %d ranks share the GPU", f.sharers)
	return true
}

// stripeQueues gives the queues that the plan's stripes go over, with views of an owner's kernel where it is one: those on which they
// overlap, or one that is the device itself.
func (p *Plan) stripeQueues() (shared []*stripeQueue, err error) {
	if !p.frame.crowds(p) {
		shared, err = p.frame.stripeQueues(p.collection)
	}
	switch {
	case err != nil:
		return nil, err
	case shared == nil:
		return []*stripeQueue{{store: p.store(), properties: p.frame.properties}}, nil
	case p.own == nil:
		return shared, nil
	}
	o := p.own
	for i, q := range shared {
		if i == len(o.queues) {
			o.queues = append(o.queues, &stripeQueue{queue: q.queue, store: o.store.On(q.queue, q.store.Label())})
		}
		o.queues[i].properties = p.frame.properties.On(q.queue, o.queues[i].store)
	}
	return o.queues, nil
}

// stripeList is the stripes of a plan's run, and how far it has come.
type stripeList struct {
	*Plan
	queues  []*stripeQueue
	lender  device.InPlace
	sizes   []int // of the stripes; nil: max_block, and what is left
	next    int   // stripes that were started
	begun   int   // interior points of these
	written int   // interior points
}

// throughStripes runs the plan stripe by stripe. Over several queues one stripe is copied in while another is computed and a third copied
// out; on the device itself each is over before the next begins, on arrays where they are if there is a lender.
func (p *Plan) throughStripes() (err error) {
	s := &p.stripes
	if s.queues, err = p.stripeQueues(); err != nil {
		return err
	}
	s.Plan, s.next, s.begun, s.written, s.lender, s.sizes = p, 0, 0, 0, nil, nil
	count := 1 + (p.points()-1)/p.frame.MaxBlock
	if s.queues[0].queue == nil {
		s.lender = p.lender()
		defer s.queues[0].store.Return()
	} else {
		s.sizes = p.overlappingSizes()
		count = len(s.sizes)
		defer p.frame.device.About().Overlapping.Rest()
	}
	for ; count > 0 && err == nil; count-- {
		err = s.stripe()
	}
	if err = s.land(err); err != nil {
		p.failed()
	} else if s.lender != nil {
		p.uncopied()
	}
	return err
}

// stripe starts the next stripe on the next queue, when the one before it there is over.
func (s *stripeList) stripe() error {
	l := s.queues[s.next%len(s.queues)]
	if err := s.finish(l, &s.written); err != nil {
		return err
	}
	size := min(s.frame.MaxBlock, s.points()-s.begun)
	if s.sizes != nil {
		size = s.sizes[s.next]
	}
	start := s.begun + 1
	s.next, s.begun = s.next+1, s.begun+size
	return s.begin(l, s.lender, start, s.begun)
}

// land waits for what is under way on the queues, the next one first, whatever failed before, and says what was written then.
func (s *stripeList) land(failure error) error {
	first, last := 0, s.written
	for i := range s.queues {
		l := s.queues[(s.next+i)%len(s.queues)]
		if last = max(last, l.end); failure != nil && l.queue == nil {
			first, l.end = l.start, 0 // it has stopped within this stripe
			continue
		}
		before := s.written
		if err := s.finish(l, &s.written); failure == nil {
			failure = err
		} else {
			s.written = before
		}
	}
	switch {
	case failure == nil:
		return nil
	case first > 0:
		return status.Wrap(failure, "%v (stripe of interior points %d..%d; %d points are written, the others are as before)", failure, first, last, first-1)
	}
	return status.Wrap(failure, "%v (%d interior points are written; points %d..%d were under way and may be; the others are as before)", failure, s.written, s.written+1, max(last, s.written+1))
}

// begin starts all that a stripe needs.
func (p *Plan) begin(l *stripeQueue, lender device.InPlace, start, end int) error {
	l.start, l.end = start, end
	region := device.Line(end - start + 1)
	for _, name := range p.optional {
		l.store.SetValid(name, 0) // what an earlier stripe left is no first guess of this one
	}
	if lender != nil {
		p.lendArrays(l.store, lender, end-start+1)
		region = p.bindings()[0].array.Region(start, end-start+1)
	} else {
		p.lend(l.store, start)
		if err := p.copyIn(l); err != nil {
			return err
		}
	}
	if err := p.compute(l, region); err != nil {
		return err
	}
	if lender == nil {
		if err := p.copyOut(l); err != nil {
			return err
		}
	}
	if l.queue == nil {
		return nil
	}
	return l.queue.Start()
}

// copyIn starts the copies of a stripe's inputs that the device does not have.
func (p *Plan) copyIn(l *stripeQueue) error {
	for _, b := range p.reads {
		if b.kept() {
			l.store.Holds(b.view, l.end-l.start+1)
			continue
		}
		err := p.do(l, step{name: b.view, in: true, bytes: b.bytes(l.start, l.end)}, func() error { return l.store.Unpack(b.view, b.array, l.start, l.end) })
		if err != nil {
			return err
		}
		if l.store == p.frame.store {
			p.frame.filled(b.view, b.array, l.start)
		}
	}
	return nil
}

// compute starts the collection on a stripe.
func (p *Plan) compute(l *stripeQueue, region device.Region) error {
	p.expect(l.store)
	launch := new(properties.Launch)
	return p.do(l, step{name: p.collection, launch: launch}, func() (err error) {
		*launch, err = p.launch(l.properties, l.store, region)
		return err
	})
}

// copyOut starts the copies of a stripe's outputs that do not stay on the device.
func (p *Plan) copyOut(l *stripeQueue) error {
	for _, b := range p.writes {
		if b.copy != nil {
			continue
		}
		err := p.do(l, step{name: b.view, bytes: b.bytes(l.start, l.end)}, func() error { return l.store.Pack(b.view, b.array, l.start, l.end) })
		if err != nil {
			return err
		}
	}
	return nil
}

// do starts a step. Where it is over by then, it is told at once: a stripe that strict refuses does not go out.
func (p *Plan) do(l *stripeQueue, s step, start func() error) error {
	defer p.frame.profile.Range(s.title())()
	begin := time.Now()
	if err := start(); err != nil {
		return err
	}
	if l.queue != nil {
		l.steps = append(l.steps, s)
		return nil
	}
	return p.tell(s, device.Done{Seconds: time.Since(begin).Seconds()}, l.start)
}

// finish waits for a queue's stripe and tells its steps.
func (p *Plan) finish(l *stripeQueue, written *int) error {
	if l.end == 0 {
		return nil
	}
	steps, start, end := l.steps, l.start, l.end
	l.steps, l.end = l.steps[:0], 0
	l.store.Return()
	if l.queue == nil {
		*written = end
		return nil
	}
	done, err := l.queue.Finish()
	if err != nil {
		return err
	}
	*written = end
	for i, s := range steps {
		if i < len(done) {
			if s.launch != nil {
				s.launch.Ended(done[i])
			}
			if err := p.tell(s, done[i], start); err != nil {
				return err
			}
		}
	}
	return nil
}

// tell puts one finished step of the stripe from start on into the report.
func (p *Plan) tell(s step, done device.Done, start int) error {
	if s.launch == nil {
		p.frame.copied(s.title(), s.bytes, done.Seconds, done.Packing)
		return nil
	}
	return p.frame.judge(p.collection, *s.launch, done.Seconds, stripe{plan: p, start: start})
}

// overlappingSizes cuts the interior into pieces of at most max_block points: small ones first and last, because nothing overlaps with
// the first copy in and the last copy out, and large ones between, because an engine takes some microseconds per copy. Whole planes where
// max_block allows.
func (p *Plan) overlappingSizes() []int {
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
