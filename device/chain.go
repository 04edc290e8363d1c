package device

// Tiles says how a chain goes over fields: tiles of Width points (0: whole rows) by Rows rows, Depth planes at a time, and Planes planes
// of a tile by one worker.
type Tiles struct{ Width, Rows, Depth, Planes int }

// Count is how many tiles there are of fields of an extent.
func (t Tiles) Count(extent [3]int) int {
	width := t.Width
	if width == 0 {
		width = extent[0]
	}
	above := func(n, unit int) int { return (n + unit - 1) / unit }
	return above(extent[0], width) * above(extent[1], t.Rows) * above(extent[2], t.Planes) * above(t.Planes, t.Depth)
}

// Link is one sweep of a chain. Bits of Passing are the fields, by their place in the sweep, that hold nothing after the chain:
// every worker keeps what it needs of them in the first planes of its part, which stay in the cache. Where State is not 0, the field
// at this place holds StateBytes for each tile.
type Link struct {
	Sweep
	Passing           uint64
	State, StateBytes int
}

// Chainer is a device that runs sweeps over the same fields, tile by tile: all sweeps of one tile before the first of the next one, in any order
// of tiles. No sweep may read beside a point what an earlier one has written. A sweep's own loop gets one item, as large as a tile at
// most.
type Chainer interface {
	Chain(links []Link, t Tiles) error
}
