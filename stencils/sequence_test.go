package stencils

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/status"
)

// Who gives one operator alone, also properties, reads nothing of a sequence.
func TestErrorsOfOneOperator(t *testing.T) {
	wrong := errors.New("wrong")
	once, step := &Sequence{name: "properties"}, &Sequence{name: "step"}
	of := entry{name: "properties preosThermalProperties"}
	for want, err := range map[string]error{
		"wrong": once.Wrap("properties", wrong), "sequence step: wrong": step.Wrap("properties", wrong), "sequence step, entry 1: wrong": step.at(of, "entry 1", wrong),
	} {
		if err.Error() != want {
			t.Errorf("%q, expected %q", err, want)
		}
	}
	if err := once.at(of, "run 1, entry 1", wrong); err.Error() != "wrong" {
		t.Errorf("of a run: %q", err)
	}
}

// A replayed list returns when it has started; whatever else it needs waits. Settle waits once for all of them.
func TestStartedListsAreWaitedForOnce(t *testing.T) {
	r := &recorder{}
	s, q := wave(t, "first", r)
	for range 4 {
		if err := q.Run(2); err != nil {
			t.Fatal(err)
		}
	}
	waits := r.waits
	if err := first(q.Start(2), q.Set("dt", 0.3), q.Start(2)); err != nil {
		t.Fatal(err)
	}
	if p := s.pending; r.waits != waits || len(p) != 1 || p[0].runs != 4 {
		t.Errorf("%d waits, pending: %v", r.waits-waits, p)
	}
	err := first(s.Settle(), s.Settle())
	if lists := len(s.pending); err != nil || r.waits != waits+1 || lists != 0 {
		t.Errorf("%d waits in Settle, %d lists pending, %v", r.waits-waits, lists, err)
	}
	if err := q.Start(3); err != nil || r.waits != waits+2 {
		t.Errorf("three runs were never recorded: %d waits, 1 expected; %v", r.waits-waits-1, err)
	}
}

// What went wrong in a list that was started is told by name to the first that waits, and once.
func TestStartedListsThatFail(t *testing.T) {
	for _, then := range []string{"settle", "run", "another list"} {
		r := &recorder{}
		s, q := wave(t, "first", r)
		other := s.NewSequence("other")
		if err := other.Apply("constant", "", "c", []float64{1}, ""); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			if err := q.Run(2); err != nil {
				t.Fatal(err)
			}
		}
		r.fails = status.Errorf(status.Device, "GPU 0, wait: an illegal address")
		err := q.Start(2)
		if err != nil {
			t.Fatal(err)
		}
		switch then {
		case "settle":
			err = s.Settle()
		case "run":
			err = q.Run(2)
		case "another list":
			launches := len(r.sweeps)
			if err = other.Run(1); len(r.sweeps) != launches {
				t.Error("another list has run before the failure was told")
			}
		}
		if err == nil || !strings.Contains(err.Error(), "sequence step: GPU 0") || status.CodeOf(err) != status.Device {
			t.Errorf("%s: %v", then, err)
		}
		r.fails = nil
		if err := first(s.Settle(), other.Run(1)); err != nil {
			t.Errorf("%s: told twice: %v", then, err)
		}
	}
}

// scarce is a paper device with no memory for second memories.
type scarce struct{ paper }

func (s *scarce) About() *device.About {
	return &device.About{Name: "scarce", Compiles: true, Threads: 1, Fields: s}
}

func (s *scarce) AllocateField(name string, bytes int) (device.Memory, error) {
	if strings.HasPrefix(name, "second memory") {
		return nil, status.Errorf(status.OutOfMemory, "no memory for %s", name)
	}
	return s.paper.AllocateField(name, bytes)
}

// A variant chosen by hand that needs a second memory is refused by the field's name before any entry has run. Without a choice by hand the
// list runs in ways that need none, fused lists too.
func TestNoRoomForASecondMemory(t *testing.T) {
	d := &scarce{}
	s, err := New(d, kernels.ISAs()[0], "first", silent{})
	if err != nil {
		t.Fatal(err)
	}
	if err := first(s.fields.Create("u", []int{40, 30, 20}, 4, "double", 1), s.fields.Create("f", []int{40, 30, 20}, 4, "double", 1)); err != nil {
		t.Fatal(err)
	}
	run := func(options string) error {
		q := s.NewSequence("step")
		defer q.Close()
		err := first(q.Apply("fill", "", "u", nil, "kind=periodic faces=all"), q.Apply("gauss_seidel", "f", "u", []float64{1, 1, 1}, options),
			q.Apply("laplacian", "u", "f", []float64{1, 1, 1}, ""), q.Apply("combine", "u f", "u", []float64{1, 0.1}, ""))
		if err != nil {
			t.Fatal(err)
		}
		return q.Run(1)
	}
	err = run("variant=fused:64:32:2:256:u4")
	for _, want := range []string{"sequence step", "entry 2", "second memory of field u"} {
		if status.CodeOf(err) != status.OutOfMemory || !strings.Contains(err.Error(), want) {
			t.Errorf("'%v', code %d: out of memory and '%s' expected", err, status.CodeOf(err), want)
		}
	}
	if len(d.sweeps) > 0 {
		t.Errorf("%d launches before the refusal", len(d.sweeps))
	}
	if err := run(""); err != nil {
		t.Errorf("a list that can do without: %v", err)
	}
	if len(d.sweeps) < 4 {
		t.Errorf("%d launches, at least one for each entry expected", len(d.sweeps))
	}
}

// failing is a task that keeps what is requested of it, and fails in one of its runs.
type failing struct {
	idle
	name  string
	log   *[]string
	fails int // run; 0: none
	runs  *int
}

func (f failing) Run(device.Stream) error {
	*f.runs++
	*f.log = append(*f.log, fmt.Sprint(f.name, *f.runs))
	if *f.runs == f.fails {
		return errors.New("broken")
	}
	return nil
}

func (f failing) Done(runs int, failed bool) error {
	*f.log = append(*f.log, fmt.Sprint(f.name, " done ", runs, failed))
	return nil
}

// An entry that fails ends the call: it is named with its run, nothing behind it runs, and every task is told.
func TestListsNameTheEntryThatFails(t *testing.T) {
	s, _ := onPaper(t)
	q := s.NewSequence("list")
	var log []string
	for name, fails := range []int{0, 2, 0} {
		if err := q.Append("task", failing{name: string("abc"[name]), log: &log, fails: fails, runs: new(int)}, nil, nil, 0, 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := q.Run(3); err == nil || err.Error() != "sequence list, run 2, entry 2: broken" {
		t.Errorf("%v", err)
	}
	if want := []string{"a1", "b1", "c1", "a2", "b2", "a done 0 true", "b done 0 true", "c done 0 true"}; !slices.Equal(log, want) {
		t.Errorf("%q, %q expected", log, want)
	}
}
