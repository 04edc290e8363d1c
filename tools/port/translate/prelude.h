// What translated Fortran needs: small functions that do what gfortran -O0 -ffp-contract=off does.
#ifdef __CUDACC_RTC__
#define F_PORT extern "C" __device__
#define F_HELP static __device__ inline
#define F_HERE __device__
#define NAN __longlong_as_double(0x7ff8000000000000LL)
#define INFINITY __longlong_as_double(0x7ff0000000000000LL)
#ifndef F_MOST
#define F_MOST 64 // the largest local array whose extent is known only at run time
#endif
#ifndef F_MOST2
#define F_MOST2 F_MOST // the same of several extents
#endif
#define F_END(what) __trap() // a call or a statement that the owner of the code named: --end-at
#ifndef F_TOO_LONG
#define F_TOO_LONG() __trap() // an array has more values than that
#endif
#define F_FIXED(type, name, count) type name[(count) > 0 ? (count) : 1]
#define F_LOCAL(type, name, count) type name[F_MOST]; if ((count) > F_MOST) F_TOO_LONG()
#define F_LOCAL2(type, name, count) type name[F_MOST2]; if ((count) > F_MOST2) F_TOO_LONG()
#else
#include <math.h>
#define F_PORT extern "C"
#define F_HELP static inline
#define F_HERE
#ifdef F_CHECK
#define F_LOCAL(type, name, count) type name[f_room(count)]; f_forget(name, f_room(count))
#else
#define F_LOCAL(type, name, count) type name[f_room(count)]
#endif
#define F_LOCAL2 F_LOCAL
#define F_FIXED F_LOCAL
#endif

#ifdef F_CHECK // every index, division and loop is looked at: check/checked.h
#include "checked.h"
#else
#define F_I(i, low, count) ((i) - (low))
#define F_A(base, at) (at)
#define F_INT(type, x) (type)(x)
#define F_OPEN(type, x) (x)
#define F_OVERLAY(name, bytes) alignas(16) char name[bytes]
#define F_DIV(a, b) (a / b)
#define F_NZ(b) (b)
#define F_SAME(a, b)
#define F_PAIR(a, b)
#define F_TICK()
#define F_PART(t, low, high) f_part(t, low, high)
#define F_TEXT(name, size) char name[size]
#define F_IF(k, test) (test)
#define F_VARIABLE(type, name) type name
#ifndef F_END
#define F_END(what) __builtin_trap()
#endif
F_HELP long f_room(long n) { return n > 0 ? n : 1; }
#endif

#ifdef __CUDACC_RTC__
#define F_FUNCTION(name) name
#else
#define F_FUNCTION(name) __builtin_##name // folded where its argument is a constant, as gfortran does
#endif
// Functions of real(8) and, with an f behind the name, of real(4). Packs write others for real(8): packs.h.
#define F_OF(name, x) F_FUNCTION(name)(x)
#define F_OFf(name, x) F_FUNCTION(name##f)(x)
#define F_EVEN(name, x) F_FUNCTION(name)(x) // those that any number suits: lanes that are not here need no other
#define F_EVENf(name, x) F_FUNCTION(name##f)(x)
#define F_OF2(name, x, y) F_FUNCTION(name)(x, y)
#define F_OF2f(name, x, y) F_FUNCTION(name##f)(x, y)

F_HELP long f_extent(long low, long high) { return high < low ? 0 : high - low + 1; }
F_HELP long f_count(long first, long last, long step)
{
  const long n = (last - first + step) / step;
  return n > 0 ? n : 0;
}
F_HELP long f_low(long low, long extent) { return extent > 0 ? low : 1; }
F_HELP long f_high(long low, long extent) { return extent > 0 ? low + extent - 1 : 0; }

// Trips of a loop, fixed at its entry.
template <class T> F_HELP long f_trips(T first, T last, T step)
{
  if (step > 0 ? first > last : first < last) return 0;
  const unsigned long span = step > 0 ? (unsigned long)last - (unsigned long)first : (unsigned long)first - (unsigned long)last;
  return (long)(span / (step > 0 ? (unsigned long)step : 0ul - (unsigned long)step)) + 1;
}

