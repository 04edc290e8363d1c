package domains

import (
	"testing"

	"drawbridge/device"
	"drawbridge/status"
	"drawbridge/views"
)

// An exchange fills the faces beyond which a block lies, along its axes, and no walls.
func TestAnExchangeFillsNoWalls(t *testing.T) {
	d := &Domain{all: &Domains{}, Global: [3]int{9, 4, 2}, Periodic: [3]bool{false, true, false}, Dims: 3}
	for rank := range 3 {
		d.Boxes = append(d.Boxes, Part{[3]int{1 + 3*rank, 1, 1}, [3]int{3, 4, 2}})
	}
	d.own([]int{0, 1, 2})
	if err := d.meet(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to int
		want     [3][2]int
	}{{0, 3, [3][2]int{{0, 2}, {2, 2}, {0, 0}}}, {1, 3, [3][2]int{1: {2, 2}}}} {
		x := &exchange{domain: d, blocks: [][]*views.Field{{{Name: "u", Halo: 2}}}, from: c.from, to: c.to}
		if list := x.accesses(); len(list) != 1 || list[0].Field.Name != "u" || list[0].Layers != c.want {
			t.Errorf("axes from %d before %d: %+v, %v expected", c.from, c.to, list, c.want)
		}
	}
}

// keeping is a graph.
type keeping struct{ device.Stream }

func (keeping) Keeps() bool { return true }

// A channel may be made anew for a longer message, and go by another transport then: no graph takes what the host sends.
func TestNoGraphTakesWhatTheHostSends(t *testing.T) {
	x := &exchange{domain: &Domain{all: &Domains{}}, made: [][]hop{{{next: -1, channel: &channel{ways: [2]way{packed, wraps}}}}}, to: 1}
	if err := x.byAxes(keeping{}); status.CodeOf(err) != status.NotAvailable || x.turn != 0 {
		t.Errorf("%v, turn %d", err, x.turn)
	}
}
