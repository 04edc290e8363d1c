package steps

import (
	"strings"
	"time"

	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/views"
)

// Runner runs the lists of one device, which may run on by itself.
type Runner struct {
	device     device.FieldDevice
	about      *device.About
	fields     *views.Fields
	unrecorded bool // each launch is started by a call of its own
	note       func(format string, values ...any)
	pending    []*pending      // runs that were started
	told       map[string]bool // lists that the report names
}

// NewRunner makes the runner of a device and its fields. Notes go into the report. unrecorded: nothing is recorded.
func NewRunner(d device.FieldDevice, fields *views.Fields, unrecorded bool, note func(format string, values ...any)) *Runner {
	return &Runner{device: d, about: d.About(), fields: fields, unrecorded: unrecorded, note: note, told: map[string]bool{}}
}

// pending is runs of a list that a device has started, and that nobody has waited for yet.
type pending struct {
	list  *List
	runs  int
	begin time.Time // of the first of them
	ahead bool      // the caller went on meanwhile
}

// started remembers runs that have to be waited for.
func (r *Runner) started(l *List, runs int, begin time.Time, ahead bool) {
	for _, p := range r.pending {
		if p.list == l {
			p.runs, p.ahead = p.runs+runs, p.ahead || ahead
			return
		}
	}
	r.pending = append(r.pending, &pending{l, runs, begin, ahead})
}

// Pending counts the lists, and their runs, that were started and not waited for.
func (r *Runner) Pending() (lists, runs int) {
	for _, p := range r.pending {
		runs += p.runs
	}
	return len(r.pending), runs
}

// Settle waits for all runs that were started, counts what they did, and says what went wrong in them.
func (r *Runner) Settle() error {
	list := r.pending
	if len(list) == 0 {
		return nil
	}
	r.pending = nil
	if err := r.device.Finish(); err != nil {
		var titles []string
		for _, p := range list {
			p.list.maker.Forget()
			titles = append(titles, p.list.title)
		}
		return status.Wrap(err, "%s: %v", strings.Join(titles, " or "), err)
	}
	var failure error
	for _, p := range list {
		if err := p.list.maker.Done(p.runs, time.Since(p.begin).Seconds(), p.ahead); err != nil && failure == nil {
			failure = err
		}
	}
	return failure
}
