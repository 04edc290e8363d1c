/* The pack on the GPU: `count` points of one thread, as two packs of half as many (unroll-and-jam by count). The
 * functions are those of pack.h; they are friends, so that a double beside a pack becomes a pack. */
template <int count> struct pack;
template <int count> struct pack_types {
    typedef pack<count> real;
    typedef typename pack<count>::mask mask;
    typedef typename pack<count>::signs signs;
};
template <> struct pack_types<1> {
    typedef vector real;
    typedef lanes mask;
    typedef sign signs;
};
template <> struct pack_types<0> {};

template <int count> struct pack {
    typedef typename pack_types<count / 2>::real half;
    typedef typename pack_types<count / 2>::mask half_mask;
    typedef typename pack_types<count / 2>::signs half_signs;
    half a, b;

    pack() = default;
    member pack(double x) : a(x), b(x) {}
    member pack(half first, half second) : a(first), b(second) {}

    struct signs {
        half_signs a, b;
        friend member signs joined(signs s) { return signs{joined(s.a), joined(s.b)}; }
        friend member signs worse(signs s, pack x) { return signs{worse(s.a, x.a), worse(s.b, x.b)}; }
    };
    struct mask {
        half_mask a, b;
        friend member mask operator&(mask m, mask n) { return mask{half_mask(m.a & n.a), half_mask(m.b & n.b)}; }
        friend member mask operator|(mask m, mask n) { return mask{half_mask(m.a | n.a), half_mask(m.b | n.b)}; }
        friend member mask operator!(mask m) { return mask{!m.a, !m.b}; }
        friend member bool any(mask m) { return any(m.a) | any(m.b); }
        friend member unsigned bits(mask m) { return bits(m.a) | bits(m.b) << count / 2; }
        friend member mask select(mask m, mask n, mask o) { return (m & n) | ((!m) & o); }
        friend member pack select(mask m, pack x, pack y) { return pack(select(m.a, x.a, y.a), select(m.b, x.b, y.b)); }
        friend member pack reversed(mask m, pack x) { return pack(reversed(m.a, x.a), reversed(m.b, x.b)); }
        friend member pack chosen(mask m, const double *x, const double *y, long k) { return pack(chosen(m.a, x, y, k), chosen(m.b, x, y, k)); }
    };
    friend member mask hardly_negative(signs s) { return mask{hardly_negative(s.a), hardly_negative(s.b)}; }

    friend member pack operator+(pack x, pack y) { return pack(x.a + y.a, x.b + y.b); }
    friend member pack operator-(pack x, pack y) { return pack(x.a - y.a, x.b - y.b); }
    friend member pack operator*(pack x, pack y) { return pack(x.a * y.a, x.b * y.b); }
    friend member pack operator/(pack x, pack y) { return pack(x.a / y.a, x.b / y.b); }
    friend member pack operator-(pack x) { return pack(-x.a, -x.b); }
    friend member pack &operator+=(pack &x, pack y) { return x = x + y; }
    friend member pack &operator-=(pack &x, pack y) { return x = x - y; }
    friend member mask operator<(pack x, pack y) { return mask{x.a < y.a, x.b < y.b}; }
    friend member mask operator>(pack x, pack y) { return y < x; }
    friend member mask operator<=(pack x, pack y) { return mask{x.a <= y.a, x.b <= y.b}; }
    friend member mask operator>=(pack x, pack y) { return y <= x; }
    friend member mask operator==(pack x, pack y) { return mask{x.a == y.a, x.b == y.b}; }
    friend member mask above(pack x, double limit) { return mask{above(x.a, limit), above(x.b, limit)}; }
    friend member pack min(pack x, pack y) { return pack(min(x.a, y.a), min(x.b, y.b)); }
    friend member pack max(pack x, pack y) { return pack(max(x.a, y.a), max(x.b, y.b)); }
    /* NaNs are passed over: min and max keep what stands first. */
    friend member double lowest(pack x) { return min(min(infinity(), lowest(x.a)), lowest(x.b)); }
    friend member double highest(pack x) { return max(max(-infinity(), highest(x.a)), highest(x.b)); }
#define EACH(name) \
    friend member pack name(pack x) { return pack(name(x.a), name(x.b)); }
    EACH(abs) EACH(sqrt) EACH(reciprocal) EACH(fair_reciprocal) EACH(rough_reciprocal) EACH(rough_sqrt) EACH(rough_cbrt)
    EACH(joined) EACH(log) EACH(plain_log) EACH(exp) EACH(expm1) EACH(rcbrt) EACH(nearest)
#undef EACH
    friend member pack turned_by_odd(pack x, pack y) { return pack(turned_by_odd(x.a, y.a), turned_by_odd(x.b, y.b)); }
    friend member pack lookup(const double *table, pack index) { return pack(lookup(table, index.a), lookup(table, index.b)); }
};

/* Points side by side, from an even one on, which is one of the view; `asked` of them are stored. */
template <int count> function pack<count> load_pack(const double *at) {
    if constexpr (count == 2) {
        const double2 v = *(const double2 *)at;
        return pack<2>(v.x, v.y);
    } else {
        return pack<count>(load_pack<count / 2>(at), load_pack<count / 2>(at + count / 2));
    }
}
function void store_pack(double *at, pack<2> x, int asked) {
    if (asked >= 2) *(double2 *)writable_pair(at) = make_double2(x.a, x.b);
    if (asked == 1) *writable(at) = x.a;
}
template <int count> function void store_pack(double *at, pack<count> x, int asked) {
    store_pack(at, x.a, asked);
    store_pack(at + count / 2, x.b, asked - count / 2);
}
function pack<JAM> load(const double *at) { return load_pack<JAM>(readable(at)); }
function void store_asked(double *at, pack<JAM> x, int asked) { store_pack(at, x, asked); }
function void store(double *at, pack<JAM> x) { store_pack(at, x, JAM); }

typedef pack<JAM> real;
typedef real::mask mask;
typedef real::signs signs;
function signs no_signs() { return signs(); }
function real not_a_number() { return quiet_nan(); }
