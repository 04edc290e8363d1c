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