// x**n of libgcc, which gfortran calls.
template <class T> F_HELP T f_powi(T x, int m)
{
  unsigned n = m < 0 ? 0u - (unsigned)m : (unsigned)m;
  T y = n % 2 ? x : (T)1;
  while (n >>= 1) {
    x = x * x;
    if (n % 2) y = y * x;
  }
  return m < 0 ? 1 / y : y;
}
// x**n of libgfortran for long n: the reciprocal comes first.
template <class T> F_HELP T f_powl(T x, long m)
{
  T y = 1;
  unsigned long n = m < 0 ? 0ul - (unsigned long)m : (unsigned long)m;
  if (n == 0) return y;
  if (m < 0) x = y / x;
  for (;;) {
    if (n & 1) y = y * x;
    n >>= 1;
    if (n == 0) return y;
    x = x * x;
  }
}
F_HELP long f_ipow(long x, long n)
{
  if (n < 0) {
    if (x == 0) return F_DIV(1, F_NZ(x));
    return x == 1 ? 1 : x == -1 ? (n & 1 ? -1 : 1) : 0;
  }
  unsigned long y = 1, b = (unsigned long)x;
  for (; n; n >>= 1) {
    if (n & 1) y *= b;
    b *= b;
  }
  return (long)y;
}
F_HELP int f_ipow(int x, int n) { return (int)f_ipow((long)x, (long)n); }

