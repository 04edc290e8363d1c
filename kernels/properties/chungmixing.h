KERNEL(chungmixing, "Yi[ns]", "sigmaMix epsMix omegaMix MMix VcMix TcMix mur4Mix kappaMix flag", "species transport",
       "parameters of the mixture in Chung's correlations")

/* The mixture of Chung et al.: sigma Angstrom, eps K, omega, M g/mol, Vc cm3/mol, Tc K, mu_r^4, kappa. */
function real chungmixing(const parameters &p, row Yi, real &sigma, real &eps, real &omega, real &M, real &Vc, real &Tc,
                          real &mur4, real &kappa) {
    const composition m = mix(p, Yi);
    const real failures = failed(m.good, flag_bad_composition);
    const chung c = shared_mixing(p, Yi, poisoned(reciprocal(m.moles), failures));
    sigma = p.header().chung_length * sqrt(poisoned(reciprocal(c.inverse_Vc23), failures));
    eps = poisoned(c.root_eps * c.root_eps, failures);
    omega = poisoned(c.omega, failures);
    M = c.root_M * c.root_M;
    Vc = c.Vc;
    Tc = p.header().chung_Tc * eps;
    mur4 = poisoned(c.mur4, failures);
    kappa = c.kappa;
    return failures;
}
