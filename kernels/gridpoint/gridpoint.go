// Package gridpoint is the bare pattern of a kernel per grid point, in every variant that was tried: the
// toy of Carilli's talk (2017) and what goes beyond it. It is for the bench of variants alone.
//
// Here lives the pattern and how its variants deal points to threads. Never here: a device, a clock.
package gridpoint

import (
	"embed"
	"fmt"
	"io/fs"
)

//go:embed gridpoint.h
var sources embed.FS

// Species is how many there are at each point; variants are written for this many.
const Species = 64

// Variant is one way to deal points and species to threads.
type Variant struct {
	Name, Meaning string
	Right         bool   // species fastest in memory; else point fastest
	Hopper        bool   // needs compute capability 9.0
	Unit          string // the text of the kernel
	Threads       int    // of a block
	Points        int    // of a block
	Resident      int    // blocks per multiprocessor of a kernel that walks over its points; 0: no limit
	Shared        int    // bytes of dynamic shared memory of a block
}

// Sources are what texts include; Symbol is the name of every kernel.
func Sources() fs.FS { return sources }

const Symbol = "launch_gridpoint"

const point = 8 * Species * Species // bytes of a point's matrix

// Variants is the list, in the order of Carilli's talk (2017) and then beyond it.
func Variants() []Variant {
	list := []Variant{
		{Name: "left", Meaning: "one thread per point", Unit: "left<1>", Threads: 128, Points: 128},
		{Name: "jam2", Meaning: "unroll-and-jam by 2", Unit: "left<2>", Threads: 128, Points: 128},
		{Name: "jam4", Meaning: "unroll-and-jam by 4", Unit: "left<4>", Threads: 128, Points: 128},
		{Name: "jam8", Meaning: "unroll-and-jam by 8", Unit: "left<8>", Threads: 128, Points: 128},
		{Name: "jam16", Meaning: "unroll-and-jam by 16", Unit: "left<16>", Threads: 128, Points: 128},
		{Name: "tiled", Meaning: "8 x 8 tiles of species", Unit: "tiled<8>", Threads: 256, Points: 256},
		{Name: "tiled_few", Meaning: "the same at 12.5 % occupancy", Unit: "tiled<8>", Threads: 256, Points: 256, Shared: 200 << 10},
		{Name: "local", Meaning: "16 x 16 tiles through local arrays", Unit: "local<16>", Threads: 128, Points: 128},
		{Name: "team", Meaning: "a warp per point", Unit: "team", Right: true, Threads: 128, Points: 4},
		{Name: "tile_of_points", Meaning: "rows of 64 points in shared memory, 16-byte stores", Unit: "tile_of_points<64, 4>", Threads: 512, Points: 64, Shared: 4 * 8 * 64 * Species},
		{Name: "team_vector", Meaning: "2 warps per point, two doubles per thread", Unit: "team_of_blocks<2>", Right: true, Threads: 256, Points: 4},
		{Name: "team_of_8", Meaning: "8 warps per point, two doubles per thread", Unit: "team_of_blocks<8>", Right: true, Threads: 256, Points: 1},
		{Name: "team_of_16", Meaning: "16 warps per point, two doubles per thread", Unit: "team_of_blocks<16>", Right: true, Threads: 512, Points: 1},
		{Name: "team_of_16_few", Meaning: "the same, three blocks a multiprocessor", Unit: "team_of_blocks<16>", Right: true, Threads: 512, Points: 1, Shared: 70 << 10},
		{Name: "bulk", Meaning: "a block per point, bulk asynchronous stores", Unit: "bulk", Right: true, Hopper: true, Threads: 256, Points: 1, Resident: 3, Shared: 2 * point},
		{Name: "team_ahead", Meaning: "16 warps per point, rows asked for 1024 points ahead, two blocks", Unit: "team_ahead<16, 1024>", Right: true, Hopper: true, Threads: 512, Points: 1, Shared: 100_000},
		{Name: "team_far_ahead", Meaning: "the same, 2048 points ahead", Unit: "team_ahead<16, 2048>", Right: true, Hopper: true, Threads: 512, Points: 1, Shared: 100_000},
	}
	for i := range list {
		list[i].Unit = fmt.Sprintf("#define NS %d\n#define THREADS %d\n#define SCALE %g\n#include \"gridpoint.h\"\nVARIANT(%s)\n", Species, list[i].Threads, Scale(i), list[i].Unit)
	}
	return list
}

// Scale is the factor of a variant by its number: each writes other values.
func Scale(variant int) float64 { return 1 + float64(variant)/64 }
