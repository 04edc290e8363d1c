/* Takahashi's factor f(Tr, Pr) = D_ij P/(D_ij P)_0 (J. Chem. Eng. Japan 7 (1975) 417; Poling et al. 5th
 * ed. table 11-3): f = DP (1-A Tr^-B)(1-C Tr^-E), f itself linear in Pr between the rows, 1 below the
 * first row, the last row above it. */
function real takahashi_row(const header_part &h, long next, real k, real L) {
    const real f = lookup(h.takahashi_DP + next, k) * (1.0 - lookup(h.takahashi_A + next, k) * exp(-(lookup(h.takahashi_B + next, k) * L)));
    const real C = lookup(h.takahashi_C + next, k);
    if (!worth(C > 0.0)) return f;
    return f * (1.0 - C * exp(-(lookup(h.takahashi_E + next, k) * L)));
}

/* The number of the row at or below Pr, 0..15, by halving. */
function real takahashi_index(const header_part &h, real Pr) {
    real k = 0.0;
    for (double half = 8.0; half >= 1.0; half *= 0.5)
        k = select(Pr >= lookup(h.takahashi_Pr, k + half), k + half, k);
    return k;
}

function real takahashi(const parameters &p, real Tr, real Pr) {
    const auto &h = p.header();
    const mask low = Pr < h.takahashi_Pr[0];
    if (!worth(!low)) return 1.0;
    const real within = min(max(Pr, h.takahashi_Pr[0]), h.takahashi_Pr[16]), k = takahashi_index(h, within), L = plain_log(Tr);
    const real u = (within - lookup(h.takahashi_Pr, k)) * lookup(h.takahashi_step, k);
    const real f0 = takahashi_row(h, 0, k, L), f1 = takahashi_row(h, 1, k, L);
    return select(low, real(1.0), f0 + u * (f1 - f0));
}
