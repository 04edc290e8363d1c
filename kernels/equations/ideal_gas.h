/* Ideal-gas part, NASA-7 (Gordon & McBride; CHEMKIN form), folded over the species once per
 * point: cp0 = c1+c2 T+..+c5 T^4 J/kg/K, h0 = c1 T+c2 T^2/2+..+c5 T^5/5+c6 J/kg. */
struct ideal_gas {
    real c1, c2, c3, c4, c5, c6;
};

function real heat_capacity(const ideal_gas &g, real T) {
    return g.c1 + T * (g.c2 + T * (g.c3 + T * (g.c4 + T * g.c5)));
}

function real enthalpy(const ideal_gas &g, real T) {
    return g.c6 + T * (g.c1 + T * (0.5 * g.c2 + T * ((1.0 / 3.0) * g.c3 + T * (0.25 * g.c4 + T * (0.2 * g.c5)))));
}
