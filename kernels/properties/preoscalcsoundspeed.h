KERNEL(preoscalcsoundspeed, "rho rhoP rhoT hP hT", "c flag", "nothing",
       "speed of sound from derivatives")

/* Speed of sound, m/s, from rho kg/m3 and rhoP, rhoT, hP, hT (SI):
 * c^2 = rho hT/(rho rhoP hT + rhoT (1 - rho hP)); 0 where they give none (the flag unstable says so). */
function real preoscalcsoundspeed(const parameters &, real rho, real rhoP, real rhoT, real hP, real hT, real &c) {
    const mask numbers = (abs(rhoP) < 1e300) & (abs(rhoT) < 1e300) & (abs(hP) < 1e300) & (abs(hT) < 1e300);
    const real failures = failed(good_density(rho), flag_bad_density) + failed(numbers, flag_bad_derivative);
    const real first = rho * rhoP * hT, sum = first + rhoT * (1.0 - rho * hP), least = 1e-17 * abs(first);
    const real square = rho * hT / select(abs(sum) < least, least, sum); /* both terms cancel at a critical point */
    const mask stable = (square > 0.0) & (square < 1e300);
    c = poisoned(sqrt(select(stable, square, real(0.0))), failures);
    return said(failures, flagged(!stable, flag_unstable));
}
