// Packs, or a GPU, against the Fortran: 16 points at once, each with its own values, under a mask of those in the routine's domain. The
// bound of a value is scaled by its conditioning: how far the Fortran's own answer moves where the inputs move by one unit in
// the last place, or where products and sums are contracted. The worst of several tries is taken, as in small-sample estimates of
// condition numbers: Kenney and Laub, SIAM J. Sci. Comput. 15 (1994) 36. That such a movement times the number of roundings bounds
// the error of a stable routine is the rule of Higham, Accuracy and Stability of Numerical Algorithms (2002), section 1.6.
struct f_packed {
  long points, values, beyond;
  double worst[f_most + 1]; // of each argument and of the result: error over unit
};

static unsigned f_gpuSkipped();

static double f_moved(double x, int way) { return way < 0 ? nextafter(x, -INFINITY) : way > 0 ? nextafter(x, INFINITY) : x; }

// One point of a pack: memory of its arguments, and how far its outputs move.
struct f_onePoint {
  char *at[f_most], *moved[f_most];
  double answer;
  int whole; // the answer, where it is an integer
};

static int f_isReal(const f_argument &a) { return a.fieldCount == 1 && a.fields[0].type == REAL8; }

// f_checkedRun runs a checked translation: is the point in the routine's domain, and does it end?
static int f_checkedRun(const f_case &c, void (*run)(void **, long, void *), void **a, const long *counts, long extent, char *answer)
{
  f_ticks = 0;
  const int open = f_open;
  f_open = 0;
  f_knownCount = 0;
  for (int k = 0; k < c.count; k++)
    if (a[k] && f_knownCount < 512) f_known[f_knownCount++] = f_memory{(const char *)a[k], counts[k] * c.arguments[k].bytes};
  int good = 1;
  try { run(a, extent, answer); } catch (const f_outside &) { good = 0; }
  good = good && !f_open;
  f_open = open;
  return good;
}

// f_inDomain asks the same of the translation as it stands, and whether nothing that is not set decides.
static int f_inDomain(const f_case &c, void **a, void **other, const long *counts, long extent, char *answer)
{
  if (!f_checkedRun(c, c.checked, a, counts, extent, answer)) return 0;
  char second[8] = {};
  c.plain(other, extent, second);
  long values = 0, apart = 0;
  f_compareAll(c, a, other, counts, answer, second, values, apart);
  return apart == 0;
}

static void f_judge(f_packed &p, int k, double got, double want, double moves)
{
  p.values++;
  if (got != got && want != want) return;
  const double unit = moves + 2.2e-16 * fabs(want) + 1e-300;
  double ratio = got == want ? 0 : fabs(got - want) / unit;
  if (ratio != ratio || isinf(ratio)) ratio = moves != moves || isinf(moves) ? 0 : 1e99;
  if (ratio > p.worst[k]) p.worst[k] = ratio;
  p.beyond += ratio > 1000;
}

