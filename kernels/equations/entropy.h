/* Entropy of the mixture, J/kg/K. */

/* The constant a7 of s, folded over the species by the set that holds at T (ideal_gas.h folds the others). */
function real entropy_constant(const parameters &p, row Yi, real T) {
    real c7 = 0.0;
    for (long i = 0, ns = p.ns(); i < ns; ++i) {
        const species_part &s = p.species(i);
        const real low = select(T > s.T_low, real(s.nasa_low[6]), real(s.nasa_below[6]));
        const real high = select(T > s.T_high, real(s.nasa_above[6]), real(s.nasa_high[6]));
        c7 += Yi[i] * select(T > s.T_mid, high, low);
    }
    return c7;
}

/* Sum of x ln x over W, mol/kg, with 0 ln 0 = 0; a fraction below zero counts as zero. */
function real mixing(const parameters &p, row Yi, real moles) {
    const real mean = reciprocal(moles);
    real sum = 0.0;
    for (long i = 0, ns = p.ns(); i < ns; ++i) {
        const real n = Yi[i] * p.species(i).inverse_W, x = n * mean;
        sum += select(x > 0.0, n * log(x), real(0.0));
    }
    return sum;
}

/* What of it depends on T, without its constant. */
function real entropy_polynomial(const ideal_gas &g, real T) {
    return g.c1 * log(T) + T * (g.c2 + T * (0.5 * g.c3 + T * ((1.0 / 3.0) * g.c4 + T * (0.25 * g.c5))));
}

/* Ideal gas at T, P: s0 = s(T) - R sum(x ln x)/W - R/W ln(P/p_ref). */
function real ideal_entropy(const parameters &p, row Yi, const composition &m, const ideal_gas &g, real T, real P) {
    const real P_ratio = P * (1.0 / p.header().pressure_reference);
    return entropy_polynomial(g, T) + entropy_constant(p, Yi, T) - p.header().R * (mixing(p, Yi, m.moles) + m.moles * log(P_ratio));
}

/* s - s0 at the same T, P: R/W ln(Z-B) + a' F. */
function real entropy_departure(const fluid &f, real Rm) { return Rm * (log(f.t) + f.A1 * f.F); }

/* h - h0 at the same T, P, J/kg. */
function real enthalpy_departure(const fluid &f) { return enthalpy(f, 0.0); }

/* s of the fluid. With t RT/P = v - b there is no P in it, which may be none above zero where the density is given. */
function real entropy_of(const parameters &p, row Yi, const composition &m, const fluid &f, const ideal_gas &g, real T) {
    const real free = f.t * f.RTP * f.inverse_RT * p.header().pressure_reference; /* (v-b) p_ref/RT */
    return entropy_polynomial(g, T) + entropy_constant(p, Yi, T) + p.header().R * (m.moles * (log(free) + f.A1 * f.F) - mixing(p, Yi, m.moles));
}
