/* Reductions of a host: an item is option_tile rows of field 0 (dot: of fields 0 and 2), row after row and plane after plane, and gives one
 * state of exact.h, in field 1. Sums add each term in two parts: what it has in whole units, and what is left in smaller ones. The parts are
 * the last bits of term + rounds_to(unit), so whole numbers are added, and no order of additions changes a bit. */
typedef double_integers masks;
enum { W = SIMD_BYTES / sizeof(double), block_vectors = 1024 / W, most_vectors = 2048 };

struct into_state {
    long *state;
    member void operator()(int k, long n) const { state[k] += n; }
    member void saw(int place) const { state[place] = 1; }
};

function void fetch(native_double &to, const double *p) { to = *(const loose_double *)p; }
function void fetch(native_double &to, const float *p) {
    typedef float half __attribute__((vector_size(SIMD_BYTES / 2), aligned(4), may_alias));
    to = __builtin_convertvector(*(const half *)p, native_double);
}

/* A product that no later addition may take in: it is rounded on every instruction set. */
function native_double rounded(native_double v) {
#if defined(__x86_64__)
    asm("" : "+v"(v));
#else
    asm("" : "+w"(v));
#endif
    return v;
}
function native_double size_of(native_double x) { return (native_double)((masks)x & 0x7fffffffffffffffL); }
function native_double greater_of(native_double x, native_double y) { return x > y ? x : y; }
function double greatest_lane(native_double v) {
    double most = v[0];
    for (int i = 1; i < W; i++) most = v[i] > most ? v[i] : most;
    return most;
}

template <int kind> function double no_point() { return is_extreme(kind) ? -__builtin_inf() : 0; }

/* The terms of W points; that of min is -x. */
template <int kind, class T> function native_double terms(const T *a, const T *b) {
    native_double p, q;
    fetch(p, a);
    if (kind == reduce_dot) fetch(q, b);
    return kind == reduce_dot ? rounded(p * q) : kind == reduce_norm2 ? rounded(p * p) : kind == reduce_min ? -p : kind == reduce_norm1 || kind == reduce_norm_inf ? size_of(p) : p;
}

/* Some rows of a sweep, a piece after the other. Lanes beyond the end of a row, which hold its padding, count as no points. */
template <class T, int kind> struct rows_of_terms {
    const sweep &s;
    long rows, y, z, x = 0;
    masks inside;
    member rows_of_terms(const sweep &given, long first, long count) : s(given), rows(count), y(first % given.extent[1]), z(first / given.extent[1]) {
        unrolled for (int i = 0; i < W; i++) inside[i] = -(long)(i < given.extent[0] % W);
    }
    /* gives `take` the next vectors of terms, at most so many: a part of a row, or whole rows */
    template <class Take> member void go(long budget, const Take &take) {
        const long n = s.extent[0];
        do {
            const T *a = row_of<T>(s, 0, y, z), *b = kind == reduce_dot ? row_of<T>(s, 2, y, z) : a;
            const long end = n - x < budget * W ? n : x + budget * W;
            budget -= (end - x + W - 1) / W;
            for (; x + 4 * W <= end; x += 4 * W) {
                unrolled for (int k = 0; k < 4; k++) take(k, terms<kind>(a + x + k * W, b + x + k * W));
            }
            for (; x + W <= end; x += W) take(0, terms<kind>(a + x, b + x));
            if (x < end) take(1, inside ? terms<kind>(a + x, b + x) : no_point<kind>() - native_double{});
            x = end;
            if (x < n) return;
            x = 0, rows--;
            if (++y == s.extent[1]) y = 0, z++;
        } while (rows > 0 && (n + W - 1) / W <= budget);
    }
};

function bool any(masks v) {
#if defined(ISA_AVX512)
    return _mm512_test_epi64_mask((__m512i)v, (__m512i)v) != 0;
#elif defined(ISA_AVX2)
    return !_mm256_testz_si256((__m256i)v, (__m256i)v);
#else
    return (v[0] | v[1]) != 0;
#endif
}

/* A sum in two units, which follow the size of its terms. */
struct sum_in_units {
    long *state;
    int unit;
    double top, next;
    masks first, second, beyond, rest;
    long vectors;

