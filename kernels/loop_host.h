/* The loop over points on the CPU, written once for every kernel. The types of a kernel's
 * arguments say what to do with its views, in their order:
 *   real    load one value per point       row     read species by species, in the kernel
 *   real &  store one value per point      output_row   store species by species, in the kernel
 * and what the kernel returns is stored as the last view.
 * A pack whose points do not lie side by side, or that is not full, goes through a tile on the
 * stack: gathered before the kernel, scattered after it; the tile repeats the last point. */



struct view {
    double *at;                          /* of point 0, component 0; null: NaN in, nowhere out */
    long point_stride, component_stride; /* in doubles */
};

struct pack {
    long first, count; /* these points; lanes beyond count repeat the last one */
    long ns;
    double *tile; /* room for the rows that are gathered or scattered */
};

function bool side_by_side(const view &v, const pack &k) { return v.at && v.point_stride == 1 && k.count == POINTS; }

static __attribute__((noinline)) void gather(const view &v, const pack &k, long components, double *tile) {
    for (long c = 0; c < components; ++c)
        for (long lane = 0; lane < POINTS; ++lane, ++tile) {
            const long point = k.first + (lane < k.count ? lane : k.count - 1);
            *tile = v.at ? v.at[point * v.point_stride + c * v.component_stride] : __builtin_nan("");
        }
}

static __attribute__((noinline)) void scatter(const view &v, const pack &k, long components, const double *tile) {
    for (long c = 0; c < components; ++c, tile += POINTS)
        for (long lane = 0; lane < k.count; ++lane)
            v.at[(k.first + lane) * v.point_stride + c * v.component_stride] = tile[lane];
}

function real load_points(const view &v, const pack &k) {
    if (side_by_side(v, k)) return load(v.at + k.first);
    double tile[POINTS];
    gather(v, k, 1, tile);
    return load(tile);
}

function void store_points(const view &v, const pack &k, real x) {
    if (side_by_side(v, k)) {
        store(v.at + k.first, x);
    } else if (v.at) {
        double tile[POINTS];
        store(tile, x);
        scatter(v, k, 1, tile);
    }
}

/* One argument of a kernel: where it comes from, where it goes to. */
template <class T> struct slot;

template <> struct slot<real> {
    enum { rows = 0 };
    real value;
    member slot(const view &v, pack &k) : value(load_points(v, k)) {}
    member operator real() const { return value; }
    member void finish(const view &, const pack &) const {}
};

template <> struct slot<row> {
    enum { rows = 1 };
    row value;
    member slot(const view &v, pack &k) : value{v.at + k.first, v.component_stride} {
        if (side_by_side(v, k)) return;
        gather(v, k, k.ns, k.tile);
        value = row{k.tile, POINTS};
        k.tile += k.ns * POINTS;
    }
    member operator row() const { return value; }
    member void finish(const view &, const pack &) const {}
};

template <> struct slot<real &> {
    enum { rows = 0 };
    real value;
    member slot(const view &, pack &) {}
    member operator real &() { return value; }
    member void finish(const view &v, const pack &k) const { store_points(v, k, value); }
};

template <> struct slot<output_row> {
    enum { rows = 1 };
    output_row value;
    member slot(const view &v, pack &k) : value{v.at + k.first, v.component_stride, true} {
        if (side_by_side(v, k)) return;
        value = output_row{k.tile, v.at ? POINTS : 0, v.at != nullptr};
        k.tile += (v.at ? k.ns : 1) * POINTS;
    }
    member operator output_row() const { return value; }
    member void finish(const view &v, const pack &k) const {
        if (v.at && !side_by_side(v, k)) scatter(v, k, k.ns, value.at);
    }
};

template <int... I> struct indices {};
template <int n, int... I> struct count_to : count_to<n - 1, n - 1, I...> {};
template <int... I> struct count_to<0, I...> { typedef indices<I...> type; };

/* One pack: load, call, store; the lanes that are flagged. */
template <auto kernel, class... A, int... I>
function unsigned run_pack(const parameters &p, const view *views, pack k, indices<I...>) {
    const auto call = [&](slot<A>... slots) __attribute__((always_inline)) {
        const real flags = kernel(p, slots...);
        (slots.finish(views[I], k), ...);
        store_points(views[sizeof...(A)], k, flags);
        return bits(!(flags == 0.0)) & ((1u << k.count) - 1u);
    };
    return call(slot<A>(views[I], k)...);
}

template <auto kernel, class... A>
function long run(real (*)(const parameters &, A...), double *const *data, const long *point_stride,
                  const long *component_stride, const double *block, long begin, long end) {
    alignas(64) double tile[((int)slot<A>::rows + ... + 0) * MOST_SPECIES * POINTS + 1];
    const parameters p{block};
    view views[sizeof...(A) + 1];
    for (unsigned v = 0; v <= sizeof...(A); ++v) views[v] = view{data[v], point_stride[v], component_stride[v]};
    long flagged_points = 0;
    for (long first = begin; first < end; first += POINTS) {
        const long count = end - first < POINTS ? end - first : POINTS;
        const pack k{first, count, p.ns(), tile};
        unsigned lanes_flagged = run_pack<kernel, A...>(p, views, k, typename count_to<sizeof...(A)>::type());
        for (; lanes_flagged; lanes_flagged &= lanes_flagged - 1) ++flagged_points;
    }
    return flagged_points;
}
