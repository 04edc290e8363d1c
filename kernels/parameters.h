/* The parameter list: what one flat block of doubles holds for a given mixture and given options.
 *
 *   block = header | ns species rows | ns(ns+1)/2 couple rows | ns more rows | pairs pair rows        (all double, no padding)
 *
 * A row holds its entries in the order of this list. Who fills the block computes each entry by
 * the formula given; the kernels only read it. The equation of state is one general cubic of two constants u and w,
 *   P = R T/(v-b) - a/D,  D = v^2 + u b v + w b^2:  2, -1 Peng & Robinson (1976);  1, 0 Soave (1972);  ideal gas: a = b = 0.
 * Other symbols are those of Peng & Robinson and of the NASA-7 form: R gas constant, W kg/mol, Tc K, Pc Pa,
 *   ac = Omega_a R^2 Tc^2/Pc,  b = Omega_b R Tc/Pc,  m = m(omega) (of the equation; PR76, above 0.491 PR78),
 *   NASA-7 a1..a7: cp/R = a1+a2 T+..+a5 T^4, h/R = a1 T+..+a5 T^5/5+a6, s/R = a1 ln T+..+a7.
 * Everything per species is divided by W: sums over Y then give mass-specific mixture values.
 *
 * HEADER(name, "unit", "meaning")  TABLE(name, count, "unit", "meaning")  SPECIES(name, count, "unit", "meaning")
 * COUPLE(name, count, "unit", "meaning")  MORE(name, count, "unit", "meaning")  PAIR(name, "unit", "meaning")
 * A more row is what a species has beyond its species row: seldom read, so it lies apart from what is always read.
 * A couple is a pair i <= j of species, whether k_ij is 0 or not: (0,0) (0,1) .. (0,ns-1) (1,1) ..
 * Read by g++ and NVRTC as macros and by Go with one regular expression (list.go).
 */
#ifndef HEADER
#define HEADER(name, unit, meaning)
#endif
#ifndef TABLE
#define TABLE(name, count, unit, meaning)
#endif
#ifndef SPECIES
#define SPECIES(name, count, unit, meaning)
#endif
#ifndef COUPLE
#define COUPLE(name, count, unit, meaning)
#endif
#ifndef MORE
#define MORE(name, count, unit, meaning)
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
HEADER(mid_common, "K", "the T_mid that most species have")
HEADER(first_other, "1", "index of the first species with another T_mid, from 0; ns where there is none")
HEADER(limit_least, "K", "max over species of the given lower limit of the polynomials; 0 where none was given")
HEADER(limit_greatest, "K", "min over species of the given upper limit; 1e30 where none was given")
HEADER(bracket_least, "K", "lower end of the search for T; default 10")
HEADER(bracket_greatest, "K", "upper end of the search for T; default 5000 (extrapolated polynomials turn cv negative above)")
HEADER(omega_a, "1", "Omega_a that made ac")
HEADER(omega_b, "1", "Omega_b that made b")
HEADER(cubic_half_u, "1", "u/2")
HEADER(cubic_w, "1", "w")
HEADER(cubic_g, "1", "g = 2 + u: with t = v - b, D = t^2 + g b t + s b^2")
HEADER(cubic_s, "1", "s = 1 + u + w")
HEADER(cubic_series, "1", "((u^2/4 - w)/2)^1/2: 1 for Peng-Robinson, of which the series of F was made")
HEADER(cubic_p1, "1", "g/9; what solving the cubic makes of g and s (cubic.h)")
HEADER(cubic_p2, "1", "(g^2 - 3 s)/9")
HEADER(cubic_q1, "1", "g/18")
HEADER(cubic_q2, "1", "(g^2 - 6 s)/18")
HEADER(cubic_q3, "1", "(2 g^3 - 9 g s)/54")
HEADER(cubic_q4, "1", "g/6")
HEADER(translated, "1", "1: the volume is that of the cubic less c = sum x_i c_i (Peneloux et al. 1982); 0: c_over_W is not read")

/* Transport: Chung et al. 1988 (or the rounding of Poling et al. 5th ed., "rpp5"), Takahashi 1975.
 * Inside: sigma Angstrom, M g/mol, Vc cm3/mol, eps K, n_i = Y_i/W_i mol/kg; S = sum n_i chung_S. */
