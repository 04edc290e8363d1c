// Numbers of several points, one in each lane of two SIMD registers. Included in a namespace for each instruction set, behind
// #pragma GCC target; AVX-512 and AVX2. Nothing here is inlined into code for other sets, since all of it is static.
#if F_PACKS == 512
typedef double f_doubles __attribute__((vector_size(64)));
typedef long f_longs __attribute__((vector_size(64)));
enum { f_width = 8 };
#define F_VECTOR(name, list) _ZGVeN8##list##_##name
#else
typedef double f_doubles __attribute__((vector_size(32)));
typedef long f_longs __attribute__((vector_size(32)));
enum { f_width = 4 };
#define F_VECTOR(name, list) _ZGVdN4##list##_##name
#endif
enum { f_lanes = 2 * f_width };
#define F_EACH for (int r = 0; r < 2; r++)

#if F_PACKS == 512
struct f_mask { // a bit for each lane
  unsigned bits;
  f_mask() = default;
  f_mask(int test) : bits(test ? 0xffffu : 0u) {}
};
F_HELP f_mask f_ofBits(unsigned b) { f_mask m; m.bits = b; return m; }
F_HELP f_mask operator&&(f_mask a, f_mask b) { return f_ofBits(a.bits & b.bits); }
F_HELP f_mask operator||(f_mask a, f_mask b) { return f_ofBits(a.bits | b.bits); }
F_HELP f_mask operator!(f_mask a) { return f_ofBits(~a.bits & 0xffffu); }
F_HELP f_mask operator!=(f_mask a, f_mask b) { return f_ofBits(a.bits ^ b.bits); }
F_HELP bool f_some(f_mask a) { return a.bits != 0; }
F_HELP unsigned f_bits(f_mask a) { return a.bits; }
F_HELP f_doubles f_blend(f_mask m, int r, f_doubles x, f_doubles y) { return (f_doubles)_mm512_mask_blend_pd((__mmask8)(m.bits >> 8 * r), (__m512d)y, (__m512d)x); }
F_HELP f_longs f_blend(f_mask m, int r, f_longs x, f_longs y) { return (f_longs)_mm512_mask_blend_epi64((__mmask8)(m.bits >> 8 * r), (__m512i)y, (__m512i)x); }
F_HELP unsigned f_bitsOf(f_longs truth) { return _mm512_movepi64_mask((__m512i)truth); }
F_HELP f_mask f_join(f_longs low, f_longs high) { return f_ofBits(f_bitsOf(low) | f_bitsOf(high) << 8); }
#else
struct f_mask { // all bits of each lane
  f_longs v[2];
  f_mask() = default;
  f_mask(int test) { F_EACH v[r] = f_longs{} - (test != 0); }
};
F_HELP f_mask f_join(f_longs low, f_longs high) { f_mask m; m.v[0] = low; m.v[1] = high; return m; }
F_HELP f_mask operator&&(f_mask a, f_mask b) { return f_join(a.v[0] & b.v[0], a.v[1] & b.v[1]); }
F_HELP f_mask operator||(f_mask a, f_mask b) { return f_join(a.v[0] | b.v[0], a.v[1] | b.v[1]); }
F_HELP f_mask operator!(f_mask a) { return f_join(~a.v[0], ~a.v[1]); }
F_HELP f_mask operator!=(f_mask a, f_mask b) { return f_join(a.v[0] ^ b.v[0], a.v[1] ^ b.v[1]); }
F_HELP unsigned f_bits(f_mask a) { return (unsigned)(_mm256_movemask_pd((__m256d)a.v[0]) | _mm256_movemask_pd((__m256d)a.v[1]) << 4); }
F_HELP bool f_some(f_mask a) { return f_bits(a) != 0; }
F_HELP f_doubles f_blend(f_mask m, int r, f_doubles x, f_doubles y) { return (f_doubles)_mm256_blendv_pd((__m256d)y, (__m256d)x, (__m256d)m.v[r]); }
F_HELP f_longs f_blend(f_mask m, int r, f_longs x, f_longs y) { return (f_longs)_mm256_blendv_epi8((__m256i)y, (__m256i)x, (__m256i)m.v[r]); }
F_HELP f_mask f_ofBits(unsigned b)
{
  f_mask m;
  for (int l = 0; l < f_lanes; l++) m.v[l / f_width][l % f_width] = b >> l & 1 ? -1 : 0;
  return m;
}
#endif
F_HELP f_mask operator==(f_mask a, f_mask b) { return !(a != b); }
F_HELP f_mask f_none() { return f_mask(0); }
F_HELP f_mask f_all() { return f_mask(1); }

