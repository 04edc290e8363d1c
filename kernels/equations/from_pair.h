/* What the loop over the points does before a kernel whose state is given otherwise than by T, P: T, P and all that is known of them.
 * state: a number of the input list (inputs.h). */
template <class quantity>
function void solve_P(const parameters &p, quantity &given, real target, real P, row Yi, real guess, solution &s) {
    const found_temperature found = solve_pressure(p, given, target, P, Yi, guess, s.m, s.k);
    s.T = found.T;
    s.P = P;
    s.by_volume = false;
    s.failures = found.failures;
    s.notes = found.notes;
}

/* Is rho the first of the two figures? */
function bool of_density(long state) { return state == given_rho_e || state == given_rho_T || state == given_rho_P; }

outlined void solve(const parameters &p, long state, real first, real second, row Yi, real guess, solution &s) {
    if (state == given_rho_e) {
        solve_rho_e(p, first, second, Yi, guess, s);
    } else if (state == given_rho_T) {
        solve_rho_T(p, first, second, Yi, s);
    } else if (state == given_rho_P) {
        solve_rho_P(p, first, second, Yi, s);
    } else if (state == given_h_P) {
        given_enthalpy h;
        solve_P(p, h, first, second, Yi, guess, s);
    } else {
        given_entropy entropy;
        solve_P(p, entropy, first, second, Yi, guess, s);
    }
    s.notes = said(s.failures, s.notes) - s.failures; /* none of a point that has failed */
}
