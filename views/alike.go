package views

import "drawbridge/status"

// Alike refuses two fields whose memory is laid out differently.
func Alike(call string, a, b *Field) error {
	if a.Shape != b.Shape || a.Dims != b.Dims || a.Halo != b.Halo || a.Bytes != b.Bytes || a.Components != b.Components {
		return status.Errorf(status.Shape, "%s: %s and %s differ in form", call, a.Describe(), b.Describe())
	}
	return SamePlace(call, a, b)
}

// SamePlace refuses two fields that begin at different points of the global grid.
func SamePlace(call string, a, b *Field) error {
	if a.First != b.First {
		return status.Errorf(status.Shape, "%s: field %s begins at point %v of the global grid and field %s at %v; create both with the same first", call, a.Name, a.First[:a.Dims], b.Name, b.First[:b.Dims])
	}
	return nil
}

// Swap lets two fields of equal form exchange their contents by exchanging memory.
func (s *Fields) Swap(a, b *Field) error {
	err := s.CanSwap(a, b)
	if err == nil {
		a.memory, b.memory = b.memory, a.memory
	}
	return err
}

// CanSwap refuses two fields that Swap refuses, and changes nothing.
func (s *Fields) CanSwap(a, b *Field) error {
	if err := Alike("swap", a, b); err != nil {
		return err
	}
	if a.of != nil || b.of != nil {
		return status.Errorf(status.Argument, "swap: '%s %s': components cannot be swapped; name two whole fields, or copy the components by combine with the number 1 and a third field", a.Name, b.Name)
	}
	return nil
}

// Describe says name and form, for messages.
func (f *Field) Describe() string {
	text := "field " + f.Name + " (" + f.Precision()
	for _, n := range f.Shape[:f.Dims] {
		text += " x " + itoa(n)
	}
	text += ", halo " + itoa(f.Halo)
	if f.Components > 1 {
		text += ", " + itoa(f.Components) + " components"
	}
	return text + ")"
}