struct f_real {
  f_doubles v[2];
  f_real() = default;
  f_real(double x) { F_EACH v[r] = x - f_doubles{}; }
};
struct f_whole {
  f_longs v[2];
  f_whole() = default;
  f_whole(long x) { F_EACH v[r] = x + f_longs{}; }
  f_whole(int x) : f_whole((long)x) {}
};
#define F_OPERATOR(type, sign) F_HELP type operator sign(type a, type b) { type c; F_EACH c.v[r] = a.v[r] sign b.v[r]; return c; }
F_OPERATOR(f_real, +) F_OPERATOR(f_real, -) F_OPERATOR(f_real, *) F_OPERATOR(f_real, /)
F_OPERATOR(f_whole, +) F_OPERATOR(f_whole, -) F_OPERATOR(f_whole, *)
#define F_RELATION(type, sign) F_HELP f_mask operator sign(type a, type b) { return f_join((f_longs)(a.v[0] sign b.v[0]), (f_longs)(a.v[1] sign b.v[1])); }
F_RELATION(f_real, <) F_RELATION(f_real, <=) F_RELATION(f_real, >) F_RELATION(f_real, >=) F_RELATION(f_real, ==) F_RELATION(f_real, !=)
F_RELATION(f_whole, <) F_RELATION(f_whole, <=) F_RELATION(f_whole, >) F_RELATION(f_whole, >=) F_RELATION(f_whole, ==) F_RELATION(f_whole, !=)
F_HELP f_real operator-(f_real a) { F_EACH a.v[r] = -a.v[r]; return a; }
F_HELP f_whole operator-(f_whole a) { F_EACH a.v[r] = -a.v[r]; return a; }
F_HELP double f_lane(const f_real &a, int l) { return a.v[l / f_width][l % f_width]; }
F_HELP long f_lane(const f_whole &a, int l) { return a.v[l / f_width][l % f_width]; }
F_HELP void f_putLane(f_real &a, int l, double x) { a.v[l / f_width][l % f_width] = x; }
F_HELP void f_putLane(f_whole &a, int l, long x) { a.v[l / f_width][l % f_width] = x; }
// Lane by lane: what registers have no instruction for.
#define F_BY_LANES(type, ...) type c; for (int l = 0; l < f_lanes; l++) f_putLane(c, l, __VA_ARGS__); return c
F_HELP f_whole operator/(f_whole a, f_whole b) { F_BY_LANES(f_whole, f_lane(b, l) == 0 ? 0 : f_lane(a, l) / f_lane(b, l)); } // a lane that is not here may have 0

F_HELP f_real f_merge(f_real a, f_real b, f_mask m) { F_EACH a.v[r] = f_blend(m, r, a.v[r], b.v[r]); return a; }
F_HELP f_whole f_merge(f_whole a, f_whole b, f_mask m) { F_EACH a.v[r] = f_blend(m, r, a.v[r], b.v[r]); return a; }
F_HELP f_mask f_merge(f_mask a, f_mask b, f_mask m) { return (a && m) || (b && !m); }
F_HELP void f_set(f_mask on, f_real &x, f_real y) { x = f_merge(y, x, on); }
F_HELP void f_set(f_mask on, f_whole &x, f_whole y) { x = f_merge(y, x, on); }
F_HELP void f_set(f_mask on, f_mask &x, f_mask y) { x = f_merge(y, x, on); }

