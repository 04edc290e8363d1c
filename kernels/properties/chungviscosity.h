KERNEL(chungviscosity, "T rho Yi[ns]", "mu flag", "species transport",
       "viscosity from T, rho")

/* mu Pa s at T K, rho kg/m3. */
function real chungviscosity(const parameters &p, real T, real rho, row Yi, real &mu) {
    mixture all;
    mix_all(p, Yi, T, true, all, true);
    const real failures = check_dense(p, T, 1.0, rho, all.m);
    const transport t = transport_of(p, Yi, all, T, rho);
    mu = t.mu;
    return failures + t.mu_flag + t.range_flag;
}
