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
// The points of a box, x fastest: `points` of a row, `rows` of a plane; point 0 of a call is point `first` of the box.
struct f_region {
  long points, rows, first;
};
struct f_place {
  long t, x, y, z;
};

F_HELP double &f_element(const f_array &a, const f_place &p, long j)
{
  return a.at[(a.row ? p.x * a.point + p.y * a.row + p.z * a.plane : p.t * a.point) + j * a.component];
}

F_HELP void f_take(double v, double &x) { x = v; }
F_HELP void f_take(double v, float &x) { x = (float)v; }
F_HELP void f_take(double v, int &x) { x = v >= -2147483648.0 && v <= 2147483647.0 ? (int)v : -2147483647 - 1; }
F_HELP void f_take(double v, long &x) { x = v >= -9.2e18 && v <= 9.2e18 ? (long)v : -9223372036854775807L - 1; }
F_HELP void f_takeLogical(double v, int &x) { x = v != 0; }
template <class T> F_HELP double f_give(T x) { return (double)x; }
F_HELP double f_giveLogical(int x) { return x != 0 ? 1.0 : 0.0; }

#ifdef __CUDACC_RTC__
F_HELP f_array f_view(const launch &l, int v) { return f_array{l.data[v], l.point[v], l.row[v], l.plane[v], l.component[v]}; }
F_HELP f_place f_at(const launch &l, long t)
{
  const unsigned n = (unsigned)l.extent[0], line = (unsigned)t / n, rows = (unsigned)l.extent[1];
  return f_place{t, (long)((unsigned)t - line * n), (long)(line % rows), (long)(line / rows)};
}
#else
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
