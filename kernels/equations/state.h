/* What most kernels of (T, P, Y) begin with: the mixture, its attraction and the fluid at T, P. */
struct state {
    composition m;
    attraction q;
    fluid f;
    real failures; /* where not 0, T and with it every figure is NaN */
};

/* The fluid of kernels of (T, P, Y). */
function fluid fluid_of(const parameters &p, const composition &m, const attraction &q, real T, real P) {
    return fluid_at(p, m, q, T, P, by_volume(p) ? &p.solved->v : nullptr);
}

function state state_of(const parameters &p, real &T, real P, row Yi, const mixture &all) {
    const real failures = check_state(p, T, P, all.m);
    const attraction q = attraction_of(p, Yi, all, T);
    return state{all.m, q, fluid_of(p, all.m, q, T, P), failures}; /* made in place: assigned, gcc copies 2 KB per batch */
}
function state state_at(const parameters &p, real &T, real P, row Yi) {
    mixture all;
    mix_all(p, Yi, T, false, all);
    return state_of(p, T, P, Yi, all);
}

/* The flag word where no polynomial was used, and where one was. */
function real flags_of(const state &s) { return s.failures + note_root(s.f.three, s.f.least); }
function real flags_of(const parameters &p, const state &s, real T) { return flags_of(s) + note_limits(p, T); }

/* R/W, J/kg/K. */
function real gas_constant(const parameters &p, const composition &m) { return p.header().R * m.moles; }

/* The same for building blocks. */
outlined state shared_state(const parameters &p, real &T, real P, row Yi) { return state_at(p, T, P, Yi); }
outlined ideal_gas shared_fold(const parameters &p, row Yi, real T) { return fold(p, Yi, T); }
