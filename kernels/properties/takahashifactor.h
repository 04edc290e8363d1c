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