HEADER(dipole_over_eps, "1", "mu_r^4 = (sum dipole/sum s)^2/eps_m^k: k = 1 (1988), 2 (rpp5)")
HEADER(sine_bracket, "1", "-6.435e-4 where Omega_v has Neufeld's sine, else 0")
HEADER(viscosity_gas, "1e-7 Pa s", "eta0 = viscosity_gas Fc (M T)^1/2/(Vc^2/3 Omega_v): 40.785 or 36.344 1.2593^1/2")
HEADER(viscosity_dense, "1e-7 Pa s", "eta_p = viscosity_dense (M eps)^1/2/Vc^2/3 E7 y^2 G2 exp(..): 36.344 1.2593^1/2")
HEADER(chung_length, "A/(cm3/mol)^1/3", "sigma/Vc^1/3: 0.809")
HEADER(chung_area, "A2/(cm3/mol)^2/3", "chung_length^2")
HEADER(chung_volume, "cm3/mol/A3", "1/chung_length^3")
HEADER(chung_Tc, "1", "Tc/eps: 1.2593")
HEADER(chung_Tr2, "1", "10.5/chung_Tc^2")
HEADER(Fc_omega, "1", "Fc = 1 - Fc_omega omega + Fc_dipole mu_r^4 + kappa: 0.2756")
HEADER(Fc_dipole, "1", "see Fc_omega: 0.059035")
HEADER(conductivity_gas, "W/m/K", "lambda0 = conductivity_gas Fc (T/M)^1/2 Psi/(Vc^2/3 Omega_v)")
HEADER(conductivity_dense, "W/m/K", "lambda_p = conductivity_dense (T/M)^1/2 Vc^-2/3 B7 y^2 H2")
HEADER(density_by_mass, "1", "y = rho_molar Vc/6 with rho_molar 0: rho/W, 1: rho/M_m")
HEADER(real_heat_capacity, "1", "alpha of Psi from 0: the ideal-gas cv, 1: cv at T, rho")
HEADER(floor_negative, "1", "a viscosity or conductivity that is not positive is 0: returned, 1: replaced by the dilute value")
HEADER(mass_rank, "1", "columns of mass_factor in use, a multiple of 6")
HEADER(diffusion_mass_form, "1", "D_im = (1-X_i)/sum X_j/D_ij of 0: X, 1: (1-Y_i)/sum")
HEADER(diffusion_floor, "1", "least value of Takahashi's factor")
HEADER(diffusion_form, "1", "1/(P D_ij): 0 Chapman-Enskog, 1 Fuller, 2 fitted")
HEADER(fit_from, "K", "diffusion_form 2: the fit holds for fit_from <= T <= fit_to, Chapman-Enskog beyond")
HEADER(fit_to, "K", "see fit_from")
HEADER(fit_middle, "1", "the fit's variable is u = (ln T - fit_middle) fit_scale, -1 to 1")
HEADER(fit_scale, "1", "see fit_middle")
TABLE(viscosity_table, 40, "1", "E_1..E_10 of Chung: coefficients of 1, omega, mu_r^4, kappa each")
TABLE(conductivity_table, 28, "1", "B_1..B_7 of Chung, likewise")
TABLE(takahashi_Pr, 17, "1", "reduced pressures of the rows of Takahashi's table, rising")
TABLE(takahashi_step, 16, "1", "1/(Pr_k+1 - Pr_k)")
TABLE(takahashi_DP, 17, "1", "DP of f = DP (1-A Tr^-B)(1-C Tr^-E)")
TABLE(takahashi_A, 17, "1", "A")
TABLE(takahashi_B, 17, "1", "B")
TABLE(takahashi_C, 17, "1", "C")
TABLE(takahashi_E, 17, "1", "E")

