// The part of the comparison that is the same for all routines: values, calls, answers as one line of JSON.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "checked.h"

enum { REAL4, REAL8, INTEGER4, INTEGER8, LOGICAL4, LOGICAL1, TEXT, BEHIND };
struct f_text { const char *at; long size; }; // as in port.h
struct f_argument;
struct f_field { int type; long offset, count; const f_argument *behind; }; // behind: what an allocatable or pointer component leads to
struct f_range_of { double low, high; int given; };
struct f_argument {
  const char *name;
  long bytes;             // of one element
  const f_field *fields;
  int fieldCount;
  int optional, extent;   // extent: it stands in the extents of arrays
  f_range_of range;
  int assumed;            // rank of an assumed shape, else 0
  void *home;             // of a variable of a module
  long homeCount;
  int kept;               // a variable of a module with a first value
  int written;
  int apart;              // 1: a pointer array, whose elements may lie apart; 2: a scalar behind an address
};
struct f_descriptor { void *at; size_t offset; struct { size_t bytes; int version; signed char rank, type; short attribute; } kind;
  long span; struct { long stride, low, high; } dims[7]; };
struct f_class { void *at; void *type; }; // what gfortran passes for an argument that may be of several types; nothing asks for the type
struct f_case {
  const char *name;
  const f_argument *arguments;
  int count;
  const f_argument *variables;
  int variableCount;
  const f_field *answer; // of a function
  void (*sizes)(void **, long, long *);
  void (*checked)(void **, long, void *), (*plain)(void **, long, void *), (*owner)(void **, long, void *);
  int firstBranch, branches;
  void (*many)(unsigned, void **, const long *, void *); // as packs, or 0
  const int *lanes; // which arguments have a number of each lane
  int restored; // the Fortran is called as in a first call
  void (*fused)(void **, long, void *); // with products and sums contracted, or 0
  void (*device)(unsigned, void **, const long *, void *); // on a GPU, or 0
  const int *deviceLanes;
};

// The memory of the Fortran's variables, where each call is to be a first one.
extern "C" char __start_f_owner_data[] __attribute__((weak)), __stop_f_owner_data[] __attribute__((weak));
extern "C" char __start_f_owner_zeros[] __attribute__((weak)), __stop_f_owner_zeros[] __attribute__((weak));

f_memory f_known[512];
int f_knownCount, f_open, f_unsetKind;
long f_ticks, f_taken[F_BRANCHES + 1][2];

static unsigned long long f_state;
static double f_random() // xorshift64*, in [0, 1)
{
  f_state ^= f_state >> 12; f_state ^= f_state << 25; f_state ^= f_state >> 27;
  return (double)((f_state * 2685821657736338717ull) >> 11) / 9007199254740992.0;
}
static long f_between(long low, long high) { return low + (long)(f_random() * (double)(high - low + 1)); }

const char *f_someText(long k); // of the strings in the Fortran

static double f_real(int mode, const f_range_of &range, int single)
{
  static const double special[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 1e-300, -1e300, NAN, INFINITY, -INFINITY, 1e-8, 1e8, 4.9e-324, 0.49999999999999994};
  if (mode == 3 && f_random() < 0.2) {
    const double x = special[f_between(0, 15)];
    return single && fabs(x) < 1e300 && fabs(x) > 1e38 ? 1e38 : x;
  }
  if (range.given) {
    const double u = f_random();
    return u < 0.05 ? range.low : u > 0.95 ? range.high : range.low + (range.high - range.low) * f_random();
  }
  switch (mode) {
  case 0: return 0.1 + 1.9 * f_random();
  case 1: return -2 + 4 * f_random();
  case 2: return (f_random() < 0.8 ? 1 : -1) * pow(10, -3 + 7 * f_random());
  case 4: return (double)f_between(-4, 4);
  }
  return f_random();
}

static void f_lead(char *at, const f_argument &a, int mode, long extent);
static void f_fill(char *at, const f_argument &a, long count, int mode, long extent)
{
  for (long n = 0; n < count; n++)
    for (int k = 0; k < a.fieldCount; k++) {
      const f_field &f = a.fields[k];
      for (long j = 0; j < f.count; j++) {
        char *p = at + n * a.bytes + f.offset;
        const long whole = a.range.given ? f_between((long)a.range.low, (long)a.range.high)
          : a.extent ? (f_random() < 0.7 ? extent : f_between(1, 6)) : f_random() < 0.8 ? f_between(0, 5) : f_between(-3, 12);
        switch (f.type) {
        case REAL4: ((float *)p)[j] = (float)f_real(mode, a.range, 1); break;
        case REAL8: ((double *)p)[j] = f_real(mode, a.range, 0); break;
        case INTEGER4: ((int *)p)[j] = (int)whole; break;
        case INTEGER8: ((long *)p)[j] = whole; break;
        case TEXT: { // all of a string at once
          const char *text = f_someText(f_between(0, 100000));
          const long size = (long)strlen(text);
          for (; j < f.count; j++) p[j] = j < size ? text[j] : ' ';
          break;
        }
        case LOGICAL4: ((int *)p)[j] = f_random() < 0.5; break;
        case LOGICAL1: p[j] = f_random() < 0.5; break;
        case BEHIND: f_lead(p, *f.behind, mode, extent); break;
        }
      }
    }
}

