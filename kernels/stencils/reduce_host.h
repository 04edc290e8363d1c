/* Reductions: an item is option_tile rows of field 0 (dot: of fields 0 and 2), row after row and plane after plane, and gives one double of
 * field 1; the caller adds up the items. The order depends on nothing but the lengths. A NaN in an item gives NaN. */
enum { reduce_sum, reduce_min, reduce_max, reduce_norm1, reduce_norm2, reduce_norm_inf, reduce_dot };

typedef double eight __attribute__((vector_size(64)));
typedef long eight_masks __attribute__((vector_size(64)));
typedef double loose_eight __attribute__((vector_size(64), aligned(8), may_alias));
typedef float eight_floats __attribute__((vector_size(32), aligned(4), may_alias));

/* by reference: an ABI for such arguments does not exist on every instruction set */
function void fetch(eight &to, const double *p) { to = *(const loose_eight *)p; }
function void fetch(eight &to, const float *p) { to = __builtin_convertvector(*(const eight_floats *)p, eight); }

template <int kind> function void join(eight &sum, eight_masks &bad, const eight &x, const eight &y) {
    const eight size = x < 0 ? -x : x;
    if (kind == reduce_min || kind == reduce_max || kind == reduce_norm_inf) bad |= x != x; /* sums are NaN by themselves */
    if (kind == reduce_sum) sum += x;
    if (kind == reduce_min) sum = x < sum ? x : sum;
    if (kind == reduce_max) sum = x > sum ? x : sum;
    if (kind == reduce_norm1) sum += size;
    if (kind == reduce_norm2) sum += x * x;
    if (kind == reduce_norm_inf) sum = size > sum ? size : sum;
    if (kind == reduce_dot) sum += x * y;
}
template <int kind> function void join_sums(eight &sum, const eight &other) {
    if (kind == reduce_min) sum = other < sum ? other : sum;
    else if (kind == reduce_max || kind == reduce_norm_inf) sum = other > sum ? other : sum;
    else sum += other;
}

template <int kind> function double first_value() {
    return kind == reduce_min ? __builtin_inf() : kind == reduce_max ? -__builtin_inf() : 0;
}

/* What is left of a row: lanes beyond its end, whose values are the row's padding, count as the first value. */
template <class T, int kind> function void fetch_rest(eight &to, const T *p, const eight_masks &inside) {
    fetch(to, p);
    to = inside ? to : first_value<kind>() - eight{};
}

/* Four sums, which go on from row to row: short rows would wait for one, and its end for each row would cost as much as the row. */
template <class T, int kind> struct reduction {
    eight sum[4];
    eight_masks bad, inside;
    member reduction(long n) : bad{}, inside(eight_masks{0, 1, 2, 3, 4, 5, 6, 7} < n % 8 - eight_masks{}) {
        unrolled for (int k = 0; k < 4; k++) sum[k] = first_value<kind>() - eight{};
    }
    member void eight_points(int k, const T *a, const T *b) {
        eight p, q{};
        fetch(p, a);
        if (kind == reduce_dot) fetch(q, b);
        join<kind>(sum[k], bad, p, q);
    }
    /* first: the sum that the row begins with; rows that have few registers take turns, so that no sum waits for the one before */
    template <int first> member void row(const T *a, const T *b, long n) {
        enum { second = (first + 1) % 4, third = (first + 2) % 4, fourth = (first + 3) % 4 };
        long x = 0;
        for (; x + 32 <= n; x += 32) {
            unrolled for (int k = 0; k < 4; k++) eight_points(k, a + x + 8 * k, b + x + 8 * k);
        }
        if (x + 16 <= n) {
            eight_points(first, a + x, b + x), eight_points(second, a + x + 8, b + x + 8);
            x += 16;
        }
        if (x + 8 <= n) eight_points(third, a + x, b + x), x += 8;
        if (x == n) return;
        eight p, q{};
        fetch_rest<T, kind>(p, a + x, inside);
        if (kind == reduce_dot) fetch_rest<T, kind>(q, b + x, inside);
        join<kind>(sum[fourth], bad, p, q);
    }
    member double result() {
        join_sums<kind>(sum[0], sum[1]), join_sums<kind>(sum[2], sum[3]), join_sums<kind>(sum[0], sum[2]);
        double total = sum[0][0];
        bool nan = bad[0];
        unrolled for (int i = 1; i < 8; i++) {
            const double v = sum[0][i];
            nan = nan || bad[i];
            if (kind == reduce_min) total = v < total ? v : total;
            else if (kind == reduce_max || kind == reduce_norm_inf) total = v > total ? v : total;
            else total += v;
        }
        return nan ? __builtin_nan("") : total;
    }
};

template <class T, int kind> function void reduce_rows(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    const long all = s.extent[1] * s.extent[2], tile = s.option[option_tile], n = s.extent[0];
    for (long item = begin; item < end; item++) {
        const long last = (item + 1) * tile < all ? (item + 1) * tile : all;
        long y = item * tile % s.extent[1], z = item * tile / s.extent[1];
        reduction<T, kind> whole(n);
        for (long r = item * tile; r < last; r++) {
            const T *a = row_of<T>(s, 0, y, z);
            const T *b = kind == reduce_dot ? row_of<T>(s, 2, y, z) : a;
            if (r % 2) whole.template row<2>(a, b, n);
            else whole.template row<0>(a, b, n);
            if (++y == s.extent[1]) y = 0, z++;
        }
        ((double *)s.field[1])[item] = whole.result();
    }
}
