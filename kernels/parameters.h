/* The parameter list: what one flat block of doubles holds for a given mixture and given options.
 *
 *   block = header | ns species rows | pairs pair rows        (all double, no padding)
 *
 * A row holds its entries in the order of this list. Who fills the block computes each entry by
 * the formula given; the kernels only read it. Symbols are those of Peng & Robinson (1976) and of
 * the NASA-7 form: R gas constant, W kg/mol, Tc K, Pc Pa,
 *   ac = Omega_a R^2 Tc^2/Pc,  b = Omega_b R Tc/Pc,  m = m(omega) (PR76, above 0.491 PR78),
 *   NASA-7 a1..a7: cp/R = a1+a2 T+..+a5 T^4, h/R = a1 T+..+a5 T^5/5+a6, s/R = a1 ln T+..+a7.
 * Everything per species is divided by W: sums over Y then give mass-specific mixture values.
 *
 * HEADER(name, "unit", "meaning")  SPECIES(name, count, "unit", "meaning")  PAIR(name, "unit", "meaning")
 * Read by g++ and NVRTC as macros and by Go with one regular expression (list.go).
 */
#ifndef HEADER
#define HEADER(name, unit, meaning)
#endif
#ifndef SPECIES
#define SPECIES(name, count, unit, meaning)
#endif
#ifndef PAIR
#define PAIR(name, unit, meaning)
#endif

HEADER(ns, "1", "number of species, 1 to 64")
HEADER(pairs, "1", "number of pairs i < j with k_ij != 0: rows of the pair part")
HEADER(R, "J/mol/K", "gas constant; the same figure must have made ac, b and the NASA rows")
HEADER(pressure_reference, "Pa", "reference pressure of the NASA entropies (enters s only)")
HEADER(root, "1", "volume where three exist: 0 stable (least Gibbs energy), 1 liquid (smallest), 2 vapour (largest)")
HEADER(kink_least, "K", "min over species of kink; 1e30 for the signed form of alpha")
HEADER(low_from, "K", "max over species of T_low")
HEADER(low_to, "K", "min over species of T_mid: every species is on nasa_low for low_from < T <= low_to")
HEADER(high_from, "K", "max over species of T_mid")
HEADER(high_to, "K", "min over species of T_high: every species is on nasa_high for high_from < T <= high_to")
HEADER(limit_least, "K", "max over species of the given lower limit of the polynomials; 0 where none was given")
HEADER(limit_greatest, "K", "min over species of the given upper limit; 1e30 where none was given")
HEADER(bracket_least, "K", "lower end of the search for T; default 10")
HEADER(bracket_greatest, "K", "upper end of the search for T; default 5000 (extrapolated polynomials turn cv negative above)")
HEADER(omega_a, "1", "Omega_a that made ac")
HEADER(omega_b, "1", "Omega_b that made b")

SPECIES(inverse_W, 1, "mol/kg", "1/W")
SPECIES(b_over_W, 1, "m3/kg", "b/W")
SPECIES(A_over_W, 1, "(J m3)^1/2/kg", "sqrt(ac) (1+m)/W; sqrt(a_i)/W = |A_over_W - B_over_W sqrt(T)|")
SPECIES(B_over_W, 1, "(J m3/K)^1/2/kg", "sqrt(ac/Tc) m/W")
SPECIES(kink, 1, "K", "alpha sign abs: T where 1+m(1-sqrt(T/Tc)) turns negative, Tc(1+1/m)^2 for m > 0, else 1e30; signed: 1e30")
SPECIES(T_low, 1, "K", "extension clip: lower end of the polynomial, nasa_below under it; poly: 0")
SPECIES(T_mid, 1, "K", "nasa_low for T <= T_mid, nasa_high above")
SPECIES(T_high, 1, "K", "extension clip: upper end of the polynomial, nasa_above over it; poly: 1e30")
SPECIES(nasa_low, 7, "J/kg/K^k", "R a_k/W of the low set, k = 1..7")
SPECIES(nasa_high, 7, "J/kg/K^k", "R a_k/W of the high set, k = 1..7")
SPECIES(nasa_below, 7, "J/kg/K^k", "clip: cp/R constant c = cp/R(T_low): R/W (c,0,0,0,0, h/R(T_low)-c T_low, s/R(T_low)-c ln T_low); poly: nasa_low")
SPECIES(nasa_above, 7, "J/kg/K^k", "clip: likewise at T_high from the high set; poly: nasa_high")
SPECIES(root_ac_over_W, 1, "(J m3)^1/2/kg", "sqrt(ac)/W")
SPECIES(Tc, 1, "K", "critical temperature")
SPECIES(Pc, 1, "Pa", "critical pressure")

PAIR(first, "1", "index i of the pair, from 0")
PAIR(second, "1", "index j of the pair, from 0, j > i")
PAIR(q0, "J m3/kg2", "2 k_ij A_i A_j, A_i = A_over_W of species i: taken from a = q0 - 2 q1 sqrt(T) + q2 T")
PAIR(q1, "J m3/kg2/K^1/2", "k_ij (A_i B_j + A_j B_i)")
PAIR(q2, "J m3/kg2/K", "2 k_ij B_i B_j")
PAIR(critical, "J m3/kg2", "2 k_ij sqrt(ac_i ac_j)/(W_i W_j)")

#undef HEADER
#undef SPECIES
#undef PAIR
