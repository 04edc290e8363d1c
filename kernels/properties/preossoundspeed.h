KERNEL(preossoundspeed, "T P Yi[ns]", "c flag", "species",
       "speed of sound from T, P")

/* Speed of sound c m/s at T K, P Pa, Y. */
function real preossoundspeed(const parameters &p, real T, real P, row Yi, real &c) {
    const state s = shared_state(p, T, P, Yi);
    real cp, cv, gamma;
    const real flags = heat_capacities(p, Yi, T, s, cp, cv, gamma);
    c = sound_speed(s.f, gamma);
    return flags;
}
