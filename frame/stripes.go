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

// stripeQueue carries one stripe at a time, on a queue of the device, and what is under way. Without a queue it works on the device itself,
// and each step is over when it returns.
type stripeQueue struct {
	queue      device.Queue
	device     device.Device // the queue, where there is one
	buffers    *views.Buffers
	arrays     []device.Array // of the plan that runs, by the slots of its kernel
	boxes      []device.Box   // of the latest copy: a stripe makes nothing for the collector
	start, end int            // interior points of the stripe; 0: none
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
func (f *Frame) stripeQueues(call *properties.Call) ([]*stripeQueue, error) {
	d := f.device.About().Overlapping
	if d == nil || f.values["overlap"] == "off" || f.values["check"] == "strict" || call.Normalises() {
		return nil, nil
	}
	queues, err := d.Queues()
	if err != nil {
		return nil, err
	}
	for i := len(f.queues); i < len(queues); i++ {
		label := fmt.Sprintf(" (stripe %d of %d at a time)", i+1, len(queues))
		f.queues = append(f.queues, &stripeQueue{queue: queues[i], device: queues[i], buffers: views.NewBuffers(queues[i], f.MaxBlock, f.layout(), label)})
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

// stripeQueues gives the queues that the plan's stripes go over: those on which they overlap, or one that is the device itself.
func (p *Plan) stripeQueues() (queues []*stripeQueue, err error) {
	if !p.frame.crowds(p) {
		queues, err = p.frame.stripeQueues(p.call)
	}
	if err == nil && queues == nil {
		queues = []*stripeQueue{p.frame.serial}
	}
	return queues, err
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
	l.start, l.end = s.begun+1, s.begun+size
	s.next, s.begun = s.next+1, l.end
	if s.next <= len(s.queues) { // the first one on this queue
		if err := s.bindSlots(l); err != nil {
			return err
		}
	}
	return s.begin(l)
}

// bindSlots gives each slot of the kernel its array: the host's where it is, a device copy, or a buffer for one stripe.
func (s *stripeList) bindSlots(l *stripeQueue) (err error) {
	l.arrays = s.call.Slots(l.arrays)
	for _, b := range s.bindings() {
		switch a := &l.arrays[b.slot]; {
		case s.lender != nil:
			*a = b.array.On(s.lender.Lend(b.array.Address), b.view, a.Output)
		case b.copy != nil:
			*a = b.copy.Argument(b.view, a.Output)
		case a.Memory == nil: // else it has the buffer of another species
			err = s.buffer(l, b.view, a)
			b.array.Unit.Put(a)
		}
		if err != nil {
			return err
		}
	}
	if flag := s.call.Slot("flag", true); flag >= 0 && l.arrays[flag].Memory == nil {
		return s.buffer(l, "flag", &l.arrays[flag])
	}
	return nil
}

// buffer gives a slot the buffer of its view on a queue.
func (p *Plan) buffer(l *stripeQueue, view string, slot *device.Array) error {
	width, err := p.call.Width(view, slot.Output)
	if err == nil {
		*slot, err = l.buffers.Array(view, width, slot.Output)
	}
	return err
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
func (s *stripeList) begin(l *stripeQueue) error {
	n := l.end - l.start + 1
	if s.lender != nil {
		return s.compute(l, s.writes[0].array.Region(l.start, n))
	}
	for _, b := range s.bindings() {
		if a := &l.arrays[b.slot]; b.copy != nil {
			a.Base = (l.start - 1) * a.Point
		}
	}
	if err := s.copyIn(l); err != nil {
		return err
	}
	if err := s.compute(l, device.Line(n)); err != nil {
		return err
	}
	if err := s.copyOut(l); err != nil || l.queue == nil {
		return err
	}
	return l.queue.Start()
}

// copyIn starts the copies of a stripe's inputs that the device does not have.
func (p *Plan) copyIn(l *stripeQueue) error {
	for _, b := range p.reads {
		if b.kept() {
			continue
		}
		if err := p.copy(l, b, true, l.device.CopyIn); err != nil {
			return err
		}
	}
	return nil
}

// compute starts the collection on a stripe.
func (p *Plan) compute(l *stripeQueue, region device.Region) error {
	launch := new(properties.Launch)
	return p.do(l, step{name: p.collection, launch: launch}, func() (err error) {
		*launch, err = p.call.Launch(l.device, l.arrays, region)
		return err
	})
}

// copyOut starts the copies of a stripe's outputs that do not stay on the device.
func (p *Plan) copyOut(l *stripeQueue) error {
	for _, b := range p.writes {
		if b.copy != nil {
			continue
		}
		if err := p.copy(l, b, false, l.device.CopyOut); err != nil {
			return err
		}
	}
	return nil
}

// copy starts a copy between an array of the host and its slot.
func (p *Plan) copy(l *stripeQueue, b *binding, in bool, start func(device.Memory, []device.Box) error) error {
	return p.do(l, step{name: b.view, in: in, bytes: b.bytes(l.start, l.end)}, func() error {
		slot := l.arrays[b.slot]
		l.boxes = b.array.Boxes(l.boxes[:0], l.start, l.end, slot)
		return start(slot.Memory, l.boxes)
	})
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
