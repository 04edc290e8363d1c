/* The loop over points on the CPU, written once for every kernel. The types of a kernel's
 * arguments say what to do with its views, in their order:
 *   real    load one value per point       row     read species by species, in the kernel
 *   real &  store one value per point      output_row   store species by species, in the kernel
 * and what the kernel returns is stored as the last view.
 * A view with a row stride lies in the rows of an array with a halo; each view has its own halo (doc.go).
 * A batch whose points do not lie side by side, or that is not full, goes through a tile on the
 * stack: gathered before the kernel, scattered after it; the tile repeats the last point. A view in another
 * unit (table.h) is converted where a batch is loaded or stored, which costs the other views nothing; its rows go through the tile. */

/* Points of a box, one after the other. */
struct place {
    long x, y, z; /* from 0 */
};
struct walk {
    long points, rows; /* points of a row, rows of a plane */
    place at;
    bool turned; /* into another row since `turn` */

    member walk(long points, long rows, long t) : points(points), rows(rows), turned(false) {
        at = place{t % points, t / points % rows, t / points / rows};
    }
    member void step(long n) {
        for (at.x += n; at.x >= points; at.x -= points, turned = true)
            if (++at.y == rows) at.y = 0, ++at.z;
    }
};

struct view {
    double *at;                                   /* of point (0,0,0), component 0; null: NaN in, nowhere out */
    long point_stride, row, plane, component_stride; /* in doubles; row 0: the points follow each other */
    double *here, *next; /* of an array with rows: the row where the walk is, and the one after it */
    unsigned vectors;    /* whole: vectors may be loaded and stored where a batch is so; 0: lane by lane */
    unsigned plain;      /* the same, where the kernel may do so itself: its numbers are the kernel's; 0: not */
    const drawbridge_conversion *unit; /* null: its numbers are the kernel's */
    bool single;         /* elements of 4 bytes */

    /* Numbers of an input as the kernel wants them, or those of the kernel as an output wants them. */
    member real converted(real x) const { return x * unit->factor + unit->shift; }
    member void convert(long components, double *tile) const {
        if (unit)
            for (long c = 0; c < components; ++c) store(tile + c * POINTS, converted(load(tile + c * POINTS)));
    }

    member void turn(const walk &w) {
        here = at + w.at.y * row + w.at.z * plane;
        next = w.at.y + 1 < w.rows ? here + row : at + (w.at.z + 1) * plane;
    }
};

enum whole { points_whole = 1, row_whole = 2 }; /* a full batch; one whose points lie in one row */

struct batch {
    const drawbridge_region *given; /* what is given in the place of T, P and mass fractions; null: these */
    long first, count; /* these points; lanes beyond count repeat the last one */
    unsigned whole;     /* what of it is whole */
    long ns;
    double *tile;       /* room for the rows that are gathered or scattered */
    long x;             /* of the first point in its row */
    bool in_row;        /* all points lie in that row; else */
    unsigned here;      /* these lanes do, `left` of them, and the others in the next row; 0: it is not that simple, and */
    long left;
    const place *lanes; /* each lies somewhere */
    member bool converts() const { return given && (given->composition || given->closing); }
};

function bool side_by_side(unsigned vectors, const batch &k) { return vectors & k.whole; }
function bool direct(const view &v, const batch &k) { return !rarely(!side_by_side(v.plain, k)); }
function double *first_point(const view &v, const batch &k) { return v.row ? v.here + k.x : v.at + k.first; }
function double *point_of(const view &v, const batch &k, long lane) {
    if (!v.row) return v.at + (k.first + lane) * v.point_stride;
    if (k.in_row) return v.here + k.x + lane;
    const place &p = k.lanes[lane];
    return v.at + p.x + p.y * v.row + p.z * v.plane;
}

