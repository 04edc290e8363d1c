// How a kernel takes the values of a point from arrays of doubles, and how it gives them back.
#ifdef __CUDACC_RTC__
#define F_NOTHING __longlong_as_double(0x7ff8000000000000LL)
#else
#include <fenv.h>
#include <math.h>
#define F_NOTHING ((double)NAN)
#endif

// Value j of a point is at[x*point + y*row + z*plane + j*component], or at[t*point + j*component] where row is 0.
// Without at, the array is not there. Drawbridge calls its own kernels with the same (kernels/table.h).
struct f_array {
  double *at;
  long point, row, plane, component;
};
// How the numbers of an array are not those of the routine, as drawbridge_conversion of kernels/table.h.
struct f_conversion {
  double factor, shift; // factor 0: as they are
  long single;          // elements of 4 bytes
};
// The points of a box, x fastest: `points` of a row, `rows` of a plane; point 0 of a call is point `first` of the box.
struct f_region {
  long points, rows, first, converted;
  f_conversion conversion[32];
};
struct f_place {
  long t, x, y, z;
};

F_HELP long f_element(const f_array &a, const f_place &p, long j)
{
  return (a.row ? p.x * a.point + p.y * a.row + p.z * a.plane : p.t * a.point) + j * a.component;
}

// The point's own element of a field; stride 0: it is the same for all points along the axis.
F_HELP long f_own(const f_array &a, const f_place &p) { return p.x * a.point + p.y * a.row + p.z * a.plane; }
// What is written holds at first what is read: the values of n points of a row. Mostly the two are one array.
F_HELP void f_same(const f_array &from, const f_array &to, const f_place &p, long n, long components)
{
  if (from.at == to.at) return;
  const double *read = from.at + f_element(from, p, 0);
  double *write = to.at + f_element(to, p, 0);
  for (long j = 0; j < components; j++)
    for (long x = 0; x < n; x++) write[x * to.point + j * to.component] = read[x * from.point + j * from.component];
}

F_HELP void f_take(double v, double &x) { x = v; }
F_HELP void f_take(double v, float &x) { x = (float)v; }
F_HELP void f_take(double v, int &x) { x = v >= -2147483648.0 && v <= 2147483647.0 ? (int)v : -2147483647 - 1; }
F_HELP void f_take(double v, long &x) { x = v >= -9.2e18 && v <= 9.2e18 ? (long)v : -9223372036854775807L - 1; }
F_HELP void f_takeLogical(double v, int &x) { x = v != 0; }
template <class T> F_HELP double f_give(T x) { return (double)x; }
F_HELP double f_giveLogical(int x) { return x != 0 ? 1.0 : 0.0; }

// What an entry writes: is array i there, its value j at the point, and a new one.
#ifdef __CUDACC_RTC__
#ifndef SCALED
#define SCALED 0 // bit i: array i is in another unit
#endif
#define F_THERE(i) (l.data[i] != nullptr)
#define F_GET(i, j) ((SCALED >> i & 1) ? l.factor[i] * F_HERE(i, j) + l.shift[i] : F_HERE(i, j))
#define F_PUT(i, j, x) F_HERE(i, j) = (SCALED >> i & 1) ? l.factor[i] * (x) + l.shift[i] : (x)
// An array of a routine that is longer than its room ends the thread, not the launch: the point is counted, and the call fails.
#ifndef F_END_THREAD
#define F_END_THREAD() asm volatile("exit;")
#endif
__shared__ unsigned long long *f_flags; // of the launch: the first word counts such points
F_HELP void f_too_long()
{
  atomicAdd(f_flags, 1ULL);
  F_END_THREAD();
}
#ifndef F_BOUNDS // of the registers: threads of a block, and blocks that must fit
#define F_BOUNDS THREADS
#endif
#ifdef F_FEW // fewer blocks than points ask for: each thread has several points
#define F_EACH(t, n) for (; t < n; t += gridDim.x * (long)THREADS)
#else
#define F_EACH(t, n) if (t < n)
#endif
#define F_HERE(i, j) l.data[i][f_element(f_view(l, i), p, j)]
F_HELP f_array f_view(const launch &l, int v) { return f_array{l.data[v], l.point[v], l.row[v], l.plane[v], l.component[v]}; }
F_HELP f_place f_at(const launch &l, long t)
{
  const unsigned n = (unsigned)l.extent[0], line = (unsigned)t / n, rows = (unsigned)l.extent[1];
  return f_place{t, (long)((unsigned)t - line * n), (long)(line % rows), (long)(line / rows)};
}
#else
#define F_THERE(i) (a[i].at != nullptr)
#define F_GET(i, j) f_get(a[i], region && region->converted ? region->conversion + i : nullptr, f_element(a[i], p, j))
#define F_PUT(i, j, x) f_put(a[i], region && region->converted ? region->conversion + i : nullptr, f_element(a[i], p, j), x)
#define F_POINTS
F_HELP double f_get(const f_array &a, const f_conversion *c, long e)
{
  if (!c) return a.at[e];
  const double x = c->single ? ((const float *)a.at)[e] : a.at[e];
  return c->factor != 0 ? c->factor * x + c->shift : x;
}
F_HELP void f_put(const f_array &a, const f_conversion *c, long e, double x)
{
  if (c && c->factor != 0) x = c->factor * x + c->shift;
  if (c && c->single) ((float *)a.at)[e] = (float)x;
  else a.at[e] = x;
}
F_HELP f_place f_at(const f_region *r, long t)
{
  if (!r) return f_place{t, 0, 0, 0};
  const long n = r->first + t, line = n / r->points;
  return f_place{t, n % r->points, line % r->rows, line / r->rows};
}
F_HELP void f_next(const f_region *r, f_place &p)
{
  p.t++;
  if (!r || ++p.x < r->points) return;
  p.x = 0;
  if (++p.y < r->rows) return;
  p.y = 0;
  p.z++;
}
// Drawbridge's threads treat subnormal numbers as 0; the Fortran code computes as in a program of its own.
struct f_floats {
  fenv_t kept;
  f_floats() { fegetenv(&kept); fesetenv(FE_DFL_ENV); }
  ~f_floats() { fesetenv(&kept); }
};
#endif
