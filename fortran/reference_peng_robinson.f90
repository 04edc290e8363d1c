!> Peng-Robinson mixtures with NASA-7 species: a solver's own textbook routines, one grid point at
!> a time, double sums over the species. They are the answer key of the tests, the yardstick of the
!> benchmarks and the property routines of examples/legacy_solver. They share no code with kernels/.
!> One module, and so one long file, because such codes are compiled that way: the compiler sees all.
!>
!> Units are SI: T K, P Pa, Y mass fraction (-), X mole fraction (-), W kg/mol, rho kg/m3, h e g
!> J/kg, cp cv s J/kg/K, c m/s, a Pa m6/mol2, b m3/mol, v m3/mol. Arrays over species have shape (ns).
!>
!> Sources: [PR] Peng & Robinson, Ind. Eng. Chem. Fundam. 15 (1976) 59; [PR78] Robinson & Peng, GPA
!> RR-28 (1978), for omega > 0.491; [NASA] Gordon & McBride, NASA SP-273 (1971), seven coefficients.
!> Derivatives follow from P = RT/(v-b) - a/D, D = v^2 + 2bv - b^2, by the chain rule.

!> What reference_initialize stores for reference_peng_robinson and reference_chung.
module reference_species
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  integer, parameter :: max_species = 64
  integer  :: ns = 0                                   ! species in use
  real(wp) :: R = 8.31446261815324_wp                  ! gas constant, J/mol/K
  real(wp) :: P_ref = 101325                           ! of the NASA entropy, Pa
  real(wp) :: omega_a = 0.45723552892138218938_wp, omega_b = 0.07779607390388845597_wp
  logical  :: signed = .false., clip = .false.         ! options, see reference_initialize
  integer  :: root = 0                                 ! 0 stable, 1 liquid, 2 vapour
  real(wp), dimension(max_species) :: Wi, Tci, Pci, omegai, aci, bi, mi, Tmid, Tlow, Thigh
  real(wp) :: kij(max_species, max_species), low(7, max_species), high(7, max_species)
end module

module reference_peng_robinson
  use, intrinsic :: iso_fortran_env, only: wp => real64
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan, ieee_is_nan
  use reference_species
  implicit none
  private
  public :: reference_initialize
  public :: reference_eoscalcrhoh0fromtp, reference_eosgammajacobianproperties, reference_preoscriticalstate
  public :: reference_preosrhohfromtpprop, reference_preosthermalproperties, reference_preoscalctfromhp
  public :: reference_preoscalctpfromrhoe, reference_preoscalcsoundspeed
  public :: reference_normalise, reference_molefractions, reference_nasa, reference_idealgas, reference_alpha
  public :: reference_attraction, reference_covolume, reference_cubicroots, reference_molarvolume
  public :: reference_departure, reference_entropy, reference_partials, reference_jacobian
  public :: reference_pseudocritical, reference_kaycritical, reference_totalenthalpy

  real(wp), parameter :: sqrt2 = sqrt(2.0_wp), pi = acos(-1.0_wp)
  real(wp), parameter :: T_least = 10, T_most = 5000   ! the iterations look between these, K

