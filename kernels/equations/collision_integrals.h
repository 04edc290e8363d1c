/* Collision integrals of Neufeld, Janzen, Aziz (J. Chem. Phys. 57 (1972) 1100) at T* = T/eps. That of viscosity is
 * kept as a quotient, because transport needs its inverse. */
struct collision {
    real above, power; /* Omega_v = above/power */
};
function collision collision_parts(real Tstar, double sine_bracket) {
    const real L = plain_log(Tstar), power = exp(-0.14874 * L);
    collision o;
    o.power = power;
    o.above = power * (1.16145 * power + 0.52487 * exp(-0.77320 * Tstar) + 2.16178 * exp(-2.43787 * Tstar));
    if (sine_bracket != 0.0) o.above += sine_bracket * sine(18.0323 * exp(-0.76830 * L) - 7.27371);
    return o;
}
function real collision_viscosity(real Tstar, double sine_bracket) {
    const collision o = collision_parts(Tstar, sine_bracket);
    return o.above * reciprocal(o.power);
}
function real inverse_collision_viscosity(real Tstar, double sine_bracket) {
    const collision o = collision_parts(Tstar, sine_bracket);
    return o.power * reciprocal(o.above);
}
function real collision_diffusion(real Tstar) {
    return 1.06036 * exp(-0.15610 * plain_log(Tstar)) + 0.19300 * exp(-0.47635 * Tstar) + 1.03587 * exp(-1.52996 * Tstar) +
           1.76474 * exp(-3.89411 * Tstar);
}
