/* The sums over the species that the mixing rules of Chung et al. are made of (chung_mixing.h), over n_i = Y_i/W_i,
 * mol/kg. M_m alone needs a quadratic form; its constant matrix has low rank: mass = sum_k (sum_i n_i L_ik)^2. */
struct chung_sums {
    real s, eps, omega, dipole, kappa, mass;
};

/* Six columns of L by one pass over the species; those of species i begin at columns(i). */
template <class place> function real six_columns(const parameters &p, row Yi, const place &columns) {
    real q0 = 0.0, q1 = 0.0, q2 = 0.0, q3 = 0.0, q4 = 0.0, q5 = 0.0;
    for (long i = 0, ns = p.ns(); i < ns; ++i) {
        const double *L = columns(i);
        const real n = Yi[i] * p.species(i).inverse_W;
        q0 += n * L[0];
        q1 += n * L[1];
        q2 += n * L[2];
        q3 += n * L[3];
        q4 += n * L[4];
        q5 += n * L[5];
    }
    return (q0 * q0 + q1 * q1) + (q2 * q2 + q3 * q3) + (q4 * q4 + q5 * q5);
}

/* The columns of L from `from` on. */
function real mass_form(const parameters &p, row Yi, long from) {
    constexpr long near_columns = sizeof(species_part::mass_factor) / sizeof(double);
    const long rank = (long)p.header().mass_rank, near = rank < near_columns ? rank : near_columns;
    real form = 0.0;
    for (long k = from; k < near; k += 6) form += six_columns(p, Yi, [&](long i) { return p.species(i).mass_factor + k; });
    for (long k = near_columns; k < rank; k += 6) form += six_columns(p, Yi, [&](long i) { return p.more()[i].mass_more + (k - near_columns); });
    return form;
}

/* All but the first MASS_PASS columns of L, which stand in q, from one pass over the species. */
struct chung_columns {
    real s, eps, omega, dipole, kappa, q[MASS_PASS];
};
function void clear(chung_columns &c) {
    c.s = 0.0;
    c.eps = 0.0;
    c.omega = 0.0;
    c.dipole = 0.0;
    c.kappa = 0.0;
    for (long k = 0; k < MASS_PASS; ++k) c.q[k] = 0.0;
}
function void add(chung_columns &c, const species_part &r, real n) {
    c.s += n * r.chung_s;
    c.eps += n * r.chung_eps;
    c.omega += n * r.chung_omega;
    c.dipole += n * r.chung_dipole;
    c.kappa += n * r.chung_kappa;
    for (long k = 0; k < MASS_PASS; ++k) c.q[k] += n * r.mass_factor[k];
}
function void join(chung_columns &c) {
    c.s = joined(c.s);
    c.eps = joined(c.eps);
    c.omega = joined(c.omega);
    c.dipole = joined(c.dipole);
    c.kappa = joined(c.kappa);
    for (long k = 0; k < MASS_PASS; ++k) c.q[k] = joined(c.q[k]);
}
function chung_sums with_mass(const parameters &p, row Yi, const chung_columns &c) {
    real mass = mass_form(p, Yi, MASS_PASS);
    for (long k = 0; k < MASS_PASS; ++k) mass += c.q[k] * c.q[k];
    return chung_sums{c.s, c.eps, c.omega, c.dipole, c.kappa, mass};
}

/* A pass of their own. */
function chung_sums chung_pass(const parameters &p, row Yi) {
    if (ONE_PASS) {
        chung_columns c;
        clear(c);
        unrolled for (long i = 0; i < p.ns(); ++i) add(c, p.species(i), Yi[i] * p.species(i).inverse_W);
        return with_mass(p, Yi, c);
    }
    real s = 0.0, eps = 0.0, omega = 0.0, dipole = 0.0, kappa = 0.0;
    for (long i = 0, ns = p.ns(); i < ns; ++i) {
        const species_part &r = p.species(i);
        const real n = Yi[i] * r.inverse_W;
        s += n * r.chung_s;
        eps += n * r.chung_eps;
        omega += n * r.chung_omega;
        dipole += n * r.chung_dipole;
        kappa += n * r.chung_kappa;
    }
    return chung_sums{s, eps, omega, dipole, kappa, mass_form(p, Yi, 0)};
}
