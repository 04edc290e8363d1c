/* Ideal-gas enthalpy of one species, J/kg, by the set that holds at T (ideal_gas.h). */
function real polynomial_enthalpy(const double *a, real T) {
    return a[5] + T * (a[0] + T * (0.5 * a[1] + T * ((1.0 / 3.0) * a[2] + T * (0.25 * a[3] + T * (0.2 * a[4])))));
}
function real species_enthalpy(const species_part &s, real T) {
    const mask upper = T > s.T_mid, below = T <= s.T_low, above = T > s.T_high;
    real h = T;
    if (any(!upper)) h = polynomial_enthalpy(s.nasa_low, T);
    if (any(upper)) h = select(upper, polynomial_enthalpy(s.nasa_high, T), h);
    if (any(below)) h = select(below, polynomial_enthalpy(s.nasa_below, T), h);
    if (any(above)) h = select(above, polynomial_enthalpy(s.nasa_above, T), h);
    return h;
}