#include "compare.h"

// f_compareAll is f_compare of all arguments that are there, and of the results.
static void f_compareAll(const f_case &c, void **x, void **y, const long *counts, const char *one, const char *other, long &values, long &different)
{
  for (int k = 0; k < c.count; k++)
    if (x[k]) f_compare((char *)x[k], (char *)y[k], c.arguments[k].fields, c.arguments[k].fieldCount, c.arguments[k].bytes, counts[k], values, different);
  if (c.answer) f_compare(one, other, c.answer, 1, 8, 1, values, different);
}

static void f_describe(f_descriptor &d, const f_argument &a, void *at, long extent)
{
  memset(&d, 0, sizeof d);
  const int kind = a.fields[0].type == REAL4 || a.fields[0].type == REAL8 ? 3 : a.fields[0].type == LOGICAL4 || a.fields[0].type == LOGICAL1 ? 2 : 1;
  d.at = at; d.span = a.bytes; d.kind.bytes = (size_t)a.bytes; d.kind.rank = (signed char)a.assumed; d.kind.type = (signed char)kind;
  long stride = 1, offset = 0;
  for (int k = 0; k < a.assumed; k++) {
    d.dims[k].stride = stride; d.dims[k].low = 1; d.dims[k].high = extent;
    offset -= stride;
    stride *= extent;
  }
  d.offset = (size_t)offset;
}

static char *f_room_for(long bytes)
{
  char *p = (char *)calloc(1, (size_t)bytes + 64);
  if (!p) abort();
  return p;
}

// f_lent is memory until the next trial.
static char *f_lendings[4096];
static int f_lendingCount;
static char *f_lent(long bytes)
{
  if (f_lendingCount == 4096) return f_room_for(bytes);
  return f_lendings[f_lendingCount++] = f_room_for(bytes);
}

// f_elements counts those of a variable of a module, f_elementOf is the address of one, in their order.
static long f_elements(const f_argument &v)
{
  long n = v.assumed ? 1 : v.homeCount;
  for (int i = 0; i < v.assumed; i++) n *= ((f_descriptor *)v.home)->dims[i].high - ((f_descriptor *)v.home)->dims[i].low + 1;
  return n;
}
static char *f_elementOf(const f_argument &v, long k)
{
  if (!v.assumed) return (v.apart == 2 ? *(char **)v.home : (char *)v.home) + k * v.bytes;
  const f_descriptor &d = *(f_descriptor *)v.home;
  long at = 0;
  for (int i = 0; i < v.assumed; k /= d.dims[i].high - d.dims[i].low + 1, i++) at += k % (d.dims[i].high - d.dims[i].low + 1) * d.dims[i].stride;
  return (char *)d.at + at * d.span;
}

static long f_low[7]; // bounds of a trial

// f_allocate gives an allocatable or pointer array memory; all of a trial have the same bounds.
static void f_allocate(const f_argument &v)
{
  const long many = v.assumed < 4 ? 8 : v.assumed < 6 ? 5 : 3, step = v.apart ? f_between(1, 2) : 1;
  f_descriptor d;
  f_describe(d, v, 0, many);
  d.offset = 0;
  long stride = step, n = 1;
  for (int i = 0; i < v.assumed; i++, stride *= many, n *= many) {
    d.dims[i].stride = stride; d.dims[i].low = f_low[i]; d.dims[i].high = f_low[i] + many - 1;
    d.offset -= (size_t)(f_low[i] * stride);
  }
  d.at = f_lent(n * step * d.span);
  memcpy(v.home, &d, offsetof(f_descriptor, dims) + (size_t)v.assumed * sizeof d.dims[0]); // it has no more dimensions
}

// f_lead makes what an allocatable or pointer component leads to, and a scalar of a module behind an address.
static void f_lead(char *at, const f_argument &a, int mode, long extent)
{
  f_argument v = a;
  v.home = at;
  if (v.assumed) f_allocate(v);
  else { v.homeCount = 1; v.apart = 2; *(char **)at = f_lent(v.bytes); }
  for (long j = 0; j < f_elements(v); j++) f_fill(f_elementOf(v, j), v, 1, mode, extent);
}

