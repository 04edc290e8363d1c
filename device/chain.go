package device

// Tiles says how a chain goes over fields: tiles of Width points (0: whole rows) by Rows rows, Depth planes at a time, and Planes planes
// of a tile by one worker.
type Tiles struct{ Width, Rows, Depth, Planes int }

// Link is one sweep of a chain. Bits of Passing are the fields, by their place in the sweep, that hold nothing after the chain:
// every worker keeps what it needs of them in the first planes of its part, which stay in the cache.
type Link struct {
	Sweep
	Passing uint64
}

// Chainer is a device that runs sweeps over the same fields, tile by tile: all sweeps of one tile before the first of the next one, in any order
// of tiles. No sweep may read beside a point what an earlier one has written. A sweep's own loop gets one item, as large as a tile at
// most.
type Chainer interface {
	Chain(links []Link, t Tiles) error
}
