/* Mixing rules of Chung et al. (Ind. Eng. Chem. Res. 27 (1988) 671; Poling et al. 5th ed. 9-6) in
 * product form, O(ns): sigma_ij^3 = s_i s_j with s = sigma^3/2, so that with sums over mole fractions
 *   sigma_m^3 = (S)^2, eps_m = (S_eps/S)^2, w_m = S_omega/S, kappa_m = S_kappa^2,
 *   mu_r^4 = (S_dipole/S)^2/eps_m^k                      (k, constants: parameters.h)
 * M_m alone needs a quadratic form; its constant matrix has low rank: sum_k (sum_i x_i L_ik)^2. */
struct chung {
    real root_M;           /* M_m^1/2, (g/mol)^1/2 */
    real root_eps;         /* eps_m^1/2, K^1/2 */
    real inverse_eps;      /* 1/K */
    real Vc, inverse_Vc23; /* Vc_m, cm3/mol, and Vc_m^-2/3 */
    real omega, mur4, kappa;
};

/* x^T L L^T x over n_i = Y_i/W_i, mol2/kg2: six columns of L in each pass over the species. */
static constexpr long MASS_PASS = 6;
function real squares(const real *q) { return (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]) + (q[4] * q[4] + q[5] * q[5]); }
function real mass_form(const parameters &p, row Yi, long from) {
    real form = 0.0;
    for (long first = from, rank = (long)p.header().mass_rank, ns = p.ns(); first < rank; first += 6) {
        real q0 = 0.0, q1 = 0.0, q2 = 0.0, q3 = 0.0, q4 = 0.0, q5 = 0.0;
        for (long i = 0; i < ns; ++i) {
            const species_part &s = p.species(i);
            const double *L = s.mass_factor + first;
            const real n = Yi[i] * s.inverse_W;
            q0 += n * L[0];
            q1 += n * L[1];
            q2 += n * L[2];
            q3 += n * L[3];
            q4 += n * L[4];
            q5 += n * L[5];
        }
        form += (q0 * q0 + q1 * q1) + (q2 * q2 + q3 * q3) + (q4 * q4 + q5 * q5);
    }
    return form;
}

/* W: mean molar mass, kg/mol. */
function chung mix_chung(const parameters &p, row Yi, real W) {
    real s = 0.0, eps = 0.0, omega = 0.0, dipole = 0.0, kappa = 0.0, q[MASS_PASS];
    for (long k = 0; ONE_PASS && k < MASS_PASS; ++k) q[k] = 0.0;
    unrolled for (long i = 0; i < p.ns(); ++i) {
        const species_part &r = p.species(i);
        const real n = Yi[i] * r.inverse_W;
        for (long k = 0; ONE_PASS && k < MASS_PASS; ++k) q[k] += n * r.mass_factor[k];
        s += n * r.chung_s;
        eps += n * r.chung_eps;
        omega += n * r.chung_omega;
        dipole += n * r.chung_dipole;
        kappa += n * r.chung_kappa;
    }
    const real both = reciprocal(s * eps), inverse_s = eps * both, inverse_root = s * (s * both);
    const real root3 = s * W, inverse_root_sigma = rcbrt(root3); /* sigma^3/2, sigma^-1/2 */
    const real square = inverse_root_sigma * inverse_root_sigma, inverse_sigma2 = square * square;
    const real ratio = dipole * inverse_s, mixed = kappa * W;
    chung c;
    c.root_eps = eps * inverse_s;
    c.inverse_eps = inverse_root * inverse_root;
    c.root_M = (mass_form(p, Yi, ONE_PASS ? MASS_PASS : 0) + (ONE_PASS ? squares(q) : real(0.0))) * (W * W) * inverse_sigma2 * c.inverse_eps;
    c.Vc = root3 * root3 * (1.0 / (0.809 * 0.809 * 0.809));
    c.inverse_Vc23 = inverse_sigma2 * (0.809 * 0.809);
    c.omega = omega * inverse_s;
    c.mur4 = ratio * ratio * c.inverse_eps;
    if (p.header().dipole_over_eps == 2.0) c.mur4 = c.mur4 * c.inverse_eps;
    c.kappa = mixed * mixed;
    return c;
}
