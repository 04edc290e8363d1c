/* The flag list: FLAG(name, bit, "meaning"): what a kernel says about one point.
 *
 * The word is stored as a double that holds the integer sum of 2^bit. Bits 0 to 15 are failures:
 * the point has no answer and its outputs are NaN. Bits 16 and up are notes: the outputs hold
 * numbers, and the note says how to read them. A bit, once released, keeps its number.
 * Read by g++ and NVRTC as macros and by Go with one regular expression (list.go).
 */
FLAG(bad_temperature, 0, "T is not a number between 1e-3 and 1e5 K")
FLAG(bad_pressure, 1, "P is not a number between 1e-20 and 1e13 Pa")
FLAG(bad_density, 2, "rho is not a number between 1e-30 and 1e30 kg/m3, or v <= b: denser than the equation of state admits")
FLAG(bad_composition, 3, "a mass fraction below -1e-6, not a number, or |sum Yi - 1| > 1e-6")
FLAG(bad_energy, 4, "h, e, s or ke is not a finite number")
FLAG(bad_derivative, 5, "rhoP, rhoT, hP or hT is not a finite number")
FLAG(no_temperature, 6, "no temperature between 10 and 5000 K, the bracket of the search, has this h, e, s or, with rho given, P")
FLAG(not_converged, 7, "the iteration for T did not converge")
FLAG(unstable, 16, "mechanically or thermally unstable: P <= 0, dP/dv >= 0, cv <= 0, cp <= 0 or c^2 <= 0. c is 0 where c^2 <= 0, and meaningless elsewhere")
FLAG(two_phase, 17, "h or s lies between the saturated liquid and vapour: T is the saturation temperature, rho the mean of both. A set from h P or s P is that of one of them. With root=liquid or vapour, T is where that root ends")
FLAG(metastable, 18, "another phase has the lower Gibbs energy at this T and P; rho is kept as given")
FLAG(liquid_root, 19, "three volumes exist at this T and P: the smallest was taken")
FLAG(vapour_root, 20, "three volumes exist at this T and P: the largest was taken")
FLAG(extrapolated, 21, "T lies outside the temperature limits given for the NASA polynomials")
FLAG(normalised, 22, "the option normalise changed mass fractions by more than 1e-6; counted in the report, not kept by the collections")
FLAG(steep_enthalpy, 23, "h or s jumps past the given value between two neighbouring T, at the critical point or where polynomials do not meet. T and rho are right, h(T,P) is not h")
FLAG(negative_viscosity, 24, "Chung's viscosity is not a positive number here; the option negative chooses the raw or the dilute value")
FLAG(negative_conductivity, 25, "Chung's conductivity is not a positive number here; the option negative chooses the raw or the dilute value")
FLAG(diffusion_floored, 26, "Takahashi's factor of a pair of species, one of them present, fell below the floor. Only where Di is computed; the legacy calls compute every output")
FLAG(outside_chung, 27, "Chung's viscosity and conductivity are outside their range: rho Vc > 2.5, T/eps outside 0.3 to 100, or a quantum gas (thermal wavelength > 0.3 sigma: H2 below 160 K)")
