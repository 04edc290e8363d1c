package properties

import (
	"math/bits"
	"runtime"

	"drawbridge/device"
	kernels "drawbridge/kernels/set"
	"drawbridge/status"
)

// Flags tells which bits the points of a launch carry.
type Flags struct {
	Points     map[string]int // by the name of the bit
	FirstBad   int            // first point (1-based) with a failure bit, 0 if none, or if nobody asked
	FirstNames []string       // its bits
	Failed     []string       // names of the failure bits that points carry
}

// Flags counts the flag words of a launch by bit. which: the first failed point is asked for, too. Without it a GPU need not hand over
// the words of all points, which takes longer than most kernels.
func (p *TVProperties) Flags(launch Launch, which bool) (Flags, error) {
	const failures = 1<<kernels.FirstNote - 1
	switch {
	case launch.counted != nil:
		return launch.counts(failures), nil
	case launch.carried != nil && !which:
		return flagsOf(launch.carried.Carry, -1, 0), nil
	}
	count, first, word, err := p.countBits(launch, failures)
	if err != nil {
		return Flags{}, err
	}
	if first >= launch.Points {
		first, word = -1, 0
	}
	return flagsOf(func(bit int) int { return count[bit] }, first, word), nil
}

// Counted tells that the device counted the flags, over all launches of a run.
func (l Launch) Counted() bool { return l.summed }

// counts are the flags that a device has counted.
func (l Launch) counts(failures uint64) Flags {
	first, word, found := l.counted.LowestOf(failures)
	if !found {
		first = -1
	}
	return flagsOf(l.counted.Carry, first, word)
}

// flagsOf names bits by how many points carry each; the first failed point, from 0, has those of word. -1: none failed.
func flagsOf(count func(bit int) int, first int, word uint64) Flags {
	flags := Flags{Points: map[string]int{}, FirstBad: first + 1, FirstNames: names(word)}
	for _, f := range kernels.BuiltIn().Flags() {
		if n := count(f.Bit); n > 0 {
			flags.Points[f.Name] = n
			if f.Bit < kernels.FirstNote {
				flags.Failed = append(flags.Failed, f.Name)
			}
		}
	}
	return flags
}

// FirstWith is the first point (1-based) of a launch that carries a bit.
func (p *TVProperties) FirstWith(launch Launch, name string) (int, error) {
	for _, f := range kernels.BuiltIn().Flags() {
		if f.Name != name {
			continue
		}
		if launch.counted != nil {
			first, _ := launch.counted.Lowest(f.Bit)
			return first + 1, nil
		}
		_, first, _, err := p.countBits(launch, 1<<f.Bit)
		return first + 1, err
	}
	return 0, status.Errorf(status.Internal, "no bit of the flag word is called %s", name)
}

// countBits is device.BitCounter's CountBits of the flag words: by the device, or here where it cannot.
func (p *TVProperties) countBits(launch Launch, wanted uint64) (count [64]int, first int, word uint64, err error) {
	if bits := p.device.About().Bits; bits != nil {
		count, first, word = bits.CountBits(launch.flag, launch.region, wanted)
		return count, first, word, nil
	}
	words := make([]float64, launch.Points)
	var pin runtime.Pinner
	defer pin.Unpin()
	box, a, e := flat(words, &pin), launch.flag, launch.region.Extent
	box.Stride[0], box.Offset = a.Point, a.Base
	if a.Row != 0 { // a whole field
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
