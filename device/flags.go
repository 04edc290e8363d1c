package device

import "math/bits"

// FlagWords is how many 64-bit words a counter of flags has: points that carry a flag; points that carry bit b, of 32; the lowest
// point that does, as the complement of its number, 0 where there is none. kernels/loop_cuda.h has the same.
const FlagWords = 65

const (
	wordCarry  = 1
	wordLowest = 33
)

// FlagCounts are the words of a counter.
type FlagCounts [FlagWords]uint64

// Flagged counts the points that carry a flag.
func (c *FlagCounts) Flagged() int { return int(c[0]) }

// Carry counts the points that carry a bit.
func (c *FlagCounts) Carry(bit int) int { return int(c[wordCarry+bit]) }

// Lowest is the lowest point, from 0, that carries a bit; false where none does.
func (c *FlagCounts) Lowest(bit int) (int, bool) {
	word := c[wordLowest+bit]
	return int(^word), word != 0
}

// LowestOf is the lowest point, from 0, that carries one of the bits wanted, and those that are first there.
func (c *FlagCounts) LowestOf(wanted uint64) (point int, word uint64, found bool) {
	for rest := wanted; rest != 0; rest &= rest - 1 {
		bit := bits.TrailingZeros64(rest)
		at, carried := c.Lowest(bit)
		switch {
		case !carried || found && at > point:
		case found && at == point:
			word |= 1 << bit
		default:
			point, word, found = at, 1<<bit, true
		}
	}
	return point, word, found
}

// Since is what the launches behind an earlier state of a counter added: points that carry a flag, and each bit. Which point is the
// lowest of them the counter does not tell.
func (c *FlagCounts) Since(before *FlagCounts) *FlagCounts {
	added := new(FlagCounts)
	for i := range wordLowest {
		added[i] = c[i] - before[i]
	}
	return added
}

// Carrier is a device that knows how many points of its latest launch carry each bit; nil where none carries any.
type Carrier interface{ Carried() *FlagCounts }

// FlagCounter is a device that counts the flags of a launch before it answers, so that nobody stores them.
type FlagCounter interface {
	// LaunchCounted runs a program on the points of a region. The last array is that of the flag words, and is not there: they are
	// added to counts.
	LaunchCounted(p Program, arrays []Array, parameters Memory, r Region, counts *FlagCounts) error
}
