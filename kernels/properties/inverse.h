/* Temperature and pressure from conserved quantities. */

KERNEL(preoscalctfromhp, "h P Yi[ns] T?", "T rho flag", "species",
       "temperature from enthalpy and pressure")

/* T K and rho kg/m3 of the stable branch from h J/kg, P Pa, Y, and a first guess of T (from_pressure.h). */
function real preoscalctfromhp(const parameters &p, real h, real P, row Yi, real guess, real &T, real &rho) {
    composition m;
    coefficients k;
    given_enthalpy given;
    const found_temperature found = solve_pressure(p, given, h, P, Yi, guess, m, k);
    T = found.T;
    rho = found.rho;
    return said(found.failures, found.notes + note_root(found.three, found.least));
}

KERNEL(preoscalctpfromrhoe, "rho e Yi[ns] T?", "T P flag", "species",
       "temperature and pressure from density and internal energy")

/* T K and P Pa from rho kg/m3, e J/kg, Y, and a first guess of T (from_volume.h). */
function real preoscalctpfromrhoe(const parameters &p, real rho, real e, row Yi, real guess, real &T, real &P) {
    found_state found;
    solve_rho_e(p, rho, e, Yi, guess, found, nullptr);
    T = found.T;
    P = found.P;
    return said(found.failures, found.notes);
}