/* The element, counted from at, of a lane's point in a view without vectors. */
function long element_of(const view &v, const batch &k, long lane) {
    if (!v.row) return (k.first + lane) * v.point_stride;
    if (k.in_row || (k.here && lane < k.left)) return v.here - v.at + (k.x + lane) * v.point_stride;
    if (k.here) return v.next - v.at + (lane - k.left) * v.point_stride;
    const place &p = k.lanes[lane];
    return p.x * v.point_stride + p.y * v.row + p.z * v.plane;
}

/* A batch whose first lanes, `here`, lie at a[lane], and the others at b[lane]. */
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
function bool in_two_rows(const view &v, const batch &k) { return v.vectors && v.row && !k.in_row && k.here; }

/* Views without vectors: numbers of any stride and precision. */
function bool in_line(const view &v, const batch &k) { return k.count == POINTS && (k.in_row || !v.row); }
function void copy_line(const double *from, long stride, double *to) {
    for (long lane = 0; lane < POINTS; ++lane) to[lane] = from[lane * stride];
}
function void copy_line(const float *from, long stride, double *to) {
    if (stride == 1) return store(to, load(from));
    for (long lane = 0; lane < POINTS; ++lane) to[lane] = from[lane * stride];
}
function void copy_line(const double *from, double *to, long stride) {
    for (long lane = 0; lane < POINTS; ++lane) to[lane * stride] = from[lane];
}
function void copy_line(const double *from, float *to, long stride) {
    if (stride == 1) return store(to, load(from));
    for (long lane = 0; lane < POINTS; ++lane) to[lane * stride] = (float)from[lane];
}
template <class T> function void gather_as(const view &v, const batch &k, long components, double *tile) {
    const T *from = (const T *)v.at;
    if (in_line(v, k)) {
        from += element_of(v, k, 0);
        for (long c = 0; c < components; ++c) copy_line(from + c * v.component_stride, v.point_stride, tile + c * POINTS);
        return;
    }
    for (long lane = 0; lane < POINTS; ++lane) {
        const T *at = from + element_of(v, k, lane < k.count ? lane : k.count - 1);
        for (long c = 0; c < components; ++c) tile[c * POINTS + lane] = at[c * v.component_stride];
    }
}
template <class T> function void scatter_as(const view &v, const batch &k, long components, const double *tile) {
    T *to = (T *)v.at;
    if (in_line(v, k)) {
        to += element_of(v, k, 0);
        for (long c = 0; c < components; ++c) copy_line(tile + c * POINTS, to + c * v.component_stride, v.point_stride);
        return;
    }
    for (long lane = 0; lane < k.count; ++lane) {
        T *at = to + element_of(v, k, lane);
        for (long c = 0; c < components; ++c) at[c * v.component_stride] = (T)tile[c * POINTS + lane];
    }
}

function void gather_numbers(const view &v, const batch &k, long components, double *tile) {
    if (!v.vectors) return v.single ? gather_as<float>(v, k, components, tile) : gather_as<double>(v, k, components, tile);
    if (in_two_rows(v, k)) {
        const double *at = v.here + k.x, *beyond = v.next - k.left;
        for (long c = 0; c < components; ++c, at += v.component_stride, beyond += v.component_stride)
            store(tile + c * POINTS, load_two(at, beyond, k.here));
        return;
    }
    for (long lane = 0; lane < POINTS; ++lane) {
        const double *at = point_of(v, k, lane < k.count ? lane : k.count - 1);
        for (long c = 0; c < components; ++c) tile[c * POINTS + lane] = at[c * v.component_stride];
    }
}
static __attribute__((noinline)) void gather(const view &v, const batch &k, long components, double *tile) {
    if (!v.at) {
        for (long e = 0; e < components * POINTS; ++e) tile[e] = __builtin_nan("");
        return;
    }
    gather_numbers(v, k, components, tile);
    v.convert(components, tile);
}

