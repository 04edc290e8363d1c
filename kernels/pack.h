/* The pack: two vectors are one real. Included by dialect.h after the vectors of a compiler. On the GPU
 * a vector is one double, and a thread then works on two points: unroll-and-jam by 2. */
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

/* POINTS points that lie side by side. */
function real load(const double *at) {
    const pair p = load_pair(at);
    return real(p.a, p.b);
}
function void store(double *at, real x) { store_pair(at, x.a, x.b); }
function void store_asked(double *at, real x, int asked) { store_pair_asked(at, x.a, x.b, asked); }