// Elements whose place differs from lane to lane; lanes that are not here may have any place.
F_HELP bool f_here(f_mask on, int l) { return f_bits(on) >> l & 1; }
F_HELP f_real f_at(f_mask on, const f_real *base, f_whole i)
{
  f_real c = 0.0;
#if F_PACKS == 512
  const f_longs own = {0, 1, 2, 3, 4, 5, 6, 7};
  F_EACH c.v[r] = (f_doubles)_mm512_mask_i64gather_pd((__m512d)c.v[r], (__mmask8)(on.bits >> 8 * r), (__m512i)(i.v[r] * (long)f_lanes + own + (long)(r * f_width)), base, 8);
#else
  for (int l = 0; l < f_lanes; l++) if (f_here(on, l)) f_putLane(c, l, f_lane(base[f_lane(i, l)], l));
#endif
  return c;
}
F_HELP void f_put(f_mask on, f_real *base, f_whole i, f_real x)
{
#if F_PACKS == 512
  const f_longs own = {0, 1, 2, 3, 4, 5, 6, 7};
  F_EACH _mm512_mask_i64scatter_pd(base, (__mmask8)(on.bits >> 8 * r), (__m512i)(i.v[r] * (long)f_lanes + own + (long)(r * f_width)), (__m512d)x.v[r], 8);
#else
  for (int l = 0; l < f_lanes; l++) if (f_here(on, l)) f_putLane(base[f_lane(i, l)], l, f_lane(x, l));
#endif
}
// An element of a table that all lanes share; bytes: how far it is from the first one.
template <class L, class T> F_HELP L f_far(f_mask on, const T *first, f_whole bytes) { F_BY_LANES(L, f_here(on, l) ? *(const T *)((const char *)first + f_lane(bytes, l)) : 0); }
#if F_PACKS == 512
template <> f_real f_far<f_real, double>(f_mask on, const double *first, f_whole bytes)
{
  f_real c = 0.0;
  F_EACH c.v[r] = (f_doubles)_mm512_mask_i64gather_pd((__m512d)c.v[r], (__mmask8)(on.bits >> 8 * r), (__m512i)bytes.v[r], first, 1);
  return c;
}
#endif
F_HELP f_whole f_at(f_mask on, const f_whole *base, f_whole i) { F_BY_LANES(f_whole, f_here(on, l) ? f_lane(base[f_lane(i, l)], l) : 0); }
F_HELP f_mask f_at(f_mask on, const f_mask *base, f_whole i)
{
  unsigned bits = 0;
  for (int l = 0; l < f_lanes; l++) if (f_here(on, l)) bits |= (f_bits(base[f_lane(i, l)]) >> l & 1) << l;
  return f_ofBits(bits);
}
F_HELP void f_put(f_mask on, f_mask *base, f_whole i, f_mask x)
{
  for (int l = 0; l < f_lanes; l++) if (f_here(on, l)) f_set(f_ofBits(1u << l), base[f_lane(i, l)], x);
}
F_HELP void f_put(f_mask on, f_whole *base, f_whole i, f_whole x)
{
  for (int l = 0; l < f_lanes; l++) if (f_here(on, l)) f_putLane(base[f_lane(i, l)], l, f_lane(x, l));
}

