package views

import (
	"drawbridge/device"
	"drawbridge/status"
)

// Second gives a field's second memory, which is made at the first call. What it holds is nobody's.
func (s *Fields) Second(f *Field) (device.Memory, error) {
	if f.second.Memory == nil {
		m, err := s.device.AllocateField("second memory of field "+f.Name, 8*f.memory.Elements())
		if err != nil {
			return nil, s.crowded(err)
		}
		f.second = contents{Memory: m}
	}
	return f.second.Memory, nil
}

// CopyToSecond makes the second memory hold what the field holds.
func (s *Fields) CopyToSecond(f *Field) error {
	f.CopyingHalo()
	if err := s.device.CopyMemory(f.second.Memory, f.memory.Memory, 8*min(f.second.Elements(), f.memory.Elements())); err != nil {
		return err
	}
	f.HaloCopied()
	return nil
}

// ReleaseSecond gives a field's second memory back.
func (s *Fields) ReleaseSecond(f *Field) {
	if f.second.Memory != nil {
		s.device.Release(f.second.Memory)
		f.second = contents{}
	}
}

// HaloChanges says that halo cells of a field will be written.
func (s *Fields) HaloChanges(f *Field) {
	s.states++
	f.memory.halo = s.states
}

// HalosAgree tells that the second memory's halo is known to be the field's.
func (f *Field) HalosAgree() bool { return f.memory.halo != 0 && f.second.halo == f.memory.halo }

// CopyingHalo says that the second memory's halo is being written, HaloCopied that it is the field's now.
func (f *Field) CopyingHalo() { f.second.halo = 0 }
func (f *Field) HaloCopied()  { f.second.halo = f.memory.halo }

// Exchange makes the second memory of a field its contents.
func (f *Field) Exchange() { f.memory, f.second = f.second, f.memory }

// Saved keeps what fields hold, halo and all, in memory of its own until restore gives it back to them.
func (s *Fields) Saved(list []*Field) (restore func() error, err error) {
	var kept []device.Memory
	restore = func() error {
		var failure error
		for i, m := range kept {
			s.HaloChanges(list[i])
			if err := s.device.CopyMemory(list[i].memory.Memory, m, 8*m.Elements()); err != nil {
				failure = err
			}
		}
		if err := s.device.Finish(); err != nil {
			failure = err
		}
		for _, m := range kept {
			s.device.Release(m)
		}
		return failure
	}
	for _, f := range list {
		var m device.Memory
		if m, err = s.device.AllocateField("copy of field "+f.Name, 8*f.memory.Elements()); err != nil {
			break
		}
		kept = append(kept, m)
		if err = s.device.CopyMemory(m, f.memory.Memory, 8*min(m.Elements(), f.memory.Elements())); err != nil {
			break
		}
	}
	if err != nil {
		for _, m := range kept {
			s.device.Release(m)
		}
	}
	return restore, err
}

// HasSecond tells that a field has a second memory already.
func (f *Field) HasSecond() bool { return f.second.Memory != nil }

// MakeTemporary says that nobody needs a field outside the sequences that write it before they read it: a pass that makes and uses its
// values need not store them.
func (s *Fields) MakeTemporary(name string) error {
	f, err := s.Find(name)
	if err != nil {
		return err
	}
	if f.of != nil {
		return status.Errorf(status.Argument, "field %s is a component; a whole field is temporary or not", name)
	}
	f.each(func(f *Field) { f.Temporary = true })
	return nil
}

// Lasting refuses a temporary field to all but operators of a sequence.
func (f *Field) Lasting() error {
	if f.Temporary {
		return status.Errorf(status.Order, "field %s is temporary: only operators of a sequence may read and write it; create it without temporary", f.Name)
	}
	return nil
}

// SecondMemory is the second memory, which Second has made.
func (f *Field) SecondMemory() device.Memory { return f.second.Memory }
