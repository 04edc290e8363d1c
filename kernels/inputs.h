/* The input list: what a launch may be given in the place of T, P and mass fractions. Every kernel whose row begins with
 * "T P Yi[ns]" takes each of these pairs and each of these compositions. The loop over the points makes T, P and Yi of them before
 * the kernel begins (equations/solution.h), so that a pair is no kernel of its own.
 *
 *   GIVEN_STATE(name, number, "first second", "meaning")       two figures of a point, in the places of T and P; T?: as a first guess
 *   GIVEN_COMPOSITION(name, number, "view", "meaning")         the figures of the species, in the place of Yi
 *
 * A number, once released, stays. Read by g++ and NVRTC as macros and by Go with one regular expression (inputs.go).
 */
GIVEN_STATE(T_P, 0, "T P", "temperature and pressure")
GIVEN_STATE(rho_e, 1, "rho e T?", "density and internal energy")
GIVEN_STATE(rho_T, 2, "rho T", "density and temperature")
GIVEN_STATE(rho_P, 3, "rho P", "density and pressure")
GIVEN_STATE(h_P, 4, "h P T?", "enthalpy and pressure")
GIVEN_STATE(s_P, 5, "s P T?", "entropy and pressure")

GIVEN_COMPOSITION(mass, 0, "Yi", "mass fractions")
GIVEN_COMPOSITION(mole, 1, "Xi", "mole fractions")
GIVEN_COMPOSITION(partial, 2, "rhoi", "partial densities, kg/m3; rho is their sum")