contains

  !> Store the species data; the arrays are those of frame_castles_populatepreosshareddata_.
  !> alpha_signed drops the |.| from sqrt(alpha_i); T_clip(2,ns) are the temperatures beyond which
  !> cp stays constant (default: the polynomials are extrapolated); branch is stable (default, least
  !> Gibbs energy), liquid (smallest root) or vapour (largest); omegas are Omega_a and Omega_b;
  !> pr78_above the acentric factor above which m(omega) is [PR78]'s; pressure_reference that of the
  !> NASA entropies, Pa.
  subroutine reference_initialize(n, W, Tc, Pc, omega, k, Tm, nasa_low, nasa_high, gas_constant, alpha_signed, &
                                  T_clip, branch, omegas, pr78_above, pressure_reference)
    integer,  intent(in) :: n                                      ! species, 1..64
    real(wp), intent(in) :: W(n), Tc(n), Pc(n), omega(n), k(n, n), Tm(n)
    real(wp), intent(in) :: nasa_low(7, n), nasa_high(7, n)        ! T <= Tm, T > Tm
    real(wp), intent(in), optional :: gas_constant, T_clip(2, n), omegas(2), pr78_above, pressure_reference
    logical,  intent(in), optional :: alpha_signed
    character(*), intent(in), optional :: branch
    real(wp) :: threshold
    if (n < 1 .or. n > max_species) error stop 'reference_initialize: 1 to 64 species are expected'
    ns = n;  R = 8.31446261815324_wp;  P_ref = 101325;  signed = .false.;  clip = present(T_clip);  root = 0
    omega_a = 0.45723552892138218938_wp;  omega_b = 0.07779607390388845597_wp;  threshold = 0.491_wp
    if (present(gas_constant)) R = gas_constant
    if (present(alpha_signed)) signed = alpha_signed
    if (present(branch)) root = findloc(['stable', 'liquid', 'vapour'], branch, 1) - 1
    if (root < 0) error stop 'reference_initialize: branch is stable, liquid or vapour'
    if (present(omegas)) omega_a = omegas(1)
    if (present(omegas)) omega_b = omegas(2)
    if (present(pr78_above)) threshold = pr78_above
    if (present(pressure_reference)) P_ref = pressure_reference
    Wi(:n) = W;  Tci(:n) = Tc;  Pci(:n) = Pc;  omegai(:n) = omega;  Tmid(:n) = Tm;  kij(:n, :n) = k
    low(:, :n) = nasa_low;  high(:, :n) = nasa_high
    if (clip) Tlow(:n) = T_clip(1, :)
    if (clip) Thigh(:n) = T_clip(2, :)
    aci(:n) = omega_a*R**2*Tc**2/Pc                                ! [PR] 9, 12
    bi(:n) = omega_b*R*Tc/Pc                                       ! [PR] 10
    where (omega <= threshold)                                     ! [PR] 18, [PR78]
      mi(:n) = 0.37464_wp + 1.54226_wp*omega - 0.26992_wp*omega**2
    elsewhere
      mi(:n) = 0.379642_wp + 1.48503_wp*omega - 0.164423_wp*omega**2 + 0.016666_wp*omega**3
    end where
  end subroutine

  ! ---------------------------------------------------------------- the collections

  !> Density and enthalpy from temperature and pressure.
  pure subroutine reference_preosrhohfromtpprop(T, P, Y, rho, h)
    real(wp), intent(in)  :: T, P, Y(ns)
    real(wp), intent(out) :: rho, h
    real(wp) :: X(ns), W, v, cp
    call reference_molefractions(Y, X, W)
    call enthalpy(T, P, X, v, h, cp)
    rho = W/v
    h = h/W
  end subroutine

  !> Density and total enthalpy h0 = h + ke from temperature, pressure and kinetic energy ke = |u|^2/2 (J/kg).
  pure subroutine reference_eoscalcrhoh0fromtp(T, P, Y, ke, rho, h0)
    real(wp), intent(in)  :: T, P, Y(ns), ke
    real(wp), intent(out) :: rho, h0
    real(wp) :: h
    call reference_preosrhohfromtpprop(T, P, Y, rho, h)
    call reference_totalenthalpy(h, ke, h0)
  end subroutine

  !> The thermal set from temperature and pressure: state, heat capacities, speed of sound and the
  !> derivatives rhoP = drho/dP|T, rhoT = drho/dT|P, hP = dh/dP|T, hT = dh/dT|P.
  !> Kernels: preosenthalpy preosinternalenergy preosheatcapacities preossoundspeed preosdrhodp preosdrhodt preosdhdp preosdhdt.
  pure subroutine reference_preosthermalproperties(T, P, Y, rho, h, e, cp, cv, gamma, c, &
                                                   rhoP, rhoT, hP, hT, Z, W)
    real(wp), intent(in)  :: T, P, Y(ns)
    real(wp), intent(out) :: rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, hT, Z, W
    real(wp) :: X(ns), cp0, h0, a, da, d2a, b, v, P_T, P_v, F
    call reference_molefractions(Y, X, W)
    call reference_idealgas(T, X, cp0, h0)
    call reference_attraction(T, X, a, da, d2a)
    call reference_covolume(X, b)
    call reference_molarvolume(T, P, a, b, v)
    call reference_departure(T, v, a, da, b, P_T, P_v, F)
    Z     = P*v/(R*T)
    rho   = W/v
    h     = (h0 + R*T*(b/(v - b) - a*v/(R*T*D(v, b))) + (T*da - a)*F)/W
    e     = h - P/rho
    cv    = (cp0 - R + T*d2a*F)/W
    cp    = cv - T*P_T**2/(P_v*W)
    gamma = cp/cv
    c     = sqrt(max(-v**2*gamma*P_v/W, 0.0_wp))
    rhoP  = -W/(v**2*P_v)
    rhoT  = W*P_T/(v**2*P_v)
    hP    = inversion(T, v, a, da, b)/(P_v*W)
    hT    = cp
  end subroutine

  !> The thermal set and the derivatives by mass fraction that an implicit solver's Jacobian needs.
  pure subroutine reference_eosgammajacobianproperties(T, P, Y, rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, hT, &
                                                       Z, W, eP, eT, rhoYi, hYi)
    real(wp), intent(in)  :: T, P, Y(ns)
    real(wp), intent(out) :: rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, hT, Z, W, eP, eT, rhoYi(ns), hYi(ns)
    call reference_preosthermalproperties(T, P, Y, rho, h, e, cp, cv, gamma, c, rhoP, rhoT, hP, hT, Z, W)
    call reference_jacobian(T, P, Y, rhoYi, hYi, eP, eT)
  end subroutine

  !> Pseudo-critical state of the mixture: of the three definitions that of the equation of state.
  pure subroutine reference_preoscriticalstate(Y, Tcrit, Pcrit, Vcrit)
    real(wp), intent(in)  :: Y(ns)
    real(wp), intent(out) :: Tcrit, Pcrit, Vcrit
    call reference_pseudocritical(Y, Tcrit, Pcrit, Vcrit)
  end subroutine

  !> Temperature and density from enthalpy and pressure; T comes in as the first guess (300 K when
  !> it is not positive). Where the enthalpy jumps past h (two phases, or two NASA ranges that do not
  !> meet), T is the temperature of the jump. Without a solution T and rho are NaN.
  pure subroutine reference_preoscalctfromhp(h, P, Y, T, rho)
    real(wp), intent(in)    :: h, P, Y(ns)
    real(wp), intent(inout) :: T
    real(wp), intent(out)   :: rho
    real(wp) :: X(ns), W, v, h_T, cp, bracket(2), last_step
    integer  :: n
    logical  :: found
    call reference_molefractions(Y, X, W)
    call start_search(T, bracket, last_step)
    do n = 1, 200
      call enthalpy(T, P, X, v, h_T, cp)
      call guarded_newton(h_T - h*W, cp, T, bracket, last_step, found)
      if (found) exit
    end do
    if (at_an_end(T)) T = ieee_value(T, ieee_quiet_nan)
    rho = T
    if (ieee_is_nan(T)) return
    call enthalpy(T, P, X, v, h_T, cp)
    rho = W/v
  end subroutine

  !> Temperature and pressure from density and internal energy; T comes in as the first guess (300 K
  !> when it is not positive). Without a solution T and P are NaN. The volume is known, so that no
  !> cubic is solved, and a metastable or unstable density keeps its own branch.
  pure subroutine reference_preoscalctpfromrhoe(rho, e, Y, T, P)
    real(wp), intent(in)    :: rho, e, Y(ns)
    real(wp), intent(inout) :: T
    real(wp), intent(out)   :: P
    real(wp) :: X(ns), W, cp0, h0, a, da, d2a, b, v, P_T, P_v, F, bracket(2), last_step
    integer  :: n
    logical  :: found
    call reference_molefractions(Y, X, W)
    call reference_covolume(X, b)
    v = W/rho
    call start_search(T, bracket, last_step)
    if (v <= b) T = T_most
    do n = 1, 200
      if (v <= b) exit
      call reference_idealgas(T, X, cp0, h0)
      call reference_attraction(T, X, a, da, d2a)
      call reference_departure(T, v, a, da, b, P_T, P_v, F)
      call guarded_newton(h0 - R*T + (T*da - a)*F - e*W, cp0 - R + T*d2a*F, T, bracket, last_step, found)
      if (found) exit
    end do
    if (at_an_end(T)) T = ieee_value(T, ieee_quiet_nan)
    P = T
    if (ieee_is_nan(T)) return
    call reference_attraction(T, X, a, da, d2a)
    P = R*T/(v - b) - a/D(v, b)
  end subroutine

  !> Speed of sound from the derivatives of rho(T,P) and h(T,P); 0 where they give none (the critical
  !> point, where all of them are infinite).
  pure subroutine reference_preoscalcsoundspeed(rho, rhoP, rhoT, hP, hT, c)
    real(wp), intent(in)  :: rho, rhoP, rhoT, hP, hT
    real(wp), intent(out) :: c
    real(wp) :: rhoP_s                                             ! drho/dP at constant entropy
    rhoP_s = rhoP + rhoT*(1 - rho*hP)/(rho*hT)
    c = 0
    if (rhoP_s > 0) c = sqrt(1/rhoP_s)
  end subroutine

  ! ---------------------------------------------------------------- the building blocks

  !> Mass fractions that sum to one.
  pure subroutine reference_normalise(Y, normalised)
    real(wp), intent(in)  :: Y(ns)
    real(wp), intent(out) :: normalised(ns)
    normalised = Y/sum(Y)
  end subroutine

  !> Mole fractions X and the mean molar mass W from mass fractions.
  pure subroutine reference_molefractions(Y, X, W)
    real(wp), intent(in)  :: Y(ns)
    real(wp), intent(out) :: X(ns), W
    W = 1/sum(Y/Wi(:ns))
    X = Y/Wi(:ns)*W
  end subroutine

  !> Heat capacity, enthalpy and standard entropy of species i at T, over R: cp/R, h/R (K), s/R. [NASA]
  pure subroutine reference_nasa(i, T, cp, h, s)
    integer,  intent(in)  :: i
    real(wp), intent(in)  :: T
    real(wp), intent(out) :: cp, h
    real(wp), intent(out), optional :: s
    real(wp) :: q(7), t1
    t1 = T
    if (clip) t1 = min(max(T, Tlow(i)), Thigh(i))
    if (t1 <= Tmid(i)) then
      q = low(:, i)
    else
      q = high(:, i)
    end if
    cp = q(1) + t1*(q(2) + t1*(q(3) + t1*(q(4) + t1*q(5))))
    h = q(6) + t1*(q(1) + t1*(q(2)/2 + t1*(q(3)/3 + t1*(q(4)/4 + t1*q(5)/5)))) + cp*(T - t1)
    if (present(s)) s = q(7) + q(1)*log(t1) + t1*(q(2) + t1*(q(3)/2 + t1*(q(4)/3 + t1*q(5)/4))) + cp*log(T/t1)
  end subroutine

  !> Ideal-gas heat capacity (J/mol/K) and enthalpy (J/mol) of the mixture.
  !> Kernels: nasamixture.
  pure subroutine reference_idealgas(T, X, cp0, h0)
    real(wp), intent(in)  :: T, X(ns)
    real(wp), intent(out) :: cp0, h0
    real(wp) :: cp, h
    integer  :: i
    cp0 = 0
    h0 = 0
    do i = 1, ns
      call reference_nasa(i, T, cp, h)
      cp0 = cp0 + X(i)*R*cp
      h0 = h0 + X(i)*R*h
    end do
  end subroutine

  !> a_i = ac_i alpha_i of every species ([PR] 17), and g'/g and g''/g of g_i = sqrt(alpha_i), 1/K and 1/K2.
  !> g passes through zero at T = Tc(1+1/m)^2, in every flame: it is kept off that point by 1e-13.
  pure subroutine reference_alpha(T, ai, g1, g2, sgn)
    real(wp), intent(in)  :: T
    real(wp), intent(out) :: ai(ns), g1(ns), g2(ns), sgn(ns)      ! sgn is 1 unless the option "signed" is on
    real(wp) :: g
    integer  :: i
    do i = 1, ns
      g = 1 + mi(i)*(1 - sqrt(T/Tci(i)))
      if (abs(g) < 1e-13_wp) g = sign(1e-13_wp, g)
      ai(i) = aci(i)*g**2
      g1(i) = -mi(i)/(2*sqrt(T*Tci(i))*g)
      g2(i) = -g1(i)/(2*T)
      sgn(i) = 1
      if (signed) sgn(i) = sign(1.0_wp, g)
    end do
  end subroutine

  !> a = sum_ij x_i x_j (1-k_ij) sqrt(a_i a_j) and its first two T-derivatives. [PR] 21, 23
  !> Kernels: preosattraction.
  pure subroutine reference_attraction(T, X, a, da, d2a)
    real(wp), intent(in)  :: T, X(ns)
    real(wp), intent(out) :: a, da, d2a
    real(wp) :: ai(ns), g1(ns), g2(ns), sgn(ns), aij
    integer  :: i, j
    call reference_alpha(T, ai, g1, g2, sgn)
    a = 0;  da = 0;  d2a = 0
    do i = 1, ns
      do j = 1, ns
        aij = X(i)*X(j)*(1 - kij(j, i))*sqrt(ai(i)*ai(j))*sgn(i)*sgn(j)
        a   = a + aij
        da  = da + aij*(g1(i) + g1(j))
        d2a = d2a + aij*(g2(i) + 2*g1(i)*g1(j) + g2(j))
      end do
    end do
  end subroutine

  !> b = sum x_i b_i. [PR] 22
  !> Kernels: preoscovolume.
  pure subroutine reference_covolume(X, b)
    real(wp), intent(in)  :: X(ns)
    real(wp), intent(out) :: b
    b = sum(X*bi(:ns))
  end subroutine

  !> The real roots Z > B of Z^3 - (1-B) Z^2 + (A-2B-3B^2) Z - (AB-B^2-B^3) = 0 ([PR] 5): Cardano or
  !> the trigonometric form, then two Newton steps.
  !> Kernels: preoscubicroots.
  pure subroutine reference_cubicroots(A, B, Z, n)
    real(wp), intent(in)  :: A, B
    real(wp), intent(out) :: Z(3)
    integer,  intent(out) :: n
    real(wp) :: c2, c1, c0, p, q, disc, w, angle, roots(3), f, df
    integer  :: k, m, it
    c2 = -(1 - B)
    c1 = A - 2*B - 3*B**2
    c0 = -(A*B - B**2 - B**3)
    p = (c2**2 - 3*c1)/9
    q = (2*c2**3 - 9*c2*c1 + 27*c0)/54
    disc = q**2 - p**3
    if (disc >= 0) then
      m = 1
      w = (abs(q) + sqrt(disc))**(1.0_wp/3)
      if (q > 0) w = -w
      roots(1) = w - c2/3
      if (abs(w) > 0) roots(1) = roots(1) + p/w
    else
      m = 3
      angle = acos(max(-1.0_wp, min(1.0_wp, q/sqrt(p**3))))
      do k = 1, 3
        roots(k) = -2*sqrt(p)*cos((angle + 2*pi*(k - 2))/3) - c2/3
      end do
    end if
    n = 0
    do k = 1, m
      do it = 1, 2
        f = ((roots(k) + c2)*roots(k) + c1)*roots(k) + c0
        df = (3*roots(k) + 2*c2)*roots(k) + c1
        if (abs(df) > 1e-12_wp) roots(k) = roots(k) - f/df
      end do
      if (roots(k) > B) then
        n = n + 1
        Z(n) = roots(k)
      end if
    end do
  end subroutine

  !> Molar volume at T and P: of the roots Z > B the one of least residual Gibbs energy, or the one that
  !> the option branch wants.
  !> Kernels: preoscompressibility preosdensity.
  pure subroutine reference_molarvolume(T, P, a, b, v)
    real(wp), intent(in)  :: T, P, a, b
    real(wp), intent(out) :: v
    real(wp) :: Z(3), Am, Bm, g, g_best
    integer  :: n, k
    Am = a*P/(R*T)**2
    Bm = b*P/(R*T)
    call reference_cubicroots(Am, Bm, Z, n)
    v = ieee_value(v, ieee_quiet_nan)
    if (n == 1) v = Z(1)*R*T/P
    if (n <= 1) return
    if (root == 1) v = minval(Z(:n))*R*T/P
    if (root == 2) v = maxval(Z(:n))*R*T/P
    if (root > 0) return
    g_best = huge(g_best)
    do k = 1, n
      g = Z(k) - 1 - log(Z(k) - Bm) &
          - Am/(2*sqrt2*Bm)*log((Z(k) + (1 + sqrt2)*Bm)/(Z(k) + (1 - sqrt2)*Bm))
      if (g < g_best) v = Z(k)*R*T/P
      g_best = min(g, g_best)
    end do
  end subroutine

  !> P_T = dP/dT|v, P_v = dP/dv|T and F = ln[(v+(1+sqrt2)b)/(v+(1-sqrt2)b)]/(2 sqrt2 b).
  !> P_v vanishes at the critical point; it is kept off zero there.
  !> Kernels: preosdepartures preosdpdt preosdpdv.
  pure subroutine reference_departure(T, v, a, da, b, P_T, P_v, F)
    real(wp), intent(in)  :: T, v, a, da, b
    real(wp), intent(out) :: P_T, P_v, F
    P_T = R/(v - b) - da/D(v, b)
    P_v = -R*T/(v - b)**2 + 2*a*(v + b)/D(v, b)**2
    if (abs(P_v) < 1e-15_wp*R*T/(v - b)**2) P_v = -1e-15_wp*R*T/(v - b)**2
    F = log((v + (1 + sqrt2)*b)/(v + (1 - sqrt2)*b))/(2*sqrt2*b)
  end subroutine

  !> Entropy and Gibbs energy from temperature and pressure.
  !> Kernels: preosentropy nasamixture.
  pure subroutine reference_entropy(T, P, Y, s, g)
    real(wp), intent(in)  :: T, P, Y(ns)
    real(wp), intent(out) :: s, g
    real(wp) :: X(ns), W, cp, h, si, a, da, d2a, b, v, P_T, P_v, F
    integer  :: i
    call reference_molefractions(Y, X, W)
    s = -R*log(P/P_ref)
    do i = 1, ns
      if (X(i) <= 0) cycle
      call reference_nasa(i, T, cp, h, si)
      s = s + X(i)*R*(si - log(X(i)))
    end do
    call reference_attraction(T, X, a, da, d2a)
    call reference_covolume(X, b)
    call reference_molarvolume(T, P, a, b, v)
    call reference_departure(T, v, a, da, b, P_T, P_v, F)
    s = (s + R*log(P*(v - b)/(R*T)) + da*F)/W
    call enthalpy(T, P, X, v, h, cp)
    g = h/W - T*s
  end subroutine

  !> Of each species: ln phi_i (-), partial volume vi (m3/kg) and partial enthalpy hi (J/kg).
  !> Kernels: preosfugacity preospartialvolumes preospartialenthalpies.
  pure subroutine reference_partials(T, P, Y, lnphi, vi, hi)
    real(wp), intent(in)  :: T, P, Y(ns)
    real(wp), intent(out) :: lnphi(ns), vi(ns), hi(ns)
    real(wp) :: X(ns), W, ai(ns), g1(ns), g2(ns), sgn(ns), a, da, d2a, b, v, P_T, P_v, F
    real(wp) :: S, dS, aij, P_n, cp, h
    integer  :: i, j
    call reference_molefractions(Y, X, W)
    call reference_alpha(T, ai, g1, g2, sgn)
    call reference_attraction(T, X, a, da, d2a)
    call reference_covolume(X, b)
    call reference_molarvolume(T, P, a, b, v)
    call reference_departure(T, v, a, da, b, P_T, P_v, F)
    do i = 1, ns
      S = 0
      dS = 0
      do j = 1, ns
        aij = (1 - kij(j, i))*sqrt(ai(i)*ai(j))*sgn(i)*sgn(j)
        S = S + X(j)*aij
        dS = dS + X(j)*aij*(g1(i) + g1(j))
      end do
      call reference_nasa(i, T, cp, h)
      P_n = R*T/(v - b) + R*T*bi(i)/(v - b)**2 - 2*S/D(v, b) + 2*a*bi(i)*(v - b)/D(v, b)**2
      lnphi(i) = bi(i)/b*(P*v/(R*T) - 1) - log(P*(v - b)/(R*T)) - (2*S - a*bi(i)/b)*F/(R*T)
      vi(i) = -P_n/P_v
      hi(i) = R*h + v*P_n - R*T + 2*(T*dS - S)*F + (T*da - a)*bi(i)*(v/(b*D(v, b)) - F/b) &
              + (T*P_T + v*P_v)*vi(i)
    end do
    vi = vi/Wi(:ns)
    hi = hi/Wi(:ns)
  end subroutine

  !> Derivatives at constant T and P, the last species closing sum Y = 1 (its own entry is 0):
  !> rhoYi = drho/dY_i (kg/m3), hYi = dh/dY_i (J/kg); and eP = de/dP|T (m3/kg), eT = de/dT|P (J/kg/K).
  !> Kernels: preosdedp preosdedt preosdrhody preosdhdy.
  pure subroutine reference_jacobian(T, P, Y, rhoYi, hYi, eP, eT)
    real(wp), intent(in)  :: T, P, Y(ns)
    real(wp), intent(out) :: rhoYi(ns), hYi(ns), eP, eT
    real(wp) :: lnphi(ns), vi(ns), hi(ns), X(ns), W, h, cp, a, da, d2a, b, v, P_T, P_v, F
    call reference_partials(T, P, Y, lnphi, vi, hi)
    call reference_molefractions(Y, X, W)
    call enthalpy(T, P, X, v, h, cp)
    call reference_attraction(T, X, a, da, d2a)
    call reference_covolume(X, b)
    call reference_departure(T, v, a, da, b, P_T, P_v, F)
    rhoYi = -(W/v)**2*(vi - vi(ns))
    hYi = hi - hi(ns)
    eP = (a - T*da)/(D(v, b)*P_v*W)
    eT = (cp + P*P_T/P_v)/W
  end subroutine

  !> Pseudo-critical temperature, pressure and molar volume (m3/mol) of the equation of state itself.
  pure subroutine reference_pseudocritical(Y, Tcrit, Pcrit, Vcrit)
    real(wp), intent(in)  :: Y(ns)
    real(wp), intent(out) :: Tcrit, Pcrit, Vcrit
    real(wp) :: X(ns), W, a, b
    integer  :: i, j
    call reference_molefractions(Y, X, W)
    call reference_covolume(X, b)
    a = 0
    do i = 1, ns
      do j = 1, ns
        a = a + X(i)*X(j)*(1 - kij(j, i))*sqrt(aci(i)*aci(j))
      end do
    end do
    Tcrit = a*omega_b/(b*omega_a*R)
    Pcrit = omega_b*R*Tcrit/b
    Vcrit = (1 - omega_b)/3*R*Tcrit/Pcrit
  end subroutine

  !> Kay's pseudo-critical temperature and pressure: sum x_i Tc_i, sum x_i Pc_i.
  !> Kernels: kaycriticalstate.
  pure subroutine reference_kaycritical(Y, Tcrit, Pcrit)
    real(wp), intent(in)  :: Y(ns)
    real(wp), intent(out) :: Tcrit, Pcrit
    real(wp) :: X(ns), W
    call reference_molefractions(Y, X, W)
    Tcrit = sum(X*Tci(:ns))
    Pcrit = sum(X*Pci(:ns))
  end subroutine

  !> Total enthalpy h0 = h + ke (J/kg).
  pure subroutine reference_totalenthalpy(h, ke, h0)
    real(wp), intent(in)  :: h, ke
    real(wp), intent(out) :: h0
    h0 = h + ke
  end subroutine

  ! ---------------------------------------------------------------- helpers

  !> Molar volume, molar enthalpy (J/mol) and its slope at constant pressure (J/mol/K).
  pure subroutine enthalpy(T, P, X, v, h, cp)
    real(wp), intent(in)  :: T, P, X(ns)
    real(wp), intent(out) :: v, h, cp
    real(wp) :: cp0, h0, a, da, d2a, b, P_T, P_v, F
    call reference_idealgas(T, X, cp0, h0)
    call reference_attraction(T, X, a, da, d2a)
    call reference_covolume(X, b)
    call reference_molarvolume(T, P, a, b, v)
    call reference_departure(T, v, a, da, b, P_T, P_v, F)
    h = h0 + P*v - R*T + (T*da - a)*F
    cp = cp0 - R + T*d2a*F - T*P_T**2/P_v
  end subroutine

  !> D = v^2 + 2bv - b^2.
  pure real(wp) function D(v, b)
    real(wp), intent(in) :: v, b
    D = v**2 + 2*b*v - b**2
  end function

  !> P_v (v - T dv/dT|P), written so that nothing cancels at low pressure.
  pure real(wp) function inversion(T, v, a, da, b)
    real(wp), intent(in) :: T, v, a, da, b
    inversion = 2*a*v*(v + b)/D(v, b)**2 - R*T*b/(v - b)**2 - T*da/D(v, b)
  end function

  !> First guess, bracket and "last step" of a search for T.
  pure subroutine start_search(T, bracket, last_step)
    real(wp), intent(inout) :: T
    real(wp), intent(out)   :: bracket(2), last_step
    bracket = [T_least, T_most]
    last_step = T_most - T_least
    if (ieee_is_nan(T)) T = 300
    if (T <= 0) T = 300
    T = min(max(T, T_least), T_most)
  end subroutine

  !> One step towards f(T) = 0 for growing f: Newton, unless it leaves the bracket or does not halve
  !> the last step; then bisection (plain Newton cycles for ever across the pseudo-boiling peak).
  pure subroutine guarded_newton(f, slope, T, bracket, last_step, found)
    real(wp), intent(in)    :: f, slope
    real(wp), intent(inout) :: T, bracket(2), last_step
    logical,  intent(out)   :: found
    real(wp) :: step
    if (f > 0) then
      bracket(2) = T
    else
      bracket(1) = T
    end if
    step = bracket(2) - bracket(1)
    if (slope > 0) step = -f/slope
    found = abs(step) <= 1e-9_wp*T .and. slope > 0                 ! converges quadratically: this step ends it
    if (.not. found) then
      if (T + step <= bracket(1) .or. T + step >= bracket(2) .or. abs(step) > last_step/2) &
        step = (bracket(1) + bracket(2))/2 - T
      found = bracket(2) - bracket(1) <= 1e-13_wp*T                ! f jumps over zero here
    end if
    last_step = abs(step)
    T = T + step
  end subroutine

  !> The search ended at an end of the range where no state is sought.
  pure logical function at_an_end(T)
    real(wp), intent(in) :: T
    at_an_end = T <= T_least*(1 + 1e-9_wp) .or. T >= T_most*(1 - 1e-9_wp)
  end function
end module
