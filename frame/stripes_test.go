package frame

import (
	"errors"
	"slices"
	"testing"

	"drawbridge/device"
	"drawbridge/properties"
	"drawbridge/report"
	"drawbridge/views"
)

func TestStripesRiseAndFall(t *testing.T) {
	if got, want := graded(120, 4, 40), []int{4, 8, 16, 32, 32, 16, 8, 4}; !slices.Equal(got, want) {
		t.Errorf("%v, %v expected", got, want)
	}
	for total := range 200 {
		for most := 1; most < 60; most++ {
			for first := 1; first <= most; first++ {
				sum := 0
				for _, size := range graded(total, first, most) {
					if sum += size; size < 1 || size > most {
						t.Fatalf("%d points, stripes from %d to %d: one of %d", total, first, most, size)
					}
				}
				if sum != total {
					t.Fatalf("%d points, stripes from %d to %d: %d points", total, first, most, sum)
				}
			}
		}
	}
}

// noQueues is a device that can give no queues now.
type noQueues struct {
	device.Device
	device.Overlapping
}

func (d noQueues) About() *device.About            { return &device.About{Overlapping: d} }
func (d noQueues) Queues() ([]device.Queue, error) { return nil, errors.New("none now") }

// someCall is one of a collection without data.
func someCall(t *testing.T) *properties.Call {
	c, err := (&properties.TVProperties{}).Call("totalenthalpy")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What stays on the device from an earlier run is still there when a run fails before its first stripe.
func TestARunThatCannotBeginLosesNoResult(t *testing.T) {
	f := &Frame{device: noQueues{}, Config: Config{MaxBlock: 8}}
	kept := &views.DeviceCopy{OnDevice: true, Stale: true}
	p := &Plan{frame: f, call: someCall(t), interior: [6]int{1, 4, 1, 4, 1, 4}, writes: []*binding{{view: "rho", stays: true, copy: kept}}}
	if err := p.throughStripes(); err == nil || err.Error() != "none now" {
		t.Errorf("%v", err)
	}
	if !kept.OnDevice || !kept.Stale {
		t.Errorf("the result of the run before is lost: %+v", kept)
	}
}

// A plan of one stripe asks for no queues where more ranks share the GPU than overlapping is worth; others do.
func TestManyRanksOnAGPURunOneStripeWithoutQueues(t *testing.T) {
	for _, c := range []struct {
		sharers, extent int
		asks            bool
	}{{1, 8, true}, {mostSharers, 8, true}, {mostSharers + 1, 8, false}, {16, 8, false}, {16, 60, true}} { // 60^3 points overlap with each other
		f := &Frame{device: noQueues{}, serial: &stripeQueue{}, report: report.New("test"), Config: Config{MaxBlock: 1 << 20}, sharers: c.sharers}
		p := &Plan{frame: f, call: someCall(t), interior: [6]int{1, c.extent, 1, c.extent, 1, c.extent}}
		queues, err := p.stripeQueues()
		if asked := err != nil; asked != c.asks {
			t.Errorf("%d ranks on a GPU, %d^3 points: asked for queues: %v (%v), %v expected", c.sharers, c.extent, asked, err, c.asks)
		}
		if !c.asks && (len(queues) != 1 || queues[0].queue != nil) {
			t.Errorf("%d ranks on a GPU, %d^3 points: %d queues, the device itself expected", c.sharers, c.extent, len(queues))
		}
	}
}

// Arrays of 53 x 30 x 8 points in one memory are aligned, whichever comes first, where whole variables lie
// between them. 512 elements are what 2^61 leaves of the variable: no place for a difference without a sign.
func TestArraysOfOneMemoryAreAlignedByWholeVariables(t *testing.T) {
	const points, at = 53 * 30 * 8, 1 << 40
	for elements, want := range map[int]bool{0: false, points: false, -points: false, 3 * points: false, -3 * points: false,
		1: true, -1: true, 512: true, -512: true, points - 512: true, 512 - points: true} {
		a := views.HostArray{Address: uintptr(at + 8*elements), Shape: [4]int{53, 30, 8, 4}, Var: 1, Width: 4}
		b := a
		b.Address = at
		if got := askew(a, b); got != want {
			t.Errorf("%d elements apart: askew %t, %t expected", elements, got, want)
		}
	}
}

// An output over the species is stored before its point was read, also where there is one species.
func TestOutputsOverSpeciesSpoilWhatTheyLieOver(t *testing.T) {
	p := &Plan{perSpecies: []string{"hi"}}
	at := func(view string, first int) *binding {
		return &binding{view: view, array: views.HostArray{Address: 4096, Shape: [4]int{5, 4, 3, 9}, Var: first, Width: 1}}
	}
	if !p.spoils(at("hi", 2), at("Yi", 2)) {
		t.Error("hi may lie over Yi")
	}
	if p.spoils(at("hi", 3), at("Yi", 2)) || p.spoils(at("rho", 2), at("Yi", 2)) {
		t.Error("hi beside Yi, or rho over it, spoils it")
	}
}