static void f_compareMany(const f_case &c, void (*run)(unsigned, void **, const long *, void *), const int *inLanes, void **master, const long *counts, int mode, long extent, f_packed &p)
{
  enum { lanes = 16, tries = 4 };
  void *in[lanes][f_most] = {}, *out[lanes][f_most] = {}, *many[f_most] = {};
  double *moves[lanes][f_most] = {};
  double answers[lanes] = {}, answerMoves[lanes] = {};
  unsigned bits = 0;
  long total = 0;
  for (int k = 0; k < c.count; k++) total += counts[k] * c.arguments[k].bytes;
  if (total > 100000) return;
  auto copy = [&](int k, const void *from) { void *q = f_room_for(counts[k] * c.arguments[k].bytes); memcpy(q, from, (size_t)(counts[k] * c.arguments[k].bytes)); return q; };
  auto number = [&](const char *answer) { double x = 0; int i = 0; if (c.answer && c.answer->type == REAL8) { memcpy(&x, answer, 8); return x; } memcpy(&i, answer, 4); return (double)i; };
  for (int l = 0; l < lanes; l++) {
    void *a[f_most] = {}, *b[f_most] = {};
    for (int k = 0; k < c.count; k++) {
      if (!master[k]) continue;
      in[l][k] = copy(k, master[k]);
      if (l > 0 && inLanes[k]) f_fill((char *)in[l][k], c.arguments[k], counts[k], mode, extent);
      a[k] = copy(k, in[l][k]), b[k] = copy(k, in[l][k]), out[l][k] = copy(k, in[l][k]);
    }
    char answer[8] = {};
    if (f_inDomain(c, a, b, counts, extent, answer)) {
      bits |= 1u << l;
      memset(answer, 0, 8);
      f_callOwner(c, out[l], extent, answer);
      answers[l] = number(answer);
    }
    for (int k = 0; k < c.count; k++) {
      if (!master[k]) continue;
      moves[l][k] = (double *)f_room_for(counts[k] * 8);
    }
    for (int t = 0; t <= tries && bits >> l & 1; t++) {
      const int fused = t == tries;
      if (fused && !c.fused) break;
      for (int k = 0; k < c.count; k++) {
        if (!master[k]) continue;
        memcpy(a[k], in[l][k], (size_t)(counts[k] * c.arguments[k].bytes));
        if (f_isReal(c.arguments[k]) && !fused) for (long j = 0; j < counts[k]; j++) ((double *)a[k])[j] = f_moved(((double *)a[k])[j], t == 0 ? 1 : t == 1 ? -1 : (int)f_between(-1, 1));
        memcpy(b[k], a[k], (size_t)(counts[k] * c.arguments[k].bytes));
      }
      char other[8] = {};
      if (fused ? !f_checkedRun(c, c.fused, b, counts, extent, other) : !f_inDomain(c, a, b, counts, extent, other)) continue;
      for (int k = 0; k < c.count; k++) {
        if (!master[k]) continue;
        for (long j = 0; j < counts[k]; j++) {
          const double d = f_isReal(c.arguments[k]) ? fabs(((double *)b[k])[j] - ((double *)out[l][k])[j]) : abs(((int *)b[k])[j] - ((int *)out[l][k])[j]);
          if (!(d <= moves[l][k][j])) moves[l][k][j] = d;
        }
      }
      const double d = fabs(number(other) - answers[l]);
      if (c.answer && !(d <= answerMoves[l])) answerMoves[l] = d;
    }
    for (int k = 0; k < c.count; k++) free(a[k]), free(b[k]);
  }
  for (int k = 0; k < c.count; k++) {
    if (!master[k]) continue;
    if (!inLanes[k]) { many[k] = copy(k, in[0][k]); continue; }
    const long size = c.arguments[k].bytes;
    many[k] = f_room_for(16 * counts[k] * size);
    for (int l = 0; l < lanes; l++)
      for (long j = 0; j < counts[k]; j++) memcpy((char *)many[k] + (16 * j + l) * size, (char *)in[l][k] + j * size, (size_t)size);
  }
  double answer[lanes] = {};
  run(bits, many, counts, answer);
  if (run == c.device) bits &= ~f_gpuSkipped();
  for (int l = 0; l < lanes; l++) {
    if (!(bits >> l & 1)) continue;
    p.points++;
    for (int k = 0; k < c.count; k++) {
      if (!master[k] || !inLanes[k]) continue;
      for (long j = 0; j < counts[k]; j++) {
        if (f_isReal(c.arguments[k])) f_judge(p, k, ((double *)many[k])[16 * j + l], ((double *)out[l][k])[j], moves[l][k][j]);
        else f_judge(p, k, ((int *)many[k])[16 * j + l], c.arguments[k].fields[0].type == LOGICAL4 ? ((int *)out[l][k])[j] != 0 : ((int *)out[l][k])[j], moves[l][k][j]);
      }
    }
    if (c.answer) f_judge(p, c.count, c.answer->type == REAL8 ? answer[l] : ((int *)answer)[l], answers[l], answerMoves[l]);
  }
  for (int l = 0; l < lanes; l++)
    for (int k = 0; k < c.count; k++) free(in[l][k]), free(out[l][k]), free(moves[l][k]);
  for (int k = 0; k < c.count; k++) free(many[k]);
}

static void f_print(const f_case &c, const char *what, const f_packed &p)
{
  int most = 0, n = 0;
  for (int k = 0; k <= c.count; k++) if (p.worst[k] > p.worst[most]) most = k;
  auto name = [&](int k) { return k == c.count ? "the result" : c.arguments[k].name; };
  printf("\"%s\":{\"points\":%ld,\"values\":%ld,\"beyond\":%ld,\"worst\":%.3g,\"where\":\"%s\",\"outputs\":{", what, p.points, p.values, p.beyond, p.worst[most], p.worst[most] > 0 ? name(most) : "");
  for (int k = 0; k <= c.count; k++) if (p.worst[k] > 0) printf("%s\"%s\":%.3g", n++ ? "," : "", name(k), p.worst[k]);
  printf("}},");
}
