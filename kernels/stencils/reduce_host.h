/* Reductions: field 1 takes one double per row of field 0 (dot: of fields 0 and 2), in an order that
 * depends on nothing but the row's length; whoever asked adds up the rows. A NaN in a row gives NaN. */
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
    bad |= x != x;
    if (kind == reduce_sum) sum += x;
    if (kind == reduce_min) sum = x < sum ? x : sum;
    if (kind == reduce_max) sum = x > sum ? x : sum;
    if (kind == reduce_norm1) sum += size;
    if (kind == reduce_norm2) sum += x * x;
    if (kind == reduce_norm_inf) sum = size > sum ? size : sum;
    if (kind == reduce_dot) sum += x * y;
}

template <int kind> function double first_value() {
    return kind == reduce_min ? __builtin_inf() : kind == reduce_max ? -__builtin_inf() : 0;
}

template <class T, int kind> function void reduce_rows(const sweep *given, long begin, long end) {
    const sweep &s = *given;
    for (long item = begin; item < end; item++) {
        const long y = item % s.extent[1], z = item / s.extent[1], n = s.extent[0];
        const T *a = row_of<T>(s, 0, y, z), *b = kind == reduce_dot ? row_of<T>(s, 2, y, z) : a;
        eight sum = first_value<kind>() + eight{}, p, q;
        eight_masks bad{};
        long x = 0;
        for (; x + 8 <= n; x += 8) {
            fetch(p, a + x), fetch(q, b + x);
            join<kind>(sum, bad, p, q);
        }
        T rest_a[8], rest_b[8];
        for (long i = 0; i < 8; i++) rest_a[i] = x + i < n ? a[x + i] : kind == reduce_min || kind == reduce_max ? a[0] : 0, rest_b[i] = x + i < n ? b[x + i] : 0;
        fetch(p, rest_a), fetch(q, rest_b);
        join<kind>(sum, bad, p, q);
        double total = sum[0];
        bool nan = bad[0];
        for (long i = 1; i < 8; i++) {
            const double v = sum[i];
            nan = nan || bad[i];
            if (kind == reduce_min) total = v < total ? v : total;
            else if (kind == reduce_max || kind == reduce_norm_inf) total = v > total ? v : total;
            else total += v;
        }
        *row_of<double>(s, 1, y, z) = nan ? __builtin_nan("") : total;
    }
}
