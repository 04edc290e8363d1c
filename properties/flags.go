package properties

import (
	"math/bits"
	"runtime"

	"drawbridge/device"
	"drawbridge/kernels"
	"drawbridge/status"
)

// Flags tells which bits the points of a launch carry.
type Flags struct {
	Points     map[string]int // by the name of the bit
	FirstBad   int            // first point (1-based) with a failure bit, 0 if none
	FirstNames []string       // its bits
	Failed     []string       // names of the failure bits that points carry
}

// Flags counts the flag words of a launch by bit.
func (p *TVProperties) Flags(launch Launch) (Flags, error) {
	const failures = 1<<kernels.FirstNote - 1
	count, first, word, err := p.countBits(launch, failures)
	if err != nil {
		return Flags{}, err
	}
	flags := Flags{Points: map[string]int{}}
	if first < launch.Points {
		flags.FirstBad, flags.FirstNames = first+1, names(word)
	}
	for _, f := range kernels.BuiltIn().Flags() {
		if count[f.Bit] > 0 {
			flags.Points[f.Name] = count[f.Bit]
			if f.Bit < kernels.FirstNote {
				flags.Failed = append(flags.Failed, f.Name)
			}
		}
	}
	return flags, nil
}

// FirstWith is the first point (1-based) of a launch that carries a bit.
func (p *TVProperties) FirstWith(launch Launch, name string) (int, error) {
	for _, f := range kernels.BuiltIn().Flags() {
		if f.Name == name {
			_, first, _, err := p.countBits(launch, 1<<f.Bit)
			return first + 1, err
		}
	}
	return 0, status.Errorf(status.Internal, "no bit of the flag word is called %s", name)
}

// countBits is device.BitCounter's CountBits of the flag words: by the device, or here where it cannot.
func (p *TVProperties) countBits(launch Launch, wanted uint64) (count [64]int, first int, word uint64, err error) {
	if d, ok := p.device.(device.BitCounter); ok {
		count, first, word = d.CountBits(launch.flag, launch.region, wanted)
		return count, first, word, nil
	}
	words := make([]float64, launch.Points)
	var pin runtime.Pinner
	defer pin.Unpin()
	box, a, e := flat(words, &pin), launch.flag, launch.region.Extent
	box.Stride[0], box.Offset = a.Point, a.Base
	if a.Row != 0 { // a whole grid
		box.Extent, box.HostStride, box.Stride = [4]int{e[0], e[1], e[2], 1}, [4]int{1, e[0], e[0] * e[1], 0}, [4]int{a.Point, a.Row, a.Plane, 0}
	}
	if err := p.device.CopyOut(a.Memory, []device.Box{box}); err != nil {
		return count, 0, 0, err
	}
	first = len(words)
	for t, value := range words {
		if !(value > 0) {
			continue
		}
		here := uint64(value)
		for rest := here; rest != 0; rest &= rest - 1 {
			count[bits.TrailingZeros64(rest)]++
		}
		if first == len(words) && here&wanted != 0 {
			first, word = t, here
		}
	}
	return count, first, word, nil
}

// names of the bits of a flag word.
func names(word uint64) (list []string) {
	for _, f := range kernels.BuiltIn().Flags() {
		if word>>f.Bit&1 == 1 {
			list = append(list, f.Name)
		}
	}
	return list
}
