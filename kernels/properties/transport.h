/* Chung's viscosity and conductivity, Fuller's and Takahashi's diffusion. */

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

KERNEL(collisionintegrals, "T epsMix", "OmegaV OmegaD flag", "species transport",
       "collision integrals of viscosity and diffusion at T/epsMix")

/* Omega_v and Omega_D at T/eps, T and eps in K. */
function real collisionintegrals(const parameters &p, real T, real eps, real &viscous, real &diffusive) {
    const real failures = failed(good_temperature(T) & good_temperature(eps), flag_bad_temperature);
    const real Tstar = poisoned(T, failures) / eps;
    viscous = collision_viscosity(Tstar, p.header().sine_bracket);
    diffusive = collision_diffusion(Tstar);
    return failures;
}

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

KERNEL(chungconductivity, "T rho Yi[ns]", "lambda flag", "species transport",
       "conductivity from T, rho")

/* lambda W/m/K at T K, rho kg/m3. */
function real chungconductivity(const parameters &p, real T, real rho, row Yi, real &lambda) {
    mixture all;
    mix_all(p, Yi, T, true, all, true);
    const real failures = check_dense(p, T, 1.0, rho, all.m);
    const transport t = transport_of(p, Yi, all, T, rho);
    lambda = t.lambda;
    return failures + t.lambda_flag + t.range_flag + note_limits(p, T);
}

KERNEL(chungdilutetransport, "T Yi[ns]", "mu0 lambda0 flag", "species transport",
       "viscosity and conductivity of the dilute gas")

/* mu Pa s and lambda W/m/K of the dilute gas. */
function real chungdilutetransport(const parameters &p, real T, row Yi, real &mu, real &lambda) {
    const composition m = mix(p, Yi);
    const real failures = check_gas(T, m), W = reciprocal(m.moles);
    const chung c = shared_mixing(p, Yi, W);
    const temperature at = temperature_of(T);
    const gas_transport g = dilute(p, c, at, speed(c, at));
    const real cp0 = heat_capacity(shared_fold(p, Yi, T), T);
    mu = 1e-7 * g.eta;
    lambda = g.lambda * psi(p, c, at, cp0 * W * (1.0 / p.header().R) - 2.5);
    return failures + note_limits(p, T) + judge_negative(p, T, mu, mu, flag_negative_viscosity) +
           judge_negative(p, T, lambda, lambda, flag_negative_conductivity);
}

KERNEL(chungcalctransprop, "T P rho Yi[ns]", "mu lambda Di[ns] flag", "species transport",
       "viscosity, conductivity and diffusion from T, P, rho")

/* mu Pa s, lambda W/m/K, Di m2/s (mixture-averaged, high pressure) from T K, P Pa, rho kg/m3, Y. */
function real chungcalctransprop(const parameters &p, real T, real P, real rho, row Yi, real &mu, real &lambda,
                                 output_row Di) {
    mixture all;
    mix_all(p, Yi, T, true, all, true);
    const real failures = check_dense(p, T, P, rho, all.m);
    const transport t = transport_of(p, Yi, all, T, rho);
    mu = t.mu;
    lambda = t.lambda;
    real flags = failures + t.mu_flag + t.lambda_flag + t.range_flag + note_limits(p, T);
    if (Di.asked) flags += diffuse(p, T, P, Yi, Di);
    return flags;
}

KERNEL(binarydiffusion, "T P Yi[ns]", "DiLast[ns] flag", "species transport",
       "binary diffusion coefficients of each species in the last one, low pressure")

/* Binary diffusion coefficients of every species in the last one at low pressure, m2/s. */
function real binarydiffusion(const parameters &p, real T, real P, row Yi, output_row D) {
    const real failures = check_input(p, T, P, Yi);
    if (!D.asked) return failures;
    const diffusion_state d = diffusion_at(p, T, P);
    const couple_part *k = p.couples();
    for (long i = 0, ns = p.ns(); i < ns; k += ns - i, ++i)
        D[i] = reciprocal(resistance(k[ns - 1 - i], d) * d.common);
    return failures;
}

KERNEL(dilutediffusion, "T P Yi[ns]", "DiLow[ns] flag", "species transport",
       "mixture-averaged diffusion coefficients, low pressure")

/* Mixture-averaged diffusion coefficients m2/s at low pressure: a factor of high pressure of 1. */
function real dilutediffusion(const parameters &p, real T, real P, row Yi, output_row D) {
    const real failures = check_input(p, T, P, Yi);
    if (D.asked) diffuse(p, T, P, Yi, D, false);
    return failures;
}

KERNEL(takahashifactor, "T P Tcrit Pcrit", "fDense flag", "species transport",
       "factor of high pressure on a diffusion coefficient at T/Tcrit, P/Pcrit")

/* Takahashi's factor at T/Tcrit, P/Pcrit. */
function real takahashifactor(const parameters &p, real T, real P, real Tcrit, real Pcrit, real &f) {
    const real failures = failed(good_temperature(T) & good_temperature(Tcrit), flag_bad_temperature) +
                          failed(good_pressure(P) & good_pressure(Pcrit), flag_bad_pressure);
    const double floor = p.header().diffusion_floor;
    const real value = takahashi(p, T / Tcrit, P / Pcrit);
    f = poisoned(max(value, floor), failures);
    return failures + flagged((failures == 0.0) & (value < floor), flag_diffusion_floored);
}

KERNEL(mixturediffusion, "T P Yi[ns]", "Di[ns] flag", "species transport",
       "mixture-averaged diffusion coefficients, high pressure")

/* Mixture-averaged diffusion coefficients m2/s at high pressure. */
function real mixturediffusion(const parameters &p, real T, real P, row Yi, output_row D) {
    const real failures = check_input(p, T, P, Yi);
    if (D.asked) return failures + diffuse(p, T, P, Yi, D);
    return failures;
}