// Conversions, also of numbers that all lanes share. Lanes hold numbers of 4 bytes as those of 8.
template <class T> F_HELP float f_asReal4(T x) { return (float)x; }
template <class T> F_HELP double f_asReal8(T x) { return (double)x; }
template <class T> F_HELP int f_asWhole4(T x) { return (int)x; }
template <class T> F_HELP long f_asWhole8(T x) { return (long)x; }
F_HELP f_real f_toReal(f_whole x) { f_real c; F_EACH c.v[r] = __builtin_convertvector(x.v[r], f_doubles); return c; }
F_HELP f_whole f_toWhole(f_real x) { f_whole c; F_EACH c.v[r] = __builtin_convertvector(x.v[r], f_longs); return c; }
F_HELP f_real f_asReal8(f_real x) { return x; }
F_HELP f_real f_asReal8(f_whole x) { return f_toReal(x); }
F_HELP f_whole f_asWhole4(f_real x) { return f_toWhole(x); }
F_HELP f_whole f_asWhole4(f_whole x) { F_EACH x.v[r] = x.v[r] << 32 >> 32; return x; }
F_HELP f_whole f_asWhole8(f_whole x) { return x; }
F_HELP f_whole f_ones(f_mask m) { return f_merge(f_whole(1), f_whole(0), m); }
using ::f_abs; using ::f_max; using ::f_min; using ::f_sign; using ::f_dim; using ::f_mod; using ::f_modulo; using ::f_powi; using ::f_ipow;
using ::f_maxval_begin; using ::f_maxval_next; using ::f_maxval_end; using ::f_minval_begin; using ::f_minval_next; using ::f_minval_end; using ::f_isnan; using ::f_isfinite; using ::f_nint; using ::f_floor; using ::f_ceiling; using ::f_count; using ::f_extent; using ::f_merge;
F_HELP f_real f_bitsAnd(f_real a, unsigned long mask) { F_EACH a.v[r] = (f_doubles)((f_longs)a.v[r] & (long)mask); return a; }
F_HELP f_real f_abs(f_real a) { return f_bitsAnd(a, 0x7fffffffffffffffull); }
F_HELP f_whole f_abs(f_whole a) { return f_merge(-a, a, a < f_whole(0)); }
F_HELP f_real f_max(f_real a, f_real b) { return f_merge(a, b, a > b); }
F_HELP f_real f_min(f_real a, f_real b) { return f_merge(a, b, a < b); }
F_HELP f_whole f_max(f_whole a, f_whole b) { return f_merge(a, b, a > b); }
F_HELP f_whole f_min(f_whole a, f_whole b) { return f_merge(a, b, a < b); }
F_HELP f_real f_sign(f_real a, f_real b)
{
  F_EACH a.v[r] = (f_doubles)(((f_longs)a.v[r] & 0x7fffffffffffffffl) | ((f_longs)b.v[r] & (long)0x8000000000000000ull));
  return a;
}
F_HELP f_whole f_sign(f_whole a, f_whole b) { return f_merge(f_abs(a), -f_abs(a), b >= f_whole(0)); }
F_HELP f_real f_dim(f_real a, f_real b) { const f_real d = a - b; return f_merge(0.0, d, d <= f_real(0.0)); }
F_HELP f_whole f_dim(f_whole a, f_whole b) { const f_whole d = a - b; return f_merge(f_whole(0), d, d <= f_whole(0)); }
F_HELP f_real f_mod(f_real a, f_real b) { F_BY_LANES(f_real, ::f_mod(f_lane(a, l), f_lane(b, l))); }
F_HELP f_real f_modulo(f_real a, f_real b) { F_BY_LANES(f_real, ::f_modulo(f_lane(a, l), f_lane(b, l))); }
F_HELP f_whole f_mod(f_whole a, f_whole b) { F_BY_LANES(f_whole, f_lane(b, l) == 0 ? 0 : ::f_mod(f_lane(a, l), f_lane(b, l))); }
F_HELP f_whole f_modulo(f_whole a, f_whole b) { F_BY_LANES(f_whole, f_lane(b, l) == 0 ? 0 : ::f_modulo(f_lane(a, l), f_lane(b, l))); }
F_HELP f_whole f_ipow(f_whole a, f_whole b) { F_BY_LANES(f_whole, f_lane(a, l) == 0 && f_lane(b, l) < 0 ? 0 : ::f_ipow(f_lane(a, l), f_lane(b, l))); }
F_HELP f_real f_powi(f_real x, int m)
{
  if (__builtin_constant_p(m) && m == 2) return x * x;
  if (__builtin_constant_p(m) && m == 3) return x * (x * x);
  unsigned n = m < 0 ? 0u - (unsigned)m : (unsigned)m;
  f_real y = n % 2 ? x : f_real(1.0);
  while (n >>= 1) {
    x = x * x;
    if (n % 2) y = y * x;
  }
  return m < 0 ? f_real(1.0) / y : y;
}
F_HELP f_real f_powi(f_real x, f_whole m) { F_BY_LANES(f_real, ::f_powi(f_lane(x, l), (int)f_lane(m, l))); }
F_HELP f_mask f_isnan(f_real x) { return x != x; }
F_HELP f_mask f_isfinite(f_real x) { return x - x == f_real(0.0); }
template <class I> F_HELP f_whole f_nint(f_real x) { F_BY_LANES(f_whole, ::f_nint<I>(f_lane(x, l))); }
template <class I> F_HELP f_whole f_floor(f_real x) { const f_whole i = f_toWhole(x); return f_merge(i, i - f_whole(1), f_toReal(i) <= x); }
template <class I> F_HELP f_whole f_ceiling(f_real x) { const f_whole i = f_toWhole(x); return f_merge(i, i + f_whole(1), f_toReal(i) >= x); }
F_HELP f_whole f_count(f_whole first, f_whole last, f_whole step) { const f_whole n = (last - first + step) / step; return f_max(n, f_whole(0)); }

F_HELP f_whole f_tripsOf(f_whole first, f_whole last, f_whole step) // 0 or more
{
  const f_whole span = last - first;
  if (!f_some(step != f_whole(1))) return f_max(span + f_whole(1), f_whole(0));
  f_whole c;
  for (int l = 0; l < f_lanes; l++) {
    const long s = f_lane(step, l), d = f_lane(span, l);
    f_putLane(c, l, s == 1 ? (d < 0 ? 0 : d + 1) : s > 0 ? (d < 0 ? 0 : d / s + 1) : s < 0 ? (d > 0 ? 0 : d / s + 1) : 0);
  }
  return c;
}

