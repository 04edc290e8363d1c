/* One step of Gray-Scott from a tile in shared memory, a point a thread. Interleaved: u and v of a point lie side by side;
 * planar: in arrays of their own. */
template <class T> struct alignas(2 * sizeof(T)) couple {
    T u, v;
};
template <class T, bool interleaved> struct gray_scott_tile {
    enum { high = THREADS / TX, row = TX + 2, size = row * (high + 2) };
    T *memory;
    member gray_scott_tile() : memory((T *)block_memory) {}
    member void set(int i, T u, T v) {
        if (interleaved) ((couple<T> *)memory)[i] = {u, v};
        else memory[i] = u, memory[size + i] = v;
    }
    member couple<T> get(int i) const {
        if (interleaved) return ((couple<T> *)memory)[i];
        return {memory[i], memory[size + i]};
    }
};
template <class T, bool interleaved> function void gray_scott_shared(const sweep &s) {
    typedef gray_scott_tile<T, interleaved> tile_t;
    tile_t tile;
    const long x0 = (long)blockIdx.x * TX, y0 = (long)blockIdx.y * tile_t::high;
    for (int i = threadIdx.x; i < tile_t::size; i += THREADS) {
        const long x = x0 - 1 + i % tile_t::row, y = y0 - 1 + i / tile_t::row;
        if (x <= s.extent[0] && y <= s.extent[1]) tile.set(i, __ldg(row_of<T>(s, 0, y, 0) + x), __ldg(row_of<T>(s, 1, y, 0) + x));
    }
    __syncthreads();
    const int c = threadIdx.x % TX, r = threadIdx.x / TX, i = (r + 1) * tile_t::row + c + 1;
    const long x = x0 + c, y = y0 + r;
    if (x >= s.extent[0] || y >= s.extent[1]) return;
    const couple<T> own = tile.get(i), west = tile.get(i - 1), east = tile.get(i + 1), south = tile.get(i - tile_t::row), north = tile.get(i + tile_t::row);
    const gray_scott_rates<T> rates(s);
    T u, v;
    rates.step(own.u, own.v, west.u + east.u + (south.u + north.u), west.v + east.v + (south.v + north.v), u, v);
    put<true>(row_of<T>(s, 2, y, 0) + x, u);
    put<true>(row_of<T>(s, 3, y, 0) + x, v);
}
