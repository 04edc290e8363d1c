/* The loop over points on the CPU, written once for every kernel. The types of a kernel's
 * arguments say what to do with its views, in their order:
 *   real    load one value per point       row     read species by species, in the kernel
 *   real &  store one value per point      output_row   store species by species, in the kernel
 * and what the kernel returns is stored as the last view.
 * A view of point stride 0 lies in the rows of a halo-padded array of the host (doc.go).
 * A pack whose points do not lie side by side, or that is not full, goes through a tile on the
 * stack: gathered before the kernel, scattered after it; the tile repeats the last point. */

struct view {
    double *at;                          /* of point 0, component 0; null: NaN in, nowhere out */
    long point_stride, component_stride; /* in doubles */
};

/* Interior points of a halo-padded array, one after the other. */
struct walk {
    long points, rows, row, plane; /* points of a row, rows of a plane; elements from row to row, from plane to plane */
    long x, y, z;                  /* where we are, from 0 */

    member walk(const long *r, long begin) : points(r[0]), rows(r[1]), row(r[2]), plane(r[3]) {
        const long t = r[4] + begin;
        x = t % points;
        y = t / points % rows;
        z = t / points / rows;
    }
    member long element() const { return x + y * row + z * plane; }
    member void step(long n) {
        for (x += n; x >= points; x -= points)
            if (++y == rows) y = 0, ++z;
    }
};

struct pack {
    long first, count; /* these points; lanes beyond count repeat the last one */
    long ns;
    double *tile; /* room for the rows that are gathered or scattered */
    long element; /* of the first point in an array with rows */
    bool in_row;  /* all points lie in one of its rows; else */
    unsigned here;      /* these lanes do, and the others in the next row; 0: it is not that simple, and */
    long beyond;        /* (of lane 0, were it in the next row) */
    const long *offset; /* each lies somewhere */
};

function bool side_by_side(const view &v, const pack &k) {
    return v.at && k.count == POINTS && (v.point_stride == 1 || (v.point_stride == 0 && k.in_row));
}
function double *first_point(const view &v, const pack &k) { return v.at + (v.point_stride == 0 ? k.element : k.first); }
function long element_of(const view &v, const pack &k, long lane) {
    return v.point_stride == 0 ? (k.in_row ? k.element + lane : k.offset[lane]) : (k.first + lane) * v.point_stride;
}

/* A pack whose first lanes, `here`, lie at a[lane], and the others at b[lane]. */
function real load_two(const double *a, const double *b, unsigned here) {
    const vector zero = broadcast(0.0);
    return real(load_lanes(load_lanes(zero, a, here), b, ~here),
                load_lanes(load_lanes(zero, a + WIDTH, here >> WIDTH), b + WIDTH, ~here >> WIDTH));
}
function void store_two(double *a, double *b, real x, unsigned here) {
    store_lanes(a, x.a, here);
    store_lanes(b, x.a, ~here);
    store_lanes(a + WIDTH, x.b, here >> WIDTH);
    store_lanes(b + WIDTH, x.b, ~here >> WIDTH);
}
function bool in_two_rows(const view &v, const pack &k) { return v.at && v.point_stride == 0 && !k.in_row && k.here; }

static __attribute__((noinline)) void gather(const view &v, const pack &k, long components, double *tile) {
    if (!v.at) {
        for (long e = 0; e < components * POINTS; ++e) tile[e] = __builtin_nan("");
        return;
    }
    if (in_two_rows(v, k)) {
        const double *at = v.at;
        for (long c = 0; c < components; ++c, at += v.component_stride)
            store(tile + c * POINTS, load_two(at + k.element, at + k.beyond, k.here));
        return;
    }
    for (long lane = 0; lane < POINTS; ++lane) {
        const long at = element_of(v, k, lane < k.count ? lane : k.count - 1);
        for (long c = 0; c < components; ++c) tile[c * POINTS + lane] = v.at[at + c * v.component_stride];
    }
}

