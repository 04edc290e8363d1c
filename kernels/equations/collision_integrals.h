/* Collision integrals of Neufeld, Janzen, Aziz (J. Chem. Phys. 57 (1972) 1100) at T* = T/eps. */
function real collision_viscosity(real Tstar, double sine_bracket) {
    const real L = log(Tstar), power = exp(-0.14874 * L);
    real omega = 1.16145 * power + 0.52487 * exp(-0.77320 * Tstar) + 2.16178 * exp(-2.43787 * Tstar);
    if (sine_bracket != 0.0) omega += sine_bracket * reciprocal(power) * sine(18.0323 * exp(-0.76830 * L) - 7.27371);
    return omega;
}
function real collision_diffusion(real Tstar) {
    return 1.06036 * exp(-0.15610 * log(Tstar)) + 0.19300 * exp(-0.47635 * Tstar) + 1.03587 * exp(-1.52996 * Tstar) +
           1.76474 * exp(-3.89411 * Tstar);
}
