/* Mixing rules of Chung et al. (Ind. Eng. Chem. Res. 27 (1988) 671; Poling et al. 5th ed. 9-6) in
 * product form, O(ns): sigma_ij^3 = s_i s_j with s = sigma^3/2, so that with sums over mole fractions
 *   sigma_m^3 = (S)^2, eps_m = (S_eps/S)^2, w_m = S_omega/S, kappa_m = S_kappa^2,
 *   mu_r^4 = (S_dipole/S)^2/eps_m^k                      (k, constants: parameters.h) The sums, and that of M_m: chung_sums.h. */
struct chung {
    real root_M;           /* M_m^1/2, (g/mol)^1/2 */
    real root_eps;         /* eps_m^1/2, K^1/2 */
    real inverse_eps;      /* 1/K */
    real Vc, inverse_Vc23; /* Vc_m, cm3/mol, and Vc_m^-2/3 */
    real omega, mur4, kappa;
};

/* W: mean molar mass, kg/mol. */
function chung mix_chung(const parameters &p, const chung_sums &sums, real W) {
    const real s = sums.s, eps = sums.eps;
    const real both = reciprocal(s * eps), inverse_s = eps * both, inverse_root = s * (s * both);
    const real root3 = s * W, inverse_root_sigma = rcbrt(root3); /* sigma^3/2, sigma^-1/2 */
    const real square = inverse_root_sigma * inverse_root_sigma, inverse_sigma2 = square * square;
    const real ratio = sums.dipole * inverse_s, mixed = sums.kappa * W;
    chung c;
    c.root_eps = eps * inverse_s;
    c.inverse_eps = inverse_root * inverse_root;
    c.root_M = sums.mass * (W * W) * inverse_sigma2 * c.inverse_eps;
    c.Vc = root3 * root3 * p.header().chung_volume;
    c.inverse_Vc23 = inverse_sigma2 * p.header().chung_area;
    c.omega = sums.omega * inverse_s;
    c.mur4 = ratio * ratio * c.inverse_eps;
    if (p.header().dipole_over_eps == 2.0) c.mur4 = c.mur4 * c.inverse_eps;
    c.kappa = mixed * mixed;
    return c;
}
