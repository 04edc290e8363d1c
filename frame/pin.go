package frame

import (
	"drawbridge/device/hostmemory"
	"drawbridge/status"
)

// Pin says that a host array stays where it is until Unpin or finalize, so that a GPU's copy engines may
// lift its rows themselves. Elsewhere it is noted and changes nothing.
func (f *Frame) Pin(address uintptr, bytes int64) error {
	if bytes < 8 {
		return status.Errorf(status.Shape, "pin: the array has %d bytes", bytes)
	}
	if err := hostmemory.Check("pin: the array", address, bytes, hostmemory.Read); err != nil {
		return err
	}
	if pinner := f.device.About().Pinner; pinner != nil {
		if err := pinner.Pin(address, bytes); err != nil {
			return err
		}
	}
	f.pins[address] = bytes
	return nil
}

// Unpin ends a pin; the array may be deallocated afterwards.
func (f *Frame) Unpin(address uintptr) error {
	if _, ok := f.pins[address]; !ok {
		return status.Errorf(status.Order, "unpin: no array is pinned at 0x%x", address)
	}
	delete(f.pins, address)
	if pinner := f.device.About().Pinner; pinner != nil {
		return pinner.Unpin(address)
	}
	return nil
}
