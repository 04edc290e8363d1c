/* Pseudo-critical states of the mixture; none is the true critical point of a mixture. */
struct critical {
    real T, P, V; /* K, Pa, m3/mol */
};

/* Of the equation of state itself: the pure fluid with the mixture's a_c = sum x_i x_j (1-k_ij)
 * sqrt(ac_i ac_j) and b: T = a_c Omega_b/(b Omega_a R), P = Omega_b R T/b, V = Z_c R T/P - c, Z_c = (1+(1-u)Omega_b)/3. */
function critical critical_of_equation(const parameters &p, row Yi, const composition &m) {
    const auto &h = p.header();
    real root = 0.0, taken = 0.0;
    for (long i = 0, ns = p.ns(); i < ns; ++i) root += Yi[i] * p.species(i).root_ac_over_W;
    for (long k = 0, pairs = p.pairs(); k < pairs; ++k) {
        const pair_part &r = p.pair(k);
        taken += Yi[(long)r.first] * Yi[(long)r.second] * r.critical;
    }
    const real W = reciprocal(m.moles), b = m.b * W; /* m3/mol */
    critical c;
    c.T = (root * root - taken) * W * reciprocal(m.b) * (h.omega_b / (h.omega_a * h.R));
    c.P = h.omega_b * h.R * c.T * reciprocal(b);
    c.V = ((1.0 + (1.0 - 2.0 * h.cubic_half_u) * h.omega_b) / (3.0 * h.omega_b)) * b;
    if (translates(p)) c.V -= m.c * W;
    return c;
}

/* Kay's rule: T = sum x Tc, P = sum x Pc. */
function void critical_of_kay(const parameters &p, row Yi, const composition &m, real &T, real &P) {
    T = P = 0.0;
    for (long i = 0, ns = p.ns(); i < ns; ++i) {
        const species_part &s = p.species(i);
        const real moles = Yi[i] * s.inverse_W;
        T += moles * s.Tc;
        P += moles * s.Pc;
    }
    const real W = reciprocal(m.moles);
    T = T * W;
    P = P * W;
}