/* A row into the tile of a batch, without a last species that is not stored. One that nobody gave is that of a single species. */
static __attribute__((noinline)) void gather_row(const view &v, const batch &k) {
    const long stored = k.ns - (k.given ? k.given->closing : 0);
    if (!v.at) return store(k.tile, 1.0);
    if (!side_by_side(v.vectors, k)) return gather(v, k, stored, k.tile);
    for (long c = 0; c < stored; ++c) store(k.tile + c * POINTS, load(first_point(v, k) + c * v.component_stride));
    v.convert(stored, k.tile);
}

/* Afterwards the tile holds what was stored. */
static __attribute__((noinline)) void scatter(const view &v, const batch &k, long components, double *tile) {
    v.convert(components, tile);
    if (!v.vectors) return v.single ? scatter_as<float>(v, k, components, tile) : scatter_as<double>(v, k, components, tile);
    if (side_by_side(v.vectors, k)) {
        for (long c = 0; c < components; ++c) store(first_point(v, k) + c * v.component_stride, load(tile + c * POINTS));
        return;
    }
    if (in_two_rows(v, k)) {
        double *at = v.here + k.x, *beyond = v.next - k.left;
        for (long c = 0; c < components; ++c, at += v.component_stride, beyond += v.component_stride)
            store_two(at, beyond, load(tile + c * POINTS), k.here);
        return;
    }
    for (long lane = 0; lane < k.count; ++lane) {
        double *at = point_of(v, k, lane);
        for (long c = 0; c < components; ++c) at[c * v.component_stride] = tile[c * POINTS + lane];
    }
}

/* Where a batch's points do not lie side by side as the kernel's numbers, one copy for all kernels. A real that a function gets or
 * returns lies in memory ever after: it comes and goes by vectors and tiles. */
outlined void load_otherwise(const view &v, const batch &k, double *tile) {
    if (side_by_side(v.vectors, k)) return store(tile, v.converted(load(first_point(v, k))));
    gather(v, k, 1, tile);
}
outlined void store_otherwise(const view &v, const batch &k, vector a, vector b) {
    const real x(a, b);
    if (side_by_side(v.vectors, k)) {
        store(first_point(v, k), v.converted(x));
    } else if (v.at) {
        double tile[POINTS];
        store(tile, x);
        scatter(v, k, 1, tile);
    }
}

function real load_points(const view &v, const batch &k) {
    if (direct(v, k)) return load(first_point(v, k));
    double tile[POINTS];
    load_otherwise(v, k, tile);
    return load(tile);
}
function void store_points(const view &v, const batch &k, real x) {
    if (direct(v, k)) return store(first_point(v, k), x);
    store_otherwise(v, k, x.a, x.b);
}

/* One argument of a kernel: where it comes from, where it goes to. */
template <class T> struct slot;

template <> struct slot<real> {
    enum { rows = 0 };
    real value;
    member slot(const view &v, batch &k) : value(load_points(v, k)) {}
    member operator real() const { return value; }
    member void finish(const view &, const batch &) const {}
};

template <> struct slot<row> {
    enum { rows = 1 };
    row value;
    member slot(const view &v, batch &k) : value{first_point(v, k), v.component_stride} {
        if (direct(v, k) && !rarely(k.converts())) return;
        gather_row(v, k);
        value = row{k.tile, POINTS};
        k.tile += k.ns * POINTS;
    }
    member operator row() const { return value; }
    member void finish(const view &, const batch &) const {}
};

template <> struct slot<real &> {
    enum { rows = 0 };
    real value;
    member slot(const view &, batch &) {}
    member operator real &() { return value; }
    member void finish(const view &v, const batch &k) const { store_points(v, k, value); }
};

template <> struct slot<optional_output> {
    enum { rows = 0 };
    optional_value value;
    member slot(const view &v, batch &) : value{0.0, v.at != nullptr} {}
    member operator optional_output() { return value; }
    member void finish(const view &v, const batch &k) const {
        if (rarely(value.asked)) store_points(v, k, value.value);
    }
};

