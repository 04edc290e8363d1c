package properties

import (
	"math/bits"
	"runtime"

	"drawbridge/device"
	"drawbridge/kernels"
)

// Flags tells which bits the points of a launch carry.
type Flags struct {
	Points     map[string]int // by the name of the bit
	FirstBad   int            // first point (1-based) with a failure bit, 0 if none
	FirstNames []string       // its bits
}

// Flags reads the flag words of a launch back and counts them by bit.
func (p *TVProperties) Flags(launch Launch) (Flags, error) {
	words := make([]float64, launch.Points)
	var pin runtime.Pinner
	defer pin.Unpin()
	box := flat(words, &pin)
	box.Stride[0], box.Offset = launch.flag.Point, launch.flag.Offset
	if err := p.device.CopyOut(launch.flag.Memory, []device.Box{box}); err != nil {
		return Flags{}, err
	}
	var count [64]int
	flags := Flags{Points: map[string]int{}}
	for t, value := range words {
		if !(value > 0) {
			continue
		}
		word := uint64(value)
		for rest := word; rest != 0; rest &= rest - 1 {
			count[bits.TrailingZeros64(rest)]++
		}
		if flags.FirstBad == 0 && word&(1<<kernels.FirstNote-1) != 0 {
			flags.FirstBad, flags.FirstNames = t+1, names(word)
		}
	}
	for _, f := range kernels.BuiltIn().Flags() {
		if count[f.Bit] > 0 {
			flags.Points[f.Name] = count[f.Bit]
		}
	}
	return flags, nil
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