F_HELP void f_maxval_begin(f_real &t, f_whole &seen) { t = -1.7976931348623157e308; seen = 0; }
F_HELP void f_minval_begin(f_real &t, f_whole &seen) { t = 1.7976931348623157e308; seen = 0; }
F_HELP void f_next(f_mask on, f_real &t, f_whole &seen, f_real x, f_mask better)
{
  const f_mask number = on && x == x;
  f_set(on && x != x && seen == f_whole(0), seen, 1);
  f_set(number && (seen < f_whole(2) || better), t, x);
  f_set(number, seen, 2);
}
F_HELP void f_maxval_next(f_mask on, f_real &t, f_whole &seen, f_real x) { f_next(on, t, seen, x, x > t); }
F_HELP void f_minval_next(f_mask on, f_real &t, f_whole &seen, f_real x) { f_next(on, t, seen, x, x < t); }
F_HELP void f_maxval_end(f_real &t, f_whole seen) { f_set(seen == f_whole(1), t, (double)NAN); }
F_HELP void f_minval_end(f_real &t, f_whole seen) { f_set(seen == f_whole(1), t, (double)NAN); }

// Elementary functions of glibc's libmvec, up to 4 ULP apart from libm's; those that it does not have, lane by lane.
#define F_OF_VECTOR(name) \
  extern "C" __attribute__((const)) f_doubles F_VECTOR(name, v)(f_doubles); \
  F_HELP double f_##name(double x) { return __builtin_##name(x); } \
  F_HELP f_real f_##name(f_real x) { F_EACH x.v[r] = F_VECTOR(name, v)(x.v[r]); return x; }
#define F_OF_TWO(name) \
  extern "C" __attribute__((const)) f_doubles F_VECTOR(name, vv)(f_doubles, f_doubles); \
  F_HELP double f_##name(double x, double y) { return __builtin_##name(x, y); } \
  F_HELP f_real f_##name(f_real x, f_real y) { F_EACH x.v[r] = F_VECTOR(name, vv)(x.v[r], y.v[r]); return x; }
#define F_OF_LANES(name) \
  F_HELP double f_##name(double x) { return __builtin_##name(x); } \
  F_HELP f_real f_##name(f_real x) { F_BY_LANES(f_real, __builtin_##name(f_lane(x, l))); }
F_OF_VECTOR(exp) F_OF_VECTOR(log) F_OF_VECTOR(sin) F_OF_VECTOR(cos) F_OF_TWO(pow)
F_OF_LANES(trunc) F_OF_LANES(round)
#if defined(__GLIBC_PREREQ) && __GLIBC_PREREQ(2, 35)
F_OF_VECTOR(log10) F_OF_VECTOR(tan) F_OF_VECTOR(asin) F_OF_VECTOR(acos) F_OF_VECTOR(atan) F_OF_VECTOR(sinh) F_OF_VECTOR(cosh) F_OF_VECTOR(tanh)
F_OF_VECTOR(erf) F_OF_VECTOR(erfc) F_OF_TWO(atan2) F_OF_TWO(hypot)
#else
F_OF_LANES(log10) F_OF_LANES(tan) F_OF_LANES(asin) F_OF_LANES(acos) F_OF_LANES(atan) F_OF_LANES(sinh) F_OF_LANES(cosh) F_OF_LANES(tanh)
F_OF_LANES(erf) F_OF_LANES(erfc)
F_HELP f_real f_atan2(f_real x, f_real y) { F_BY_LANES(f_real, __builtin_atan2(f_lane(x, l), f_lane(y, l))); }
F_HELP f_real f_hypot(f_real x, f_real y) { F_BY_LANES(f_real, __builtin_hypot(f_lane(x, l), f_lane(y, l))); }
#endif
F_HELP double f_tame(f_mask, double x) { return x; }
F_HELP f_real f_tame(f_mask on, f_real x) { return f_merge(x, 0.5, on); }
F_HELP double f_sqrt(double x) { return __builtin_sqrt(x); }
F_HELP f_real f_sqrt(f_real x)
{
#if F_PACKS == 512
  // The instruction keeps the divider busy, and nothing else. So one register takes it, and the other one an estimate of 14 bits,
  // a step of third order and a correction, for numbers that neither overflow nor vanish on the way.
  const f_doubles a = x.v[1];
  x.v[0] = (f_doubles)_mm512_sqrt_pd((__m512d)x.v[0]);
  const __mmask8 usual = _mm512_cmp_pd_mask((__m512d)a, _mm512_set1_pd(1e-290), _CMP_GE_OQ) & _mm512_cmp_pd_mask((__m512d)a, _mm512_set1_pd(1e290), _CMP_LE_OQ);
  if (__builtin_expect(usual != 0xff, 0)) {
    x.v[1] = (f_doubles)_mm512_sqrt_pd((__m512d)a);
    return x;
  }
  f_doubles y = (f_doubles)_mm512_rsqrt14_pd((__m512d)a);
  const f_doubles e = 1.0 - a * y * y;
  y = y + y * (e * (0.375 * e + 0.5));
  const f_doubles s = a * y;
  x.v[1] = s + 0.5 * y * (a - s * s);
#else
  F_EACH x.v[r] = (f_doubles)_mm256_sqrt_pd((__m256d)x.v[r]);
#endif
  return x;
}
F_HELP double f_fabs(double x) { return __builtin_fabs(x); }
#undef F_OF_VECTOR
#undef F_OF_TWO
#undef F_OF_LANES
#undef F_OPERATOR
#undef F_RELATION
#undef F_VECTOR

