/* Viscosity and conductivity of dense fluids, Chung et al. (Ind. Eng. Chem. Res. 27 (1988) 671), from
 * the mixture of chung_mixing.h. Where profiles differ the block holds the figures (parameters.h). */
struct gas_transport {
    real eta;    /* eta0, 1e-7 Pa s */
    real lambda; /* lambda0, W/m/K */
};

/* T and what else of it is known already or needed more than once. */
struct temperature {
    real T, root, inverse; /* K, K^1/2, 1/K */
};
function temperature temperature_of(real T) { return temperature{T, sqrt(T), reciprocal(T)}; }

/* (T/M)^1/2 with T in K, M in g/mol. */
function real speed(const chung &c, const temperature &at) { return at.root * reciprocal(c.root_M); }

/* The factor Psi of lambda0; alpha = cv0/R - 3/2. */
function real psi(const parameters &p, const chung &c, const temperature &at, real alpha) {
    const real beta = 0.7862 + c.omega * (-0.7109 + 1.3168 * c.omega);
    const real Tr = at.T * c.inverse_eps, Z = 2.0 + p.header().chung_Tr2 * (Tr * Tr);
    const real above = 0.215 + 0.28288 * alpha - 1.061 * beta + 0.26665 * Z;
    return 1.0 + alpha * above * reciprocal(0.6366 + beta * (Z + 1.061 * alpha));
}

/* eta0 and what lambda0 has but Psi. */
function gas_transport dilute(const parameters &p, const chung &c, const temperature &at, real per_root_M) {
    const auto &h = p.header();
    const real Fc = 1.0 - h.Fc_omega * c.omega + h.Fc_dipole * c.mur4 + c.kappa;
    const real common = Fc * c.inverse_Vc23 * inverse_collision_viscosity(at.T * c.inverse_eps, h.sine_bracket);
    gas_transport g;
    g.eta = h.viscosity_gas * common * at.root * c.root_M;
    g.lambda = h.conductivity_gas * common * per_root_M;
    return g;
}

/* One entry of a table: a linear function of omega, mu_r^4, kappa. */
template <class table_type> function real entry_of(const table_type &k, long i, const chung &c) {
    return ((k[4 * i] + k[4 * i + 1] * c.omega) + k[4 * i + 2] * c.mur4) + k[4 * i + 3] * c.kappa;
}

/* G2 (viscosity) or H2 (conductivity) from the first five entries, and its inverse. */
struct density_term {
    real value, inverse;
};
template <class table_type> function density_term density_terms(const table_type &table, const chung &c, real y, real inverse_y, real G1) {
    const real c1 = entry_of(table, 0, c), c2 = entry_of(table, 1, c), c3 = entry_of(table, 2, c);
    const real c4 = entry_of(table, 3, c), c5 = entry_of(table, 4, c);
    const real above = G1 * (c2 * exp(c5 * y) + c3) - c1 * expm1(-(c4 * y)) * inverse_y, below = c1 * c4 + c2 + c3;
    const real both = reciprocal(above * below);
    density_term d;
    d.value = above * above * both;
    d.inverse = below * below * both;
    return d;
}

/* What the density does: y = rho Vc_m/6, G1 = (1-y/2)/(1-y)^3. */
struct packing {
    real y, inverse_y, G1;
};
/* rho: kg/m3, moles: 1/W, mol/kg. */
function packing packing_at(const parameters &p, const chung &c, real rho, real moles) {
    if (p.header().density_by_mass == 1.0) moles = 1e3 * reciprocal(c.root_M * c.root_M);
    packing k;
    k.y = rho * moles * c.Vc * (1e-6 / 6.0);
    k.y = max(k.y, 1e-30); /* at no density G2 and H2 are 1 */
    const real space = 1.0 - k.y, cube = space * space * space, both = reciprocal(k.y * cube);
    k.inverse_y = cube * both;
    k.G1 = (1.0 - 0.5 * k.y) * (k.y * both);
    return k;
}

/* mu, Pa s; not positive where the correlation fails. */
function real dense_viscosity(const parameters &p, const chung &c, const packing &k, const temperature &at, real eta0) {
    const auto &E = p.header().viscosity_table;
    const density_term G2 = density_terms(E, c, k.y, k.inverse_y, k.G1);
    const real inverse_Tstar = c.root_eps * c.root_eps * at.inverse;
    const real exponent = entry_of(E, 7, c) + inverse_Tstar * (entry_of(E, 8, c) + inverse_Tstar * entry_of(E, 9, c));
    const real rise = exp(min(exponent, 200.0)); /* finite however cold */
    const real dense = p.header().viscosity_dense * c.root_M * c.root_eps * c.inverse_Vc23 * entry_of(E, 6, c) * (k.y * k.y) * G2.value * rise;
    return 1e-7 * (eta0 * (G2.inverse + entry_of(E, 5, c) * k.y) + dense);
}

/* lambda, W/m/K. */
function real dense_conductivity(const parameters &p, const chung &c, const packing &k, real per_root_M, real lambda0) {
    const auto &B = p.header().conductivity_table;
    const density_term H2 = density_terms(B, c, k.y, k.inverse_y, k.G1);
    const real dense = p.header().conductivity_dense * per_root_M * c.inverse_Vc23 * entry_of(B, 6, c) * (k.y * k.y) * H2.value;
    return lambda0 * (H2.inverse + entry_of(B, 5, c) * k.y) + dense;
}

/* Where the correlation was not made for the fluid: a reduced density above 2.5 (liquids, compressed ones of simple molecules
 * come out 1.5 to 4 times too viscous), T* beyond 0.3 to 100, where Neufeld's integrals were fitted, or a thermal wavelength
 * h/(2 pi m k T)^1/2 above 0.3 sigma: quantum gases, pure H2 below 160 K, He below 87 K, H below 799 K. docs/physics_accuracy.md has the errors. */
function real note_range(const chung &c, const packing &k, const temperature &at) {
    constexpr double wavelength = 17.458; /* Angstrom (g/mol)^1/2 K^1/2 */
    constexpr double quantum = wavelength * wavelength / (0.3 * 0.3 * 0.809 * 0.809);
    const real Tstar = at.T * c.inverse_eps;
    const mask dense = k.y > 2.5 / 6.0, far = (Tstar < 0.3) | (Tstar > 100.0);
    const mask wavy = c.root_M * c.root_M * at.T < quantum * c.inverse_Vc23;
    return flagged((at.T > 0.0) & (dense | far | wavy), flag_outside_chung);
}

/* A value that is no positive number has its bit, where T is one; by option the dilute one takes its place. */
function real judge_negative(const parameters &p, real T, real &value, real dilute_value, double flag) {
    const mask right = (value > 0.0) & (value < 1e300), wrong = (T > 0.0) & !right;
    if (p.header().floor_negative == 1.0) value = select(wrong, dilute_value, value);
    return flagged(wrong, flag);
}
