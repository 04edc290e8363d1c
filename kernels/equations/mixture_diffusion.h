/* Mixture-averaged diffusion coefficients, m2/s, at high pressure:
 *   D_im = (1-X_i)/sum_{j/=i} X_j/D_ij  (mole form), or (1-Y_i) above (mass form); D_ii where X_i = 1,
 *   D_ij = (D_ij)_0 f(Tr, Pr), Tr = T/(w_i Tc_i + w_j Tc_j), Pr likewise, w_i = X_i/(X_i+X_j).
 * A species that is absent adds nothing to a sum; negative Y count as 0. Each couple is computed once. */
struct diffusion_couple {
    real inverse; /* 1/D_ij but for P/T^3/2 */
    mask floored; /* f was below the floor, and one of the two is present */
};

function real amount(const parameters &p, row Yi, long i) { return max(Yi[i], 0.0) * p.species(i).inverse_W; }

function diffusion_couple couple_at(const parameters &p, const couple_part &k, const diffusion_state &d, real P,
                                    const species_part &a, const species_part &b, real na, real nb, bool dense) {
    diffusion_couple c;
    c.inverse = resistance(k, d);
    c.floored = d.T < 0.0;
    if (!dense) return c;
    const mask absent = na + nb <= 1e-100;
    const real one = 1.0, na1 = select(absent, one, na), nb1 = select(absent, one, nb), sum = na1 + nb1;
    const real T_sum = na1 * a.Tc + nb1 * b.Tc, P_sum = na1 * a.Pc + nb1 * b.Pc;
    const real both = sum * reciprocal(T_sum * P_sum);
    const real f = takahashi(p, d.T * (P_sum * both), P * (T_sum * both));
    const double floor = p.header().diffusion_floor;
    c.floored = (f < floor) & !absent;
    c.inverse = c.inverse * reciprocal(max(f, floor));
    return c;
}

/* sum_{j/=i} n_j/D_ij over the couples i < j, and the lanes in which the floor acted: COUPLES rows i at a time, so that
 * their sums stay in registers, and couples that do not wait for each other are under way together. */
function mask diffusion_sums(const parameters &p, row Yi, const diffusion_state &d, real P, bool dense, real *sum) {
    const couple_part *k = p.couples();
    const long ns = p.ns();
    mask floored = d.T < 0.0;
    for (long i = 0; i < ns; ++i) sum[i] = 0.0;
    for (long first = 0; first < ns; first += COUPLES) {
        const long end = first + COUPLES < ns ? first + COUPLES : ns; /* of the rows */
        real n[COUPLES], own[COUPLES];
        const couple_part *at[COUPLES]; /* couple (i, 0), if there were one */
        all_unrolled for (long r = 0; r < COUPLES; ++r) {
            const long i = first + r < end ? first + r : end - 1;
            n[r] = amount(p, Yi, i);
            own[r] = 0.0;
            at[r] = k + i * ns - i * (i + 1) / 2;
        }
        all_unrolled for (long r = 0; r < COUPLES; ++r) { /* couples of two of these rows */
            all_unrolled for (long s = r + 1; s < COUPLES; ++s) {
                if (first + s >= end) continue;
                const diffusion_couple c = couple_at(p, at[r][first + s], d, P, p.species(first + r), p.species(first + s), n[r], n[s], dense);
                floored = floored | c.floored;
                own[r] += n[s] * c.inverse;
                own[s] += n[r] * c.inverse;
            }
        }
        for (long j = end; j < ns; ++j) {
            const real nj = amount(p, Yi, j);
            real of_j = sum[j];
            all_unrolled for (long r = 0; r < COUPLES; ++r) {
                const diffusion_couple c = couple_at(p, at[r][j], d, P, p.species(first + r), p.species(j), n[r], nj, dense);
                floored = floored | c.floored;
                own[r] += nj * c.inverse;
                of_j += n[r] * c.inverse;
            }
            sum[j] = of_j;
        }
        all_unrolled for (long r = 0; r < COUPLES; ++r)
            if (first + r < end) sum[first + r] += own[r];
    }
    return floored;
}

/* Di of all species, without f where not dense; the flag. What is left beside species i is summed from both sides: 1-X_i would
 * cancel where X_i is nearly 1. */
outlined real diffuse(const parameters &p, real T, real P, row Yi, output_row Di, bool dense = true) {
    const diffusion_state d = diffusion_at(p, T, P);
    const couple_part *k = p.couples();
    const long ns = p.ns();
    const bool by_mass = p.header().diffusion_mass_form == 1.0;
    enum { length = species_count(MOST_SPECIES) > 0 ? species_count(MOST_SPECIES) : 1 }; /* kernels without species include this too */
    real sum[length], after[length];
    mask floored = diffusion_sums(p, Yi, d, P, dense, sum);
    real total = 0.0, before = 0.0;
    for (long i = ns - 1; i >= 0; --i) {
        after[i] = total;
        total += amount(p, Yi, i);
    }
    for (long i = 0; i < ns; k += ns - i, ++i) {
        const real ni = amount(p, Yi, i), others = before + after[i];
        const mask alone = others <= 1e-100;
        real above = others, below = sum[i];
        if (by_mass) {
            above = 1.0 - Yi[i];
            below = below * reciprocal(total);
        }
        if (any(alone)) {
            const diffusion_couple own = couple_at(p, *k, d, P, p.species(i), p.species(i), ni, ni, dense);
            above = select(alone, real(1.0), above);
            below = select(alone, own.inverse, below);
            floored = floored | (own.floored & alone);
        }
        Di[i] = above * reciprocal(below * d.common);
        before += ni;
    }
    return flagged(floored, flag_diffusion_floored);
}
