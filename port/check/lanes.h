// Packs against the Fortran: 16 points at once, each with its own values, under a mask of those in the routine's domain. The
// bound of a value is scaled by its conditioning: how far the Fortran's own answer moves where the inputs move by one unit in
// the last place.
struct f_packed {
  long points, values, beyond;
  double worst; // of error over bound unit
  char where[64];
};

static double f_moved(double x, int way) { return way < 0 ? nextafter(x, -INFINITY) : way > 0 ? nextafter(x, INFINITY) : x; }

// One point of a pack: memory of its arguments, and how far its outputs move.
struct f_onePoint {
  char *at[f_most], *moved[f_most];
  double answer;
  int whole; // the answer, where it is an integer
};

static int f_isReal(const f_argument &a) { return a.fieldCount == 1 && a.fields[0].type == REAL8; }

// f_inDomain runs the checked translation: is the point in the routine's domain, and does nothing that is not set decide?
static int f_inDomain(const f_case &c, void **a, void **other, const long *counts, long extent, char *answer)
{
  f_ticks = 0;
  const int open = f_open;
  f_open = 0;
  f_knownCount = 0;
  for (int k = 0; k < c.count; k++)
    if (a[k] && f_knownCount < 64) f_known[f_knownCount++] = f_memory{(const char *)a[k], counts[k] * c.arguments[k].bytes};
  int good = 1;
  try { c.checked(a, extent, answer); } catch (const f_outside &) { good = 0; }
  good = good && !f_open;
  f_open = open;
  if (!good) return 0;
  char second[8] = {};
  c.plain(other, extent, second);
  long values = 0, apart = 0;
  for (int k = 0; k < c.count; k++)
    if (a[k]) f_compare((char *)a[k], (char *)other[k], c.arguments[k].fields, c.arguments[k].fieldCount, c.arguments[k].bytes, counts[k], values, apart);
  if (c.answer) f_compare(answer, second, c.answer, 1, 8, 1, values, apart);
  return apart == 0;
}

static void f_judge(f_packed &p, const char *name, double got, double want, double moves)
{
  p.values++;
  if (got != got && want != want) return;
  const double unit = moves + 2.2e-16 * fabs(want) + 1e-300;
  double ratio = got == want ? 0 : fabs(got - want) / unit;
  if (ratio != ratio || isinf(ratio)) ratio = moves != moves || isinf(moves) ? 0 : 1e99;
  if (ratio > p.worst) { p.worst = ratio; snprintf(p.where, sizeof p.where, "%s", name); }
  p.beyond += ratio > 1000;
}

static void f_comparePacks(const f_case &c, void **master, const long *counts, int mode, long extent, f_packed &p)
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
      if (l > 0 && c.lanes[k]) f_fill((char *)in[l][k], c.arguments[k], counts[k], mode, extent);
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
    for (int t = 0; t < tries && bits >> l & 1; t++) {
      for (int k = 0; k < c.count; k++) {
        if (!master[k]) continue;
        memcpy(a[k], in[l][k], (size_t)(counts[k] * c.arguments[k].bytes));
        if (f_isReal(c.arguments[k])) for (long j = 0; j < counts[k]; j++) ((double *)a[k])[j] = f_moved(((double *)a[k])[j], t == 0 ? 1 : t == 1 ? -1 : (int)f_between(-1, 1));
        memcpy(b[k], a[k], (size_t)(counts[k] * c.arguments[k].bytes));
      }
      char other[8] = {};
      if (!f_inDomain(c, a, b, counts, extent, other)) continue;
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
    if (!c.lanes[k]) { many[k] = copy(k, in[0][k]); continue; }
    const long size = c.arguments[k].bytes;
    many[k] = f_room_for(16 * counts[k] * size);
    for (int l = 0; l < lanes; l++)
      for (long j = 0; j < counts[k]; j++) memcpy((char *)many[k] + (16 * j + l) * size, (char *)in[l][k] + j * size, (size_t)size);
  }
  double answer[lanes] = {};
  c.many(bits, many, counts, answer);
  for (int l = 0; l < lanes; l++) {
    if (!(bits >> l & 1)) continue;
    p.points++;
    for (int k = 0; k < c.count; k++) {
      if (!master[k] || !c.lanes[k]) continue;
      for (long j = 0; j < counts[k]; j++) {
        if (f_isReal(c.arguments[k])) f_judge(p, c.arguments[k].name, ((double *)many[k])[16 * j + l], ((double *)out[l][k])[j], moves[l][k][j]);
        else f_judge(p, c.arguments[k].name, ((int *)many[k])[16 * j + l], c.arguments[k].fields[0].type == LOGICAL4 ? ((int *)out[l][k])[j] != 0 : ((int *)out[l][k])[j], moves[l][k][j]);
      }
    }
    if (c.answer) f_judge(p, "the result", c.answer->type == REAL8 ? answer[l] : ((int *)answer)[l], answers[l], answerMoves[l]);
  }
  for (int l = 0; l < lanes; l++)
    for (int k = 0; k < c.count; k++) free(in[l][k]), free(out[l][k]), free(moves[l][k]);
  for (int k = 0; k < c.count; k++) free(many[k]);
}
