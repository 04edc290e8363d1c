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