static __attribute__((noinline)) void scatter(const view &v, const pack &k, long components, const double *tile) {
    if (in_two_rows(v, k)) {
        double *at = v.at;
        for (long c = 0; c < components; ++c, at += v.component_stride)
            store_two(at + k.element, at + k.beyond, load(tile + c * POINTS), k.here);
        return;
    }
    for (long lane = 0; lane < k.count; ++lane) {
        const long at = element_of(v, k, lane);
        for (long c = 0; c < components; ++c) v.at[at + c * v.component_stride] = tile[c * POINTS + lane];
    }
}

function real load_points(const view &v, const pack &k) {
    if (side_by_side(v, k)) return load(first_point(v, k));
    double tile[POINTS];
    gather(v, k, 1, tile);
    return load(tile);
}

function void store_points(const view &v, const pack &k, real x) {
    if (side_by_side(v, k)) {
        store(first_point(v, k), x);
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
    member slot(const view &v, pack &k) : value{first_point(v, k), v.component_stride} {
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
    member slot(const view &v, pack &k) : value{first_point(v, k), v.component_stride, true} {
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

/* The next pack of an array with rows into the cache, while this one is computed: rows are too short for the
 * hardware to guess what follows. */
function void fetch_points(const view &v, const pack &next, long components) {
    if (v.point_stride != 0 || !v.at) return;
    for (long c = 0; c < components; ++c) fetch(v.at + next.element + c * v.component_stride);
}
template <class... A, int... I> function void fetch_pack(const view *views, const pack &next, indices<I...>) {
    (fetch_points(views[I], next, slot<A>::rows ? next.ns : 1), ...);
}

/* Where the points of a pack lie, and on to the pack after it. */
function void locate(pack &k, walk &w, long *offset) {
    k.element = w.element();
    k.in_row = w.x + k.count <= w.points;
    if (k.in_row) return w.step(k.count);
    const long left = w.points - w.x;
    if (k.count == POINTS && POINTS - left <= w.points) {
        w.step(left);
        k.here = (1u << left) - 1u;
        k.beyond = w.element() - left;
        return w.step(POINTS - left);
    }
    k.here = 0;
    for (long lane = 0; lane < k.count; ++lane, w.step(1)) offset[lane] = w.element();
    k.offset = offset;
}

/* rows: null, or of the arrays that the views of point stride 0 are in (doc.go). */
template <auto kernel, class... A>
function long run(real (*)(const parameters &, A...), double *const *data, const long *point_stride,
                  const long *component_stride, const double *block, const long *rows, long begin, long end) {
    constexpr long rows_over_species = ((int)slot<A>::rows + ... + 0);
    alignas(64) double tile[rows_over_species * MOST_SPECIES * POINTS + 1];
    typedef typename count_to<sizeof...(A)>::type every;
    const parameters p{block};
    const long ns = rows_over_species ? p.ns() : 0; /* the block is null where a kernel needs no species data */
    view views[sizeof...(A) + 1];
    for (unsigned v = 0; v <= sizeof...(A); ++v) views[v] = view{data[v], point_stride[v], component_stride[v]};
    const long one_row[] = {1, 1, 0, 0, 0};
    walk w(rows ? rows : one_row, begin);
    long flagged_points = 0, offset[POINTS];
    for (long first = begin; first < end; first += POINTS) {
        pack k{first, end - first < POINTS ? end - first : POINTS, ns, tile, 0, true, 0, 0, offset};
        if (rows) {
            locate(k, w, offset);
            if (first + POINTS < end) fetch_pack<A...>(views, pack{0, 0, k.ns, tile, w.element(), true, 0, 0, offset}, every());
        }
        unsigned lanes_flagged = run_pack<kernel, A...>(p, views, k, every());
        for (; lanes_flagged; lanes_flagged &= lanes_flagged - 1) ++flagged_points;
    }
    return flagged_points;
}
