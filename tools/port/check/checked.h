// What the checked build of a translation does at every index, division and loop: a point that leaves the domain of the
// routine throws, and is not compared. Counters show which branches were taken.
#include <math.h>
#include <stddef.h>
#include <string.h>

struct f_outside { const char *reason; };
struct f_memory { const char *at; long size; };
extern f_memory f_known[512];
extern int f_knownCount;
extern long f_ticks, f_taken[][2];
extern int f_open;

static inline long f_index(long i, long low, long count)
{
  if (i < low || (count >= 0 && i - low >= count)) throw f_outside{"an index out of bounds"};
  return i - low;
}
template <class T> static inline long f_address(const T *base, long at)
{
  const char *p = (const char *)base;
  if (!p) throw f_outside{"an absent argument is read"};
  for (int k = 0; k < f_knownCount; k++)
    if (p >= f_known[k].at && p < f_known[k].at + f_known[k].size) {
      const char *q = p + at * (long)sizeof(T);
      if (q < f_known[k].at || q + sizeof(T) > f_known[k].at + f_known[k].size) throw f_outside{"an index behind the end"};
    }
  return at;
}
template <class I, class T> static inline T f_range(T x)
{
  const T most = sizeof(I) == 4 ? (T)2147483647 : (T)9.2e18;
  if (!(x > -most && x < most)) f_open |= 1;
  return x;
}
template <class T> static inline void f_pair(T a, T b)
{
  if (a != a || b != b || (a == b && signbit((double)a) != signbit((double)b))) f_open |= 2;
}
template <class T> static inline T f_nonzero(T b)
{
  if (b == 0) throw f_outside{"a division by zero"};
  return b;
}
template <class A, class B> static inline auto f_quotient(A a, B b) -> decltype(a / b)
{
  if (b == -1) return (decltype(a / b))(0ul - (unsigned long)a);
  return a / f_nonzero(b);
}
static inline void f_tick()
{
  if (++f_ticks > 100000) throw f_outside{"a loop of more than 100000 steps"};
}
// What a variable holds that nothing has set: another value than in the plain build, where it is zero. From the fourth kind on
// each variable holds another one.
extern int f_unsetKind;
static unsigned f_unsetCount;
static inline double f_unsetReal() { return f_unsetKind == 0 ? 0.7853981 : f_unsetKind == 1 ? NAN : f_unsetKind == 2 ? -1.3e30 : pow(10, ++f_unsetCount % 31 - 20.0); }
template <class T> static inline T f_unset() { T t; memset(&t, 0xfe, sizeof t); return t; }
template <> inline int f_unset<int>() { return 3; }
template <> inline long f_unset<long>() { return 3; }
template <> inline double f_unset<double>() { return f_unsetReal(); }
template <> inline float f_unset<float>() { return (float)f_unsetReal(); }
template <class T> static inline void f_forget(T *at, long n) // the compiler fills it with a number; the others are filled here
{
  if (f_unsetKind != 0) for (long k = 0; k < n; k++) at[k] = f_unset<T>();
}
static inline int f_branch(int k, int test)
{
  f_taken[k][test != 0]++;
  return test;
}
static inline long f_inside(long size, long low, long high)
{
  if (low <= high && (low < 1 || high > size)) throw f_outside{"a part of a text leaves it"};
  return low;
}
static inline long f_room(long n)
{
  if (n > 100000) throw f_outside{"a local array of more than 100000 elements"};
  return n > 0 ? n : 1;
}
#define F_I(i, low, count) f_index(i, low, count)
#define F_A(base, at) f_address(base, at)
#define F_INT(type, x) (type)f_range<type>(x)
#define F_OPEN(type, x) f_range<type>(x)
#define F_DIV(a, b) f_quotient(a, b)
#define F_SAME(a, b) if ((a) != (b)) throw f_outside{"arrays of different shapes"}
#define F_NZ(b) f_nonzero(b)
#define F_PAIR(a, b) f_pair(a, b)
#define F_TICK() f_tick()
#define F_VARIABLE(type, name) type name = f_unset<type>()
#define F_PART(t, low, high) f_part(t, f_inside(t.size, low, high), high)
#define F_TEXT(name, size) char name[size]; for (long k = 0; k < (size); k++) name[k] = (char)(37 * k + 11 + 5 * f_unsetKind)
#define F_IF(k, test) f_branch(k, test)
#define F_END(what) throw f_outside{"a point ends: " what}
#define F_OVERLAY(name, bytes) alignas(16) char name[bytes]; for (long k = 0; k < (bytes); k++) name[k] = (char)(37 * k + 11)