SPECIES(inverse_W, 1, "mol/kg", "1/W")
SPECIES(b_over_W, 1, "m3/kg", "b/W")
SPECIES(A_over_W, 1, "(J m3)^1/2/kg", "sqrt(ac) (1+m)/W; sqrt(a_i)/W = |A_over_W - B_over_W sqrt(T)|")
SPECIES(B_over_W, 1, "(J m3/K)^1/2/kg", "sqrt(ac/Tc) m/W")
SPECIES(kink, 1, "K", "alpha sign abs: T where 1+m(1-sqrt(T/Tc)) turns negative, Tc(1+1/m)^2 for m > 0, else 1e30; signed: 1e30")
SPECIES(T_mid, 1, "K", "nasa_low for T <= T_mid, nasa_high above")
SPECIES(nasa_low, 7, "J/kg/K^k", "R a_k/W of the low set, k = 1..7")
SPECIES(T_low, 1, "K", "extension clip: lower end of the polynomial, nasa_below under it; poly: 0")
SPECIES(nasa_high, 7, "J/kg/K^k", "R a_k/W of the high set, k = 1..7")
SPECIES(T_high, 1, "K", "extension clip: upper end of the polynomial, nasa_above over it; poly: 1e30")
SPECIES(nasa_below, 7, "J/kg/K^k", "clip: cp/R constant c = cp/R(T_low): R/W (c,0,0,0,0, h/R(T_low)-c T_low, s/R(T_low)-c ln T_low); poly: nasa_low")
SPECIES(next_other, 1, "1", "of a species whose T_mid is not mid_common: index of the next such, ns where there is none")
SPECIES(nasa_above, 7, "J/kg/K^k", "clip: likewise at T_high from the high set; poly: nasa_high")
SPECIES(root_ac_over_W, 1, "(J m3)^1/2/kg", "sqrt(ac)/W")
SPECIES(Tc, 1, "K", "critical temperature")
SPECIES(Pc, 1, "Pa", "critical pressure")
SPECIES(chung_s, 1, "A^3/2", "s = sigma^3/2, sigma = 0.809 Vc^1/3")
SPECIES(chung_eps, 1, "A^3/2 K^1/2", "s eps^1/2, eps = Tc/1.2593")
SPECIES(chung_omega, 1, "A^3/2", "s omega")
SPECIES(chung_dipole, 1, "A^3/2 K^k/2", "131.3^2 0.809^3/1.2593 mu^2/s, over eps^1/2 in the 1988 form; mu debye")
SPECIES(chung_kappa, 1, "1", "kappa^1/2 (0 where association is off)")
SPECIES(c_over_W, 1, "m3/kg", "c/W, c the volume translation; a row is 64 doubles, and what is read together begins at an even one, so that a GPU loads two at a time")
SPECIES(mass_factor, 18, "A K^1/2 (g/mol)^1/4", "L of eps_ij sigma_ij^2 M_ij^1/2 = sum_k L_ik L_jk (pivoted Cholesky), its first columns")

COUPLE(inverse_eps, 1, "1/K", "1/eps_ij of the Lennard-Jones table, geometric mean")
COUPLE(chapman_enskog, 4, "K^3/2 s/m2/Pa", "T^3/2/(P D) = c1 T^-0.15610 + c2 exp(-0.47635 T*) + c3 exp(-1.52996 T*) + c4 exp(-3.89411 T*): Omega_D times (16/3) pi sigma^2 (mred/(2 pi k^3))^1/2")
COUPLE(fuller, 1, "K^1.75 s/m2/Pa", "T^1.75/(P D)")
COUPLE(fit, 16, "K^3/2 s/m2/Pa", "T^3/2/(P D) = sum fit_k u^k")

MORE(mass_more, 48, "A K^1/2 (g/mol)^1/4", "the columns of L after those of mass_factor: 0 but where molar masses are spread so widely that the rank is above 18")

PAIR(first, "1", "index i of the pair, from 0")
PAIR(second, "1", "index j of the pair, from 0, j > i")
PAIR(q0, "J m3/kg2", "2 k_ij A_i A_j, A_i = A_over_W of species i: taken from a = q0 - 2 q1 sqrt(T) + q2 T")
PAIR(q1, "J m3/kg2/K^1/2", "k_ij (A_i B_j + A_j B_i)")
PAIR(q2, "J m3/kg2/K", "2 k_ij B_i B_j")
PAIR(critical, "J m3/kg2", "2 k_ij sqrt(ac_i ac_j)/(W_i W_j)")

#undef HEADER
#undef TABLE
#undef SPECIES
#undef COUPLE
#undef MORE
#undef PAIR
