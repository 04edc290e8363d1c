/* The batch on the GPU: `count` points of one thread, as two batches of half as many (unroll-and-jam by count). The
 * functions are those of batch.h; they are friends, so that a double beside a batch becomes a batch. */
template <int count> struct batch;
template <int count> struct batch_types {
    typedef batch<count> real;
    typedef typename batch<count>::mask mask;
    typedef typename batch<count>::signs signs;
};
template <> struct batch_types<1> {
    typedef vector real;
    typedef lanes mask;
    typedef sign signs;
};
template <> struct batch_types<0> {};

template <int count> struct batch {
    typedef typename batch_types<count / 2>::real half;
    typedef typename batch_types<count / 2>::mask half_mask;
    typedef typename batch_types<count / 2>::signs half_signs;
    half a, b;

    batch() = default;
    member batch(double x) : a(x), b(x) {}
    member batch(half first, half second) : a(first), b(second) {}

    struct signs {
        half_signs a, b;
        friend member signs joined(signs s) { return signs{joined(s.a), joined(s.b)}; }
        friend member signs worse(signs s, batch x) { return signs{worse(s.a, x.a), worse(s.b, x.b)}; }
    };
    struct mask {
        half_mask a, b;
        friend member mask operator&(mask m, mask n) { return mask{half_mask(m.a & n.a), half_mask(m.b & n.b)}; }
        friend member mask operator|(mask m, mask n) { return mask{half_mask(m.a | n.a), half_mask(m.b | n.b)}; }
        friend member mask operator!(mask m) { return mask{!m.a, !m.b}; }
        friend member bool any(mask m) { return any(m.a) | any(m.b); }
        friend member unsigned bits(mask m) { return bits(m.a) | bits(m.b) << count / 2; }
        friend member mask select(mask m, mask n, mask o) { return (m & n) | ((!m) & o); }
        friend member batch select(mask m, batch x, batch y) { return batch(select(m.a, x.a, y.a), select(m.b, x.b, y.b)); }
        friend member batch reversed(mask m, batch x) { return batch(reversed(m.a, x.a), reversed(m.b, x.b)); }
        friend member batch chosen(mask m, const double *x, const double *y, long k) { return batch(chosen(m.a, x, y, k), chosen(m.b, x, y, k)); }
    };
    friend member mask hardly_negative(signs s) { return mask{hardly_negative(s.a), hardly_negative(s.b)}; }

    friend member batch operator+(batch x, batch y) { return batch(x.a + y.a, x.b + y.b); }
    friend member batch operator-(batch x, batch y) { return batch(x.a - y.a, x.b - y.b); }
    friend member batch operator*(batch x, batch y) { return batch(x.a * y.a, x.b * y.b); }
    friend member batch operator/(batch x, batch y) { return batch(x.a / y.a, x.b / y.b); }
    friend member batch operator-(batch x) { return batch(-x.a, -x.b); }
    friend member batch &operator+=(batch &x, batch y) { return x = x + y; }
    friend member batch &operator-=(batch &x, batch y) { return x = x - y; }
    friend member mask operator<(batch x, batch y) { return mask{x.a < y.a, x.b < y.b}; }
    friend member mask operator>(batch x, batch y) { return y < x; }
    friend member mask operator<=(batch x, batch y) { return mask{x.a <= y.a, x.b <= y.b}; }
    friend member mask operator>=(batch x, batch y) { return y <= x; }
    friend member mask operator==(batch x, batch y) { return mask{x.a == y.a, x.b == y.b}; }
    friend member mask above(batch x, double limit) { return mask{above(x.a, limit), above(x.b, limit)}; }
    friend member batch min(batch x, batch y) { return batch(min(x.a, y.a), min(x.b, y.b)); }
    friend member batch max(batch x, batch y) { return batch(max(x.a, y.a), max(x.b, y.b)); }
    /* NaNs are passed over: min and max keep what stands first. */
    friend member double lowest(batch x) { return min(min(infinity(), lowest(x.a)), lowest(x.b)); }
    friend member double highest(batch x) { return max(max(-infinity(), highest(x.a)), highest(x.b)); }
#define EACH(name) \
    friend member batch name(batch x) { return batch(name(x.a), name(x.b)); }
    EACH(abs) EACH(sqrt) EACH(reciprocal) EACH(fair_reciprocal) EACH(rough_reciprocal) EACH(rough_sqrt) EACH(rough_cbrt)
    EACH(joined) EACH(log) EACH(plain_log) EACH(exp) EACH(expm1) EACH(rcbrt) EACH(nearest)
#undef EACH
    friend member batch turned_by_odd(batch x, batch y) { return batch(turned_by_odd(x.a, y.a), turned_by_odd(x.b, y.b)); }
    friend member batch lookup(const double *table, batch index) { return batch(lookup(table, index.a), lookup(table, index.b)); }
};

/* Points side by side, from an even one on, which is one of the view; `asked` of them are stored. */
template <int count> function batch<count> load_batch(const double *at) {
    if constexpr (count == 2) {
        const double2 v = *(const double2 *)at;
        return batch<2>(v.x, v.y);
    } else {
        return batch<count>(load_batch<count / 2>(at), load_batch<count / 2>(at + count / 2));
    }
}
function void store_batch(double *at, batch<2> x, int asked) {
    if (asked >= 2) *(double2 *)writable_pair(at) = make_double2(x.a, x.b);
    if (asked == 1) *writable(at) = x.a;
}
template <int count> function void store_batch(double *at, batch<count> x, int asked) {
    store_batch(at, x.a, asked);
    store_batch(at + count / 2, x.b, asked - count / 2);
}
function batch<JAM> load(const double *at) { return load_batch<JAM>(readable(at)); }
function void store_asked(double *at, batch<JAM> x, int asked) { store_batch(at, x, asked); }
function void store(double *at, batch<JAM> x) { store_batch(at, x, JAM); }

typedef batch<JAM> real;
typedef real::mask mask;
typedef real::signs signs;
function signs no_signs() { return signs(); }
function real not_a_number() { return quiet_nan(); }
