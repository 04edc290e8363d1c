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