// f_move brings the values of a variable that is written to its place, or from it.
static void f_move(const f_argument &v, void *packed, int in)
{
  for (long k = 0; k < f_elements(v); k++) {
    char *const here = f_elementOf(v, k), *const there = (char *)packed + k * v.bytes;
    memcpy(in ? here : there, in ? there : here, (size_t)v.bytes);
  }
}

static const int f_most = 300;         // arguments, as mostArguments

// f_result is the descriptor of a function's result, whose extents are among the sizes, from one on.
template <class S> static void f_result(f_descriptor &d, const f_argument &a, void *at, int rank, S sizes, int from)
{
  long all[2 * f_most] = {}, stride = 1;
  sizes(all);
  f_argument shaped = a;
  shaped.assumed = rank;
  f_describe(d, shaped, at, 1);
  for (int i = 0; i < rank; stride *= all[from + i++]) {
    d.dims[i].stride = stride;
    d.dims[i].high = all[from + i];
    d.offset = (size_t)(i ? (long)d.offset - stride : -stride);
  }
}

// f_readsNothing asks, for a point that differs from the original, whether a variable that nothing has set decides the
// result: whether other values in such variables give another one.
static int f_readsNothing(const f_case &c, void **master, void **again, void **plain, const long *counts, long extent, char answer[3][8])
{
  int decides = 0;
  for (f_unsetKind = 1; f_unsetKind <= 12 && !decides; f_unsetKind++) {
    char other[8] = {};
    long values = 0, apart = 0;
    for (int k = 0; k < c.count; k++)
      if (master[k]) memcpy(again[k], master[k], (size_t)(counts[k] * c.arguments[k].bytes));
    f_ticks = 0;
    try { c.checked(again, extent, other); } catch (const f_outside &) { decides = 1; }
    f_compareAll(c, again, plain, counts, other, answer[1], values, apart);
    decides = decides || apart;
  }
  f_unsetKind = 0;
  return decides;
}

// f_callOwner calls the Fortran; where points have variables for themselves, each call is a first one.
static void f_callOwner(const f_case &c, void **a, long extent, void *answer)
{
  if (!c.restored) return c.owner(a, extent, answer);
  static char *const begin[2] = {__start_f_owner_data, __start_f_owner_zeros}, *const end[2] = {__stop_f_owner_data, __stop_f_owner_zeros};
  static char *kept[2];
  for (int k = 0; k < 2; k++) {
    if (!kept[k]) kept[k] = (char *)malloc((size_t)(end[k] - begin[k]) + 1);
    if (!kept[k]) abort();
    memcpy(kept[k], begin[k], (size_t)(end[k] - begin[k]));
  }
  c.owner(a, extent, answer);
  for (int k = 0; k < 2; k++) memcpy(begin[k], kept[k], (size_t)(end[k] - begin[k]));
}

#include "lanes.h"
#include "gpu.h"

static const long f_unknown = 40;      // elements of an array of assumed size

