KERNEL(normalise, "Yi[ns]", "Yi[ns] flag", "species",
       "mass fractions below zero set to zero, all divided by their sum")

/* Mass fractions as the option normalise makes them, in place: those below zero become zero, then
 * all are divided by their sum. Where a Y is no finite number or none is above zero they become NaN
 * and the point is flagged. The note says that something moved by more than 1e-6; it is counted,
 * then the collection writes its own word. */
function real normalise(const parameters &p, row Yi, output_row Y) {
    real sum = 0.0, least = 0.0;
    for (long i = 0, ns = p.ns(); i < ns; ++i) {
        const real y = Yi[i];
        least = min(least, y);
        sum += select(y < 0.0, real(0.0), y); /* keeps a NaN */
    }
    const mask good = (sum > 0.0) & (sum < 1e300) & (least > -1e300);
    const real scale = reciprocal(select(good, sum, real(1.0)));
    for (long i = 0, ns = p.ns(); i < ns; ++i) Y[i] = select(good, max(Yi[i], 0.0) * scale, not_a_number());
    return failed(good, flag_bad_composition) + flagged(good & ((abs(sum - 1.0) > 1e-6) | (least < -1e-6)), flag_normalised);
}
