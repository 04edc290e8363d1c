/* Composition, attraction and ideal gas of a state with T known, from one pass over the species: what mix,
 * attract and fold make of three, for a device on which a row is dear (dialect.h: ONE_PASS). The sums, and
 * the order in which each is added up, are theirs. */
struct mixture {
    composition m;
    attraction q;
    ideal_gas g;
};

/* Which sets of polynomials the points of a warp need. */
enum polynomials { low_set, high_set, both_sets, no_set };

template <bool kinked, polynomials sets> function mixture gathered(const parameters &p, row Yi, real T) {
    real sum = 0.0, least = 0.0, moles = 0.0, b = 0.0, A = 0.0, B = 0.0, above_A = 0.0, above_B = 0.0;
    ideal_gas g = nothing();
    unrolled for (long i = 0; i < p.ns(); ++i) {
        const species_part &s = p.species(i);
        const real y = Yi[i], zero = 0.0;
        sum += y;
        least = min(least, y);
        moles += y * s.inverse_W;
        b += y * s.b_over_W;
        A += y * s.A_over_W;
        B += y * s.B_over_W;
        if (kinked) {
            const real above = select(T > s.kink, y, zero);
            above_A += above * s.A_over_W;
            above_B += above * s.B_over_W;
        }
        if (sets == low_set) add(g, s.nasa_low, y);
        if (sets == high_set) add(g, s.nasa_high, y);
        if (sets == both_sets) {
            const real upper = select(T > s.T_mid, y, zero);
            add(g, s.nasa_low, y - upper); /* y or 0 */
            add(g, s.nasa_high, upper);
        }
    }
    const mask good = (abs(sum - 1.0) <= 1e-6) & (least >= -1e-6);
    const real a = A - 2.0 * above_A, c = B - 2.0 * above_B;
    return mixture{composition{moles, b, A, B, good}, attraction{a * a, a * c, c * c, a, c}, g};
}

template <bool kinked> function mixture gather_sets(const parameters &p, row Yi, real T, bool ideal) {
    const auto &h = p.header();
    if (!ideal) return gathered<kinked, no_set>(p, Yi, T);
    const span range = span_of(T);
    if (between(range, h.low_from, h.low_to)) return gathered<kinked, low_set>(p, Yi, T);
    if (between(range, h.high_from, h.high_to)) return gathered<kinked, high_set>(p, Yi, T);
    if (h.low_from <= 0.0 && h.high_to >= 1e30) return gathered<kinked, both_sets>(p, Yi, T);
    mixture all = gathered<kinked, no_set>(p, Yi, T);
    all.g = fold(p, Yi, T); /* clipped polynomials */
    return all;
}

/* ideal: the ideal gas too. */
function mixture gather(const parameters &p, row Yi, real T, bool ideal) {
    const double greatest = highest(T);
    const bool kinked = !uniformly(greatest <= p.header().kink_least);
    mixture all = kinked ? gather_sets<true>(p, Yi, T, ideal) : gather_sets<false>(p, Yi, T, ideal);
    take_pairs(p, Yi, T, kinked, all.q);
    return all;
}

/* What kernels call: where a row is near, each part comes by its own pass, when it is asked for. Into `all`: of
 * what is returned gcc copies the whole structure, 2 KB per pack, through memory. */
function void mix_all(const parameters &p, row Yi, real T, bool ideal, mixture &all) {
    if (ONE_PASS) all = gather(p, Yi, T, ideal);
    else all.m = mix(p, Yi);
}
function attraction attraction_of(const parameters &p, row Yi, const mixture &all, real T) {
    return ONE_PASS ? all.q : attract(p, Yi, all.m, T);
}
function ideal_gas ideal_of(const parameters &p, row Yi, const mixture &all, real T) {
    return ONE_PASS ? all.g : fold(p, Yi, T);
}