template <> struct slot<output_row> {
    enum { rows = 1 };
    output_row value;
    member slot(const view &v, batch &k) : value{first_point(v, k), v.component_stride, true} {
        if (direct(v, k)) return;
        value = output_row{k.tile, v.at ? POINTS : 0, v.at != nullptr};
        k.tile += (v.at ? k.ns : 1) * POINTS;
    }
    member operator output_row() const { return value; }
    member void finish(const view &v, const batch &k) const {
        if (v.at && !direct(v, k)) scatter(v, k, k.ns, value.at);
    }
};

template <int... I> struct indices {};
template <int n, int... I> struct count_to : count_to<n - 1, n - 1, I...> {};
template <int... I> struct count_to<0, I...> { typedef indices<I...> type; };

/* A kernel of (T, P, Yi) that is given something else: the first three arguments become what it wants. beside: views of the first
 * guess of T, and of T and P as outputs. The notes of the point. */
enum { beside = 3 };
outlined real settle(parameters &p, solution &s, const view *views, batch &k, real &T, real &P, row Yi) {
    real rho = T; /* where it is given */
    if (k.converts()) to_mass_fractions(p, (double *)Yi.at, k.given->composition, k.given->closing, rho);
    if (!k.given->state) return 0.0;
    if (of_density(k.given->state)) T = rho;
    solve(p, k.given->state, T, P, Yi, load_points(views[0], k), s);
    T = s.T;
    P = s.P;
    store_points(views[1], k, poisoned(s.T, s.failures));
    store_points(views[2], k, poisoned(s.P, s.failures));
    p.solved = &s;
    return s.notes;
}
template <class... rest>
function real settle_slots(parameters &p, solution &s, const view *views, batch &k, slot<real> &first, slot<real> &second, slot<row> &Yi, rest &...) {
    real T = first.value, P = second.value; /* copies: what a call gets by reference lies in memory ever after */
    const real notes = settle(p, s, views, k, T, P, Yi.value);
    first.value = T;
    second.value = P;
    return notes;
}

/* One batch: load, call, store; the lanes that are flagged. */
template <auto kernel, bool of_state, class... A, int... I>
function unsigned run_batch(const parameters &constants_of_mixture, const view *views, batch k, indices<I...>) {
    const auto call = [&](slot<A>... slots) __attribute__((always_inline)) {
        parameters p = constants_of_mixture;
        real notes = 0.0;
        solution s;
        if constexpr (of_state)
            if (rarely(k.given != nullptr)) notes = settle_slots(p, s, views + sizeof...(A) + 1, k, slots...);
        const real flags = kernel(p, slots...) + notes;
        (slots.finish(views[I], k), ...);
        store_points(views[sizeof...(A)], k, flags);
        return bits(!(flags == 0.0)) & ((1u << k.count) - 1u);
    };
    return call(slot<A>(views[I], k)...);
}

/* The next batch of an array with rows into the cache, while this one is computed. The hardware does not guess where the next
 * row begins, and it does not follow the streams of many species; with few it is better left alone: on two cores, rows of 64 and
 * 500 points, fields reach 0.90 of a stripe's speed with 5 and 20 species so and 0.87 with all batches fetched, 0.87 and 0.94 with 50. */
enum { many_species = 32 };
outlined void fetch_points(const view &v, const walk &w, long components) {
    if (!v.row || !v.vectors) return;
    const double *at = (w.turned ? v.next : v.here) + w.at.x;
    for (long c = 0; c < components; ++c) fetch(at + c * v.component_stride);
}
template <class... A, int... I> function void fetch_pack(const view *views, const walk &w, long ns, indices<I...>) {
    (fetch_points(views[I], w, slot<A>::rows ? ns : 1), ...);
}

