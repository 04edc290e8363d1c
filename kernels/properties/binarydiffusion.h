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
