//go:build hdf5

package oddfile

import (
	"math/rand/v2"
	"os"
	"strconv"
)

// Mutate damages a file as disks, networks and attackers do: bytes changed, most of them in the first kilobytes, where
// HDF5 keeps its structure; bits flipped; the end cut off; blocks swapped, zeroed, or copied over another.
func Mutate(original []byte, seed uint64) []byte {
	random := rand.New(rand.NewPCG(seed, 3))
	data := append([]byte{}, original...)
	place := func() int {
		if random.IntN(3) > 0 {
			return random.IntN(min(len(data), 4096))
		}
		return random.IntN(len(data))
	}
	block := func() []byte {
		at := place()
		return data[at:min(len(data), at+1+random.IntN(512))]
	}
	switch seed % 7 {
	case 0:
		return data[:random.IntN(len(data))]
	case 1:
		for range 1 + random.IntN(8) {
			data[place()] ^= 1 << random.IntN(8)
		}
	case 2:
		a, b := block(), block()
		for i := range min(len(a), len(b)) {
			a[i], b[i] = b[i], a[i]
		}
	case 3:
		if random.IntN(2) == 0 {
			clear(block())
		} else {
			copy(block(), append([]byte{}, block()...))
		}
	default:
		for range 1 + random.IntN(16) {
			data[place()] = byte(random.Uint32())
		}
	}
	return data
}

// Mutants is how many damaged files a test reads: `usual`, or what the environment says.
func Mutants(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("DRAWBRIDGE_TEST_MUTANTS")); err == nil && n > 0 {
		return n
	}
	return usual
}

// Seed is where the seeds begin, so that a later run reads other files.
func Seed() uint64 {
	n, _ := strconv.ParseUint(os.Getenv("DRAWBRIDGE_TEST_SEED"), 10, 64)
	return n
}
