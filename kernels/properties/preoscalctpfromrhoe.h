KERNEL(preoscalctpfromrhoe, "rho e Yi[ns] T?", "T P flag", "species",
       "temperature and pressure from density and internal energy")

/* T K and P Pa from rho kg/m3, e J/kg, Y, and a first guess of T (from_volume.h). */
function real preoscalctpfromrhoe(const parameters &p, real rho, real e, row Yi, real guess, real &T, real &P) {
    solution s;
    solve_rho_e(p, rho, e, Yi, guess, s);
    T = s.T;
    P = s.P;
    return said(s.failures, s.notes);
}
