KERNEL(mixturediffusion, "T P Yi[ns]", "Di[ns] flag", "species transport",
       "mixture-averaged diffusion coefficients, high pressure")

/* Mixture-averaged diffusion coefficients m2/s at high pressure. */
function real mixturediffusion(const parameters &p, real T, real P, row Yi, output_row D) {
    const real failures = check_input(p, T, P, Yi);
    if (D.asked) return failures + diffuse(p, T, P, Yi, D);
    return failures;
}