// What a translated text calls; lanes that are not here may hold numbers for which libmvec calls libm.
#undef F_EVEN
#define F_EVEN(name, x) f_##name(x)
#undef F_OF
#define F_OF(name, x) f_##name(f_tame(f_on, x))
#undef F_OF2
#define F_OF2(name, x, y) f_##name(f_tame(f_on, x), f_tame(f_on, y))

F_HELP f_mask f_first(long n) { return f_ofBits((1u << n) - 1); }

#ifdef F_POINTS
// Value j of the n points that follow each other along x from p on; the lanes behind them get that of the first.
F_HELP f_doubles f_loadAt(const double *p) { f_doubles v; __builtin_memcpy(&v, p, sizeof v); return v; }
F_HELP void f_takeLanes(const f_array &a, const f_conversion *c, const f_place &p, long n, long j, f_real &x)
{
  const long e = f_element(a, p, j);
  if (!c && a.point == 1 && n == f_lanes) {
    F_EACH x.v[r] = f_loadAt(a.at + e + r * f_width);
    return;
  }
  for (int l = 0; l < f_lanes; l++) f_putLane(x, l, f_get(a, c, l < n ? e + l * a.point : e));
}
template <class T> F_HELP void f_takeLanes(const f_array &a, const f_conversion *c, const f_place &p, long n, long j, T *lanes, bool logical)
{
  const long e = f_element(a, p, j);
  for (int l = 0; l < f_lanes; l++) {
    const double v = f_get(a, c, l < n ? e + l * a.point : e);
    if (logical) f_takeLogical(v, lanes[l]); else f_take(v, lanes[l]);
  }
}
F_HELP void f_takeLanes(const f_array &a, const f_conversion *c, const f_place &p, long n, long j, f_whole &x)
{
  int lanes[f_lanes];
  f_takeLanes(a, c, p, n, j, lanes, false);
  for (int l = 0; l < f_lanes; l++) f_putLane(x, l, lanes[l]);
}
F_HELP void f_takeLanes(const f_array &a, const f_conversion *c, const f_place &p, long n, long j, f_mask &x)
{
  int lanes[f_lanes];
  unsigned bits = 0;
  f_takeLanes(a, c, p, n, j, lanes, true);
  for (int l = 0; l < f_lanes; l++) bits |= (unsigned)(lanes[l] != 0) << l;
  x = f_ofBits(bits);
}
F_HELP void f_giveLanes(const f_array &a, const f_conversion *c, const f_place &p, long n, long j, const f_real &x)
{
  const long e = f_element(a, p, j);
  if (!c && a.point == 1 && n == f_lanes) {
    F_EACH __builtin_memcpy(a.at + e + r * f_width, &x.v[r], sizeof x.v[r]);
    return;
  }
  for (int l = 0; l < n; l++) f_put(a, c, e + l * a.point, f_lane(x, l));
}
F_HELP void f_giveLanes(const f_array &a, const f_conversion *c, const f_place &p, long n, long j, const f_whole &x)
{
  for (int l = 0; l < n; l++) f_put(a, c, f_element(a, p, j) + l * a.point, (double)f_lane(x, l));
}
F_HELP void f_giveLanes(const f_array &a, const f_conversion *c, const f_place &p, long n, long j, const f_mask &x)
{
  for (int l = 0; l < n; l++) f_put(a, c, f_element(a, p, j) + l * a.point, f_here(x, l) ? 1.0 : 0.0);
}
#endif