F_HELP double f_abs(double x) { return fabs(x); }
F_HELP float f_abs(float x) { return fabsf(x); }
F_HELP int f_abs(int x) { return x < 0 ? (int)(0u - (unsigned)x) : x; }
F_HELP long f_abs(long x) { return x < 0 ? (long)(0ul - (unsigned long)x) : x; }
F_HELP double f_sign(double a, double b) { return copysign(a, b); }
F_HELP float f_sign(float a, float b) { return copysignf(a, b); }
F_HELP int f_sign(int a, int b) { return (a ^ b) < 0 ? (int)(0u - (unsigned)a) : a; }
F_HELP long f_sign(long a, long b) { return (a ^ b) < 0 ? (long)(0ul - (unsigned long)a) : a; }
F_HELP double f_dim(double a, double b) { const double d = a - b; return d <= 0 ? 0 : d; } // infinity and infinity give NaN
F_HELP float f_dim(float a, float b) { const float d = a - b; return d <= 0 ? 0 : d; }
F_HELP int f_dim(int a, int b) { const int d = (int)((unsigned)a - (unsigned)b); return d <= 0 ? 0 : d; }
F_HELP long f_dim(long a, long b) { const long d = (long)((unsigned long)a - (unsigned long)b); return d <= 0 ? 0 : d; }
template <class T> F_HELP T f_max(T a, T b) { F_PAIR(a, b); return a > b ? a : b; } // with NaN, or zeros of two signs, compilers differ
template <class T> F_HELP T f_min(T a, T b) { F_PAIR(a, b); return a < b ? a : b; }
template <class T> F_HELP T f_merge(T a, T b, int test) { return test ? a : b; }
F_HELP double f_mod(double a, double b) { return fmod(a, b); }
F_HELP float f_mod(float a, float b) { return fmodf(a, b); }
F_HELP int f_mod(int a, int b) { return b == -1 ? 0 : a % b; }
F_HELP long f_mod(long a, long b) { return b == -1 ? 0 : a % b; }
template <class T> F_HELP T f_moduloOfWhole(T a, T b)
{
  const T r = f_mod(a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
F_HELP int f_modulo(int a, int b) { return f_moduloOfWhole(a, b); }
F_HELP long f_modulo(long a, long b) { return f_moduloOfWhole(a, b); }
template <class T> F_HELP T f_moduloOfReal(T a, T b)
{
  const T r = f_mod(a, b);
  if (r == 0) return f_sign((T)0, b);
  return (r < 0) != (b < 0) ? r + b : r;
}
F_HELP double f_modulo(double a, double b) { return f_moduloOfReal(a, b); }
F_HELP float f_modulo(float a, float b) { return f_moduloOfReal(a, b); }
F_HELP int f_ishft(int x, int n) { return n >= 32 || n <= -32 ? 0 : n >= 0 ? (int)((unsigned)x << n) : (int)((unsigned)x >> -n); }
F_HELP long f_ishft(long x, int n) { return n >= 64 || n <= -64 ? 0 : n >= 0 ? (long)((unsigned long)x << n) : (long)((unsigned long)x >> -n); }
// Functions of bits. Shifts by all bits give 0, or the sign.
F_HELP int f_shiftl(int x, int n) { return f_ishft(x, n); }
F_HELP long f_shiftl(long x, int n) { return f_ishft(x, n); }
F_HELP int f_shiftr(int x, int n) { return f_ishft(x, -n); }
F_HELP long f_shiftr(long x, int n) { return f_ishft(x, -n); }
template <class T> F_HELP T f_shifta(T x, int n) { return n >= 8 * (int)sizeof(T) ? (x < 0 ? (T)-1 : (T)0) : x >> n; }
template <class T> F_HELP T f_ibset(T x, int n) { return x | f_shiftl((T)1, n); }
template <class T> F_HELP T f_ibclr(T x, int n) { return x & ~f_shiftl((T)1, n); }
template <class T> F_HELP T f_ibits(T x, int n, int size) { return f_shifta(x, n) & ~f_shiftl((T)-1, size); }
template <class T> F_HELP T f_merge_bits(T x, T y, T mask) { return (x & mask) | (y & ~mask); }
template <class T> F_HELP T f_ishftc(T x, int n, int size) // the lowest bits turn
{
  if (n < 0) n += size;
  const T mask = ~f_shiftl((T)-1, size), low = x & mask;
  return n == 0 || n == size ? x : (x & ~mask) | ((f_shiftl(low, n) | f_shiftr(low, size - n)) & mask);
}
template <class T> F_HELP int f_popcnt(T x) { int n = 0; for (int k = 0; k < 8 * (int)sizeof(T); k++) n += (int)(f_shiftr(x, k) & 1); return n; }
template <class T> F_HELP int f_trailz(T x) { int n = 0; while (n < 8 * (int)sizeof(T) && !(f_shiftr(x, n) & 1)) n++; return n; }
template <class T> F_HELP int f_leadz(T x) { int n = 0; while (n < 8 * (int)sizeof(T) && !(f_shiftr(x, 8 * (int)sizeof(T) - 1 - n) & 1)) n++; return n; }
// The parts of a number.
F_HELP double f_scale(double x, int n) { return F_FUNCTION(scalbn)(x, n); }
F_HELP float f_scale(float x, int n) { return F_FUNCTION(scalbnf)(x, n); }
F_HELP double f_parted(double x, int *n) { return F_FUNCTION(frexp)(x, n); }
F_HELP float f_parted(float x, int *n) { return F_FUNCTION(frexpf)(x, n); }
template <class T> F_HELP T f_fraction(T x) { int n; return x - x == 0 ? f_parted(x, &n) : (T)NAN; }
template <class T> F_HELP int f_exponent(T x) { int n = 0; if (!(x - x == 0)) return 2147483647; f_parted(x, &n); return x == 0 ? 0 : n; }
template <class T> F_HELP T f_set_exponent(T x, int n) { return f_scale(f_fraction(x), n); }
template <class T> F_HELP T f_spacing(T x)
{
  const int digits = sizeof(T) == 4 ? 24 : 53, least = sizeof(T) == 4 ? -126 : -1022;
  if (!(x - x == 0)) return (T)NAN;
  const int n = f_exponent(x) - digits;
  return f_scale((T)1, x == 0 || n < least ? least : n);
}
F_HELP double f_nearest(double x, int down) { return F_FUNCTION(nextafter)(x, down ? -(double)INFINITY : (double)INFINITY); }
F_HELP float f_nearest(float x, int down) { return F_FUNCTION(nextafterf)(x, down ? -(float)INFINITY : (float)INFINITY); }
F_HELP long f_turned(long i, long by, long n) { const long j = (i + by) % n; return j < 0 ? j + n : j; }
struct f_descriptor { void *at; unsigned long offset; struct { unsigned long bytes; int version; signed char rank, type; short attribute; } kind;
  long span; struct { long stride, low, high; } dims[7]; }; // of gfortran, for an allocatable or pointer array
template <class T> struct f_strided { // elements that a pointer array has: so many bytes lie between two of them
  char *at;
  long bytes;
  F_HERE T &operator[](long k) const { return *(T *)(at + k*bytes); }
};
struct f_text { const char *at; long size; }; // characters of a constant, of an argument or of a local variable
F_HELP f_text f_cut(f_text t, long size) { t.size = size; return t; }
F_HELP int f_code(f_text t) { return (int)(unsigned char)t.at[0]; }
F_HELP int f_sameText(f_text a, f_text b) // the shorter one counts as filled with blanks
{
  for (long k = 0; k < a.size || k < b.size; k++)
    if ((k < a.size ? a.at[k] : ' ') != (k < b.size ? b.at[k] : ' ')) return 0;
  return 1;
}
F_HELP int f_trimmed(f_text t) // len_trim
{
  while (t.size > 0 && t.at[t.size - 1] == ' ') t.size--;
  return (int)t.size;
}
F_HELP f_text f_trim(f_text t) { t.size = f_trimmed(t); return t; }
F_HELP f_text f_character(char *at, int code)
{
  at[0] = (char)code;
  return f_text{at, 1};
}
F_HELP void f_setText(f_text to, f_text from) // they may overlap
{
  char *at = (char *)to.at;
  const long size = to.size < from.size ? to.size : from.size;
  if (at <= from.at) for (long k = 0; k < size; k++) at[k] = from.at[k];
  else for (long k = size - 1; k >= 0; k--) at[k] = from.at[k];
  for (long k = size; k < to.size; k++) at[k] = ' ';
}
F_HELP f_text f_joined(char *at, f_text a, f_text b)
{
  for (long k = 0; k < a.size; k++) at[k] = a.at[k];
  for (long k = 0; k < b.size; k++) at[a.size + k] = b.at[k];
  return f_text{at, a.size + b.size};
}
F_HELP f_text f_part(f_text t, long low, long high) { return f_text{t.at + (low - 1), high < low ? 0 : high - low + 1}; }
F_HELP int f_isnan(double x) { return x != x; }
F_HELP int f_isfinite(double x) { return x - x == 0; }
template <class I> F_HELP I f_nint(double x) { return (I)lround(x); }
template <class I> F_HELP I f_nint(float x) { return (I)lroundf(x); }
template <class I, class T> F_HELP I f_floor(T x)
{
  const I i = (I)x;
  return (T)i <= x ? i : i - 1;
}
template <class I, class T> F_HELP I f_ceiling(T x)
{
  const I i = (I)x;
  return (T)i >= x ? i : i + 1;
}

// maxval and minval: state 0 nothing seen, 1 only NaN seen, 2 a number seen.
template <class T> struct f_limits;
template <> struct f_limits<double> { F_HELP double low() { return -1.7976931348623157e308; } F_HELP double high() { return 1.7976931348623157e308; } };
template <> struct f_limits<float> { F_HELP float low() { return -3.4028234663852886e38f; } F_HELP float high() { return 3.4028234663852886e38f; } };
template <> struct f_limits<int> { F_HELP int low() { return -2147483647 - 1; } F_HELP int high() { return 2147483647; } };
template <> struct f_limits<long> { F_HELP long low() { return -9223372036854775807L - 1; } F_HELP long high() { return 9223372036854775807L; } };
template <class T> F_HELP void f_maxval_begin(T &t, int &state) { t = f_limits<T>::low(); state = 0; }
template <class T> F_HELP void f_minval_begin(T &t, int &state) { t = f_limits<T>::high(); state = 0; }
template <class T> F_HELP void f_next(T &t, int &state, T x, bool better)
{
  if (x != x) { state = state == 0 ? 1 : state; return; }
  t = state < 2 || better ? x : t;
  state = 2;
}
template <class T> F_HELP void f_maxval_next(T &t, int &state, T x) { f_next(t, state, x, x > t); }
template <class T> F_HELP void f_minval_next(T &t, int &state, T x) { f_next(t, state, x, x < t); }
template <class T> F_HELP void f_maxval_end(T &t, int state) { if (state == 1) t = (T)NAN; }
template <class T> F_HELP void f_minval_end(T &t, int state) { if (state == 1) t = (T)NAN; }

// norm2, as gfortran writes it
template <class T> F_HELP void f_norm2_next(T &sum, T &scale, T x)
{
  if (x == 0) return;
  const T a = f_abs(x), v = a > scale ? scale / a : a / scale;
  if (a > scale) { sum = v * v * sum + 1; scale = a; }
  else sum = v * v + sum;
}

// maxloc and minloc: the first of the largest, or the first element where all are NaN; place 0: none is seen.
template <class T> F_HELP void f_maxloc_next(int &place, T &best, T x, long j)
{
  if (place != 0 && !(x > best || (best != best && x == x))) return;
  place = (int)(j + 1);
  best = x;
}
template <class T> F_HELP void f_minloc_next(int &place, T &best, T x, long j)
{
  if (place != 0 && !(x < best || (best != best && x == x))) return;
  place = (int)(j + 1);
  best = x;
}
