/* Mass fractions from what a launch was given of the species (inputs.h): the row gives them when it is read, by a scale and the last
 * species from one pass over what is stored. rho: kg/m3 where it is given; else the sum of partial densities takes its place. */
#if CONVERTED_ROW
function real checked_sum(real sum) { return select(abs(sum - 1.0) <= 1e-6, sum, not_a_number()); }

function double molar_mass(long i) { return 1.0 / parameters{nullptr}.species(i).inverse_W; }

function void to_mass_fractions(row &Yi, real &rho) {
    constexpr long stored = SPECIES_COUNT - GIVEN_CLOSING;
    real sum = 0.0, mass = 0.0;
    unrolled for (long i = 0; i < stored; ++i) {
        const real x = Yi.stored(i);
        sum += x;
        if (GIVEN_COMPOSITION_NUMBER == given_mole) mass += x * molar_mass(i);
    }
    Yi.scale = 1.0;
    Yi.closing = 1.0 - sum;
    if (GIVEN_COMPOSITION_NUMBER == given_partial) {
        if (!GIVEN_CLOSING) rho = sum;
        Yi.scale = reciprocal(rho);
        Yi.closing = 1.0 - sum * Yi.scale;
    } else if (GIVEN_COMPOSITION_NUMBER == given_mole) {
        if (GIVEN_CLOSING) mass += Yi.closing * molar_mass(SPECIES_COUNT - 1);
        else mass += checked_sum(sum) - sum; /* 0 or no number */
        Yi.scale = reciprocal(mass);
    }
}

member real row::operator[](long i) const {
    const bool last = GIVEN_CLOSING && i == SPECIES_COUNT - 1;
    if (GIVEN_COMPOSITION_NUMBER == given_mole) return (last ? closing : stored(i)) * (scale * molar_mass(i));
    return last ? closing : GIVEN_COMPOSITION_NUMBER == given_partial ? stored(i) * scale : stored(i);
}
#else
function void to_mass_fractions(row &, real &) {}
#endif
