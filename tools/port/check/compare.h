// The part of the comparison that says how far values are apart, and watches outputs.

static unsigned long long f_distance(double a, double b)
{
  long long x, y;
  memcpy(&x, &a, 8); memcpy(&y, &b, 8);
  if (x < 0) x = (long long)(0x8000000000000000ull - (unsigned long long)x);
  if (y < 0) y = (long long)(0x8000000000000000ull - (unsigned long long)y);
  return x > y ? (unsigned long long)x - (unsigned long long)y : (unsigned long long)y - (unsigned long long)x;
}
static unsigned long long f_distance(float a, float b)
{
  int x, y;
  memcpy(&x, &a, 4); memcpy(&y, &b, 4);
  const long long u = x < 0 ? -(long long)(x & 0x7fffffff) : x, v = y < 0 ? -(long long)(y & 0x7fffffff) : y;
  return (unsigned long long)(u > v ? u - v : v - u);
}
template <class T> static unsigned long long f_apart(T a, T b)
{
  if (a != a || b != b) return (a != a) == (b != b) ? 0 : ~0ull;
  if (memcmp(&a, &b, sizeof a) == 0) return 0;
  const unsigned long long d = f_distance(a, b);
  return d ? d : 1; // zeros of two signs
}

// f_compare answers how far the worst value is apart, in ULP, and counts values and differences.
static unsigned long long f_compare(const char *x, const char *y, const f_field *fields, int fieldCount, long bytes, long count, long &values, long &different)
{
  unsigned long long worst = 0;
  for (long n = 0; n < count; n++)
    for (int k = 0; k < fieldCount; k++)
      for (long j = 0; j < fields[k].count; j++) {
        const char *p = x + n * bytes + fields[k].offset, *q = y + n * bytes + fields[k].offset;
        unsigned long long d = 0;
        if (fields[k].type == BEHIND) continue;
        switch (fields[k].type) {
        case REAL4: d = f_apart(((const float *)p)[j], ((const float *)q)[j]); break;
        case REAL8: d = f_apart(((const double *)p)[j], ((const double *)q)[j]); break;
        case TEXT: case LOGICAL1: d = p[j] != q[j]; break;
        case INTEGER8: d = ((const long *)p)[j] != ((const long *)q)[j]; break;
        default: d = ((const int *)p)[j] != ((const int *)q)[j]; break;
        }
        values++;
        different += d != 0;
        if (d > worst) worst = d;
      }
  return worst;
}

// f_number is a value as a number.
static double f_number(const char *p, const f_field &f, long j)
{
  switch (f.type) {
  case REAL4: return ((const float *)p)[j];
  case REAL8: return ((const double *)p)[j];
  case INTEGER8: return (double)((const long *)p)[j];
  case TEXT: case LOGICAL1: return p[j];
  default: return ((const int *)p)[j];
  }
}

// What is known of a routine's output: a finite value that it has computed, and whether there is another one.
struct f_output { double first; int seen, varies; };

// f_watch looks at an output; before: what lay there before the call, or 0.
static void f_watch(f_output &o, const char *x, const char *before, const f_field *fields, int fieldCount, long bytes, long count)
{
  for (long n = 0; n < count && !o.varies; n++)
    for (int k = 0; k < fieldCount; k++)
      for (long j = 0; j < fields[k].count && fields[k].type != BEHIND; j++) {
        const double v = f_number(x + n * bytes + fields[k].offset, fields[k], j);
        if (!(fabs(v) <= 1.8e308) || (before && v == f_number(before + n * bytes + fields[k].offset, fields[k], j))) continue;
        o.varies = o.varies || (o.seen && v != o.first);
        if (!o.seen) o.first = v;
        o.seen = 1;
      }
}
