/* Pairs of complex numbers, one by one; pairs.cpp includes this. */

struct complex_pair {
    double a[2], b[2]; /* real and imaginary part of ref and new */
};

static complex_pair complex_at(const void *ref, const void *other, int64_t i)
{
    complex_pair p;
    memcpy(p.a, (const char *)ref + 16 * i, 16);
    memcpy(p.b, (const char *)other + 16 * i, 16);
    return p;
}

enum complex_kind { NUMBERS, SAME_NAN, OTHER_NAN, SAME_INFINITE, OTHER_INFINITE };

/* NaN in both is the same only where each part is NaN in both or equal in both. */
static complex_kind kind_of(const complex_pair &p)
{
    bool same = true, nan = false, finite = true;
    for (int k = 0; k < 2; k++) {
        same = same && (p.a[k] == p.b[k] || (isnan(p.a[k]) && isnan(p.b[k])));
        nan = nan || isnan(p.a[k]) || isnan(p.b[k]);
        finite = finite && isfinite(p.a[k]) && isfinite(p.b[k]);
    }
    if (finite)
        return NUMBERS;
    if (nan)
        return same ? SAME_NAN : OTHER_NAN;
    return same ? SAME_INFINITE : OTHER_INFINITE;
}

static void odd_complex(complex_kind kind, int64_t at, const limits &limits, sums &s)
{
    s.both_nan += kind == SAME_NAN;
    s.one_nan += kind == OTHER_NAN;
    s.infinite += kind == OTHER_INFINITE;
    if (kind == SAME_INFINITE || (kind == SAME_NAN && !limits.strict_nan))
        return;
    s.unequal++, s.beyond++, s.nevers++;
    if (s.first_nan < 0)
        s.first_nan = at;
}

struct magnitudes {
    double diff, ref, size; /* size: the larger of both */
};

/* Of `part` of the numbers: a quarter stays finite where the whole leaves the range. */
static magnitudes magnitudes_of(const complex_pair &p, double part)
{
    const double a = hypot(part * p.a[0], part * p.a[1]), b = hypot(part * p.b[0], part * p.b[1]);
    return {hypot(part * p.b[0] - part * p.a[0], part * p.b[1] - part * p.a[1]), a, a > b ? a : b};
}

static void add_complex(const void *ref, const void *other, int64_t n, int64_t first, const limits &limits, sums &s, int64_t *octaves)
{
    s.count += n;
    for (int64_t i = 0; i < n; i++) {
        const complex_pair p = complex_at(ref, other, i);
        const complex_kind kind = kind_of(p);
        if (kind != NUMBERS) {
            odd_complex(kind, first + i, limits, s);
            continue;
        }
        const magnitudes whole = magnitudes_of(p, 1);
        const double d = whole.diff, a = whole.ref;
        s.finite++;
        s.sum1 += d, s.sum2 += d * d, s.ref1 += a, s.ref2 += a * a;
        s.max_ref = a > s.max_ref ? a : s.max_ref;
        if (d == 0)
            continue;
        int64_t bits;
        memcpy(&bits, &d, 8);
        octaves[bits >> 52]++;
        s.unequal++;
        const double part = isfinite(d) && isfinite(whole.size) ? 1 : .25;
        const magnitudes m = part == 1 ? whole : magnitudes_of(p, part);
        s.beyond += m.diff > part * limits.fixed + limits.relative * m.size + limits.of_ref * m.ref;
        if (d > s.max_abs)
            s.max_abs = d, s.worst = first + i;
        if (m.diff > s.max_rel * m.size)
            s.max_rel = m.diff / m.size;
        for (int k = 0; k < 2; k++) {
            const uint64_t u = apart(p.a[k], p.b[k]);
            s.ulp = u > s.ulp ? u : s.ulp;
        }
    }
}

/* Magnitudes and the magnitude of the difference; what is not finite as a pair of NaN, of infinities, or of NaN and 0. */
static void spread_complex(const void *ref, const void *other, int64_t n, double *a, double *b, double *diff)
{
    const double most = 1.7976931348623157e308;
    for (int64_t i = 0; i < n; i++) {
        const complex_pair p = complex_at(ref, other, i);
        const complex_kind kind = kind_of(p);
        a[i] = kind == NUMBERS ? fmin(most, hypot(p.a[0], p.a[1])) : kind == SAME_INFINITE ? INFINITY : NAN;
        b[i] = kind == NUMBERS ? fmin(most, hypot(p.b[0], p.b[1])) : kind == SAME_NAN || kind == SAME_INFINITE ? a[i] : 0;
        diff[i] = kind == NUMBERS ? hypot(p.b[0] - p.a[0], p.b[1] - p.a[1]) : 0;
    }
}