static int f_run(const f_case &c, long wanted, unsigned long long seed, int setup)
{
  f_packed packed = {}, device = {};
  long points = 0, outside = 0, undefined = 0, open = 0, values = 0, different = 0;
  unsigned long long worst[f_most + 1] = {};
  f_output output = {};
  long firstPoint[f_most + 1] = {};
  char reasons[4][64] = {}; long reasonCount[4] = {};
  f_state = seed * 0x9e3779b97f4a7c15ull + 88172645463325252ull;
  for (long trial = 0; trial < wanted * 20 && points < wanted; trial++) {
    const int mode = (int)(trial % 5);
    const long extent = f_between(1, 5);
    void *master[f_most] = {}, *copy[3][f_most] = {};
    long counts[f_most] = {}, sizes[2 * f_most] = {};
    while (f_lendingCount > 0) free(f_lendings[--f_lendingCount]);
    for (long &l : f_low) l = f_random() < 0.6 ? 1 : f_between(-1, 2);
    if (!setup)
      for (int k = 0; k < c.variableCount; k++) {
        const f_argument &v = c.variables[k];
        if (v.assumed || v.apart == 2) f_lead((char *)v.home, v, mode, extent);
        else if (!v.kept || v.extent || f_random() < 0.3)
          for (long j = 0; j < f_elements(v); j++) f_fill(f_elementOf(v, j), v, 1, mode, extent);
      }
    char scalar[f_most][8192] = {};
    int large = 0;
    for (int k = 0; k < c.count; k++) {
      if (c.arguments[k].bytes > 8192) { large = 1; break; }
      master[k] = scalar[k];
      f_fill(scalar[k], c.arguments[k], 1, mode, extent);
    }
    if (large) break;
    c.sizes(master, extent, sizes);
    f_knownCount = 0;
    int fits = 1;
    for (int k = 0; k < c.count; k++) {
      counts[k] = sizes[2 * k] * (sizes[2 * k + 1] ? f_unknown : 1);
      if (counts[k] < 0 || counts[k] > 200000) fits = 0;
    }
    if (!fits) { outside++; continue; }
    for (int k = 0; k < c.count; k++) {
      const f_argument &a = c.arguments[k];
      const int absent = a.optional && f_random() < 0.4;
      const long bytes = counts[k] * a.bytes;
      char *all = f_room_for(bytes);
      if (counts[k] != 1 || sizes[2 * k + 1]) f_fill(all, a, counts[k], mode, extent); else memcpy(all, scalar[k], (size_t)bytes);
      master[k] = absent ? 0 : all;
      for (int v = 0; v < 3; v++) {
        copy[v][k] = 0;
        if (absent) continue;
        copy[v][k] = f_room_for(bytes);
        memcpy(copy[v][k], all, (size_t)bytes);
      }
      if (absent) { free(all); continue; }
      if (f_knownCount < 512) f_known[f_knownCount++] = f_memory{(const char *)copy[0][k], bytes};
    }
    char answer[3][8] = {};
    f_ticks = 0; f_open = 0;
    const char *reason = 0;
    try { c.checked(copy[0], extent, answer[0]); } catch (const f_outside &e) { reason = e.reason; }
    if (!reason) {
      c.plain(copy[1], extent, answer[1]);
      long dummy = 0, apart = 0;
      f_compareAll(c, copy[0], copy[1], counts, answer[0], answer[1], dummy, apart);
      if (apart) { undefined++; reason = ""; }
    } else {
      outside++;
      for (int k = 0; k < 4; k++)
        if (!reasons[k][0] || !strcmp(reasons[k], reason)) { snprintf(reasons[k], 64, "%s", reason); reasonCount[k]++; break; }
    }
    if (!reason) {
      f_callOwner(c, copy[2], extent, answer[2]);
      points++;
      long seen = 0, apart = 0;
      f_compareAll(c, copy[1], copy[2], counts, answer[1], answer[2], seen, apart);
      if (apart && f_readsNothing(c, master, copy[0], copy[1], counts, extent, answer)) { undefined++; points--; }
      else if (apart && (f_open & 2)) open++; // max or min of a NaN, or of zeros with two signs: Fortran leaves it open
      else for (int k = 0; k <= c.count; k++) {
        if (k == c.count ? !c.answer : !master[k]) continue;
        const unsigned long long d = k == c.count ? f_compare(answer[1], answer[2], c.answer, 1, 8, 1, values, different)
          : f_compare((char *)copy[1][k], (char *)copy[2][k], c.arguments[k].fields, c.arguments[k].fieldCount, c.arguments[k].bytes, counts[k], values, different);
        if (d > worst[k]) { worst[k] = d; firstPoint[k] = trial; }
        if (k == c.count) f_watch(output, answer[2], 0, c.answer, 1, 8, 1);
        else if (c.arguments[k].written) f_watch(output, (char *)copy[2][k], (char *)master[k], c.arguments[k].fields, c.arguments[k].fieldCount, c.arguments[k].bytes, counts[k]);
      }
      if (c.many && !apart) f_compareMany(c, c.many, c.lanes, master, counts, mode, extent, packed);
      if (c.device && f_gpu.text && !apart && !f_gpu.trouble[0]) f_compareMany(c, c.device, c.deviceLanes, master, counts, mode, extent, device);
    }
    for (int k = 0; k < c.count; k++) {
      if (master[k]) free(master[k]);
      for (int v = 0; v < 3; v++) free(copy[v][k]);
    }
  }
  printf("{\"routine\":\"%s\",\"points\":%ld,\"outside\":%ld,\"undefined\":%ld,\"open\":%ld,\"values\":%ld,\"different\":%ld,\"varies\":%s,\"reasons\":{", c.name, points, outside, undefined, open, values, different, output.varies ? "true" : "false");
  for (int k = 0; k < 4 && reasons[k][0]; k++) printf("%s\"%s\":%ld", k ? "," : "", reasons[k], reasonCount[k]);
  printf("},");
  f_print(c, "packs", packed);
  f_print(c, "gpu", device);
  if (f_gpu.trouble[0]) printf("\"trouble\":\"%s\",", f_gpu.trouble);
  printf("\"worst\":{");
  for (int k = 0, n = 0; k <= c.count; k++)
    if (worst[k]) printf("%s\"%s\":{\"ulp\":%llu,\"trial\":%ld}", n++ ? "," : "", k == c.count ? "the result" : c.arguments[k].name, worst[k], firstPoint[k]);
  printf("},\"branches\":[");
  for (int k = 0; k < c.branches; k++) printf("%s[%ld,%ld]", k ? "," : "", f_taken[c.firstBranch + k][1], f_taken[c.firstBranch + k][0]);
  printf("]}\n");
  return 0;
}
