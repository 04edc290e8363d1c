/* Mass fractions from what a launch was given of the species (inputs.h), in place, in the tile that holds a batch of points.
 * closing: the last species is not stored, it closes the sum. rho: kg/m3 where it is given; else the sum of partial densities
 * takes its place. */

/* Of mole fractions; what is no rounding is no mixture. */
function real checked_sum(real sum) { return select(abs(sum - 1.0) <= 1e-6, sum, not_a_number()); }

outlined void to_mass_fractions(const parameters &p, double *tile, long composition, bool closing, real &rho) {
    const long ns = p.ns(), stored = ns - closing;
    real sum = 0.0, mass = 0.0;
    for (long i = 0; i < stored; ++i) sum += load(tile + i * POINTS);
    if (composition == given_partial) {
        if (!closing) rho = sum;
        const real scale = reciprocal(rho);
        for (long i = 0; i < stored; ++i) store(tile + i * POINTS, load(tile + i * POINTS) * scale);
        if (closing) store(tile + stored * POINTS, 1.0 - sum * scale);
        return;
    }
    if (closing) store(tile + stored * POINTS, 1.0 - sum);
    if (composition != given_mole) return;
    if (!closing) mass = checked_sum(sum) - sum; /* 0 or no number */
    for (long i = 0; i < ns; ++i) {
        const real of_species = load(tile + i * POINTS) * (1.0 / p.species(i).inverse_W);
        store(tile + i * POINTS, of_species);
        mass += of_species;
    }
    const real scale = reciprocal(mass);
    for (long i = 0; i < ns; ++i) store(tile + i * POINTS, load(tile + i * POINTS) * scale);
}
