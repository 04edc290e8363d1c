/* Composition, attraction, ideal gas and Chung's sums of a state with T known, from one pass over the species: what
 * mix, attract, fold and chung_pass make of four, for a device on which a row is dear (dialect.h: ONE_PASS). */
/* Which polynomials: one set for all points of the warp; both, one of them with Y = 0; or that of each point, by its
 * address, where rows lie in shared memory (OWN_SET): fewer operations, more loads. */
enum polynomials { low_set, high_set, both_sets, own_set, no_set };

/* take(i, Y_i) of every species of a thread. The next UNROLL rows are on their way while these are summed. */
template <class work> function void each_row(row Yi, long ns, const work &take) {
    constexpr long group = UNROLL;
    if (TEAM > 1 || !NEXT || ns < 2 * group) {
        for (long i = 0; i < AHEAD && i < ns; ++i) ask(Yi.at + i * Yi.stride);
        unrolled for (long i = of_team(); i < ns; i += TEAM) {
            if (AHEAD && i + AHEAD < ns) ask(Yi.at + (i + AHEAD) * Yi.stride);
            take(i, Yi[i]);
        }
        return;
    }
    const long rest = ns % group;
    real now[group], next[group];
    all_unrolled for (long k = 0; k < rest; ++k) now[k] = Yi[k];
    all_unrolled for (long k = 0; k < group; ++k) next[k] = Yi[rest + k];
    all_unrolled for (long k = 0; k < rest; ++k) take(k, now[k]);
    for (long i = rest; i < ns; i += group) {
        all_unrolled for (long k = 0; k < group; ++k) now[k] = next[k];
        if (i + group < ns) {
            all_unrolled for (long k = 0; k < group; ++k) next[k] = Yi[i + group + k];
        }
        all_unrolled for (long k = 0; k < group; ++k) take(i + k, now[k]);
    }
}

template <polynomials sets, bool transport> function mixture gathered(const parameters &p, row Yi, real T) {
    real sum = 0.0, moles = 0.0, b = 0.0, A = 0.0, B = 0.0, volume_shift = 0.0, signed_A = 0.0, signed_B = 0.0;
    const bool shifted = translates(p);
    signs least = no_signs();
    ideal_gas g = nothing();
    chung_columns c;
    if (transport) clear(c);
    each_row(Yi, p.ns(), [&](long i, real y) {
        const species_part &s = p.species(i);
        const real n = y * s.inverse_W, turned = reversed(above(T, s.kink), y);
        sum += y;
        least = worse(least, y);
        if (transport) add(c, s, n);
        if (transport) moles += n;
        if (!transport) moles += y * s.inverse_W;
        b += y * s.b_over_W;
        if (shifted) volume_shift += y * s.c_over_W;
        A += y * s.A_over_W;
        B += y * s.B_over_W;
        signed_A += turned * s.A_over_W;
        signed_B += turned * s.B_over_W;
        if (sets == low_set) add(g, s.nasa_low, y);
        if (sets == high_set) add(g, s.nasa_high, y);
        if (sets == own_set) add_own(g, above(T, s.T_mid), s, y);
        if (sets == both_sets) {
            const real upper = select(above(T, s.T_mid), y, real(0.0));
            add(g, s.nasa_low, y - upper); /* y or 0 */
            add(g, s.nasa_high, upper);
        }
    });
    if (TEAM > 1) {
        sum = joined(sum);
        least = joined(least);
        moles = joined(moles);
        b = joined(b);
        A = joined(A);
        B = joined(B);
        if (shifted) volume_shift = joined(volume_shift);
        signed_A = joined(signed_A);
        signed_B = joined(signed_B);
        g = ideal_gas{joined(g.c1), joined(g.c2), joined(g.c3), joined(g.c4), joined(g.c5), joined(g.c6)};
        if (transport) join(c);
    }
    const mask good = (abs(sum - 1.0) <= 1e-6) & hardly_negative(least);
    return mixture{composition{moles, b, A, B, volume_shift, good}, attraction{signed_A * signed_A, signed_A * signed_B, signed_B * signed_B, signed_A, signed_B}, g,
                   transport ? with_mass(p, Yi, c) : chung_sums{}};
}

template <bool transport, bool by_matrix = BY_MATRIX> function mixture gather_sets(const parameters &p, row Yi, real T, bool ideal) {
    const auto &h = p.header();
    if (!ideal) return gathered<no_set, transport>(p, Yi, T);
    const bool whole = h.low_from <= 0.0 && h.high_to >= 1e30;
    if constexpr (by_matrix) {
        if (whole) return gathered_by_matrix<transport>(p, Yi, T);
    }
    if (OWN_SET && whole) return gathered<own_set, transport>(p, Yi, T);
    const span range = span_of(T);
    if (between(range, h.low_from, h.low_to)) return gathered<low_set, transport>(p, Yi, T);
    if (between(range, h.high_from, h.high_to)) return gathered<high_set, transport>(p, Yi, T);
    if (whole) return gathered<both_sets, transport>(p, Yi, T);
    mixture all = gathered<no_set, transport>(p, Yi, T);
    all.g = fold(p, Yi, T); /* clipped polynomials */
    return all;
}

/* ideal: the ideal gas too; transport: the sums of Chung's rules too. */
function mixture gather(const parameters &p, row Yi, real T, bool ideal, bool transport) {
    mixture all = transport ? gather_sets<true>(p, Yi, T, ideal) : gather_sets<false>(p, Yi, T, ideal);
    take_pairs(p, Yi, T, true, all.q);
    return all;
}

/* What kernels call: where a row is near, each part comes by its own pass, when it is asked for. Into `all`: of
 * what is returned gcc copies the whole structure, 2 KB per batch, through memory. */
function void mix_all(const parameters &p, row Yi, real T, bool ideal, mixture &all, bool transport = false) {
    if (ONE_PASS) all = gather(p, Yi, T, ideal, transport);
    else if (p.knows()) all.m = p.solved->m;
    else all.m = mix(p, Yi);
}
function attraction attraction_of(const parameters &p, row Yi, const mixture &all, real T) {
    if (ONE_PASS) return all.q;
    return p.knows() ? p.solved->k.q : attract(p, Yi, all.m, T);
}
function ideal_gas ideal_of(const parameters &p, row Yi, const mixture &all, real T) {
    if (ONE_PASS) return all.g;
    return p.knows() ? p.solved->k.g : fold(p, Yi, T);
}
function chung_sums chung_of(const parameters &p, row Yi, const mixture &all) { return ONE_PASS ? all.s : chung_pass(p, Yi); }
