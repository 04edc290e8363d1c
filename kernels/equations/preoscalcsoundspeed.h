/* Speed of sound, m/s, from rho kg/m3 and rhoP, rhoT, hP, hT (SI):
 * c^2 = rho hT/(rho rhoP hT + rhoT (1 - rho hP)). */
function real preoscalcsoundspeed(const parameters &, real rho, real rhoP, real rhoT, real hP, real hT, real &c) {
    const mask numbers = (abs(rhoP) < 1e300) & (abs(rhoT) < 1e300) & (abs(hP) < 1e300) & (abs(hT) < 1e300);
    const real failures = failed((rho > 1e-30) & (rho < 1e30), flag_bad_density) + failed(numbers, flag_bad_derivative);
    const real first = rho * rhoP * hT, sum = first + rhoT * (1.0 - rho * hP), least = 1e-17 * abs(first);
    const real square = poisoned(rho * hT, failures) / select(abs(sum) < least, least, sum); /* both terms cancel at a critical point */
    c = sqrt(square);
    return said(failures, flagged(!((square > 0.0) & (square < 1e300)), flag_unstable));
}
