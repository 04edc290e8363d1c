package views

import "drawbridge/status"

// Access is what an entry of a list does with a field.
type Access struct {
	Field  *Field
	Mode   Mode
	Layers [3][2]int // of its halo that are read or written, by axis and side; 0: none
	From   *Field    // of Copies and Swaps: the other field
}

// Mode is what is done.
type Mode int

// Modes. What lies beyond a face in the grid is the interior of a neighbour, or of the field itself around a periodic axis.
const (
	Reads      Mode = iota // points, and Layers beyond the faces
	Writes                 // points at every face
	WritesPart             // other points: what lies beyond some faces is not written
	Fills                  // Layers, with the caller's own values
	Wraps                  // Layers, with what lies there in the grid
	Exchanges              // the same, from a neighbour
	Copies                 // the whole field, halo and all
	Swaps                  // contents with another field, halo and all
)

// Check refuses a halo that is narrower than the layers of the access. who names what reads or writes them. This is the one place that
// decides it, for operators, expressions, loop nests, fills, exchanges, Poisson and copies of arrays.
func (a Access) Check(who string) error {
	layers, does := 0, "writes"
	for _, sides := range a.Layers {
		layers = max(layers, sides[0], sides[1])
	}
	if a.Mode == Reads {
		does = "reads"
	}
	if layers <= a.Field.Halo {
		return nil
	}
	return status.Errorf(status.Shape, "%s %s %s beyond the interior, %s has too few; create it with halo=%d or more", who, does, status.Count(layers, "layer"), a.Field.Describe(), layers)
}

// Follow keeps what the halo holds after an access.
func (a *Access) Follow() {
	switch a.Mode {
	case Writes:
		a.Field.InteriorChanges()
	case Fills:
		a.Field.HaloFilled(a.Layers)
	case Wraps, Exchanges:
		a.Field.HaloFetched(a.Layers, a.Mode == Exchanges)
	case Copies:
		copy(a.Field.Shells(), a.From.Shells())
	case Swaps:
		mine, other := a.Field.Shells(), a.From.Shells()
		for i := range mine {
			mine[i], other[i] = other[i], mine[i]
		}
	}
}

// Shell says of the halo of a field with one component, or of one component, what it holds beyond each face.
type Shell [3][2]Side

// Side is the halo beyond one face.
type Side struct {
	Written int  // layers into which something was written since the field was made
	Fresh   int  // layers that hold what lies there in the grid now: nothing has written the interior since
	Filled  bool // a fill wrote last, and no exchange
	Joined  bool // an exchange has brought what lies beyond, so there is a neighbour
}

// Shells are the shells of a field, one for each component.
func (f *Field) Shells() []Shell {
	if f.of == nil {
		return f.shells
	}
	return f.shells[f.first() : f.first()+f.Components]
}

// HaloFilled says that a fill wrote layers beyond some faces.
func (f *Field) HaloFilled(layers [3][2]int) {
	f.eachSide(layers, func(at *Side, n int) {
		at.Written, at.Fresh, at.Filled = max(at.Written, n), 0, true
	})
}

// HaloFetched says that layers beyond some faces hold what lies there in the grid. joined: an exchange brought it.
func (f *Field) HaloFetched(layers [3][2]int, joined bool) {
	f.eachSide(layers, func(at *Side, n int) {
		*at = Side{Written: max(at.Written, n), Fresh: n, Joined: at.Joined || joined}
	})
}

func (f *Field) eachSide(layers [3][2]int, do func(at *Side, n int)) {
	shells := f.Shells()
	for i := range shells {
		for axis, sides := range layers {
			for side, n := range sides {
				if n > 0 {
					do(&shells[i][axis][side], n)
				}
			}
		}
	}
}

// InteriorChanges says that the interior was written: what neighbours have written meanwhile is not in the halo.
func (f *Field) InteriorChanges() {
	shells := f.Shells()
	for i := range shells {
		for axis := range shells[i] {
			shells[i][axis][0].Fresh, shells[i][axis][1].Fresh = 0, 0
		}
	}
}

// AllAround is so many layers beyond every face.
func (f *Field) AllAround(layers int) (all [3][2]int) {
	for axis := range f.Dims {
		all[axis] = [2]int{layers, layers}
	}
	return all
}

// Spans tells whether some boxes have points at all faces. Others are a wall's, say: what lies beyond other faces may be as it was.
func (f *Field) Spans(boxes ...Box) bool {
	var near [3][2]bool
	for _, b := range boxes {
		for axis, n := range f.Shape {
			near[axis][0] = near[axis][0] || b.At[axis] <= 0
			near[axis][1] = near[axis][1] || b.At[axis]+b.Extent[axis] >= n
		}
	}
	return near == [3][2]bool{{true, true}, {true, true}, {true, true}}
}
