package snapshot

// chunkBytes is the size a chunk stays under: HDF5's cache of 1 MiB holds one.
const chunkBytes = 1 << 20

// chunkOf halves the slowest dimension that is still longer than 1, z before y before x, until a
// chunk fits the cache: rows stay whole as long as they can.
func chunkOf(cells [3]int) [3]int {
	chunk := cells
	for d := 2; d >= 0; d-- {
		for chunk[d] > 1 && 8*chunk[0]*chunk[1]*chunk[2] > chunkBytes {
			chunk[d] = (chunk[d] + 1) / 2
		}
	}
	return chunk
}