/* Where the points of a batch lie, and on to the batch after it. */
outlined void locate(batch &k, walk &w, place *lanes) {
    k.x = w.at.x;
    k.in_row = k.x + k.count <= w.points;
    if (k.in_row) return w.step(k.count);
    k.whole &= ~row_whole;
    const long left = w.points - k.x;
    if (k.count == POINTS && POINTS - left <= w.points) {
        k.here = (1u << left) - 1u;
        k.left = left;
        return w.step(POINTS);
    }
    k.here = 0;
    for (long lane = 0; lane < k.count; ++lane, w.step(1)) lanes[lane] = w.at;
}

/* Stripes of doubles, and arrays of doubles with rows whose points lie side by side, may be loaded as vectors. */
outlined view view_of(const drawbridge_array &a, const drawbridge_conversion *c) {
    const bool single = c && c->single, converted = c && c->factor != 0.0;
    const unsigned vectors = single || !a.at || a.point != 1 ? 0 : a.row ? row_whole : points_whole;
    return view{a.at, a.point, a.row, a.plane, a.component, nullptr, nullptr, vectors, converted ? 0 : vectors, converted ? c : nullptr, single};
}

/* Does a kernel of the list take the states and compositions of inputs.h? By what its row says that it reads. */
constexpr bool takes_states(const char *reads) {
    const char *state = "T P Yi[ns]";
    for (; *state; ++state, ++reads)
        if (*state != *reads) return false;
    return true;
}
template <class> constexpr int is_input = 0;
template <> constexpr int is_input<real> = 1;
template <> constexpr int is_input<row> = 1;

/* region: null where no array has rows or a conversion, and nothing else is given than the kernel reads (doc.go). */
template <auto kernel, bool of_state, class... A>
function long run(real (*)(const parameters &, A...), const drawbridge_array *arrays, const double *block,
                  const drawbridge_region *region, long begin, long end) {
    constexpr long rows_over_species = ((int)slot<A>::rows + ... + 0);
    alignas(64) double tile[rows_over_species * MOST_SPECIES * POINTS + 1];
    typedef typename count_to<sizeof...(A)>::type every;
    const parameters p{block};
    const long ns = rows_over_species ? p.ns() : 0; /* the block is null where a kernel needs no species data */
    const drawbridge_conversion *conversion = region && region->converted ? region->conversion : nullptr;
    walk w(region ? region->points : 1, region ? region->rows : 1, region ? region->first + begin : begin);
    const drawbridge_region *given = of_state && region && (region->state || region->composition || region->closing) ? region : nullptr;
    constexpr unsigned inputs = (is_input<A> + ... + 0), count = sizeof...(A) + 1;
    view views[count + (of_state ? beside : 0)];
    for (unsigned v = 0; v < count + (given ? beside : 0); ++v) { /* those beside the kernel's own come between its inputs and outputs */
        const unsigned from = !given || v < inputs ? v : v < count ? v + beside : v - count + inputs;
        views[v] = view_of(arrays[from], conversion ? conversion + from : nullptr);
        views[v].turn(w);
    }
    long flagged_points = 0;
    place lanes[POINTS];
    for (long first = begin; first < end; first += POINTS) {
        const bool full = end - first >= POINTS;
        batch k{given, first, full ? POINTS : end - first, full ? points_whole | row_whole : 0u, ns, tile, 0, true, 0, 0, lanes};
        if (region) {
            locate(k, w, lanes);
            if ((w.turned || ns >= many_species) && first + POINTS < end) fetch_pack<A...>(views, w, ns, every());
        }
        unsigned lanes_flagged = run_batch<kernel, of_state, A...>(p, views, k, every());
        for (; lanes_flagged; lanes_flagged &= lanes_flagged - 1) ++flagged_points;
        if (region && w.turned) {
            for (unsigned v = 0; v < count + (given ? beside : 0); ++v) views[v].turn(w);
            w.turned = false;
        }
    }
    return flagged_points;
}
