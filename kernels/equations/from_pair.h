/* What the loop over the points does before a kernel whose state is given otherwise than by T, P: T, P and all that is known of them.
 * state: a number of the input list (inputs.h). */
template <class quantity>
outlined void solve_P(const parameters &p, real target, real P, row Yi, real guess, solution &s) {
    quantity given;
    composition m; /* not in s until the end: what others may reach is read from memory in each round */
    coefficients k;
    const found_temperature found = solve_pressure(p, given, target, P, Yi, guess, m, k);
    s = solution{found.T, P, false, 0.0, m, k, found.failures, found.notes};
}

/* Is rho the first of the two figures? */
function bool of_density(long state) { return state == given_rho_e || state == given_rho_T || state == given_rho_P; }

outlined void solve(const parameters &p, long state, real first, real second, row Yi, real guess, solution &s) {
    if (state == given_rho_e) {
        found_state found;
        solve_rho_e(p, first, second, Yi, guess, found, &s);
    } else if (state == given_rho_T) {
        solve_rho_T(p, first, second, Yi, s);
    } else if (state == given_rho_P) {
        solve_rho_P(p, first, second, Yi, s);
    } else if (state == given_h_P) {
        solve_P<given_enthalpy>(p, first, second, Yi, guess, s);
    } else {
        solve_P<given_entropy>(p, first, second, Yi, guess, s);
    }
    s.notes = said(s.failures, s.notes) - s.failures; /* none of a point that has failed */
}
