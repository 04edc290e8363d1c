package stencils

import (
	"strings"
	"testing"

	"drawbridge/device"
	kernels "drawbridge/kernels/stencils/set"
	"drawbridge/status"
)

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