    member void begin(long *given) { state = given, first = second = masks{}, vectors = 0; }
    member void set(double most) {
        unit = first_unit(most);
        top = rounds_to(unit), next = rounds_to(second_unit(unit));
    }
    member void take(native_double x) {
        const native_double tops = top - native_double{}, nexts = next - native_double{};
        const native_double t = tops + x, left = x - (t - tops), u = nexts + left;
        first += (masks)t, second += (masks)u;
        beyond |= (masks)t ^ (masks)tops; /* another exponent: x is too large, or no number */
        rest |= (masks)(u - nexts) ^ (masks)left;
        vectors++;
    }
    /* Adds what all lanes have to the state. */
    void flush() {
        add_lanes(first, top, unit), add_lanes(second, next, second_unit(unit));
        first = second = masks{}, vectors = 0;
    }
    void add_lanes(masks sums, double base, int exponent) {
        long low = 0, high = 0;
        sums -= vectors * bits_of(base) + masks{};
        for (int i = 0; i < W; i++) low += sums[i] & 0xffffffffL, high += sums[i] >> 32;
        add_units(into_state{state}, low, exponent);
        add_units(into_state{state}, high, exponent + 32);
    }
    /* Whether terms were too large for the units, or had bits below them. */
    member bool failed() const {
        return any(beyond & ~0xfffffffffffffL) || (any(rest) && second_unit(unit) != floor_exponent);
    }
    /* Adds some vectors; where their terms do not fit these units, nothing is changed. */
    template <int n> member bool fits(const native_double (&x)[n]) {
        sum_in_units after = *this;
        after.beyond = after.rest = masks{};
        unrolled for (int k = 0; k < n; k++) after.take(x[k]);
        if (__builtin_expect(any((after.beyond & ~0xfffffffffffffL) | after.rest), 0) && after.failed()) return false;
        first = after.first, second = after.second, vectors = after.vectors;
        return true;
    }
    /* The same in units that fit; x is used up. */
    template <int n> void add(native_double (&x)[n]) {
        if (vectors > most_vectors - n) flush();
        if (fits(x)) return;
        const double most = greatest(x, n);
        flush(), set(most);
        if (fits(x)) return;
        in_parts(x, n), set(most);
    }
    /* Terms of very different sizes: parts in ever smaller units, until nothing is left. What is huge, or no number, comes first and alone.
     * Nothing is left in the lanes before. */
    __attribute__((noinline)) void in_parts(native_double *left, long n) {
        for (long k = 0; k < n; k++)
            for (int i = 0; i < W; i++)
                if (!(__builtin_fabs(left[k][i]) < 0x1p800)) add_term(into_state{state}, left[k][i]), left[k][i] = 0;
        for (double most = greatest(left, n); most > 0; most = greatest(left, n)) {
            set(most);
            const native_double tops = top - native_double{};
            for (long i = 0; i < n; i++) {
                const native_double t = tops + left[i];
                first += (masks)t;
                left[i] -= t - tops;
            }
            vectors = n;
            add_lanes(first, top, unit);
            first = masks{}, vectors = 0;
            if (unit > floor_exponent + 1) continue;
            for (long i = 0; i < n; i++)
                for (int k = 0; k < W; k++) add_term(into_state{state}, left[i][k]);
            return;
        }
    }
    static double greatest(const native_double *v, long n) {
        native_double most{};
        for (long i = 0; i < n; i++) most = greater_of(size_of(v[i]), most);
        return greatest_lane(most);
    }
};

template <class T, int kind> struct exact_sum : sum_in_units {
    typedef rows_of_terms<T, kind> place;
    member exact_sum(long *given) { begin(given), set(1); }
    /* Adds a block; where its terms do not fit these units, nothing is changed. */
    member bool attempt(place &at) {
        const exact_sum before = *this;
        const place here = at;
        beyond = rest = masks{};
        at.go(block_vectors, [&](int, native_double x) inlined { take(x); });
        if (!failed()) return true;
        first = before.first, second = before.second, vectors = before.vectors;
        at.rows = here.rows, at.x = here.x, at.y = here.y, at.z = here.z;
        return false;
    }
    /* The units for the terms of the next block. */
    void measure(place at) {
        native_double most{};
        if (at.rows > 0) at.go(block_vectors, [&](int, native_double x) inlined { most = greater_of(size_of(x), most); });
        set(greatest_lane(most));
    }
    /* A block whose terms are of very different sizes. */
    __attribute__((noinline)) void apart(place &at) {
        native_double left[block_vectors];
        long n = 0;
        at.go(block_vectors, [&](int, native_double x) inlined { left[n++] = x; });
        in_parts(left, n);
    }
    void all(place at) {
        measure(at);
        while (at.rows > 0) {
            if (vectors > most_vectors - block_vectors) flush();
            if (attempt(at)) continue;
            flush();
            measure(at);
            if (attempt(at)) continue;
            apart(at);
            measure(at);
        }
        flush();
    }
};

template <class T, int kind> function void extreme(long *state, rows_of_terms<T, kind> at) {
    native_double most[4];
    masks bad{};
    unrolled for (int k = 0; k < 4; k++) most[k] = no_point<kind>() - native_double{};
    while (at.rows > 0)
        at.go(block_vectors, [&](int k, native_double x) inlined {
            most[k] = greater_of(x, most[k]);
            bad |= x != x;
        });
    for (int i = 0; i < W; i++) state[place_nan] |= bad[i] != 0;
    state[place_most] = (long)ordered(greatest_lane(greater_of(greater_of(most[0], most[1]), greater_of(most[2], most[3]))));
}

template <class T, int kind> function void reduce_rows(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    const long rows = s.extent[1] * s.extent[2], tile = s.option[option_tile];
    for (long item = begin; item < end; item++) {
        const long first = item * tile, count = first + tile < rows ? tile : rows - first;
        long *state = (long *)s.field[1] + item * state_places;
        for (int k = 0; k < state_places; k++) state[k] = 0;
        if (is_extreme(kind)) extreme<T, kind>(state, rows_of_terms<T, kind>(s, first, count));
        else exact_sum<T, kind>(state).all(rows_of_terms<T, kind>(s, first, count));
    }
}

/* The number that the states of field 0, extent[0] of them, stand for together: field 1. With option[1] the first of them becomes that of all. */
template <int kind> function void reduce_end(const sweep *s, long, long) {
    long all[state_places] = {}, *state = (long *)s->field[0];
    for (long i = 0; i < s->extent[0]; i++, state += state_places) {
        for (int k = 0; k < limbs; k++) all[k] += in_order(state, k);
        for (int k = limbs; k < place_most; k++) all[k] |= state[k];
        const bool more = (unsigned long)state[place_most] > (unsigned long)all[place_most];
        if (more) all[place_most] = state[place_most];
    }
    if (s->option[1])
        for (int k = 0; k < state_places; k++) ((long *)s->field[0])[k] = all[k];
    else *(double *)s->field[1] = answer_of<kind>(all);
}
