/* The batch: two vectors are one real. Included by dialect.h after the vectors of a compiler; the GPU has its own
 * (batch_gpu.h). */
struct real {
    vector a, b;
    real() = default;
    member real(double x) : a(broadcast(x)), b(a) {}
    member real(vector first, vector second) : a(first), b(second) {}
};
struct mask {
    lanes a, b;
};

function real operator+(real x, real y) { return real(x.a + y.a, x.b + y.b); }
function real operator-(real x, real y) { return real(x.a - y.a, x.b - y.b); }
function real operator*(real x, real y) { return real(x.a * y.a, x.b * y.b); }
function real operator/(real x, real y) { return real(x.a / y.a, x.b / y.b); }
function real operator-(real x) { return real(-x.a, -x.b); }
function real &operator+=(real &x, real y) { return x = x + y; }
function real &operator-=(real &x, real y) { return x = x - y; }

function mask operator<(real x, real y) { return mask{less(x.a, y.a), less(x.b, y.b)}; }
function mask operator>(real x, real y) { return y < x; }
function mask operator<=(real x, real y) { return mask{less_equal(x.a, y.a), less_equal(x.b, y.b)}; }
function mask operator>=(real x, real y) { return y <= x; }
function mask operator==(real x, real y) { return mask{equal(x.a, y.a), equal(x.b, y.b)}; }
function mask operator&(mask m, mask n) { return mask{both(m.a, n.a), both(m.b, n.b)}; }
function mask operator|(mask m, mask n) { return mask{either(m.a, n.a), either(m.b, n.b)}; }
function mask operator!(mask m) { return mask{not_in(m.a), not_in(m.b)}; }

function mask above(real x, double limit) { return mask{above(x.a, limit), above(x.b, limit)}; }
function real reversed(mask m, real x) { return real(reversed(m.a, x.a), reversed(m.b, x.b)); }
function real chosen(mask m, const double *x, const double *y, long k) { return real(chosen(m.a, x, y, k), chosen(m.b, x, y, k)); }
struct signs {
    sign a, b;
};
function signs no_signs() { return signs{no_sign(), no_sign()}; }
function signs worse(signs s, real x) { return signs{worse(s.a, x.a), worse(s.b, x.b)}; }
function mask hardly_negative(signs s) { return mask{hardly_negative(s.a), hardly_negative(s.b)}; }
function real joined(real x) { return x; }
function signs joined(signs s) { return s; }
function real select(mask m, real x, real y) { return real(select(m.a, x.a, y.a), select(m.b, x.b, y.b)); }
function mask select(mask m, mask n, mask o) { return (m & n) | ((!m) & o); }
function bool any(mask m) { return any(m.a, m.b); }
function unsigned bits(mask m) { return bits(m.a) | bits(m.b) << WIDTH; }
function real min(real x, real y) { return real(min(x.a, y.a), min(x.b, y.b)); }
function real max(real x, real y) { return real(max(x.a, y.a), max(x.b, y.b)); }
/* NaNs are passed over: the infinity stands first, and min and max keep what stands first. */
function double lowest(real x) { return lowest(min(min(broadcast(infinity()), x.a), x.b)); }
function double highest(real x) { return highest(max(max(broadcast(-infinity()), x.a), x.b)); }
function real sqrt(real x) { return real(sqrt(x.a), sqrt(x.b)); }
function real not_a_number() { return real(broadcast(quiet_nan()), broadcast(quiet_nan())); }
function real reciprocal(real x) { return real(reciprocal(x.a), reciprocal(x.b)); }
function real fair_reciprocal(real x) { return real(fair_reciprocal(x.a), fair_reciprocal(x.b)); }
function real rough_reciprocal(real x) { return real(rough_reciprocal(x.a), rough_reciprocal(x.b)); }

function real abs(real x) { return real(abs(x.a), abs(x.b)); }
function real rough_sqrt(real x) { return real(rough_sqrt(x.a), rough_sqrt(x.b)); }
function real rough_cbrt(real x) { return real(rough_cbrt(x.a), rough_cbrt(x.b)); }

/* POINTS points that lie side by side, of double or of single precision. */
template <class T> function real load(const T *at) {
    const pair p = load_pair(at);
    return real(p.a, p.b);
}
template <class T> function void store(T *at, real x) { store_pair(at, x.a, x.b); }
function void store_asked(double *at, real x, int asked) { store_pair_asked(at, x.a, x.b, asked); }
