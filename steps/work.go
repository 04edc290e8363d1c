package steps

import (
	"drawbridge/device"
	"drawbridge/views"
)

// Work is an entry of a list that another room makes: Run works on Fields, which have to be there.
type Work struct {
	Name          string
	Fields        []*views.Field
	Filling       []views.Halo   // that it writes
	Reaching      []views.Halo   // that it reads
	Writing       []*views.Field // whose interior it writes
	Run           func() error
	Points, Bytes int64 // of one run
	// Prepare comes before the first run, and again after the list changed. It may set Ready.
	Prepare func() error
	// Where Run only starts work that a device may record, and whose effect depends on an epoch beside its fields:
	Ready func() (epoch int, err error) // refuses what has changed since
	// Done follows when so many runs, which were started, are done.
	Done    func(turns int) error
	Forget  func()  // what was started has failed, and nobody asks what it did
	Numbers Numbers // that it takes by name; nil: none
	Close   func()
}

// Numbers are those that work of another room takes by name, one for each of its arguments (views.NumberFrom).
type Numbers interface {
	Given() []string                            // the arguments whose value was given
	Value(argument string) float64              // of one
	Check(argument string, value float64) error // refuses another value
	Set(argument string, value float64) error   // nothing that was launched runs
	Computed() map[string]string                // by argument: the name of the number that the list computes
	Computable(argument string) error           // refuses that the list computes it
	TakeComputed(argument, number string)       // the list does so from now on
	// Compute gives such an argument its number: the value, or on a GPU the cell of a memory that holds it at each run.
	Compute(argument string, value float64, cells device.Memory, cell int) error
}

// Unit is what runs as a whole: an entry of a list, or several that run together.
type Unit struct {
	Entries []Entry
	Records bool                  // a device that records may keep what it starts
	Run     func(last bool) error // last: no further run of the list follows
	Gather  func()                // takes the numbers that were set since, before what was recorded gets them; nil: there are none
}

// Entry is one of a unit: its place in the list, from 0, the fields that it works on, and what it is where another room made it.
type Entry struct {
	At     int
	Fields []*views.Field
	Work   *Work
}

// Maker is who makes a list.
type Maker interface {
	Alive() error           // refuses, before each call that runs the list, what has changed since
	Units() ([]Unit, error) // prepares the list, before the first run and after each change
	// Place names the entry, from 0, at which a run, counted from 1, went wrong.
	Place(entry, turn int, err error) error
	// Failed follows when a call failed: it waits for what is under way, and says what became of the whole.
	Failed(err error) error
	// Done counts runs that were started and are over now. ahead: the caller went on meanwhile.
	Done(runs int, seconds float64, ahead bool) error
	Forget() // what was started has failed, and nobody asks what it did
}
