KERNEL(dilutediffusion, "T P Yi[ns]", "DiLow[ns] flag", "species transport",
       "mixture-averaged diffusion coefficients, low pressure")

/* Mixture-averaged diffusion coefficients m2/s at low pressure: a factor of high pressure of 1. */
function real dilutediffusion(const parameters &p, real T, real P, row Yi, output_row D) {
    const real failures = check_input(p, T, P, Yi);
    if (D.asked) diffuse(p, T, P, Yi, D, false);
    return failures;
}
